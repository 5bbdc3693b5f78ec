/**
 * An event is explained: what it rests on, what it is to others, and what it weighs now.
 *
 * Owns: the steps. Leaves the account of the weight to `engine/events/explain-weight.ts`, words to whoever shows it.
 * Reads only.
 */
import type { Message } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { FoundId, Store } from '../../storage/store.ts'
import { isToVerify } from '../events/confidence.ts'
import { explainWeight, type WeightExplanation } from '../events/explain-weight.ts'
import { readCounters } from './counters.ts'
import { showRecord } from './show.ts'

/** An event with all that decides how it is recalled. */
export interface EventExplanation {
  space: SpaceId
  event: MemoryEvent
  /** Messages it rests on, in the order of citation. */
  sources: readonly Message[]
  weight: WeightExplanation
  /** Whether recall marks it "verify" for its age and trust. */
  isToVerify: boolean
}

/**
 * Explains the event that was found.
 *
 * @param home the space whose newest message tells the time for an event that was said nowhere.
 * @throws PalimpsestError `bad-input` for a record that is no event, `not-found` when it is gone since.
 */
export async function explainEvent(store: Store, found: FoundId, home: SpaceId): Promise<EventExplanation> {
  if (found.kind !== 'event') {
    throw new PalimpsestError(
      'bad-input',
      `explain: ${found.id} is a ${found.kind}; give the id of an event, which begins with e_`,
    )
  }
  const shown = await showRecord(store, found, { lambda: 1, zone: 'UTC' })
  if (shown.kind !== 'event') throw new PalimpsestError('not-found', `explain: ${found.id} is gone`)
  const { event, sources, space } = shown
  const asked = event.sourceSpace ?? (space === USER_SPACE ? home : space)
  const counters = (await readCounters(store, asked, [event]))(event)
  return {
    space,
    event,
    sources,
    weight: explainWeight(event, counters),
    isToVerify: isToVerify(event, counters.latestAt),
  }
}
