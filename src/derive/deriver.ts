/**
 * The seam between conversation and what is derived from it.
 *
 * Owns: what a deriver is given and what it gives back. Leaves visibility, ids and checking of sources to
 * `engine/ingest`.
 */
import type { Message } from '../domain/conversation.ts'
import type { EventDraft } from '../domain/event.ts'

/** One sealed block, as a deriver sees it. Messages marked `own` and erased ones are left out. */
export interface BlockToDerive {
  id: string
  thread: string
  /** IANA zone in which relative times are meant. */
  zone: string
  messages: readonly Message[]
  /** L2 of the block before and of the one after, as context only; null when that block is not ready. */
  previousKeyFacts: string | null
  nextKeyFacts: string | null
  /** Tokens of L5; bounds the size of L2. */
  sourceTokens: number
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
  text: string
  sources: readonly string[]
}

export interface Derivation {
  /** Fits `VIEW_SIZES.titleTokens` together with the tags as shown. */
  title: string
  /** At most `VIEW_SIZES.tags`. */
  tags: readonly string[]
  /** L1, at most `VIEW_SIZES.summaryTokens`. */
  summary: string
  /** L2 in order of the conversation, together at most {@link keyFactTokens}. */
  keyFacts: readonly KeyFact[]
  events: readonly EventDraft[]
}

/**
 * Makes L0–L2 and events of a block. Equal input gives equal output for a deterministic deriver; a failure is
 * thrown and retried by the caller, an empty list of events is an ordinary result.
 */
export interface Deriver {
  readonly name: string
  /** Raised whenever the same input could give another result. */
  readonly version: string
  /** How many threads may be derived side by side. */
  readonly concurrency: number
  derive(block: BlockToDerive, signal: AbortSignal): Promise<Derivation>
}
