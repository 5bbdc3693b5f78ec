/**
 * Bringing a database to the form of this version.
 *
 * Owns: judging a file by the tables and columns it really has, applying the missing steps in one transaction, and the
 * copy that is kept before. The version number in the file is a note for others, never believed here, except that a
 * higher one belongs to a newer version and is not touched. Leaves the steps to `steps.ts`.
 */
import { existsSync, rmSync } from 'node:fs'
import { PalimpsestError } from '../../../domain/errors.ts'
import { copyDatabase } from '../backup.ts'
import type { Connection } from '../connection.ts'
import { APPLICATION_ID, SCHEMA_STEPS, type SchemaStep } from './steps.ts'

/** What the file says of itself, and what it really has. */
export interface Form {
  applicationId: number
  version: number
  /** Columns by table, ours and others. */
  tables: ReadonlyMap<string, ReadonlySet<string>>
  indexes: ReadonlySet<string>
}

export function readForm(db: Connection): Form {
  const { applicationId } = db.one<{ applicationId: number }>(
    'SELECT application_id AS applicationId FROM pragma_application_id',
  )
  const { version } = db.one<{ version: number }>('SELECT user_version AS version FROM pragma_user_version')
  const tables = new Map<string, Set<string>>()
  const indexes = new Set<string>()
  const rows = db.all<{ type: string; name: string; column: string | null }>(
    `SELECT entry.type, entry.name, info.name AS column
     FROM sqlite_schema AS entry LEFT JOIN pragma_table_info(entry.name) AS info ON entry.type = 'table'
     WHERE entry.type IN ('table', 'index')`,
  )
  for (const { type, name, column } of rows) {
    if (type === 'index') indexes.add(name)
    else tables.set(name, (tables.get(name) ?? new Set()).add(column ?? ''))
  }
  return { applicationId, version, tables, indexes }
}

/** Whether the database has no table at all, ours or another's. */
export function isEmpty(form: Form): boolean {
  return form.tables.size === 0
}

/**
 * Refuses a file that is not ours to change.
 *
 * @throws PalimpsestError `store-newer`; `store-damaged` for another application's database.
 */
export function checkOwner(path: string, form: Form, steps: readonly SchemaStep[] = SCHEMA_STEPS): void {
  if (isEmpty(form)) return
  const first = steps[0]
  const isOurs =
    form.applicationId === APPLICATION_ID || (first !== undefined && missingOf(first, form).length === 0)
  if (!isOurs) {
    throw new PalimpsestError(
      'store-damaged',
      `store: ${path} is a database of another application; name another file`,
    )
  }
  checkVersion(path, APPLICATION_ID, form.version, steps)
}

/**
 * Refuses a file of ours that a newer version wrote.
 *
 * @throws PalimpsestError `store-newer`.
 */
export function checkVersion(
  path: string,
  applicationId: number,
  version: number,
  steps: readonly SchemaStep[] = SCHEMA_STEPS,
): void {
  if (applicationId !== APPLICATION_ID || version <= steps.length) return
  throw new PalimpsestError(
    'store-newer',
    `store: ${path} has schema ${version}, this version reads up to ${steps.length}; ` +
      'upgrade the package, the file was not touched',
  )
}

/** What of a step the database lacks, as `table`, `table.column` or `index NAME`. */
function missingOf(step: SchemaStep, form: Form): string[] {
  const columns = [
    ...step.tables.flatMap(({ name, columns: promised }) =>
      promised.map(column => ({ table: name, column })),
    ),
    ...(step.columns ?? []),
  ]
  const missing = columns.filter(({ table, column }) => !form.tables.get(table)?.has(column))
  return [
    ...new Set(missing.map(({ table, column }) => (form.tables.has(table) ? `${table}.${column}` : table))),
    ...(step.indexes ?? []).filter(({ name }) => !form.indexes.has(name)).map(({ name }) => `index ${name}`),
  ]
}

/** How many steps, from the first, the database has whole. */
export function completeSteps(form: Form, steps: readonly SchemaStep[] = SCHEMA_STEPS): number {
  const first = steps.findIndex(step => missingOf(step, form).length > 0)
  return first < 0 ? steps.length : first
}

/**
 * What the database lacks and no step can bring back: a column of a table that is there, or a table whose rows are
 * gone with it, as the other tables of its step or the records of earlier ones tell. Empty for a store that an older
 * version left.
 */
