/**
 * Memory spaces: the walls between what different projects, sessions and hosts remember.
 *
 * Owns: the form of a space key. Finding the key of a folder is `config/project-space.ts`.
 */
import { PalimpsestError } from './errors.ts'

declare const spaceBrand: unique symbol

/**
 * A checked space key: `HOST:project:PATH`, `HOST:session:ID`, `HOST:global`, or `user` (the installation's own
 * space for user-scope events, read beside every other). Every store method takes one first, so a query without
 * a space does not compile.
 */
export type SpaceId = string & { readonly [spaceBrand]: true }

/** The installation's own space. */
export const USER_SPACE = 'user' as SpaceId

/** Where a question or a maintenance step looks: one space, or every space of the store. */
export type SpaceScope = SpaceId | 'all'

const KEY = /^[a-z][a-z0-9-]*:(?:global|session:[^\n]+|project:[^\n]+)$/

/**
 * Checks a space key and brings it to its stored form (NFC, no trailing slash on a project path).
 *
 * @throws PalimpsestError `bad-input` when the text is not a space key.
 */
export function toSpaceId(key: string): SpaceId {
  const normal = key.normalize('NFC')
  if (normal === USER_SPACE) return USER_SPACE
  if (!normal.isWellFormed() || !KEY.test(normal)) {
    throw new PalimpsestError(
      'bad-input',
      `space: ${JSON.stringify(key)} is not a space key; write HOST:project:PATH, HOST:session:ID or HOST:global`,
    )
  }
  const [, host, path] = /^([^:]+:project:)(.*)$/.exec(normal) ?? []
  if (host === undefined || path === undefined) return normal as SpaceId
  return `${host}${path.length > 1 ? path.replace(/\/+$/, '') : path}` as SpaceId
}
