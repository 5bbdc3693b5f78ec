/**
 * The conversation as it is shown now: its blocks at the levels they have faded to, and opening one again.
 *
 * Owns: listing and expanding. Leaves which level is due to `fading.ts` and what a view says to `show.ts`.
 */
import type { Block, Level, Thread, View } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { countTokens } from '../../text/tokens.ts'
import { levelOf, shownLevel } from './fading.ts'
import { renderSource } from './render.ts'
import { textLevel, viewText } from './show.ts'

/** Deeper views hold the conversation itself: no title. */
const DEEPEST_DERIVED = 2

/** A block with what is shown of it. */
export interface BlockView extends Block {
  /** The level shown now. */
  level: Level
  /** L0; empty while the block is not ready, and when its source is shorter than a title. */
  title: string
  /** Tokens as shown, and of the source. */
  tokens: number
  sourceTokens: number
  /** The text shown; only when asked for. */
  text?: string
}

/** A block and the level that is due; 5 while it is not ready. */
export interface BlockLevel extends Block {
  level: Level
}

/** One page of a conversation's blocks. */
export interface BlockList {
  /** In sequence; empty while nothing is sealed, and on a page after the end. */
  blocks: readonly BlockView[]
  /** Turns that no block holds yet: ordinal of the first, how many, tokens of their source. */
  openTail: { firstTurn: number; turns: number; tokens: number }
  /** `after` of the next page; absent at the end. */
  next?: number
}

/** Which blocks to list, and how much of them. */
export interface ListOptions {
  /** Default: whichever host made the first conversation of that name. */
  host?: string
  /** Sequence of the last block of the page before. */
  after?: number
  /** Default 50; values outside 1–200 count as the nearer bound. */
  limit?: number
  /** Also give the text shown; default false. */
  text?: boolean
}

/** How far to open a block, where, and for whom. */
export interface ExpandOptions {
  /** Level to open to; default: one deeper than what is shown. */
  level?: Level
  /** Name of the conversation in which it is opened, such as a fork; default: the one that sealed the block. */
  thread?: string
  /** Host of that conversation; default: that of the block. */
  host?: string
  /** Who asks, kept with the anchor; default `user`. */
  by?: 'user' | 'agent'
}

/**
 * Blocks of a conversation in sequence with the level each is shown at.
 *
 * @throws PalimpsestError `not-found` for an unknown thread.
 */
export async function listBlocks(
  store: Store,
  space: SpaceId,
  threadName: string,
  options: ListOptions,
  lambda: number,
): Promise<BlockList> {
  const thread = await threadNamed(store, space, threadName, options.host)
  const limit = Math.min(Math.max(1, options.limit ?? 50), 200)
  const blocks = await store.blocks(space, thread.key, { after: options.after ?? 0, limit })
  const readySequences = await store.readySequences(space, thread.key)
  const shown: BlockView[] = []
  for (const block of blocks) {
    const due = block.status === 'ready' ? levelOf({ anchor: block.anchor, readySequences, lambda }) : 5
    shown.push(await viewOf(store, space, thread, block, due, options.text ?? false))
  }
  const openTail = await openTailOf(store, space, thread)
  const last = blocks.at(-1)
  return last && blocks.length === limit && last.sequence < thread.blocks
    ? { blocks: shown, openTail, next: last.sequence }
    : { blocks: shown, openTail }
}

/**
 * All blocks of a conversation in sequence with the level that is due, without their texts: what a host holds against
 * the history that it shows.
 *
 * @returns empty for an unknown thread.
 */
export async function listLevels(
  store: Store,
  space: SpaceId,
  threadName: string,
  host: string | undefined,
  lambda: number,
): Promise<BlockLevel[]> {
  const thread = await store.thread(space, threadName, host)
  if (!thread || thread.blocks === 0) return []
  const readySequences = await store.readySequences(space, thread.key)
  const levels: BlockLevel[] = []
  for (let after = 0; ; ) {
    const blocks = await store.blocks(space, thread.key, { after, limit: PAGE })
    for (const block of blocks) {
      const level = block.status === 'ready' ? levelOf({ anchor: block.anchor, readySequences, lambda }) : 5
      levels.push({ ...block, level })
    }
    const last = blocks.at(-1)
    if (last === undefined || blocks.length < PAGE) return levels
    after = last.sequence
  }
}

/** Blocks read at once. */
const PAGE = 1_000

/**
 * Opens a block, one level or straight to the level asked, and makes that its new anchor: it fades again from there.
 *
 * @param id of a block, or of a turn, message or event inside one.
 * @throws PalimpsestError `not-found` when the id is unknown or its turn lies in the open tail, where the
 *   conversation stands in full.
 */
