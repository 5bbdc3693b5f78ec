/**
 * The seam between events and the state of things they tell of.
 *
 * Owns: what a projector is given and what it gives back. Leaves what follows from claims (validity, supersession,
 * conflicts) to `engine/graph`, which holds for every projector.
 */
import type { MemoryEvent } from '../domain/event.ts'
import type { Claim, Named } from '../domain/graph.ts'
import type { Meter } from './meter.ts'

/** Events to read, and what is known that they may speak of. */
export interface EventsToProject {
  /** At most twelve, in the order in which they were stored. */
  events: readonly MemoryEvent[]
  /** Nodes whose names stand in the events, at most 24: the same thing is to get the same name. */
  nodes: readonly Named[]
  /** What holds of those nodes, at most 40. */
  facts: readonly { subject: string; relation: string; value: string }[]
}

/** Reads claims out of events. Equal input gives equal output for a deterministic projector. */
export interface Projector {
  /** Kept, with the version, in `madeBy` of all that it makes. */
  readonly name: string
  /** Raised whenever the same events could give other claims. */
  readonly version: string
  /** It calls a model: what rules are sure of is not asked of it, and its backlog is bounded in time. */
  readonly hasModel: boolean
  /**
   * Claims in order of their events; empty when none tells of the state of things. One whose event was not given is
   * refused. Whatever it rejects with is kept with the work, which has three attempts.
   *
   * @param signal aborted when the attempt is given up.
   * @param meter asked before each call of a model; absent: nobody counts.
   */
  project(given: EventsToProject, signal: AbortSignal, meter?: Meter): Promise<readonly Claim[]>
}
