/**
 * One request over HTTP and its whole answer.
 *
 * Owns: the time limit, the bound of the answer's size, and reading it as UTF-8. Leaves what status and answer mean
 * to `failures.ts` and `completion.ts`.
 */
import { ModelError } from '../chat-model.ts'
import type { Endpoint } from './endpoint.ts'

/** What came back, whatever it says. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** Many times what a model may say; more is a fault, and is not read. */
const MOST_BYTES = 8 * 1024 * 1024

/**
 * Sends a body and reads the answer whole.
 *
 * @throws ModelError `model-unavailable` when there is none in time, `model-reply` when it is too long or no UTF-8;
 *   the signal's reason when that is aborted.
 */
export async function answerTo(
  { url, headers, timeoutMs }: Endpoint,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  const tooLate = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body,
      // A redirect would carry the headers to a place that nobody named.
      redirect: 'manual',
      signal: AbortSignal.any([signal, tooLate]),
    })
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ModelError) throw error
    if (tooLate.aborted) throw unreachable(url, `gave no whole answer in ${timeoutMs} ms`)
    throw unreachable(url, `could not be asked (${reasonOf(error)})`)
  }
}

function unreachable(url: URL, what: string): ModelError {
  return new ModelError(
    'model-unavailable',
    `derive/openai-compatible: ${url.host} ${what}; look at the connection and at baseUrl, or try later`,
  )
}

/** Node's fetch says "fetch failed" and hides the reason in the cause. Its own words may hold addresses only. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown; cause?: { code?: unknown } } }
  const code = cause?.code ?? cause?.cause?.code
  return typeof code === 'string' ? code : 'the connection ended'
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > MOST_BYTES) throw unreadable(`is longer than ${MOST_BYTES} bytes`)
    pieces.push(piece)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces, size))
  } catch {
    // The decoder says "no UTF-8" by throwing.
    throw unreadable('is no UTF-8')
  }
}

function unreadable(what: string): ModelError {
  return new ModelError(
    'model-reply',
    `derive/openai-compatible: the answer ${what}; look at what stands at baseUrl`,
  )
}