export function lostParts(db: Connection, form: Form, steps: readonly SchemaStep[] = SCHEMA_STEPS): string[] {
  const added = new Set(
    steps.flatMap(step => step.columns ?? []).map(({ table, column }) => `${table}.${column}`),
  )
  return steps.flatMap(step => {
    const parts = missingOf(step, form).filter(part => !part.startsWith('index ') && !added.has(part))
    const columns = parts.filter(part => part.includes('.'))
    const tables = parts.filter(part => !part.includes('.'))
    return tables.length > 0 && heldRows(db, step, form) ? [...columns, ...tables] : columns
  })
}

/** Whether records were in the tables of a step, one of which is missing; `meta` always has rows and is none. */
function heldRows(db: Connection, step: SchemaStep, form: Form): boolean {
  // What a step fills its tables from is there.
  if (step.fill !== undefined) return false
  const left = step.tables.map(({ name }) => name).filter(name => form.tables.has(name) && name !== 'meta')
  if (left.some(name => db.get(`SELECT 1 FROM ${name} LIMIT 1`) !== undefined)) return true
  try {
    return step.evidence !== undefined && db.get(step.evidence) !== undefined
  } catch {
    // The table that would tell is itself not whole, which its own step says.
    return false
  }
}

export interface MigrateOptions {
  steps?: readonly SchemaStep[]
  /** IANA zone, written when the store is made. */
  zone: string
  /** Ends the name of the copy that is kept before an existing store is changed. */
  stamp: string
}

/**
 * Applies what is missing. Of several processes that open a store at once, one does it and the others find it done.
 *
 * @returns the path of the copy made before, if one was.
 * @throws PalimpsestError `store-damaged` when the store lacks what no step can bring back; nothing is changed then.
 */
export function migrate(db: Connection, options: MigrateOptions): string | undefined {
  const { steps = SCHEMA_STEPS, zone } = options
  if (isCurrent(readForm(db), steps)) return undefined
  return db.write(() => {
    const form = readForm(db)
    checkOwner(db.path, form, steps)
    if (isCurrent(form, steps)) return undefined
    refuseLosses(db, form, steps)
    const isChange = completeSteps(form, steps) < steps.length
    const backup = isChange && holdsData(db, form) ? keepCopy(db, form, options) : undefined
    try {
      for (const step of steps) applyStep(db, step, form)
    } catch (error) {
      // The store stays as it was, so the copy is of no use.
      if (backup !== undefined) rmSync(backup)
      throw error
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${steps.length}`)
    if (!form.tables.has('meta')) db.run(`INSERT INTO meta (key, value) VALUES ('zone', ?)`, zone)
    return backup
  })
}

function refuseLosses(db: Connection, form: Form, steps: readonly SchemaStep[]): void {
  const lost = lostParts(db, form, steps)
  if (lost.length === 0) return
  throw new PalimpsestError(
    'store-damaged',
    `store: ${db.path} lacks ${lost.join(', ')}, which no step can bring back; ` +
      'run doctor with recovery or restore a backup, the file was not changed',
  )
}

function isCurrent(form: Form, steps: readonly SchemaStep[]): boolean {
  return (
    form.applicationId === APPLICATION_ID &&
    form.version === steps.length &&
    completeSteps(form, steps) === steps.length
  )
}

function holdsData(db: Connection, form: Form): boolean {
  return form.tables.has('space') && db.get('SELECT 1 FROM space LIMIT 1') !== undefined
}

/** The write lock is held, so the copy is the state that will be changed. */
function keepCopy(db: Connection, form: Form, options: MigrateOptions): string {
  const name = `${db.path}.backup-v${completeSteps(form, options.steps)}-${options.stamp}`
  let to = name
  for (let n = 2; existsSync(to); n += 1) to = `${name}-${n}`
  copyDatabase(db.path, to)
  return to
}

function applyStep(db: Connection, step: SchemaStep, form: Form): void {
  const made = step.tables.filter(({ name }) => !form.tables.has(name))
  for (const { sql } of made) db.exec(sql)
  const added = (step.columns ?? []).filter(({ table, column }) => !form.tables.get(table)?.has(column))
  for (const { sql } of added) db.exec(sql)
  for (const { name, sql } of step.indexes ?? []) {
    if (!form.indexes.has(name)) db.exec(sql)
  }
  if (made.length > 0 || (step.tables.length === 0 && added.length > 0)) step.fill?.(db)
}
