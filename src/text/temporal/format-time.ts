/**
 * Times as text, in a zone that is handed in.
 *
 * Owns: the one written form of a time. Leaves "unknown time" to callers. Equal on every machine: nothing is read
 * from its locale, zone or clock.
 */
import { Temporal } from 'temporal-polyfill'
import type { TimePrecision } from '../../domain/event.ts'

/**
 * A time as the zone's clock shows it: `2025-06-17 14:05 +02:00`, by day `2025-06-17`, by month `2025-06`, by year
 * `2025`. A range's end, or an unknown precision, is shown to the minute.
 *
 * @param at epoch milliseconds UTC
 * @param zone IANA name
 * @throws RangeError when the zone is no IANA name or the time is no number a calendar reaches.
 */
export function formatLocal(at: number, zone: string, precision: TimePrecision = 'instant'): string {
  const local = zoned(at, zone)
  const day = local.toPlainDate().toString()
  if (precision === 'day') return day
  if (precision === 'month') return day.slice(0, -3)
  if (precision === 'year') return day.slice(0, -6)
  return `${day} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} ${local.offset.slice(0, 6)}`
}

/** The local day of an instant, `2025-06-17`. Takes and throws what {@link formatLocal} does. */
export function localDay(at: number, zone: string): string {
  return formatLocal(at, zone, 'day')
}

/** When the local day after that of an instant begins, epoch milliseconds; clocks may change in between. */
export function startOfNextDay(at: number, zone: string): number {
  return zoned(at, zone).add({ days: 1 }).startOfDay().epochMilliseconds
}

const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
