import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ListPage, ListReader, ListWriter } from '../../../src/storage/sqlite/search/posting-lists.ts'
import { TERM_KEY_BITS } from '../../../src/text/term-key.ts'

/** Lists by key, ascending in both. */
type Lists = readonly (readonly [key: number, places: readonly number[]])[]

const HIGHEST = 2 ** 50
const place = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: HIGHEST }),
  fc.constantFrom(127, 128, 16_383, 16_384, 2 ** 32 - 1, 2 ** 32, HIGHEST),
)
const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** TERM_KEY_BITS - 1 }))
const ascending = (numbers: Iterable<number>) => [...new Set(numbers)].sort((a, b) => a - b)
const lists: fc.Arbitrary<Lists> = fc
  .dictionary(key.map(String), fc.array(place, { minLength: 1, maxLength: 40 }), { maxKeys: 60 })
  .map(given => ascending(Object.keys(given).map(Number)).map(one => [one, ascending(given[one] ?? [])]))

const baseOf = (given: Lists) => Math.min(HIGHEST, ...given.map(([, [first = 0]]) => first))

function write(given: Lists, base = baseOf(given)): readonly ListPage[] {
  const writer = new ListWriter(base)
  for (const [one, places] of given) {
    // What stands behind the count is no part of the list.
    writer.add(one, Float64Array.of(...places, 7, 7), places.length)
  }
  return writer.finish()
}

function placesIn(page: ListReader, list: number): number[] {
  const out = new Float64Array(3 + page.most(list))
  const end = page.read(list, out, 3)
  return [...out.subarray(3, end)]
}

const readAll = (pages: readonly ListPage[]): Lists =>
  pages
    .map(({ bytes }) => new ListReader(bytes))
    .flatMap(page => Array.from({ length: page.size }, (_, list) => [page.key(list), placesIn(page, list)]))

describe('posting lists in pages', () => {
  it('give back every list, in order', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: HIGHEST }), (given, below) => {
        expect(readAll(write(given))).toEqual(given)
        expect(readAll(write(given, Math.min(below, baseOf(given))))).toEqual(given)
      }),
    )
  })

  it('say which term each begins with, which list is a term’s, and that no place is lower than their base', () => {
    fc.assert(
      fc.property(lists, key, (given, other) => {
        for (const { first, bytes } of write(given)) {
          const page = new ListReader(bytes)
          const keys = Array.from({ length: page.size }, (_, list) => page.key(list))
          expect([first, page.base]).toEqual([keys[0], baseOf(given)])
          expect(keys.map(one => page.indexOf(one))).toEqual(keys.map((_, list) => list))
          expect(page.indexOf(other)).toBe(keys.indexOf(other))
        }
      }),
    )
  })

  it('hold so many short lists that they fit a page of the database', () => {
    const given: Lists = Array.from({ length: 5_000 }, (_, n) => [n * 50_000, [n, n + 200, n + 90_000]])
    const pages = write(given)
    expect(pages.length).toBeGreaterThan(10)
    for (const { bytes } of pages.slice(0, -1)) {
      expect([bytes.length > 3_900, bytes.length < 4_000]).toEqual([true, true])
    }
    expect(readAll(pages)).toEqual(given)
  })

  it('hold a list that is longer than a page whole, among short ones', () => {
    const long = Array.from({ length: 20_000 }, (_, n) => 500 + n * 300)
    const given: Lists = [
      [3, [501]],
      [4, long],
      [5, [500, HIGHEST]],
      [6, long],
    ]
    const pages = write(given)
    expect(pages.map(({ first }) => first)).toEqual([3, 5])
    expect(readAll(pages)).toEqual(given)
  })

  it('are read wherever their bytes lie in memory', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 0, max: 7 }), (given, offset) => {
        const moved = write(given).map(({ first, bytes }) => {
          const shifted = new Uint8Array(bytes.length + 8)
          shifted.set(bytes, offset)
          return { first, bytes: shifted.subarray(offset, offset + bytes.length) }
        })
        expect(readAll(moved)).toEqual(given)
      }),
    )
  })

  it('need no page when there is no list', () => {
    expect(write([])).toEqual([])
  })
})
