/**
 * What an endpoint's refusal means.
 *
 * Owns: the way from status to error, `retry-after`, and keeping secrets out of messages.
 */

import { cutGraphemes } from '../../text/cut.ts'
import { oneLine } from '../../text/one-line.ts'
import { ModelError, type ModelErrorCode } from '../chat-model.ts'
import type { Answer } from './answer.ts'
import type { Endpoint } from './endpoint.ts'

/** Of what an endpoint says about a failure, this much is told on, in code points. */
const MOST_TOLD = 300

/** The error for an answer that is no success. */
export function failureOf(answer: Answer, endpoint: Endpoint): ModelError {
  const code = codeOf(answer.status)
  // Of a refused key some endpoints repeat a part.
  const said = code === 'model-unauthorised' ? '' : toldBy(answer, endpoint)
  return new ModelError(
    code,
    `derive/openai-compatible: ${endpoint.url.host} answered ${answer.status}${said}; ${REMEDY[code]}`,
    retryAfterMs(answer.headers),
  )
}

function codeOf(status: number): ModelErrorCode {
  if (status === 401 || status === 403) return 'model-unauthorised'
  if (status === 429) return 'model-busy'
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'model-unavailable'
  return 'model-refused'
}

const REMEDY: Record<ModelErrorCode, string> = {
  'model-unauthorised': 'look at the key and at what it may do',
  'model-busy': 'call less often, or try later',
  'model-unavailable': 'try later',
  'model-refused': 'look at baseUrl, the name of the model, the balance, and what the endpoint takes',
  'model-reply': 'try again',
}

/** ` (what it said)`, on one line, secrets replaced; empty when it said nothing or sent a page. */
function toldBy({ text }: Answer, { secrets }: Endpoint): string {
  const told = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[key]'), oneLine(messageIn(text)))
  return told === '' ? '' : ` (${cutGraphemes(told, MOST_TOLD)})`
}

/** The message of an error in one of its usual places, or the text itself. */
function messageIn(text: string): string {
  if (/^\s*</.test(text)) return ''
  try {
    const { error, message, detail } = JSON.parse(text)
    const told = error?.message ?? error ?? message ?? detail
    return typeof told === 'string' ? told : text
  } catch {
    // No JSON, or no object: what it is, it says itself.
    return text
  }
}

/** Milliseconds; a date counts from the answer's own, since no clock is read here. */
function retryAfterMs(headers: Headers): number | null {
  const ms = headers.get('retry-after-ms')
  if (ms !== null && /^\d{1,12}$/.test(ms)) return Number(ms)
  const after = headers.get('retry-after')
  if (after === null) return null
  if (/^\d{1,9}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000)
  const wait = Date.parse(after) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
