/**
 * Times as the command line writes and reads them; always with the offset, never "now" for what is unknown. What lies
 * outside the years that memory holds, in a store of another make, is unknown too.
 *
 * Owns: stamps, ranges in words, and the words of `--from`, `--to`, `--on` and `--as-of`. Leaves calendars to `text/temporal`.
 */
import { PalimpsestError } from '../domain/errors.ts'
import type { ResolvedTime } from '../domain/event.ts'
import { isTime } from '../domain/time.ts'
import { formatLocal } from '../text/temporal/format-time.ts'
import { resolveTimes } from '../text/temporal/resolve-times.ts'
import type { Style } from './draw/layout.ts'

/** `2025-06-17 14:05 +02:00`, or the words for an unknown time. */
export function stamp(at: number | null, style: Pick<Style, 'zone' | 'texts'>): string {
  return isTime(at) ? formatLocal(at, style.zone) : style.texts.unknownTime
}

/** ISO 8601 with the zone's offset, for programs; null when it is unknown. */
export function iso(at: number | null, zone: string): string | null {
  if (!isTime(at)) return null
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(formatLocal(at, zone)) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  return new Date(at + offset).toISOString().replace('Z', `${sign}${hours}:${minutes}`)
}

/** A resolved expression as people write it: `2025-06-16`, `2025-06-09 – 2025-06-15`, `2025-06`. */
export function rangeText(time: ResolvedTime, style: Pick<Style, 'zone' | 'texts'>): string {
  const { start, end, precision } = time
  if (!isTime(start) || end === null || !isTime(end - 1)) return style.texts.unknownTime
  if (precision !== 'range') return formatLocal(start, style.zone, precision)
  return `${formatLocal(start, style.zone, 'day')} – ${formatLocal(end - 1, style.zone, 'day')}`
}

/** A resolved expression for programs; `to` is exclusive. */
export function resolvedJson(time: ResolvedTime, zone: string) {
  return {
    words: time.originalText,
    from: iso(time.start, zone),
    to: iso(time.end, zone),
    precision: time.precision,
    basis: time.basis,
  }
}

export interface TimeOptions {
  from?: string
  to?: string
  on?: string
}

/** The clock and the zone that words are meant against. */
export interface Clock {
  now: number
  zone: string
}

/** Half-open, epoch milliseconds UTC; a side that is absent is open. */
export interface TimeRange {
  from?: number
  to?: number
}

/**
 * The range that the options name. A day, a week or a month is meant whole: `--to yesterday` ends when yesterday
 * ends, `--from yesterday` begins when it begins, `--on yesterday` is both. An exact instant is itself.
 *
 * @throws PalimpsestError `bad-input` for words that name no time, for `--on` beside the others, for an empty range.
 */
export function timeRange({ from, to, on }: TimeOptions, clock: Clock): TimeRange {
  if (on !== undefined) {
    if (from !== undefined || to !== undefined) throw bad('--on names both ends; leave out --from and --to')
    const { start, end } = instantsOf(on, '--on', clock)
    return { from: start, to: end }
  }
  const range: TimeRange = {}
  if (from !== undefined) range.from = instantsOf(from, '--from', clock).start
  if (to !== undefined) range.to = instantsOf(to, '--to', clock).end
  if (range.from !== undefined && range.to !== undefined && range.from >= range.to) {
    throw bad(`--from ${JSON.stringify(from)} is not before --to ${JSON.stringify(to)}`)
  }
  return range
}

/**
 * The one point in time that words name; of a day, a week or a month its last moment.
 *
 * @throws PalimpsestError `bad-input` for words that name no time.
 */
export function instant(option: string, words: string, clock: Clock): number {
  const { start, end } = instantsOf(words, option, clock)
  return start === end ? start : end - 1
}

const EXACT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/
/** What may stand around an expression without changing it. */
const AROUND = /^(?:on|in|at|since|from|until|till|by|the|从|自|在|到|截至|为止)?$/i

function instantsOf(words: string, option: string, { now, zone }: Clock): { start: number; end: number } {
  const text = words.trim()
  const exact = EXACT.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(exact)) return { start: exact, end: exact + (option === '--on' ? 60_000 : 0) }
  const [found, ...others] = resolveTimes(text, { at: now, zone, tense: 'past' })
  const rest = found ? [text.slice(0, found.index), text.slice(found.index + found.length)] : []
  if (!found || others.length > 0 || !rest.every(part => AROUND.test(part.trim()))) {
    throw bad(
      `${option} ${JSON.stringify(words)} names no single time; write yesterday, last week, 昨天 or 2025-06-10`,
    )
  }
  if (found.start === null || found.end === null) {
    throw bad(`${option} ${JSON.stringify(words)} can mean several times; write the date, such as 2025-06-10`)
  }
  return { start: found.start, end: found.end }
}

function bad(what: string): PalimpsestError {
  return new PalimpsestError('bad-input', `time: ${what}`)
}
