import fc from 'fast-check'
import picocolors from 'picocolors'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import {
  count,
  inline,
  percent,
  type Style,
  table,
  truncate,
  visible,
  wrap,
} from '../../src/cli/draw/layout.ts'
import { quoteOf } from '../../src/cli/draw/quote.ts'
import { legend, strip } from '../../src/cli/draw/strip.ts'
import { textsOf } from '../../src/cli/texts/texts.ts'
import type { Level } from '../../src/domain/conversation.ts'
import { indexTerms, queryTerms } from '../../src/text/terms.ts'

const style = (width: number): Style => ({
  colours: picocolors.createColors(false),
  width,
  texts: textsOf('en'),
  zone: 'UTC',
})

describe('stored text on a terminal', () => {
  it('moves no cursor, changes no colour, and turns no line around', () => {
    expect(visible('a\x1b[31mb\x07\x00c\x9b2Jd\u202ee\x7f\tf\r\ng')).toBe('a␛[31mb␇␀c�2Jd�e␡  f\ng')
  })

  it('holds no control character but line breaks, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(visible(text)).not.toMatch(/[\0-\t\v-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
        expect(inline(text)).not.toContain('\n')
      }),
    )
  })
})

describe('wrapping', () => {
  it('breaks English at spaces and Chinese between characters, not before a full stop', () => {
    expect(wrap('We switch from npm to pnpm.', 12)).toEqual(['We switch', 'from npm to', 'pnpm.'])
    expect(wrap('离线同步改用合并，不再覆盖。', 12)).toEqual(['离线同步改用', '合并，不再覆', '盖。'])
    expect(wrap('离线同步改用，合并', 12)).toEqual(['离线同步改', '用，合并'])
  })

  it('keeps line breaks and indents', () => {
    expect(wrap('one\n\ntwo', 20, '  ')).toEqual(['  one', '', '  two'])
  })

  it('never exceeds the width and loses nothing but white space', () => {
    const words = fc.array(
      fc.constantFrom('deploy', '部署', 'x'.repeat(50), '👩‍👩‍👧', '，', '。', '(', ' ', '\n', 'ok'),
    )
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 40 }), (parts, width) => {
        const text = parts.join('')
        const lines = wrap(text, width)
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})

describe('cells', () => {
  it('are cut and padded by columns, not by characters', () => {
    expect([truncate('星河阅读器', 7), truncate('Atlas', 5), truncate('Atlas', 4)]).toEqual([
      '星河阅…',
      'Atlas',
      'Atl…',
    ])
    expect(truncate('since Jonas… · #api', 14)).toBe('since Jonas…')
    const columns = [
      { title: '名' },
      { title: 'n', align: 'right' as const },
      { title: 'title', grows: true },
    ]
    expect(
      table(
        columns,
        [
          ['星河', '1', '阅读同步服务的设计'],
          ['ab', '12', 'x'],
        ],
        style(24),
      ),
    ).toEqual(['名     n  title', '星河   1  阅读同步服务…', 'ab    12  x'])
  })

  it('show numbers the same in both languages', () => {
    expect([
      count(0),
      count(999),
      count(1_234_567),
      percent(1, 3),
      percent(1, 1_000),
      percent(0, 9),
      percent(0, 0),
    ]).toEqual(['0', '999', '1,234,567', '33 %', '<1 %', '0 %', '–'])
  })
})

describe('the strip', () => {
  const ready = (...levels: Level[]) => levels.map(level => ({ status: 'ready' as const, level }))

  it('draws a block as high as its level, with the level beneath', () => {
    const blocks = [
      ...ready(0, 1, 2, 3, 4, 5),
      { status: 'failed' as const, level: 5 as const },
      { status: 'pending' as const, level: 5 as const },
    ]
    expect(strip(blocks, style(60))).toEqual(['▁▁ ▂▂ ▃▃ ▅▅ ▆▆ ██ !! ··', '0  1  2  3  4  5  !  ·'])
    expect(legend(style(60))).toBe('█ L5  ▆ L4  ▅ L3  ▃ L2  ▂ L1  ▁ L0  · pending  ! failed')
  })

  it('goes on in the next row where the terminal is narrow', () => {
    expect(strip(ready(3, 4, 5, 5), style(8), '')).toEqual(['▅▅ ▆▆ ██', '3  4  5', '██', '5'])
  })
})

describe('a quote', () => {
  const matchedIn = (text: string, query: string) => {
    const terms = new Set(indexTerms(text))
    return queryTerms(query).filter(term => terms.has(term))
  }
  const marked = (text: string, query: string) =>
    quoteOf(text, matchedIn(text, query)).marked.replaceAll('\u0001', '[').replaceAll('\u0002', ']')

  it('marks the words that the query found, in their inflected form', () => {
    expect(marked('We switched from npm to pnpm.', 'why did we switch to pnpm?')).toBe(
      'We [switched] from npm to [pnpm].',
    )
  })

  it('marks Chinese words by the characters that matched', () => {
    expect(marked('离线同步改用 CRDT，不丢字。', '离线同步为什么改用 CRDT')).toBe(
      '[离线同步改用] [CRDT]，不丢字。',
    )
  })

  it('is the part of a long text where the words are', () => {
    const text = `${'Nothing to see here. '.repeat(60)}The certificate expired on Monday. ${'More of the same. '.repeat(60)}`
    const quote = quoteOf(text, matchedIn(text, 'certificate expired'))
    expect(quote.text).toContain('The certificate expired on Monday.')
    expect(quote.text.length).toBeLessThan(320)
    expect(quote.text).toMatch(/^… .* …$/)
  })

  it('takes any text and any query without failing, and shows a part of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 900 }),
        fc.string({ unit: 'binary', maxLength: 40 }),
        (text, query) => {
          const quote = quoteOf(text, matchedIn(text, query))
          const inner = quote.text.replace(/^… /, '').replace(/ …$/, '')
          expect(text).toContain(inner)
        },
      ),
    )
  })
})
