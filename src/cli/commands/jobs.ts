/**
 * `jobs`: what is still to be derived of blocks and read out of events; running it, and trying again what failed.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventQueue, Job } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { type Column, count, inline, type Style, table, wrap } from '../draw/layout.ts'
import { progressLine } from '../draw/progress.ts'
import { EXIT } from '../exit-codes.ts'
import { integer } from '../options.ts'
import { iso } from '../times.ts'

interface ListOptions {
  all?: boolean
  limit?: number
  after?: number
}

const PATIENCE_MS = 30_000
const DEFAULT_LIMIT = 50

export const addJobs: AddCommand = (program, run, texts) => {
  const { jobs: t } = texts.commands
  const jobs = program.command('jobs').summary(t.summary).description(t.description)
  jobs
    .command('list', { isDefault: true })
    .description(t.list)
    .option('--all', t.all)
    .option('--limit <n>', t.limit, integer(1, 1_000))
    .option('--after <key>', t.after, integer(0))
    .action((options: ListOptions, command) =>
      run(command, context => context.withMemory({}, opened => list(context, opened, options))),
    )
  jobs
    .command('run')
    .description(t.run)
    .action((_options, command) =>
      run(command, context => context.withMemory({}, opened => drain(context, opened))),
    )
  jobs
    .command('pause')
    .description(t.pause)
    .action((_options, command) =>
      run(command, context => context.withMemory({}, opened => rest(context, opened, true))),
    )
  jobs
    .command('resume')
    .description(t.resume)
    .action((_options, command) =>
      run(command, context => context.withMemory({}, opened => rest(context, opened, false))),
    )
  jobs
    .command('retry')
    .description(t.retry)
    .argument('[key]', t.key, integer(1))
    .option('--all', t.retryAll)
    .action((key: number | undefined, { all }: { all?: boolean }, command) =>
      run(command, context => context.withMemory({}, opened => retry(context, opened, key, all ?? false))),
    )
}

async function list(
  context: Context,
  { memory, style }: Opened,
  { all, limit = DEFAULT_LIMIT, after }: ListOptions,
): Promise<Outcome> {
  const { io } = context
  const states = all ? (['pending', 'running', 'dead', 'done'] as const) : undefined
  const found = await memory.jobs({ states, limit, after })
  const last = found.at(-1)
  const next = last && found.length === limit ? last.key : null
  const queues = await memory.eventQueues()
  return {
    json: { jobs: found.map(job => jobJson(job, memory.zone, io.now())), events: queues, next },
    lines: [
      ...(found.length > 0 ? jobTable(found, style) : queues.length > 0 ? [] : [style.texts.noJobs]),
      ...(next === null ? [] : [style.texts.nextPage(`--after ${next}`)]),
      ...(found.length > 0 && queues.length > 0 ? [''] : []),
      ...(queues.length > 0 ? queueTable(queues, style) : []),
      ...deadEventLines(context, queues, style),
    ],
  }
}

async function drain(context: Context, { memory, style }: Opened): Promise<Outcome> {
  const progress = progressLine({
    stream: context.io.stderr,
    style,
    now: context.io.now,
    isWatched: context.isWatched,
  })
  const waiting = await blocksIn(memory, 'pending')
  const onProgress = (done: number) =>
    progress.show(
      waiting === 0 ? 1 : Math.min(1, done / waiting),
      style.texts.deriving(count(Math.min(done, waiting)), count(waiting)),
    )
  const attempts = await memory.drain({ patienceMs: PATIENCE_MS, onProgress })
  progress.clear()
  const [pending, dead] = [await blocksIn(memory, 'pending'), await blocksIn(memory, 'failed')]
  const queues = await memory.eventQueues()
  const events = queueTotals(queues)
  return {
    json: { attempts, waiting: pending, dead, events },
    lines: [
      style.texts.drained(count(attempts), count(pending), count(dead)),
      ...(queues.length > 0 ? queueTable(queues, style) : []),
      ...deadEventLines(context, queues, style),
    ],
    exit: pending + dead + events.waiting + events.dead > 0 ? EXIT.partly : EXIT.done,
  }
}

/** Derivation rests, or goes on, in all processes. */
async function rest(context: Context, { memory, style }: Opened, isPaused: boolean): Promise<Outcome> {
  if (isPaused) await memory.pauseDerivation()
  else await memory.resumeDerivation()
  const lines = isPaused
    ? [style.texts.derivationPaused, `  ${context.toCopy('jobs resume')}`]
    : [style.texts.derivationResumed, `  ${context.toCopy('jobs run')}`]
  return { json: { isPaused }, lines }
}

