/**
 * Claims are looked up in a folder.
 *
 * Owns: what makes a claim fresh, stale or neither. Leaves reading within bounds to `folder.ts`, commits to
 * `commits.ts`, versions to `packages.ts`. Reads only, starts no process, asks no model; the same folder gives the same
 * verdicts.
 */
import { createHash } from 'node:crypto'
import type { ClaimVerdict, CodeClaim, StaleReason, UnverifiableReason } from '../domain/code-claim.ts'
import { isRootFolder } from '../text/code-paths.ts'
import { Commits } from './commits.ts'
import { Folder, type ReadText } from './folder.ts'
import { packageVersion } from './packages.ts'

/** Claims that are looked up at once; those beyond are not told. */
const MOST_CLAIMS = 40

/**
 * Looks claims up in a folder, each as far as local files tell. A file that is there makes a claim of it fresh; one that
 * is missing, or lacks what is claimed of it, makes it stale; what lies outside, is too large or cannot be read is not
 * told.
 *
 * @param workspace absolute path; where there is no such folder nothing can be told.
 * @returns one verdict a claim, in their order.
 */
export async function checkClaims(
  claims: readonly CodeClaim[],
  workspace: string,
): Promise<readonly ClaimVerdict[]> {
  const folder = await Folder.at(workspace)
  if (folder === undefined) return claims.map(() => untold('no-workspace'))
  const scene = { folder, commits: new Commits(folder) }
  const verdicts: ClaimVerdict[] = []
  // One after the other, so that the bounds are met at the same claim each time.
  for (const [index, claim] of claims.entries())
    verdicts.push(index < MOST_CLAIMS ? await verdictOf(claim, scene) : untold('too-many'))
  return verdicts
}

interface Scene {
  folder: Folder
  commits: Commits
}

const FRESH: ClaimVerdict = { verdict: 'fresh' }
const untold = (reason: UnverifiableReason): ClaimVerdict => ({ verdict: 'unverifiable', reason })
const stale = (reason: StaleReason, subject: string, detail?: string): ClaimVerdict =>
  detail === undefined ? { verdict: 'stale', reason, subject } : { verdict: 'stale', reason, subject, detail }

function verdictOf(claim: CodeClaim, scene: Scene): Promise<ClaimVerdict> {
  const { folder } = scene
  switch (claim.kind) {
    case 'path':
      return claim.line === undefined
        ? checkPath(folder, claim.path)
        : checkLine(folder, claim.path, claim.line)
    case 'symbol':
      return checkWord(folder, claim.path, claim.symbol, 'symbol-gone')
    case 'hash':
      return checkHash(folder, claim)
    case 'version':
      return checkVersion(folder, claim)
    case 'commit':
      return checkCommit(scene, claim.commit)
    case 'flag':
      return claim.path === null
        ? Promise.resolve(untold('no-file-named'))
        : checkWord(folder, claim.path, claim.flag, 'flag-gone')
  }
}

// ---- files ----------------------------------------------------------------------------------------------------

async function checkPath(folder: Folder, path: string): Promise<ClaimVerdict> {
  const found = await folder.find(path)
  if (found.is === 'file' || found.is === 'folder') return FRESH
  if (found.is === 'gone') return checkMissing(folder, path)
  return untold(
    found.is === 'outside' ? 'outside-workspace' : found.is === 'other' ? 'not-a-file' : 'unreadable',
  )
}

/** Nothing is there: gone, unless the path may be meant from another folder on. */
async function checkMissing(folder: Folder, path: string): Promise<ClaimVerdict> {
  const [top = '', ...rest] = path.split('/')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return stale('file-gone', path)
  if (rest.length === 0) return untold('not-at-root')
  if ((await folder.find(top)).is !== 'gone') return stale('file-gone', path)
  if (!isRootFolder(top)) return untold('not-at-root')
  for (const packages of ['packages', 'apps', 'crates']) {
    if ((await folder.find(packages)).is === 'folder') return untold('not-at-root')
  }
  return stale('file-gone', path)
}

/** Why a file was not read. */
function notRead(
  folder: Folder,
  path: string,
  read: Exclude<ReadText, { text: string }>,
): Promise<ClaimVerdict> {
  return 'missing' in read ? checkMissing(folder, path) : Promise.resolve(untold(read.not))
}

async function checkLine(folder: Folder, path: string, line: number): Promise<ClaimVerdict> {
  const read = await folder.read(path)
  if (!('text' in read)) return notRead(folder, path, read)
  return lineOf(read.text, line) === undefined ? stale('line-gone', path, String(line)) : FRESH
}

/** A line from 1 on, without its end; what follows the last line end is one when it is not empty. */
function lineOf(text: string, line: number): string | undefined {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines[line - 1]?.replace(/\r$/, '')
}

async function checkHash(
  folder: Folder,
  { path, sha256, line }: Extract<CodeClaim, { kind: 'hash' }>,
): Promise<ClaimVerdict> {
  const read = await folder.read(path)
  if (!('text' in read)) return notRead(folder, path, read)
  const said = line === undefined ? read.bytes : lineOf(read.text, line)
  if (said === undefined) return stale('line-gone', path, String(line))
  if (createHash('sha256').update(said).digest('hex').startsWith(sha256)) return FRESH
  return line === undefined ? stale('file-changed', path) : stale('line-changed', path, String(line))
}

async function checkWord(
  folder: Folder,
  path: string,
  word: string,
  reason: StaleReason,
): Promise<ClaimVerdict> {
  const read = await folder.read(path)
  if (!('text' in read)) return notRead(folder, path, read)
  return holdsWord(read.text, word) ? FRESH : stale(reason, path, word)
}

/** Whether a text holds a word, and not only as a part of a longer one. */
function holdsWord(text: string, word: string): boolean {
  const inWord = word.startsWith('-') ? /[\w-]/ : /[\w$]/
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!inWord.test(text[at - 1] ?? ' ') && !inWord.test(text[at + word.length] ?? ' ')) return true
  }
  return false
}

// ---- versions and commits -------------------------------------------------------------------------------------

async function checkVersion(
  folder: Folder,
  { name, version }: Extract<CodeClaim, { kind: 'version' }>,
): Promise<ClaimVerdict> {
  const now = await packageVersion(folder, name)
  if (now === undefined) return untold('version-unknown')
  return agree(now, version) ? FRESH : stale('version-differs', name, now)
}

/** Whether two versions agree as far as both are given. */
function agree(one: string, other: string): boolean {
  const [a, b] = [one.split('.'), other.split('.')]
  return a.slice(0, b.length).every((part, index) => part === b[index])
}

async function checkCommit({ commits }: Scene, commit: string): Promise<ClaimVerdict> {
  return (await commits.has(commit)) ? FRESH : untold('commit-unknown')
}
