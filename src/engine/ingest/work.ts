/**
 * What a worker does: claims one piece of work, and makes one attempt at it.
 *
 * Owns: the form that every kind of queued work has, and the rule of retries. Leaves claiming to the store, running to
 * `worker.ts`.
 */
import { ModelError } from '../../derive/chat-model.ts'
import type { SpaceScope } from '../../domain/space.ts'
import type { WorkedStage } from '../../storage/store.ts'

/**
 * What became of one attempt. `spent`: the day's tokens are, it waits for the next; `lost`: another worker had taken the
 * lease over, nothing was written.
 */
export type Outcome = 'done' | 'retry' | 'dead' | 'spent' | 'lost'

/** For how long work is claimed. */
interface Lease {
  /** Epoch milliseconds. */
  now: number
  leaseMs: number
  /** A random token. */
  lease: string
  /** Somebody waits for everything to be done: nothing is put off until more has gathered. */
  isEager: boolean
}

/** A claimed piece of work. */
export interface Claimed {
  /** Prolongs the lease; false when it was lost. */
  renew(until: number): Promise<boolean>
  /** Makes the attempt; only a failure of the store is thrown. */
  attempt(signal: AbortSignal): Promise<Outcome>
}

/** One kind of work. */
export interface Work {
  /** The stage whose events it takes; absent: it takes blocks. */
  readonly stage?: WorkedStage
  /** The next that is due; undefined when nothing is. */
  claim(scope: SpaceScope, lease: Lease): Promise<Claimed | undefined>
}

/** What failed this often is dead until it is retried by hand. */
const MAX_ATTEMPTS = 3
/** Of what went wrong so much is kept, code units. */
const LONGEST_ERROR = 2_000

/**
 * How a failed attempt is recorded.
 *
 * @param attempt the number of this one, from 1.
 * @param firstRetryMs wait before the second attempt; doubled for the third.
 */
export async function failureOf(
  cause: unknown,
  { attempt, now, firstRetryMs }: { attempt: number; now: number; firstRetryMs: number },
): Promise<{ error: string; retryAt: number | null }> {
  const failure = cause instanceof ModelError ? cause : undefined
  const isLast = attempt >= MAX_ATTEMPTS || failure?.isRetryable === false
  const wait = Math.max(firstRetryMs * 2 ** (attempt - 1), failure?.retryAfterMs ?? 0)
  // What a provider says of a request may repeat a part of it.
  const { redactSecrets } = await import('../../text/redaction/redact.ts')
  const error = redactSecrets(describe(cause).slice(0, LONGEST_ERROR)).text
  return { error, retryAt: isLast ? null : now + wait }
}

function describe(cause: unknown): string {
  if (cause instanceof Error) return cause.message
  return typeof cause === 'string'
    ? cause
    : `the deriver threw ${typeof cause === 'object' ? 'an object' : String(cause)}`
}

/** The answer, or a failure once the attempt is given up: what gives no answer does not hold the worker for ever. */
export function answered<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('derive: the deriver gave no answer in time'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
