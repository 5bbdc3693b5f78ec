/**
 * What a chat completion says.
 *
 * Owns: finding text, end and usage in it, and leaving the model's thinking out. Leaves the form of the text to
 * whoever asked.
 */
import { type ChatReply, type ChatUsage, ModelError } from '../chat-model.ts'

/** What is read of a completion; every field may be absent or of another type. */
interface Completion {
  choices?: { message?: { content?: unknown; refusal?: unknown }; finish_reason?: unknown }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

/**
 * The reply inside the text of a successful answer.
 *
 * @throws ModelError `model-reply` when it is no completion, `model-refused` when the model or a filter declined,
 *   `model-unavailable` when the provider says that it ran out of resources.
 */
export function replyIn(text: string): ChatReply {
  const { choices, usage } = completionIn(text)
  const [choice] = Array.isArray(choices) ? choices : []
  if (!isObject(choice) || !isObject(choice.message)) throw unusable('has no choice with a message')
  const { message, finish_reason: end } = choice
  if (end === 'content_filter') throw declined('a filter of the provider')
  if (typeof message.refusal === 'string' && message.refusal !== '') throw declined('the model')
  if (end === 'insufficient_system_resource')
    throw new ModelError(
      'model-unavailable',
      'derive/openai-compatible: the provider ran out of resources; try later',
    )
  return { text: withoutThinking(contentOf(message.content)), stop: stopOf(end), usage: usageOf(usage) }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function completionIn(text: string): Completion {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // What it is instead is all that helps.
    throw unusable(kindOf(text))
  }
  if (!isObject(value)) throw unusable('is no object')
  return value
}

function kindOf(text: string): string {
  if (text.trim() === '') return 'is empty'
  if (/^\s*</.test(text)) return 'is a page, no JSON'
  return /^\s*(?:data|event|id|:)\s*:?/.test(text) ? 'is a stream of events, no JSON' : 'is no whole JSON'
}

function unusable(what: string): ModelError {
  return new ModelError(
    'model-reply',
    `derive/openai-compatible: the answer ${what}; look whether baseUrl leads to chat completions`,
  )
}

function declined(who: string): ModelError {
  return new ModelError(
    'model-refused',
    `derive/openai-compatible: ${who} declined to answer; nothing helps but another model`,
  )
}

/** A text, or the texts of its parts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(part => (typeof part?.text === 'string' ? part.text : '')).join('')
}

const LEADING = /^\s*<(think|thinking)>/i
const CLOSING = /<\/think(?:ing)?>/gi

/** Some endpoints leave the thinking in the text, in an element before the answer, or with its end alone. */
function withoutThinking(text: string): string {
  const opening = LEADING.exec(text)
  const ends = [...text.matchAll(CLOSING)]
  if (opening) {
    const end = ends[0]
    return end ? text.slice(end.index + end[0].length).trim() : ''
  }
  const last = ends.at(-1)
  // An answer that begins as JSON may speak of such an element itself.
  if (!last || /^\s*(?:[{[]|```)/.test(text)) return text
  return text.slice(last.index + last[0].length).trim()
}

function stopOf(end: unknown): ChatReply['stop'] {
  if (end === 'stop') return 'stop'
  return end === 'length' ? 'length' : 'other'
}

function usageOf(usage: Completion['usage']): ChatUsage | null {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {}
  return isCount(input) && isCount(output) ? { input, output } : null
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
