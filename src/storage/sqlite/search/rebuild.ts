/**
 * The index made anew from the records.
 *
 * Owns: visiting them in the order they came, so that a rebuilt index places them as the first one did.
 */
import type { Role } from '../../../domain/conversation.ts'
import { fromList, fromStored, fromStoredOrNull, type StoredText } from '../codec.ts'
import type { Connection } from '../connection.ts'
import {
  type IndexedEvent,
  type IndexedMessage,
  type MessageTextRow,
  profileOfBlock,
  profileOfEvent,
  profileOfMessage,
  toMessageText,
} from './documents.ts'
import { SEARCH_TABLES, SHELF_KIND } from './tables.ts'
import { addDocuments, speakerNumber } from './write.ts'

/** Rows read in one go. */
const PART = 500

/** Makes the whole index anew, whatever is left of it. */
export function fillIndex(db: Connection): void {
  for (const table of Object.keys(SEARCH_TABLES).reverse()) db.run(`DELETE FROM ${table}`)
  fillFrom(db, { from: null, as: null })
}

/** Indexes the records of one space, of which the index holds none, as records of another. */
export function indexSpaceAs(db: Connection, space: number, as: number): void {
  fillFrom(db, { from: space, as })
}

/** Which records are indexed, and as whose; null: of every space, and as its own. */
interface Filling {
  from: number | null
  as: number | null
}

function fillFrom(db: Connection, filling: Filling): void {
  fillMessages(db, filling)
  fillBlocks(db, filling)
  fillEvents(db, filling)
}

interface MessageRow extends MessageTextRow {
  key: number
  id: string
  space: number
  thread: number
  ordinal: number
  role: Role
  at: number | null
  speaker: StoredText | null
}

function fillMessages(db: Connection, { from, as }: Filling): void {
  const sql = `SELECT message.key, message.id, message.space, turn.thread, turn.ordinal, message.role, message.at,
      message.speaker, message.content, message.name, message.arguments, message.result
    FROM message JOIN turn ON turn.key = message.turn
    WHERE message.own IS NOT 1 AND message.key > ?1 AND (?2 IS NULL OR message.space = ?2)
    ORDER BY message.key LIMIT ${PART}`
  eachPart<MessageRow>(db, sql, from, rows => {
    for (const run of runsOf(rows, row => `${row.space}/${row.thread}`)) {
      const space = as ?? run[0].space
      const documents = run.map(row =>
        profileOfMessage(toIndexed(row, speakerNumber(db, space, fromStoredOrNull(row.speaker)))),
      )
      addDocuments(db, { space, kind: SHELF_KIND.message, thread: run[0].thread }, documents)
    }
  })
}

function toIndexed(row: MessageRow, speaker: number): IndexedMessage {
  return {
    key: row.key,
    id: row.id,
    role: row.role,
    at: row.at,
    speaker,
    ordinal: row.ordinal,
    ...toMessageText(row),
  }
}

interface BlockRow {
  key: number
  id: string
  space: number
  thread: number
  sequence: number
  lastAt: number | null
}

function fillBlocks(db: Connection, { from, as }: Filling): void {
  const sql = `SELECT key, id, space, thread, sequence, last_at AS lastAt FROM block
    WHERE status = 'ready' AND key > ?1 AND (?2 IS NULL OR space = ?2) ORDER BY key LIMIT ${PART}`
  eachPart<BlockRow>(db, sql, from, rows => {
    for (const row of rows) {
      const to = { space: as ?? row.space, kind: SHELF_KIND.block, thread: row.thread }
      addDocuments(db, to, [profileOfBlock(db, row)])
    }
  })
}

interface EventRow {
  key: number
  id: string
  space: number
  scope: string
  thread: number | null
  ordinal: number | null
  at: number | null
  title: StoredText
  summary: StoredText
  tags: string
  quotes: string
}

function fillEvents(db: Connection, { from, as }: Filling): void {
  const sql = `SELECT event.key, event.id, event.space, event.scope, event.thread, turn.ordinal,
      coalesce(event.happened_start, event.mentioned_at) AS at, event.title, event.summary, event.tags, event.quotes
    FROM event LEFT JOIN turn ON turn.key = event.turn
    WHERE event.key > ?1 AND (?2 IS NULL OR event.space = ?2) ORDER BY event.key LIMIT ${PART}`
  eachPart<EventRow>(db, sql, from, rows => {
    for (const run of runsOf(rows, row => `${row.space}/${row.scope === 'session'}/${row.thread}`)) {
      const [{ space, scope, thread }] = run
      const kind = scope === 'session' ? SHELF_KIND.sessionEvent : SHELF_KIND.event
      addDocuments(
        db,
        { space: as ?? space, kind, thread },
        run.map(row => profileOfEvent(toIndexedEvent(row))),
      )
    }
  })
}

function toIndexedEvent(row: EventRow): IndexedEvent {
  return {
    key: row.key,
    id: row.id,
    title: fromStored(row.title),
    summary: fromStored(row.summary),
    tags: fromList(row.tags),
    quotes: fromList(row.quotes),
    at: row.at,
    ordinal: row.ordinal ?? 0,
  }
}

/** Visits rows in order of their key, some at a time. Parameters of the query: 1 the key before, 2 the space or null. */
function eachPart<Row extends { key: number }>(
  db: Connection,
  sql: string,
  space: number | null,
  visit: (rows: readonly Row[]) => void,
): void {
  for (let after = 0; ; ) {
    const rows = db.all<Row>(sql, after, space)
    const last = rows.at(-1)
    if (last === undefined) return
    visit(rows)
    after = last.key
  }
}

/** Neighbouring rows of one destination, together. */
function runsOf<Row>(rows: readonly Row[], destination: (row: Row) => string): [Row, ...Row[]][] {
  const runs: [Row, ...Row[]][] = []
  let current: string | undefined
  for (const row of rows) {
    const next = destination(row)
    if (next === current) runs.at(-1)?.push(row)
    else runs.push([row])
    current = next
  }
  return runs
}
