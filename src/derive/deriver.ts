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

/** One line of L2 with the messages it rests on. */
export interface KeyFact {
  text: string
  sources: readonly string[]
}

export interface Derivation {
  /** At most 24 tokens together with the tags as shown. */
  title: string
  /** At most six. */
  tags: readonly string[]
  /** L1, at most 60 tokens. */
  summary: string
  /** L2 in order of the conversation, together at most max(120, 20 % of L5) tokens. */
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
