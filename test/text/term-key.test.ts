import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TERM_KEY_BITS, termKey } from '../../src/text/term-key.ts'
import { indexTerms } from '../../src/text/terms.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures')

function fixtureTexts(folder = FIXTURES): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? fixtureTexts(path) : [readFileSync(path, 'utf8')]
  })
}

const GOLDEN: readonly [string, number][] = [
  ['', 179562432],
  ['oak', 68943427],
  ['Oak', 35739462],
  ['worktop', 39098059],
  ['build-cn7', 79489349],
  ['src/a/readconfig.ts', 47845414],
  ['增', 28166700],
  ['增量', 223679953],
  ['한국어', 87439310],
  ['\ud800', 91482990],
  ['\udfff', 129992570],
]

describe('termKey', () => {
  // These numbers are stored: another one needs every index to be rebuilt.
  it.each(GOLDEN)('numbers %j as ever', (term, key) => {
    expect(termKey(term)).toBe(key)
  })

  it('gives a whole number of 28 bits for any text', () => {
    const units = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
    })
    fc.assert(
      fc.property(units, term => {
        const key = termKey(term)
        expect([Number.isInteger(key), key >= 0, key < 2 ** TERM_KEY_BITS]).toEqual([true, true, true])
        expect(termKey(`${term}`)).toBe(key)
      }),
    )
    expect(TERM_KEY_BITS).toBe(28)
  })

  it('gives two words of our texts one number no more often than chance would', () => {
    const terms = new Set(fixtureTexts().flatMap(indexTerms))
    expect(terms.size).toBeGreaterThan(5_000)
    const shared = terms.size - new Set([...terms].map(termKey)).size
    const byChance = terms.size ** 2 / 2 / 2 ** TERM_KEY_BITS
    expect(shared).toBeLessThanOrEqual(2 + 2 * byChance)
  })

  it('spreads the terms of our texts evenly', () => {
    const counts = new Array<number>(64).fill(0)
    const terms = new Set(fixtureTexts().flatMap(indexTerms))
    for (const term of terms)
      counts[termKey(term) >>> (TERM_KEY_BITS - 6)] = (counts[termKey(term) >>> (TERM_KEY_BITS - 6)] ?? 0) + 1
    const mean = terms.size / counts.length
    for (const count of counts) expect(Math.abs(count - mean)).toBeLessThan(6 * Math.sqrt(mean))
  })
})
