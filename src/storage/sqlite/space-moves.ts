/**
 * Giving the memory of a space to another name, or to another space.
 *
 * Owns: both moves, each one step, and which columns of which table say where a record lies. Ids stay as they are:
 * none contains its space. Leaves the search index to `search/`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { FoldClaims } from '../graph-store.ts'
import { fromStored, type StoredText } from './codec.ts'
import type { Connection } from './connection.ts'
import { noteGaps } from './gaps.ts'
import { dropClaims, moveGraph } from './graph-merge.ts'
import { indexSpaceAs } from './search/rebuild.ts'
import { removeSpace } from './search/write.ts'
import { findSpace } from './spaces.ts'
import { dropEventFromTopics, moveTopics } from './topics.ts'

/** Threads that a refusal names. */
const NAMED = 5

/** Renames the space; records refer to it by number, so nothing else changes. */
export function renameSpace(db: Connection, from: SpaceId, to: SpaceId): void {
  checkPair(from, to)
  db.write(() => {
    const key = storedSpace(db, from)
    if (findSpace(db, to) !== undefined) {
      throw new PalimpsestError(
        'bad-input',
        `space: ${to} already holds memory; merge ${from} into it, or name another`,
      )
    }
    releaseJobs(db, key)
    db.run('UPDATE space SET name = ? WHERE key = ?', to, key)
  })
}

/** Moves every record of `from` to `to`, after everything that `to` remembers, and ends `from`. */
export function mergeSpace(
  db: Connection,
  from: SpaceId,
  to: SpaceId,
  fold: FoldClaims,
): { threads: number; events: number } {
  checkPair(from, to)
  return db.write(() => {
    const source = storedSpace(db, from)
    const target = storedSpace(db, to)
    refuseSharedThreads(db, { from, to, source, target })
    releaseJobs(db, source)
    dropKnownEvents(db, source, target)
    removeSpace(db, source)
    indexSpaceAs(db, source, target)
    const moved = moveRecords(db, source, target)
    moveGraph(db, source, target, fold)
    db.run('DELETE FROM space WHERE key = ?', source)
    noteGaps(db, ['space', 'event'])
    return moved
  })
}

function checkPair(from: SpaceId, to: SpaceId): void {
  if (from === to) {
    throw new PalimpsestError('bad-input', `space: ${from} is named as the old and as the new one; name two`)
  }
  if (from === USER_SPACE || to === USER_SPACE) {
    throw new PalimpsestError(
      'bad-input',
      `space: ${USER_SPACE} is read beside every space and stays; name two others`,
    )
  }
}

function storedSpace(db: Connection, space: SpaceId): number {
  const key = findSpace(db, space)
  if (key !== undefined) return key
  throw new PalimpsestError(
    'not-found',
    `space: nothing is stored in ${space}; name one of the list of spaces`,
  )
}

interface Pair {
  from: SpaceId
  to: SpaceId
  source: number
  target: number
}

/** Two threads of one host and name cannot become one: their turns bear the same ids. */
function refuseSharedThreads(db: Connection, { from, to, source, target }: Pair): void {
  const shared = db.all<{ name: StoredText }>(
    `SELECT one.name FROM thread AS one JOIN thread AS other ON other.name = one.name AND other.host = one.host
     WHERE one.space = ? AND other.space = ? ORDER BY one.key`,
    source,
    target,
  )
  if (shared.length === 0) return
  const names = shared.slice(0, NAMED).map(({ name }) => JSON.stringify(fromStored(name)))
  const more = shared.length > NAMED ? ` and ${shared.length - NAMED} more` : ''
  throw new PalimpsestError(
    'bad-input',
    `space: ${from} and ${to} both hold the threads ${names.join(', ')}${more}; nothing was changed, keep both spaces`,
  )
}

/** Takes running jobs from their workers, who read and write by the old name; neither a failure nor a loss. */
function releaseJobs(db: Connection, space: number): void {
  for (const table of ['job', 'event_job'])
    db.run(
      `UPDATE ${table} SET state = 'pending', lease = NULL, lease_until = NULL WHERE space = ? AND state = 'running'`,
      space,
    )
}

/** An event that was given to both spaces is kept where it is to stay. */
function dropKnownEvents(db: Connection, source: number, target: number): void {
  const known = db
    .all<{ key: number }>(
      `SELECT one.key FROM event AS one JOIN event AS other ON other.id = one.id
       WHERE one.space = ? AND other.space = ?`,
      source,
      target,
    )
    .map(row => row.key)
  for (const key of known) {
    db.run('DELETE FROM event_source WHERE event = ?', key)
    db.run('DELETE FROM event_relation WHERE event = ?1 OR other = ?1', key)
    db.run('DELETE FROM event_job WHERE event = ?', key)
    dropClaims(db, key)
    dropEventFromTopics(db, key)
    db.run('DELETE FROM event WHERE key = ?', key)
  }
}

/** By what the turns of space `?1` are raised, to come after those of space `?2`. */
const SHIFT = '(SELECT turn_count FROM space WHERE key = ?2)'

/** Parameters of each: 1 the space that ends, 2 the one that stays. User events lie elsewhere but count its turns. */
const RAISE = [
  `UPDATE turn SET space_turn = space_turn + ${SHIFT} WHERE space = ?1`,
  `UPDATE event SET created_turn = created_turn + ${SHIFT}, reinforced_turn = reinforced_turn + ${SHIFT}
   WHERE space = ?1 OR thread IN (SELECT key FROM thread WHERE space = ?1)`,
  'UPDATE space SET turn_count = turn_count + (SELECT turn_count FROM space WHERE key = ?1) WHERE key = ?2',
]

function moveRecords(db: Connection, source: number, target: number): { threads: number; events: number } {
  for (const sql of RAISE) db.run(sql, source, target)
  const move = (table: string): number =>
    db.run(`UPDATE ${table} SET space = ? WHERE space = ?`, target, source).changes
  const moved = { threads: move('thread'), events: move('event') }
  for (const table of ['turn', 'message', 'block', 'job', 'spend', 'event_job']) move(table)
  moveTopics(db, source, target)
  return moved
}
