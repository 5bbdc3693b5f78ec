/**
 * One connection to the database file.
 *
 * Owns: pragmas, prepared statements that are kept, transactions, that none writes to a file which nobody could open
 * again, and what SQLite's errors mean to us. Leaves SQL to the nouns and the form of the file to `schema/`.
 *
 * Every step is synchronous, so nothing of this process can come between its statements, and no transaction is open
 * across an `await`.
 */
import { resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type ErrorCode, PalimpsestError } from '../../domain/errors.ts'
import { identityOf } from './file.ts'

export interface ConnectionOptions {
  /** How long a lock of another process is waited for, in milliseconds; default 5,000. */
  busyTimeoutMs?: number
  /** `full` (default): a finished step survives loss of power; `normal`: the end of the process only. */
  synchronous?: 'full' | 'normal'
  /** Opens without the right to change the file; SQLite may leave an empty `-wal` and a `-shm` beside it. */
  readOnly?: boolean
  /** Reads the file alone, without its write-ahead log, and leaves nothing beside it; goes with `readOnly`. */
  isolated?: boolean
}

export const DEFAULT_BUSY_TIMEOUT_MS = 5_000

/** Pages of the write-ahead log between two checkpoints: four times SQLite's own, a tenth off the mean append. */
const CHECKPOINT_PAGES = 4_000

/** Upper bound of the page cache; ids are spread evenly, so appending meets pages all over their indexes. */
const CACHE_KIB = 16_384

/** A prepared-statement interface to one file. Numbers bind as REAL: bind a BigInt where SQL computes with it. */
export class Connection {
  readonly path: string
  readonly #database: DatabaseSync
  /** By text. A text made anew at every call is read through at every call: those of frequent steps are constants. */
  readonly #statements = new Map<string, Prepared>()
  /** What writes go to: the file and its log, by path. */
  readonly #pinned = new Map<string, string>()

