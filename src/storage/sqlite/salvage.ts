/**
 * Reading what can be read of a damaged database.
 *
 * Owns: walking a table by ranges of its key, halving a range that fails until the unreadable rows stand alone; what
 * stands in a column that is gone; how much is lost. Leaves what the rows mean to `mend.ts`. Indexes are read only for
 * names whose table row is gone.
 */
import type { SQLInputValue } from 'node:sqlite'
import { PalimpsestError } from '../../domain/errors.ts'
import { type IdKind, makeId } from '../../domain/ids.ts'
import type { Connection } from './connection.ts'
import { notedGaps } from './gaps.ts'

export interface TableReport {
  table: string
  recovered: number
  /** At least how many rows are gone, by gaps in their keys and by what other tables count; `unknown` without a sign. */
  lost: number | 'unknown'
}

/** Tables in the order of the schema, each with the integer key that orders it on disk. */
const TABLES: readonly { table: string; key: string }[] = [
  { table: 'space', key: 'key' },
  { table: 'thread', key: 'key' },
  { table: 'turn', key: 'key' },
  { table: 'message', key: 'key' },
  { table: 'block', key: 'key' },
  { table: 'view', key: 'key' },
  { table: 'anchor', key: 'thread' },
  { table: 'job', key: 'key' },
  { table: 'event', key: 'key' },
  { table: 'event_source', key: 'event' },
  { table: 'event_relation', key: 'event' },
  { table: 'chapter', key: 'key' },
  { table: 'topic_section', key: 'key' },
  { table: 'topic_place', key: 'event' },
]

/** Tables in which every key from 1 is given out. */
export const KEYED_TABLES = TABLES.filter(({ key }) => key === 'key').map(({ table }) => table)

/** Keys asked for at once. */
const RANGE = 1_024
/** Rows that a page can hold at most, for a bound when the end of a table cannot be read. */
const ROWS_PER_PAGE = 128

type Row = Record<string, SQLInputValue>

/** Copies every readable row; foreign keys of the target must be off. */
export function salvageTables(source: Connection | undefined, target: Connection): TableReport[] {
  if (source === undefined) return TABLES.map(({ table }) => ({ table, recovered: 0, lost: 'unknown' }))
  const salvaged = TABLES.map(place => ({ table: place.table, ...salvageTable(source, target, place) }))
  return salvaged.map(({ table, recovered, gaps }) => {
    const counted = MISSING[table] === undefined ? 0 : countMissing(target, MISSING[table])
    return {
      table,
      recovered,
      lost: gaps === undefined && counted === 0 ? 'unknown' : Math.max(gaps ?? 0, counted),
    }
  })
}

/** Of a table that is there no more, or lacks its key, nothing can be read. */
function salvageTable(
  source: Connection,
  target: Connection,
  { table, key }: { table: string; key: string },
): { recovered: number; gaps: number | undefined } {
  const insert = inserter(target, table)
  const keys = new Set<number>()
  let recovered = 0
  const keep = (row: Row): void => {
    if (!insert(row)) return
    recovered += 1
    keys.add(Number(row[key]))
  }
  const isThere = columnsOf(source, table).some(({ name }) => name === key)
  const { end, isWhole } = isThere ? readTable(source, table, key, keep) : NOTHING_READ
  for (const row of namesFromIndex(source, table)) if (!keys.has(Number(row.key))) keep(row)
  if (key !== 'key') return { recovered, gaps: isWhole ? 0 : undefined }
  return { recovered, gaps: end === undefined ? undefined : gapsIn(source, table, keys) }
}

const NOTHING_READ = { end: undefined, isWhole: false }

/** Keys run from 1; each gap is a row that is lost, unless it was there before the damage. */
function gapsIn(source: Connection, table: string, keys: ReadonlySet<number>): number {
  let last = 0
  for (const key of keys) last = Math.max(last, key)
  const noted = readOrUndefined(() => notedGaps(source, table)) ?? 0
  return Math.max(0, last - keys.size - noted)
}

/** How many rows of each table the rows of others know of that are not there. */
const MISSING: Record<string, string> = {
  space: 'SELECT count(DISTINCT space) FROM thread WHERE space NOT IN (SELECT key FROM space)',
  thread: 'SELECT count(DISTINCT thread) FROM turn WHERE thread NOT IN (SELECT key FROM thread)',
  turn: 'SELECT sum(turns - shared_turns) - (SELECT count(*) FROM turn) FROM thread',
  message: `SELECT sum(messages) - (SELECT count(*) FROM message WHERE turn IN (SELECT key FROM turn)) FROM turn`,
  block: 'SELECT sum(blocks - shared_blocks) - (SELECT count(*) FROM block) FROM thread',
  view: `SELECT sum(iif(status = 'ready', 5, 2) - (SELECT count(*) FROM view WHERE view.block = block.key)) FROM block`,
  job: 'SELECT count(*) FROM block WHERE key NOT IN (SELECT block FROM job)',
  event: 'SELECT count(DISTINCT event) FROM event_source WHERE event NOT IN (SELECT key FROM event)',
}

