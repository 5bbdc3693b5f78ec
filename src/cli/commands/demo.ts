/**
 * `demo`: the whole of it in a few seconds, on conversations we wrote, in a database of its own that stays.
 *
 * Owns: the order of its parts and what is shown of each; the three views are in `demo-story.ts`. Every answer is what the store finds now: nothing is written beforehand.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePath } from '../../config/database-path.ts'
import type { Level, TurnInput } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { USER_SPACE } from '../../domain/space.ts'
import type { BlockView } from '../../memory.ts'
import { readConversation } from '../../transfer/read-conversation.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { copyableSeries, near } from '../copyable.ts'
import {
  type Column,
  count,
  inline,
  percent,
  type Style,
  table,
  truncate,
  visible,
  wrap,
} from '../draw/layout.ts'
import { progressLine } from '../draw/progress.ts'
import { legend, strip } from '../draw/strip.ts'
import { blockJson, totalsOf } from './blocks.ts'
import { tellStory } from './demo-story.ts'
import { dressHit, hitJson, hitLines } from './search.ts'

/** One turn a block, so that conversations of a dozen turns show all six levels; the default is twelve. */
const BLOCK_SIZE = 1
/** Where the people of the conversations live. */
const ZONE = 'Europe/Berlin'
const QUESTIONS = [
  'why did we switch from npm to pnpm?',
  'when was the routing cluster down?',
  '离线同步为什么改用 CRDT',
]
const HITS_PER_QUESTION = 2
/** A second hit is shown when its score is at least this share of the first one's. */
const CLOSE = 0.5
/** Lines of the original words that are shown of the opened block, and the columns in which they are counted. */
const OPENED_LINES = 14
const OPENED_COLUMNS = 60
/** The deepest level of a block that has faded far. */
const FADED: Level = 1
/** Between two frames of the strip, so that a person sees it move. */
const FRAME_MS = 150

interface DemoFile {
  name: string
  turns: readonly TurnInput[]
}

type Frame = readonly BlockView[]

interface TokenRow {
  file: string
  threads: number
  turns: number
  tokens: number
  sourceTokens: number
}

export const addDemo: AddCommand = (program, run, texts) => {
  const { demo: t } = texts.commands
  program
    .command('demo')
    .summary(t.summary)
    .description(t.description)
    .action((_options, command) => run(command, demoCommand))
}

async function demoCommand(context: Context): Promise<Outcome> {
  if (context.options.dsh)
    throw new PalimpsestError(
      'bad-input',
      'demo: --dsh is for real memory; name a new file with --db, or none',
    )
  const files = await readExamples(join(context.io.packageFolder, 'examples', 'conversations'))
  const database = await freshDatabase(context)
  return context.withMemoryAt(
    database,
    { create: true, blockSize: BLOCK_SIZE, zone: ZONE, synchronous: 'normal', isDemonstration: true },
    opened => tell(context, opened, files),
  )
}

async function tell(context: Context, opened: Opened, files: readonly DemoFile[]): Promise<Outcome> {
  const { style, space, database } = opened
  const { demo: t } = style.texts
  const turns = files.reduce((sum, file) => sum + file.turns.length, 0)
  const threads = new Set(files.flatMap(file => file.turns.map(turn => turn.thread))).size
  context.print([
    ...wrap(t.title(count(turns), files.length, threads), style.width).map(style.colours.bold),
    `→ ${near(context.io.cwd, database.path)}`,
    '',
  ])

  const live = longestThread(files)
  heading(1, t.arriving, t.arrivingNote(live))
  const frames = await watchArrive(
    context,
    opened,
    files.flatMap(file => file.turns).filter(turn => turn.thread === live),
  )
  await storeOthers(context, opened, files, live)

  heading(2, t.asking)
  const answers = []
  for (const question of QUESTIONS) answers.push(await answer(context, opened, question))

  heading(3, t.views)
  const story = await tellStory(context, opened)
  context.print(story.lines)

  const rows = await tokensOf(opened, files)
  heading(4, t.opening)
  const { block, shorter } = mostTelling(frames)
  const opening = await openAgain(context, opened, block)

  heading(5, t.counting)
  const total = totalOf(rows, style.texts.columns.total)
  context.print([
    ...tokenTable([...rows, total], style),
    '',
    ...wrap(t.saved(percent(total.tokens, total.sourceTokens)), style.width),
    ...wrap(t.byDefault, style.width).map(style.colours.dim),
    '',
  ])

  heading(6, t.trying)
  const commands = commandsToTry(context, database.path, block, shorter)
  return {
    json: {
      database: database.path,
      space,
      turns,
      thread: live,
      frames: frames.map(blocks => blocks.map(block => block.level)),
      answers,
      story: story.json,
      opened: opening,
      tokens: { files: rows, total },
      commands,
    },
    lines: commands.map(command => `  ${command}`),
  }

  function heading(number: number, text: string, note = ''): void {
    context.print([
      ...wrap(`${number}. ${text}`, style.width).map(style.colours.bold),
      ...(note === '' ? [] : wrap(note, style.width, '   ').map(style.colours.dim)),
      '',
    ])
  }
}

