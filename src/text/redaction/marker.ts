/**
 * What stands in place of a secret.
 *
 * Owns: the form of markers, and seeing one that is there. Leaves what is replaced to the files beside it.
 */

/** A secret in a text: `text.slice(start, end)`, in code units. */
export interface Span {
  start: number
  end: number
  /** What it is, in a few lower-case words: `github token`. */
  kind: string
}

/** Finds secrets of one family, in any order; a secret may be found twice. */
export type Finder = (text: string) => Span[]

const LONGEST_MARKER = 48
const OPENS_MARKER = /\[redacted: [a-z0-9 ]{0,36}$/

/** The text in place of a secret of a kind. */
export function markerOf(kind: string): string {
  return `[redacted: ${kind}]`
}

/** Whether a text has the beginning of a marker. */
export function hasMarker(text: string): boolean {
  return text.includes('[redacted: ')
}

/** Whether the offset lies between the brackets of a marker. */
export function isInMarker(text: string, at: number): boolean {
  return OPENS_MARKER.test(text.slice(Math.max(0, at - LONGEST_MARKER), at))
}

/**
 * Before the beginning of a token: no letter, digit, dot, hyphen or underscore, unless it ends an escape (`\\n` in a
 * string, `%3D` in an address, a colour of a terminal) or is the `bot` of Telegram's addresses.
 */
export const LEFT_EDGE = String.raw`(?<!(?<!\\|%[0-9A-Fa-f]|\x1b\[[\d;]{0,8}|/bo)[A-Za-z0-9_.-])`

const ESCAPE = /(?:\\[nrt]|%[0-9A-Fa-f]{2}|\x1b\[[\d;]{0,8}m)$/

/** Whether a token may begin at the offset: not inside a word. */
export function startsFresh(text: string, at: number): boolean {
  return !isAlphanumeric(text.charCodeAt(at - 1)) || ESCAPE.test(text.slice(Math.max(0, at - 12), at))
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}
