/**
 * From what the words say to the instants they mean, by the conventions for temporal expressions.
 *
 * Owns: all arithmetic on dates, in the user's zone, relative to the message. Leaves the words to the grammars. The
 * only file that knows `Temporal`, apart from `format-time.ts`.
 */
import { Temporal } from 'temporal-polyfill'
import type { TimeBasis, TimePrecision } from '../../domain/event.ts'
import type { Clock, DayOfMonth, Expression, Months, Unit, Weekday, Year } from './expression.ts'
import type { Tense } from './tense.ts'

type Day = Temporal.PlainDate

const MINUTE_MS = 60_000
const DAYS_A_WEEK = 7
/** Far enough for a 29 February in either direction, across a century without one. */
const YEARS_AROUND = 8

/** The message that says the words. */
export interface Anchor {
  /** Its local day. */
  today: Day
  /** Epoch milliseconds UTC. */
  at: number
  zone: string
  /** Which of several equal days is meant: by tense, or as the end of a range whose other end is known. */
  toward: Tense | { notBefore: Day } | { notAfter: Day } | undefined
}

/** Half-open, in epoch milliseconds. */
export interface Range {
  start: number
  end: number
}

/** The anchor of a message, or of explicit expressions alone when its time is unknown. */
export function anchorOf(at: number | null, zone: string, tense: Tense | undefined): Anchor {
  const instant = Temporal.Instant.fromEpochMilliseconds(at ?? 0)
  return { today: instant.toZonedDateTimeISO(zone).toPlainDate(), at: at ?? 0, zone, toward: tense }
}

/** How the range is known: the weakest of its parts. */
export function basisOf(expression: Expression): TimeBasis {
  switch (expression.kind) {
    case 'year':
      return 'explicit'
    case 'date':
      if (expression.monthOffset !== undefined) return 'relative'
      return basisOfYear(expression.year)
    case 'months':
      return basisOfYear(expression.year)
    case 'clock':
    case 'part':
      return expression.day ? basisOf(expression.day) : 'relative'
    case 'nth':
      return expression.of ? basisOf(expression.of) : 'unknown'
    case 'between':
      return weaker(basisOf(expression.from), basisOf(expression.to))
    case 'shift':
    case 'vague':
    case 'none':
      return 'unknown'
    default:
      return 'relative'
  }
}

function basisOfYear(year: Year | undefined): TimeBasis {
  if (year === undefined) return 'inferred'
  return typeof year === 'number' ? 'explicit' : 'relative'
}

function weaker(a: TimeBasis, b: TimeBasis): TimeBasis {
  const order: readonly TimeBasis[] = ['explicit', 'relative', 'inferred', 'unknown']
  return order[Math.max(order.indexOf(a), order.indexOf(b))] ?? 'unknown'
}

/** How finely the words cut. */
export function precisionOf(expression: Expression): TimePrecision {
  switch (expression.kind) {
    case 'elapsed':
    case 'clock':
      return 'instant'
    case 'year':
      return 'year'
    case 'unit':
      return expression.unit === 'week' || expression.unit === 'quarter' ? 'range' : expression.unit
    case 'months':
      return expression.count === 1 ? 'month' : 'range'
    case 'weekday':
    case 'date':
    case 'nth':
      return 'day'
    case 'part':
      return expression.day ? precisionOf(expression.day) : 'unknown'
    case 'weekend':
    case 'span':
    case 'between':
      return 'range'
    default:
      return 'unknown'
  }
}

/** The range an expression means; null when the conventions leave it open, or when there is no such date. */
export function rangeOf(expression: Expression, anchor: Anchor): Range | null {
  switch (expression.kind) {
    case 'elapsed':
      return minuteFrom(anchor.at + expression.minutes * MINUTE_MS)
    case 'clock':
      return clockRange(expression, anchor)
    case 'between':
      return betweenRange(expression.from, expression.to, anchor)
    case 'part':
      return expression.day ? rangeOf(expression.day, anchor) : null
    default: {
      const days = daysOf(expression, anchor)
      return days && { start: startOf(days[0], anchor.zone), end: startOf(days[1], anchor.zone) }
    }
  }
}

