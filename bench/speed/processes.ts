/** Measures that need processes of their own: opening, resident memory, importing the package. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { OpenCost, Resident } from './child.ts'
import type { Measure, Row } from './measure.ts'
import type { Shelf } from './shelf.ts'
import type { SideName } from './side.ts'
import { median, megabytes, rounded, times } from './statistics.ts'

const OPENINGS = 9
const IMPORTS = 9
const SEARCHES = 1_000
const RSS_RUNS = 3
const FEW = 1_000

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))
const run = promisify(execFile)

async function runNode<Result>(args: readonly string[]): Promise<Result> {
  const { stdout } = await run(process.execPath, args)
  return JSON.parse(stdout) as Result
}

async function keepQueries(shelf: Shelf, queries: readonly string[]): Promise<string> {
  const file = join(await shelf.folder(), 'queries.json')
  await writeFile(file, JSON.stringify(queries))
  return file
}

// ---- opening ------------------------------------------------------------------------------------------------

export const open: Measure = {
  title: `Opening in a new process and the first search, medians of ${OPENINGS} in turn`,
  async run({ corpus, shelf, n, say }) {
    const few = await shelf.events(FEW)
    const many = await shelf.events(n)
    const queries = await keepQueries(shelf, corpus.termQueries(1, FEW))
    const folders: Record<Opened, string> = {
      engineFew: few.engine,
      engineMany: many.engine,
      rawFew: few.raw,
      rawMany: many.raw,
    }
    const costs: Record<Opened, OpenCost[]> = { engineFew: [], engineMany: [], rawFew: [], rawMany: [] }
    say(`opening ${FEW} and ${n} events`)
    for (let round = 0; round < OPENINGS; round++) {
      for (const [name, folder] of Object.entries(folders) as [Opened, string][]) {
        const side = name.startsWith('raw') ? 'raw' : 'engine'
        costs[name].push(await runNode<OpenCost>([CHILD, 'open', side, folder, queries]))
      }
    }
    return rowsOf(costs, n)
  },
}

type Opened = 'engineFew' | 'engineMany' | 'rawFew' | 'rawMany'

function rowsOf(costs: Record<Opened, OpenCost[]>, n: number): Row[] {
  const of = (name: Opened, field: keyof OpenCost) => median(costs[name].map(cost => cost[field]))
  return (['openMs', 'openCpuMs', 'firstSearchMs', 'firstSearchCpuMs'] as const).map(field => ({
    measure: field,
    few: FEW,
    many: n,
    engineFew: rounded(of('engineFew', field)),
    engineMany: rounded(of('engineMany', field)),
    rawMany: rounded(of('rawMany', field)),
    engineOverRaw: times(of('engineMany', field), of('rawMany', field)),
    engineGrowth: times(of('engineMany', field), of('engineFew', field)),
    rawGrowth: times(of('rawMany', field), of('rawFew', field)),
  }))
}

// ---- memory -------------------------------------------------------------------------------------------------

export const residentMemory: Measure = {
  title: `Resident memory after opening and ${SEARCHES} searches, each side alone, medians of ${RSS_RUNS} processes`,
  async run({ corpus, shelf, n, say }) {
    const pair = await shelf.events(n)
    const queries = corpus.termQueries(SEARCHES, n)
    const questions = corpus.questions(SEARCHES / 10, n)
    const file = await keepQueries(shelf, [...queries.slice(questions.length), ...questions])
    const rss: Record<SideName, number[]> = { raw: [], engine: [] }
    for (let round = 0; round < RSS_RUNS; round++) {
      for (const side of ['raw', 'engine'] as const) {
        say(`resident memory of ${side}, ${round + 1} of ${RSS_RUNS}`)
        const found = await runNode<Resident>(['--expose-gc', CHILD, 'memory', side, pair[side], file])
        rss[side].push(found.rss)
      }
    }
    const [raw, engine] = [median(rss.raw), median(rss.engine)]
    return [
      { events: n, engineMb: megabytes(engine), rawMb: megabytes(raw), aboveRawMb: megabytes(engine - raw) },
    ]
  },
}

// ---- import -------------------------------------------------------------------------------------------------

const PRINT_CPU =
  'const { user, system } = process.cpuUsage(); console.log(JSON.stringify((user + system) / 1_000))'

export const importCost: Measure = {
  title: `CPU of a process that imports the package, above an empty one, medians of ${IMPORTS} in turn`,
  async run({ say }) {
    const entry = JSON.stringify(import.meta.resolve('palimpsest-memory'))
    const empty: number[] = []
    const importing: number[] = []
    say('importing the package')
    for (let round = 0; round < IMPORTS; round++) {
      empty.push(await cpuOf(PRINT_CPU))
      importing.push(await cpuOf(`await import(${entry}); ${PRINT_CPU}`))
    }
    return [
      {
        aboveEmptyCpuMs: rounded(median(importing) - median(empty)),
        importingCpuMs: rounded(median(importing)),
        emptyCpuMs: rounded(median(empty)),
      },
    ]
  },
}

const cpuOf = (program: string) => runNode<number>(['--input-type=module', '--eval', program])
