/**
 * Whether an event is about what a message is about.
 *
 * Owns: what each term of a message tells in this store, how much of that an event holds, and how much is enough.
 * Leaves what words tell in a language to `text/telling-words.ts`, finding to `find.ts`, order to `recall-order.ts`.
 */
import { isLoneWord, TELLS, tellsOf } from '../../text/telling-words.ts'
import type { AskedTerm } from './find.ts'

/** What a message tells, term by term. */
export interface Subject {
  /** What each term tells here; terms that tell nothing are left out. */
  worth: ReadonlyMap<string, number>
  /** All of it. */
  total: number
}

/** How much of a message an event holds. */
export interface Relevance {
  /** Share of what the message tells, 0 … 1. */
  held: number
  /** Its terms that tell something by themselves. */
  telling: number
  /** Its terms that tell at least a little. */
  shared: number
  /** It shares a word of one character that may stand for harm. */
  hasLoneWord: boolean
}

/** A word that every event holds still tells this part of what a word tells that no other holds. */
const LEAST_RARITY = 0.5
/** What was said before tells half as much as what is said now. */
const CONTEXT = 0.5
/** Share that is enough with a telling term. */
const ENOUGH_HELD = 0.06
/** Share that is enough without one, of two terms at least. */
const ENOUGH_HELD_IN_COMMON = 0.3

/**
 * Weighs the words of a message: what a word tells in its language, times how rare it is among the events. What words
 * stand for helps to find, and admits nothing.
 *
 * @param own terms of the message itself; the others stand only in the turns that it is read with.
 */
export function subjectOf(terms: readonly AskedTerm[], own: ReadonlySet<string>): Subject {
  const worth = new Map<string, number>()
  for (const asked of terms) {
    if (asked.kind === 'concept') continue
    const rare = LEAST_RARITY + (1 - LEAST_RARITY) * shareOfRarest(asked)
    const told = tellsOf(asked.term) * rare * (own.has(asked.term) ? 1 : CONTEXT)
    if (told > 0) worth.set(asked.term, told)
  }
  return { worth, total: [...worth.values()].reduce((sum, one) => sum + one, 0) }
}

/** How rare a term is, as a share of how rare one is that no event holds: `rarity(n, h)` is `ln((n + 1) / (h + ½))`. */
function shareOfRarest({ worth, weight, documents }: AskedTerm): number {
  const rare = worth / weight
  return rare / (rare + Math.log(2 * documents + 1))
}

/** How much of the message an event holds that shares these terms. */
export function relevanceOf(matched: readonly string[], { worth, total }: Subject): Relevance {
  const shared = matched.filter(term => worth.has(term))
  const sum = shared.reduce((all, term) => all + (worth.get(term) ?? 0), 0)
  return {
    held: total > 0 ? sum / total : 0,
    telling: shared.filter(term => tellsOf(term) === TELLS.something).length,
    shared: shared.length,
    hasLoneWord: shared.some(isLoneWord),
  }
}

/** Whether an event enters by what it shares: a telling term, or so many common ones that they are the message. */
export function isRelevant({ held, telling, shared }: Relevance): boolean {
  return telling > 0 ? held >= ENOUGH_HELD : shared > 1 && held >= ENOUGH_HELD_IN_COMMON
}

/** Whether a pinned or safety event enters: one telling word is enough, in a message of any length. */
export function isTouched({ telling, hasLoneWord }: Relevance): boolean {
  return telling > 0 || hasLoneWord
}
