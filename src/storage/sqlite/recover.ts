/**
 * A new store from what is readable of a damaged one.
 *
 * Owns: the order of recovery: copy what can be read (`salvage.ts`), make it whole again (`mend.ts`), rebuild the
 * index, keep the damaged files beside, put the new one in their place. Leaves judging to `doctor.ts`.
 */
import { copyFileSync, existsSync, realpathSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { PalimpsestError } from '../../domain/errors.ts'
import { isZone } from '../../domain/time.ts'
import { backupsOf } from './backup.ts'
import { Connection } from './connection.ts'
import { fillGists } from './event-gists.ts'
import { queueAllEvents } from './event-jobs.ts'
import { findFile, readHeader } from './file.ts'
import { noteGaps } from './gaps.ts'
import { BY_RULE } from './graph-fold.ts'
import { completeRows, dropDangling, mendThreads } from './mend.ts'
import { openConnection } from './open.ts'
import { KEYED_TABLES, salvageTables, type TableReport } from './salvage.ts'
import { checkOwner, readForm } from './schema/migrate.ts'
import { fillIndex } from './search/rebuild.ts'
import { storedZone } from './zone.ts'

export interface RecoveryReport {
  /** Where the damaged file is kept; its `-wal` lies beside it. */
  damaged: string
  /** In the order of the schema. */
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
 * The damaged files are kept. A link is followed and stays. No other program may use the store meanwhile.
 *
 * @param options.stamp ends the names of what is kept, e.g. `20250618T120000Z`.
 * @param options.zone IANA zone, written when the damaged store names none that can be used; default `UTC`.
 * @throws PalimpsestError `store-missing`; `bad-input` for a folder, or a file that is no SQLite database and has no
 *   backup of ours beside it; `store-newer`, or `store-damaged` for another application's database. All are left
 *   untouched.
 */
export async function recoverStore(
  link: string,
  options: { stamp: string; zone?: string },
): Promise<RecoveryReport> {
  const path = findStore(link)
  const backups = backupsOf(link)
  refuseOthers(path, backups)
  const building = `${path}.recovering-${options.stamp}`
  const damaged = `${path}.damaged-${options.stamp}`
  const padded = `${path}.padded-${options.stamp}`
  removeDatabase(building)
  removeDatabase(padded)
  const source = openReadable(padIfShort(path, padded))
  try {
    const zone = zoneOf(source) ?? options.zone ?? 'UTC'
    const target = await openConnection({ path: building, create: true, zone })
    let report: Omit<RecoveryReport, 'damaged' | 'backup'>
    try {
      report = rebuild(source, target)
    } finally {
      target.close()
    }
    source?.close()
    moveDatabase(path, damaged)
    moveDatabase(building, path)
    return { damaged, ...report, backup: compareBackup(path, backups.at(-1)) }
  } finally {
    source?.close()
    removeDatabase(building)
    removeDatabase(padded)
  }
}

/** The store's own file, through any links. */
function findStore(path: string): string {
  const found = findFile(path)
  if (found === undefined || (found.isFile() && found.size === 0)) {
    throw new PalimpsestError('store-missing', `recover: there is no store at ${path}; check the path`)
  }
  if (!found.isFile()) {
    throw new PalimpsestError('bad-input', `recover: ${path} is no file; name the database file itself`)
  }
  return realpathSync(path)
}

/** A store whose very header is gone is told from any other file by its backups only. */
function refuseOthers(path: string, backups: readonly string[]): void {
  if (readHeader(path) !== undefined || backups.length > 0) return
  throw new PalimpsestError(
    'bad-input',
    `recover: ${path} is no SQLite database, and no backup of one lies beside it; name another file, ` +
      'or copy a backup to its place',
  )
}

function rebuild(
  source: Connection | undefined,
  target: Connection,
): Omit<RecoveryReport, 'damaged' | 'backup'> {
  target.exec('PRAGMA foreign_keys = OFF')
  return target.write(() => {
    const tables = salvageTables(source, target)
    completeRows(target)
    const before = sizes(target)
    dropDangling(target)
    const toDerive = mendThreads(target, lacksEvents(source))
    dropDangling(target)
    const after = sizes(target)
    fillIndex(target)
    fillGists(target)
    forgetGraph(target)
    noteGaps(target, KEYED_TABLES)
    const dropped = {
      turns: before.turns - after.turns,
      blocks: before.blocks - after.blocks,
      events: before.events - after.events,
    }
    return { tables, dropped, toDerive }
  })
}

/** The graph is read anew from the events, which then say again which of them are superseded. */
function forgetGraph(db: Connection): void {
  db.run(`UPDATE event SET status = 'active' WHERE status = 'superseded'`)
  db.run(`DELETE FROM event_relation WHERE made_by = '${BY_RULE}'`)
  queueAllEvents(db)
}

/** Whether the damaged store has no table of events, or none of what they rest on, left. */
function lacksEvents(source: Connection | undefined): boolean {
  const tables = source === undefined ? undefined : readForm(source).tables
  return !tables?.has('event') || !tables.has('event_source')
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

/** The zone the damaged store names, if it can be read and used. */
function zoneOf(source: Connection | undefined): string | undefined {
  try {
    const zone = source && storedZone(source)
    return zone !== undefined && isZone(zone) ? zone : undefined
  } catch {
    // The row is on a damaged page.
    return undefined
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

function compareBackup(path: string, newest: string | undefined): RecoveryReport['backup'] {
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
