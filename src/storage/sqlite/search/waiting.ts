/**
 * Documents that wait to be brought into the index.
 *
 * Owns: the table `waiting`. Events and blocks wait with their profile; a message waits by its key alone, so that
 * storing a turn costs next to nothing, and its profile is made when it is first looked at or brought in. Leaves where
 * documents go to `layout.ts` and `write.ts`.
 */
import type { Role } from '../../../domain/conversation.ts'
import { encodeProfile } from '../../profile.ts'
import type { Connection } from '../connection.ts'
import { type MessageTextRow, profileOfMessage, toMessageText } from './documents.ts'

/** A document that waits. */
export interface Waiting {
  thread: number | null
  /** Its profile, for any slot. */
  profile: Uint8Array
}

type WaitingColumns = [thread: number | null, profile: Uint8Array | null, message: number | null]

/** Documents of a shelf that wait, in the order they came; the first ones, or all. Inside a write nothing is kept. */
export function waitingOn(db: Connection, shelf: number, most = -1, keep = false): Waiting[] {
  const rows = db.tuples<WaitingColumns>(
    'SELECT thread, profile, message FROM waiting WHERE shelf = ? ORDER BY number LIMIT ?',
    shelf,
    most,
  )
  const made = profilesOfMessages(
    db,
    rows.flatMap(([, , message]) => message ?? []),
    keep,
  )
  return rows.map(([thread, profile, message]) => ({
    thread,
    profile: profile ?? made.get(message ?? 0) ?? new Uint8Array(),
  }))
}

/** The number of the document that came last; that of a shelf on which none waits counts what it holds. */
export function lastNumber(db: Connection, shelf: { key: number; documents: number }): number {
  const row = db.get<{ number: number }>(
    'SELECT number FROM waiting WHERE shelf = ? ORDER BY number DESC LIMIT 1',
    shelf.key,
  )
  return row?.number ?? shelf.documents
}

/** Adds documents to those that wait, after the one of a number. */
export function letWait(db: Connection, shelf: number, last: number, documents: readonly Waiting[]): void {
  documents.forEach(({ thread, profile }, index) => {
    db.run(
      'INSERT INTO waiting (shelf, number, thread, profile) VALUES (?, ?, ?, ?)',
      shelf,
      last + 1 + index,
      thread,
      profile,
    )
  })
}

/** Adds messages of a thread to those that wait, after the one of a number. */
export function letMessagesWait(
  db: Connection,
  shelf: number,
  last: number,
  thread: number,
  messages: readonly number[],
): void {
  messages.forEach((message, index) => {
    db.run(
      'INSERT INTO waiting (shelf, number, thread, message) VALUES (?, ?, ?, ?)',
      shelf,
      last + 1 + index,
      thread,
      message,
    )
  })
}

/** Ends the waiting of the first documents of a shelf. */
export function endWaiting(db: Connection, shelf: number, most: number): void {
  db.run(
    `DELETE FROM waiting WHERE shelf = ?1 AND number <=
       (SELECT max(number) FROM (SELECT number FROM waiting WHERE shelf = ?1 ORDER BY number LIMIT ?2))`,
    shelf,
    most,
  )
}

// ---- profiles of messages -------------------------------------------------------------------------------------

/** Profiles kept by a connection; a message never changes. */
const MAX_KEPT = 4_096
const kept = new WeakMap<Connection, Map<number, Uint8Array>>()

/** @param keep false inside a write, which may be rolled back: its keys are given out again then. */
function profilesOfMessages(
  db: Connection,
  keys: readonly number[],
  keep: boolean,
): ReadonlyMap<number, Uint8Array> {
  if (keys.length === 0) return new Map()
  const known = keptBy(db)
  const missing = keys.filter(key => !known.has(key))
  if (missing.length === 0) return known
  const made = keep
    ? known
    : new Map(keys.flatMap(key => (known.has(key) ? [[key, known.get(key) as Uint8Array]] : [])))
  for (const row of readMessages(db, missing)) made.set(row.key, profileOf(row))
  return made
}

function keptBy(db: Connection): Map<number, Uint8Array> {
  const known = kept.get(db)
  if (known !== undefined && known.size <= MAX_KEPT) return known
  const fresh = new Map<number, Uint8Array>()
  kept.set(db, fresh)
  return fresh
}

interface MessageRow extends MessageTextRow {
  key: number
  id: string
  role: Role
  at: number | null
  speaker: number
  ordinal: number
}

function readMessages(db: Connection, keys: readonly number[]): MessageRow[] {
  return db.all<MessageRow>(
    `SELECT message.key, message.id, message.role, message.at, coalesce(speaker.number, 0) AS speaker, turn.ordinal,
       message.content, message.name, message.arguments, message.result
     FROM json_each(?) AS asked CROSS JOIN message ON message.key = asked.value
     CROSS JOIN turn ON turn.key = message.turn
     LEFT JOIN speaker ON speaker.space = message.space AND speaker.name = message.speaker`,
    JSON.stringify(keys),
  )
}

function profileOf(row: MessageRow): Uint8Array {
  return encodeProfile(
    profileOfMessage({
      key: row.key,
      id: row.id,
      role: row.role,
      at: row.at,
      speaker: row.speaker,
      ordinal: row.ordinal,
      ...toMessageText(row),
    }),
  )
}
