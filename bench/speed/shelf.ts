/**
 * The files that are measured: seeded once, closed, shared by the measures.
 *
 * Owns: where they lie and how they are filled and opened. A measure that writes takes a copy.
 */
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenEngine, openEngine } from './engine.ts'
import { openRaw } from './raw.ts'
import type { OpenSide, SideName, Texts } from './side.ts'

/** The same rows on both sides: a folder each. */
export type Pair = Readonly<Record<SideName, string>>

export interface Shelf {
  /** A pair that holds the first events of the corpus and nothing else. */
  events(count: number): Promise<Pair>
  /** A pair that holds the first messages, two a turn, and nothing else; for the engine with what sealing makes. */
  messages(count: number): Promise<Pair>
  copy(pair: Pair): Promise<Pair>
  /** A new folder. */
  folder(): Promise<string>
}

/** An empty shelf below a folder. */
export function createShelf(root: string, texts: Texts, say: (what: string) => void): Shelf {
  const pairs = new Map<string, Promise<Pair>>()
  let folders = 0
  const folder = async () => {
    folders += 1
    const path = join(root, String(folders))
    await mkdir(path)
    return path
  }
  const fill = async (fillSide: (side: OpenSide) => unknown): Promise<Pair> => {
    const pair = { raw: await folder(), engine: await folder() }
    await withOpen(pair, async ({ raw, engine }) => {
      await fillSide(raw)
      await fillSide(engine)
    })
    return pair
  }
  const once = (name: string, fillSide: (side: OpenSide) => unknown): Promise<Pair> => {
    const known = pairs.get(name)
    if (known) return known
    say(`storing ${name}`)
    const made = fill(fillSide)
    pairs.set(name, made)
    return made
  }
  return {
    folder,
    events: count => once(`${count} events`, side => side.seedEvents(count, texts)),
    messages: count => once(`${count} messages`, side => side.seedTurns(count / 2, texts)),
    async copy(pair) {
      const copied = { raw: await folder(), engine: await folder() }
      await cp(pair.raw, copied.raw, { recursive: true })
      await cp(pair.engine, copied.engine, { recursive: true })
      return copied
    },
  }
}

/** Opens both sides for one piece of work and closes them after it, whatever became of it. */
export async function withOpen<Result>(
  pair: Pair,
  work: (sides: { raw: OpenSide; engine: OpenEngine }) => Promise<Result>,
): Promise<Result> {
  const raw = openRaw(pair.raw)
  try {
    const engine = await openEngine(pair.engine)
    try {
      return await work({ raw, engine })
    } finally {
      await engine.close()
    }
  } finally {
    await raw.close()
  }
}
