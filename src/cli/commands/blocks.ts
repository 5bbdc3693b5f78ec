/**
 * `blocks`: how a conversation is remembered now, as a picture and as a table.
 */
import type { Level, Thread } from '../../domain/conversation.ts'
import type { BlockView } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { type Column, count, inline, percent, type Style, table, visible, wrap } from '../draw/layout.ts'
import { cellsPerLine, legend, strip } from '../draw/strip.ts'
import { threadNamed } from '../lookup.ts'
import { integer, level } from '../options.ts'
import { iso } from '../times.ts'

interface BlocksOptions {
  thread?: string
  level?: Level
  text?: boolean
  limit?: number
  after?: number
}

/** What is shown of some blocks, and what they hold. */
interface Totals {
  blocks: number
  tokens: number
  sourceTokens: number
}

const THREADS_PER_PAGE = 20
const BLOCKS_PER_PAGE = 50

export const addBlocks: AddCommand = (program, run, texts) => {
  const { blocks: t } = texts.commands
  program
    .command('blocks')
    .summary(t.summary)
    .description(t.description)
    .option('--thread <name>', t.thread)
    .option('--level <n>', t.level, level)
    .option('--text', t.text)
    .option('--limit <n>', t.limit, integer(1, 200))
    .option('--after <n>', t.after, integer(0))
    .action((options: BlocksOptions, command) =>
      run(command, context =>
        context.withMemory({}, opened =>
          options.thread === undefined
            ? threadsOutcome(opened, options)
            : threadOutcome(context, opened, options.thread, options),
        ),
      ),
    )
}

// ---- all conversations ----------------------------------------------------------------------------------------

async function threadsOutcome({ memory, space, style }: Opened, options: BlocksOptions): Promise<Outcome> {
  const limit = options.limit ?? THREADS_PER_PAGE
  const threads = await memory.threads({ space, limit, after: options.after })
  const last = threads.at(-1)
  const next = last && threads.length === limit ? last.key : null
  const shown = await Promise.all(
    threads.map(async thread => ({ thread, blocks: await newestBlocks(thread) })),
  )
  return {
    json: { space, threads: shown.map(({ thread, blocks }) => threadJson(thread, blocks)), next },
    lines: [
      ...shown.flatMap(({ thread, blocks }) => [...threadLines(thread, blocks, style), '']),
      threads.length === 0 ? style.texts.noThreads(space) : legend(style),
      ...(next === null ? [] : [style.texts.nextPage(`--after ${next}`)]),
    ],
  }

  async function newestBlocks(thread: Thread): Promise<readonly BlockView[]> {
    const room = cellsPerLine(style)
    const list = await memory.blocks(thread.name, {
      space,
      host: thread.host,
      after: Math.max(0, thread.blocks - room),
      limit: room,
    })
    return list.blocks
  }
}

function threadJson(thread: Thread, blocks: readonly BlockView[]) {
  return {
    thread: thread.name,
    host: thread.host,
    turns: thread.turns,
    blocks: thread.blocks,
    openTurns: thread.turns - thread.sealedTurns,
    parent: thread.parent ?? null,
    newest: blocks.map(({ id, sequence, status, level }) => ({ id, sequence, status, level })),
  }
}

function threadLines(thread: Thread, blocks: readonly BlockView[], style: Style): string[] {
  const { colours, texts } = style
  const facts = texts.threadFacts(thread.turns, thread.blocks, thread.turns - thread.sealedTurns)
  return [
    ...wrap(`${colours.bold(inline(thread.name))}  ${colours.dim(facts)}`, style.width),
    ...strip(blocks, style),
  ]
}

// ---- one conversation -----------------------------------------------------------------------------------------

async function threadOutcome(
  context: Context,
  opened: Opened,
  name: string,
  options: BlocksOptions,
): Promise<Outcome> {
  const { memory, space, style } = opened
  const thread = await threadNamed(context, opened, name)
  const limit = options.limit ?? BLOCKS_PER_PAGE
  const after = options.after ?? Math.max(0, thread.blocks - limit)
  const list = await memory.blocks(name, { space, host: thread.host, after, limit, text: options.text })
  const blocks = list.blocks.filter(block => options.level === undefined || block.level === options.level)
  const totals = totalsOf(blocks)
  return {
    json: {
      space,
      thread: thread.name,
      host: thread.host,
      blocks: blocks.map(block => blockJson(block, memory.zone)),
      openTail: list.openTail,
      totals,
      after,
      next: list.next ?? null,
    },
    lines: [
      ...threadLines(thread, blocks, style),
      ...(blocks.length > 0 ? ['', ...blockTable(blocks, style), '', totalsText(totals, style)] : []),
      ...(list.openTail.turns > 0
        ? [style.texts.openTail(list.openTail.turns, count(list.openTail.tokens))]
        : []),
      ...(options.text ? blocks.flatMap(block => ['', ...blockText(block, style)]) : []),
      legend(style),
      ...(after > 0 && options.after === undefined ? [style.texts.earlierBlocks(after)] : []),
      ...(list.next === undefined ? [] : [style.texts.nextPage(`--after ${list.next}`)]),
    ],
  }
}

function totalsText({ tokens, sourceTokens }: Totals, { texts }: Style): string {
  return texts.tokensShown(count(tokens), count(sourceTokens), percent(tokens, sourceTokens))
}

export function totalsOf(blocks: readonly BlockView[]): Totals {
  const sum = (value: (block: BlockView) => number) =>
    blocks.reduce((total, block) => total + value(block), 0)
  return {
    blocks: blocks.length,
    tokens: sum(block => block.tokens),
    sourceTokens: sum(block => block.sourceTokens),
  }
}

export function blockJson(block: BlockView, zone: string) {
  const {
    id,
    host,
    thread,
    sequence,
    firstTurn,
    lastTurn,
    status,
    level,
    anchor,
    title,
    tokens,
    sourceTokens,
    text,
  } = block
  return {
    id,
    host,
    thread,
    sequence,
    firstTurn,
    lastTurn,
    status,
    level,
    anchor,
    title,
    tokens,
    sourceTokens,
    from: iso(block.from, zone),
    to: iso(block.to, zone),
    ...(text === undefined ? {} : { text }),
  }
}

function blockTable(blocks: readonly BlockView[], style: Style): string[] {
  const { columns, blockStatus } = style.texts
  const titles: Column[] = [
    { title: '#', align: 'right' },
    { title: columns.id },
    { title: columns.turns, align: 'right' },
    { title: columns.level },
    { title: columns.tokens, align: 'right' },
    { title: columns.title, grows: true },
  ]
  const rows = blocks.map(block => [
    String(block.sequence),
    block.id,
    block.firstTurn === block.lastTurn ? String(block.firstTurn) : `${block.firstTurn}–${block.lastTurn}`,
    block.status === 'ready' ? `L${block.level}` : blockStatus[block.status],
    `${count(block.tokens)}/${count(block.sourceTokens)}`,
    inline(block.title),
  ])
  return table(titles, rows, style)
}

export function blockText(block: BlockView, style: Style): string[] {
  const { colours } = style
  const turns = style.texts.turnRange(block.firstTurn, block.lastTurn)
  return [
    `${colours.bold(`#${block.sequence} L${block.level}`)} ${colours.dim(`${block.id} · ${turns}`)}`,
    ...wrap(visible(block.text ?? ''), style.width, '  '),
  ]
}
