/**
 * Where memory stands for some events: turns and time.
 *
 * Owns: which space's counters an event is measured by. Leaves what they make of a weight to
 * `engine/events/explain-weight.ts`. Reads only.
 */
import type { MemoryEvent } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import type { Counters } from '../events/explain-weight.ts'

/** The counters of an event that was handed in. */
export type CountersOf = (event: Pick<MemoryEvent, 'sourceSpace'>) => Counters

/**
 * Turns are those of the space an event was said in; time is that of the newest message of the space that asks, so that
 * no other space's messages change what is said in it.
 */
export async function readCounters(
  store: Store,
  space: SpaceId,
  events: readonly Pick<MemoryEvent, 'sourceSpace'>[],
): Promise<CountersOf> {
  const turns = new Map<SpaceId, number>()
  for (const { sourceSpace } of events) {
    const home = sourceSpace ?? space
    if (!turns.has(home)) turns.set(home, await store.spaceTurn(home))
  }
  const { latestAt } = await store.postings(space, { kind: 'message', terms: [], cap: 1 })
  return ({ sourceSpace }) => ({ spaceTurn: turns.get(sourceSpace ?? space) ?? 0, latestAt })
}