// ---- the conversations ----------------------------------------------------------------------------------------

async function readExamples(folder: string): Promise<DemoFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl')).sort()
  if (names.length === 0) {
    throw new PalimpsestError(
      'bad-input',
      `demo: no conversations in ${folder}; the demo runs in a checkout of the repository`,
    )
  }
  const files: DemoFile[] = []
  for (const name of names) {
    const turns: TurnInput[] = []
    for await (const item of readConversation(join(folder, name)))
      if (item.kind === 'turn') turns.push(item.turn)
    files.push({ name, turns })
  }
  return files
}

/** The demo's own file is made anew; another one only where nothing is yet. */
async function freshDatabase(context: Context): Promise<DatabasePath> {
  if (context.options.db !== undefined) {
    const named = context.database()
    if (!existsSync(named.path)) return named
    throw new PalimpsestError(
      'bad-input',
      `demo: ${named.path} is there already and stays as it is; name a new file`,
    )
  }
  const path = join(context.io.packageFolder, '.palimpsest', 'demo.db')
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true })
  return { path, source: 'default' }
}

function longestThread(files: readonly DemoFile[]): string {
  const turns = new Map<string, number>()
  for (const { thread } of files.flatMap(file => file.turns)) turns.set(thread, (turns.get(thread) ?? 0) + 1)
  const [longest] = [...turns].sort(([, a], [, b]) => b - a)
  return longest?.[0] ?? ''
}

// ---- 1: turns arrive, older blocks fade -----------------------------------------------------------------------

/** The thread's blocks after each turn. */
async function watchArrive(context: Context, opened: Opened, turns: readonly TurnInput[]): Promise<Frame[]> {
  const { memory, space, style } = opened
  const frames: Frame[] = []
  const isLive = context.isWatched && context.io.stdout.isTTY === true
  for (const [index, turn] of turns.entries()) {
    await memory.ingest(turn, { space })
    await memory.drain()
    const { blocks } = await memory.blocks(turn.thread, { space, text: true })
    frames.push(blocks)
    const isLast = index === turns.length - 1
    const lines = frameLines(blocks, index + 1, style)
    if (isLive) {
      context.print(lines)
      if (!isLast) {
        await pause(FRAME_MS)
        context.print([`\x1b[${lines.length}A\x1b[J`], '')
      }
    } else if (isLast || index % 4 === 0) context.print(lines)
  }
  context.print([legend(style), ''])
  return frames
}

function frameLines(blocks: readonly BlockView[], turns: number, style: Style): string[] {
  const { tokens, sourceTokens } = totalsOf(blocks)
  const shown = style.texts.tokensShown(count(tokens), count(sourceTokens), percent(tokens, sourceTokens))
  return [
    ...strip(blocks, style, '  '),
    truncate(`  ${style.texts.demo.afterTurns(turns)} · ${shown}`, style.width - 1),
    '',
  ]
}

async function storeOthers(
  context: Context,
  opened: Opened,
  files: readonly DemoFile[],
  live: string,
): Promise<void> {
  const { memory, space, style } = opened
  const progress = progressLine({
    stream: context.io.stderr,
    style,
    now: context.io.now,
    isWatched: context.isWatched,
  })
  const turns = files.flatMap(file => file.turns).filter(turn => turn.thread !== live)
  let done = 0
  for (const turn of turns) {
    await memory.ingest(turn, { space })
    progress.show(++done / turns.length / 2, style.texts.demo.others)
  }
  await memory.drain({
    onProgress: done => progress.show(Math.min(1, (1 + done / turns.length) / 2), style.texts.demo.others),
  })
  progress.clear()
  const { spaces } = await memory.status(space)
  const [counts] = spaces
  const aboutUser = (await memory.status(USER_SPACE)).spaces[0]?.events ?? 0
  if (counts) {
    const text = style.texts.demo.stored(
      count(counts.turns),
      count(counts.threads),
      count(counts.blocks.ready),
      count(counts.events + aboutUser),
      count(aboutUser),
    )
    context.print([...wrap(text, style.width), ''])
  }
}

// ---- 2: questions ---------------------------------------------------------------------------------------------

async function answer(context: Context, { memory, space, style }: Opened, question: string) {
  const { hits } = await memory.search(question, {
    space,
    kinds: ['event', 'message'],
    limit: HITS_PER_QUESTION,
  })
  const [best] = hits
  const close = hits.filter(hit => best && hit.score >= best.score * CLOSE)
  const dressed = await Promise.all(close.map(hit => dressHit(memory, hit)))
  context.print([
    ...wrap(`? ${question}`, style.width).map(line => style.colours.magenta(line)),
    ...dressed.flatMap((hit, i) => hitLines(hit, style, i + 1)),
    '',
  ])
  return { question, hits: dressed.map(hit => hitJson(hit, memory.zone)) }
}

