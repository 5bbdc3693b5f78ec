/**
 * What is wrong with a store, without touching it.
 *
 * Owns: the list of checks and what to do about each. Leaves curing to `recover.ts` and to the next opening.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import { TERM_KEY_BITS } from '../../text/term-key.ts'
import { Page, pageOf, placeOf, SECTION_PAGES, SECTION_SIZE } from '../profile.ts'
import { backupsOf } from './backup.ts'
import { fromStored, type StoredText } from './codec.ts'
import { Connection } from './connection.ts'
import { findFile, readHeader } from './file.ts'
import { IS_OF_TURN } from './lineage.ts'
import { checkOwner, completeSteps, isEmpty, lostParts, readForm } from './schema/migrate.ts'
import { SCHEMA_STEPS } from './schema/steps.ts'
import { SHELF_KIND } from './search/tables.ts'
import { zoneFault } from './zone.ts'

/**
 * - `missing`, `unreadable`, `foreign`, `newer`: there is no store of ours to look into.
 * - `damaged`: pages or indexes contradict each other; `references`: rows refer to rows that are gone.
 * - `schema`: tables or columns are missing; as a note, the next opening adds them.
 * - `zone`: the store names no zone that can be used.
 * - `turns`: a turn lacks messages; `blocks`: blocks do not join; `counters`: a counter disagrees with the rows.
 * - `index`: search does not find just the records that are there; `jobs-lost`: a pending block without a job.
 * - `jobs-dead`: derivation gave up; `events-dead`: graph or topics gave up events; `leases`: a worker went away, its
 *   job is taken over by the next.
 * - `mode`: others on this machine may read the file.
 */
type FindingCode =
  | 'missing'
  | 'unreadable'
  | 'foreign'
  | 'newer'
  | 'damaged'
  | 'references'
  | 'schema'
  | 'zone'
  | 'turns'
  | 'blocks'
  | 'counters'
  | 'index'
  | 'jobs-lost'
  | 'jobs-dead'
  | 'events-dead'
  | 'leases'
  | 'mode'

export interface Finding {
  code: FindingCode
  /** `error`: memory is lost or wrong; `warning`: something waits for the user; `note`: it cures itself. */
  severity: 'error' | 'warning' | 'note'
  /** What is wrong, with numbers and names. */
  what: string
  /** What to do. */
  remedy: string
}

const RECOVER = 'stop other programs that use it, then run doctor with recovery'

/**
 * Everything that is wrong with the store at the path, worst first; empty when it is sound. Never changes the store; reading
 * through SQLite may leave its empty `-wal` and `-shm` beside it.
 *
 * @param now epoch milliseconds, to tell a live lease from one that ran out.
 */
export async function inspectStore(path: string, now: number): Promise<Finding[]> {
  const found = findFile(path)
  if (found === undefined || found.size === 0) {
    return [finding('missing', 'error', `there is no memory at ${path}`, 'check the path, or ingest into it')]
  }
  const findings = [...checkMode(found.mode), ...inspectFile(path, now)]
  const order = ['error', 'warning', 'note']
  return findings.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
}

function inspectFile(path: string, now: number): Finding[] {
  let db: Connection | undefined
  try {
    db = new Connection(path, { readOnly: true })
    return inspectDatabase(db, now)
  } catch (error) {
    return [isOtherFile(path) ? noDatabase(path) : toFinding(error)]
  } finally {
    db?.close()
  }
}

/** Whether the file is no database at all and no backup says that it was one: recovery would refuse it. */
function isOtherFile(path: string): boolean {
  try {
    return readHeader(path) === undefined && backupsOf(path).length === 0
  } catch {
    // A folder, or a file that may not be read: the error of opening it says so.
    return false
  }
}

function noDatabase(path: string): Finding {
  const what = `${path} is no SQLite database, and no backup of one lies beside it`
  return finding('foreign', 'error', what, 'name another file, or copy a backup to its place')
}

function inspectDatabase(db: Connection, now: number): Finding[] {
  const form = readForm(db)
  checkOwner(db.path, form)
  if (isEmpty(form)) {
    return [
      finding('missing', 'error', `${db.path} holds no memory yet`, 'check the path, or ingest into it'),
    ]
  }
  const complete = completeSteps(form)
  const damage = [...checkPages(db), ...checkReferences(db)]
  const lost = lostParts(db, form)
  if (lost.length > 0) {
    return [...damage, finding('schema', 'error', `missing with all it held: ${lost.join(', ')}`, RECOVER)]
  }
  if (complete < SCHEMA_STEPS.length) {
    const what = `the schema is whole up to step ${complete} of ${SCHEMA_STEPS.length}`
    return [...damage, finding('schema', 'note', what, 'open it once with this version; a backup is kept')]
  }
  return [
    ...damage,
    ...checkZone(db),
    ...checkTurns(db),
    ...checkBlocks(db),
    ...checkCounters(db),
    ...checkIndex(db),
    ...checkJobs(db, now),
  ]
}

