/**
 * The words of finding: what is asked for, what is found, what is injected.
 *
 * Owns: request and result shapes of search and recall. Leaves ranking to `engine/recall` and `storage`.
 */
import type { EventType } from './event.ts'
import type { SpaceId } from './space.ts'

/** What search looks through: source messages, the L0–L2 views of ready blocks, events. */
export type HitKind = 'message' | 'block' | 'event'

/** Every kind, for checks. */
export const HIT_KINDS: readonly HitKind[] = ['message', 'block', 'event']

/** What a search is narrowed to; conditions are joined by "and". */
export interface SearchOptions {
  /** Default: the memory's own space. The installation's `user` space is read beside it. */
  space?: SpaceId | string
  /** Default: all three. */
  kinds?: readonly HitKind[]
  /** Only this conversation, what a fork shares with its parent included; also lets its `session` events be found. */
  thread?: string
  /** Only messages of this speaker, and events that cite one. */
  speaker?: string
  /** Only events of this type. */
  type?: EventType
  /** Only events in this chapter or section: its id, or a unique prefix of six characters or more. */
  topic?: string
  /**
   * Half-open range, epoch milliseconds UTC, of message time, or of an event's occurrence or else mention. What has
   * no time is in no range.
   */
  from?: number
  to?: number
  /** 1–200, default 20. */
  limit?: number
  /** `next` of the page before; it belongs to this query with these options, `limit` aside. */
  cursor?: string
  /** Tells of each hit what every signal adds to its score, of an event also its weight; default false. */
  explain?: boolean
}

/** One thing found. Order over a result is total: score, then time (newest first), then id. */
export interface Hit {
  id: string
  kind: HitKind
  /** Where it lies: the space asked, or `user` for a user-scope event. */
  space: SpaceId
  /** Where thread and turn lie: another space than `space` for a user-scope event; null for one from outside. */
  sourceSpace: SpaceId | null
  /** Name of its conversation; null for an event from outside one. */
  thread: string | null
  /** Id of its turn; null for blocks and for events from outside a conversation. */
  turn: string | null
  /**
   * Epoch milliseconds UTC: of a message, of the latest message of a block, of an event's occurrence or else
   * mention. Null = unknown, sorted last.
   */
  time: number | null
  /** Null for messages. */
  title: string | null
  /**
   * What was searched: a message with its tool fields (the first 16,000 code units of each), L1 and L2 of a block,
   * an event's summary.
   */
  text: string
  /** Who said it (messages only). */
  speaker: string | null
  /** What the message is called where it came from, such as `2025-05-08/3` (messages only). */
  externalId: string | null
  /** Higher is better; comparable within one result only. */
  score: number
  /** The query's terms that stand in it, in order: words lower-case and stemmed, Chinese and kana in pairs. */
  matched: readonly string[]
  /** Whether it is a message that no block holds yet. */
  open: boolean
  /**
   * What each signal adds to the score, when it was asked for: `words` its own, `around` those of its neighbours,
   * `conversation`, `speaker`, `date`, `form` (a time where one is asked for, a number, a question). They add up to the
   * score. Of an event also `weight`, what it weighs in recall now, which enters no score.
   */
  explain?: Readonly<Record<string, number>>
}

/** One page of what was found. */
export interface SearchResult {
  /** Best first; empty when nothing holds a word of the query. */
  hits: readonly Hit[]
  /** Cursor of the next page; absent at the end. */
  next?: string
}
