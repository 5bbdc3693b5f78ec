/**
 * Whether a repository knows a commit.
 *
 * Owns: looking for an object in the files of `.git`: loose, packed (index version 2), named by packed refs or the log
 * of HEAD. Starts no process. Of a worktree the folders that its `.git` file names are read, and nothing else outside.
 */
import { lstat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inflateSync, constants as zlib } from 'node:zlib'
import { type Folder, namesIn, readBytes } from './folder.ts'

const SMALL = 4_096
/** Packs that are looked into, and bytes that are read of a log. */
const MOST_PACKS = 32
const MOST_LOG = 1 << 20

/** Looks commits up in the repository at the root of a folder. */
export class Commits {
  readonly #folder: Folder
  #places: Promise<{ own: string; common: string } | undefined> | undefined

  constructor(folder: Folder) {
    this.#folder = folder
  }

  /** Whether a commit begins with these digits; false also when the repository does not tell. */
  async has(commit: string): Promise<boolean> {
    this.#places ??= placesOf(this.#folder)
    const places = await this.#places
    if (places === undefined) return false
    const { own, common } = places
    return (
      (await isLoose(common, commit)) ||
      (await isPacked(common, commit)) ||
      (await isNamed(join(common, 'packed-refs'), commit)) ||
      (await isNamed(join(own, 'logs', 'HEAD'), commit))
    )
  }
}

/** Where the repository keeps what is its own and what its worktrees share. */
async function placesOf({ root }: Folder): Promise<{ own: string; common: string } | undefined> {
  const dotGit = join(root, '.git')
  const own = (await isFolder(dotGit)) ? dotGit : await gitFolderNamed(root, dotGit)
  if (own === undefined || (await readBytes(join(own, 'HEAD'), 0, SMALL)) === undefined) return undefined
  const common = (await readBytes(join(own, 'commondir'), 0, SMALL))?.toString('utf8').trim()
  return { own, common: common ? resolve(own, common) : own }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory()
  } catch {
    // No repository here.
    return false
  }
}

async function gitFolderNamed(root: string, dotGit: string): Promise<string | undefined> {
  const text = (await readBytes(dotGit, 0, SMALL))?.toString('utf8') ?? ''
  const [, path] = /^gitdir: (.+?)\s*$/m.exec(text) ?? []
  return path === undefined ? undefined : resolve(root, path)
}

// ---- loose objects --------------------------------------------------------------------------------------------

async function isLoose(git: string, commit: string): Promise<boolean> {
  const folder = join(git, 'objects', commit.slice(0, 2))
  for (const name of await namesIn(folder)) {
    if (!name.startsWith(commit.slice(2))) continue
    const start = await readBytes(join(folder, name), 0, 128)
    if (start !== undefined && isCommitObject(start)) return true
  }
  return false
}

function isCommitObject(deflated: Buffer): boolean {
  try {
    return inflateSync(deflated, { finishFlush: zlib.Z_SYNC_FLUSH }).toString('latin1').startsWith('commit ')
  } catch {
    // No object of git.
    return false
  }
}

// ---- packs ----------------------------------------------------------------------------------------------------

const HEADER = 8
const FAN_OUT = 256 * 4
const NAME = 20
/** `OBJ_COMMIT` in the first byte of a packed object. */
const COMMIT_TYPE = 1

async function isPacked(git: string, commit: string): Promise<boolean> {
  const folder = join(git, 'objects', 'pack')
  const indexes = (await namesIn(folder)).filter(name => name.endsWith('.idx')).slice(0, MOST_PACKS)
  for (const name of indexes) {
    if (await isInPack(join(folder, name), commit)) return true
  }
  return false
}

async function isInPack(index: string, commit: string): Promise<boolean> {
  const head = await readBytes(index, 0, HEADER + FAN_OUT)
  if (head?.length !== HEADER + FAN_OUT || head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2)
    return false
  const fanOut = (byte: number) => (byte < 0 ? 0 : head.readUInt32BE(HEADER + byte * 4))
  const byte = Number.parseInt(commit.slice(0, 2), 16)
  const [first, end, all] = [fanOut(byte - 1), fanOut(byte), fanOut(255)]
  const names = await readBytes(index, HEADER + FAN_OUT + first * NAME, (end - first) * NAME)
  if (names === undefined) return false
  for (let at = 0; at + NAME <= names.length; at += NAME) {
    if (!names.toString('hex', at, at + NAME).startsWith(commit)) continue
    if (await isCommitAt(index, first + at / NAME, all)) return true
  }
  return false
}

/** Whether the object of that number in the index is a commit. */
async function isCommitAt(index: string, number: number, all: number): Promise<boolean> {
  const offsets = HEADER + FAN_OUT + all * (NAME + 4)
  const offset = (await readBytes(index, offsets + number * 4, 4))?.readUInt32BE(0)
  // One beyond 2 GB stands in a table of its own; its name is enough.
  if (offset === undefined || offset >= 2 ** 31) return true
  const start = await readBytes(index.replace(/\.idx$/, '.pack'), offset, 1)
  return start?.length === 1 && (((start[0] as number) >> 4) & 7) === COMMIT_TYPE
}

// ---- names ----------------------------------------------------------------------------------------------------

/** Whether a word of the file begins with these digits: a commit that this copy does not hold can still be named. */
async function isNamed(path: string, commit: string): Promise<boolean> {
  const text = (await readBytes(path, 0, MOST_LOG))?.toString('latin1') ?? ''
  return new RegExp(`(?:^|[ \\t\\n^])${commit}[0-9a-f]{${40 - commit.length}}(?![0-9a-f])`).test(text)
}
