/**
 * Lengths and cuts that keep characters whole.
 *
 * Owns: the length in code points, the cut at a number of code points, the cut at a number of tokens. Leaves the
 * meter to `tokens.ts`.
 */
import { CJK_KINDS, isHighSurrogate, isLowSurrogate, kindOfUnit, SPACE, SYMBOL, UNSPACED } from './script.ts'
import { countTokens, reachOf } from './tokens.ts'

const CUT_MARK = '…'

/** Grapheme rules do not depend on the locale; the root one is named so that no setting of the machine is read. */
let segmenter: Intl.Segmenter | undefined

/** Made when first needed: it reads its tables for some milliseconds. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** The length of a text in code points; a lone surrogate counts as one. */
export function codePoints(text: string): number {
  return text.length - pairsBefore(text, text.length)
}

/**
 * The longest beginning of at most `max` code points that ends between two graphemes (what a reader sees as one
 * character: an emoji with its modifiers, a letter with its marks). Empty when the first one alone is longer.
 */
export function cutGraphemes(text: string, max: number): string {
  const limit = offsetOf(text, max)
  return limit === text.length ? text : text.slice(0, boundaryBefore(text, limit))
}

/**
 * The text itself when it is within `maxTokens` of `countTokens`, else its longest beginning of whole words that is,
 * with `…` at its end; the mark is inside the budget. A word longer than the budget is cut between graphemes.
 * Empty when not even the mark fits.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (reachOf(text, maxTokens) === text.length && countTokens(text) <= maxTokens) return text
  if (countTokens(CUT_MARK) > maxTokens) return ''
  let end = reachOf(text, maxTokens - countTokens(CUT_MARK))
  while (end > 0) {
    end = wordBoundaryBefore(text, boundaryBefore(text, end))
    const cut = text.slice(0, end).trimEnd() + CUT_MARK
    if (countTokens(cut) <= maxTokens) return cut
    end--
  }
  return CUT_MARK
}

function pairsBefore(text: string, end: number): number {
  let pairs = 0
  for (let at = 1; at < end; at++) {
    if (!isLowSurrogate(text.charCodeAt(at)) || !isHighSurrogate(text.charCodeAt(at - 1))) continue
    pairs++
    at++
  }
  return pairs
}

/** The code-unit offset after the first `count` code points, at most the end of the text. */
function offsetOf(text: string, count: number): number {
  if (text.length <= count) return text.length
  let at = 0
  for (let passed = 0; passed < count && at < text.length; passed++) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  return at
}

/** The last grapheme boundary at or before an offset. What follows the next character does not matter to it. */
function boundaryBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  if (offset <= 0) return 0
  return graphemes(text.slice(0, offset + 2)).containing(offset)?.index ?? 0
}

/** Steps back out of a word, unless the text has no white space before it. */
function wordBoundaryBefore(text: string, offset: number): number {
  if (!isInWord(text, offset)) return offset
  let at = offset
  while (at > 0 && isInWord(text, at)) at--
  return at > 0 ? at : offset
}

/** Whether the offset lies between two letters of a script that parts its words. */
function isInWord(text: string, offset: number): boolean {
  return isWordUnit(text.charCodeAt(offset - 1)) && isWordUnit(text.charCodeAt(offset))
}

function isWordUnit(unit: number): boolean {
  const kind = kindOfUnit(unit)
  return kind !== SPACE && kind !== SYMBOL && kind !== UNSPACED && !CJK_KINDS.has(kind)
}
