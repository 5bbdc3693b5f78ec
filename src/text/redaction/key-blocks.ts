/**
 * Private keys that are blocks of lines.
 *
 * Owns: PEM and PGP blocks, whole or cut off, with real or escaped line ends; PuTTY's private lines. Leaves public
 * keys and certificates as they are.
 */
import type { Span } from './marker.ts'

const DASHES = '-----'
const BEGIN = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/y
/** Lines that a block without an end may go on with. */
const BODY_LINE =
  /(?:\\[nr]|[\r\n \t>|])+(?:(?:Proc-Type|DEK-Info|Version|Comment)[^\r\n\\]{0,200}|[A-Za-z0-9+/=]{16}[A-Za-z0-9+/=]*)/y
const PUTTY = /Private-Lines: \d{1,4}[\r\n]+((?:[A-Za-z0-9+/=]{4,80}[\r\n]*){1,200})/g

/** Private keys with everything between their first and their last line. */
export function findKeyBlocks(text: string): Span[] {
  const spans: Span[] = []
  BEGIN.lastIndex = 0
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const end = blockEnd(text, BEGIN.lastIndex)
    spans.push({ start: begin.index, end, kind: 'private key' })
    BEGIN.lastIndex = end
  }
  for (const { index, 0: all, 1: lines = '' } of text.matchAll(PUTTY)) {
    const start = index + all.length - lines.length
    spans.push({ start, end: start + lines.trimEnd().length, kind: 'private key' })
  }
  return spans
}

/** After the end line that comes before any other line of dashes, else after the last line that looks like a key. */
function blockEnd(text: string, from: number): number {
  END.lastIndex = text.indexOf(DASHES, from)
  if (END.lastIndex >= from && END.test(text)) return END.lastIndex
  let end = from
  for (;;) {
    BODY_LINE.lastIndex = end
    if (!BODY_LINE.test(text)) return end
    end = BODY_LINE.lastIndex
  }
}
