/**
 * What the layers save: tokens shown against the raw history, and what sealing a block costs.
 *
 * `npm run -s bench:layers -- [--json] [--turns 10,100,1000]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMemory } from 'palimpsest-memory'
import { conversation } from './conversations.ts'

const BLOCK_SIZE = 6

interface Row {
  kind: 'chat' | 'tools'
  turns: number
  blocks: number
  rawTokens: number
  shownTokens: number
  /** Shown as a share of raw, percent. */
  shownPercent: number
  /** Blocks per level shown, L0 first. */
  levels: number[]
  /** Median milliseconds of an `ingest` that sealed a block, less the median of one that did not. */
  sealMs: number
  /** Milliseconds of deriving, per block. */
  deriveMs: number
}

async function measure(turns: number, withTools: boolean): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  const memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: BLOCK_SIZE,
    derive: 'manual',
    zone: 'UTC',
  })
  try {
    const plain: number[] = []
    const sealing: number[] = []
    let thread = ''
    for (const turn of conversation(turns, withTools)) {
      thread = turn.thread
      const began = performance.now()
      const { sealed } = await memory.ingest(turn)
      ;(sealed.length > 0 ? sealing : plain).push(performance.now() - began)
    }
    const began = performance.now()
    const derived = await memory.drain()
    const deriveMs = derived === 0 ? 0 : (performance.now() - began) / derived
    let blocks = 0
    let rawTokens = 0
    let shownTokens = 0
    const levels = [0, 0, 0, 0, 0, 0]
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: Awaited<ReturnType<typeof memory.blocks>> = await memory.blocks(thread, {
        after,
        limit: 200,
      })
      for (const block of page.blocks) {
        blocks++
        rawTokens += block.sourceTokens
        shownTokens += block.tokens
        levels[block.level] = (levels[block.level] ?? 0) + 1
      }
      if (page.next === undefined) {
        rawTokens += page.openTail.tokens
        shownTokens += page.openTail.tokens
      }
      after = page.next
    }
    return {
      kind: withTools ? 'tools' : 'chat',
      turns,
      blocks,
      rawTokens,
      shownTokens,
      shownPercent: round((100 * shownTokens) / rawTokens),
      levels,
      sealMs: sealing.length === 0 ? 0 : round(median(sealing) - median(plain)),
      deriveMs: round(deriveMs),
    }
  } finally {
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const round = (value: number) => Math.round(value * 100) / 100

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    turns: { type: 'string', default: '10,30,100,300,1000' },
  },
})
const rows: Row[] = []
for (const turns of values.turns.split(',').map(Number)) {
  for (const withTools of [false, true]) rows.push(await measure(turns, withTools))
}
if (values.json) console.log(JSON.stringify({ blockSize: BLOCK_SIZE, rows }, null, 2))
else {
  console.log(`Tokens shown against the raw history, block size ${BLOCK_SIZE}, λ 0.3; L0…L5 counts blocks.`)
  console.table(rows.map(({ levels, ...row }) => ({ ...row, 'L0…L5': levels.join(' ') })))
}
