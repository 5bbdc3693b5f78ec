import { describe, expect, it } from 'vitest'
import { readNumber } from '../../../src/text/temporal/numerals.ts'

describe('numbers in words', () => {
  it.each([
    ['3', 3],
    ['2.5', 2.5],
    ['a', 1],
    ['twelve', 12],
    ['Twenty-one', 21],
    ['thirty first', 31],
    ['半', null],
    ['十', 10],
    ['十二', 12],
    ['二十', 20],
    ['二十一', 21],
    ['两', 2],
    ['一百零五', 105],
    ['二〇二三', 2023],
    ['两三', null],
    ['二三十', null],
  ])('read %s as %s', (words, value) => {
    expect(readNumber(words)).toBe(value)
  })
})
