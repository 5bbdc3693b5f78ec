/**
 * Where a model is reached and how patiently.
 *
 * Owns: the options, their defaults and their check at the door. No message here shows a value: it may be a secret in
 * the wrong place.
 */
import { PalimpsestError } from '../../domain/errors.ts'

/** Which endpoint, which model, and how patiently. All have defaults but the key, which local endpoints do without. */
export interface OpenAICompatibleOptions {
  /** Up to, and without, `/chat/completions`; a query is kept. Default `https://api.deepseek.com`. */
  baseUrl?: string
  /** Sent as `Authorization: Bearer KEY`. Default: none is sent. */
  key?: string
  /** Default `deepseek-chat`. */
  model?: string
  /** Sent with every request, for gateways that want more than a key. */
  headers?: Readonly<Record<string, string>>
  /**
   * Further fields of the request, such as `{reasoning_effort: 'low'}`; they win over `temperature`, `thinking`,
   * `response_format` and the limit of the answer, and cannot change model and messages.
   */
  body?: Readonly<Record<string, unknown>>
  /**
   * How long one request may take, answer included, milliseconds; default 120,000. Node itself waits 300,000 for the
   * first byte.
   */
  timeoutMs?: number
  /**
   * How long a call waits in all where the endpoint says `retry-after`, milliseconds; default 30,000. What asks for
   * more fails at once, and says how much.
   */
  patienceMs?: number
}

/** Options with their defaults, checked. */
export interface Endpoint {
  url: URL
  model: string
  headers: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
  timeoutMs: number
  patienceMs: number
  /** What no message may hold. */
  secrets: readonly string[]
}

/** @throws PalimpsestError `config` when an option is not usable. */
export function endpointOf(options: OpenAICompatibleOptions): Endpoint {
  const { baseUrl = 'https://api.deepseek.com', key, model = 'deepseek-chat' } = options
  const { headers = {}, body = {}, timeoutMs = 120_000, patienceMs = 30_000 } = options
  check('model', model.trim() !== '', 'the name of a model')
  if (key !== undefined) check('key', isHeaderValue(key), 'a key without spaces and line ends')
  for (const [name, value] of Object.entries(headers))
    check(
      isHeaderName(name) ? `headers.${name}` : 'headers',
      isHeaderName(name) && isPrintable(value),
      'a name and printable ASCII',
    )
  check('timeoutMs', isPositive(timeoutMs), 'whole milliseconds above 0')
  check('patienceMs', patienceMs === 0 || isPositive(patienceMs), 'whole milliseconds')
  return {
    url: completionsUrl(baseUrl),
    model,
    headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    body,
    timeoutMs,
    patienceMs,
    secrets: [...(key === undefined ? [] : [key]), ...Object.values(headers)].filter(isWorthHiding),
  }
}

/** Short values, such as a version, are no secrets, and would tear holes into messages. */
const isWorthHiding = (value: string) => value.length >= 8
const isHeaderName = (name: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)
const isPrintable = (value: string) => /^[\x20-\x7e]*$/.test(value)
const isHeaderValue = (value: string) => /^[\x21-\x7e]+$/.test(value)
/** A timer of Node counts up to 31 bits. */
const isPositive = (ms: number) => Number.isSafeInteger(ms) && ms > 0 && ms < 2 ** 31

function completionsUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isHttp || url.username !== '' || url.password !== '')
    throw unusable('baseUrl', 'an http or https address without user name and password')
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  url.hash = ''
  return url
}

function check(name: string, isUsable: boolean, wanted: string): void {
  if (!isUsable) throw unusable(name, wanted)
}

function unusable(name: string, wanted: string): PalimpsestError {
  return new PalimpsestError('config', `derive/openai-compatible: ${name} is not usable; give ${wanted}`)
}
