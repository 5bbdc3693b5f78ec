import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant, sessionInstant } from '../../../src/transfer/formats/times.ts'

describe('an instant', () => {
  it.each([
    ['2023-05-08T13:56:00Z', Date.UTC(2023, 4, 8, 13, 56)],
    ['2023-05-08T13:56Z', Date.UTC(2023, 4, 8, 13, 56)],
    ['2023-05-08 13:56:00.250+02:00', Date.UTC(2023, 4, 8, 11, 56, 0, 250)],
    ['2023-05-08t13:56:00,5-0330', Date.UTC(2023, 4, 8, 17, 26, 0, 500)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    [0, 0],
    [-1, -1],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
    [-62_135_596_800_000, -62_135_596_800_000],
    [253_402_300_799_999, 253_402_300_799_999],
  ])('is %s', (written, at) => {
    expect(instant(written)).toBe(at)
  })

  it.each([
    '2023-05-08T13:56:00',
    '2023-05-08',
    '2023-02-29T00:00:00Z',
    '2023-13-01T00:00:00Z',
    '2023-05-08T25:00:00Z',
    '2023-05-08T13:56:00+99:00',
    'May 8, 2023 13:56 GMT',
    '',
    0.5,
    Number.NaN,
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    -62_135_596_800_001,
    253_402_300_800_000,
    8.64e15,
    -8.64e15,
  ])('is not %s', written => {
    expect(instant(written)).toBeUndefined()
  })

  it('is what a date writes of itself', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    fc.assert(fc.property(dates, date => instant(date.toISOString()) === date.getTime()))
  })
})

describe('the time of a LoCoMo session', () => {
  it.each([
    ['1:56 pm on 8 May, 2023', Date.UTC(2023, 4, 8, 13, 56)],
    ['12:05 am on 1 July, 2024', Date.UTC(2024, 6, 1, 0, 5)],
    ['12:30 pm on 31 December, 2022', Date.UTC(2022, 11, 31, 12, 30)],
    ['1:05 am on 9 May, 0050', Date.parse('0050-05-09T01:05:00Z')],
  ])('%s is UTC', (written, at) => {
    expect(sessionInstant(written)).toBe(at)
  })

  it.each([
    '13:00 pm on 8 May, 2023',
    '0:10 am on 8 May, 2023',
    '1:60 pm on 8 May, 2023',
    '1:56 pm on 31 June, 2023',
    '1:56 pm on 8 Mai, 2023',
    '1:56 pm on 8 May, 0000',
  ])('%s is none', written => {
    expect(sessionInstant(written)).toBeUndefined()
  })
})
