/**
 * `ingest`: files of conversations go in, turn by turn, once each.
 *
 * Owns: the order of the steps, progress, and the report. What an earlier run stored is passed over, so a run that
 * was broken off is gone on with by repeating it.
 */
import { basename, resolve } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { PalimpsestError } from '../../domain/errors.ts'
import { type SpaceId, toSpaceId, USER_SPACE } from '../../domain/space.ts'
import type { Memory, SpaceCounts } from '../../memory.ts'
import {
  type ConversationItem,
  type ConversationReader,
  FORMAT_NAMES,
  type FormatName,
  readConversation,
} from '../../transfer/read-conversation.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { count, inline, pairs, type Style, wrap } from '../draw/layout.ts'
import { type Progress, progressLine } from '../draw/progress.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { integer, listOf } from '../options.ts'

interface IngestOptions {
  derive: boolean
  seal: boolean
  blockSize?: number
  format?: FormatName
}

interface Problem {
  line: number | null
  thread: string | null
  turn: string | null
  message: string
}

/** What became of one file. */
interface FileReport {
  file: string
  format: FormatName
  threads: number
  stored: number
  alreadyStored: number
  blocks: number
  problems: Problem[]
}

/** Longest wait for a retry or for the lease of a worker that died, before the rest is left to `jobs run`. */
const PATIENCE_MS = 30_000
/** So many turns are stored before a key press or a signal is looked for. */
const TURNS_PER_BREATH = 16
/** Problems of a file printed for people; all are in the JSON. */
const SHOWN_PROBLEMS = 20

export const addIngest: AddCommand = (program, run, texts) => {
  const { ingest: t } = texts.commands
  program
    .command('ingest')
    .summary(t.summary)
    .description(t.description)
    .argument('<file...>', t.file)
    .option('--format <name>', t.format, text => listOf(FORMAT_NAMES)(text)[0])
    .option('--block-size <n>', t.blockSize, integer(1))
    .option('--no-derive', t.noDerive)
    .option('--no-seal', t.noSeal)
    .action((files: string[], options: IngestOptions, command) =>
      run(command, context => {
        // Opened first: a file that is missing is told before a database is made.
        const readers = files.map(file => {
          const path = resolve(context.io.cwd, file)
          return { path, reader: readConversation(path, { format: options.format, ended: options.seal }) }
        })
        return context.withMemory({ create: true, blockSize: options.blockSize }, opened =>
          ingestCommand(context, opened, readers, options),
        )
      }),
    )
}

async function ingestCommand(
  context: Context,
  opened: Opened,
  readers: readonly { path: string; reader: ConversationReader }[],
  options: IngestOptions,
): Promise<Outcome> {
  const { memory, space, style } = opened
  if (space === USER_SPACE) {
    throw new PalimpsestError(
      'bad-input',
      'ingest: the space user is written by deriving only; name the space of the conversations with --space',
    )
  }
  const before = await countsOf(memory)
  const stop = stopOnInterrupt()
  const progress = progressLine({
    stream: context.io.stderr,
    style,
    now: context.io.now,
    isWatched: context.isWatched,
  })
  const reports: FileReport[] = []
  const spaces = new Set<SpaceId>()
  try {
    for (const { path, reader } of readers) {
      if (stop.asked) break
      reports.push(await ingestFile(path, reader, { context, opened, progress, stop, spaces }))
    }
    if (options.derive && !stop.asked) await derive(memory, style, progress)
  } finally {
    progress.clear()
    stop.forget()
  }
  return outcomeOf(context, opened, reports, { before, isStopped: stop.asked, spaces: [...spaces].sort() })
}

// ---- storing --------------------------------------------------------------------------------------------------

interface FileWork {
  context: Context
  opened: Opened
  progress: Progress
  stop: { readonly asked: boolean }
  /** Where turns went. */
  spaces: Set<SpaceId>
}

async function ingestFile(path: string, reader: ConversationReader, work: FileWork): Promise<FileReport> {
  const report: FileReport = {
    file: path,
    format: reader.format,
    threads: 0,
    stored: 0,
    alreadyStored: 0,
    blocks: 0,
    problems: [],
  }
  let seen = 0
  for await (const item of reader) {
    await take(item, report, work)
    // A document is read whole before its first turn: then the bytes say nothing.
    const share = item.bytesRead < reader.bytes ? item.bytesRead / reader.bytes : null
    work.progress.show(
      share,
      work.opened.style.texts.storing(basename(path), count(report.stored + report.alreadyStored)),
    )
    if (++seen % TURNS_PER_BREATH === 0) await breathe()
    if (work.stop.asked) break
  }
  return report
}

async function take(
  item: ConversationItem,
  report: FileReport,
  { context, opened, spaces }: FileWork,
): Promise<void> {
  if (item.kind === 'problem') {
    const { line, thread, turn, message } = item
    report.problems.push({ line: line ?? null, thread: thread ?? null, turn: turn ?? null, message })
    return
  }
  const { memory } = opened
  const thread = item.kind === 'turn' ? item.turn.thread : item.thread
  try {
    const space = spaceOf(item.space, report.format, context, opened)
    if (item.kind === 'turn') {
      const outcome = await memory.ingest(item.turn, { space })
      spaces.add(space)
      if (outcome.status === 'stored') report.stored++
      else report.alreadyStored++
      report.blocks += outcome.sealed.length
      return
    }
    report.threads++
    report.blocks += (await memory.seal(thread, { space })).length
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code.startsWith('store-')) throw error
    // The end of a thread none of whose turns could be stored: the turns' own problems are told already.
    if (item.kind === 'thread-end') return
    const line = item.line ?? null
    report.problems.push({
      line,
      thread,
      turn: item.turn.turn ?? null,
      message: `${error.code}: ${error.message}`,
    })
  }
}