function finding(code: FindingCode, severity: Finding['severity'], what: string, remedy: string): Finding {
  return { code, severity, what, remedy }
}

/** The errors of looking, as findings; another kind of error is not the store's. */
function toFinding(error: unknown): Finding {
  if (!(error instanceof PalimpsestError)) throw error
  if (error.code === 'store-newer') return finding('newer', 'error', error.message, 'upgrade the package')
  if (error.code === 'store-damaged') {
    const isForeign = error.cause === undefined
    if (isForeign) return finding('foreign', 'error', error.message, 'name another file')
    return finding('damaged', 'error', error.message, RECOVER)
  }
  return finding(
    'unreadable',
    'error',
    error.message,
    'make the file readable, or wait for the other program',
  )
}

function checkMode(mode: number): Finding[] {
  const others = mode & 0o077
  if (others === 0 || process.platform === 'win32') return []
  const what = `the file has mode ${(mode & 0o777).toString(8)}: others on this machine may read it`
  return [finding('mode', 'warning', what, 'chmod 600 the file')]
}

// ---- the file -----------------------------------------------------------------------------------------------

function checkPages(db: Connection): Finding[] {
  const rows = db.all<{ integrity_check: string }>('PRAGMA integrity_check(20)')
  const wrong = rows.map(row => row.integrity_check).filter(text => text !== 'ok')
  if (wrong.length === 0) return []
  return [finding('damaged', 'error', wrong.join('; '), RECOVER)]
}

function checkReferences(db: Connection): Finding[] {
  const rows = db.all<{ table: string; parent: string; count: number }>(
    `SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent`,
  )
  return rows.map(row =>
    finding('references', 'error', `${row.count} rows of ${row.table} refer to no ${row.parent}`, RECOVER),
  )
}

// ---- the records ----------------------------------------------------------------------------------------------

/** One finding for the rows a query names, if any. */
function findingOfRows(
  db: Connection,
  query: string,
  toWhat: (names: string) => string,
  code: FindingCode,
): Finding[] {
  const rows = db.all<{ name: StoredText }>(query)
  if (rows.length === 0) return []
  const names = rows.slice(0, 5).map(row => fromStored(row.name))
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : ''
  return [finding(code, 'error', toWhat(`${names.join(', ')}${more}`), RECOVER)]
}

function checkZone(db: Connection): Finding[] {
  const fault = zoneFault(db)
  return fault === undefined ? [] : [finding('zone', 'error', `the store ${fault}`, RECOVER)]
}

function checkTurns(db: Connection): Finding[] {
  return findingOfRows(
    db,
    `SELECT id AS name FROM turn
     WHERE messages <> (SELECT count(*) FROM message WHERE ${IS_OF_TURN} AND message.turn = turn.key)`,
    names => `turns without all of their messages: ${names}`,
    'turns',
  )
}

/** A fork's first own block joins the last one it shares, whose end is not in its row: only roots are checked there. */
function checkBlocks(db: Connection): Finding[] {
  return findingOfRows(
    db,
    `SELECT DISTINCT thread.name FROM (
       SELECT thread, sequence, first_turn, last_turn,
         row_number() OVER (PARTITION BY thread ORDER BY sequence) AS place,
         lag(last_turn) OVER (PARTITION BY thread ORDER BY sequence) AS previous
       FROM block) AS own JOIN thread ON thread.key = own.thread
     WHERE own.sequence <> thread.shared_blocks + own.place OR own.last_turn < own.first_turn
       OR own.first_turn <> coalesce(own.previous + 1, iif(thread.parent IS NULL, 1, own.first_turn))`,
    names => `blocks that do not join in the threads ${names}`,
    'blocks',
  )
}

function checkCounters(db: Connection): Finding[] {
  const threads = findingOfRows(
    db,
    `SELECT name FROM thread
     WHERE turns <> shared_turns + (SELECT count(*) FROM turn WHERE turn.thread = thread.key)
       OR turns < (SELECT coalesce(max(ordinal), 0) FROM turn WHERE turn.thread = thread.key)
       OR blocks <> shared_blocks + (SELECT count(*) FROM block WHERE block.thread = thread.key)
       OR sealed_turns <> coalesce((SELECT max(last_turn) FROM block WHERE block.thread = thread.key), sealed_turns)`,
    names => `counters that disagree with the turns and blocks of the threads ${names}`,
    'counters',
  )
  const spaces = findingOfRows(
    db,
    `SELECT name FROM space
     WHERE turn_count < (SELECT coalesce(max(space_turn), 0) FROM turn WHERE turn.space = space.key)`,
    names => `turn counters below their turns in the spaces ${names}`,
    'counters',
  )
  return [...threads, ...spaces]
}

/** In one state of the store, which others may be writing to. */
function checkIndex(db: Connection): Finding[] {
  const [records, rows] = db.read(() => [countApart(db), countLostRows(db)] as const)
  const findings: Finding[] = []
  if (records > 0) {
    const what = `the search index and the records of its spaces differ by ${records}`
    findings.push(finding('index', 'error', what, RECOVER))
  }
  if (rows > 0) {
    const what = `${rows} rows of the search index are lost, or stand where nothing is indexed`
    findings.push(finding('index', 'error', what, RECOVER))
  }
  return findings
}

