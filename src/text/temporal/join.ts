/**
 * Puts expressions that stand side by side together: "Friday" + "at 3 pm", 去年 + 十二月三号, "May 3" to "May 7".
 *
 * Owns: what may be joined across which words, in either language or both. Leaves finding the pieces to the grammars
 * and the dates to `calendar.ts`.
 */
import {
  type Clock,
  type DayOfMonth,
  type DayPart,
  type Expression,
  type Fragment,
  type Months,
  type UnitAway,
  VAGUE,
  type Year,
} from './expression.ts'

/** The one expression that two neighbours make across the words between them, or null. */
type Join = (left: Expression, right: Expression, around: Around) => Expression | null

interface Around {
  /** The words between the two. */
  gap: string
  /** Those of the left one. */
  words: string
  /** What stands before it. */
  before: string
}

/** No neighbour is further away than this many characters. */
const LONGEST_GAP = 16
/** How far back a verb or preposition is looked for. */
const LOOK_BACK = 60

/** The end of a list's line; a break beside "at" or a comma is one of layout. */
const LINE_BREAK = /^[ \t]*\n\s*(?:[-–—*•>]|\d{1,2}[.)])?\s*$/
const ADJACENT = /^(?:,?\s{0,2}|的|\s?\(|\s+(?:of|in|on)\s+(?:the\s+)?|,?\s?the\s+)$/i
const BEFORE_CLOCK =
  /^(?:,?\s{0,2}|T|的|,?\s+(?:at|around|about|by|@)\s+(?:about\s+|around\s+)?|\s?@\s?|\)\s?|大?约)$/i
const AFTER_CLOCK = /^(?:,?\s{0,2}|,?\s+(?:on|of)\s+(?:the\s+)?)$/i
const AFTER_PART = /^(?:,?\s{0,2}|的|\s+(?:at|of|on|around|by)\s+(?:about\s+|around\s+)?)$/i
const TO = /^\s?(?:to|until|till?|through|thru|[-–—~]{1,2}|一?直?到|至)\s?(?:the\s)?$/i
const FROM = /(?:\bfrom\s+(?:the\s)?|[从自由])$/i
const BETWEEN = /(?:\bbetween\s+(?:the\s)?)$/i
/** "Moved from Friday to Monday" names two days, not the time between them. */
const RESCHEDULED =
  /(?:\b(?:mov|chang|reschedul|postpon|push|shift|switch|delay|bump|slip)\w*\b[^.!?]{0,40}|[改挪移推][^,。]{0,3})$/i

/** Hours of the 12-hour clock that a part of the day holds, and whether they are after noon. */
function hourIn(part: DayPart, hour: number): number | null {
  const within = (first: number, last: number, add: number): number | null =>
    hour >= first && hour <= last ? hour + add : null
  switch (part) {
    case 'dawn':
      return hour === 12 ? 0 : within(0, 6, 0)
    case 'morning':
      return within(4, 12, 0)
    case 'noon':
      return within(11, 12, 0) ?? within(1, 2, 12)
    case 'afternoon':
      return hour === 12 ? 12 : within(1, 7, 12)
    case 'evening':
    case 'night':
      return within(5, 11, 12)
  }
}

function inPart(part: DayPart, clock: Clock): Clock | null {
  if (clock.sure) return clock
  const hour = hourIn(part, clock.hour)
  return hour === null ? null : { ...clock, hour, sure: true }
}

function yearOf(expression: Expression): Year | null {
  if (expression.kind === 'year') return expression.year
  return expression.kind === 'unit' && expression.unit === 'year' ? { offset: expression.offset } : null
}

const isDay = (expression: Expression): boolean =>
  expression.kind === 'date' ||
  expression.kind === 'weekday' ||
  expression.kind === 'nth' ||
  (expression.kind === 'unit' && expression.unit === 'day')

/** "3 in the afternoon", 下午三点. */
const partAndClock: Join = (left, right, { gap }) => {
  if (left.kind === 'part' && right.kind === 'clock' && BEFORE_CLOCK.test(gap)) {
    const clock = inPart(left.part, right)
    return clock && (left.day ? { ...clock, day: left.day } : clock)
  }
  if (left.kind === 'clock' && right.kind === 'part' && /^\s{0,2}$/.test(gap)) {
    const clock = inPart(right.part, left)
    return clock && (right.day ? { ...clock, day: right.day } : clock)
  }
  return null
}

