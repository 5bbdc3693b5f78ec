/**
 * The projector that needs no model: claims by rule, the same for the same events everywhere.
 *
 * Owns: its name and version. Leaves the rules to `claims/`, which is read when the first event is: its patterns are
 * many, and a process that only stores or searches needs none.
 */
import type { Projector } from '../projector.ts'

/** Raised whenever a rule changes what an event gives. */
const VERSION = '2'

/** A deterministic projector: a pure function of each event by itself; nodes and facts that are known change nothing. */
export function createOfflineProjector(): Projector {
  return {
    name: 'offline',
    version: VERSION,
    hasModel: false,
    async project({ events }, signal) {
      signal.throwIfAborted()
      const { claimsOf } = await import('./claims/claims.ts')
      return events.flatMap(claimsOf)
    },
  }
}