export async function expandBlock(
  store: Store,
  space: SpaceId,
  id: string,
  options: ExpandOptions,
  lambda: number,
): Promise<BlockView> {
  const { level: asked, by = 'user' } = options
  if (asked !== undefined && ![0, 1, 2, 3, 4, 5].includes(asked)) {
    throw new PalimpsestError('bad-input', `expand: level ${JSON.stringify(asked)} is none; give 0 to 5`)
  }
  if (by !== 'user' && by !== 'agent') {
    throw new PalimpsestError('bad-input', `expand: by ${JSON.stringify(by)} is nobody; give user or agent`)
  }
  const found = await blockHolding(store, space, id)
  const thread = await threadNamed(store, space, options.thread ?? found.thread, options.host ?? found.host)
  const block = await store.blockAt(space, thread.key, found.lastTurn)
  if (block?.id !== found.id) {
    throw new PalimpsestError(
      'not-found',
      `expand: block ${found.id} is no part of thread ${thread.name}; name a thread that holds it`,
    )
  }
  const readySequences = await store.readySequences(space, thread.key)
  const shown = block.status === 'ready' ? levelOf({ anchor: block.anchor, readySequences, lambda }) : 5
  const level = asked ?? (Math.min(5, shown + 1) as Level)
  if (block.status !== 'ready') return viewOf(store, space, thread, block, 5, true)
  const anchor = {
    level,
    sequence: readySequences.at(-1) ?? block.sequence,
    by: options.by ?? 'user',
  } as const
  await store.setAnchor(space, thread.key, block.id, anchor)
  return viewOf(store, space, thread, { ...block, anchor }, level, true)
}

async function openTailOf(store: Store, space: SpaceId, thread: Thread): Promise<BlockList['openTail']> {
  const firstTurn = thread.sealedTurns + 1
  const turns = firstTurn > thread.turns ? [] : await store.turns(space, thread.key, firstTurn, thread.turns)
  const tokens = turns.length === 0 ? 0 : countTokens(renderSource(turns.flatMap(turn => turn.messages)))
  return { firstTurn, turns: turns.length, tokens }
}

async function threadNamed(store: Store, space: SpaceId, name: string, host?: string): Promise<Thread> {
  const thread = await store.thread(space, name, host)
  if (thread) return thread
  throw new PalimpsestError(
    'not-found',
    `conversation: no thread ${JSON.stringify(name)} in space ${space}; threads() and the command blocks list what there is`,
  )
}

async function blockHolding(store: Store, space: SpaceId, id: string): Promise<Block> {
  const block = (await store.block(space, id)) ?? (await blockOfRecord(store, space, id))
  if (block) return block
  throw new PalimpsestError(
    'not-found',
    `expand: no block holds ${JSON.stringify(id)} in space ${space}; give the id of a block, turn, message or event of a sealed block`,
  )
}

async function blockOfRecord(store: Store, space: SpaceId, id: string): Promise<Block | undefined> {
  const event = await store.event(space, id)
  if (event) return event.block === null ? undefined : store.block(space, event.block)
  const turnId = (await store.message(space, id, 0))?.message.turnId ?? id
  const turn = await store.turn(space, turnId)
  const thread = turn && (await store.thread(space, turn.thread, turn.host))
  return thread && store.blockAt(space, thread.key, turn.ordinal)
}

async function viewOf(
  store: Store,
  space: SpaceId,
  thread: Thread,
  block: Block,
  due: Level,
  withText: boolean,
): Promise<BlockView> {
  const views = await store.views(space, block.id)
  const level = shownLevel(due, views)
  const sourceTokens = views.find(view => view.level === 5)?.tokens ?? 0
  const text = withText ? await textOf(store, space, thread, block, views, level) : undefined
  const tokens = text === undefined ? tokensOf(views, level) : countTokens(text)
  const title = textLevel(0, views) <= DEEPEST_DERIVED ? viewText(0, views, '') : ''
  return { ...block, level, title, tokens, sourceTokens, ...(text === undefined ? {} : { text }) }
}

function tokensOf(views: readonly View[], level: Level): number {
  return views.find(view => view.level === level)?.tokens ?? 0
}

/** The source is read only when the level shown is, or refers to, L5. */
async function textOf(
  store: Store,
  space: SpaceId,
  thread: Thread,
  block: Block,
  views: readonly View[],
  level: Level,
): Promise<string> {
  const deepest = textLevel(level, views)
  if (deepest < 5) return viewText(deepest, views, '')
  const turns = await store.turns(space, thread.key, block.firstTurn, block.lastTurn)
  return renderSource(turns.flatMap(turn => turn.messages))
}
