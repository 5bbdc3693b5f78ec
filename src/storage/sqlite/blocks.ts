/**
 * Sealed blocks, their stored views, and where each thread's fading starts.
 *
 * Owns: the tables `block`, `view` and `anchor`. Leaves when to seal and what a view says to the engine, the
 * derivation that makes a block ready to `derivation.ts`.
 */
import type { Anchor, Block, BlockStatus, Level, View } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { makeId } from '../../domain/ids.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { NewBlock, Page } from '../store.ts'
import { fromStored, fromStoredOrNull, type StoredText, toStoredOrNull } from './codec.ts'
import type { Connection } from './connection.ts'
import { addJob } from './jobs.ts'
import { IS_OF_TURN, LINEAGE_OF_THREAD } from './lineage.ts'
import { ensureSpace } from './spaces.ts'
import { threadByKey } from './threads.ts'

// ---- writing ----------------------------------------------------------------------------------------------

/** Writes the block, its views, its job and the thread's new end of sealing; false when another was first. */
export function sealBlock(db: Connection, space: SpaceId, block: NewBlock): boolean {
  return db.write(() => {
    const thread = threadByKey(db, space, block.thread)
    const joins =
      thread !== undefined &&
      block.sequence === thread.blocks + 1 &&
      block.firstTurn === thread.sealedTurns + 1 &&
      block.lastTurn >= block.firstTurn &&
      block.lastTurn <= thread.turns
    if (!joins) return false
    const spaceKey = ensureSpace(db, space)
    const times = timesOf(db, block)
    const { rowid } = db.run(
      `INSERT INTO block (space, thread, id, sequence, first_turn, last_turn, status, first_at, last_at)
       VALUES (?, ?, ?, ?, ?, ?, 'pending', ?, ?)`,
      spaceKey,
      block.thread,
      makeId('b', [thread.host, thread.name, block.sequence]),
      block.sequence,
      block.firstTurn,
      block.lastTurn,
      times.first_at,
      times.last_at,
    )
    for (const view of block.views) insertView(db, rowid, view)
    addJob(db, spaceKey, block.thread, rowid)
    db.run(
      'UPDATE thread SET blocks = ?, sealed_turns = ? WHERE key = ?',
      block.sequence,
      block.lastTurn,
      block.thread,
    )
    return true
  })
}

const TIMES = `
  ${LINEAGE_OF_THREAD} SELECT min(message.at) AS first_at, max(message.at) AS last_at
  FROM lineage CROSS JOIN turn ON turn.thread = lineage.thread
    AND turn.ordinal BETWEEN ?2 AND min(?3, lineage.last_turn)
  JOIN message ON ${IS_OF_TURN}`

function timesOf(db: Connection, block: NewBlock): { first_at: number | null; last_at: number | null } {
  return db.one(TIMES, block.thread, block.firstTurn, block.lastTurn)
}

/** Writes a view; one of the same level is replaced. */
export function insertView(db: Connection, block: number, view: View): void {
  db.run(
    'INSERT OR REPLACE INTO view (block, level, text, same_as, tokens, made_by) VALUES (?, ?, ?, ?, ?, ?)',
    block,
    view.level,
    toStoredOrNull(view.text),
    view.sameAs,
    view.tokens,
    view.madeBy,
  )
}

/**
 * Sets where fading of a block starts in one thread.
 *
 * @throws PalimpsestError `not-found` when the thread does not see the block.
 */
export function setAnchor(
  db: Connection,
  space: SpaceId,
  thread: number,
  block: string,
  anchor: Anchor,
): void {
  db.write(() => {
    const { changes } = db.run(
      `INSERT INTO anchor (thread, block, level, sequence, made_by)
       ${LINEAGE_OF_THREAD} SELECT ?1, block.key, ?2, ?3, ?4
       FROM lineage JOIN block ON block.thread = lineage.thread AND block.sequence <= lineage.last_block
       WHERE block.id = ?5 AND block.space = (SELECT key FROM space WHERE name = ?6)
       ON CONFLICT (thread, block) DO UPDATE SET level = excluded.level, sequence = excluded.sequence,
         made_by = excluded.made_by`,
      thread,
      anchor.level,
      anchor.sequence,
      anchor.by,
      block,
      space,
    )
    if (changes === 0) {
      throw new PalimpsestError('not-found', `block: ${block} is not a block of this thread; list its blocks`)
    }
  })
}

// ---- reading ----------------------------------------------------------------------------------------------

interface BlockRow {
  id: string
  host: string
  thread_name: StoredText
  sequence: number
  first_turn: number
  last_turn: number
  status: BlockStatus
  first_at: number | null
  last_at: number | null
  log_end?: number | null
  log_turn?: StoredText | null
  level: Level | null
  anchor_sequence: number | null
  made_by: Anchor['by'] | null
}

