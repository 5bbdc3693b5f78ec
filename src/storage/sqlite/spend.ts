/**
 * Tokens that deriving spent, and the allowance of a day.
 *
 * Owns: the table `spend`, one row for each day, conversation, stage and model; conversation 0 is none. What a call may spend is reserved before
 * it is made, in the same table, so that any number of processes keep one allowance; a process that dies leaves its
 * reservation standing for that day.
 */
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { NewSpend, Page, SpendReservation, SpendRow } from '../store.ts'
import { fromStored, fromStoredOrNull, type StoredText, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { ensureSpace, findScope } from './spaces.ts'

/** The stage of what is reserved; no stage of a deriver bears it. */
const RESERVED = ''

const ADD = `
  INSERT INTO spend (day, space, thread, stage, model, calls, input, output, estimated)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (day, space, thread, stage, model) DO UPDATE SET calls = calls + excluded.calls,
    input = input + excluded.input, output = output + excluded.output, estimated = estimated + excluded.estimated`

/** Tokens of a day, spent and reserved, over all spaces. */
export function spentOn(db: Connection, day: string): number {
  return db.one<{ tokens: number }>(
    'SELECT coalesce(sum(input + output), 0) AS tokens FROM spend WHERE day = ?',
    day,
  ).tokens
}

/** Sets tokens of a day aside; false when the allowance does not hold them. */
export function reserveSpend(db: Connection, space: SpaceId, reservation: SpendReservation): boolean {
  const { day, thread, tokens, allowance } = reservation
  return db.write(() => {
    if (spentOn(db, day) + tokens > allowance) return false
    db.run(ADD, day, ensureSpace(db, space), thread, RESERVED, '', 0, tokens, 0, 0)
    return true
  })
}

/** Puts what was spent in the place of what was reserved for it. */
export function settleSpend(
  db: Connection,
  space: SpaceId,
  { day, thread, tokens }: SpendReservation,
  spends: readonly NewSpend[],
): void {
  db.write(() => {
    const key = ensureSpace(db, space)
    db.run(ADD, day, key, thread, RESERVED, '', 0, -tokens, 0, 0)
    db.run(
      `DELETE FROM spend WHERE day = ? AND space = ? AND thread = ? AND stage = '${RESERVED}' AND input = 0`,
      day,
      key,
      thread,
    )
    for (const { stage, model, input, output, isEstimated } of spends) {
      const estimated = isEstimated ? input + output : 0
      db.run(ADD, day, key, thread, stage, toStored(model), 1, input, output, estimated)
    }
  })
}

interface Row {
  day: string
  space: SpaceId
  thread: StoredText | null
  stage: string
  model: StoredText
  calls: number
  input: number
  output: number
  estimated: number
}

/** What was spent, newest day first, then by space, thread, stage and model; reservations are no spend. */
export function spend(
  db: Connection,
  scope: SpaceScope,
  { from, to, limit }: Page & { from?: string; to?: string },
): SpendRow[] {
  const space = findScope(db, scope)
  if (space === undefined) return []
  return db
    .all<Row>(
      `SELECT spend.day, space.name AS space, thread.name AS thread, spend.stage, spend.model, spend.calls,
         spend.input, spend.output, spend.estimated
       FROM spend JOIN space ON space.key = spend.space LEFT JOIN thread ON thread.key = spend.thread
       WHERE spend.stage <> '${RESERVED}' AND (?1 IS NULL OR spend.space = ?1)
         AND (?2 IS NULL OR spend.day >= ?2) AND (?3 IS NULL OR spend.day <= ?3)
       ORDER BY spend.day DESC, space.name, spend.thread, spend.stage, spend.model LIMIT ?4`,
      space,
      from ?? null,
      to ?? null,
      limit,
    )
    .map(row => ({ ...row, thread: fromStoredOrNull(row.thread), model: fromStored(row.model) }))
}
