import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termWeight } from '../../src/text/term-weight.ts'
import { queryTerms } from '../../src/text/terms.ts'

describe('termWeight', () => {
  it.each([
    ['oak', 1],
    ['src/a/readconfig.ts', 1],
    ['鹉', 1],
    ['增量', 1],
    ['厨房', 1],
    ['の', 1],
    ['한국어', 1],
    ['𠮷野', 1],
    ['会', 0.7],
    ['人', 0.7],
    ['get', 0.6],
    ['thing', 0.6],
    ['东西', 0.6],
    ['もの', 0.6],
    ['的厨', 0.5],
    ['房在', 0.5],
    ['得快', 0.5],
    ['厨の', 0.5],
    ['を買', 0.5],
  ])('of %s is %d', (term, weight) => {
    expect(termWeight(term)).toBe(weight)
  })

  it('is at least a half and at most one, for any term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const term of [text, ...queryTerms(text)]) {
          expect(termWeight(term)).toBeGreaterThanOrEqual(0.5)
          expect(termWeight(term)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
