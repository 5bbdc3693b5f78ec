/**
 * The product's one token meter.
 *
 * Owns: the estimate of a text's tokens, by classes of characters and no table of a model's vocabulary. Leaves
 * cutting to a budget to `cut.ts`.
 */
import {
  DIGIT,
  HAN,
  HANGUL,
  HIRAGANA,
  isHighSurrogate,
  isLowSurrogate,
  KATAKANA,
  kindOfUnit,
  LATIN,
  SPACE,
} from './script.ts'

/** Prices are in thousandths of a token, so that sums are exact. */
const UNIT = 1000

/** How many tokens a text counts for: an upper estimate, made for o200k. */
export function countTokens(text: string): number {
  return Math.ceil(meter(text, Number.POSITIVE_INFINITY).price / UNIT)
}

/** How far a budget reaches: the offset after the last whole piece that fits. */
export function reachOf(text: string, maxTokens: number): number {
  return meter(text, maxTokens * UNIT).end
}

function meter(text: string, budget: number): { price: number; end: number } {
  let price = 0
  let at = 0
  while (at < text.length) {
    const kind = kindOfUnit(text.charCodeAt(at))
    let end = at + 1
    while (end < text.length && kindOfUnit(text.charCodeAt(end)) === kind && end - at < 100) end++
    if (isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end))) end++
    const next = price + priceOf(kind, end - at)
    if (next > budget) return { price, end: at }
    price = next
    at = end
  }
  return { price, end: at }
}

function priceOf(kind: number, length: number): number {
  if (kind === LATIN) return UNIT * Math.max(1, length / 6)
  if (kind === DIGIT) return UNIT * Math.ceil(length / 3)
  if (kind === SPACE) return length === 1 ? 100 : UNIT
  if (kind === HAN || kind === HIRAGANA || kind === KATAKANA || kind === HANGUL) return 800 * length
  return UNIT * length
}