/** A year beside a date, month, quarter or season that has none; a week beside a weekday; a month beside a day. */
const calendarPieces: Join = (left, right, { gap, words }) => {
  if (!ADJACENT.test(gap)) return null
  if (/^[ 的]?$/.test(gap) && isSameDayElsewhere(left, right, words)) return VAGUE
  return pieceOf(left, right) ?? pieceOf(right, left)
}

/** "Two years ago today", 去年今天, "a week ago Friday": counted from that day, which the table leaves open. */
function isSameDayElsewhere(left: Expression, right: Expression, words: string): boolean {
  if (left.kind !== 'unit' || left.unit === 'day') return false
  return (
    (right.kind === 'unit' && right.unit === 'day') ||
    (right.kind === 'weekday' && /\b(?:ago|back|now)$/i.test(words))
  )
}

function pieceOf(whole: Expression, piece: Expression): Expression | null {
  if (piece.kind === 'between') {
    const from = pieceOf(whole, piece.from)
    return from && { kind: 'between', ...shared(from, piece.to) }
  }
  const year = yearOf(whole)
  if (year !== null && isYearless(piece)) return { ...piece, year }
  if (whole.kind === 'unit') return inUnit(whole, piece)
  if (whole.kind === 'weekday' && whole.week === undefined && piece.kind === 'date') {
    return { ...piece, weekday: whole.weekday }
  }
  return piece.kind === 'nth' && !piece.of && whole.kind === 'months' ? { ...piece, of: whole } : null
}

function inUnit(whole: UnitAway, piece: Expression): Expression | null {
  if (whole.unit === 'week' && piece.kind === 'weekday' && piece.week === undefined) {
    return { ...piece, week: whole.offset }
  }
  if (whole.unit !== 'month') return null
  if (piece.kind === 'date' && piece.month === undefined) return { ...piece, monthOffset: whole.offset }
  return piece.kind === 'nth' && !piece.of ? { ...piece, of: whole } : null
}

function isYearless(expression: Expression): expression is Months | DayOfMonth {
  if (expression.kind === 'date') return expression.year === undefined && expression.month !== undefined
  return expression.kind === 'months' && (expression.year === undefined || expression.year === 'this')
}

/** A day and a time or part of it. */
const dayAndTime: Join = (left, right, { gap }) => {
  if (isDay(left) && BEFORE_CLOCK.test(gap)) return atTime(left, right)
  if (isDay(right) && left.kind === 'part' && AFTER_PART.test(gap)) return atTime(right, left)
  if (isDay(right) && AFTER_CLOCK.test(gap)) return atTime(right, left)
  return null
}

function atTime(day: Expression, time: Expression): Expression | null {
  if (time.kind === 'part' && !time.day) return { ...time, day }
  if (time.kind === 'between' && time.from.kind === 'clock' && time.to.kind === 'clock' && !time.from.day) {
    return { kind: 'between', from: { ...time.from, day }, to: { ...time.to, day } }
  }
  if (time.kind !== 'clock' || time.day) return null
  const sure = time.sure || (day.kind === 'date' && day.numeric === true)
  return sure ? { ...time, sure, day } : null
}

/** "From 2 to 4 pm": times of one day, before a day is joined to them. */
const clockRange: Join = (left, right, around) =>
  left.kind === 'clock' && right.kind === 'clock' && !right.day ? range(left, right, around) : null

const range: Join = (left, right, { gap, before }) => {
  const joined = TO.test(gap) || (/^\s(?:and|to)\s(?:the\s)?$/i.test(gap) && BETWEEN.test(before))
  if (!joined || left.kind === 'none' || right.kind === 'none') return null
  if (FROM.test(before) && RESCHEDULED.test(before.replace(FROM, ''))) return null
  if (left.kind === 'vague' || right.kind === 'vague') return VAGUE
  return { kind: 'between', ...shared(left, right) }
}

/** Each end takes from the other what it leaves out: "May 3 to 7", "March to May 2023", 下午两点到四点. */
function shared(from: Expression, to: Expression): { from: Expression; to: Expression } {
  if (from.kind === 'clock' && to.kind === 'clock') return sameHalf(from, to)
  if (
    from.kind === 'weekday' &&
    to.kind === 'weekday' &&
    to.week === undefined &&
    typeof from.week === 'number'
  ) {
    const week = to.weekday < from.weekday ? from.week + 1 : from.week
    return { from, to: { ...to, week } }
  }
  if (from.kind === 'date' && to.kind === 'date') return sharedMonth(from, to)
  if (from.kind === 'months' && to.kind === 'months') return sharedYear(from, to, from.first, to.first)
  return { from, to }
}

