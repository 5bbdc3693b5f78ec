/**
 * The seam between events and the topics they belong to.
 *
 * Owns: what an organizer is given and what it gives back. Leaves ids, order, budgets and staleness to `engine/topics`.
 */
import type { MemoryEvent } from '../domain/event.ts'
import type { OverviewParagraph } from '../domain/topic.ts'
import type { Meter } from './meter.ts'

/** A section that events may go to. */
export interface CandidateTopic {
  /** Its section's id. */
  id: string
  chapter: string
  section: string
  /** Its overview so far; empty when it has none. */
  overview: readonly OverviewParagraph[]
}

/** Events to place, and where they may go. */
export interface EventsToOrganize {
  /** At most twelve, in the order in which they were stored. */
  events: readonly MemoryEvent[]
  /** At most twelve sections that share words with the events, the nearest first. */
  candidates: readonly CandidateTopic[]
  /** Name of what the space is about, such as the project's folder; '' when it has none. */
  subject: string
}

/** Where one event goes. */
export interface Placement {
  /** Id of the event, one of those given. */
  event: string
  /** Titles, at most 60 characters each; those of a candidate as they are, or new ones. */
  chapter: string
  section: string
}

/** What an organizer made of one batch. */
export interface Organization {
  /** At most one for each event; events without one keep a plain entry. */
  placements: readonly Placement[]
  /** New overviews of sections that events were placed in; absent sections get a plain list of entries. */
  overviews: readonly { chapter: string; section: string; paragraphs: readonly OverviewParagraph[] }[]
}

/** Puts events under topics. Equal input gives equal output for a deterministic organizer. */
export interface Organizer {
  readonly name: string
  /** Raised whenever the same events could be placed otherwise. */
  readonly version: string
  /** It calls a model, so that its backlog is bounded in time. */
  readonly hasModel: boolean
  organize(given: EventsToOrganize, signal: AbortSignal, meter?: Meter): Promise<Organization>
}
