/**
 * The organizer that needs no model: fixed matters, told by the words and types of events.
 *
 * Owns: its name and version. Leaves the rules to `organization.ts`, which is read when the first events are organized.
 */
import type { Organizer } from '../../organizer.ts'

/** Raised whenever a rule changes where an event goes. */
const VERSION = '1'

/** A deterministic organizer: the same events, topics and subject give the same places. */
export function createOfflineOrganizer(): Organizer {
  return {
    name: 'offline',
    version: VERSION,
    hasModel: false,
    async organize(given, signal) {
      signal.throwIfAborted()
      const { organize } = await import('./organization.ts')
      return organize(given)
    },
  }
}
