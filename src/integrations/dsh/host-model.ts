/**
 * A model of the host, asked once: the way from a question of memory to the host's model service and back.
 *
 * Owns: which model answers, its bounds in time, and what each way of failing means. Leaves the question to the
 * engine, crossing threads to `memory-link.ts`. Relies on these host facts: the service `llm` streams one call and
 * repeats none; its failures end the stream as its last piece; a call that names no session is written to no log, and
 * no agent hears of it; an effort of thinking is refused unless the model offers it.
 */
import { cutGraphemes } from '../../text/cut.ts'
import { oneLine } from '../../text/one-line.ts'
import { type HostMessage, ourQuestion } from './host.ts'
import type { ModelAnswer, ModelFailure, ModelQuestion } from './memory-calls.ts'

/** A model of the host: which provider, and its name there. */
export interface HostRoute {
  provider: string
  model: string
}

/** What is used of the host's service `llm`. */
export interface HostModels {
  stream(call: HostCall): AsyncIterable<HostPiece>
  resolveModelInfo?(
    provider: string,
    model: string,
    signal: AbortSignal,
  ): Promise<{ reasoning?: { efforts: readonly { id: string }[] } }>
}

interface HostCall extends HostRoute {
  system: string
  messages: readonly HostMessage[]
  maxTokens: number
  reasoningEffort?: string
  signal: AbortSignal
}

/** A piece of an answer; kinds other than those named here are passed over. Tokens are counted apart, never twice. */
interface HostPiece {
  type: string
  /** Of `text-delta` and `block-end`: which part of the answer. */
  index?: number
  text?: string
  block?: { type: string; text?: string }
  usage?: { inputTokens: number; outputTokens: number; cacheReadTokens?: number; cacheWriteTokens?: number }
  reason?: { kind: string; failure?: HostFailure }
}

interface HostFailure {
  code?: string
  message?: string
  providerRetryAfterMs?: number
}

export interface HostModelOptions {
  /** The model to ask about a conversation; undefined when the host has none. */
  routeOf: (session: string | undefined) => HostRoute | undefined
  /** The host's service once it is there; default: waited for as long as this, milliseconds. */
  serviceWaitMs?: number
  /** How long one call may take, milliseconds; default 120,000. */
  timeoutMs?: number
}

/** A host is still starting. */
const SERVICE_WAIT_MS = 20_000
const TIMEOUT_MS = 120_000
/** What a host could not do it is asked for again after this time at the earliest, unless it names another. */
const PATIENCE_MS = 60_000
/** Of what a provider says about a failure, this much is told on, in code points. */
const MOST_TOLD = 300
/** Least thinking first; extraction gains little by it. */
const LEAST_EFFORTS = ['off', 'none', 'minimal', 'low']

export class HostModel {
  readonly #options: HostModelOptions
  #models: HostModels | undefined
  readonly #there: Promise<void>
  #isThere: () => void = () => {}

  constructor(options: HostModelOptions) {
    this.#options = options
    this.#there = new Promise(resolve => {
      this.#isThere = resolve
    })
  }

  /** The host's service is there, or there anew. */
  use(models: HostModels): void {
    this.#models = models
    this.#isThere()
  }

  /** Never rejects: a failure is an answer too. */
  async ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const { timeoutMs = TIMEOUT_MS, serviceWaitMs = SERVICE_WAIT_MS } = this.#options
    const tooLate = AbortSignal.timeout(timeoutMs)
    const ended = AbortSignal.any([signal, tooLate])
    try {
      await until(this.#there, AbortSignal.any([ended, AbortSignal.timeout(serviceWaitMs)]))
      const models = this.#models
      const route = this.#options.routeOf(question.session)
      if (models === undefined || route === undefined) return { failure: away('none is chosen') }
      return await answerOf(models, route, question, ended)
    } catch (error) {
      if (this.#models === undefined) return { failure: away('it has no model service') }
      if (tooLate.aborted) return { failure: away(`gave no whole answer in ${timeoutMs} ms`) }
      if (signal.aborted) return { failure: away('the call was given up') }
      return { failure: away(told(error instanceof Error ? error.message : String(error))) }
    }
  }
}

