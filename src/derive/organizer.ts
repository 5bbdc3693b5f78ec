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
  /** Its overview so far, without what rests on events that changed; empty when it has none. */
  overview: readonly OverviewParagraph[]
}

/** A title as it is, and as it was before any renaming. */
export interface KnownTitle {
  title: string
  firstTitle: string
}

/** A chapter that there is. */
export interface KnownChapter extends KnownTitle {
  sections: readonly KnownTitle[]
}

/** Events to place, and where they may go. */
export interface EventsToOrganize {
  /** At most twelve, in the order in which they were stored. */
  events: readonly MemoryEvent[]
  /**
   * Of the events those that have a place, with the id of its candidate: they stay there, and are given because the
   * overview of it is to be written anew.
   */
  placed: ReadonlyMap<string, string>
  /** At most twelve sections that share words with the events, the nearest first. */
  candidates: readonly CandidateTopic[]
  /** All chapters of the space with their sections, in order of creation. */
  chapters: readonly KnownChapter[]
  /** The space that is about the user. */
  isAboutUser: boolean
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
  /**
   * New overviews of sections that the events are in; what no event given, and no source of the overview so far, bears
   * out is dropped. A section without one keeps the overview it has, as far as that is still true.
   */
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
