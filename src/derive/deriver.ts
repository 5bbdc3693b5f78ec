/**
 * The seam between conversation and what is derived from it.
 *
 * Owns: what a deriver is given and what it gives back. Leaves visibility, ids and checking of sources to
 * `engine/ingest`.
 */
import type { Message } from '../domain/conversation.ts'
import type { EventDraft, EventScope, EventTime, EventType } from '../domain/event.ts'
import type { Meter } from './meter.ts'
import type { Organizer } from './organizer.ts'
import type { Projector } from './projector.ts'

/** One sealed block, as a deriver sees it. Messages marked `own` and erased ones are left out. */
export interface BlockToDerive {
  id: string
  thread: string
  /** IANA zone in which relative times are meant. */
  zone: string
  /** In the order of the conversation; empty when all were left out. */
  messages: readonly Message[]
  /**
   * L2 of the block before and of the one after, as context only; null when that block is not ready or has no L2 of
   * its own.
   */
  previousKeyFacts: string | null
  nextKeyFacts: string | null
  /** Tokens of L5; bounds the size of L2. */
  sourceTokens: number
  /**
   * Earlier events that those of this block may be related to, at most 8 that share its words and the 4 newest: the only
   * ids that a draft's `relations` may name.
   */
  timeline: readonly OfferedEvent[]
}

/** An earlier event, as a deriver sees it. */
export interface OfferedEvent {
  id: string
  type: EventType
  scope: EventScope
  title: string
  /** At most 400 characters. */
  summary: string
  /** Epoch milliseconds UTC when the conversation referred to it; null = unknown. */
  mentionedAt: number | null
  time: EventTime | null
}

/** Sizes of the derived views; what a deriver says beyond them is cut. */
export const VIEW_SIZES = {
  titleTokens: 24,
  tags: 6,
  summaryTokens: 60,
  keyFactTokens: 120,
  keyFactShare: 0.2,
} as const

/** Tokens that L2 may have: 120, or a fifth of the source where that is more. */
export function keyFactTokens(sourceTokens: number): number {
  return Math.max(VIEW_SIZES.keyFactTokens, Math.floor(sourceTokens * VIEW_SIZES.keyFactShare))
}

/** One line of L2 with the messages it rests on. */
export interface KeyFact {
  /** One line, understandable on its own. */
  text: string
  /** Ids of messages of the block. */
  sources: readonly string[]
}

/** What a deriver gives back for one block; what goes beyond a bound is cut. */
export interface Derivation {
  /** L0: at most 24 tokens, the tags as shown included. */
  title: string
  /** Shown as long as they fit beside the title; at most six. */
  tags: readonly string[]
  /** L1: at most 60 tokens. */
  summary: string
  /**
   * L2 in order of the conversation: together at most 120 tokens, or a fifth of `sourceTokens` where that is more.
   */
  keyFacts: readonly KeyFact[]
  /** Empty when nothing is worth keeping. One that breaks the rules of its fields fails the whole derivation. */
  events: readonly EventDraft[]
}

/** Makes L0–L2 and events of a block. Equal input gives equal output for a deterministic deriver. */
export interface Deriver {
  /** Kept, with the version, in `madeBy` of all that it makes. */
  readonly name: string
  /** Raised whenever the same input could give another result. */
  readonly version: string
  /** How many threads may be derived side by side; a positive integer. */
  readonly concurrency: number
  /** It relates events to earlier ones; false: it gets an empty timeline, which costs nothing. Default true. */
  readonly relates?: boolean
  /** Reads the state of things out of its events; default: the one that needs no model. */
  readonly projector?: Projector
  /** Puts its events under topics; default: the one that needs no model. */
  readonly organizer?: Organizer
  /**
   * Derives one block; here a model is called, if one is. Whatever it rejects with is kept with the job, which has
   * three attempts.
   *
   * @param signal aborted when the attempt is given up: out of time, its lease lost, or the memory closing.
   * @param meter asked before each call of a model; absent: nobody counts. A deriver without a model leaves it alone.
   */
  derive(block: BlockToDerive, signal: AbortSignal, meter?: Meter): Promise<Derivation>
}
