/**
 * Reading what can be read of a damaged database.
 *
 * Owns: walking a table by ranges of its key, halving a range that fails until the unreadable rows stand alone. Leaves
 * what the rows mean to `mend.ts`. Indexes are read only for names whose table row is gone.
 */
import type { SQLInputValue } from 'node:sqlite'
import { PalimpsestError } from '../../domain/errors.ts'
import type { Connection } from './connection.ts'
import { notedGaps } from './gaps.ts'

export interface TableReport {
  table: string
  recovered: number
  lost: number
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
  if (source === undefined) return TABLES.map(({ table }) => ({ table, recovered: 0, lost: 0 }))
  return TABLES.map(({ table, key }) => {
    const insert = inserter(target, table)
    let recovered = 0
    const keys = new Set<number>()
    readTable(source, table, key, row => {
      if (!insert(row)) return
      recovered += 1
      keys.add(Number(row[key]))
    })
    for (const row of namesFromIndex(source, table)) {
      if (keys.has(Number(row.key)) || !insert(row)) continue
      recovered += 1
      keys.add(Number(row.key))
    }
    return { table, recovered, lost: key === 'key' ? lostOf(source, table, keys) : 0 }
  })
}

/** Keys run from 1; each gap is a row that is lost, unless it was there before the damage. */
function lostOf(source: Connection, table: string, keys: ReadonlySet<number>): number {
  let last = 0
  for (const key of keys) last = Math.max(last, key)
  const noted = readOrUndefined(() => notedGaps(source, table)) ?? 0
  return Math.max(0, last - keys.size - noted)
}

/** Writes a row into the table; false when it is refused, as bytes of a damaged page may be. */
function inserter(target: Connection, table: string): (row: Row) => boolean {
  const columns = new Set(
    target.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(row => row.name),
  )
  return row => {
    const names = Object.keys(row).filter(name => columns.has(name))
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    try {
      target.run(sql, ...names.map(name => row[name] ?? null))
      return true
    } catch (error) {
      if (error instanceof PalimpsestError) return false
      throw error
    }
  }
}

function readTable(source: Connection, table: string, key: string, visit: (row: Row) => void): void {
  const last = lastKey(source, table, key)
  for (let from = 1; from <= last; from += RANGE) {
    readRange(source, table, key, from, Math.min(last, from + RANGE - 1), visit)
  }
}

function readRange(
  source: Connection,
  table: string,
  key: string,
  from: number,
  to: number,
  visit: (row: Row) => void,
): void {
  const rows = readOrUndefined(() =>
    source.all<Row>(`SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key}`, from, to),
  )
  if (rows !== undefined) {
    rows.forEach(visit)
    return
  }
  if (from === to) return
  const middle = Math.floor((from + to) / 2)
  readRange(source, table, key, from, middle, visit)
  readRange(source, table, key, middle + 1, to, visit)
}

function lastKey(source: Connection, table: string, key: string): number {
  const read = readOrUndefined(() =>
    source.get<{ last: number | null }>(`SELECT max(${key}) AS last FROM ${table}`),
  )
  if (read !== undefined) return read.last ?? 0
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
      0 AS sealed_turns, 0 AS blocks, 8 AS block_size FROM thread INDEXED BY sqlite_autoindex_thread_1`
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
