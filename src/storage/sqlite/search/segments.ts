/**
 * Which documents hold a term: segments of posting lists.
 *
 * Owns: writing them, joining small ones into larger ones, and asking all of a shelf for one term. A segment is never
 * changed; eight of one size become one of the next, so a shelf of any size has few dozen, and each document is written
 * four times. Leaves bytes to `posting-lists.ts`, what a document is to `write.ts`.
 */
import { TERM_KEY_BITS } from '../../../text/term-key.ts'
import { sectionOf } from '../../profile.ts'
import type { Connection } from '../connection.ts'
import { type ListPage, ListReader, ListWriter } from './posting-lists.ts'

/** Segments of one level that become one of the next. */
const JOINED = 8
/** Segments of this level stay: joining larger ones would hold up whoever writes. */
const LAST_LEVEL = 3
/** Documents from which a segment counts as of the level. */
const LEAST_DOCUMENTS = [0, 128, 1_024, 8_192]

/** Where a page of lists lies: segments one after the other, in each the pages by their first term. */
const KEYS = 2 ** TERM_KEY_BITS
const placeOfPage = (segment: number, key: number): number => segment * KEYS + key

// ---- writing --------------------------------------------------------------------------------------------------

/** Terms of new documents, pair by pair: a term's key, and which of the documents holds it. */
export interface NewPostings {
  /** Places of the documents, ascending. */
  places: Float64Array
  /** `key * 2^SEGMENT_BITS + index of the document`, in any order. */
  pairs: Float64Array
}

/** Bits of a document's index among those of a new segment. */
export const SEGMENT_BITS = 13
/** Documents that one segment may hold when it is written. */
export const SEGMENT_DOCUMENTS = 4_096

/** Writes a segment and joins what has become joinable. */
export function writeSegment(db: Connection, shelf: number, { places, pairs }: NewPostings): void {
  const writer = new ListWriter(places[0] ?? 0)
  const list = new Float64Array(places.length)
  pairs.sort()
  for (let at = 0; at < pairs.length; ) {
    const key = Math.floor((pairs[at] as number) / 2 ** SEGMENT_BITS)
    let count = 0
    for (; at < pairs.length; at++) {
      const document = (pairs[at] as number) - key * 2 ** SEGMENT_BITS
      if (document >= 2 ** SEGMENT_BITS) break
      list[count++] = places[document] as number
    }
    writer.add(key, list, count)
  }
  const level = LEAST_DOCUMENTS.findLastIndex(least => places.length >= least)
  insertSegment(db, { shelf, level, documents: places.length }, writer.finish())
  for (let full = level; full < LAST_LEVEL; full++) joinLevel(db, shelf, full)
}

interface NewSegment {
  shelf: number
  level: number
  documents: number
}

function insertSegment(
  db: Connection,
  { shelf, level, documents }: NewSegment,
  pages: readonly ListPage[],
): void {
  const { rowid } = db.run(
    'INSERT INTO segment (shelf, level, documents, pages) VALUES (?, ?, ?, ?)',
    shelf,
    level,
    documents,
    pages.length,
  )
  for (const { first, bytes } of pages) {
    db.run('INSERT INTO posting (place, lists) VALUES (?, ?)', placeOfPage(rowid, first), bytes)
  }
}

function joinLevel(db: Connection, shelf: number, level: number): void {
  const segments = db.all<{ key: number; documents: number }>(
    'SELECT key, documents FROM segment WHERE shelf = ? AND level = ? ORDER BY key',
    shelf,
    level,
  )
  if (segments.length < JOINED) return
  const documents = segments.reduce((sum, segment) => sum + segment.documents, 0)
  const cursors = segments.map(({ key }) => new Cursor(readPages(db, key)))
  for (const { key } of segments) removeSegment(db, key)
  insertSegment(db, { shelf, level: level + 1, documents }, joinedLists(cursors, documents))
}

function readPages(db: Connection, segment: number): ListReader[] {
  return db
    .tuples<[lists: Uint8Array]>(
      'SELECT lists FROM posting WHERE place BETWEEN ? AND ? ORDER BY place',
      placeOfPage(segment, 0),
      placeOfPage(segment, KEYS - 1),
    )
    .map(([lists]) => new ListReader(lists))
}

/** Goes through the lists of a segment, term by term. */
class Cursor {
  readonly base: number
  readonly #pages: readonly ListReader[]
  #page = 0
  #list = 0

  constructor(pages: readonly ListReader[]) {
    this.#pages = pages
    this.base = pages[0]?.base ?? Infinity
  }

  /** Key of the term it stands at; infinite at the end. */
  get key(): number {
    return this.#pages[this.#page]?.key(this.#list) ?? Infinity
  }

