/**
 * The times that memory can hold.
 *
 * Owns: their bounds. Leaves words to `text/temporal`, formats to those who print.
 */

/** The years 0001 to 9999, which every calendar, format and zone rule here can name. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether the value is a point in time: whole epoch milliseconds UTC in the years 0001 to 9999. */
export function isTime(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= EARLIEST && (value as number) <= LATEST
}

/** Whether the text names an IANA time zone, such as `Europe/Berlin`. */
export function isZone(zone: unknown): zone is string {
  if (typeof zone !== 'string') return false
  // Asking Intl for the first time takes some milliseconds.
  if (zone === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    // Intl says "unknown zone" by throwing.
    return false
  }
}
