/**
 * Threads: finding, making and forking them.
 *
 * Owns: the table `thread`. A fork refers to the turns it shares and to the blocks that lay wholly inside them when it
 * was made; it goes on counting from there. Leaves turns and blocks to their files.
 */
import type { Thread } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { NewTurn, ThreadPage } from '../store.ts'
import { fromStored, type StoredText, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { LINEAGE_OF_THREAD } from './lineage.ts'
import { findReceipt } from './receipts.ts'
import { findScope, findSpace } from './spaces.ts'

interface ThreadRow {
  key: number
  host: string
  name: StoredText
  parent_name: StoredText | null
  shared_turns: number
  shared_blocks: number
  turns: number
  sealed_turns: number
  blocks: number
  block_size: number
}

const THREAD = `
  thread.key, thread.host, thread.name,
  (SELECT name FROM thread AS parent WHERE parent.key = thread.parent) AS parent_name, thread.shared_turns,
  thread.shared_blocks, thread.turns, thread.sealed_turns, thread.blocks, thread.block_size FROM thread`

function toThread(row: ThreadRow): Thread {
  const thread: Thread = {
    key: row.key,
    host: row.host,
    name: fromStored(row.name),
    turns: row.turns,
    sealedTurns: row.sealed_turns,
    blocks: row.blocks,
    blockSize: row.block_size,
  }
  if (row.parent_name !== null) {
    thread.parent = {
      thread: fromStored(row.parent_name),
      lastSharedTurn: row.shared_turns,
      sharedBlocks: row.shared_blocks,
    }
  }
  return thread
}

const THREAD_OF_HOST = `SELECT ${THREAD} WHERE thread.space = ? AND thread.name = ? AND thread.host = ?`
const FIRST_THREAD = `SELECT ${THREAD} WHERE thread.space = ? AND thread.name = ? ORDER BY thread.key LIMIT 1`

/** A thread by name; without a host the first one made under that name. */
export function findThread(db: Connection, space: SpaceId, name: string, host?: string): Thread | undefined {
  const key = findSpace(db, space)
  return key === undefined ? undefined : findThreadIn(db, key, name, host)
}

function findThreadIn(db: Connection, space: number, name: string, host?: string): Thread | undefined {
  const row =
    host === undefined
      ? db.get<ThreadRow>(FIRST_THREAD, space, toStored(name))
      : db.get<ThreadRow>(THREAD_OF_HOST, space, toStored(name), host)
  return row && toThread(row)
}

const THREAD_BY_KEY = `SELECT ${THREAD} WHERE thread.key = ? AND thread.space = (SELECT key FROM space WHERE name = ?)`

/** A thread of the space by its key. */
export function threadByKey(db: Connection, space: SpaceId, key: number): Thread | undefined {
  const row = db.get<ThreadRow>(THREAD_BY_KEY, key, space)
  return row && toThread(row)
}

export function threads(db: Connection, space: SpaceId, page: ThreadPage): Thread[] {
  return db
    .all<ThreadRow>(
      `SELECT ${THREAD} WHERE thread.space = (SELECT key FROM space WHERE name = ?) AND thread.key > ?
       ORDER BY thread.key LIMIT ?`,
      space,
      page.after ?? 0,
      page.limit,
    )
    .map(toThread)
}

export function spaceOfThread(db: Connection, name: string, host: string): SpaceId | undefined {
  const row = db.get<{ space: SpaceId }>(
    `SELECT space.name AS space FROM thread JOIN space ON space.key = thread.space
     WHERE thread.name = ? AND thread.host = ? ORDER BY thread.key LIMIT 1`,
    toStored(name),
    host,
  )
  return row?.space
}

/** Threads with a block's worth of unsealed turns, each by its own size, or with any, in order of creation. */
export function threadsToSeal(
  db: Connection,
  scope: SpaceScope,
  limit: number,
  tail: 'full' | 'any',
): { space: SpaceId; thread: Thread }[] {
  const space = findScope(db, scope)
  if (space === undefined) return []
  const rows = db.all<ThreadRow & { space_name: SpaceId }>(
    `SELECT (SELECT name FROM space WHERE key = thread.space) AS space_name, ${THREAD}
     WHERE thread.turns - thread.sealed_turns >= iif(?3, 1, thread.block_size) AND (?1 IS NULL OR thread.space = ?1)
     ORDER BY thread.key LIMIT ?2`,
    space,
    limit,
    Number(tail === 'any'),
  )
  return rows.map(row => ({ space: row.space_name, thread: toThread(row) }))
}

/**
 * The thread a turn belongs to; made when it is new.
 *
 * @throws PalimpsestError `not-found` when a fork's parent or last shared turn is not stored; `bad-input` when the
 *   thread exists and did not leave that parent there.
 */
export function openThread(db: Connection, space: number, turn: NewTurn): Thread {
  const existing = findThreadIn(db, space, turn.thread, turn.host)
  if (turn.parent === undefined) return existing ?? makeThread(db, space, turn, undefined)
  const origin = findOrigin(db, space, turn.host, turn.parent)
  if (existing === undefined) return makeThread(db, space, turn, origin)
  const { parent } = existing
  if (parent?.thread !== turn.parent.thread || parent.lastSharedTurn !== origin.turns) {
    throw new PalimpsestError(
      'bad-input',
      `thread: ${JSON.stringify(turn.thread)} did not leave ${JSON.stringify(turn.parent.thread)} after turn ` +
        `${JSON.stringify(turn.parent.lastSharedTurn)}; leave out its parent, or name the fork differently`,
    )
  }
  return existing
}

/** Where a fork begins: what of its parent's view it shares. */
interface Origin {
  parent: number
  parentName: string
  turns: number
  blocks: number
  sealedTurns: number
}

function findOrigin(
  db: Connection,
  space: number,
  host: string,
  from: { thread: string; lastSharedTurn: string },
): Origin {
  const parent = findThreadIn(db, space, from.thread, host)
  if (parent === undefined) {
    throw new PalimpsestError(
      'not-found',
      `thread: parent ${JSON.stringify(from.thread)} is not stored; ingest it before its forks`,
    )
  }
  const last = findReceipt(db, space, parent, from.lastSharedTurn)
  if (last === undefined) {
    throw new PalimpsestError(
      'not-found',
      `thread: ${JSON.stringify(from.thread)} has no turn ${JSON.stringify(from.lastSharedTurn)}; ` +
        'ingest the shared turns before the fork',
    )
  }
  const shared = db.one<{ blocks: number; turns: number }>(
    `${LINEAGE_OF_THREAD} SELECT coalesce(max(block.sequence), 0) AS blocks, coalesce(max(block.last_turn), 0) AS turns
     FROM lineage JOIN block ON block.thread = lineage.thread AND block.sequence <= lineage.last_block
     WHERE block.last_turn <= ?2`,
    parent.key,
    last.ordinal,
  )
  return {
    parent: parent.key,
    parentName: parent.name,
    turns: last.ordinal,
    blocks: shared.blocks,
    sealedTurns: shared.turns,
  }
}

function makeThread(db: Connection, space: number, turn: NewTurn, origin: Origin | undefined): Thread {
  const { parent = null, turns = 0, blocks = 0, sealedTurns = 0 } = origin ?? {}
  const { host, blockSize } = turn
  const { rowid } = db.run(
    `INSERT INTO thread
       (space, host, name, parent, shared_turns, shared_blocks, turns, sealed_turns, blocks, block_size)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5, ?7, ?6, ?8)`,
    space,
    host,
    toStored(turn.thread),
    parent,
    turns,
    blocks,
    sealedTurns,
    blockSize,
  )
  const thread: Thread = { key: rowid, host, name: turn.thread, turns, sealedTurns, blocks, blockSize }
  if (origin) thread.parent = { thread: origin.parentName, lastSharedTurn: turns, sharedBlocks: blocks }
  return thread
}
