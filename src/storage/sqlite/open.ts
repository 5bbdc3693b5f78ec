/**
 * From a path to a connection on a store of this version's form.
 *
 * Owns: what is refused before anything is written, file modes, and several processes opening a new store at once.
 * Leaves the form itself to `schema/`.
 */
import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PalimpsestError } from '../../domain/errors.ts'
import { isZone } from '../../domain/time.ts'
import { Connection, type ConnectionOptions, DEFAULT_BUSY_TIMEOUT_MS } from './connection.ts'
import { findFile } from './file.ts'
import { checkOwner, checkVersion, isEmpty, migrate, readForm } from './schema/migrate.ts'
import type { SchemaStep } from './schema/steps.ts'
import { checkZone } from './zone.ts'

export interface SqliteStoreOptions {
  /** The database file; neither a URI nor a name that SQLite takes for a database in memory. */
  path: string
  /** Make the file, and its folder, when there is none. */
  create: boolean
  /** IANA zone of the installation; written only when the store is made. */
  zone: string
  /** How long a lock of another process is waited for, in milliseconds; default 5,000. */
  busyTimeoutMs?: number
  /** `full` (default): a finished step survives loss of power; `normal`: the end of the process only. */
  synchronous?: 'full' | 'normal'
  /** Steps of the schema; default: this version's. Tests hand in others. */
  schema?: readonly SchemaStep[]
  /** Names the copy kept before a migration; default: the time now. */
  stamp?: string
}

/** Between two tries to get the lock that switching a new file to write-ahead logging needs. */
const RETRY_MS = 25

/**
 * @throws PalimpsestError `store-missing`, `store-newer`, `store-damaged`, `store-busy`; `config` for an unusable
 *   option; `bad-input` for a path that is no file or may not be used.
 */
export async function openConnection(options: SqliteStoreOptions): Promise<Connection> {
  const { path, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS } = options
  checkOptions(options)
  prepareFile(path, options.create)
  const deadline = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      inspect(path, options)
      return connect(options)
    } catch (error) {
      // SQLite does not wait for the locks of a switch of the journal mode: several first openers meet here.
      const isBusy = error instanceof PalimpsestError && error.code === 'store-busy'
      if (!isBusy || performance.now() >= deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

function connect(options: SqliteStoreOptions): Connection {
  const connection = new Connection(options.path, connectionOptions(options))
  try {
    const { mode } = connection.one<{ mode: string }>('SELECT journal_mode AS mode FROM pragma_journal_mode')
    if (mode !== 'wal') connection.exec('PRAGMA journal_mode = WAL')
    migrate(connection, {
      steps: options.schema,
      zone: options.zone,
      stamp: options.stamp ?? new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    })
    checkZone(connection)
    connection.pin()
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** SQLite's own bound of the busy timeout: the largest 32-bit integer. */
const LONGEST_TIMEOUT_MS = 2_147_483_647

function checkOptions({ path, zone, busyTimeoutMs = 0, synchronous = 'full' }: SqliteStoreOptions): void {
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > LONGEST_TIMEOUT_MS) {
    throw new PalimpsestError(
      'config',
      `store: busyTimeoutMs ${busyTimeoutMs} is no whole number from 0 to ${LONGEST_TIMEOUT_MS}; give milliseconds`,
    )
  }
  if (synchronous !== 'full' && synchronous !== 'normal') {
    throw new PalimpsestError(
      'config',
      `store: synchronous ${JSON.stringify(synchronous)} is unknown; write full or normal`,
    )
  }
  if (!isZone(zone)) {
    throw new PalimpsestError(
      'config',
      `store: zone ${JSON.stringify(zone)} is unknown; write an IANA zone such as Europe/Berlin`,
    )
  }
  if (typeof path !== 'string' || path === '' || path === ':memory:' || path.startsWith('file:')) {
    throw new PalimpsestError(
      'bad-input',
      `store: ${JSON.stringify(path)} is no path of a file; name one, with ./ before a name that begins so`,
    )
  }
}

function connectionOptions({ busyTimeoutMs, synchronous }: SqliteStoreOptions): ConnectionOptions {
  return { busyTimeoutMs, synchronous }
}

/** Looks without the right to write, so that a file that is refused keeps every byte. */
function inspect(path: string, options: SqliteStoreOptions): void {
  if (findFile(path)?.size === 0) return
  refuseNewer(path, options.schema)
  const look = new Connection(path, { readOnly: true, busyTimeoutMs: options.busyTimeoutMs })
  try {
    const form = readForm(look)
    checkOwner(path, form, options.schema)
    if (isEmpty(form) && !options.create) throw missing(path)
  } finally {
    look.close()
  }
}

/**
 * Looks at the file alone first: a newer one shall not even get a log beside it. SQLite reads it, since to open and
 * close it ourselves would end the locks that other connections of this process hold on it.
 */
function refuseNewer(path: string, steps: readonly SchemaStep[] | undefined): void {
  let look: Connection | undefined
  try {
    look = new Connection(path, { readOnly: true, isolated: true })
    const { applicationId, version } = readForm(look)
    checkVersion(path, applicationId, version, steps)
  } catch (error) {
    // What the log completes may be unreadable without it; whatever is damaged shows when both are read.
    if (!(error instanceof PalimpsestError) || error.code !== 'store-damaged') throw error
  } finally {
    look?.close()
  }
}

function prepareFile(path: string, create: boolean): void {
  const found = findFile(path)
  if (found === undefined || found.size === 0) {
    if (!create) throw missing(path)
    makeFile(path)
    return
  }
  if (!found.isFile()) {
    throw new PalimpsestError('bad-input', `store: ${path} is no file; name the database file itself`)
  }
  checkAccess(path)
}

/** SQLite gives the files beside the database the database's own mode. */
function makeFile(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw new PalimpsestError(
      'bad-input',
      `store: ${path} cannot be made: ${reasonOf(error)}; name another file`,
      {
        cause: error,
      },
    )
  }
}

function checkAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new PalimpsestError(
      'bad-input',
      `store: ${path} may not be read and written: ${reasonOf(error)}; check its owner and mode`,
      { cause: error },
    )
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function missing(path: string): PalimpsestError {
  return new PalimpsestError(
    'store-missing',
    `store: there is no memory at ${path}; check the path, or ingest into it`,
  )
}
