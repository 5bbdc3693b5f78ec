import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexTerms, queryTerms } from '../../src/text/terms.ts'

const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) })
const mixed = fc.string({
  unit: fc.constantFrom(..."aBv19._-/,#+'’ 为什么的设改用をどれ何カー한국어은 яé\u0301\ud800\udc00😀"),
})

describe('indexTerms', () => {
  it('stems English, folds case and accents, and leaves stop words out', () => {
    expect(indexTerms('We moved the Builds to a café in Straße')).toEqual(['move', 'build', 'cafe', 'strass'])
  })

  it('keeps repetitions, in order', () => {
    expect(indexTerms('port 5432, port 5433')).toEqual(['port', '5432', 'port', '5433'])
  })

  it('drops the possessive and reads through apostrophes', () => {
    expect(indexTerms("Caroline's dog can't; O’Brien’s can")).toEqual([
      'carolin',
      'dog',
      'obrien',
      'o',
      'brien',
    ])
  })

  it.each([
    ['build-cn7', ['build-cn7', 'build', 'cn7']],
    [
      'src/a/readConfig.ts',
      ['src/a/readconfig.ts', 'src', 'readconfig.ts', 'readconfig', 'read', 'config', 'ts'],
    ],
    ['C:\\temp\\build.log', ['c', 'temp/build.log', 'temp', 'build.log', 'build', 'log']],
    ['v2.10.3', ['2.10.3']],
    ['2.10.3', ['2.10.3']],
    ['node-v24.1.0', ['node-v24.1.0', 'node', '24.1.0']],
    ['max_retry_count', ['max_retry_count', 'max', 'retri', 'count']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['python3', ['python3', 'python', '3']],
    ['--no-verify', ['no-verify', 'verifi']],
    ['E11000', ['e11000']],
    ['0x80070057', ['0x80070057']],
    ['9f2c1ab', ['9f2c1ab']],
    ['10.0.3.17:8080', ['10.0.3.17', '8080']],
    ['2024-05-08', ['2024-05-08', '2024', '05', '08']],
    ['1,000,000', ['1000000']],
    ['1,000, oak', ['1000', 'oak']],
    ['1,0000', ['1', '0000']],
    ['C++ and C#', ['c++', 'c#']],
    ['@scope/pkg', ['scope/pkg', 'scope', 'pkg']],
  ])('keeps an identifier whole and in parts: %s', (text, terms) => {
    expect(indexTerms(text)).toEqual(terms)
  })

  it('gives pairs and single characters of Han', () => {
    expect(indexTerms('增量编译')).toEqual(['增量', '增', '量编', '量', '编译', '编', '译'])
    expect(indexTerms('卡')).toEqual(['卡'])
    expect(indexTerms('𠀀字')).toEqual(['𠀀字', '𠀀', '字'])
  })

  it('gives pairs of kana, across kanji as well', () => {
    expect(indexTerms('設定をサーバー')).toEqual(['設定', '設', '定を', '定', 'をサ', 'サー', 'ーバ', 'バー'])
    expect(indexTerms('ｻｰﾊﾞｰ')).toEqual(['サー', 'ーバ', 'バー'])
  })

  it('gives Korean words whole, without their particle, and in pairs', () => {
    expect(indexTerms('데이터베이스를')).toEqual([
      '데이터베이스를',
      '데이터베이스',
      '데이',
      '이터',
      '터베',
      '베이',
      '이스',
      '스를',
    ])
    expect(indexTerms('서버를')).toEqual(['서버를', '서버', '버를'])
    expect(indexTerms('값을')).toEqual(['값을', '값'])
  })

  it('gives words of other alphabets in small letters', () => {
    expect(indexTerms('Привет, Мир')).toEqual(['привет', 'мир'])
  })

  it('parts scripts that are glued together', () => {
    expect(indexTerms('把cn7改')).toEqual(['把', 'cn7', '改'])
    expect(indexTerms('API서버')).toEqual(['api', '서버'])
  })

  it('reads full-width letters as plain ones', () => {
    expect(indexTerms('ＡＰＩ　ｖ２．０．１')).toEqual(['api', '2.0.1'])
  })

  it('gives nothing for punctuation, emoji, lone surrogates and the empty text', () => {
    expect(indexTerms('')).toEqual([])
    expect(indexTerms('😀 — … !? "(" \ud800 \udc00')).toEqual([])
    expect(indexTerms('a\ud800build\udc00')).toEqual(['build'])
  })

  it('keeps one term of encoded data and of words without end', () => {
    expect(indexTerms('x'.repeat(1000))).toEqual(['x'.repeat(128)])
    expect(indexTerms('aGVsbG8gd29ybGQhIGhvdyBhcmU')).toHaveLength(1)
  })

  it('finds every sub-phrase and identifier of a line that mixes Han and code', () => {
    const terms = new Set(indexTerms('已把build-cn7脚本改成增量编译并修好回滚'))
    for (const query of ['增量', '回滚', 'build-cn7', 'cn7', '增量编译']) {
      expect(queryTerms(query).filter(term => !terms.has(term))).toEqual([])
      expect(queryTerms(query)).not.toEqual([])
    }
  })
})

describe('queryTerms', () => {
  it.each([
    ['What is the port of the database?', ['port', 'databas']],
    ['When did Caroline move to Leeds?', ['carolin', 'move', 'leed']],
    ['为什么改用 pnpm', ['改用', '改', '用', 'pnpm']],
    ['數據庫的端口是多少', ['數據', '數', '據庫', '據', '庫的', '庫', '的端', '端口', '端', '口是', '口']],
    ['サーバーをどう変更しましたか', ['サー', 'ーバ', 'バー', 'ーを', 'う変', '変更', '変', '更し', '更']],
    ['서버를 왜 바꿨나요', ['서버를', '서버', '바꿨나요', '바꿨']],
    ['port port PORT', ['port']],
  ])('drops question words and particles, keeps each term once: %s', (text, terms) => {
    expect(queryTerms(text)).toEqual(terms)
  })

  it('keeps question words when nothing else is there', () => {
    expect(queryTerms('为什么')).toEqual(['为什', '为', '什么', '什', '么'])
    expect(queryTerms('どうして')).toEqual(['どう', 'うし', 'して'])
    expect(queryTerms('왜')).toEqual(['왜'])
  })

  it('is empty for English stop words alone, which no index holds', () => {
    expect(queryTerms('what is it?')).toEqual([])
  })

  it.each([
    'log-level',
    'key:value',
    '"unbalanced',
    '(open paren',
    'req/s',
    "can't AND",
    'OR NOT *',
    'NEAR(a, b)',
    '😀',
    '*-"'.repeat(1500),
  ])('takes whatever a search box is given: %s', text => {
    for (const term of queryTerms(text)) expect(term).toMatch(/^[^\s"'*():^]+$/)
  })
})

describe('both sides', () => {
  it('never throw, and give well-formed terms without white space or quotation marks', () => {
    fc.assert(
      fc.property(fc.oneof(units, mixed), text => {
        for (const term of [...indexTerms(text), ...queryTerms(text)]) {
          expect(term).toMatch(/^[^\s"'’\p{Cc}]+$/u)
          expect(term.isWellFormed()).toBe(true)
          expect(term.length).toBeLessThanOrEqual(128)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('agree: what a text asks for is among what it was indexed under', () => {
    fc.assert(
      fc.property(fc.oneof(units, mixed), text => {
        const terms = new Set(indexTerms(text))
        expect(queryTerms(text).filter(term => !terms.has(term))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('give a query something to look for whenever the text was indexed at all', () => {
    fc.assert(
      fc.property(mixed, text => {
        expect(queryTerms(text).length > 0).toBe(indexTerms(text).length > 0)
      }),
    )
  })

  it('give the same again after many other words', () => {
    const before = indexTerms('Builds moved src/readConfig.ts')
    for (let word = 0; word < 25_000; word++) indexTerms(`w${word}x`)
    expect(indexTerms('Builds moved src/readConfig.ts')).toEqual(before)
  })
})
