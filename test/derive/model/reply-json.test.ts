/** JSON inside of what a model says. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonIn } from '../../../src/derive/model/reply-json.ts'

const isWanted = (value: unknown) => typeof value === 'object' && value !== null && 'wanted' in value
const find = (text: string) => jsonIn(text, isWanted)

describe('JSON in a text', () => {
  it('is found whole, whatever stands around it (P64)', () => {
    const prose = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '```', '中', '"', "'", '/') })
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        prose,
        prose,
        fc.boolean(),
        (value, before, after, isPretty) => {
          const answer = { wanted: value }
          const text = JSON.stringify(answer, null, isPretty ? 2 : 0)
          // What is not in brackets cannot end a string or a comment of the answer.
          expect(find(`${before}${text}${after}`)).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('keeps what looks like a comment or a comma inside a string', () => {
    const odd = { wanted: 'https://a.b/*c*/ ,] ,} // "x"\\' }
    expect(find(`{"wanted": ${JSON.stringify(odd.wanted)},}`)).toEqual(odd)
  })

  it('gives no value for what was cut, and reads a great deal of brackets in no time', () => {
    expect(find('{"wanted": [1, 2')).toBeUndefined()
    const start = performance.now()
    for (const piece of ['{[', '{"a": "', '{"\\"', '{/* ', '{// ', '{"'])
      for (const length of [99_000, 4_000_000])
        expect(find(piece.repeat(length / piece.length))).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it('makes nothing of what an object inherits', () => {
    const found = find('{"wanted": 1, "__proto__": {"polluted": true}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(found).toHaveProperty('wanted', 1)
  })
})
