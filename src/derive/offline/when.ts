/**
 * When a fact happens: one of the times that its sentence names, and what became of it.
 *
 * Owns: the choice among several times, and the status. Leaves what the words mean to `text/temporal`.
 */
import type { EventTime, EventType, ResolvedTime } from '../../domain/event.ts'
import type { TimeMention } from '../../text/temporal/resolve-times.ts'
import type { CueTable, Direction } from './cue-table.ts'

const HAPPENED: ReadonlySet<EventType> = new Set(['decision', 'change', 'outcome', 'cause', 'done', 'failed'])
const AHEAD: ReadonlySet<EventType> = new Set(['plan', 'requirement'])

/** On which sides of the message its times lie. A time around the message lies on neither. */
export function directionsOf(times: readonly ResolvedTime[], at: number | null): ReadonlySet<Direction> {
  return new Set(times.flatMap(time => directionOf(time, at) ?? []))
}

function directionOf(
  { start, end }: Pick<ResolvedTime, 'start' | 'end'>,
  at: number | null,
): Direction | undefined {
  if (start === null || end === null || at === null) return undefined
  if (start > at) return 'future'
  return end <= at ? 'past' : undefined
}

interface Dated {
  type: EventType
  text: string
  plain: string
  at: number | null
}

/** The time of a fact; `null` when its sentence names none. */
export function timeOf(times: readonly TimeMention[], fact: Dated, table: CueTable): EventTime | null {
  const named = times.filter(({ index }) => !table.refused.test(fact.text.slice(0, index)))
  const known = named.filter(time => time.start !== null)
  const time =
    (fact.type === 'change'
      ? known.findLast(({ index }) => table.towards.test(fact.text.slice(0, index)))
      : undefined) ??
    known.find(({ start, end }) => directionOf({ start, end }, fact.at) === expected(fact.type)) ??
    known[0] ??
    named[0]
  if (!time) return null
  const { start, end, precision, basis, originalText } = time
  return { start, end, precision, basis, originalText, status: statusOf(time, fact, table) }
}

function expected(type: EventType): Direction | undefined {
  if (AHEAD.has(type)) return 'future'
  return HAPPENED.has(type) ? 'past' : undefined
}

function statusOf(time: ResolvedTime, { type, plain, at }: Dated, table: CueTable): EventTime['status'] {
  if (type === 'plan' && table.cancelled.test(plain)) return 'cancelled'
  const direction = directionOf(time, at)
  if (direction !== 'future' && time.start !== null && table.ongoing.test(plain)) return 'ongoing'
  if (direction === 'future') return 'planned'
  if (direction === 'past') return 'occurred'
  if (AHEAD.has(type)) return 'planned'
  if (HAPPENED.has(type)) return 'occurred'
  return time.start === null ? 'unknown' : 'ongoing'
}
