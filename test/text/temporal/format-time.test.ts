import { describe, expect, it } from 'vitest'
import { formatLocal, localDay } from '../../../src/text/temporal/format-time.ts'

const AT = Date.parse('2025-06-17T12:05:59Z')

describe('a time as text', () => {
  it.each([
    ['instant', '2025-06-17 14:05 +02:00'],
    ['range', '2025-06-17 14:05 +02:00'],
    ['day', '2025-06-17'],
    ['month', '2025-06'],
    ['year', '2025'],
  ] as const)('is cut at its precision: %s', (precision, expected) => {
    expect(formatLocal(AT, 'Europe/Berlin', precision)).toBe(expected)
  })

  it('carries the offset that holds at that instant in that zone', () => {
    expect(formatLocal(AT, 'UTC')).toBe('2025-06-17 12:05 +00:00')
    expect(formatLocal(AT, 'Asia/Kolkata')).toBe('2025-06-17 17:35 +05:30')
    expect(formatLocal(Date.parse('2025-12-17T12:05:00Z'), 'Europe/Berlin')).toBe('2025-12-17 13:05 +01:00')
  })

  it('belongs to the local day, not to that of UTC', () => {
    expect(localDay(Date.parse('2025-06-17T17:30:00Z'), 'Asia/Shanghai')).toBe('2025-06-18')
    expect(localDay(Date.parse('2025-06-18T03:00:00Z'), 'America/Los_Angeles')).toBe('2025-06-17')
  })
})