async function retry(
  context: Context,
  { memory, style }: Opened,
  key: number | undefined,
  all: boolean,
): Promise<Outcome> {
  if ((key === undefined) === !all)
    throw new PalimpsestError('bad-input', 'jobs: give the key of one dead job, or --all')
  const keys = key === undefined ? await deadKeys(memory) : [key]
  const retried: number[] = []
  for (const one of keys) if (await memory.retryJob(one)) retried.push(one)
  if (key !== undefined && retried.length === 0) {
    const list = context.toCopy('jobs')
    throw new PalimpsestError('not-found', `jobs: no dead job has the key ${key}; list them with: ${list}`)
  }
  const events = all ? await memory.retryEvents() : 0
  const lines = [
    ...(retried.length > 0 ? [style.texts.retried(count(retried.length))] : []),
    ...(events > 0 ? [style.texts.retriedEvents(count(events))] : []),
    `  ${context.toCopy('jobs run')}`,
  ]
  return { json: { retried, events }, lines: lines.length === 1 ? [style.texts.noDeadJobs] : lines }
}

async function deadKeys(memory: Opened['memory']): Promise<number[]> {
  const keys: number[] = []
  for (;;) {
    const page = await memory.jobs({ states: ['dead'], after: keys.at(-1), limit: 1_000 })
    keys.push(...page.map(job => job.key))
    if (page.length < 1_000) return keys
  }
}

async function blocksIn(memory: Opened['memory'], status: 'pending' | 'failed'): Promise<number> {
  const { spaces } = await memory.status()
  return spaces.reduce((sum, space) => sum + space.blocks[status], 0)
}

/** A job that is due has no time before which it waits. */
export function jobJson(job: Job, zone: string, now: number) {
  const { key, space, kind, block, thread, sequence, state, attempts, notBefore, leaseUntil, lastError } = job
  return {
    key,
    space,
    kind,
    block,
    thread,
    sequence,
    state,
    attempts,
    notBefore: notBefore > now ? iso(notBefore, zone) : null,
    leaseUntil: iso(leaseUntil, zone),
    lastError,
  }
}

function jobTable(jobs: readonly Job[], style: Style): string[] {
  const { columns, jobState } = style.texts
  const titles: Column[] = [
    { title: columns.key, align: 'right' },
    { title: columns.state },
    { title: columns.failedAttempts, align: 'right' },
    { title: columns.block },
    { title: columns.thread, grows: true },
  ]
  const rows = jobs.map(job => [
    String(job.key),
    jobState[job.state],
    String(job.attempts),
    `#${job.sequence} ${job.block}`,
    inline(job.thread),
  ])
  const errors = jobs.flatMap(({ key, lastError }) =>
    lastError === null
      ? []
      : wrap(`${key}${style.texts.colon}${inline(lastError)}`, style.width).map(style.colours.red),
  )
  return [...table(titles, rows, style), ...errors]
}

/** What waits and what was given up, of the stages that read events. */
export function queueTotals(queues: readonly EventQueue[]): { waiting: number; dead: number } {
  return {
    waiting: queues.reduce((sum, one) => sum + one.waiting, 0),
    dead: queues.reduce((sum, one) => sum + one.dead, 0),
  }
}

/** How to try events again that a stage gave up; nothing when it gave up none. */
export function deadEventLines(context: Context, queues: readonly EventQueue[], style: Style): string[] {
  if (queueTotals(queues).dead === 0) return []
  return ['', ...wrap(style.texts.deadEvents, style.width), `  ${context.toCopy('jobs retry --all')}`]
}

function queueTable(queues: readonly EventQueue[], style: Style): string[] {
  const { columns, eventStage } = style.texts
  const titles: Column[] = [
    { title: columns.stage },
    { title: columns.waitingEvents, align: 'right' },
    { title: columns.failedEvents, align: 'right' },
    { title: columns.space, grows: true },
  ]
  const rows = queues.map(({ stage, waiting, dead, space }) => [
    eventStage[stage],
    count(waiting),
    count(dead),
    inline(space),
  ])
  const errors = queues.flatMap(({ stage, lastError }) =>
    lastError === null
      ? []
      : wrap(`${eventStage[stage]}${style.texts.colon}${inline(lastError)}`, style.width).map(
          style.colours.red,
        ),
  )
  return [...table(titles, rows, style), ...errors]
}
