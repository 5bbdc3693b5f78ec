import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DocumentProfile,
  encodeProfile,
  FLAG,
  PAGE_SIZE,
  Page,
  pageOf,
  placeOf,
  SECTION_PAGES,
  SECTION_SIZE,
  sectionOf,
  slotOf,
  withSlot,
} from '../../src/storage/profile.ts'
import { TERM_KEY_BITS } from '../../src/text/term-key.ts'

const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const termOf = fc.tuple(fc.integer({ min: 0, max: 2 ** TERM_KEY_BITS - 1 }), fc.integer({ min: 1, max: 15 }))
/** Terms as the index stores them. */
const wordsOf = (terms: Iterable<readonly [key: number, count: number]>): Uint32Array =>
  Uint32Array.from([...terms], ([key, count]) => key * 16 + count)

const document: fc.Arbitrary<DocumentProfile> = fc.record({
  record: uint32,
  rank: uint32,
  ordinal: uint32,
  at: fc.option(fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })),
  role: fc.integer({ min: 0, max: 3 }),
  speaker: fc.integer({ min: 0, max: 65_535 }),
  flags: fc.integer({ min: 0, max: 15 }),
  length: fc.integer({ min: 0, max: 200_000 }),
  terms: fc.array(termOf, { maxLength: 30 }).map(terms => wordsOf(new Map(terms))),
})

const bytesOf = (documents: readonly DocumentProfile[], firstSlot: number): Buffer =>
  Buffer.concat(documents.map((one, index) => withSlot(encodeProfile(one), (firstSlot + index) % PAGE_SIZE)))

/** What a page tells of a profile. */
const readAt = (page: Page, start: number) => ({
  place: page.place(start),
  record: page.record(start),
  rank: page.rank(start),
  ordinal: page.ordinal(start),
  at: page.at(start),
  role: page.role(start),
  speaker: page.speaker(start),
  flags: Object.values(FLAG).filter(flag => page.has(start, flag)),
  length: page.length(start),
  terms: page.words.slice(page.termsFrom(start), page.termsTo(start)),
})

describe('a page of profiles', () => {
  it('tells of each document what was given, long lengths cut', () => {
    const documents = fc.array(document, { minLength: 1, maxLength: PAGE_SIZE })
    const section = fc.integer({ min: 1, max: 2 ** 30 })
    fc.assert(
      fc.property(documents, section, fc.integer({ min: 0, max: SECTION_PAGES - 1 }), (given, key, nth) => {
        const number = key * SECTION_PAGES + nth
        const page = new Page(number, bytesOf(given, nth * PAGE_SIZE))
        expect(page.starts.map(start => readAt(page, start))).toEqual(
          given.map((one, index) => ({
            place: placeOf(key, nth * PAGE_SIZE + index),
            record: one.record,
            rank: one.rank,
            ordinal: one.ordinal,
            at: one.at ?? Number.NaN,
            role: one.role,
            speaker: one.speaker,
            flags: Object.values(FLAG).filter(flag => (one.flags & flag) !== 0),
            length: Math.min(one.length, 65_535),
            terms: one.terms,
          })),
        )
      }),
    )
  })

  it('reads bytes that lie anywhere in memory', () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 0, max: 7 }), (given, offset) => {
        const bytes = bytesOf([given, given], 0)
        const shifted = new Uint8Array(bytes.length + 8)
        shifted.set(bytes, offset)
        const page = new Page(8, shifted.subarray(offset, offset + bytes.length))
        const plain = new Page(8, bytes)
        expect(page.starts.map(start => readAt(page, start))).toEqual(
          plain.starts.map(start => readAt(plain, start)),
        )
      }),
    )
  })

  it('is empty without bytes', () => {
    expect(new Page(8, new Uint8Array()).starts).toEqual([])
  })

  it('keeps the first 65,535 distinct terms of a document', () => {
    const terms = Uint32Array.from({ length: 65_600 }, (_, key) => key * 16 + 1)
    const given: DocumentProfile = {
      ...{ record: 1, rank: 0, ordinal: 1, at: null, role: 0, speaker: 0, flags: 0 },
      length: 65_600,
      terms,
    }
    const page = new Page(8, bytesOf([given, { ...given, record: 2, terms: new Uint32Array() }], 0))
    expect(page.starts.map(start => [page.record(start), page.distinct(start)])).toEqual([
      [1, 65_535],
      [2, 0],
    ])
  })
})

describe('places', () => {
  it('tell their section, slot and page', () => {
    const section = fc.integer({ min: 1, max: 2 ** 40 })
    fc.assert(
      fc.property(section, fc.integer({ min: 0, max: SECTION_SIZE - 1 }), (key, slot) => {
        const place = placeOf(key, slot)
        expect([sectionOf(place), slotOf(place)]).toEqual([key, slot])
        expect(pageOf(place)).toBe(key * SECTION_PAGES + Math.floor(slot / PAGE_SIZE))
      }),
    )
  })
})
