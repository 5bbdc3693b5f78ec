/**
 * The seam between derivation and a language model: one question, one structured answer.
 *
 * Owns: what a model is asked and gives, and how its failures are told apart. Leaves what is asked to `derive/model`,
 * how it travels to `derive/openai-compatible`.
 */
import { type ErrorCode, PalimpsestError } from '../domain/errors.ts'

/** One call. Nothing is remembered between two of them. */
export interface ChatRequest {
  /** Standing instructions, the same for many calls, so that providers can cache them. */
  system: string
  user: string
  /**
   * The form of the answer. A model that cannot be bound to it answers as `system` and `user` ask, so these describe
   * the form too and name JSON.
   */
  reply: { name: string; schema: Readonly<Record<string, unknown>> }
  /** The answer ends there, with `stop: 'length'`; a positive integer. */
  maxOutputTokens: number
  /** The conversation that it is about, by name, for a model that is chosen by it; never sent. */
  thread?: string
}

/** Tokens that one call took, as the provider counts them. */
export interface ChatUsage {
  input: number
  output: number
}

/** What a model answered. */
export interface ChatReply {
  /** Without the model's thinking; empty when there was nothing else. Its form is not checked. */
  text: string
  /** `stop`: it had said all; `length`: it was cut at `maxOutputTokens`; `other`: it ended in another way. */
  stop: 'stop' | 'length' | 'other'
  /** Null when the provider did not say. */
  usage: ChatUsage | null
  /** The model that answered, when it need not be the one that `name` says; default: that one. */
  model?: string
}

/** A language model behind some endpoint. */
export interface ChatModel {
  /** The provider's name of the model; kept in `madeBy` of what is derived with it. */
  readonly name: string
  /**
   * Asks once.
   *
   * @param signal aborted: the call is given up, and rejects with the signal's reason.
   * @throws ModelError when there is no answer.
   */
  chat(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>
}

/** The codes of {@link ModelError}. */
export type ModelErrorCode = Extract<ErrorCode, `model-${string}`>

/** A failure of a model or of the way to it. Its message never holds a key. */
export class ModelError extends PalimpsestError {
  declare readonly code: ModelErrorCode
  /** Milliseconds after which the endpoint wants to be asked again; null when it did not say. */
  readonly retryAfterMs: number | null

  constructor(code: ModelErrorCode, message: string, retryAfterMs: number | null = null) {
    super(code, message)
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same call may succeed later, with nothing changed. */
  get isRetryable(): boolean {
    return this.code !== 'model-unauthorised' && this.code !== 'model-refused'
  }
}
