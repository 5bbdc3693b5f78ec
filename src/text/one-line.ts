/**
 * Text that must not shape what surrounds it.
 *
 * Owns: making one line of any text. Leaves cutting to `cut.ts`.
 */

/** White space, control characters, line separators, and marks that turn the direction of reading. */
const SHAPING = /[\s\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** The text on one line, runs of anything that could start another replaced by a space; well-formed. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(SHAPING, ' ').trim()
}
