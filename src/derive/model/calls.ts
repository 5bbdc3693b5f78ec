/**
 * Asking a model for one stage of one block.
 *
 * Owns: what of the block is sent. Leaves asking to `asking.ts`, the texts to the prompts, reading answers to
 * `stages.ts`.
 */
import { cutToTokens } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import type { ChatRequest } from '../chat-model.ts'
import type { BlockToDerive } from '../deriver.ts'
import { type Attempt, answerTo, type Question } from './asking.ts'
import { compactView, type Numbered, numbered } from './compact-view.ts'
import { earlierEvents } from './earlier-events.ts'
import type { ModelDeriverSettings } from './options.ts'
import { SYSTEM, userText } from './reading.prompt.ts'
import { languageSpoken } from './same-language.ts'
import type { Stage } from './stages.ts'

/** Most tokens of the key facts of one neighbour. */
const NEIGHBOUR_TOKENS = 300
/** Kept free for the task's line and for complaints. */
const RESERVE_TOKENS = 400

/** One attempt at one block. */
export class Calls {
  readonly #settings: Required<ModelDeriverSettings>
  readonly #block: BlockToDerive
  readonly #attempt: Attempt
  readonly #messages: readonly Numbered[]
  readonly #language: ReturnType<typeof languageSpoken>
  readonly #earlier: string

  constructor(
    settings: Required<ModelDeriverSettings>,
    block: BlockToDerive,
    attempt: Omit<Attempt, 'model'>,
  ) {
    this.#settings = settings
    this.#block = block
    this.#attempt = { model: settings.model, ...attempt }
    this.#messages = numbered(block.messages)
    this.#language = languageSpoken(block.messages)
    this.#earlier = earlierEvents(block.timeline, settings.redact)
  }

  /**
   * The answer of a stage.
   *
   * @throws ModelError `model-reply` when its second answer cannot be used either, or one of its halves.
   */
  answer<T>(stage: Stage<T>): Promise<T> {
    const { zone, timeline } = this.#block
    const question: Question<Numbered, T> = {
      stage: stage.name,
      request: (messages, complaints) => this.#request(stage, messages, complaints),
      read: (text, messages) => stage.read(text, { messages, zone, language: this.#language, timeline }),
      merge: stage.merge,
    }
    return answerTo(question, this.#messages, this.#attempt)
  }

  #request<T>(stage: Stage<T>, messages: readonly Numbered[], complaints: readonly string[]): ChatRequest {
    const { inputTokens, outputTokens, redact } = this.#settings
    const before = this.#context(this.#block.previousKeyFacts)
    const after = this.#context(this.#block.nextKeyFacts)
    const room = inputTokens - RESERVE_TOKENS - countTokens(`${SYSTEM}${before}${after}${this.#earlier}`)
    const conversation = compactView(messages, room, redact)
    const earlier = stage.name === 'events' && this.#earlier !== '' ? this.#earlier : null
    const reading = { conversation, before, after, earlier, language: this.#language }
    const user = userText(reading, stage.task, complaints)
    // Once more as a whole: what is hidden may have come together only here.
    const { thread } = this.#block
    return { system: SYSTEM, user: redact(user), reply: stage.reply, maxOutputTokens: outputTokens, thread }
  }

  #context(keyFacts: string | null): string | null {
    return keyFacts === null ? null : cutToTokens(this.#settings.redact(keyFacts), NEIGHBOUR_TOKENS)
  }
}
