/**
 * Copies of a store that are whole although others write to it.
 *
 * Owns: how a copy is made, and finding those beside a store. Leaves when to the callers.
 */
import { closeSync, existsSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PalimpsestError } from '../../domain/errors.ts'
import { Connection } from './connection.ts'
import { readHeader } from './file.ts'
import { APPLICATION_ID } from './schema/steps.ts'

/**
 * Writes a copy of the store as it is now to a new file that only its owner may read.
 *
 * @throws PalimpsestError `bad-input` when the target exists; `store-missing`, `store-damaged`, `store-busy`.
 */
export async function backupStore(path: string, to: string): Promise<void> {
  if (!existsSync(path)) {
    throw new PalimpsestError('store-missing', `backup: there is no store at ${path}; check the path`)
  }
  copyDatabase(path, to)
}

/** Copies of ours that lie beside the path, or where it leads to as a link, oldest first. */
export function backupsOf(path: string): string[] {
  const found = [path, realpathSync(path)].flatMap(place => {
    const prefix = `${basename(place)}.backup-`
    return readdirSync(dirname(place))
      .filter(name => name.startsWith(prefix) && !/-(wal|shm|journal)$/.test(name))
      .map(name => join(dirname(place), name))
  })
  return [...new Set(found)].filter(isOurs).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
}

function isOurs(file: string): boolean {
  try {
    return readHeader(file)?.applicationId === APPLICATION_ID
  } catch {
    // A folder, or a file that may not be read, has nothing to offer.
    return false
  }
}

/** The synchronous form of {@link backupStore}: one read transaction of the source, compacted. */
export function copyDatabase(path: string, to: string): void {
  makePrivateFile(to)
  try {
    const source = new Connection(path, { readOnly: true })
    try {
      source.run('VACUUM INTO ?', to)
    } finally {
      source.close()
    }
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}

/** SQLite gives a file it makes the process's default mode, and an empty file it finds keeps its own. */
function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const what = exists ? 'exists already; name a new file' : `cannot be made: ${String(error)}`
    throw new PalimpsestError('bad-input', `backup: ${path} ${what}`, { cause: error })
  }
}