  /** Reads the list it stands at, and goes on. */
  take(out: Float64Array, from: number): number {
    const page = this.#pages[this.#page] as ListReader
    const to = page.read(this.#list, out, from)
    this.#list += 1
    if (this.#list === page.size) {
      this.#page += 1
      this.#list = 0
    }
    return to
  }
}

function joinedLists(cursors: readonly Cursor[], documents: number): readonly ListPage[] {
  const writer = new ListWriter(Math.min(...cursors.map(cursor => cursor.base)))
  const list = new Float64Array(documents)
  for (;;) {
    let key = Infinity
    for (const cursor of cursors) if (cursor.key < key) key = cursor.key
    if (key === Infinity) return writer.finish()
    let count = 0
    let isOrdered = true
    for (const cursor of cursors) {
      if (cursor.key !== key) continue
      const from = count
      count = cursor.take(list, from)
      if (from > 0 && (list[from] as number) < (list[from - 1] as number)) isOrdered = false
    }
    // Later segments have later places, but for conversations that go on.
    if (!isOrdered) list.subarray(0, count).sort()
    writer.add(key, list, count)
  }
}

/** Takes a segment out of the index. */
export function removeSegment(db: Connection, segment: number): void {
  db.run(
    'DELETE FROM posting WHERE place BETWEEN ? AND ?',
    placeOfPage(segment, 0),
    placeOfPage(segment, KEYS - 1),
  )
  db.run('DELETE FROM segment WHERE key = ?', segment)
}

// ---- reading --------------------------------------------------------------------------------------------------

/** A segment, asked for terms within one step that reads. */
export class Segment {
  readonly key: number
  readonly documents: number
  readonly #db: Connection
  readonly #isReadWhole: boolean
  #pages: readonly ListReader[] | undefined

  /** @param isReadWhole all pages are read with the first that is asked for. */
  constructor(db: Connection, key: number, documents: number, isReadWhole: boolean) {
    this.#db = db
    this.key = key
    this.documents = documents
    this.#isReadWhole = isReadWhole
  }

  /** The page that holds a term if any of the segment does. */
  pageOf(term: number): ListReader | undefined {
    if (!this.#isReadWhole) return readPage(this.#db, this.key, term)
    this.#pages ??= readPages(this.#db, this.key)
    return this.#pages.findLast(page => page.key(0) <= term)
  }
}

/**
 * Segments of a shelf, the newest first.
 *
 * @param terms how many will be asked for: a segment with no more pages is read in one go.
 */
export function segmentsOf(db: Connection, shelf: number, terms: number): Segment[] {
  return db
    .tuples<[key: number, documents: number, pages: number]>(
      'SELECT key, documents, pages FROM segment WHERE shelf = ? ORDER BY key DESC',
      shelf,
    )
    .map(([key, documents, pages]) => new Segment(db, key, documents, pages <= terms))
}

/** What segments say of one term. */
export interface FoundPlaces {
  /** Descending. */
  places: Float64Array
  /** Documents of the segments that were asked for all their places: all, or the newest until there were enough. */
  asked: number
  /** Places that those hold. */
  counted: number
}

/** How much of a term is wanted. */
export interface Wanted {
  /** Places after which no older segment is asked. */
  enough: number
  /** Sections of which older segments are asked all the same, for as many places again. */
  also?: ReadonlySet<number>
}

/** Places looked at in older segments for those of some sections; a bound for words that stand everywhere. */
const MOST_LOOKED_AT = 200_000

/** Places of a term, from the newest segments on. */
export function placesOf(segments: readonly Segment[], term: number, { enough, also }: Wanted): FoundPlaces {
  const found = new PlaceList()
  let asked = 0
  let looked = 0
  for (const segment of segments) {
    const isEnough = found.length > enough
    if (isEnough && (also === undefined || found.length > 2 * enough || looked > MOST_LOOKED_AT)) break
    const page = segment.pageOf(term)
    if (!isEnough) asked += segment.documents
    const list = page?.indexOf(term) ?? -1
    if (page === undefined || list < 0) continue
    looked += found.add(page, list, isEnough ? also : undefined)
  }
  return { places: found.descending(), asked, counted: found.counted }
}

/** Places of segments, the newest first. */
class PlaceList {
  length = 0
  /** Those that came whole, without a choice of sections. */
  counted = 0
  #places: Float64Array = new Float64Array(64)
  #isOrdered = true

  /** Adds a list, or what lies in some sections of it; gives how many places it has. */
  add(page: ListReader, list: number, only: ReadonlySet<number> | undefined): number {
    this.#makeRoom(page.most(list))
    const from = this.length
    const to = page.read(list, this.#places, from)
    this.#places.subarray(from, to).reverse()
    this.length = only === undefined ? to : this.#keep(from, to, only)
    if (only === undefined) this.counted = to
    if (
      from > 0 &&
      this.length > from &&
      (this.#places[from] as number) > (this.#places[from - 1] as number)
    ) {
      this.#isOrdered = false
    }
    return to - from
  }

  descending(): Float64Array {
    const places = this.#places.subarray(0, this.length)
    return this.#isOrdered ? places : places.sort().reverse()
  }

  /** Keeps of the last places those of some sections; gives where they end. */
  #keep(from: number, to: number, only: ReadonlySet<number>): number {
    let kept = from
    for (let at = from; at < to; at++) {
      const place = this.#places[at] as number
      if (only.has(sectionOf(place))) this.#places[kept++] = place
    }
    return kept
  }

  #makeRoom(more: number): void {
    if (this.length + more <= this.#places.length) return
    const larger = new Float64Array(2 * (this.length + more))
    larger.set(this.#places.subarray(0, this.length))
    this.#places = larger
  }
}

/** The page that holds a term if any of the segment does. */
function readPage(db: Connection, segment: number, term: number): ListReader | undefined {
  const page = db.get<{ place: number; lists: Uint8Array }>(
    'SELECT place, lists FROM posting WHERE place <= ? ORDER BY place DESC LIMIT 1',
    placeOfPage(segment, term),
  )
  return page === undefined || page.place < placeOfPage(segment, 0) ? undefined : new ListReader(page.lists)
}
