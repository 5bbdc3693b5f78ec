/**
 * The words of long-term memory: events, their two time axes, their sources.
 *
 * Owns: the event's record types and trust values. Leaves extraction to `derive`, ranking to `engine/recall`.
 */
import type { SpaceId } from './space.ts'

export type EventScope = 'session' | 'project' | 'user'
export type Criticality = 'routine' | 'preference' | 'identity' | 'safety'
export type EventOrigin = 'conversation' | 'agent' | 'import'
export type EventStatus = 'active' | 'superseded' | 'forgotten' | 'archived'

/** What kind of thing the event records; search filters by it. */
export type EventType =
  | 'decision'
  | 'change'
  | 'constraint'
  | 'requirement'
  | 'preference'
  | 'plan'
  | 'outcome'
  | 'cause'
  | 'identity'
  | 'safety'

export type TimePrecision = 'instant' | 'day' | 'month' | 'year' | 'range' | 'unknown'
export type TimeBasis = 'explicit' | 'relative' | 'inferred' | 'unknown'
export type TimeStatus = 'occurred' | 'planned' | 'cancelled' | 'ongoing' | 'unknown'

/**
 * A time expression and what it means: the half-open range `[start, end)` in epoch milliseconds UTC.
 * Unknown precision means both are null and only the words are kept.
 */
export interface ResolvedTime {
  start: number | null
  end: number | null
  precision: TimePrecision
  basis: TimeBasis
  /** The words of the source. */
  originalText: string
}

/** When the event happened or is planned to happen. */
export interface EventTime extends ResolvedTime {
  status: TimeStatus
}

/** An event as a deriver proposes it; sources are ids of messages of its block, checked by code. */
export interface EventDraft {
  type: EventType
  title: string
  summary: string
  tags: readonly string[]
  /** Verbatim pieces of the source. */
  quotes: readonly string[]
  /** At most two, 64 characters each, for browsing only. */
  categoryHints?: readonly string[]
  scope: EventScope
  criticality: Criticality
  sources: readonly string[]
  time: EventTime | null
}

/** An event offered through `addEvents`: a draft with the provenance that a block would give it. */
export interface EventInput extends Omit<EventDraft, 'sources' | 'time'> {
  origin: EventOrigin
  /** Epoch milliseconds UTC when the source referred to it; null = unknown. */
  mentionedAt: number | null
  time?: EventTime | null
  /** Message ids of this space; may be empty for imports. */
  sources?: readonly string[]
  trust?: number
  /** Natural key for the id; absent: the event's own content. */
  key?: string
}

/** A stored event. */
export interface MemoryEvent extends Omit<EventDraft, 'sources' | 'categoryHints'> {
  id: string
  categoryHints: readonly string[]
  origin: EventOrigin
  /** −10 … 10, how far its content may be trusted; see {@link TRUST}. */
  trust: number
  status: EventStatus
  pinned: boolean
  mentionedAt: number | null
  /** Value of the space's turn counter at its creation turn. */
  createdTurn: number
  /** Where it lives: `user` for user-scope events. */
  space: SpaceId
  /** Where thread, block and sources lie; null when it came from outside a conversation. */
  sourceSpace: SpaceId | null
  /** The thread it was said in; null when it came from outside a conversation. */
  thread: string | null
  block: string | null
  sources: readonly string[]
  /** Name and version of the step that made it. */
  madeBy: string
}

/** Trust by origin, on the archive's β scale. */
export const TRUST = { user: 8, agent: 5, assistant: 3, import: 2, tool: -2 } as const
