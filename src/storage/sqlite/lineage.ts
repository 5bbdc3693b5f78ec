/**
 * What belongs together: a thread and what it sees of the threads it was forked from, a turn and its messages.
 *
 * Owns: the SQL expressions that say so. Each row of `lineage` is a thread, the ordinal of the last of its
 * turns that is seen and the sequence of the last of its blocks. A fork's own ordinals and sequences go on from
 * there, so places never overlap.
 */

/**
 * Whether the message in hand is one of the turn in hand: keys of a turn's messages follow each other, so they need no
 * index of their own.
 */
export const IS_OF_TURN = 'message.key BETWEEN turn.first_message AND turn.first_message + turn.messages - 1'

/** The largest place; stands for "no bound". */
const NO_BOUND = Number.MAX_SAFE_INTEGER

const STEP = `
  UNION ALL
  SELECT child.parent, min(lineage.last_turn, child.shared_turns), min(lineage.last_block, child.shared_blocks)
  FROM lineage JOIN thread AS child ON child.key = lineage.thread
  WHERE child.parent IS NOT NULL`

/** `lineage(thread, last_turn, last_block)` of the thread whose key is parameter 1. */
export const LINEAGE_OF_THREAD = `WITH RECURSIVE lineage(thread, last_turn, last_block) AS (
  SELECT key, ${NO_BOUND}, ${NO_BOUND} FROM thread WHERE key = ?1${STEP})`

/** The same for every thread of space `?1` that bears the name `?2`, whatever its host. */
export const LINEAGE_OF_NAME = `RECURSIVE lineage(thread, last_turn, last_block) AS (
  SELECT key, ${NO_BOUND}, ${NO_BOUND} FROM thread WHERE space = ?1 AND name = ?2${STEP})`
