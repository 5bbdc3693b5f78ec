/**
 * Making the rows of a salvaged store whole again.
 *
 * Owns: what of a row can be told from others, which rows are dropped because what they rest on is gone, and the places
 * and counters of threads afterwards. Leaves reading to `salvage.ts`. Works on a store whose foreign keys are off.
 */
import type { Connection } from './connection.ts'
import { IS_OF_TURN } from './lineage.ts'

/** For a thread without a block to go by; its next turn tells its own. */
const BLOCK_SIZE = 12

const COMPLETE = [
  `INSERT OR IGNORE INTO thread
     (key, space, host, name, shared_turns, shared_blocks, turns, sealed_turns, blocks, block_size)
   SELECT thread, min(space), 'local', 'recovered-' || thread, 0, 0, 0, 0, 0, 0 FROM turn
   WHERE thread NOT IN (SELECT key FROM thread) GROUP BY thread`,
  `INSERT OR IGNORE INTO space (key, name, turn_count)
   SELECT DISTINCT space, 'local:session:recovered-' || space, 0 FROM thread
   WHERE space NOT IN (SELECT key FROM space)`,
  `UPDATE turn SET messages = iif(messages < 0, own.count, messages),
     first_message = iif(first_message < 0, own.first, first_message)
   FROM (SELECT turn, count(*) AS count, min(key) AS first FROM message GROUP BY turn) AS own
   WHERE own.turn = turn.key AND (messages < 0 OR first_message < 0)`,
  `UPDATE thread SET block_size = coalesce((SELECT last_turn - first_turn + 1 FROM block
     WHERE block.thread = thread.key ORDER BY sequence DESC LIMIT 1), ${BLOCK_SIZE}) WHERE block_size < 1`,
  `UPDATE block SET status = iif((SELECT count(*) FROM view WHERE view.block = block.key AND level < 3) = 3,
     'ready', 'pending') WHERE status NOT IN ('pending', 'ready', 'failed')`,
  `DELETE FROM job WHERE state NOT IN ('pending', 'running', 'done', 'dead')`,
]

/** Names threads and spaces whose rows are gone, and fills columns that the damaged store did not have. */
export function completeRows(db: Connection): void {
  for (const sql of COMPLETE) db.run(sql)
}

/** In an order in which each statement sees the end of the ones before. */
const DANGLING = [
  'DELETE FROM thread WHERE space NOT IN (SELECT key FROM space)',
  `DELETE FROM turn WHERE space NOT IN (SELECT key FROM space) OR thread NOT IN (SELECT key FROM thread)
     OR messages <> (SELECT count(*) FROM message WHERE ${IS_OF_TURN} AND message.turn = turn.key)`,
  'DELETE FROM message WHERE turn NOT IN (SELECT key FROM turn)',
  'DELETE FROM block WHERE thread NOT IN (SELECT key FROM thread)',
  'DELETE FROM view WHERE block NOT IN (SELECT key FROM block)',
  'DELETE FROM anchor WHERE block NOT IN (SELECT key FROM block) OR thread NOT IN (SELECT key FROM thread)',
  'DELETE FROM job WHERE block NOT IN (SELECT key FROM block)',
  // Nothing is not in an empty list either: an event from outside lies in no thread.
  `DELETE FROM event WHERE space NOT IN (SELECT key FROM space)
     OR (thread IS NOT NULL AND thread NOT IN (SELECT key FROM thread))
     OR (turn IS NOT NULL AND turn NOT IN (SELECT key FROM turn))
     OR (block IS NOT NULL AND block NOT IN (SELECT key FROM block))`,
  `DELETE FROM event_source WHERE event NOT IN (SELECT key FROM event)
     OR message NOT IN (SELECT key FROM message)`,
  `DELETE FROM event WHERE block IS NOT NULL AND key NOT IN (SELECT event FROM event_source)`,
  `DELETE FROM event_relation WHERE event NOT IN (SELECT key FROM event) OR other NOT IN (SELECT key FROM event)`,
  'DELETE FROM chapter WHERE space NOT IN (SELECT key FROM space)',
  'DELETE FROM topic_section WHERE chapter NOT IN (SELECT key FROM chapter)',
  `DELETE FROM topic_place WHERE event NOT IN (SELECT key FROM event)
     OR section NOT IN (SELECT key FROM topic_section)`,
]

/** Drops what refers to rows that are gone, and turns that lack messages. */
export function dropDangling(db: Connection): void {
  for (const sql of DANGLING) db.run(sql)
}

interface ThreadRow {
  key: number
  parent: number | null
  shared_turns: number
  shared_blocks: number
}

interface BlockRow {
  key: number
  sequence: number
  first_turn: number
  last_turn: number
}

/** What a thread sees once it is mended. */
interface View {
  /** New ordinal of each turn by its old one. */
  places: Map<number, number>
  /** Its blocks in sequence, from 1. */
  blocks: { lastTurn: number }[]
}

/**
 * Closes the gaps that lost turns left, thread by thread: turns are numbered anew without gaps; blocks are kept up to
 * the first that is not whole, the turns of the others are unsealed.
 *
 * @param isDerivedLost nothing derived can be relied on: every block is derived again.
 * @returns how many blocks will be derived again.
 */
