/**
 * How fast the memory is, as ratios to raw SQLite with FTS5 on the same rows.
 *
 * `npm run -s bench:speed -- [--n 100000] [--only NAME,…] [--json]`
 *
 * Both sides take turns in one run, so that what else the machine does cancels out of the ratios (`p50x`, `p95x` of wall
 * time, `cpux` of CPU time; 1 is as fast as raw, less is faster); absolute times say little. Over three runs of searches
 * and appends, ratios lay up to 7 % apart at 10,000 rows and up to 11 % at 1,000. The text is synthetic.
 * `SYNC=FULL` in the environment makes both sides wait for the disk at each commit; default `NORMAL`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { append, appendGrowth } from './speed/append.ts'
import { createCorpus } from './speed/corpus.ts'
import { fileSize } from './speed/file-size.ts'
import { knowledge } from './speed/knowledge.ts'
import { knownItem } from './speed/known-item.ts'
import type { Bench, Measure, Row } from './speed/measure.ts'
import { importCost, open, residentMemory } from './speed/processes.ts'
import { recall } from './speed/recall.ts'
import { eventSearch, messageSearch } from './speed/search.ts'
import { createShelf } from './speed/shelf.ts'
import { walls } from './speed/walls.ts'

const SEED = 1
const SMALLEST = 1_000

const MEASURES: Record<string, Measure> = {
  eventSearch,
  knownItem,
  recall,
  knowledge,
  append,
  appendGrowth,
  open,
  residentMemory,
  fileSize,
  importCost,
  messageSearch,
  walls,
}

function benchIn(folder: string, n: number): Bench {
  const corpus = createCorpus(SEED)
  const sizes: number[] = []
  for (let size = SMALLEST; size < n; size *= 10) sizes.push(size)
  return { corpus, shelf: createShelf(folder, corpus, say), n, sizes: [...sizes, n], say }
}

/** One line that is written over, for whoever watches. */
function say(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${what}`)
}

function show(title: string, rows: readonly Row[]): void {
  say('')
  console.log(`\n${title}`)
  console.table(rows)
}

function numberOfRows(text: string): number {
  const n = Number(text)
  if (Number.isSafeInteger(n) && n >= SMALLEST && n % SMALLEST === 0) return n
  throw new Error(`bench: --n ${text} is not usable; give a multiple of ${SMALLEST}`)
}

function namesOf(text: string | undefined): string[] {
  const known = Object.keys(MEASURES)
  const names = text?.split(',') ?? known
  const unknown = names.find(name => !known.includes(name))
  if (unknown === undefined) return names
  throw new Error(`bench: --only ${unknown} is no measure; known are ${known.join(', ')}`)
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    n: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
})
process.env.SYNC ??= 'NORMAL'
const n = numberOfRows(values.n)
const names = namesOf(values.only)
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-speed-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))

const bench = benchIn(folder, n)
const setting = { n, synchronous: process.env.SYNC, node: process.version, sqlite: process.versions.sqlite }
const results: Record<string, readonly Row[]> = {}
if (!values.json) console.log('Palimpsest against raw SQLite with FTS5:', JSON.stringify(setting))
for (const name of names) {
  const measure = MEASURES[name]
  if (!measure) continue
  const rows = await measure.run(bench)
  results[name] = rows
  if (!values.json) show(`${name}: ${measure.title}`, rows)
}
say('')
if (values.json) console.log(JSON.stringify({ ...setting, ...results }, null, 2))