// ---- 4: a faded block, opened again ---------------------------------------------------------------------------

async function openAgain(context: Context, { memory, space, style }: Opened, faded: BlockView) {
  const { colours, texts } = style
  const opened = await memory.expand(faded.id, { space, level: 5 })
  const original = wrap(visible(opened.text ?? ''), style.width, '  ')
  const more = original.length - OPENED_LINES
  context.print([
    colours.dim(`  ${texts.demo.faded(faded.id, faded.level, count(faded.tokens))}`),
    ...wrap(visible(faded.text ?? ''), style.width, '  ').map(colours.bold),
    '',
    colours.dim(`  ${texts.demo.openedTo(count(opened.tokens))}`),
    ...original.slice(0, OPENED_LINES),
    ...(more > 0 ? [colours.dim(`  ${texts.demo.moreLines(more)}`)] : []),
    '',
  ])
  return {
    ...blockJson(opened, memory.zone),
    fadedTo: { level: faded.level, text: faded.text ?? '', tokens: faded.tokens },
  }
}

/**
 * Of the blocks that have faded far, and whose words fit the page where any do, the one whose L3, else L2, is
 * shortest against its words, with the level at which it is shorter. What a block was at each level was seen while it faded.
 */
function mostTelling(frames: readonly Frame[]): { block: BlockView; shorter: Level } {
  const faded = (frames.at(-1) ?? []).filter(block => block.status === 'ready' && block.level <= FADED)
  const short = faded.filter(({ id }) => {
    const words = seenAt(id, 5)?.text ?? ''
    return wrap(visible(words), OPENED_COLUMNS).length <= OPENED_LINES
  })
  const [best] = (short.length > 0 ? short : faded).toSorted(
    (a, b) => savedAt(b, 3) - savedAt(a, 3) || savedAt(b, 2) - savedAt(a, 2),
  )
  if (best) return { block: best, shorter: savedAt(best, 3) > 0 ? 3 : 2 }
  throw new PalimpsestError('bad-input', 'demo: no block has faded; give conversations of a dozen turns')

  function seenAt(id: string, level: Level): BlockView | undefined {
    return frames.flat().find(block => block.id === id && block.level === level)
  }
  function savedAt({ id, sourceTokens }: BlockView, level: Level): number {
    return sourceTokens - (seenAt(id, level)?.tokens ?? sourceTokens)
  }
}

// ---- 5: tokens ------------------------------------------------------------------------------------------------

async function tokensOf({ memory, space }: Opened, files: readonly DemoFile[]): Promise<TokenRow[]> {
  const rows: TokenRow[] = []
  for (const file of files) {
    const threads = new Set(file.turns.map(turn => turn.thread))
    const row: TokenRow = {
      file: file.name,
      threads: threads.size,
      turns: file.turns.length,
      tokens: 0,
      sourceTokens: 0,
    }
    for (const thread of threads) {
      const { tokens, sourceTokens } = totalsOf((await memory.blocks(thread, { space, limit: 200 })).blocks)
      row.tokens += tokens
      row.sourceTokens += sourceTokens
    }
    rows.push(row)
  }
  return rows
}

function totalOf(rows: readonly TokenRow[], name: string): TokenRow {
  const sum = (value: (row: TokenRow) => number) => rows.reduce((total, row) => total + value(row), 0)
  return {
    file: name,
    threads: sum(row => row.threads),
    turns: sum(row => row.turns),
    tokens: sum(row => row.tokens),
    sourceTokens: sum(row => row.sourceTokens),
  }
}

function tokenTable(rows: readonly TokenRow[], style: Style): string[] {
  const { columns } = style.texts
  const titles: Column[] = [
    { title: columns.file, grows: true },
    { title: columns.threads, align: 'right' },
    { title: columns.turns, align: 'right' },
    { title: columns.before, align: 'right' },
    { title: columns.after, align: 'right' },
    { title: '%', align: 'right' },
  ]
  const cells = rows.map(({ file, threads, turns, tokens, sourceTokens }) => [
    inline(file),
    ...[threads, turns, sourceTokens, tokens].map(count),
    percent(tokens, sourceTokens),
  ])
  return table(titles, cells, style)
}

// ---- 6: commands ----------------------------------------------------------------------------------------------

function commandsToTry({ io }: Context, path: string, { id, thread }: BlockView, shorter: Level): string[] {
  const words = [
    'search "why did we switch from npm to pnpm?" --limit 3',
    'search 离线同步 --in message --limit 3',
    'search "routing cluster" --from 2025-06-01 --to 2025-06-30 --limit 3',
    'blocks',
    `blocks --thread ${thread}`,
    `expand ${id} --level ${shorter}`,
    'events --type decision',
    'graph npm --as-of 2025-04-30 --limit 3',
    'graph CI --as-of 2025-06-10 --limit 3',
    'topics',
    `show ${id}`,
    'status --json',
    'jobs --all',
    'doctor',
  ]
  return copyableSeries(io, words, path)
}
