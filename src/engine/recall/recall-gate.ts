/**
 * Whether an event is about what a message is about.
 *
 * Owns: what each term of a message tells in this store, how much of that an event holds, and how much is enough.
 * Leaves what words tell in a language to `recall-words.ts`, finding to `find.ts`, order to `recall-order.ts`.
 */

import { isLoneWord, TELLS, tellsOf } from './recall-words.ts'
import { rarity } from './sweep.ts'

/** What a message tells, term by term. */
export interface Subject {
  /** What each term tells here; terms that tell nothing are left out. */
  worth: ReadonlyMap<string, number>
  /** All of it. */
  total: number
}

/** A term of the message, or of the turns it is read with. */
export interface SubjectTerm {
  term: string
  /** Events that hold it. */
  holding: number
  /** It stands only in the turns that the message is read with. */
  isContext: boolean
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

/** Weighs the terms of a message: what a word tells in its language, times how rare it is among the events. */
export function subjectOf(terms: readonly SubjectTerm[], events: number): Subject {
  const rarest = rarity(events, 0)
  const worth = new Map<string, number>()
  for (const { term, holding, isContext } of terms) {
    const rare = LEAST_RARITY + (1 - LEAST_RARITY) * (rarity(events, holding) / rarest)
    const own = tellsOf(term) * rare * (isContext ? CONTEXT : 1)
    if (own > 0) worth.set(term, own)
  }
  return { worth, total: [...worth.values()].reduce((sum, one) => sum + one, 0) }
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
