/**
 * The part of a text that a query found, with the words it found.
 *
 * Owns: which words count as found, which stretch is shown, how it is marked. Leaves matching to the store: the
 * terms handed in are those that it says matched.
 */
import { codePoints } from '../../text/cut.ts'
import { isCjk } from '../../text/language.ts'
import { indexTerms } from '../../text/terms.ts'
import { EMPHASIS, visible } from './layout.ts'

/** A stretch of text, in UTF-16 code units. */
interface Stretch {
  start: number
  end: number
}

export interface Quote {
  /** The stretch as it stands in the text, `…` where something is left out. */
  text: string
  /** The same, with found words between the marks of {@link EMPHASIS} and made safe to show. */
  marked: string
}

/** Code points of a stretch that is shown. */
const LENGTH = 280
/** Code points shown before the first found word, so that it is read in its sentence. */
const LEAD = 80

/** The stretch of the text that holds most of the matched terms. */
export function quoteOf(text: string, matched: readonly string[]): Quote {
  const found = foundWords(text, new Set(matched))
  const window = bestWindow(text, found)
  const before = window.start > 0 ? '… ' : ''
  const after = window.end < text.length ? ' …' : ''
  const inside = found.filter(word => word.start >= window.start && word.end <= window.end)
  return {
    text: before + text.slice(window.start, window.end).trim() + after,
    marked: before + mark(text, window, inside).trim() + after,
  }
}

/** Words of spaced scripts one of whose terms matched, and runs of CJK characters that matched terms cover. */
function foundWords(text: string, matched: ReadonlySet<string>): Stretch[] {
  const found: Stretch[] = []
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’._/+#-]*/gu)) {
    if (isCjk(word.codePointAt(0) ?? 0) || [...word].some(c => isCjk(c.codePointAt(0) ?? 0))) {
      found.push(...coveredRuns(word, index, matched))
    } else if (indexTerms(word).some(term => matched.has(term))) {
      const end = index + word.replace(/[.'’/+#-]+$/, '').length
      found.push({ start: index, end })
    }
  }
  return found
}

function coveredRuns(run: string, offset: number, matched: ReadonlySet<string>): Stretch[] {
  const covered = new Array<boolean>(run.length).fill(false)
  const folded = run.toLowerCase()
  for (const term of matched) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1))
      covered.fill(true, at, at + term.length)
  }
  const stretches: Stretch[] = []
  for (let at = 0; at < run.length; at++) {
    if (!covered[at]) continue
    const start = at
    while (at < run.length && covered[at]) at++
    stretches.push({ start: offset + start, end: offset + at })
  }
  return stretches
}

/** The window with most found words, from a little before its first one; the earliest of equals. */
function bestWindow(text: string, found: readonly Stretch[]): Stretch {
  if (codePoints(text) <= LENGTH) return { start: 0, end: text.length }
  let best: Stretch = { start: 0, end: endFrom(text, 0) }
  let most = within(found, best)
  for (const word of found) {
    const start = boundaryBefore(text, Math.max(0, word.start - LEAD))
    const window = { start, end: endFrom(text, start) }
    const hits = within(found, window)
    if (hits > most) [best, most] = [window, hits]
  }
  return best
}

const within = (found: readonly Stretch[], window: Stretch): number =>
  found.reduce((n, word) => (word.start >= window.start && word.end <= window.end ? n + 1 : n), 0)

const endFrom = (text: string, start: number): number =>
  start + LENGTH >= text.length ? text.length : boundaryBefore(text, start + LENGTH)

/** The nearest place at or before the offset, within a word's length, where a word or a line begins. */
function boundaryBefore(text: string, offset: number): number {
  for (let at = offset; at > Math.max(0, offset - 24); at--) {
    if (/\s/.test(text[at - 1] ?? '') || /[。！？；，]/.test(text[at - 1] ?? '')) return at
  }
  const isInsidePair = offset > 0 && /[\uDC00-\uDFFF]/.test(text[offset] ?? '')
  return isInsidePair ? offset - 1 : offset
}

function mark(text: string, window: Stretch, found: readonly Stretch[]): string {
  let out = ''
  let at = window.start
  for (const { start, end } of found) {
    out += visible(text.slice(at, start)) + EMPHASIS.start + visible(text.slice(start, end)) + EMPHASIS.end
    at = end
  }
  return out + visible(text.slice(at, window.end))
}
