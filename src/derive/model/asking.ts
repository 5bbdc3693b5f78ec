/**
 * Asking a model one question about a list of things: once, and once more where that can help.
 *
 * Owns: corrections, halves, leave for each call and what it took. Leaves the texts to the prompts, reading answers to
 * whoever asks.
 */
import { cutToTokens } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import { type ChatModel, type ChatReply, type ChatRequest, ModelError } from '../chat-model.ts'
import type { Meter, Spend } from '../meter.ts'

/** What an answer gives: a value, or what was wrong with it in words that the model can act on. */
export type Read<T> = { value: T } | { complaints: string[] }

/** A question about some things, such as the messages of a block. */
export interface Question<Thing, T> {
  /** Of what it is asked, in the words of the costs. */
  stage: string
  /**
   * The request about these things.
   *
   * @param complaints what was wrong with the answer before; empty at first.
   */
  request(things: readonly Thing[], complaints: readonly string[]): ChatRequest
  read(text: string, things: readonly Thing[]): Read<T>
  /** Two halves become one. */
  merge(first: T, second: T): T
}

/** What an attempt runs under. */
export interface Attempt {
  model: ChatModel
  signal: AbortSignal
  /** Absent: nobody counts. */
  meter: Meter | undefined
}

const MOST_COMPLAINTS = 5
const COMPLAINT_TOKENS = 50

/**
 * The answer to a question.
 *
 * @throws ModelError `model-reply` when its second answer cannot be used either, or one of its halves; PalimpsestError
 *   `allowance` when the day does not hold a call.
 */
export async function answerTo<Thing, T>(
  question: Question<Thing, T>,
  things: readonly Thing[],
  attempt: Attempt,
): Promise<T> {
  const first = await ask(question, things, attempt)
  if ('value' in first) return first.value
  if (first.stop === 'length' && !first.isEmpty && things.length > 1)
    return inHalves(question, things, attempt)
  const second = await ask(question, things, attempt, first.complaints)
  if ('value' in second) return second.value
  throw unusable(question.stage, attempt.model, second)
}

async function inHalves<Thing, T>(
  question: Question<Thing, T>,
  things: readonly Thing[],
  attempt: Attempt,
): Promise<T> {
  const middle = Math.ceil(things.length / 2)
  const values: T[] = []
  for (const half of [things.slice(0, middle), things.slice(middle)]) {
    const read = await ask(question, half, attempt)
    if (!('value' in read)) throw unusable(question.stage, attempt.model, read)
    values.push(read.value)
  }
  return values.reduce((first, second) => question.merge(first, second))
}

/** How an answer ended. */
interface Ended {
  stop: ChatReply['stop']
  isEmpty: boolean
}

async function ask<Thing, T>(
  question: Question<Thing, T>,
  things: readonly Thing[],
  attempt: Attempt,
  complaints: readonly string[] = [],
): Promise<Read<T> & Ended> {
  attempt.signal.throwIfAborted()
  const told = complaints.slice(0, MOST_COMPLAINTS).map(one => cutToTokens(one, COMPLAINT_TOKENS))
  const { text, stop } = await called(question.stage, question.request(things, told), attempt)
  return { ...question.read(text, things), stop, isEmpty: text.trim() === '' }
}

async function called(
  stage: string,
  request: ChatRequest,
  { model, signal, meter }: Attempt,
): Promise<ChatReply> {
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

function spendOf(
  stage: string,
  model: string,
  asked: number,
  { text, usage, model: answered = model }: Pick<ChatReply, 'text' | 'usage' | 'model'>,
): Spend {
  const took = usage ?? { input: asked, output: countTokens(text) }
  return { stage, model: answered, ...took, isEstimated: usage === null }
}

function unusable(
  stage: string,
  { name }: ChatModel,
  { complaints, stop }: { complaints: readonly string[] } & Ended,
): ModelError {
  return new ModelError(
    'model-reply',
    `derive/model: the answer of ${name} for ${stage} (ended by: ${stop}) cannot be used: ` +
      `${complaints.slice(0, MOST_COMPLAINTS).join('; ')}; nothing of it was stored; try again, or take another model`,
  )
}
