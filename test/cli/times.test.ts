import { describe, expect, it } from 'vitest'
import { textsOf } from '../../src/cli/texts/texts.ts'
import { iso, rangeText, stamp, timeRange } from '../../src/cli/times.ts'

const at = (text: string) => Date.parse(text)
const berlin = { now: at('2025-06-18T00:10:00+02:00'), zone: 'Europe/Berlin' }
const shanghai = { now: at('2025-06-17T23:50:00+08:00'), zone: 'Asia/Shanghai' }

const local = (range: { from?: number; to?: number }, zone: string) => [
  iso(range.from ?? null, zone),
  iso(range.to ?? null, zone),
]

describe('words of time against the clock', () => {
  it('make yesterday one local day, half-open, ten minutes after midnight and ten before (P29)', () => {
    const words = ['yesterday', '昨天']
    for (const on of words) {
      expect(local(timeRange({ on }, berlin), berlin.zone)).toEqual([
        '2025-06-17T00:00:00.000+02:00',
        '2025-06-18T00:00:00.000+02:00',
      ])
      expect(local(timeRange({ on }, shanghai), shanghai.zone)).toEqual([
        '2025-06-16T00:00:00.000+08:00',
        '2025-06-17T00:00:00.000+08:00',
      ])
    }
  })

  it('mean the end of the day by --to and its beginning by --from', () => {
    expect(local(timeRange({ from: 'yesterday' }, berlin), berlin.zone)).toEqual([
      '2025-06-17T00:00:00.000+02:00',
      null,
    ])
    expect(local(timeRange({ to: 'yesterday' }, berlin), berlin.zone)).toEqual([
      null,
      '2025-06-18T00:00:00.000+02:00',
    ])
    expect(local(timeRange({ from: 'yesterday', to: 'yesterday' }, berlin), berlin.zone)).toEqual([
      '2025-06-17T00:00:00.000+02:00',
      '2025-06-18T00:00:00.000+02:00',
    ])
  })

  it('mean what the date itself means', () => {
    for (const [words, date] of [
      ['yesterday', '2025-06-17'],
      ['昨天', '2025-06-17'],
      ['2 days ago', '2025-06-16'],
    ] as const) {
      expect(timeRange({ on: words }, berlin)).toEqual(timeRange({ on: date }, berlin))
    }
  })

  it('may be whole weeks, also with a word before them', () => {
    const week = ['2025-06-09T00:00:00.000+02:00', '2025-06-16T00:00:00.000+02:00']
    for (const on of ['last week', '上周', ' since last week ']) {
      expect(local(timeRange({ on }, berlin), berlin.zone)).toEqual(week)
    }
  })

  it('keep the length of a day on which the clock changes', () => {
    const clock = { now: at('2025-03-31T09:00:00+02:00'), zone: 'Europe/Berlin' }
    const { from, to } = timeRange({ on: 'yesterday' }, clock)
    expect((to ?? 0) - (from ?? 0)).toBe(23 * 3_600_000)
  })

  it('may be exact instants, which stand for themselves', () => {
    const range = timeRange({ from: '2025-06-10T12:00:00+08:00', to: '2025-06-10T06:00:00.500Z' }, berlin)
    expect(range).toEqual({ from: at('2025-06-10T04:00:00Z'), to: at('2025-06-10T06:00:00.500Z') })
  })

  it.each([
    [{ from: 'whenever' }, '--from "whenever" names no single time'],
    [{ to: '' }, '--to "" names no single time'],
    [{ on: 'yesterday or last week' }, '--on "yesterday or last week" names no single time'],
    [{ on: '03/04/2023' }, 'can mean several times'],
    [{ on: 'recently' }, 'can mean several times'],
    [{ on: 'yesterday', to: 'yesterday' }, '--on names both ends'],
    [{ from: '2025-06-10', to: '2025-06-09' }, '--from "2025-06-10" is not before --to "2025-06-09"'],
  ])('are refused when they are %j', (options, message) => {
    expect(() => timeRange(options, berlin)).toThrow(expect.objectContaining({ code: 'bad-input' }))
    expect(() => timeRange(options, berlin)).toThrow(message)
  })
})

describe('a time that is shown', () => {
  const style = { zone: 'Asia/Shanghai', texts: textsOf('en') }

  it('carries its offset, and is never now when it is unknown', () => {
    expect([stamp(at('2025-06-17T12:45:00+08:00'), style), stamp(null, style)]).toEqual([
      '2025-06-17 12:45 +08:00',
      'unknown time',
    ])
    expect([iso(at('2025-06-17T12:45:00.250+08:00'), style.zone), iso(null, style.zone)]).toEqual([
      '2025-06-17T12:45:00.250+08:00',
      null,
    ])
    expect(iso(at('2025-01-01T00:00:00Z'), 'America/St_Johns')).toBe('2024-12-31T20:30:00.000-03:30')
  })

  it('is unknown outside the years that memory holds, whatever a store of another make says', () => {
    const out = [8.64e15, -8.64e15, Number.NaN, 0.5, at('9999-12-31T23:59:59.999Z') + 1]
    const range = (start: number, end: number) =>
      rangeText({ start, end, precision: 'range', basis: 'explicit', originalText: '' }, style)
    for (const zone of ['Asia/Shanghai', 'America/St_Johns']) {
      expect(out.map(time => iso(time, zone))).toEqual(out.map(() => null))
      expect(out.map(time => stamp(time, { ...style, zone }))).toEqual(out.map(() => 'unknown time'))
      expect(iso(at('9999-12-31T23:59:59.999Z'), zone)).toMatch(/9999|10000/)
      expect(iso(at('0001-01-01T00:00:00Z'), zone)).toMatch(/0001|0000/)
    }
    expect([range(-8.64e15, 0), range(0, 8.64e15 + 1)]).toEqual(['unknown time', 'unknown time'])
  })

  it('is written as the range it is', () => {
    const time = (start: string, end: string, precision: 'day' | 'range' | 'month') => ({
      start: at(start),
      end: at(end),
      precision,
      basis: 'relative' as const,
      originalText: '',
    })
    expect([
      rangeText(time('2025-06-09T00:00+08:00', '2025-06-16T00:00+08:00', 'range'), style),
      rangeText(time('2025-06-09T00:00+08:00', '2025-06-10T00:00+08:00', 'day'), style),
      rangeText(time('2025-06-01T00:00+08:00', '2025-07-01T00:00+08:00', 'month'), style),
    ]).toEqual(['2025-06-09 – 2025-06-15', '2025-06-09', '2025-06'])
  })
})
