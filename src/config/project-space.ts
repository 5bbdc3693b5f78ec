/**
 * Which project a folder belongs to.
 *
 * Owns: the way from a folder to the key of its project's space, the same from every subfolder, symlink and git
 * worktree. Leaves the form of a key to `domain/space.ts`. Reads `.git` entries itself; git need not be installed.
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { PalimpsestError } from '../domain/errors.ts'
import { type SpaceId, toSpaceId } from '../domain/space.ts'

export interface ProjectSpaceOptions {
  /** First part of the key; default `local`. */
  host?: string
  /** Default: that of the process. */
  platform?: NodeJS.Platform
}

/**
 * The space of the project that a folder belongs to.
 *
 * Inside git: that of the main checkout, also from a linked worktree; a submodule is a project of its own. Outside:
 * of the nearest folder, upwards from this one, that already is a space, else of the folder itself.
 *
 * @param isKnown whether anything was ever stored in the space; asked outside git only.
 * @throws PalimpsestError `bad-input` when the folder is not there, or a line break in its name fits in no key.
 */
export async function projectSpaceOf(
  folder: string,
  isKnown: (space: SpaceId) => Promise<boolean>,
  { host = 'local', platform = process.platform }: ProjectSpaceOptions = {},
): Promise<SpaceId> {
  const real = await realpath(folder).catch(cause => {
    throw new PalimpsestError('bad-input', `space: no folder ${JSON.stringify(folder)}`, { cause })
  })
  const keyOf = (path: string) => keyOfProject(path, host, platform)
  const checkout = await mainCheckoutOf(real)
  if (checkout !== undefined) return keyOf(checkout)
  for (const ancestor of ancestors(real).filter(path => !path.includes('\n'))) {
    if (await isKnown(keyOf(ancestor))) return keyOf(ancestor)
  }
  return keyOf(real)
}

/**
 * The spaces whose project a path may have been, whether it is still there or not: of the entry at this path, and of
 * what it leads to. They differ where a symlink stands in the place of a folder that moved.
 */
export async function formerSpacesOf(
  path: string,
  { host = 'local', platform = process.platform }: ProjectSpaceOptions = {},
): Promise<{ likeliest: SpaceId; other: SpaceId }> {
  const entry = resolve(path)
  const placed = join(await realOrFormer(dirname(entry)), basename(entry))
  return {
    likeliest: keyOfProject(placed, host, platform),
    other: keyOfProject(await realOrFormer(entry), host, platform),
  }
}

/** The real path, or of one that is gone the real path of what is left of it with the rest behind. */
async function realOrFormer(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  const above = dirname(path)
  if (real !== undefined || above === path) return real ?? path
  return join(await realOrFormer(above), basename(path))
}

function keyOfProject(path: string, host: string, platform: NodeJS.Platform): SpaceId {
  if (path.includes('\n')) {
    throw new PalimpsestError(
      'bad-input',
      `space: the name of the folder ${JSON.stringify(path)} holds a line break, which no key can; name a space with --space`,
    )
  }
  return toSpaceId(`${host}:project:${comparablePath(path, platform)}`)
}

/** One spelling for all that name the same folder: on Windows slashes and lower case, elsewhere as it is. */
export function comparablePath(path: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/').toLowerCase() : path
}

function ancestors(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...ancestors(above)]
}

/** Real path of the main checkout whose tree holds the folder; undefined outside git. */
async function mainCheckoutOf(folder: string): Promise<string | undefined> {
  for (const ancestor of ancestors(folder)) {
    const entry = join(ancestor, '.git')
    const found = await stat(entry).catch(() => undefined)
    if (found?.isDirectory() && (await isThere(join(entry, 'HEAD')))) return ancestor
    if (found?.isFile()) return (await checkoutOfLink(ancestor, entry)) ?? ancestor
  }
  return undefined
}

/** Follows a `.git` file: a linked worktree leads to its main checkout; anything else is a checkout itself. */
async function checkoutOfLink(checkout: string, link: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)$/m.exec(await readFile(link, 'utf8'))?.[1]?.trimEnd()
  if (target === undefined) return undefined
  const gitDirectory = resolve(checkout, target)
  const pointer = await readFile(join(gitDirectory, 'commondir'), 'utf8').catch(() => undefined)
  if (pointer === undefined) return undefined
  const common = await realpath(resolve(gitDirectory, pointer.trimEnd())).catch(() => undefined)
  return common === undefined ? undefined : checkoutOfCommon(common)
}

/**
 * A common directory that is no `.git` belongs to a submodule or lies apart from its tree, and says where the tree
 * is; or it is bare. Then a hidden one (`project/.bare`) speaks for its folder, and `a.git` for itself, because
 * beside it may lie `b.git`.
 */
async function checkoutOfCommon(common: string): Promise<string> {
  const name = basename(common)
  if (name === '.git') return dirname(common)
  const config = await readFile(join(common, 'config'), 'utf8').catch(() => '')
  const worktree = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/m.exec(config)?.[1]
  if (worktree !== undefined) {
    const tree = await realpath(resolve(common, worktree)).catch(() => undefined)
    if (tree !== undefined) return tree
  }
  return name.startsWith('.') ? dirname(common) : common
}

/** The checkout that a folder lies in, a linked worktree included: what paths in a conversation are relative to. */
export async function checkoutOf(folder: string): Promise<string> {
  for (const ancestor of ancestors(folder)) if (await isThere(join(ancestor, '.git'))) return ancestor
  return folder
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
