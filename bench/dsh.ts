/**
 * What the plugin costs and saves in DeepSeek Harness: time, tokens on the wire, and the provider's prompt cache.
 *
 * `npm run -s bench:dsh -- [--events 1000,10000,100000] [--turns N] [--only step|wire] [--json]`
 *
 * The real host with a scripted model, which answers at once; `npm run dsh:host` installs it. The host without the
 * plugin runs beside it and takes turns with it, so that what else the machine does falls on both. Milliseconds are the
 * machine's, and of a busy one the 95th percentiles say little; differences are worth more. `--turns` is the number of
 * turns measured, default 60 for time and 100 for the wire. Progress goes to stderr.
 *
 * Meant: a step's p95 at 100,000 events at most 10 ms above that at 1,000, a turn's end 5 ms, a start 150 ms; on the wire
 * after 100 turns at most 42 % of plain chat, 33 % where half are tool records. Nothing fails when it is not so.
 */
import { parseArgs } from 'node:util'
import { isHostThere } from '../test/dsh/support/host.ts'
import { BLOCK_SIZE } from './dsh/side.ts'
import { measureSteps, type StepRow } from './dsh/step.ts'
import { measureWire, type WireRow } from './dsh/wire.ts'

const PARTS = ['step', 'wire']
/** Questions are words of the first events, each asked once. */
const FEWEST_EVENTS = 100

const say = (what: string) => process.stderr.write(`bench: ${what}\n`)

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map(Number)
  if (sizes.every(size => Number.isSafeInteger(size) && size >= FEWEST_EVENTS)) return sizes
  throw new Error(
    `bench: --events ${text} is not usable; give numbers from ${FEWEST_EVENTS} up, like 1000,10000`,
  )
}

function turnsOf(text: string | undefined, usual: number): number {
  const turns = text === undefined ? usual : Number(text)
  if (Number.isSafeInteger(turns) && turns > 0) return turns
  throw new Error(`bench: --turns ${text} is not usable; give a positive whole number`)
}

function partsOf(text: string | undefined): string[] {
  if (text === undefined) return PARTS
  if (PARTS.includes(text)) return [text]
  throw new Error(`bench: --only ${text} is no part; known are ${PARTS.join(', ')}`)
}

// ---- tables ---------------------------------------------------------------------------------------------------

function showSteps(rows: readonly StepRow[]): void {
  console.log('\nMilliseconds by events in the space, of the whole host; then (+) what the plugin adds')
  console.table(
    rows.map(row => ({
      events: row.events ?? 'no plugin',
      'recalled %': row.recalledPercent,
      'step p50': row.stepP50Ms,
      'step p95': row.stepP95Ms,
      'end p50': row.endP50Ms,
      'end p95': row.endP95Ms,
      boot: row.bootMs,
      'first step': row.firstStepMs,
    })),
  )
  console.table(
    rows.flatMap(({ events, added }) =>
      added === null
        ? []
        : {
            events,
            '+step p50': added.stepP50Ms,
            '+step p95': added.stepP95Ms,
            '+step paired': added.stepPairedMs,
            '+end p50': added.endP50Ms,
            '+end p95': added.endP95Ms,
            '+boot': added.bootMs,
            '+first step': added.firstStepMs,
          },
    ),
  )
  const [fewest, most] = [rows[1], rows.at(-1)]
  if (fewest && most && most !== fewest) {
    const grown = (name: 'stepP50Ms' | 'stepP95Ms') => (most[name] - fewest[name]).toFixed(1)
    const sizes = `${most.events} events, less that with ${fewest.events}`
    console.log(`A step with ${sizes}: p50 ${grown('stepP50Ms')} ms, p95 ${grown('stepP95Ms')} ms`)
  }
}

function showWire(rows: readonly WireRow[]): void {
  console.log(
    `\nTokens of the messages on the wire against the raw history, block size ${BLOCK_SIZE}; then what they are`,
  )
  console.table(
    rows.map(({ cache: _, made, levels, levelPercents, ...row }) => ({
      ...row,
      ...made,
      'L0…L5': levels.join(' '),
      'shown %': levelPercents.join(' '),
    })),
  )
  console.log('\nProvider cache: share of a request that begins the request before it, and breaks of that')
  console.table(
    rows.flatMap(({ kind, cache }) =>
      (['plugin', 'no plugin'] as const).map(side => {
        const { histogram, ...figures } = cache[side]
        return { kind, side, ...figures, ...histogram }
      }),
    ),
  )
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    events: { type: 'string', default: '1000,10000,100000' },
    turns: { type: 'string' },
    only: { type: 'string' },
  },
})
if (!isHostThere) throw new Error('bench: DeepSeek Harness is not installed; npm run dsh:host does it')
const parts = partsOf(values.only)
const sizes = sizesOf(values.events)
const setting = { node: process.version, blockSize: BLOCK_SIZE }
const results: { step?: StepRow[]; wire?: WireRow[] } = {}
if (parts.includes('step')) {
  results.step = await measureSteps(sizes, turnsOf(values.turns, 60), say)
  if (!values.json) showSteps(results.step)
}
if (parts.includes('wire')) {
  const turns = turnsOf(values.turns, 100)
  results.wire = [await measureWire('chat', turns, say), await measureWire('tools', turns, say)]
  if (!values.json) showWire(results.wire)
}
if (values.json) console.log(JSON.stringify({ ...setting, ...results }, null, 2))