/** A block with the anchor of the thread that is parameter 1; `seen` says which blocks. */
const BLOCK = `
  SELECT block.id, thread.host, thread.name AS thread_name, block.sequence, block.first_turn, block.last_turn,
    block.status, block.first_at, block.last_at, anchor.level, anchor.sequence AS anchor_sequence, anchor.made_by`

/** Of the last turn of the block, which an ancestor may have stored. */
const lastTurn = (column: string) => `(SELECT turn.${column} FROM lineage CROSS JOIN turn
    ON turn.thread = lineage.thread AND turn.ordinal = block.last_turn AND turn.ordinal <= lineage.last_turn)`

const SEEN_BLOCKS = `${LINEAGE_OF_THREAD} ${BLOCK}, ${lastTurn('log_end')} AS log_end,
    ${lastTurn('name')} AS log_turn
  FROM lineage CROSS JOIN block ON block.thread = lineage.thread AND block.sequence <= lineage.last_block
  JOIN thread ON thread.key = block.thread
  LEFT JOIN anchor ON anchor.thread = ?1 AND anchor.block = block.key
  WHERE block.space = (SELECT key FROM space WHERE name = ?2)`

function toBlock(row: BlockRow): Block {
  const { level, anchor_sequence: sequence, made_by: by } = row
  const isMoved = level !== null && sequence !== null && by !== null
  return {
    id: row.id,
    host: row.host,
    thread: fromStored(row.thread_name),
    sequence: row.sequence,
    firstTurn: row.first_turn,
    lastTurn: row.last_turn,
    status: row.status,
    anchor: isMoved ? { level, sequence, by } : { level: 5, sequence: row.sequence, by: 'sealing' },
    from: row.first_at,
    to: row.last_at,
    ...loggedEnd(row),
  }
}

function loggedEnd({ log_end: logEnd, log_turn: turn }: BlockRow): Pick<Block, 'logged'> {
  if (typeof logEnd !== 'number' || turn === null || turn === undefined) return {}
  return { logged: { turn: fromStored(turn), logEnd } }
}

export function blocksOfThread(
  db: Connection,
  space: SpaceId,
  thread: number,
  page: Page & { after?: number },
): Block[] {
  return db
    .all<BlockRow>(
      `${SEEN_BLOCKS} AND block.sequence > ?3 ORDER BY block.sequence LIMIT ?4`,
      thread,
      space,
      page.after ?? 0,
      page.limit,
    )
    .map(toBlock)
}

export function blockAt(db: Connection, space: SpaceId, thread: number, turn: number): Block | undefined {
  const row = db.get<BlockRow>(
    `${SEEN_BLOCKS} AND ?3 BETWEEN block.first_turn AND block.last_turn`,
    thread,
    space,
    turn,
  )
  return row && toBlock(row)
}

export function blockById(db: Connection, space: SpaceId, id: string): Block | undefined {
  const row = db.get<BlockRow>(
    `${BLOCK} FROM block JOIN thread ON thread.key = block.thread
     LEFT JOIN anchor ON anchor.thread = block.thread AND anchor.block = block.key
     WHERE block.id = ? AND block.space = (SELECT key FROM space WHERE name = ?)`,
    id,
    space,
  )
  return row && toBlock(row)
}

export function readySequences(db: Connection, space: SpaceId, thread: number): number[] {
  return db
    .all<{ sequence: number }>(
      `${LINEAGE_OF_THREAD} SELECT block.sequence FROM lineage
       CROSS JOIN block ON block.thread = lineage.thread AND block.sequence <= lineage.last_block
       WHERE block.status = 'ready' AND block.space = (SELECT key FROM space WHERE name = ?2)
       ORDER BY block.sequence`,
      thread,
      space,
    )
    .map(row => row.sequence)
}

interface ViewRow {
  level: Level
  text: StoredText | null
  same_as: Level | null
  tokens: number
  made_by: string
}

/** Stored views of a block, from L0 to L4. */
export function viewsOfBlock(db: Connection, space: SpaceId, block: string): View[] {
  return db
    .all<ViewRow>(
      `SELECT view.level, view.text, view.same_as, view.tokens, view.made_by
       FROM block JOIN view ON view.block = block.key
       WHERE block.id = ? AND block.space = (SELECT key FROM space WHERE name = ?) ORDER BY view.level`,
      block,
      space,
    )
    .map(row => ({
      level: row.level,
      text: fromStoredOrNull(row.text),
      sameAs: row.same_as,
      tokens: row.tokens,
      madeBy: row.made_by,
    }))
}
