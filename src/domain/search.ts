/**
 * The words of finding: what is asked for, what is found, what is injected.
 *
 * Owns: request and result shapes of search and recall. Leaves ranking to `engine/recall` and `storage`.
 */
import type { EventType } from './event.ts'
import type { SpaceId } from './space.ts'

/** What search looks through: source messages, the L0–L2 views of ready blocks, events. */
export type HitKind = 'message' | 'block' | 'event'

export const HIT_KINDS: readonly HitKind[] = ['message', 'block', 'event']

export interface SearchOptions {
  /** Default: the memory's own space. The installation's `user` space is read beside it. */
  space?: SpaceId | string
  /** Default: all three. */
  kinds?: readonly HitKind[]
  /** Only this conversation (its forks' shared part included); also lets its `session` events be found. */
  thread?: string
  /** Only messages of this speaker, and events that cite one. */
  speaker?: string
  /** Only events of this type. */
  type?: EventType
  /** Half-open range, epoch milliseconds UTC, of message time, or of an event's occurrence or else mention. */
  from?: number
  to?: number
  /** 1–200, default 20. */
  limit?: number
  /** `next` of the page before. */
  cursor?: string
}

/** One thing found. Order over a result is total: score, then time (newest first), then id. */
export interface Hit {
  id: string
  kind: HitKind
  space: SpaceId
  /** Where thread and turn lie: another space than `space` for a user-scope event; null for one from outside. */
  sourceSpace: SpaceId | null
  thread: string | null
  turn: string | null
  /** Epoch milliseconds UTC; null = unknown, sorted last. */
  time: number | null
  title: string | null
  text: string
  /** Who said it (messages only). */
  speaker: string | null
  /** The message's id in its source, such as `conv-26/D1:3` (messages only). */
  externalId: string | null
  /** Higher is better; comparable within one result only. */
  score: number
  /** The query's terms that stand in it. */
  matched: readonly string[]
  /** A message that no block holds yet. */
  open: boolean
}

export interface SearchResult {
  hits: readonly Hit[]
  /** Cursor of the next page; absent at the end. */
  next?: string
}
