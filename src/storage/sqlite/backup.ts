/**
 * Copies of a store that are whole although others write to it.
 *
 * Owns: how a copy is made. Leaves when to the callers.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { PalimpsestError } from '../../domain/errors.ts'
import { Connection } from './connection.ts'

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
