/**
 * What a model deriver is made of.
 *
 * Owns: the options' types and defaults' words. Leaves their check to `model-deriver.ts`.
 */
import type { ChatModel } from '../chat-model.ts'

/** Which model, and how much it is sent. Only `model` is needed. */
export interface ModelDeriverOptions {
  model: ChatModel
  /**
   * Most tokens of one call's input, instructions included, by our own meter; at least 4,000, default 12,000. What
   * does not fit is cut: tool output first, then code, then the longest messages.
   */
  inputTokens?: number
  /** Most tokens of one answer; at least 500, default 4,000. A longer one is asked for again in two halves. */
  outputTokens?: number
  /** Applied to every text before it is cut and sent. Default: `redactSecrets`. */
  redact?: (text: string) => string
}

/** Options with their defaults. */
export type ModelDeriverSettings = Required<Omit<ModelDeriverOptions, 'redact'>> &
  Pick<ModelDeriverOptions, 'redact'>