async function answerOf(
  models: HostModels,
  route: HostRoute,
  { system, text, maxOutputTokens }: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const effort = await leastEffort(models, route, signal)
  const call: HostCall = {
    ...route,
    system,
    messages: [ourQuestion(text)],
    maxTokens: maxOutputTokens,
    ...(effort === undefined ? {} : { reasoningEffort: effort }),
    signal,
  }
  const pieces = await allOf(models.stream(call), signal)
  const { reason } = pieces.findLast(({ type }) => type === 'finish') ?? {}
  if (reason === undefined) return { failure: away('the answer has no end') }
  if (reason.kind === 'error' || reason.kind === 'aborted')
    return { failure: failureOf(reason.failure, route) }
  const stop = reason.kind === 'stop' ? 'stop' : reason.kind === 'max-tokens' ? 'length' : 'other'
  const model = `${route.provider}/${route.model}`
  return { reply: { text: textIn(pieces), stop, usage: usageIn(pieces), model } }
}

/** Undefined where the model offers none of them: it then thinks as the host has set it. */
async function leastEffort(
  models: HostModels,
  { provider, model }: HostRoute,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const info = models.resolveModelInfo?.(provider, model, signal)
    const { reasoning } = (info && (await until(info, signal))) ?? {}
    return LEAST_EFFORTS.find(effort => reasoning?.efforts.some(({ id }) => id === effort))
  } catch {
    // What the host does not know of the model it says when it is asked.
    signal.throwIfAborted()
    return undefined
  }
}

/** The pieces without the thinking, which may be long. */
async function allOf(stream: AsyncIterable<HostPiece>, signal: AbortSignal): Promise<HostPiece[]> {
  const pieces: HostPiece[] = []
  const iterator = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await until(iterator.next(), signal)
      if (done) return pieces
      if (KEPT.has(value.type)) pieces.push(value)
    }
  } catch (error) {
    // It is told to end and not waited for: it may be what hangs.
    iterator.return?.().catch(() => {})
    throw error
  }
}

const KEPT: ReadonlySet<string> = new Set(['text-delta', 'block-end', 'usage', 'finish'])

function textIn(pieces: readonly HostPiece[]): string {
  const parts = new Map<number, string>()
  for (const { type, index = 0, text = '', block } of pieces) {
    if (type === 'text-delta') parts.set(index, (parts.get(index) ?? '') + text)
    if (type === 'block-end' && block?.type === 'text') parts.set(index, block.text ?? '')
  }
  return [...parts.values()].join('')
}

function usageIn(pieces: readonly HostPiece[]): { input: number; output: number } | null {
  const { usage } = pieces.findLast(({ type }) => type === 'usage') ?? {}
  if (usage === undefined) return null
  const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, outputTokens: output } = usage
  const input = inputTokens + cacheReadTokens + cacheWriteTokens
  return isCount(input) && isCount(output) ? { input, output } : null
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

// ---- failures -----------------------------------------------------------------------------------------------

/** Codes of the host that are no passing trouble of the provider. */
const CODES: Readonly<Record<string, ModelFailure['code']>> = {
  AUTH: 'model-unauthorised',
  MISSING_CREDENTIAL: 'model-unauthorised',
  INVALID_CREDENTIAL: 'model-unauthorised',
  RATE_LIMIT: 'model-busy',
  QUOTA: 'model-refused',
  INVALID_REQUEST: 'model-refused',
  UNSUPPORTED_CONTENT: 'model-refused',
  CONTEXT_WINDOW_EXCEEDED: 'model-refused',
  CONTENT_FILTER: 'model-refused',
  EMPTY_RESPONSE: 'model-reply',
}

const REMEDY: Record<ModelFailure['code'], string> = {
  'model-unauthorised': 'look at the key of that provider in the settings of DeepSeek Harness',
  'model-busy': 'it is asked again later',
  'model-unavailable': 'it is asked again later; look at the connection and at the model that is chosen',
  'model-refused': 'look at the balance, or choose another model in the setting `model`',
  'model-reply': 'it is asked again',
}

function failureOf({ code = '', message = '', providerRetryAfterMs }: HostFailure = {}, route: HostRoute) {
  const ours = CODES[code] ?? 'model-unavailable'
  // Of a refused key some providers repeat a part.
  const said = ours === 'model-unauthorised' || message === '' ? '' : ` (${told(message)})`
  return failed(
    ours,
    `${route.provider}/${route.model} failed with ${code || 'no code'}${said}`,
    providerRetryAfterMs,
  )
}

const away = (what: string) => failed('model-unavailable', what)

function failed(code: ModelFailure['code'], what: string, retryAfterMs?: number): ModelFailure {
  const isLater = code === 'model-unavailable' || code === 'model-busy'
  return {
    code,
    message: `dsh: the host's model: ${what}; ${REMEDY[code]}`,
    retryAfterMs: retryAfterMs ?? (isLater ? PATIENCE_MS : null),
  }
}

const told = (text: string) => cutGraphemes(oneLine(text), MOST_TOLD)

/** Waits for something, but not longer than the signal lets it. */
function until<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
