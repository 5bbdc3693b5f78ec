/**
 * What a model deriver is made of, and what it tells of its calls.
 *
 * Owns: the options' types and defaults' words. Leaves their check to `model-deriver.ts`.
 */
import type { ChatModel } from '../chat-model.ts'

/** One call that was answered, and what it took. */
export interface CallReport {
  stage: 'summary' | 'events'
  /** The provider's name of the model. */
  model: string
  /** Id of the block. */
  block: string
  /** Tokens. */
  input: number
  output: number
  /** The provider did not say how many, our own meter did. */
  isEstimated: boolean
}

/** Which model, how much it is sent, and who is told. Only `model` is needed. */
export interface ModelDeriverOptions {
  model: ChatModel
  /**
   * Most tokens of one call's input, instructions included, by our own meter; at least 4,000, default 12,000. What
   * does not fit is cut: tool output first, then code, then the longest messages.
   */
  inputTokens?: number
  /** Most tokens of one answer; at least 500, default 4,000. A longer one is asked for again in two halves. */
  outputTokens?: number
  /** Applied to every text before it is cut and sent. Default: nothing is hidden. */
  redact?: (text: string) => string
  /** Told of every call that was answered. What it throws ends the attempt, so it can also set a limit. */
  onUsage?: (call: CallReport) => void
}

/** Options with their defaults. */
export type ModelDeriverSettings = Required<ModelDeriverOptions>