/** "From 10:00 to 15:00", 下午两点到四点: one end tells which half of the day both are in. */
function sameHalf(from: Clock, to: Clock): { from: Clock; to: Clock } {
  const day = to.day ?? from.day
  const end = day ? { ...to, day } : to
  if (from.sure && !to.sure) {
    const isAfternoon = to.hour <= from.hour && to.hour + 12 > from.hour && to.hour < 12
    return { from, to: { ...end, hour: isAfternoon ? to.hour + 12 : to.hour, sure: true } }
  }
  const isEarlier = from.hour * 60 + from.minute < to.hour * 60 + to.minute
  if (from.sure || !to.sure || !isEarlier) return { from, to: end }
  return { from: { ...from, sure: true, ...(to.offset === undefined ? {} : { offset: to.offset }) }, to: end }
}

function sharedMonth(from: DayOfMonth, to: DayOfMonth): { from: Expression; to: Expression } {
  if (from.month !== undefined && to.month === undefined) {
    const month = to.day < from.day ? (from.month % 12) + 1 : from.month
    return sharedYear(from, { ...to, month }, from.month, month)
  }
  if (from.month === undefined && from.monthOffset !== undefined && to.month === undefined) {
    return { from, to: { ...to, monthOffset: from.monthOffset } }
  }
  if (to.month === undefined) return { from, to }
  const month = from.month ?? (from.day > to.day ? ((to.month + 10) % 12) + 1 : to.month)
  return sharedYear({ ...from, month }, to, month, to.month)
}

function sharedYear<T extends Months | DayOfMonth>(
  from: T,
  to: T,
  first: number,
  last: number,
): { from: T; to: T } {
  const moved = (year: Year, by: number): Year => {
    if (typeof year === 'number') return year + by
    return typeof year === 'object' ? { offset: year.offset + by } : year
  }
  const turns = last < first ? 1 : 0
  if (from.year !== undefined && to.year === undefined) {
    return { from, to: { ...to, year: moved(from.year, turns) } }
  }
  if (to.year !== undefined && from.year === undefined) {
    return { from: { ...from, year: moved(to.year, -turns) }, to }
  }
  return { from, to }
}

/** What stands beside a recurring time is part of it; "two days after" takes its date along. */
const swallowed: Join = (left, right, { gap }) => {
  if (left.kind === 'shift' && /^\s{0,2}(?:the\s)?$/.test(gap)) return VAGUE
  const isBeside = ADJACENT.test(gap) || BEFORE_CLOCK.test(gap) || AFTER_CLOCK.test(gap) || TO.test(gap)
  return isBeside && !gap.includes(',') && (left.kind === 'none' || right.kind === 'none')
    ? { kind: 'none' }
    : null
}

const PASSES: readonly Join[] = [swallowed, partAndClock, clockRange, calendarPieces, dayAndTime, range]

/**
 * Joins neighbours where they make one expression and drops what means a time only beside another.
 *
 * @param found in order of appearance, not overlapping.
 */
export function joinNeighbours(found: readonly Fragment[], text: string): Fragment[] {
  let fragments = [...found]
  for (const join of PASSES) fragments = pass(fragments, text, join)
  return fragments.filter(({ weak, expression }) => !weak && expression.kind !== 'none')
}

function pass(fragments: readonly Fragment[], text: string, join: Join): Fragment[] {
  const joined: Fragment[] = []
  for (const right of fragments) {
    const left = joined.at(-1)
    const whole = left && joinTwo(left, right, text, join)
    if (whole) joined[joined.length - 1] = whole
    else joined.push(right)
  }
  return joined
}

function joinTwo(left: Fragment, right: Fragment, text: string, join: Join): Fragment | null {
  const gapStart = left.index + left.length
  const gap = text.slice(gapStart, right.index)
  if (gap.length > LONGEST_GAP || LINE_BREAK.test(gap)) return null
  const before = text.slice(Math.max(0, left.index - LOOK_BACK), left.index)
  const around = { gap, words: text.slice(left.index, gapStart), before }
  const expression = join(left.expression, right.expression, around)
  if (!expression) return null
  const lead =
    expression.kind === 'between' ? ((FROM.exec(before) ?? BETWEEN.exec(before))?.[0].length ?? 0) : 0
  const index = left.index - lead
  return { index, length: right.index + right.length - index, expression, weak: false }
}
