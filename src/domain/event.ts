/**
 * The words of long-term memory: events, their two time axes, their sources.
 *
 * Owns: the event's record types and trust values. Leaves extraction to `derive`, ranking to `engine/recall`.
 */
import type { SpaceId } from './space.ts'

/**
 * Whom the event concerns and who finds it: its own conversation, its space, or, as a fact about the user, every
 * space.
 */
export type EventScope = 'session' | 'project' | 'user'
/** What forgetting it would cost, from little to much; `identity` is who the user is, `safety` what could harm. */
export type Criticality = 'routine' | 'preference' | 'identity' | 'safety'
/** How the event came: derived from a block, recorded by the agent, or brought from elsewhere. */
export type EventOrigin = 'conversation' | 'agent' | 'import'
/**
 * Whether the event holds. `active` from the start; `superseded` when a newer event says otherwise of the same thing;
 * `forgotten` and `archived`, hidden from all but its id, not erased.
 */
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
  | DoneState

/**
 * What an agent must not forget of its work: `done`, what is finished and where it is; `failed`, what was tried and did
 * not work; `open`, what is still to do.
 */
export type DoneState = 'done' | 'failed' | 'open'

/** Every one of them, for checks. */
export const DONE_STATES: readonly DoneState[] = ['done', 'failed', 'open']

/**
 * What an event is to another: `supersedes` takes its place; `conflictsWith` contradicts it, nobody knows which holds;
 * `continues` goes on with it.
 */
export type EventRelation = 'supersedes' | 'conflictsWith' | 'continues'

/** How exact the range is; `range` is one that is no calendar unit, `unknown` has no range. */
export type TimePrecision = 'instant' | 'day' | 'month' | 'year' | 'range' | 'unknown'
/** How the range is known: named outright, counted from the message's time, concluded, or not at all. */
export type TimeBasis = 'explicit' | 'relative' | 'inferred' | 'unknown'
/** Whether it came about; a planned event is never evidence that it happened. */
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
  /** The words of the source that name the time. */
  originalText: string
}

/** When the event happened or is planned to happen. */
export interface EventTime extends ResolvedTime {
  status: TimeStatus
}

/** An event as a deriver proposes it. */
export interface EventDraft {
  type: EventType
  /** Not empty; stored up to 200 characters. */
  title: string
  /** What happened, understandable on its own, in the language of its source; stored up to 2,000 characters. */
  summary: string
  /** At most twelve are stored, 64 characters each; may be empty. */
  tags: readonly string[]
  /**
   * Verbatim pieces of the source, at most eight; of a derived event, those that no source message holds are
   * dropped.
   */
  quotes: readonly string[]
  /** At most two, 64 characters each, for browsing only. */
  categoryHints?: readonly string[]
  scope: EventScope
  criticality: Criticality
  /** Ids of the messages it rests on: at least one, all of its block and none `own`. */
  sources: readonly string[]
  /** When it happened or is planned to happen; null when nothing is said of that. */
  time: EventTime | null
  /** Ids of events that it is related to; of a derived one, only of those that were offered. */
  relations?: Partial<Readonly<Record<EventRelation, readonly string[]>>>
}

/** An event offered through `addEvents`: a draft with the provenance that a block would give it. */
export interface EventInput extends Omit<EventDraft, 'sources' | 'time' | 'relations'> {
  /** Decides the trust, unless that is given. */
  origin: EventOrigin
  /** Epoch milliseconds UTC when the source referred to it; null = unknown. */
  mentionedAt: number | null
  time?: EventTime | null
  /** Ids of messages of this space that it rests on; default none. */
  sources?: readonly string[]
  /** −10 … 10; default 5 for origin `agent`, else 2. */
  trust?: number
  /**
   * What makes the event the same when it is offered again. Default: one that says exactly what an active event of the
   * space says (type, scope, and the words of its summary) is that event.
   */
  key?: string
}

/** What a stored event is to others, by their ids, each list in order of id; forgotten ones are left out. */
export interface EventRelations {
  supersedes: readonly string[]
  supersededBy: readonly string[]
  /** Symmetric; without those that one of the two supersedes. */
  conflictsWith: readonly string[]
  continues: readonly string[]
}

/** A stored event. */
export interface MemoryEvent extends Omit<EventDraft, 'sources' | 'categoryHints' | 'relations'> {
  id: string
  categoryHints: readonly string[]
  origin: EventOrigin
  /**
   * −10 … 10, how far its content may be trusted. Derived events have that of their least trusted source: user 8,
   * assistant 3, tool −2.
   */
  trust: number
  status: EventStatus
  /** Kept from fading at the user's wish; nothing sets it yet. */
  pinned: boolean
  /** Epoch milliseconds UTC when the conversation referred to it; null = unknown. */
  mentionedAt: number | null
  /** Value of the space's turn counter at the turn it was said in, or when it was given. */
  createdTurn: number
  /** 1, and 1 more for each time that it was reinforced. */
  strength: number
  /** Value of the space's turn counter when it was last reinforced; at first `createdTurn`. */
  reinforcedTurn: number
  relations: EventRelations
  /** Where it lives: `user` for user-scope events. */
  space: SpaceId
  /** Where thread, block and sources lie; null when it came from outside a conversation. */
  sourceSpace: SpaceId | null
  /** The thread it was said in; null when it came from outside a conversation. */
  thread: string | null
  /** Id of the block it was derived from; null when it was given. */
  block: string | null
  /** Ids of the messages it rests on, all in `sourceSpace`; empty when it came from outside a conversation. */
  sources: readonly string[]
  /** Name and version of the step that made it. */
  madeBy: string
}

/** Trust by origin, on the archive's β scale. */
export const TRUST = { user: 8, agent: 5, assistant: 3, import: 2, tool: -2 } as const
