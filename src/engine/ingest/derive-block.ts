/**
 * A claimed job becomes derived memory: read, derive outside any transaction, check, write once.
 *
 * Owns: the order of the steps and the retry rule. Leaves what is derived to the deriver.
 */

import type { BlockToDerive, Deriver } from '../../derive/deriver.ts'
import type { Message } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { ClaimedJob, DerivedBlock, Store } from '../../storage/store.ts'
import { derivedViews } from '../conversation/derived-views.ts'
import { renderSource } from '../conversation/render.ts'
import { viewText } from '../conversation/show.ts'
import { newEvents } from '../events/new-event.ts'

/** A job that failed this often is dead until it is retried by hand. */
const MAX_ATTEMPTS = 3
/** Wait before the second attempt; doubled for the third. */
const FIRST_RETRY_MS = 2_000

export interface DerivationContext {
  store: Store
  deriver: Deriver
  zone: string
  now: () => number
  signal: AbortSignal
}

/** What became of one attempt. `lost`: another worker had taken the lease over, nothing was written. */
export type DerivationOutcome = 'ready' | 'retry' | 'dead' | 'lost'

/** Runs one attempt of a job to its end; a failure of the deriver is recorded, never thrown. */
export async function deriveBlock(context: DerivationContext, job: ClaimedJob): Promise<DerivationOutcome> {
  let derived: DerivedBlock
  try {
    derived = await attempt(context, job)
    return (await context.store.completeDerivation(job.space, job, derived)) ? 'ready' : 'lost'
  } catch (error) {
    if (error instanceof PalimpsestError && error.code.startsWith('store-')) throw error
    return recordFailure(context, job, error)
  }
}

async function attempt(
  { store, deriver, zone, signal }: DerivationContext,
  job: ClaimedJob,
): Promise<DerivedBlock> {
  const block = await store.block(job.space, job.block)
  if (!block) throw new PalimpsestError('not-found', `ingest: block ${job.block} of job ${job.key} is gone`)
  const turns = await store.turns(job.space, job.threadKey, block.firstTurn, block.lastTurn)
  const messages = turns.flatMap(turn => turn.messages)
  const stored = await store.views(job.space, job.block)
  const source = { text: renderSource(messages), tokens: stored.find(view => view.level === 5)?.tokens ?? 0 }
  const neighbours = await neighbourKeyFacts(store, job)
  const input: BlockToDerive = {
    id: job.block,
    thread: job.thread,
    zone,
    messages: messages.filter(isEvidence),
    previousKeyFacts: neighbours.previous?.text || null,
    nextKeyFacts: neighbours.next?.text || null,
    sourceTokens: source.tokens,
  }
  const derivation = await deriver.derive(input, signal)
  const madeBy = `${deriver.name}-${deriver.version}`
  return {
    title: derivation.title,
    tags: derivation.tags,
    views: derivedViews(derivation, stored, source, madeBy),
    events: newEvents(derivation.events, { space: job.space, block: job.block, turns, madeBy }),
    contextBlock: neighbours.next?.block ?? null,
  }
}

const isEvidence = (message: Message) => !message.own && message.content !== null

async function neighbourKeyFacts(store: Store, job: ClaimedJob) {
  const around = await store.blocks(job.space, job.threadKey, {
    after: Math.max(0, job.sequence - 2),
    limit: 3,
  })
  const keyFactsOf = async (sequence: number) => {
    const block = around.find(b => b.sequence === sequence && b.status === 'ready')
    if (!block) return undefined
    const views = await store.views(job.space, block.id)
    return { block: block.id, text: viewText(2, views, '') }
  }
  return { previous: await keyFactsOf(job.sequence - 1), next: await keyFactsOf(job.sequence + 1) }
}

async function recordFailure(
  { store, now }: DerivationContext,
  job: ClaimedJob,
  cause: unknown,
): Promise<DerivationOutcome> {
  const error = cause instanceof Error ? cause.message : String(cause)
  const isLast = job.attempts >= MAX_ATTEMPTS
  const retryAt = isLast ? null : now() + FIRST_RETRY_MS * 2 ** (job.attempts - 1)
  if (!(await store.failJob(job.space, job, { error, retryAt }))) return 'lost'
  return isLast ? 'dead' : 'retry'
}
