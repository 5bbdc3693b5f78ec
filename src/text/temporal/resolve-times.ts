/**
 * The time expressions of a text and the ranges they mean.
 *
 * Owns: the way from text to mentions: find, join, read the tense, resolve. Leaves the words to the grammars, the
 * dates to `calendar.ts`. The conventions are docs/decisions/2026-11-30-temporal-expressions.md.
 */
import type { ResolvedTime } from '../../domain/event.ts'
import { anchorOf, basisOf, precisionOf, rangeOf } from './calendar.ts'
import { CHINESE, CHINESE_HINT } from './chinese.ts'
import { ENGLISH, ENGLISH_HINT } from './english.ts'
import type { Expression, Fragment, Rule } from './expression.ts'
import { foldCharacters } from './fold-characters.ts'
import { joinNeighbours } from './join.ts'
import { type Tense, tenseReader } from './tense.ts'

/** A time expression, where it stands, and what it means. */
export interface TimeMention extends ResolvedTime {
  /** Offset in UTF-16 code units. */
  index: number
  length: number
}

/** The message that says the text. */
export interface TimeContext {
  /** When it was said, epoch milliseconds UTC. Null: only explicit expressions resolve. */
  at: number | null
  /** IANA name of the zone in which its days are meant. */
  zone: string
  /** Absent: read from each sentence. */
  tense?: Tense
}

/**
 * All time expressions of a text, English and Chinese, in order of appearance and without overlap; empty when there
 * is none. An expression that the conventions leave open has precision and basis `unknown` and no range.
 *
 * @throws RangeError when an expression is found and the zone is not an IANA name.
 */
export function resolveTimes(text: string, context: TimeContext): TimeMention[] {
  const plain = foldCharacters(text)
  const fragments = joinNeighbours(findFragments(plain), plain)
  const tenseAt = context.tense === undefined ? tenseReader(plain) : () => context.tense
  return fragments.flatMap(fragment => {
    const mention = mentionOf(fragment, text, context, () => tenseAt(fragment.index, fragment.length))
    return mention ? [mention] : []
  })
}

/** The longest expression at the earliest place, then on after it. */
function findFragments(plain: string): Fragment[] {
  const found: Fragment[] = []
  if (ENGLISH_HINT.test(plain)) collect(ENGLISH, plain, found)
  if (CHINESE_HINT.test(plain)) collect(CHINESE, plain, found)
  found.sort((a, b) => a.index - b.index || b.length - a.length)
  let end = 0
  return found.filter(fragment => {
    if (fragment.index < end) return false
    end = fragment.index + fragment.length
    return true
  })
}

function collect(rules: readonly Rule[], plain: string, found: Fragment[]): void {
  for (const { pattern, read, weak } of rules) {
    // `matchAll` would make each pattern anew for each text, which costs more than looking.
    pattern.lastIndex = 0
    for (let match = pattern.exec(plain); match !== null; match = pattern.exec(plain)) {
      if (match[0] === '') pattern.lastIndex += 1
      const expression = read(match.groups ?? {}, match[0])
      if (expression)
        found.push({ index: match.index, length: match[0].length, expression, weak: weak ?? false })
    }
  }
}

function mentionOf(
  { index, length, expression }: Fragment,
  text: string,
  { at, zone }: TimeContext,
  readTense: () => Tense | undefined,
): TimeMention | null {
  const originalText = text.slice(index, index + length)
  const basis = basisOf(expression)
  const unknown: TimeMention = {
    start: null,
    end: null,
    precision: 'unknown',
    basis: 'unknown',
    originalText,
    index,
    length,
  }
  if (basis === 'unknown' || (at === null && basis !== 'explicit')) return unknown
  const tense = readTense()
  if (isDuration(expression, originalText) && tense === 'past') return null
  const range = rangeOf(expression, anchorOf(at, zone, tense))
  return range ? { ...unknown, ...range, precision: precisionOf(expression), basis } : unknown
}

/** "We built it in three days": in the past, "in" measures how long it took. */
function isDuration(expression: Expression, words: string): boolean {
  return (
    /^in\s/i.test(words) &&
    (expression.kind === 'unit' || expression.kind === 'elapsed') &&
    !/\bin\s+the\b/i.test(words)
  )
}