const startOf = (day: Day, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds

function minuteFrom(at: number): Range {
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS
  return { start, end: start + MINUTE_MS }
}

/** Whole days: the first and the one after the last. */
function daysOf(expression: Expression, anchor: Anchor): [Day, Day] | null {
  switch (expression.kind) {
    case 'unit': {
      const first = floor(anchor.today, expression.unit).add(units(expression.unit, expression.offset))
      return [first, first.add(units(expression.unit, 1))]
    }
    case 'year': {
      const first = Temporal.PlainDate.from({ year: expression.year, month: 1, day: 1 })
      return [first, first.add({ years: 1 })]
    }
    case 'span': {
      const other = anchor.today.add(units(expression.unit, expression.count))
      return expression.count < 0
        ? [other, anchor.today.add({ days: 1 })]
        : [anchor.today, other.add({ days: 1 })]
    }
    case 'weekend': {
      const saturday = weekendOf(expression.week, anchor)
      return saturday && [saturday, saturday.add({ days: 2 })]
    }
    case 'months': {
      const first = firstMonth(expression, anchor)
      return first && [first, first.add({ months: expression.count })]
    }
    default: {
      const day = dayOf(expression, anchor)
      return day && [day, day.add({ days: 1 })]
    }
  }
}

function dayOf(expression: Expression, anchor: Anchor): Day | null {
  if (expression.kind === 'weekday') return weekdayOf(expression, anchor)
  if (expression.kind === 'date') return dateOf(expression, anchor)
  if (expression.kind === 'unit') return floor(anchor.today, 'day').add(units('day', expression.offset))
  if (expression.kind !== 'nth' || !expression.of) return null
  const month = daysOf(expression.of, anchor)
  return month && nthWeekday(month[0], month[1], expression.weekday, expression.nth)
}

function units(unit: Unit, count: number): Temporal.Duration {
  const counts = {
    day: { days: count },
    week: { weeks: count },
    month: { months: count },
    quarter: { months: 3 * count },
    year: { years: count },
  }
  return Temporal.Duration.from(counts[unit])
}

/** The first day of the unit that holds the day; weeks begin on Monday. */
function floor(day: Day, unit: Unit): Day {
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'month':
      return day.with({ day: 1 })
    case 'quarter':
      return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) })
    case 'year':
      return day.with({ day: 1, month: 1 })
  }
}

