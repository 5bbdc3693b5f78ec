/**
 * The database file as bytes on disk, without SQLite.
 *
 * Owns: finding it, telling it from another at the same path, and reading its header. Opening through SQLite would
 * leave files beside it.
 */
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { PalimpsestError } from '../../domain/errors.ts'

/**
 * What lies at the path, or undefined.
 *
 * @throws PalimpsestError `bad-input` when it cannot be looked at.
 */
export function findFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PalimpsestError('bad-input', `store: the path is not usable: ${reason}; name another file`, {
      cause: error,
    })
  }
}

/** Which file lies at the path: equal as long as it is the same. Undefined where files bear no number. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'none'
  return found.ino === 0 ? undefined : `${found.dev}:${found.ino}`
}

/** The fields of https://sqlite.org/fileformat2.html#the_database_header that we need. */
export interface Header {
  pageSize: number
  /** Pages of the file as SQLite left it; what the write-ahead log holds is not counted. */
  pages: number
  userVersion: number
  applicationId: number
}

const LENGTH = 100
const MAGIC = 'SQLite format 3\0'

/**
 * The header, or undefined when the file is no SQLite database. Not for a file that this process has open as a store:
 * closing it ends the locks held on it (https://sqlite.org/howtocorrupt.html, 2.2).
 */
export function readHeader(path: string): Header | undefined {
  const bytes = Buffer.alloc(LENGTH)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, bytes, 0, LENGTH, 0) < LENGTH) return undefined
  } finally {
    closeSync(file)
  }
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  const pageSize = bytes.readUInt16BE(16)
  return {
    pageSize: pageSize === 1 ? 65_536 : pageSize,
    pages: bytes.readUInt32BE(28),
    userVersion: bytes.readUInt32BE(60),
    applicationId: bytes.readUInt32BE(68),
  }
}