/** By how many documents the shelves differ from the records they stand for, in both directions. */
function countApart(db: Connection): number {
  const { message, block, event, sessionEvent } = SHELF_KIND
  const shelves = db.all<{ shelf: number | null; records: number; documents: number }>(
    `WITH record(space, kind) AS (
       SELECT space, ${message} FROM message WHERE own IS NOT 1
       UNION ALL SELECT space, ${block} FROM block WHERE status = 'ready'
       UNION ALL SELECT space, iif(scope = 'session', ${sessionEvent}, ${event}) FROM event),
     held AS (SELECT space, kind, count(*) AS records FROM record GROUP BY space, kind)
     SELECT shelf.key AS shelf, coalesce(held.records, 0) AS records, coalesce(shelf.documents, 0) AS documents
     FROM held FULL JOIN shelf ON shelf.space = held.space AND shelf.kind = held.kind`,
  )
  return shelves.reduce((sum, { shelf, records, documents }) => {
    const waiting = shelf === null ? 0 : countWaiting(db, shelf)
    return sum + Math.abs(records - documents - waiting)
  }, 0)
}

/** Documents of a shelf that wait for their place, and of which there is something to read. */
function countWaiting(db: Connection, shelf: number): number {
  const { waiting } = db.one<{ waiting: number }>(
    `SELECT count(*) AS waiting FROM waiting LEFT JOIN message ON message.key = waiting.message
     WHERE waiting.shelf = ? AND (waiting.profile IS NOT NULL OR message.own IS NOT 1 AND message.key IS NOT NULL)`,
    shelf,
  )
  return waiting
}

/** How many documents the segments and pages lack, or have too many, against what their shelves and sections count. */
function countLostRows(db: Connection): number {
  const { documents, lists } = db.one<{ documents: number; lists: number }>(
    `SELECT (SELECT coalesce(sum(abs(shelf.documents - (SELECT coalesce(sum(documents), 0) FROM segment
         WHERE segment.shelf = shelf.key))), 0) FROM shelf) AS documents,
       (SELECT coalesce(sum(abs(pages - (SELECT count(*) FROM posting
         WHERE place BETWEEN segment.key * ?1 AND segment.key * ?1 + ?1 - 1))), 0) FROM segment) AS lists`,
    BigInt(2 ** TERM_KEY_BITS),
  )
  const sections = db.all<{ key: number; documents: number }>('SELECT key, documents FROM section')
  const profiles = sections.reduce((sum, { key, documents: wanted }) => {
    const [first, last] = [pageOf(placeOf(key, 0)), pageOf(placeOf(key, SECTION_SIZE - 1))]
    const pages = db.all<{ number: number; profiles: Uint8Array }>(
      'SELECT number, profiles FROM page WHERE number BETWEEN ? AND ?',
      first,
      last,
    )
    const held = pages.reduce((count, row) => count + new Page(row.number, row.profiles).starts.length, 0)
    return sum + Math.abs(wanted - held)
  }, 0)
  const { outside } = db.one<{ outside: number }>(
    `SELECT (SELECT count(*) FROM posting WHERE place / ?1 NOT IN (SELECT key FROM segment))
       + (SELECT count(*) FROM page WHERE number / ?2 NOT IN (SELECT key FROM section)) AS outside`,
    BigInt(2 ** TERM_KEY_BITS),
    BigInt(SECTION_PAGES),
  )
  return documents + lists + profiles + outside
}

function checkJobs(db: Connection, now: number): Finding[] {
  const findings = findingOfRows(
    db,
    `SELECT id AS name FROM block WHERE status = 'pending' AND key NOT IN (SELECT block FROM job)`,
    names => `blocks that wait for a job that is gone: ${names}`,
    'jobs-lost',
  )
  const { dead, stale } = db.one<{ dead: number; stale: number }>(
    `SELECT count(*) FILTER (WHERE state = 'dead') AS dead,
       count(*) FILTER (WHERE state = 'running' AND lease_until <= ?) AS stale FROM job`,
    now,
  )
  if (dead > 0) {
    findings.push(
      finding('jobs-dead', 'warning', `${dead} derivations gave up`, 'see the jobs, then retry them'),
    )
  }
  const { lost } = db.one<{ lost: number }>(`SELECT count(*) AS lost FROM event_job WHERE state = 'dead'`)
  if (lost > 0) {
    const what = `${lost} ways of events into graph or topics were given up`
    findings.push(finding('events-dead', 'warning', what, 'see the jobs, then retry all of them'))
  }
  if (stale > 0) {
    const what = `${stale} derivations were left by a worker that went away`
    findings.push(finding('leases', 'note', what, 'nothing: the next worker takes them over'))
  }
  return findings
}