export function mendThreads(db: Connection, isDerivedLost: boolean): number {
  const views = new Map<number, View>()
  // A parent was stored before its forks, so its key is smaller.
  for (const thread of db.all<ThreadRow>(
    'SELECT key, parent, shared_turns, shared_blocks FROM thread ORDER BY key',
  )) {
    const parent = thread.parent === null ? undefined : views.get(thread.parent)
    views.set(thread.key, mendThread(db, thread, parent))
  }
  db.run(
    `UPDATE space SET turn_count = max(turn_count,
       (SELECT coalesce(max(space_turn), 0) FROM turn WHERE turn.space = space.key))`,
  )
  return requeue(db, isDerivedLost)
}

function mendThread(db: Connection, thread: ThreadRow, parent: View | undefined): View {
  const shared = [...(parent?.places ?? [])].filter(([old]) => old <= thread.shared_turns)
  const places = new Map(shared)
  numberTurns(db, thread.key, places)
  const blocks = (parent?.blocks ?? [])
    .slice(0, thread.shared_blocks)
    .filter(block => block.lastTurn <= shared.length)
  const sharedBlocks = blocks.length
  keepBlocks(db, thread.key, places, blocks)
  db.run(
    `UPDATE thread SET parent = ?, shared_turns = ?, shared_blocks = ?, turns = ?, sealed_turns = ?, blocks = ?
     WHERE key = ?`,
    shared.length === 0 ? null : thread.parent,
    shared.length,
    sharedBlocks,
    places.size,
    blocks.at(-1)?.lastTurn ?? 0,
    blocks.length,
    thread.key,
  )
  return { places, blocks }
}

/** Numbers the thread's own turns after the shared ones. By way of negative numbers: places are unique. */
function numberTurns(db: Connection, thread: number, places: Map<number, number>): void {
  const own = db.all<{ key: number; ordinal: number }>(
    'SELECT key, ordinal FROM turn WHERE thread = ? ORDER BY ordinal',
    thread,
  )
  for (const turn of own) {
    const place = places.size + 1
    places.set(turn.ordinal, place)
    db.run('UPDATE turn SET ordinal = ? WHERE key = ?', -place, turn.key)
  }
  db.run('UPDATE turn SET ordinal = -ordinal WHERE thread = ?', thread)
}

/** Adds the thread's own blocks as long as they are whole and join; drops the rest. */
function keepBlocks(
  db: Connection,
  thread: number,
  places: ReadonlyMap<number, number>,
  kept: View['blocks'],
): void {
  const own = db.all<BlockRow>(
    'SELECT key, sequence, first_turn, last_turn FROM block WHERE thread = ? ORDER BY sequence',
    thread,
  )
  const whole = own.findIndex(block => {
    if (!isWhole(db, block, places, kept)) return true
    kept.push({ lastTurn: block.last_turn })
    return false
  })
  if (whole < 0) return
  for (const block of own.slice(whole)) db.run('DELETE FROM block WHERE key = ?', block.key)
}

function isWhole(
  db: Connection,
  block: BlockRow,
  places: ReadonlyMap<number, number>,
  before: View['blocks'],
): boolean {
  const joins =
    block.sequence === before.length + 1 && block.first_turn === (before.at(-1)?.lastTurn ?? 0) + 1
  if (!joins) return false
  for (let turn = block.first_turn; turn <= block.last_turn; turn += 1) {
    if (places.get(turn) !== turn) return false
  }
  return hasViews(db, block.key, [3, 4])
}

function hasViews(db: Connection, block: number, levels: readonly number[]): boolean {
  const { count } = db.one<{ count: number }>(
    'SELECT count(*) AS count FROM view WHERE block = ? AND level IN (SELECT value FROM json_each(?))',
    block,
    JSON.stringify(levels),
  )
  return count === levels.length
}

/** A ready block that lost a derived view, and any block that lost its job, is derived again. */
function requeue(db: Connection, isDerivedLost: boolean): number {
  const blocks = db
    .all<{ key: number; status: string; has_job: number }>(
      'SELECT key, status, key IN (SELECT block FROM job) AS has_job FROM block ORDER BY thread, sequence',
    )
    .filter(block =>
      block.status === 'ready' ? isDerivedLost || !hasViews(db, block.key, [0, 1, 2]) : block.has_job === 0,
    )
  for (const { key } of blocks) {
    db.run('DELETE FROM event WHERE block = ?', key)
    db.run('DELETE FROM job WHERE block = ?', key)
    db.run('DELETE FROM view WHERE block = ? AND level < 3', key)
    db.run(
      `UPDATE block SET status = 'pending', title = NULL, tags = NULL, context_block = NULL WHERE key = ?`,
      key,
    )
    db.run(
      `INSERT INTO job (space, thread, block, kind, state, attempts, losses, not_before)
       SELECT space, thread, key, 'derive', 'pending', 0, 0, 0 FROM block WHERE key = ?`,
      key,
    )
  }
  return blocks.length
}
