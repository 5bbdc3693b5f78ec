import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conceptTerms } from '../../src/text/concept-terms.ts'
import { conceptClasses } from '../../src/text/concepts.ts'
import { indexKeys } from '../../src/text/index-keys.ts'
import { termKey } from '../../src/text/term-key.ts'
import { indexTerms } from '../../src/text/terms.ts'

/** What the text stands under by the rules of terms and concepts, one by one. */
function slowKeys(text: string): { counts: Map<number, number>; length: number } {
  const terms = indexTerms(text)
  const counts = new Map<number, number>()
  for (const term of [...terms, ...conceptTerms(text, terms)]) {
    counts.set(termKey(term), Math.min((counts.get(termKey(term)) ?? 0) + 1, 15))
  }
  return { counts, length: terms.length }
}

function keysOf(text: string): { counts: Map<number, number>; length: number } {
  const { terms, length } = indexKeys(text)
  const counts = new Map([...terms].map(word => [word >>> 4, word & 15]))
  expect(counts.size).toBe(terms.length)
  return { counts, length }
}

const word = fc.oneof(
  fc.constantFrom(...conceptClasses().flat()),
  fc.constantFrom(
    'The',
    'went',
    'children',
    'COLOUR',
    'Running',
    'worktops',
    'a',
    "can't",
    "Mira's",
    'café',
    'x',
  ),
  fc.constantFrom(
    'src/a/readConfig.ts',
    'build-cn7',
    'HTTPServer',
    'v1.2.3',
    '1,000',
    'c++',
    'foo_bar',
    'a.b',
    'e.g.',
  ),
  fc.constantFrom(
    '増量',
    '増',
    'ブログ',
    'ﾌﾞﾛｸﾞ',
    'を',
    '𠮷野',
    '한국어를',
    'สวัสดี',
    'дом',
    'ＡＢＣ',
    'ﬁne',
    '々',
    'ー',
  ),
  fc.constantFrom(
    '\ud800',
    '\udc00',
    '😀',
    '\0',
    '\u0301',
    '\u3099',
    '\u200d',
    'a'.repeat(40),
    'Ab'.repeat(70),
  ),
  fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
    maxLength: 6,
  }),
  fc.string({ unit: fc.constantFrom(..."aAbz019-_./'’,+# 日本ァのー"), maxLength: 8 }),
)
const mark = fc.constantFrom(
  '',
  ' ',
  '  ',
  '\n',
  ', ',
  '. ',
  '! ',
  '? ',
  '; ',
  ': ',
  ',',
  '.',
  '!',
  '-',
  '/',
  "'",
  '　',
  '、',
)
const text = fc.array(fc.tuple(word, mark), { maxLength: 40 }).map(parts => parts.flat().join(''))

describe('indexKeys', () => {
  it('counts the terms and concepts of any text, and its terms for the length', () => {
    fc.assert(
      fc.property(text, given => {
        expect(keysOf(given)).toEqual(slowKeys(given))
      }),
      { numRuns: 2_000 },
    )
  })

  it('does so for whole conversations, where words come again and again', () => {
    const folder = join(import.meta.dirname, '../fixtures')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(3)
    for (const { parentPath, name } of files) {
      const given = readFileSync(join(parentPath, name), 'utf8')
      expect([name, keysOf(given)]).toEqual([name, slowKeys(given)])
    }
  })

  it('stops counting at 15, and keeps any number of different terms', () => {
    expect(keysOf('oak '.repeat(40))).toEqual({ counts: new Map([[termKey('oak'), 15]]), length: 40 })
    const many = Array.from({ length: 5_000 }, (_, n) => `zq${n}x`).join(' ')
    expect(keysOf(many)).toEqual(slowKeys(many))
  })

  it('gives nothing for text without words', () => {
    for (const given of ['', ' ', '\n', '?!', '😀', '\ud800', 'the and of']) {
      expect([given, indexKeys(given)]).toEqual([given, { terms: new Uint32Array(), length: 0 }])
    }
  })

  it('leaves an answer as it is when another text is read', () => {
    const first = indexKeys('oak floor')
    const kept = first.terms.slice()
    indexKeys('paint lamp sink tile')
    expect(first.terms).toEqual(kept)
  })
})
