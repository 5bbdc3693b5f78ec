import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALONE, rarity, type SweepWeights, sweep } from '../../../src/engine/recall/sweep.ts'
import { SECTION_SIZE, sectionOf } from '../../../src/storage/profile.ts'
import type { PostingList } from '../../../src/storage/search-index.ts'

const listOf = (places: Iterable<number>): PostingList => {
  const sorted = Float64Array.from(new Set(places)).sort().reverse()
  return { places: sorted, documents: sorted.length }
}

/** The same from its description: every place looks at every other, and all are sorted. */
function slowSweep(
  lists: readonly PostingList[],
  worthIn: (section: number) => readonly number[],
  { before, after, section, sectionFactor }: SweepWeights,
  limit: number,
): { place: number; score: number }[] {
  const sets = lists.map(list => new Set(list.places))
  const worthOf = (list: number, place: number) => worthIn(sectionOf(place))[list] ?? 0
  const own = (place: number) =>
    sets.reduce((sum, set, list) => sum + (set.has(place) ? worthOf(list, place) : 0), 0)
  const all = [...new Set(sets.flatMap(set => [...set]))].filter(place => own(place) > 0)
  const scored = all.map(place => {
    const key = sectionOf(place)
    const near = (distance: number) => (sectionOf(place + distance) === key ? own(place + distance) : 0)
    const around =
      before.reduce((sum, share, at) => sum + share * near(-at - 1), 0) +
      after.reduce((sum, share, at) => sum + share * near(at + 1), 0)
    const shared = sets.reduce((sum, set, list) => {
      const count = [...set].filter(other => sectionOf(other) === key).length
      return sum + (worthOf(list, place) * count) / (count + 1.5)
    }, 0)
    return { place, score: (sectionFactor?.(key) ?? 1) * (own(place) + around + section * shared) }
  })
  return scored.sort((a, b) => b.score - a.score || b.place - a.place).slice(0, limit)
}

/** Shares and worths that floating point sums without rounding, so that ties are ties in both. */
const share = fc.integer({ min: 0, max: 16 }).map(n => n / 16)
const worthOf = fc.integer({ min: 1, max: 8 })
const reach = fc.integer({ min: 0, max: 3 })
const weights: fc.Arbitrary<SweepWeights> = reach.chain(length =>
  fc.record({
    before: fc.array(share, { minLength: length, maxLength: length }),
    after: fc.array(share, { minLength: length, maxLength: length }),
    section: fc.constantFrom(0, 0.5),
    sectionFactor: fc.option(
      fc.constant((section: number) => [1, 0.5, 2][section % 3] ?? 1),
      { nil: undefined },
    ),
  }),
)
const places = fc.array(
  fc
    .tuple(
      fc.constantFrom(1, 2, 3, 4, 9),
      fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(126, 127)),
    )
    .map(([section, slot]) => section * SECTION_SIZE + slot),
  { maxLength: 60 },
)
const lists = fc.array(fc.tuple(places.map(listOf), worthOf), { minLength: 1, maxLength: 5 })

describe('sweep', () => {
  it('finds the same best places with the same scores as looking at every place by itself', () => {
    fc.assert(
      fc.property(
        lists,
        weights,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 3 }),
        (given, how, limit, blank) => {
          const all = given.map(([list]) => list)
          const worth = given.map(([, one]) => one)
          const less = worth.map((one, list) => (list % 2 === 0 ? 0 : one))
          const worthIn = (section: number) => (section % 3 === blank ? less : worth)
          const swept = sweep(all, worthIn, how, limit)
          const expected = slowSweep(all, worthIn, how, limit)
          expect(swept.scores.length).toBe(expected.length)
          for (const [index, { score }] of expected.entries()) {
            expect(swept.scores[index]).toBeCloseTo(score, 9)
          }
          // Where rounding cannot part equals, the places are the same, too.
          if (how.section === 0) expect([...swept.places]).toEqual(expected.map(({ place }) => place))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('puts the newest first among equals, also where the limit cuts between them', () => {
    fc.assert(
      fc.property(places, fc.integer({ min: 1, max: 30 }), (given, limit) => {
        const list = listOf(given)
        expect([...sweep([list], () => [1], ALONE, limit).places]).toEqual([
          ...list.places.subarray(0, limit),
        ])
      }),
    )
  })

  it('looks at neighbours inside their section only', () => {
    const [last, first] = [2 * SECTION_SIZE - 1, 2 * SECTION_SIZE]
    const how: SweepWeights = { before: [0.5], after: [0.5], section: 0 }
    expect(sweep([listOf([last]), listOf([first])], () => [1, 1], how, 9)).toEqual({
      places: Float64Array.of(first, last),
      scores: Float64Array.of(1, 1),
    })
    expect(sweep([listOf([first]), listOf([first + 1])], () => [1, 2], how, 9)).toEqual({
      places: Float64Array.of(first + 1, first),
      scores: Float64Array.of(2.5, 2),
    })
  })

  it('finds nothing in empty lists, and nothing at all without lists', () => {
    const nothing = { places: new Float64Array(), scores: new Float64Array() }
    expect(sweep([listOf([]), listOf([])], () => [1, 1], ALONE, 9)).toEqual(nothing)
    expect(sweep([], () => [], ALONE, 9)).toEqual(nothing)
  })

  it('leaves out places of which no term is worth anything in their section', () => {
    const worthIn = (section: number) => (section === 1 ? [0] : [1])
    expect([...sweep([listOf([200, 300])], worthIn, ALONE, 9).places]).toEqual([300])
  })
})

describe('rarity', () => {
  it('falls with the documents that hold a term and is never negative', () => {
    const counts = fc.tuple(fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }), fc.nat({ max: 10_000 }))
    fc.assert(
      fc.property(counts, ([a, b, c]) => {
        const [rare = 0, common = 0, documents = 0] = [a, b, c].toSorted((x, y) => x - y)
        expect(rarity(documents, rare)).toBeGreaterThanOrEqual(rarity(documents, common))
        expect(rarity(documents, common)).toBeGreaterThan(0)
      }),
    )
  })
})
