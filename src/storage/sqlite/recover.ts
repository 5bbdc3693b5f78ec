/**
 * A new store from what is readable of a damaged one.
 *
 * Owns: the order of recovery: copy what can be read (`salvage.ts`), make it whole again (`mend.ts`), rebuild the
 * index, keep the damaged files beside, put the new one in their place. Leaves judging to `doctor.ts`.
 */
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PalimpsestError } from '../../domain/errors.ts'
import { Connection } from './connection.ts'
import { findFile, readHeader } from './file.ts'
import { noteGaps } from './gaps.ts'
import { dropDangling, mendThreads } from './mend.ts'
import { openConnection } from './open.ts'
import { KEYED_TABLES, salvageTables, type TableReport } from './salvage.ts'
import { checkOwner, readForm } from './schema/migrate.ts'
import { fillIndex } from './search-index.ts'

export interface RecoveryReport {
  /** Where the damaged file is kept; its `-wal` lies beside it. */
  damaged: string
  /** In the order of the schema. `lost` counts rows whose place is known but could not be read. */
  tables: TableReport[]
  /** Readable records that were left out because what they rest on is gone. */
  dropped: { turns: number; blocks: number; events: number }
  /** Blocks that will be derived again. */
  toDerive: number
  /** The newest backup beside the file, with how many turns only it holds. */
  backup?: { path: string; turns: number }
}

/** The files of one database. */
const SUFFIXES = ['', '-wal', '-shm']

/**
 * Rebuilds the store at the path. No half turn and no half block is left: a turn without all of its messages is
 * dropped, and a block without all of its turns with every later one of its thread; their turns are sealed again.
 * The damaged files are kept. No other program may use the store meanwhile.
 *
 * @param options.stamp ends the names of what is kept, e.g. `20250618T120000Z`.
 * @throws PalimpsestError `store-missing`; `store-newer`, or `store-damaged` for another application's database: both
 *   are left untouched.
 */
export async function recoverStore(path: string, options: { stamp: string }): Promise<RecoveryReport> {
  if (!findFile(path)?.isFile()) {
    throw new PalimpsestError('store-missing', `recover: there is no store at ${path}; check the path`)
  }
  const building = `${path}.recovering-${options.stamp}`
  const damaged = `${path}.damaged-${options.stamp}`
  const padded = `${path}.padded-${options.stamp}`
  removeDatabase(building)
  removeDatabase(padded)
  const source = openReadable(padIfShort(path, padded))
  try {
    const target = await openConnection({ path: building, create: true, zone: zoneOf(source) })
    let report: Omit<RecoveryReport, 'damaged' | 'backup'>
    try {
      report = rebuild(source, target)
    } finally {
      target.close()
    }
    source?.close()
    moveDatabase(path, damaged)
    moveDatabase(building, path)
    return { damaged, ...report, backup: compareBackup(path) }
  } finally {
    source?.close()
    removeDatabase(building)
    removeDatabase(padded)
  }
}

function rebuild(
  source: Connection | undefined,
  target: Connection,
): Omit<RecoveryReport, 'damaged' | 'backup'> {
  target.exec('PRAGMA foreign_keys = OFF')
  return target.write(() => {
    const tables = salvageTables(source, target)
    const before = sizes(target)
    dropDangling(target)
    const toDerive = mendThreads(target)
    dropDangling(target)
    const after = sizes(target)
    fillIndex(target)
    noteGaps(target, KEYED_TABLES)
    const dropped = {
      turns: before.turns - after.turns,
      blocks: before.blocks - after.blocks,
      events: before.events - after.events,
    }
    return { tables, dropped, toDerive }
  })
}

function sizes(db: Connection): { turns: number; blocks: number; events: number } {
  return db.one(
    `SELECT (SELECT count(*) FROM turn) AS turns, (SELECT count(*) FROM block) AS blocks,
       (SELECT count(*) FROM event) AS events`,
  )
}

/**
 * SQLite refuses a file that is shorter than its header says, so such a one is read from a copy filled up with zeros.
 */
function padIfShort(path: string, copy: string): string {
  const header = readHeader(path)
  const bytes = header === undefined ? 0 : header.pageSize * header.pages
  if (bytes <= statSync(path).size) return path
  for (const suffix of ['', '-wal']) {
    if (existsSync(`${path}${suffix}`)) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  }
  truncateSync(copy, bytes)
  return copy
}

/** A connection on the damaged file, or undefined when not even its list of tables can be read. */
function openReadable(path: string): Connection | undefined {
  let db: Connection | undefined
  try {
    db = new Connection(path, { readOnly: true })
    checkOwner(path, readForm(db))
    return db
  } catch (error) {
    db?.close()
    const isUnreadable =
      error instanceof PalimpsestError && error.code === 'store-damaged' && error.cause !== undefined
    if (!isUnreadable) throw error
    return undefined
  }
}

function zoneOf(source: Connection | undefined): string {
  try {
    return source?.get<{ value: string }>(`SELECT value FROM meta WHERE key = 'zone'`)?.value ?? 'UTC'
  } catch {
    // The row is on a damaged page; UTC is what every instant is stored in.
    return 'UTC'
  }
}

function moveDatabase(from: string, to: string): void {
  for (const suffix of SUFFIXES) {
    if (statSync(`${from}${suffix}`, { throwIfNoEntry: false }))
      renameSync(`${from}${suffix}`, `${to}${suffix}`)
  }
}

function removeDatabase(path: string): void {
  for (const suffix of SUFFIXES) rmSync(`${path}${suffix}`, { force: true })
}

// ---- the backup beside it -------------------------------------------------------------------------------------

function compareBackup(path: string): RecoveryReport['backup'] {
  const prefix = `${basename(path)}.backup-`
  const newest = readdirSync(dirname(path))
    .filter(name => name.startsWith(prefix) && !/-(wal|shm|journal)$/.test(name))
    .map(name => join(dirname(path), name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .at(-1)
  if (newest === undefined) return undefined
  const kept = turnIds(path)
  return { path: newest, turns: [...turnIds(newest)].filter(id => !kept.has(id)).length }
}

function turnIds(path: string): Set<string> {
  const db = new Connection(path, { readOnly: true })
  try {
    const rows = db.all<{ id: string; space: string }>(
      'SELECT turn.id, space.name AS space FROM turn JOIN space ON space.key = turn.space',
    )
    return new Set(rows.map(row => `${row.id} ${row.space}`))
  } catch {
    // A backup that cannot be read has nothing to offer.
    return new Set()
  } finally {
    db.close()
  }
}
