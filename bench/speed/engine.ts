/**
 * The engine's side: the built package through its public API.
 *
 * Leaves to `speed-adapter.mjs` how rows become events and turns.
 */
import type { Memory } from 'palimpsest-memory'
import adapter from '../speed-adapter.mjs'
import type { OpenSide } from './side.ts'

/** An open memory, with the memory itself for what raw has no word for. */
export interface OpenEngine extends OpenSide {
  memory: Memory
}

/** Opens, or makes, the memory of a folder. */
export async function openEngine(folder: string): Promise<OpenEngine> {
  const handle = await adapter.open(folder)
  const { memory } = handle
  return {
    memory,
    seedEvents: (count, texts) => adapter.seed(handle, count, texts),
    async seedTurns(count, texts) {
      for (let index = 0; index < count; index++) await adapter.append(handle, texts.turn(index), index)
    },
    append: (turn, index) => adapter.append(handle, turn, index),
    searchEvents: (query, limit) => adapter.recall(handle, query, limit),
    searchMessages: async (query, limit) => (await memory.search(query, { kinds: ['message'], limit })).hits,
    close: () => adapter.close(handle),
  }
}
