/**
 * A process of its own for one side: what opening and searching cost where nothing is warm.
 *
 * `node --expose-gc child.ts ROLE SIDE FOLDER QUERIES`: QUERIES is a file with a JSON list. Prints one JSON object. Only
 * the side that is asked for is loaded.
 */
import { readFile } from 'node:fs/promises'
import { timed } from './interleave.ts'
import { LIMIT } from './measure.ts'
import type { OpenSide } from './side.ts'

/** What role `open` prints: opening the file, and the first search after it. */
export interface OpenCost {
  openMs: number
  openCpuMs: number
  firstSearchMs: number
  firstSearchCpuMs: number
}

/** What role `memory` prints. */
export interface Resident {
  /** Bytes after opening, all searches and a garbage collection. */
  rss: number
}

type Open = (folder: string) => OpenSide | Promise<OpenSide>

async function openCost(open: Open, folder: string, [query = '']: readonly string[]): Promise<OpenCost> {
  let side: OpenSide | undefined
  const opening = await timed(async () => {
    side = await open(folder)
  })
  const first = await timed(() => side?.searchEvents(query, LIMIT))
  await side?.close()
  return {
    openMs: opening.wallMs,
    openCpuMs: opening.cpuMs,
    firstSearchMs: first.wallMs,
    firstSearchCpuMs: first.cpuMs,
  }
}

async function resident(open: Open, folder: string, queries: readonly string[]): Promise<Resident> {
  const side = await open(folder)
  for (const query of queries) await side.searchEvents(query, LIMIT)
  globalThis.gc?.()
  const { rss } = process.memoryUsage()
  await side.close()
  return { rss }
}

const [role, name, folder = '', file = ''] = process.argv.slice(2)
const open = name === 'raw' ? (await import('./raw.ts')).openRaw : (await import('./engine.ts')).openEngine
const queries: string[] = JSON.parse(await readFile(file, 'utf8'))
const result = role === 'open' ? await openCost(open, folder, queries) : await resident(open, folder, queries)
console.log(JSON.stringify(result))
