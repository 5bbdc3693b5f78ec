/**
 * What the layers save: tokens shown against the raw history, and what sealing a block costs.
 *
 * `npm run -s bench:layers -- [--json] [--turns 10,100,1000]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BlockList, type Memory, openMemory } from 'palimpsest-memory'
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
  const path = join(folder, 'memory.db')
  const memory = await openMemory({ path, blockSize: BLOCK_SIZE, derive: 'manual', zone: 'UTC' })
  try {
    const { thread, sealMs } = await ingestAll(memory, turns, withTools)
    const began = performance.now()
    const derived = await memory.drain()
    const deriveMs = derived === 0 ? 0 : (performance.now() - began) / derived
    const shown = await tokensOf(memory, thread)
    return {
      kind: withTools ? 'tools' : 'chat',
      turns,
      ...shown,
      shownPercent: round((100 * shown.shownTokens) / shown.rawTokens),
      sealMs: round(sealMs),
      deriveMs: round(deriveMs),
    }
  } finally {
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function ingestAll(memory: Memory, turns: number, withTools: boolean) {
  const plain: number[] = []
  const sealing: number[] = []
  let thread = ''
  for (const turn of conversation(turns, withTools)) {
    thread = turn.thread
    const began = performance.now()
    const { sealed } = await memory.ingest(turn)
    ;(sealed.length > 0 ? sealing : plain).push(performance.now() - began)
  }
  return { thread, sealMs: sealing.length === 0 ? 0 : median(sealing) - median(plain) }
}

async function tokensOf(memory: Memory, thread: string) {
  const sum = { blocks: 0, rawTokens: 0, shownTokens: 0, levels: [0, 0, 0, 0, 0, 0] }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: BlockList = await memory.blocks(thread, { after, limit: 200 })
    for (const block of page.blocks) {
      sum.blocks++
      sum.rawTokens += block.sourceTokens
      sum.shownTokens += block.tokens
      sum.levels[block.level] = (sum.levels[block.level] ?? 0) + 1
    }
    if (page.next === undefined) {
      sum.rawTokens += page.openTail.tokens
      sum.shownTokens += page.openTail.tokens
    }
    after = page.next
  }
  return sum
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
