import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens, reachOf } from '../../src/text/tokens.ts'

const FIXTURES = new URL('../fixtures/tokens/', import.meta.url)
const GROUPS = ['english-prose', 'english-chat', 'chinese', 'japanese', 'korean', 'code', 'emoji', 'mixed']

/** Samples of a file stand between lines that hold only `%%`. */
const samplesOf = (group: string) =>
  readFileSync(new URL(`${group}.txt`, FIXTURES), 'utf8')
    .trimEnd()
    .split('\n%%\n')

const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) })

describe('countTokens', () => {
  describe.each(GROUPS)('on %s', group => {
    const samples = samplesOf(group)

    it('has at least eight samples of 150 to 1,500 characters', () => {
      expect(samples.length).toBeGreaterThanOrEqual(8)
      for (const sample of samples) {
        expect(sample.length).toBeGreaterThanOrEqual(150)
        expect(sample.length).toBeLessThanOrEqual(1500)
      }
    })

    it.each(samples.map((sample, at) => ({ sample, at })))(
      'holds sample $at between o200k and a quarter above',
      ({ sample }) => {
        const exact = encode(sample).length
        const count = countTokens(sample)
        expect(count).toBeGreaterThanOrEqual(exact)
        expect(count).toBeLessThanOrEqual(exact * 1.25)
      },
    )
  })

  it('is zero for the empty text only', () => {
    expect(countTokens('')).toBe(0)
    fc.assert(
      fc.property(units, text => {
        expect(countTokens(text) === 0).toBe(text === '')
      }),
    )
  })

  it('counts three digits as one token', () => {
    expect(countTokens('123456789')).toBeLessThan(countTokens('1 2 3 4 5'))
  })

  it('grows with the text: whole, and not above its parts by more than their joint', () => {
    fc.assert(
      fc.property(units, units, (left, right) => {
        const whole = countTokens(left + right)
        const parts = countTokens(left) + countTokens(right)
        expect(Number.isInteger(whole)).toBe(true)
        expect(Math.abs(whole - parts)).toBeLessThanOrEqual(JOINT)
      }),
      { numRuns: 1000 },
    )
  })

  it('grows by whole words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('port', 'the', '字', '한국어', '5432', '😀', 'readConfig', '...')),
        words => {
          const counts = words.map((_, at) => countTokens(words.slice(0, at + 1).join(' ')))
          expect(counts).toEqual(counts.toSorted((a, b) => a - b))
        },
      ),
    )
  })

  /** What one cut in the middle of a piece can change, in tokens. */
  const JOINT = 6
})

describe('reachOf', () => {
  it('stops in or before the piece that would not fit', () => {
    expect(reachOf('one', 0)).toBe(0)
    expect(reachOf('one two three', 1)).toBeLessThanOrEqual('one'.length)
    expect(reachOf('one two three', 100)).toBe('one two three'.length)
  })

  it('reaches further with a larger budget', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 40 }), (text, max) => {
        expect(reachOf(text, max)).toBeLessThanOrEqual(reachOf(text, max + 1))
      }),
    )
  })
})