/** The space the user named, else the one the file names, else that of the current folder. */
function spaceOf(named: string | undefined, format: FormatName, context: Context, opened: Opened): SpaceId {
  if (context.options.space !== undefined || named === undefined) return opened.space
  return toSpaceId(format === 'locomo' ? `local:session:${named}` : named)
}

async function derive(memory: Memory, style: Style, progress: Progress): Promise<void> {
  const { pending: waiting } = await countsOf(memory)
  const onProgress = (done: number) =>
    progress.show(
      waiting === 0 ? 1 : Math.min(1, done / waiting),
      style.texts.deriving(count(Math.min(done, waiting)), count(waiting)),
    )
  await memory.drain({ patienceMs: PATIENCE_MS, onProgress })
}

/** The first Ctrl-C ends after the turn at hand; a second one ends at once. Either way nothing acknowledged is lost. */
function stopOnInterrupt(): { readonly asked: boolean; forget(): void } {
  let asked = false
  const ask = () => {
    asked = true
  }
  process.once('SIGINT', ask)
  return {
    get asked() {
      return asked
    },
    forget: () => process.off('SIGINT', ask),
  }
}

/** What the store holds, all spaces together. */
interface Counts {
  turns: number
  events: number
  pending: number
  failed: number
}

async function countsOf(memory: Memory): Promise<Counts> {
  const { spaces } = await memory.status()
  const sum = (value: (space: SpaceCounts) => number) =>
    spaces.reduce((total, space) => total + value(space), 0)
  return {
    turns: sum(space => space.turns),
    events: sum(space => space.events),
    pending: sum(space => space.blocks.pending),
    failed: sum(space => space.blocks.failed),
  }
}

// ---- report ---------------------------------------------------------------------------------------------------

/** What the whole run did. */
interface Run {
  /** What the store held when it began. */
  before: Counts
  isStopped: boolean
  /** Where turns went. */
  spaces: readonly SpaceId[]
}

async function outcomeOf(
  context: Context,
  { memory, database, isNew, style }: Opened,
  files: readonly FileReport[],
  { before, isStopped, spaces }: Run,
): Promise<Outcome> {
  const sum = (value: (file: FileReport) => number) => files.reduce((total, file) => total + value(file), 0)
  const now = await countsOf(memory)
  const total = {
    stored: sum(file => file.stored),
    alreadyStored: sum(file => file.alreadyStored),
    problems: sum(file => file.problems.length),
    blocks: sum(file => file.blocks),
    events: now.events - before.events,
    pending: now.pending,
    failed: now.failed,
  }
  const isMade = isNew && now.turns > 0
  const { texts } = style
  const mark = isMade ? texts.aside(texts.madeNew) : isNew ? texts.aside(texts.notMade) : ''
  return {
    json: { database: database.path, isNew: isMade, spaces, isStopped, ...total, files },
    lines: [
      ...files.flatMap(file => fileLines(file, style)),
      ...pairs(
        [
          [texts.columns.database, `${database.path}${mark}`],
          ...(spaces.length === 0 ? [] : [[texts.columns.space, spaces.map(inline).join(', ')] as const]),
          [texts.columns.turns, texts.turnsStored(count(total.stored), count(total.alreadyStored))],
          [
            texts.columns.blocks,
            texts.blocksMade(count(total.blocks), count(total.pending), count(total.failed)),
          ],
          [texts.columns.events, count(total.events)],
          ...(total.problems === 0
            ? []
            : [[texts.columns.problems, style.colours.red(count(total.problems))] as const]),
        ],
        style,
      ),
      ...(total.failed > 0
        ? [
            ...wrap(texts.deadJobs, style.width),
            `  ${context.toCopy('jobs')}`,
            `  ${context.toCopy('jobs retry --all')}`,
            `  ${context.toCopy('jobs run')}`,
          ]
        : []),
      ...(isStopped ? wrap(texts.stopped, style.width) : []),
    ],
    exit: exitOf(total.problems, total.stored + total.alreadyStored, isStopped || now.failed > before.failed),
  }
}

/** @param isUnfinished the run was stopped, or a block failed for good in it. */
function exitOf(problems: number, turns: number, isUnfinished: boolean): ExitCode {
  if (problems === 0 && !isUnfinished) return EXIT.done
  return turns > 0 || isUnfinished ? EXIT.partly : EXIT.failed
}

function fileLines(file: FileReport, style: Style): string[] {
  if (file.problems.length === 0) return []
  const { colours, texts } = style
  const more = file.problems.length - SHOWN_PROBLEMS
  return [
    colours.bold(inline(file.file)),
    ...file.problems
      .slice(0, SHOWN_PROBLEMS)
      .flatMap(({ message }) => wrap(`${colours.red('✗')} ${inline(message)}`, style.width, '  ')),
    ...(more > 0 ? [`  ${texts.moreProblems(count(more))}`] : []),
    '',
  ]
}