function weekdayOf({ weekday, week }: Weekday, anchor: Anchor): Day | null {
  const { today, toward } = anchor
  if (typeof week === 'number') return floor(today, 'week').add({ days: week * DAYS_A_WEEK + weekday - 1 })
  const onOrAfter = (day: Day): Day =>
    day.add({ days: (weekday - day.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK })
  const onOrBefore = (day: Day): Day =>
    day.subtract({ days: (day.dayOfWeek - weekday + DAYS_A_WEEK) % DAYS_A_WEEK })
  if (week === 'latest') return onOrBefore(today.subtract({ days: 1 }))
  if (week === 'coming') return onOrAfter(today.add({ days: 1 }))
  if (toward === undefined) return null
  if (toward === 'past') return onOrBefore(today.subtract({ days: 1 }))
  if (toward === 'future') return onOrAfter(today.add({ days: 1 }))
  return 'notBefore' in toward ? onOrAfter(toward.notBefore) : onOrBefore(toward.notAfter)
}

/** The Saturday of a weekend; one without a week is found by tense. */
function weekendOf(week: number | undefined, { today, toward }: Anchor): Day | null {
  const saturday = floor(today, 'week').add({ days: 5 })
  if (week !== undefined) return saturday.add({ weeks: week })
  if (toward === 'past') return saturday.subtract({ weeks: 1 })
  if (toward === 'future') return today.dayOfWeek < 6 ? saturday : saturday.add({ weeks: 1 })
  return null
}

function firstMonth({ first, count, year }: Months, anchor: Anchor): Day | null {
  const { today } = anchor
  const inYear = (number: number): Day => Temporal.PlainDate.from({ year: number, month: first, day: 1 })
  if (typeof year === 'number') return inYear(year)
  if (typeof year === 'object') return inYear(today.year + year.offset)
  const candidates = [-2, -1, 0, 1, 2].map(offset => inYear(today.year + offset))
  const isOver = (start: Day): boolean => isAtMost(start.add({ months: count }), today)
  if (year === 'this') {
    // Winter reaches into the next year: said in January, "this winter" is the one that is on.
    return candidates.find(start => isAtMost(start, today) && !isOver(start)) ?? inYear(today.year)
  }
  if (year === 'last') return candidates.findLast(isOver) ?? null
  if (year === 'next') return candidates.find(start => !isAtMost(start, today)) ?? null
  return nearest(candidates, start => start.add({ months: count }), anchor)
}

function dateOf(date: DayOfMonth, anchor: Anchor): Day | null {
  const day = date.month === undefined ? inSomeMonth(date, anchor) : inSomeYear(date, date.month, anchor)
  return day && date.weekday !== undefined && day.dayOfWeek !== date.weekday ? null : day
}

function inSomeMonth({ day, monthOffset }: DayOfMonth, anchor: Anchor): Day | null {
  const month = floor(anchor.today, 'month')
  const inMonth = (offset: number): Day | null => {
    const { year, month: number } = month.add({ months: offset })
    return existing(year, number, day)
  }
  if (monthOffset !== undefined) return inMonth(monthOffset)
  if (anchor.toward === undefined) return inMonth(0)
  const candidates = [-3, -2, -1, 0, 1, 2, 3].map(inMonth).filter(found => found !== null)
  return nearest(candidates, found => found.add({ days: 1 }), anchor)
}

function inSomeYear({ day, year }: DayOfMonth, month: number, anchor: Anchor): Day | null {
  const thisYear = anchor.today.year
  if (typeof year === 'number') return existing(year, month, day)
  if (typeof year === 'object') return existing(thisYear + year.offset, month, day)
  const around = day === 29 && month === 2 ? YEARS_AROUND : 2
  const candidates: Day[] = []
  for (let offset = -around; offset <= around; offset++) {
    const found = existing(thisYear + offset, month, day)
    if (found) candidates.push(found)
  }
  return nearest(candidates, found => found.add({ days: 1 }), anchor)
}

/** Of equal dates in several years or months, in order, the one that the direction asks for. */
function nearest(
  candidates: readonly Day[],
  endOf: (start: Day) => Day,
  { today, toward }: Anchor,
): Day | null {
  if (toward === 'past') return candidates.findLast(start => isAtMost(start, today)) ?? null
  if (toward === 'future') return candidates.find(start => !isAtMost(endOf(start), today)) ?? null
  if (toward && 'notBefore' in toward)
    return candidates.find(start => isAtMost(toward.notBefore, start)) ?? null
  if (toward) return candidates.findLast(start => isAtMost(start, toward.notAfter)) ?? null
  const distance = (start: Day): number => {
    if (!isAtMost(start, today)) return today.until(start).days
    return Math.max(0, endOf(start).until(today).days + 1)
  }
  return candidates.reduce<Day | null>(
    (best, start) => (best && distance(best) <= distance(start) ? best : start),
    null,
  )
}

const isAtMost = (a: Day, b: Day): boolean => Temporal.PlainDate.compare(a, b) <= 0

/** Null for dates such as 30 February. */
function existing(year: number, month: number, day: number): Day | null {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return day <= first.daysInMonth ? first.with({ day }) : null
}

function nthWeekday(first: Day, end: Day, weekday: number, nth: number): Day | null {
  const earliest = first.add({ days: (weekday - first.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK })
  if (nth > 0) {
    const day = earliest.add({ weeks: nth - 1 })
    return isAtMost(end, day) ? null : day
  }
  const last = end.subtract({ days: 1 })
  return last.subtract({ days: (last.dayOfWeek - weekday + DAYS_A_WEEK) % DAYS_A_WEEK })
}

/** The minute a clock shows; a time that a clock change skips or repeats takes the "compatible" choice. */
function clockRange({ hour, minute, sure, offset, day }: Clock, anchor: Anchor): Range | null {
  if (!sure || offset === 'foreign') return null
  const date = day ? dayOf(day, anchor) : anchor.today
  if (!date) return null
  const onDay = hour === 24 ? date.add({ days: 1 }) : date
  const local = onDay.toPlainDateTime({ hour: hour % 24, minute })
  if (offset === undefined) return minuteFrom(local.toZonedDateTime(anchor.zone).epochMilliseconds)
  return minuteFrom(local.toZonedDateTime('UTC').epochMilliseconds - offset * MINUTE_MS)
}

/** From the start of one to the end of the other; the end that leaves its week or year out is beside the other. */
function betweenRange(from: Expression, to: Expression, anchor: Anchor): Range | null {
  const fromIsOpen = isOpen(from)
  const toIsOpen = isOpen(to)
  if (fromIsOpen && !toIsOpen) {
    const end = rangeOf(to, anchor)
    const start = end && rangeOf(from, { ...anchor, toward: { notAfter: localDate(end.start, anchor.zone) } })
    return ordered(start, end)
  }
  const start = rangeOf(from, anchor)
  if (!start || !toIsOpen) return ordered(start, rangeOf(to, anchor))
  const after = (first: Range): Range | null =>
    rangeOf(to, { ...anchor, toward: { notBefore: localDate(first.start, anchor.zone) } })
  const end = after(start)
  if (!fromIsOpen || anchor.toward !== 'past' || !end || end.start <= anchor.at) return ordered(start, end)
  const lastEnd = rangeOf(to, anchor)
  const earlier =
    lastEnd && rangeOf(from, { ...anchor, toward: { notAfter: localDate(lastEnd.start, anchor.zone) } })
  return ordered(earlier, lastEnd)
}

function ordered(from: Range | null, to: Range | null): Range | null {
  return from && to && from.start < to.end ? { start: from.start, end: to.end } : null
}

const localDate = (at: number, zone: string): Day =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()

/** Whether the direction decides which of several is meant. */
function isOpen(expression: Expression): boolean {
  switch (expression.kind) {
    case 'weekday':
      return expression.week === undefined
    case 'date':
      return expression.year === undefined && expression.monthOffset === undefined
    case 'months':
      return expression.year === undefined
    case 'clock':
    case 'part':
      return expression.day ? isOpen(expression.day) : false
    default:
      return false
  }
}
