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

/** Tokens that one call of a model spent. */
export interface Spend {
  /** What the call was for, such as `summary` or `events`. */
  stage: string
  model: string
  input: number
  output: number
  /** The model did not say; counted by our own meter. */
  isEstimated: boolean
}

/** Leave to call a model, and what the call cost. */
export interface Meter {
  /**
   * Makes one call within what is left of the day.
   *
   * @param atMost tokens that the call may spend, in and out.
   * @param call makes it, and tells what it spent, however it ends.
   * @throws PalimpsestError `allowance` when the day does not hold them; the call is not made, and the job waits.
   */
  spending<Result>(atMost: number, call: (tell: (spend: Spend) => void) => Promise<Result>): Promise<Result>
}

/** Makes L0–L2 and events of a block. Equal input gives equal output for a deterministic deriver. */
export interface Deriver {
  /** Kept, with the version, in `madeBy` of all that it makes. */
  readonly name: string
  /** Raised whenever the same input could give another result. */
  readonly version: string
  /** How many threads may be derived side by side; a positive integer. */
  readonly concurrency: number
  /**
   * Derives one block; here a model is called, if one is. Whatever it rejects with is kept with the job, which has
   * three attempts.
   *
   * @param signal aborted when the attempt is given up: out of time, its lease lost, or the memory closing.
   * @param meter asked before each call of a model; absent: nobody counts. A deriver without a model leaves it alone.
   */
  derive(block: BlockToDerive, signal: AbortSignal, meter?: Meter): Promise<Derivation>
}