function countMissing(target: Connection, sql: string): number {
  const [count] = Object.values(target.one<Record<string, number | null>>(sql))
  return Math.max(0, count ?? 0)
}

interface Column {
  name: string
  type: string
  notnull: number
}

function columnsOf(db: Connection, table: string): Column[] {
  return (
    readOrUndefined(() => db.all<Column>('SELECT name, type, "notnull" FROM pragma_table_info(?)', table)) ??
    []
  )
}

/** Writes a row into the table; false when it is refused, as bytes of a damaged page may be. */
function inserter(target: Connection, table: string): (row: Row) => boolean {
  const columns = columnsOf(target, table)
  const sql = `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})`
  return row => {
    try {
      target.run(sql, ...columns.map(column => columnOf(row, table, column)))
      return true
    } catch (error) {
      if (error instanceof PalimpsestError) return false
      throw error
    }
  }
}

/** The row's value; for a column that the damaged store does not have, one that `mend.ts` may better. */
function columnOf(row: Row, table: string, { name, type, notnull }: Column): SQLInputValue {
  const value = row[name]
  if (value !== undefined) return value
  if (notnull === 0) return null
  const key = Number(row.key)
  if (name === 'id') return makeId(table.charAt(0) as IdKind, ['recovered', key])
  const own = FALLBACK[`${table}.${name}`]
  if (own !== undefined) return own(key)
  return type === 'INTEGER' || type === 'REAL' ? 0 : ''
}

/** By table and column, from the row's key: keys grow with time, as places do. */
const FALLBACK: Record<string, (key: number) => SQLInputValue> = {
  'thread.name': key => `recovered-${key}`,
  'turn.name': String,
  'turn.ordinal': Number,
  'turn.messages': () => -1,
  'turn.first_message': () => -1,
  'message.position': Number,
  'event.scope': () => 'session',
  'event.status': () => 'active',
  'event.strength': () => 1,
  'event.tags': () => '[]',
  'event.quotes': () => '[]',
  'event.category_hints': () => '[]',
}

/** Visits what can be read; tells the last key, if that could be read, and whether nothing was passed over. */
function readTable(
  source: Connection,
  table: string,
  key: string,
  visit: (row: Row) => void,
): { end: number | undefined; isWhole: boolean } {
  const end = lastKey(source, table, key)
  const last = end ?? mostKeys(source)
  let isWhole = end !== undefined
  for (let from = 1; from <= last; from += RANGE) {
    isWhole = readRange(source, table, key, from, Math.min(last, from + RANGE - 1), visit) && isWhole
  }
  return { end, isWhole }
}

function readRange(
  source: Connection,
  table: string,
  key: string,
  from: number,
  to: number,
  visit: (row: Row) => void,
): boolean {
  const rows = readOrUndefined(() =>
    source.all<Row>(`SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key}`, from, to),
  )
  if (rows !== undefined) {
    rows.forEach(visit)
    return true
  }
  if (from === to) return false
  const middle = Math.floor((from + to) / 2)
  readRange(source, table, key, from, middle, visit)
  readRange(source, table, key, middle + 1, to, visit)
  return false
}

/** The last key of a table, 0 for an empty one; undefined when its end cannot be read. */
function lastKey(source: Connection, table: string, key: string): number | undefined {
  const read = readOrUndefined(() =>
    source.get<{ last: number | null }>(`SELECT max(${key}) AS last FROM ${table}`),
  )
  return read && (read.last ?? 0)
}

/** A key that no table goes beyond. */
function mostKeys(source: Connection): number {
  const pages = readOrUndefined(() =>
    source.get<{ count: number }>('SELECT page_count AS count FROM pragma_page_count'),
  )
  return (pages?.count ?? 0) * ROWS_PER_PAGE
}

/** Spaces and threads whose own row cannot be read: their unique index names them too. */
function namesFromIndex(source: Connection, table: string): Row[] {
  if (table === 'space') {
    const sql = 'SELECT key, name, 0 AS turn_count FROM space INDEXED BY sqlite_autoindex_space_1'
    return readOrUndefined(() => source.all<Row>(sql)) ?? []
  }
  if (table !== 'thread') return []
  const sql = `SELECT key, space, host, name, NULL AS parent, 0 AS shared_turns, 0 AS shared_blocks, 0 AS turns,
      0 AS sealed_turns, 0 AS blocks, 0 AS block_size FROM thread INDEXED BY sqlite_autoindex_thread_1`
  return readOrUndefined(() => source.all<Row>(sql)) ?? []
}

/** The result, or undefined when the pages it needs cannot be read. */
function readOrUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PalimpsestError && error.code !== 'store-busy') return undefined
    throw error
  }
}
