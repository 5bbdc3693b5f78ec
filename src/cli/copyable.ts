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
  return `${invocation} ${words}${path === undefined ? '' : ` --db ${quoted(near(cwd, path))}`}`
}

/**
 * Several commands on one database, named once by a line ahead of them. The shells of Windows agree on no such line:
 * there each command names it.
 */
export function copyableSeries(
  place: Place,
  words: readonly string[],
  path: string,
  platform: NodeJS.Platform = process.platform,
): string[] {
  if (platform === 'win32') return words.map(one => copyable(place, one, path))
  const setting = `export PALIMPSEST_DB=${quoted(near(place.cwd, path), platform)}`
  return [setting, ...words.map(one => copyable(place, one))]
}

/** The path from the folder on where it lies inside, else as it is. */
export function near(folder: string, path: string): string {
  const way = relative(folder, path)
  return way.startsWith('..') || isAbsolute(way) ? path : way
}

/** One word to a shell, whatever stands in it. */
export function quoted(word: string, platform: NodeJS.Platform = process.platform): string {
  if (/^[\w./\\:-]+$/.test(word) && !(word.includes('\\') && platform !== 'win32')) return word
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`
}
