/**
 * Commands that are printed to be copied: they work as they stand, in the folder and the shell where they were printed.
 */
import { isAbsolute, relative } from 'node:path'
import type { Io } from './context.ts'

/**
 * The words after the command line's own name, started the way the user started this command.
 *
 * @param path the database, where an option has to name it.
 */
export function copyable(
  { invocation, cwd }: Pick<Io, 'invocation' | 'cwd'>,
  words: string,
  path?: string,
): string {
  if (path === undefined) return `${invocation} ${words}`
  const near = relative(cwd, path)
  const shown = near.startsWith('..') || isAbsolute(near) ? path : near
  return `${invocation} ${words} --db ${/^[\w./\\:-]+$/.test(shown) ? shown : `"${shown}"`}`
}
