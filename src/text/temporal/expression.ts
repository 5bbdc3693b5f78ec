/**
 * What words about time say, before a calendar is consulted.
 *
 * Owns: the vocabulary shared by both grammars and the calendar. Leaves recognising the words to `english.ts` and
 * `chinese.ts`, putting neighbours together to `join.ts`, and the dates to `calendar.ts`.
 */

/** Calendar units; a week begins on Monday, a quarter in January, April, July or October. */
export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'
/** Parts of a day that words name; which hours they are is the calendar's. */
export type DayPart = 'dawn' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** A year by its number, by its distance from the message's year, or by the words last / this / next. */
export type Year = number | { offset: number } | 'last' | 'this' | 'next'

/** A whole calendar unit, so many units away from the message's own. */
export interface UnitAway {
  kind: 'unit'
  unit: Unit
  /** 0 = the message's own, negative = before it. */
  offset: number
}

/** A weekday, 1 = Monday. */
export interface Weekday {
  kind: 'weekday'
  weekday: number
  /** Weeks from the message's, or the nearest one on a side of its day; absent: the tense decides. */
  week?: number | 'latest' | 'coming'
}

/** Consecutive months: a month, a quarter, a season, half a year. */
export interface Months {
  kind: 'months'
  /** 1 = January. */
  first: number
  /** 1 or more. */
  count: number
  year?: Year
}

/** A day of a month. Without a month: of the message's month, or of the month `monthOffset` away. */
export interface DayOfMonth {
  kind: 'date'
  day: number
  month?: number
  monthOffset?: number
  year?: Year
  /** A weekday named beside the date, which it must agree with. */
  weekday?: number
  /** Written all in digits, so that a time beside it counts 24 hours. */
  numeric?: boolean
}

/** A time of day; without a day that of the message. */
export interface Clock {
  kind: 'clock'
  /** 0–24; while `sure` is false 1–12, as the words say it. */
  hour: number
  minute: number
  /** False while nothing tells morning from afternoon. */
  sure: boolean
  /** Minutes east of UTC, where the words name an offset; `foreign` is a zone they name by letters only. */
  offset?: number | 'foreign'
  day?: Expression
}

/** What one time expression says. */
export type Expression =
  | UnitAway
  | Weekday
  | Months
  | DayOfMonth
  | Clock
  | { kind: 'year'; year: number }
  | { kind: 'weekend'; week?: number }
  /** The instant so many minutes from the message. */
  | { kind: 'elapsed'; minutes: number }
  /** From the message's day to so many units back (negative) or ahead, both days included. */
  | { kind: 'span'; unit: Unit; count: number }
  | { kind: 'part'; part: DayPart; day?: Expression }
  /** The n-th weekday of a month, −1 = the last. */
  | { kind: 'nth'; nth: number; weekday: number; of?: Expression }
  | { kind: 'between'; from: Expression; to: Expression }
  /** "Two days after …": not resolved, and takes what follows along. */
  | { kind: 'shift' }
  /** About time, but without a range. */
  | { kind: 'vague' }
  /** Recurring, or a name: no time, and what stands beside it is none either. */
  | { kind: 'none' }

/** One expression at its place in the text, in UTF-16 code units. */
export interface Fragment {
  index: number
  length: number
  expression: Expression
  /** Means a time only beside another fragment: "2023" in "May 2023". */
  weak: boolean
}

/** Words of a grammar and what they say. */
export interface Rule {
  /** Global and, for linear time, without unbounded repetition. */
  pattern: RegExp
  /** Null when the words turn out to say nothing about time. */
  read(groups: Readonly<Record<string, string | undefined>>, words: string): Expression | null
  /** As in {@link Fragment}; default false. */
  weak?: boolean
}

/** About time, but without a range. */
export const VAGUE: Expression = { kind: 'vague' }

/**
 * So many units away, as "3 weeks ago" or 半年后 say it.
 *
 * @param count null = the words name no single number; halves make sense for hours and years only.
 * @param direction −1 = ago, 1 = from now.
 */
export function away(count: number | null, unit: Unit | 'minute' | 'hour', direction: -1 | 1): Expression {
  if (count === null) return VAGUE
  if (unit === 'minute' || unit === 'hour') {
    return { kind: 'elapsed', minutes: direction * Math.round(count * (unit === 'hour' ? 60 : 1)) }
  }
  if (Number.isInteger(count)) return { kind: 'unit', unit, offset: direction * count }
  if (unit === 'year' && Number.isInteger(count * 2)) {
    return { kind: 'unit', unit: 'month', offset: direction * count * 12 }
  }
  return VAGUE
}

/**
 * A date written in digits whose order is not known: year first, or the day and month that fit.
 *
 * @returns vague when both orders fit and differ, null when none does.
 */
export function numericDate(first: number, second: number, year: number): Expression | null {
  const fits = (month: number, day: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= 31
  const dayFirst = fits(second, first)
  const monthFirst = fits(first, second)
  if (dayFirst && monthFirst && first !== second) return VAGUE
  if (dayFirst) return { kind: 'date', year, month: second, day: first, numeric: true }
  if (monthFirst) return { kind: 'date', year, month: first, day: second, numeric: true }
  return null
}
