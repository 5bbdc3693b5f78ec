import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoints, cutGraphemes, cutToTokens } from '../../src/text/cut.ts'
import { countTokens } from '../../src/text/tokens.ts'

const FAMILY = '👨‍👩‍👧'
const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) })
const prose = fc.string({
  unit: fc.constantFrom('a', 'word ', '字', 'か', '한', '😀', FAMILY, 'e\u0301', '🇯🇵', '. ', '\n'),
})

describe('codePoints', () => {
  it('counts pairs once and lone surrogates once', () => {
    expect(codePoints('')).toBe(0)
    expect(codePoints('a字😀')).toBe(3)
    expect(codePoints('\ud83d\ud83d\ude00\ude00')).toBe(3)
  })

  it('agrees with the string iterator', () => {
    fc.assert(
      fc.property(units, text => {
        expect(codePoints(text)).toBe([...text].length)
      }),
    )
  })
})

describe('cutGraphemes', () => {
  it('keeps a text that fits', () => {
    expect(cutGraphemes('a字😀', 3)).toBe('a字😀')
  })

  it('never cuts a character that a reader sees as one', () => {
    expect(cutGraphemes(`a${FAMILY}b`, 5)).toBe('a')
    expect(cutGraphemes(`a${FAMILY}b`, 6)).toBe(`a${FAMILY}`)
    expect(cutGraphemes('🇯🇵🇰🇷', 3)).toBe('🇯🇵')
    expect(cutGraphemes('cafe\u0301!', 4)).toBe('caf')
    expect(cutGraphemes('\r\n', 1)).toBe('')
  })

  it('cuts beside lone surrogates', () => {
    expect(cutGraphemes('a\ud83db', 2)).toBe('a\ud83d')
  })

  it('gives nothing for no room', () => {
    expect(cutGraphemes('abc', 0)).toBe('')
    expect(cutGraphemes('abc', -1)).toBe('')
  })

  it('gives a beginning within the limit, well-formed if the text is', () => {
    fc.assert(
      fc.property(fc.oneof(units, prose), fc.integer({ min: 0, max: 20 }), (text, max) => {
        const cut = cutGraphemes(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(codePoints(cut)).toBeLessThanOrEqual(max)
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
        if (codePoints(text) <= max) expect(cut).toBe(text)
      }),
    )
  })
})

describe('cutToTokens', () => {
  it('keeps a text that fits', () => {
    expect(cutToTokens('The port is 5432.', 20)).toBe('The port is 5432.')
    expect(cutToTokens('', 0)).toBe('')
  })

  it('cuts after a whole word and says so', () => {
    const cut = cutToTokens('The quick brown fox jumps over the lazy dog', 6)
    expect('The quick brown fox jumps over the lazy dog '.startsWith(`${cut.slice(0, -1)} `)).toBe(true)
    expect(cut.endsWith('…')).toBe(true)
    expect(cut.length).toBeGreaterThan(10)
  })

  it('cuts Chinese between characters', () => {
    expect(cutToTokens('昨天晚上我们把构建脚本改成了增量编译', 6)).toMatch(/^昨天晚上.+…$/)
  })

  it('cuts a word that is longer than the budget', () => {
    expect(cutToTokens('internationalisation'.repeat(5), 6)).toMatch(/^intern[a-z]*…$/)
  })

  it('gives nothing when not even the mark fits', () => {
    expect(cutToTokens('The port is 5432.', 0)).toBe('')
  })

  it('stays within the budget, and is the text, a beginning with a mark, or empty', () => {
    fc.assert(
      fc.property(fc.oneof(units, prose), fc.integer({ min: 0, max: 30 }), (text, max) => {
        const cut = cutToTokens(text, max)
        expect(countTokens(cut)).toBeLessThanOrEqual(max)
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
        if (countTokens(text) <= max) expect(cut).toBe(text)
        else if (cut !== '') expect([cut.slice(-1), text.startsWith(cut.slice(0, -1))]).toEqual(['…', true])
      }),
      { numRuns: 500 },
    )
  })
})
