/**
 * Events from outside a conversation are stored.
 *
 * Owns: the order of the steps. Leaves the checks to `engine/events`, what is known already to the store.
 */
import type { Message } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventInput } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'

/**
 * Stores events as given: all of them or, when one is refused, none. Returns how many were new.
 *
 * @throws PalimpsestError `bad-input` naming the field that cannot be used, `not-found` for a source that is no message
 *   of the space.
 */
export async function addEvents(
  store: Store,
  space: SpaceId,
  events: readonly EventInput[],
): Promise<number> {
  if (!Array.isArray(events))
    throw new PalimpsestError('bad-input', 'addEvents: events is no list; give an array')
  const { eventFromInput } = await import('../events/given-event.ts')
  const createdTurn = await store.spaceTurn(space)
  const checked = []
  for (const event of events as readonly EventInput[])
    checked.push(eventFromInput(event, space, createdTurn, await citedBy(store, space, event)))
  return store.addEvents(space, checked)
}

/** Messages of its sources that are known; what form the event has is checked later. */
async function citedBy(store: Store, space: SpaceId, event: EventInput): Promise<Message[]> {
  const sources: unknown = event?.sources
  const cited: Message[] = []
  for (const id of Array.isArray(sources) ? sources : []) {
    const found = typeof id === 'string' ? await store.message(space, id, 0) : undefined
    if (found) cited.push(found.message)
  }
  return cited
}
