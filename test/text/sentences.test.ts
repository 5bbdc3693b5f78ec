import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { sentences } from '../../src/text/sentences.ts'

const cut = (text: string) => sentences(text).map(sentence => sentence.text)

describe('sentences', () => {
  it('ends at sentence punctuation before white space', () => {
    expect(cut('We moved. Did it work? Yes! Good.')).toEqual(['We moved.', 'Did it work?', 'Yes!', 'Good.'])
  })

  it('ends in lower-case chat as well', () => {
    expect(cut('i like it. it is good. lol')).toEqual(['i like it.', 'it is good.', 'lol'])
  })

  it('does not end at abbreviations, initials, versions, file names, decimals', () => {
    const text = 'Mr. Smith compares v1.2.3 with file.ts, e.g. 3.5 vs. 4.0, for J. R. Jones.'
    expect(cut(text)).toEqual([text])
  })

  it('ends at "etc." and "p.m." only before a capital', () => {
    expect(cut('Bring tents, etc. and be here at 5 p.m. We leave then.')).toEqual([
      'Bring tents, etc. and be here at 5 p.m.',
      'We leave then.',
    ])
  })

  it('goes on after an ellipsis before a small letter', () => {
    expect(cut('So... maybe later. Wait… What?')).toEqual(['So... maybe later.', 'Wait…', 'What?'])
  })

  it('does not cut addresses and paths', () => {
    const text = 'See https://a.example/b.c?q=1&x=!y and src/a.test/b.ts now'
    expect(cut(text)).toEqual([text])
    expect(cut('见 https://a.example/search?中文 这一页。好的')).toEqual([
      '见 https://a.example/search?中文 这一页。',
      '好的',
    ])
  })

  it('does not cut inside inline code', () => {
    expect(cut('Run `a. B` first. Then stop.')).toEqual(['Run `a. B` first.', 'Then stop.'])
  })

  it('ends Chinese sentences without white space', () => {
    expect(cut('改用 pnpm。为什么？因为快；还省空间……就这样！')).toEqual([
      '改用 pnpm。',
      '为什么？',
      '因为快；',
      '还省空间……',
      '就这样！',
    ])
  })

  it('takes closing quotation marks and brackets with the end', () => {
    expect(cut('他说：“好。”然后走了。(Really!) "Fine." Next')).toEqual([
      '他说：“好。”',
      '然后走了。',
      '(Really!)',
      '"Fine."',
      'Next',
    ])
  })

  it('goes on after a quotation that the sentence uses', () => {
    expect(cut('「はい。」と言った。終わり')).toEqual(['「はい。」と言った。', '終わり'])
  })

  it('ends Korean sentences, with and without white space', () => {
    expect(cut('바꿨습니다. 왜요? 빨라서요.그리고 작아요')).toEqual([
      '바꿨습니다.',
      '왜요?',
      '빨라서요.',
      '그리고 작아요',
    ])
  })

  it('ends at line ends and leaves list markers, numbers, headings and quotation signs out', () => {
    expect(cut('# Plan\n- first\n  * [x] second\n12) third\n> quoted\nplain • one • two')).toEqual([
      'Plan',
      'first',
      'second',
      'third',
      'quoted',
      'plain',
      'one',
      'two',
    ])
  })

  it('keeps a number that only looks like a list marker', () => {
    expect(cut('3.5 is less than 4.0')).toEqual(['3.5 is less than 4.0'])
  })

  it('keeps fenced code in one piece', () => {
    const code = '```ts\nconst a = 1. B\n\n// Done. Now\n```'
    expect(sentences(`Look. Here:\n${code}\nOk.`)).toEqual([
      { text: 'Look.', start: 0, end: 5 },
      { text: 'Here:', start: 6, end: 11 },
      { text: code, start: 12, end: 12 + code.length, code: true },
      { text: 'Ok.', start: 13 + code.length, end: 16 + code.length },
    ])
  })

  it('takes an unclosed fence to the end of the text', () => {
    expect(sentences('~~~\na. B')).toEqual([{ text: '~~~\na. B', start: 0, end: 8, code: true }])
  })

  it('ends where our own table says, without the data that Node brings [L37]', () => {
    const text = 'We moved, e.g. on Friday. 改用 pnpm。为什么？ そうです。네, 알겠습니다. Ok'
    const expected = cut(text)
    expect(expected).toHaveLength(6)
    vi.stubGlobal('Intl', undefined)
    try {
      expect(cut(text)).toEqual(expected)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('gives nothing for white space', () => {
    expect(sentences(' \n\t　\n')).toEqual([])
  })

  const text = fc.oneof(
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) }),
    fc.string({ unit: fc.constantFrom(...'aB1.。!？… \n-`"”」)•\t~、と가') }),
  )

  it('gives slices in order, whose gaps are white space and list markers', () => {
    fc.assert(
      fc.property(text, source => {
        let end = 0
        let rebuilt = ''
        for (const sentence of sentences(source)) {
          const gap = source.slice(end, sentence.start)
          expect(gap).toMatch(/^[\s\u0085\d.)#>[\]xX*+•◦▪●‣·–—-]*$/)
          expect(sentence.text).toBe(source.slice(sentence.start, sentence.end))
          expect(sentence.text).not.toBe('')
          expect(sentence.text.trim()).toBe(sentence.text)
          rebuilt += gap + sentence.text
          end = sentence.end
        }
        expect(rebuilt + source.slice(end)).toBe(source)
        expect(source.slice(end)).toMatch(/^[\s\u0085\d.)#>[\]xX*+•◦▪●‣·–—-]*$/)
      }),
      { numRuns: 1000 },
    )
  })
})