  constructor(path: string, options: ConnectionOptions = {}) {
    const { busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, synchronous = 'full', readOnly = false } = options
    this.path = path
    const place = options.isolated === true ? isolatedPlace(path) : path
    this.#database = this.#translated(
      () => new DatabaseSync(place, { readOnly, timeout: busyTimeoutMs, enableForeignKeyConstraints: true }),
    )
    if (readOnly) return
    this.exec(`PRAGMA synchronous = ${synchronous === 'full' ? 'FULL' : 'NORMAL'}`)
    this.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA cache_size = -${CACHE_KIB}`)
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#translated(() => this.#prepared(sql).get(values) as Row | undefined)
  }

  /** The first row of a query that always has one, such as a count. */
  one<Row>(sql: string, ...values: SQLInputValue[]): Row {
    const row = this.get<Row>(sql, ...values)
    if (row === undefined) throw damaged(this.path, `no row for: ${sql}`)
    return row
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#translated(() => this.#prepared(sql).all(values) as Row[])
  }

  /** All rows, each as its columns in order: a third cheaper than objects where there are many. */
  tuples<Columns extends readonly unknown[]>(sql: string, ...values: SQLInputValue[]): Columns[] {
    return this.#translated(() => this.#prepared(sql).tuples(values) as Columns[])
  }

  /** Runs a statement; gives the rows it changed and the rowid of the last one it inserted. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; rowid: number } {
    return this.#translated(() => {
      const { changes, lastInsertRowid } = this.#prepared(sql).run(values)
      return { changes: Number(changes), rowid: Number(lastInsertRowid) }
    })
  }

  /** Runs statements that are needed once. */
  exec(sql: string): void {
    this.#translated(() => this.#database.exec(sql))
  }

  /**
   * One atomic step that writes. The write lock is taken at once: a later upgrade from reading would fail.
   *
   * @throws PalimpsestError `store-damaged` when the file was replaced or removed since {@link pin}.
   */
  write<Result>(step: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', () => {
      this.#checkPinned()
      return step()
    })
  }

  /** From now on writes are refused once another file, or none, lies at the path or at that of the write-ahead log. */
  pin(): void {
    const file = resolve(this.path)
    for (const path of [file, `${file}-wal`]) {
      const identity = identityOf(path)
      if (identity !== undefined && identity !== 'none') this.#pinned.set(path, identity)
    }
  }

  /**
   * Names the state of the file that a step of {@link read} sees: another one once anything was written, by this
   * connection or any other. Within {@link write} it names nothing, since what was written may be undone.
   */
  version(): string {
    const [[others] = [0]] = this.tuples<[number]>('PRAGMA data_version')
    const [[own] = [0]] = this.tuples<[number]>('SELECT total_changes()')
    return `${others} ${own}`
  }

  /** Several queries over one state of the store. */
  read<Result>(step: () => Result): Result {
    return this.#transaction('BEGIN', step)
  }

  /** Ends the connection; a second call does nothing. */
  close(): void {
    if (!this.#database.isOpen) return
    this.#statements.clear()
    this.#translated(() => this.#database.close())
  }

  #transaction<Result>(begin: string, step: () => Result): Result {
    this.run(begin)
    try {
      const result = step()
      this.run('COMMIT')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.run('ROLLBACK')
      throw error
    }
  }

  #checkPinned(): void {
    for (const [path, identity] of this.#pinned) {
      if (identityOf(path) === identity) continue
      throw new PalimpsestError(
        'store-damaged',
        `store: ${path} was replaced or removed while it was open; nothing was stored, reopen the store`,
      )
    }
  }

  #prepared(sql: string): Prepared {
    const kept = this.#statements.get(sql)
    if (kept !== undefined) return kept
    const statement = prepare(this.#database, sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #translated<Result>(call: () => Result): Result {
    try {
      return call()
    } catch (error) {
      throw toPalimpsestError(error, this.path)
    }
  }
}

/** https://sqlite.org/uri.html, the parameter `immutable`. */
function isolatedPlace(path: string): URL {
  const place = pathToFileURL(resolve(path))
  place.searchParams.set('immutable', '1')
  return place
}

interface Prepared {
  get(values: SQLInputValue[]): unknown
  all(values: SQLInputValue[]): unknown[]
  tuples(values: SQLInputValue[]): unknown[]
  run(values: SQLInputValue[]): ReturnType<StatementSync['run']>
}

/** `?1`, `?2` …: for values that a statement uses more than once. */
const NUMBERED = /\?(\d+)/g

/** Node 22 passes over numbered parameters when it binds by position, so each use gets a place of its own. */
function prepare(database: DatabaseSync, sql: string): Prepared {
  const uses = Array.from(sql.matchAll(NUMBERED), ([, number]) => Number(number) - 1)
  const statement = database.prepare(sql.replaceAll(NUMBERED, '?'))
  const placed = (values: SQLInputValue[]): SQLInputValue[] =>
    uses.length === 0 ? values : uses.map(use => values[use] as SQLInputValue)
  return {
    get: values => statement.get(...placed(values)),
    all: values => statement.all(...placed(values)),
    tuples: values => tuplesOf(statement, placed(values)),
    run: values => statement.run(...placed(values)),
  }
}

function tuplesOf(statement: StatementSync, values: SQLInputValue[]): unknown[] {
  statement.setReturnArrays(true)
  try {
    return statement.all(...values)
  } finally {
    statement.setReturnArrays(false)
  }
}

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const SQLITE = {
  PERM: 3,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
} as const

/** An error of node:sqlite as ours; anything else comes back as it is. */
function toPalimpsestError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const [code, what] = meaningOf(error.errcode & 0xff, error.message)
  return new PalimpsestError(code, `store: ${path}: ${what}`, { cause: error })
}

function meaningOf(primary: number, message: string): [ErrorCode, string] {
  switch (primary) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return ['store-busy', 'another process holds the database; try again, or raise the busy timeout']
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return ['store-damaged', `${message}; run doctor to see what can be recovered`]
    case SQLITE.IOERR:
    case SQLITE.FULL:
      return ['store-damaged', `${message}; check the disk and its free space`]
    case SQLITE.PERM:
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return ['bad-input', `${message}; the file and its folder must be readable and writable`]
    case SQLITE.CONSTRAINT:
      return constraintMeaning(message)
    case SQLITE.TOOBIG:
    case SQLITE.MISMATCH:
      return ['bad-input', `${message}; a value is too large or of another kind than is stored there`]
    default:
      return ['store-damaged', `${message}; this is a fault of the store, please report it`]
  }
}

/** The only unique keys that name an id are those of the records. */
function constraintMeaning(message: string): [ErrorCode, string] {
  return /UNIQUE constraint failed: \w+\.id,/.test(message)
    ? ['id-collision', `${message}; two different records would bear one id, the second was not stored`]
    : ['bad-input', `${message}; nothing was stored`]
}

function damaged(path: string, what: string): PalimpsestError {
  return new PalimpsestError(
    'store-damaged',
    `store: ${path}: ${what}; run doctor to see what can be recovered`,
  )
}
