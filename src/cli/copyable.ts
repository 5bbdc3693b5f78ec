/**
 * Commands that are printed to be copied: they work as they stand, in the folder and the shell where they were printed.
 */
import { isAbsolute, relative } from 'node:path'

/** Where a command is printed. */
interface Place {
  /** How the user started us. */
  invocation: string
  cwd: string
}

/**
 * The words after the command line's own name, started the way the user started this command.
 *
 * @param path the database, where an option has to name it.
 */
export function copyable({ invocation, cwd }: Place, words: string, path?: string): string {
  if (path === undefined) return `${invocation} ${words}`
  const near = relative(cwd, path)
  return `${invocation} ${words} --db ${quoted(near.startsWith('..') || isAbsolute(near) ? path : near)}`
}

/** One word to a shell, whatever stands in it. */
export function quoted(word: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w./\\:-]+$/.test(word) && !(word.includes('\\') && platform !== 'win32')) return word
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
