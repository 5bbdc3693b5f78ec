/**
 * Asking a model for one stage of one block: once, and once more where that can help.
 *
 * Owns: corrections, halves, leave for each call and what it took. Leaves the texts to the prompts, reading answers to
 * `stages.ts`.
 */
import { cutToTokens } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import { type ChatReply, type ChatRequest, ModelError } from '../chat-model.ts'
import type { BlockToDerive } from '../deriver.ts'
import type { Meter, Spend } from '../meter.ts'
import { compactView, type Numbered, numbered } from './compact-view.ts'
import type { ModelDeriverSettings } from './options.ts'
import { SYSTEM, userText } from './reading.prompt.ts'
import { languageSpoken } from './same-language.ts'
import type { Read, Stage } from './stages.ts'

/** Most tokens of the key facts of one neighbour. */
const NEIGHBOUR_TOKENS = 300
/** Kept free for the task's line and for complaints. */
const RESERVE_TOKENS = 400
const MOST_COMPLAINTS = 5
const COMPLAINT_TOKENS = 50

/** What an attempt runs under. */
interface Attempt {
  signal: AbortSignal
  /** Absent: nobody counts. */
  meter: Meter | undefined
}

/** One attempt at one block. */
export class Calls {
  readonly #settings: Required<ModelDeriverSettings>
  readonly #block: BlockToDerive
  readonly #attempt: Attempt
  readonly #messages: readonly Numbered[]
  readonly #language: ReturnType<typeof languageSpoken>

  constructor(settings: Required<ModelDeriverSettings>, block: BlockToDerive, attempt: Attempt) {
    this.#settings = settings
    this.#block = block
    this.#attempt = attempt
    this.#messages = numbered(block.messages)
    this.#language = languageSpoken(block.messages)
  }

  /**
   * The answer of a stage.
   *
   * @throws ModelError `model-reply` when its second answer cannot be used either, or one of its halves.
   */
  async answer<T>(stage: Stage<T>): Promise<T> {
    const first = await this.#ask(stage, this.#messages)
    if ('value' in first) return first.value
    if (first.isCut && this.#messages.length > 1) return this.#inHalves(stage)
    const second = await this.#ask(stage, this.#messages, first.complaints)
    if ('value' in second) return second.value
    throw unusable(stage, second.complaints)
  }

  async #inHalves<T>(stage: Stage<T>): Promise<T> {
    const middle = Math.ceil(this.#messages.length / 2)
    const values: T[] = []
    for (const half of [this.#messages.slice(0, middle), this.#messages.slice(middle)]) {
      const read = await this.#ask(stage, half)
      if (!('value' in read)) throw unusable(stage, read.complaints)
      values.push(read.value)
    }
    return values.reduce((first, second) => stage.merge(first, second))
  }

  async #ask<T>(
    stage: Stage<T>,
    messages: readonly Numbered[],
    complaints: readonly string[] = [],
  ): Promise<Read<T> & { isCut: boolean }> {
    this.#attempt.signal.throwIfAborted()
    const request = this.#request(stage, messages, complaints)
    const { text, stop } = await this.#asked(stage.name, request)
    const source = { messages, zone: this.#block.zone, language: this.#language }
    return { ...stage.read(text, source), isCut: stop === 'length' && text.trim() !== '' }
  }

  #request<T>(stage: Stage<T>, messages: readonly Numbered[], complaints: readonly string[]): ChatRequest {
    const { inputTokens, outputTokens, redact } = this.#settings
    const before = this.#context(this.#block.previousKeyFacts)
    const after = this.#context(this.#block.nextKeyFacts)
    const room = inputTokens - RESERVE_TOKENS - countTokens(`${SYSTEM}${before}${after}`)
    const conversation = compactView(messages, room, redact)
    const told = complaints.slice(0, MOST_COMPLAINTS).map(one => cutToTokens(one, COMPLAINT_TOKENS))
    const user = userText({ conversation, before, after, language: this.#language }, stage.task, told)
    // Once more as a whole: what is hidden may have come together only here.
    return { system: SYSTEM, user: redact(user), reply: stage.reply, maxOutputTokens: outputTokens }
  }

  #context(keyFacts: string | null): string | null {
    return keyFacts === null ? null : cutToTokens(this.#settings.redact(keyFacts), NEIGHBOUR_TOKENS)
  }

  /** @throws PalimpsestError `allowance` when the day does not hold the call. */
  async #asked(stage: Stage<unknown>['name'], request: ChatRequest): Promise<ChatReply> {
    const { model } = this.#settings
    const { signal, meter } = this.#attempt
    if (meter === undefined) return model.chat(request, signal)
    const asked = countTokens(request.system) + countTokens(request.user)
    return meter.spending(asked + request.maxOutputTokens, async tell => {
      try {
        const reply = await model.chat(request, signal)
        tell(spendOf(stage, model.name, asked, reply))
        return reply
      } catch (error) {
        // An answer of no use was paid for; how much, nobody says.
        if (error instanceof ModelError && error.code === 'model-reply')
          tell(spendOf(stage, model.name, asked, { text: '', usage: null }))
        throw error
      }
    })
  }
}

function spendOf(
  stage: string,
  model: string,
  asked: number,
  { text, usage }: Pick<ChatReply, 'text' | 'usage'>,
): Spend {
  const took = usage ?? { input: asked, output: countTokens(text) }
  return { stage, model, ...took, isEstimated: usage === null }
}

function unusable<T>({ name }: Stage<T>, complaints: readonly string[]): ModelError {
  return new ModelError(
    'model-reply',
    `derive/model: the answer for ${name} cannot be used: ${complaints.slice(0, MOST_COMPLAINTS).join('; ')}; ` +
      'nothing of it was stored; try again, or take another model',
  )
}
