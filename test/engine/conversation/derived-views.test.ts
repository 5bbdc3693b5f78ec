import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VIEW_SIZES } from '../../../src/derive/deriver.ts'
import type { Level, View } from '../../../src/domain/conversation.ts'
import { derivedViews } from '../../../src/engine/conversation/derived-views.ts'
import { fixedViews, type SourceMessage } from '../../../src/engine/conversation/render.ts'
import { textLevel, viewText } from '../../../src/engine/conversation/show.ts'
import { codePoints } from '../../../src/text/cut.ts'
import { countTokens } from '../../../src/text/tokens.ts'

const sentence = 'Mira bakes on Monday, Tom delivers on Tuesday, and nobody answers the phone on Wednesday. '
const block: SourceMessage[] = [
  { role: 'user', content: sentence.repeat(40) },
  { role: 'assistant', content: 'Noted.' },
]
const { views: fixed, source } = fixedViews(block)

const derivation = {
  title: 'Bakery week',
  tags: ['bakery', 'delivery'],
  summary: 'Who bakes, who delivers, and when nobody answers the phone.',
  keyFacts: [
    { text: 'Mira bakes on Monday.', sources: [] },
    { text: 'Tom delivers on Tuesday;\nnobody answers on Wednesday.', sources: [] },
  ],
}

type Given = Partial<typeof derivation>
const derive = (given: Given, views = fixed, from = source) =>
  derivedViews({ ...derivation, ...given }, views, from, 'test-1')
const texts = (given: Given) => derive(given).map(view => view.text)
const facts = (...lines: string[]) => lines.map(line => ({ text: line, sources: [] }))

describe('the derived views', () => {
  it('are title with tags, summary, and one line for each fact [L21, L22]', () => {
    const view = (level: Level, text: string): View => ({
      level,
      text,
      sameAs: null,
      tokens: countTokens(text),
      madeBy: 'test-1',
    })
    expect(derive({})).toEqual([
      view(0, 'Bakery week · #bakery #delivery'),
      view(1, 'Who bakes, who delivers, and when nobody answers the phone.'),
      view(2, '- Mira bakes on Monday.\n- Tom delivers on Tuesday; nobody answers on Wednesday.'),
    ])
  })

  it('tidy tags: one word each, none twice, at most six [L41]', () => {
    expect(texts({ title: 'B', tags: [' #a ', 'b c', 'a', '', 'd', 'e', 'f', 'g', 'h'] })[0]).toBe(
      'B · #a #b-c #d #e #f #g',
    )
    expect(texts({ title: ' Bakery\nweek ', tags: [] })[0]).toBe('Bakery week')
    expect(texts({ title: '', tags: ['bakery'] })[0]).toBe('#bakery')
  })

  it('are cut to their sizes: tags and facts from the end, then whole words [L41]', () => {
    const long = 'delivery on Tuesday '.repeat(60)
    const [title, summary, keyFacts] = texts({ title: long, summary: long, keyFacts: facts(long.repeat(20)) })
    expect([title, summary, keyFacts].map(text => text?.endsWith('…'))).toEqual([true, true, true])
    expect(countTokens(title ?? '')).toBeLessThanOrEqual(VIEW_SIZES.titleTokens)
    expect(countTokens(summary ?? '')).toBeLessThanOrEqual(VIEW_SIZES.summaryTokens)
    const sixth = `tag-${'long'.repeat(30)}`
    expect(texts({ tags: ['bakery', sixth, 'later'] })[0]).toBe('Bakery week · #bakery')
  })

  it('give L2 120 tokens, or a fifth of the source where that is more [L41]', () => {
    const many = facts(...Array.from({ length: 400 }, (_, index) => `Order ${index} was delivered.`))
    const room = (tokens: number) => derive({ keyFacts: many }, fixed, { ...source, tokens })[2]?.tokens ?? 0
    expect(room(10)).toBeLessThanOrEqual(120)
    expect(room(10)).toBeGreaterThan(105)
    expect(room(1_500)).toBeLessThanOrEqual(300)
    expect(room(1_500)).toBeGreaterThan(285)
  })

  it('stand in for each other where the deriver said nothing', () => {
    const title = 'Bakery week · #bakery #delivery'
    expect(texts({ keyFacts: [] })).toEqual([title, null, derivation.summary])
    expect(derive({ keyFacts: [] })[1]?.sameAs).toBe(2)
    expect(texts({ keyFacts: [], summary: '' })).toEqual([null, null, title])
    expect(texts({ title: '', tags: [] })).toEqual([null, derivation.summary, texts({})[2]])
  })
})

