/**
 * A claimed job becomes derived memory: read, derive outside any transaction, check, write once.
 *
 * Owns: the order of the steps and the retry rule. Leaves what is derived to the deriver.
 */

import { type BlockToDerive, type Deriver, VIEW_SIZES } from '../../derive/deriver.ts'
import type { Message, ReadyBlock, Turn, View } from '../../domain/conversation.ts'
import type { ClaimedJob, DerivedBlock, Store } from '../../storage/store.ts'
import { cutGraphemes } from '../../text/cut.ts'
import { derivedViews } from '../conversation/derived-views.ts'
import { renderSource, type Source } from '../conversation/render.ts'
import { type EventSource, newEvents } from '../events/new-event.ts'
import { type Allowance, isSpentError } from './allowance.ts'
import { isOfTheStore } from './event-work.ts'
import { timelineOf } from './timeline.ts'
import { answered, failureOf, type Outcome, type Work } from './work.ts'

/** A job that lost its worker this often is dead. */
const MAX_LOSSES = 12
/** Bounds of what is stored of a title and of a tag, in code points. */
const MAX_TITLE = 200
const MAX_TAG = 64
/** Wait before the second attempt; doubled for the third. */
const FIRST_RETRY_MS = 2_000

/** What an attempt needs beside its job. */
export interface DerivationContext {
  store: Store
  deriver: Deriver
  /** IANA zone in which relative times are meant. */
  zone: string
  /** Epoch milliseconds; times retries. */
  now: () => number
  /** What calls of a model may spend. */
  allowance: Allowance
  /** Loads the judge of whether a draft can take the place of an earlier event. */
  loadSameKey: () => Promise<NonNullable<EventSource['isSameKey']>>
  /** Aborted: the attempt is given up. */
  signal: AbortSignal
}

/** Derivation as work. */
export function derivationWork(
  context: Omit<DerivationContext, 'signal'> & { onReady: (block: ReadyBlock) => void },
): Work {
  const { store } = context
  return {
    async claim(scope, { isEager: _, ...lease }) {
      const job = await store.claimJob(scope, { ...lease, maxLosses: MAX_LOSSES })
      if (!job) return undefined
      return {
        renew: until => store.renewLease(job.space, job, until),
        attempt: async signal => {
          const outcome = await deriveBlock({ ...context, signal }, job)
          if (outcome === 'done') context.onReady({ block: job.block, thread: job.thread, space: job.space })
          return outcome
        },
      }
    },
  }
}

/**
 * Runs one attempt of a job to its end.
 *
 * A failure of the deriver, or of what it gave back, is recorded with the job; only one of the store is thrown.
 */
async function deriveBlock(context: DerivationContext, job: ClaimedJob): Promise<Outcome> {
  const read = await readBlock(context, job)
  if (!read) return recordFailure(context, job, new Error(`ingest: block ${job.block} is gone`))
  let derived: DerivedBlock
  try {
    derived = await derive(context, job, read)
  } catch (error) {
    return isSpentError(error) ? postpone(context, job) : recordFailure(context, job, error)
  }
  try {
    return (await context.store.completeDerivation(job.space, job, derived)) ? 'done' : 'lost'
  } catch (error) {
    if (isOfTheStore(error)) throw error
    return recordFailure(context, job, error)
  }
}

async function postpone({ store, allowance }: DerivationContext, job: ClaimedJob): Promise<Outcome> {
  const until = await allowance.nextDayAt()
  return (await store.postponeJob(job.space, job, until)) ? 'spent' : 'lost'
}

interface BlockRead {
  input: BlockToDerive
  turns: readonly Turn[]
  views: readonly View[]
  source: Source
  contextBlock: string | null
}

async function readBlock(
  { store, zone, deriver }: DerivationContext,
  job: ClaimedJob,
): Promise<BlockRead | undefined> {
  const block = await store.block(job.space, job.block)
  if (!block) return undefined
  const turns = await store.turns(job.space, job.threadKey, block.firstTurn, block.lastTurn)
  const messages = turns.flatMap(turn => turn.messages)
  const views = await store.views(job.space, job.block)
  const source = { text: renderSource(messages), tokens: views.find(view => view.level === 5)?.tokens ?? 0 }
  const neighbours = await neighbourKeyFacts(store, job)
  const input: BlockToDerive = {
    id: job.block,
    thread: job.thread,
    zone,
    messages: messages.filter(isEvidence),
    previousKeyFacts: neighbours.previous?.text ?? null,
    nextKeyFacts: neighbours.next?.text ?? null,
    sourceTokens: source.tokens,
    timeline: deriver.relates === false ? [] : await timelineOf(store, job, turns),
  }
  return { input, turns, views, source, contextBlock: neighbours.next?.block ?? null }
}

async function derive(
  { deriver, signal, allowance, loadSameKey }: DerivationContext,
  job: ClaimedJob,
  { input, turns, views, source, contextBlock }: BlockRead,
): Promise<DerivedBlock> {
  const madeBy = `${deriver.name}-${deriver.version}`
  const { checkDerivation } = await import('../../derive/derivation-schema.ts')
  const derivation = checkDerivation(
    await answered(deriver.derive(input, signal, allowance.meterOf(job)), signal),
    madeBy,
  )
  const isRelated = derivation.events.some(({ relations }) => (relations?.supersedes ?? []).length > 0)
  const events = newEvents(derivation.events, {
    space: job.space,
    block: job.block,
    turns,
    madeBy,
    offered: input.timeline,
    ...(isRelated ? { isSameKey: await loadSameKey() } : {}),
  })
  const states = events.toSorted((a, b) => a.createdTurn - b.createdTurn)
  return {
    title: cutGraphemes(derivation.title, MAX_TITLE),
    tags: derivation.tags.slice(0, VIEW_SIZES.tags).map(tag => cutGraphemes(tag, MAX_TAG)),
    views: derivedViews(derivation, views, source, madeBy, states),
    events,
    contextBlock,
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
    // A view that repeats a deeper one is no summary, and what it repeats may hold records of our own tools.
    const text = views.find(view => view.level === 2)?.text ?? null
    return text === null ? undefined : { block: block.id, text }
  }
  return { previous: await keyFactsOf(job.sequence - 1), next: await keyFactsOf(job.sequence + 1) }
}

async function recordFailure(
  { store, now }: DerivationContext,
  job: ClaimedJob,
  cause: unknown,
): Promise<Outcome> {
  const attempt = job.attempts + 1
  const failure = await failureOf(cause, { attempt, now: now(), firstRetryMs: FIRST_RETRY_MS })
  if (!(await store.failJob(job.space, job, failure))) return 'lost'
  return failure.retryAt === null ? 'dead' : 'retry'
}
