/**
 * Events that were stored go through a stage: claimed in batches, attempted, put back or ended.
 *
 * Owns: the order of the steps and the retry rule of every stage. Leaves what a stage does to its own file.
 */
import type { Meter } from '../../derive/meter.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventBatch, EventClaimRequest, EventStage, Store } from '../../storage/store.ts'
import { type Allowance, isSpentError } from './allowance.ts'
import { answered, failureOf, type Outcome, type Work } from './work.ts'

/** What a stage does with one batch. */
export interface StageOfEvents {
  stage: EventStage
  /** Bound of the batches of old events; absent: none. */
  backlog?: NonNullable<EventClaimRequest['backlog']>
  /** In the background a batch is begun when so many events of a space wait; absent: one. */
  least?: number
  /**
   * Works out, outside any transaction, what the batch gives, and how to write it in one step with the batch's end.
   *
   * @returns writes it; gives false when the lease was lost, and `stale` when what was worked out rests on events that
   *   changed meanwhile: nothing was written, and it is worked out again at once.
   */
  prepare(batch: EventBatch, signal: AbortSignal, meter: Meter): Promise<() => Promise<boolean | 'stale'>>
}

/** What every stage runs on. */
export interface EventWorkContext {
  store: Store
  /** Epoch milliseconds; times retries. */
  now: () => number
  allowance: Allowance
}

/** Waits of at least 30 s and 60 s before the second and third attempt. */
const FIRST_RETRY_MS = 30_000

/** A stage as work. */
export function eventWork(context: EventWorkContext, stage: StageOfEvents): Work {
  const { store } = context
  return {
    stage,
    async claim(scope, { isEager, ...lease }) {
      const { backlog, least } = stage
      const batch = await store.claimEvents(scope, {
        ...lease,
        stage: stage.stage,
        ...(backlog ? { backlog } : {}),
        ...(least === undefined || isEager ? {} : { least }),
      })
      if (!batch) return undefined
      return {
        renew: until => store.renewEvents(batch, until),
        attempt: signal => attempt(context, stage, batch, signal),
      }
    },
  }
}

async function attempt(
  { store, now, allowance }: EventWorkContext,
  stage: StageOfEvents,
  batch: EventBatch,
  signal: AbortSignal,
): Promise<Outcome> {
  const fail = async (cause: unknown, isDueAtOnce = false): Promise<Outcome> => {
    const failure = await failureOf(cause, {
      attempt: batch.attempt,
      now: now(),
      firstRetryMs: FIRST_RETRY_MS,
    })
    if (isDueAtOnce && failure.retryAt !== null) failure.retryAt = now()
    if (!(await store.failEvents(batch, failure))) return 'lost'
    return failure.retryAt === null ? 'dead' : 'retry'
  }
  let write: () => Promise<boolean | 'stale'>
  try {
    const meter = allowance.meterOf({ space: batch.sourceSpace, threadKey: batch.threadKey })
    write = await answered(stage.prepare(batch, signal, meter), signal)
  } catch (error) {
    if (!isSpentError(error)) return fail(error)
    return (await store.postponeEvents(batch, await allowance.nextDayAt())) ? 'spent' : 'lost'
  }
  try {
    const outcome = await write()
    if (outcome === 'stale') return await fail(changedMeanwhile(batch), true)
    return outcome ? 'done' : 'lost'
  } catch (error) {
    if (isOfTheStore(error)) throw error
    return fail(error)
  }
}

const changedMeanwhile = ({ stage }: EventBatch) =>
  new PalimpsestError('derivation', `${stage}: events changed while they were read; they are read again`)

/** A failure of the store itself, rather than of what was to be written. */
export const isOfTheStore = (error: unknown): boolean =>
  !(error instanceof PalimpsestError) || error.code.startsWith('store-') || error.code === 'closed'