describe('a dense block', () => {
  const dense = fixedViews([{ role: 'user', content: 'Ship it.' }])

  it('repeats the deeper view at every level that would be longer, down to the source [L42, L43]', () => {
    const views = derive({}, dense.views, dense.source)
    expect(views.map(({ level, text, sameAs, tokens }) => ({ level, text, sameAs, tokens }))).toEqual(
      [0, 1, 2].map(level => ({ level, text: null, sameAs: 5, tokens: dense.source.tokens })),
    )
    expect(views.map(({ level }) => viewText(level, [...views, ...dense.views], dense.source.text))).toEqual(
      Array(3).fill('user: Ship it.'),
    )
  })

  it('repeats L2 as L1 when only the summary is too long [L42]', () => {
    const views = derive({ keyFacts: facts('Mira bakes.'), title: 'Bakery', tags: [] })
    expect(views.map(({ text, sameAs }) => ({ text, sameAs }))).toEqual([
      { text: 'Bakery', sameAs: null },
      { text: null, sameAs: 2 },
      { text: '- Mira bakes.', sameAs: null },
    ])
  })

  it('is accepted when the deriver said nothing at all', () => {
    const views = derive({ title: '', tags: [], summary: ' ', keyFacts: [] }, dense.views, dense.source)
    expect(views.map(view => view.sameAs)).toEqual([5, 5, 5])
  })
})

it('views derived before do not count: deriving again gives the same [L23]', () => {
  const first = derive({})
  expect(derive({}, [...first, ...fixed])).toEqual(first)
})

describe('for any derivation', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('🔥', '𠮷', '👩‍👩‍👧‍👦', '🇩🇪', '好', '한', ' ', '\n', sentence),
  )
  const text = fc.array(unit, { maxLength: 30 }).map(units => units.join(''))
  const given = fc.record({
    title: text,
    tags: fc.array(text, { maxLength: 9 }),
    summary: text,
    keyFacts: fc.array(
      text.map(fact => ({ text: fact, sources: [] })),
      { maxLength: 12 },
    ),
  })

  it('|L0| ≤ |L1| ≤ |L2| ≤ |L3|, own texts keep their sizes and whole characters, references lead to text [L41, L42]', () => {
    fc.assert(
      fc.property(given, fc.array(text, { maxLength: 4 }), (said, contents) => {
        const made = fixedViews(contents.map(content => ({ role: 'user', content })))
        const views = [...derivedViews(said, made.views, made.source, 'test-1'), ...made.views]
        const shown = views.map(({ level }) => codePoints(viewText(level, views, made.source.text)))
        expect(shown).toEqual([...shown].sort((a, b) => a - b))
        const limits = [
          VIEW_SIZES.titleTokens,
          VIEW_SIZES.summaryTokens,
          Math.max(120, made.source.tokens * 0.2),
        ]
        for (const view of views.slice(0, 3)) {
          expect(view.tokens).toBe(countTokens(viewText(view.level, views, made.source.text)))
          if (view.text !== null) expect(view.tokens).toBeLessThanOrEqual(limits[view.level] ?? 0)
          expect(view.text?.isWellFormed() ?? true).toBe(true)
          expect(view.sameAs).toBe(view.text === null ? textLevel(view.level, views) : null)
        }
      }),
      { numRuns: 300 },
    )
  })
})
