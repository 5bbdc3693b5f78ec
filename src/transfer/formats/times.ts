/**
 * The time of a message as files write it.
 *
 * Owns: which texts and numbers name an instant. Leaves times in prose to `text`.
 */
import { isTime } from '../../domain/time.ts'

const ISO = /^(\d{4})-(\d\d)-(\d\d)[t ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:z|[+-]\d\d:?\d\d)$/i
const SESSION = /^(\d{1,2}):(\d\d) ?([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Epoch milliseconds of an ISO 8601 text with an offset, or of a number that already is epoch milliseconds, in the
 * years 1 to 9999.
 *
 * Undefined for everything else: a text without offset names no instant, a fraction of a millisecond or a day that
 * is not in the calendar none either.
 */
export function instant(value: string | number): number | undefined {
  const at = typeof value === 'number' ? value : isoInstant(value)
  return isTime(at) ? at : undefined
}

function isoInstant(value: string): number {
  const [text, year, month, day] = ISO.exec(value) ?? []
  if (text === undefined || !isDay(Number(year), Number(month), Number(day))) return Number.NaN
  const withColon = text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
  return Date.parse(withColon.toUpperCase().replace(' ', 'T').replace(',', '.'))
}

/** Epoch milliseconds of a LoCoMo session time, `1:56 pm on 8 May, 2023`, taken as UTC; undefined if it is none. */
export function sessionInstant(value: string): number | undefined {
  const [, hour, minute, half, day, monthName, year] = SESSION.exec(value.trim()) ?? []
  if (hour === undefined || half === undefined || monthName === undefined) return undefined
  const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1
  if (Number(hour) < 1 || Number(hour) > 12) return undefined
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return instant(`${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hours)}:${minute}Z`)
}

const twoDigits = (value: number | string | undefined) => String(value).padStart(2, '0')

function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
