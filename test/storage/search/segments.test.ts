import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sectionOf } from '../../../src/storage/profile.ts'
import { Connection } from '../../../src/storage/sqlite/connection.ts'
import {
  placesOf,
  removeSegment,
  SEGMENT_BITS,
  segmentsOf,
  writeSegment,
} from '../../../src/storage/sqlite/search/segments.ts'
import { TERM_KEY_BITS } from '../../../src/text/term-key.ts'
import { makeSqlitePlace } from '../place.ts'

/** Documents that are written together: their terms by place. */
type Batch = ReadonlyMap<number, readonly number[]>

const TERMS = [0, 1, 2, 3, 77_777, 2 ** TERM_KEY_BITS - 1]
const terms = fc.uniqueArray(fc.constantFrom(...TERMS), { maxLength: 4 })

/** Any order of writing documents, in any batches; conversations that go on mix the places of batches. */
const batches: fc.Arbitrary<readonly Batch[]> = fc
  .tuple(
    fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 2 ** 48 })), {
      minLength: 1,
      maxLength: 160,
      size: 'max',
    }),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 160, size: 'max' }),
    fc.array(terms, { minLength: 160, maxLength: 160, size: 'max' }),
  )
  .map(([places, sizes, held]) => {
    const all: Batch[] = []
    for (let at = 0, nth = 0; at < places.length; nth += 1) {
      const part = places.slice(at, at + (sizes[nth % sizes.length] ?? 1))
      all.push(new Map(part.map((place, index) => [place, held[at + index] ?? []])))
      at += part.length
    }
    return all
  })

describe('segments', () => {
  const place = makeSqlitePlace()
  let db: Connection
  let shelf = 1_000

  beforeAll(async () => {
    await (await place.open()).close()
    db = new Connection(place.path, { synchronous: 'normal' })
    db.exec('PRAGMA foreign_keys = OFF')
  })

  afterAll(async () => {
    db.close()
    await place.remove()
  })

  /** Writes batches to a shelf of their own; gives its number. */
  function write(all: readonly Batch[]): number {
    shelf += 1
    db.write(() => {
      for (const batch of all) {
        const places = Float64Array.from(batch.keys()).sort()
        const pairs = [...places].flatMap((one, index) =>
          (batch.get(one) ?? []).map(term => term * 2 ** SEGMENT_BITS + index),
        )
        writeSegment(db, shelf, { places, pairs: Float64Array.from(pairs.toReversed()) })
      }
    })
    return shelf
  }

  const descending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => b - a)
  const holding = (all: readonly Batch[], term: number) =>
    descending(all.flatMap(batch => [...batch].filter(([, held]) => held.includes(term)).map(([one]) => one)))
  const sizeOf = (all: readonly Batch[]) => all.reduce((sum, batch) => sum + batch.size, 0)

  it('give for every term the places of a plain map, in whatever order and batches they were written', () => {
    fc.assert(
      fc.property(batches, all => {
        const key = write(all)
        const wholes = segmentsOf(db, key, 100)
        const singles = segmentsOf(db, key, 0)
        for (const term of [...TERMS, 4]) {
          for (const segments of [wholes, singles]) {
            const { places, asked } = placesOf(segments, term, { enough: Number.POSITIVE_INFINITY })
            expect([...places]).toEqual(holding(all, term))
            expect(asked).toBe(sizeOf(all))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are asked from the newest on until there are more than enough, and tell how many documents were asked', () => {
    fc.assert(
      fc.property(
        batches,
        fc.constantFrom(...TERMS),
        fc.integer({ min: 0, max: 40 }),
        (all, term, enough) => {
          const segments = segmentsOf(db, write(all), 1)
          const { places, asked } = placesOf(segments, term, { enough })
          const from = all.findLastIndex((_, first) => sizeOf(all.slice(first)) === asked)
          expect([...places]).toEqual(holding(all.slice(from), term))
          if (places.length <= enough) expect(asked).toBe(sizeOf(all))
          const last = segments.findIndex((_, at) => sizeOfSegments(segments.slice(0, at + 1)) === asked)
          const without = placesOf(segments.slice(0, last), term, { enough: Number.POSITIVE_INFINITY })
          expect(without.places.length).toBeLessThanOrEqual(enough)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('give the places of some sections beyond what is enough', () => {
    fc.assert(
      fc.property(
        batches,
        fc.constantFrom(...TERMS),
        fc.integer({ min: 0, max: 40 }),
        (all, term, enough) => {
          const segments = segmentsOf(db, write(all), 1)
          const plain = placesOf(segments, term, { enough })
          const also = new Set(
            holding(all, term)
              .map(sectionOf)
              .filter(section => section % 2 === 0),
          )
          const more = placesOf(segments, term, { enough, also })
          expect([more.asked, more.counted]).toEqual([plain.asked, plain.counted])
          const added = [...more.places].filter(one => !plain.places.includes(one))
          expect(added.every(one => also.has(sectionOf(one)))).toBe(true)
          if (more.places.length > 2 * enough) return
          const wanted = holding(all, term).filter(
            one => plain.places.includes(one) || also.has(sectionOf(one)),
          )
          expect([...more.places]).toEqual(wanted)
        },
      ),
      { numRuns: 60 },
    )
  })

  const sizeOfSegments = (segments: readonly { documents: number }[]) =>
    segments.reduce((sum, { documents }) => sum + documents, 0)

  const batchOf = (first: number, count: number): Batch =>
    new Map(Array.from({ length: count }, (_, n) => [first + n, [1 + (n % 2)]]))

  it('become one by eight, newest first, so that a shelf of any size has few', () => {
    const documentsOf = (key: number) => segmentsOf(db, key, 1).map(({ documents }) => documents)
    const batchesOf = (count: number) => Array.from({ length: count }, (_, n) => batchOf(10 * n, 2))
    expect(documentsOf(write(batchesOf(7)))).toEqual(Array(7).fill(2))
    expect(documentsOf(write(batchesOf(8)))).toEqual([16])
    expect(documentsOf(write(batchesOf(19)))).toEqual([2, 2, 2, 16, 16])
    expect(documentsOf(write(batchesOf(64 + 8 + 1)))).toEqual([2, 16, 128])
  })

  it('are of a higher level from the start when they hold many documents', () => {
    const documents = segmentsOf(
      db,
      write([batchOf(1, 2_048), ...Array.from({ length: 8 }, (_, n) => batchOf(9_000 + n, 1))]),
      1,
    )
    expect(documents.map(segment => segment.documents)).toEqual([8, 2_048])
  })

  it('leave nothing behind when they are joined or removed', () => {
    const key = write(Array.from({ length: 20 }, (_, n) => batchOf(100 * n, 64)))
    const counted = 'SELECT count(*) AS pages FROM posting WHERE place / ? = ?'
    for (const segment of segmentsOf(db, key, 1)) {
      const { pages } = db.one<{ pages: number }>('SELECT pages FROM segment WHERE key = ?', segment.key)
      expect(db.one(counted, BigInt(2 ** TERM_KEY_BITS), BigInt(segment.key))).toMatchObject({ pages })
      removeSegment(db, segment.key)
      expect(db.one(counted, BigInt(2 ** TERM_KEY_BITS), BigInt(segment.key))).toMatchObject({ pages: 0 })
    }
    expect(segmentsOf(db, key, 1)).toEqual([])
    const lost = 'SELECT count(*) AS pages FROM posting WHERE place / ? NOT IN (SELECT key FROM segment)'
    expect(db.one(lost, BigInt(2 ** TERM_KEY_BITS))).toMatchObject({ pages: 0 })
  })
})
