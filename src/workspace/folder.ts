/**
 * Reads of one folder that never leave it.
 *
 * Owns: which paths lie inside, and how much is read. Links are followed only to what lies inside. Leaves what the files
 * say to its neighbours. What was read once is not read again: one set of claims sees one state.
 */
import { constants } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { UnverifiableReason } from '../domain/code-claim.ts'

/** What lies at a path. */
export type Found =
  | { is: 'file'; path: string; size: number }
  | { is: 'folder'; path: string }
  | { is: 'other' | 'outside' | 'unreadable' | 'gone' }

/** The text of a file, or why there is none. */
export type ReadText = { text: string; bytes: Buffer } | { missing: 'gone' } | { not: UnverifiableReason }

/** Files up to this size are read. */
const MOST_BYTES = 1 << 20
/** Files of one folder that are read for one set of claims. */
const MOST_FILES = 64

/** One folder, for one set of claims. */
export class Folder {
  readonly root: string
  readonly #found = new Map<string, Promise<Found>>()
  readonly #texts = new Map<string, Promise<ReadText>>()

  private constructor(root: string) {
    this.root = root
  }

  /** The folder at an absolute path; undefined when there is none. */
  static async at(path: string): Promise<Folder | undefined> {
    if (!isAbsolute(path)) return undefined
    try {
      const root = await realpath(path)
      return (await lstat(root)).isDirectory() ? new Folder(root) : undefined
    } catch {
      // Not there, or not to be read: nothing can be told from it.
      return undefined
    }
  }

  /** What lies at a path from the folder on, or at an absolute one. */
  find(path: string): Promise<Found> {
    return kept(this.#found, path, () => this.#find(path))
  }

  /** The text of a file. */
  read(path: string): Promise<ReadText> {
    if (!this.#texts.has(path) && this.#texts.size >= MOST_FILES) return Promise.resolve({ not: 'too-many' })
    return kept(this.#texts, path, () => this.#read(path))
  }

  async #find(path: string): Promise<Found> {
    const wanted = resolve(this.root, path)
    if (path.startsWith('~') || !this.#holds(wanted)) return { is: 'outside' }
    try {
      const real = await realpath(wanted)
      if (!this.#holds(real)) return { is: 'outside' }
      const stats = await lstat(real)
      if (stats.isFile()) return { is: 'file', path: real, size: stats.size }
      return stats.isDirectory() ? { is: 'folder', path: real } : { is: 'other' }
    } catch (error) {
      return isMissing(error) ? this.#missing(wanted) : { is: 'unreadable' }
    }
  }

  /** Nothing is at the path; behind a link that leads outside, or nowhere, nobody knows. */
  async #missing(wanted: string): Promise<Found> {
    let at = this.root
    for (const part of relative(this.root, wanted).split(sep)) {
      at = join(at, part)
      try {
        const stats = await lstat(at)
        if (!stats.isSymbolicLink()) continue
        const real = await realpath(at)
        if (!this.#holds(real)) return { is: 'outside' }
        at = real
      } catch (error) {
        if (!isMissing(error)) return { is: 'unreadable' }
        return (await isThere(at)) ? { is: 'outside' } : { is: 'gone' }
      }
    }
    return { is: 'gone' }
  }

  async #read(path: string): Promise<ReadText> {
    const found = await this.find(path)
    if (found.is === 'gone') return { missing: 'gone' }
    if (found.is === 'outside') return { not: 'outside-workspace' }
    if (found.is !== 'file') return { not: found.is === 'unreadable' ? 'unreadable' : 'not-a-file' }
    if (found.size > MOST_BYTES) return { not: 'too-large' }
    const bytes = await readBytes(found.path, 0, found.size)
    return bytes === undefined ? { not: 'unreadable' } : { text: bytes.toString('utf8'), bytes }
  }

  #holds(path: string): boolean {
    const way = relative(this.root, path)
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
  }
}

function kept<Value>(
  map: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

const isMissing = (error: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    // What cannot be looked at is not there for us.
    return false
  }
}

/** Never waits for whoever writes into a pipe; Windows has no such pipes. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Bytes of a file from a place on, fewer at its end; undefined when it cannot be read. */
export async function readBytes(path: string, from: number, length: number): Promise<Buffer | undefined> {
  try {
    const file = await open(path, READ)
    try {
      const bytes = Buffer.alloc(Math.min(length, MOST_BYTES))
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
      return bytes.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    // Whoever asks says what it means that this cannot be read.
    return undefined
  }
}

/** Names in a folder, in order; none when it cannot be read. */
export async function namesIn(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch {
    // Not there, or not to be read: no names.
    return []
  }
}
