/** What the measures of the recall bench say of a ranking. */
import { describe, expect, it } from 'vitest'
import { type Measures, measure, summarize } from '../../../bench/recall/measures.ts'

const GOLD = new Set(['gold-1', 'gold-2'])
const other = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => `other-${from + place}`)
const measured = (ranking: readonly string[], tokens = 100) => measure(ranking, GOLD, () => tokens)

const NOTHING: Measures = {
  'recall@5': 0,
  'recall@10': 0,
  'recall@25': 0,
  'recall@50': 0,
  'hit@5': 0,
  'hit@10': 0,
  'hit@25': 0,
  'hit@50': 0,
  'all@5': 0,
  'all@10': 0,
  'all@25': 0,
  'all@50': 0,
  mrr: 0,
  'tokens@900': 0,
  'tokens@2000': 0,
}
const EVERYTHING = Object.fromEntries(Object.keys(NOTHING).map(name => [name, 1])) as Measures

describe('a ranking', () => {
  it('has all of every measure when the gold messages come first', () => {
    expect(measured(['gold-2', 'gold-1', ...other(98)])).toEqual(EVERYTHING)
  })

  it('has nothing of any when it is empty or holds none of them', () => {
    expect([measured([]), measured(other(100))]).toEqual([NOTHING, NOTHING])
  })

  it('is counted up to each cutoff, the last place included', () => {
    expect(measured([...other(4), 'gold-1', ...other(20, 4), 'gold-2'])).toEqual({
      'recall@5': 0.5,
      'recall@10': 0.5,
      'recall@25': 0.5,
      'recall@50': 1,
      'hit@5': 1,
      'hit@10': 1,
      'hit@25': 1,
      'hit@50': 1,
      'all@5': 0,
      'all@10': 0,
      'all@25': 0,
      'all@50': 1,
      mrr: 0.2,
      'tokens@900': 0.5,
      'tokens@2000': 0.5,
    })
  })

  it('counts a message that comes again at its first place only', () => {
    const repeating = ['gold-1', 'gold-1', 'gold-1', 'gold-1', 'gold-1', 'gold-2']
    expect(measured(repeating, 450)).toEqual(EVERYTHING)
  })
})

describe('a budget', () => {
  const tokens: Record<string, number> = { 'gold-1': 400, 'other-0': 500, 'other-1': 1, 'gold-2': 10 }
  const within900 = (ranking: readonly string[]) =>
    measure(ranking, GOLD, id => tokens[id] ?? 0)['tokens@900']

  it('is used up to its last token', () => {
    expect(within900(['other-0', 'gold-1', 'gold-2'])).toBe(0.5)
  })

  it('ends at the first message that does not fit, though a later one would', () => {
    expect(within900(['other-0', 'other-1', 'gold-1', 'gold-2'])).toBe(0)
  })
})

describe('a summary', () => {
  const half = { ...EVERYTHING, mrr: 0.5 }
  const percent = (measures: Measures, factor = 100) =>
    Object.fromEntries(
      Object.entries(measures).map(([name, value]) => [name, Number((factor * value).toFixed(1))]),
    )

  it('gives means in percent with one decimal, and keeps category 5 out of the overall mean', () => {
    const outcomes = [
      { category: 1, measures: EVERYTHING },
      { category: 1, measures: NOTHING },
      { category: 4, measures: NOTHING },
      { category: 5, measures: half },
    ]
    expect(summarize(outcomes)).toEqual({
      overall: percent(EVERYTHING, 33.3),
      byCategory: { 1: percent(EVERYTHING, 50), 4: NOTHING, 5: percent(half) },
    })
  })
})
