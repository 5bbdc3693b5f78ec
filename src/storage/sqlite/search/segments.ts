/**
 * Which documents hold a term: segments of posting lists.
 *
 * Owns: writing them, joining small ones into larger ones, and asking all of a shelf for one term. A segment is never
 * changed; eight of one size become one of the next, so a shelf of any size has few dozen, and each document is written
 * three times. Leaves bytes to `posting-lists.ts`, what a document is to `write.ts`.
 */
import { TERM_KEY_BITS } from '../../../text/term-key.ts'
import type { Connection } from '../connection.ts'
import { encodeLists, ListReader, type PostingMap } from './posting-lists.ts'

/** Segments of one level that become one of the next. */
const JOINED = 8
/** Segments of this level stay: joining larger ones would hold up whoever writes. */
const LAST_LEVEL = 2
/** Documents from which a segment counts as of the level. */
const LEAST_DOCUMENTS = [0, 256, 2_048]

/** Documents that one segment may hold when it is written. */
export const SEGMENT_DOCUMENTS = 4_096

export interface Segment {
  key: number
  documents: number
}

/** Segments of a shelf, the newest first. */
export function segmentsOf(db: Connection, shelf: number): Segment[] {
  return db.all('SELECT key, documents FROM segment WHERE shelf = ? ORDER BY key DESC', shelf)
}

/** Where a page of lists lies: segments one after the other, in each the pages by their first term. */
const KEYS = 2 ** TERM_KEY_BITS
const placeOfPage = (segment: number, key: number): number => segment * KEYS + key

// ---- writing --------------------------------------------------------------------------------------------------

/** Writes a segment and joins what has become joinable. Puts the places of each list in order. */
export function writeSegment(db: Connection, shelf: number, documents: number, postings: PostingMap): void {
  const level = LEAST_DOCUMENTS.findLastIndex(least => documents >= least)
  insertSegment(db, { shelf, level, documents }, postings)
  for (let full = level; full < LAST_LEVEL; full++) joinLevel(db, shelf, full)
}

interface NewSegment {
  shelf: number
  level: number
  documents: number
}

function insertSegment(db: Connection, { shelf, level, documents }: NewSegment, postings: PostingMap): void {
  for (const places of postings.values()) sortPlaces(places)
  const pages = encodeLists(postings)
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
  const segments = db.all<Segment>(
    'SELECT key, documents FROM segment WHERE shelf = ? AND level = ? ORDER BY key',
    shelf,
    level,
  )
  const documents = segments.reduce((sum, segment) => sum + segment.documents, 0)
  if (segments.length < JOINED) return
  const joined: PostingMap = new Map()
  for (const { key } of segments) {
    addLists(db, key, joined)
    removeSegment(db, key)
  }
  insertSegment(db, { shelf, level: level + 1, documents }, joined)
}

function addLists(db: Connection, segment: number, joined: PostingMap): void {
  const pages = db.all<{ lists: Uint8Array }>(
    'SELECT lists FROM posting WHERE place BETWEEN ? AND ? ORDER BY place',
    placeOfPage(segment, 0),
    placeOfPage(segment, KEYS - 1),
  )
  for (const { lists } of pages) {
    new ListReader(lists).forEach((key, places) => {
      const known = joined.get(key)
      if (known === undefined) joined.set(key, places)
      else for (const place of places) known.push(place)
    })
  }
}

/** Mostly sorted already: later segments have later places, but for conversations that go on. */
function sortPlaces(places: number[]): void {
  for (let at = 1; at < places.length; at++) {
    if ((places[at] as number) < (places[at - 1] as number)) {
      places.sort((a, b) => a - b)
      return
    }
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

/** What segments say of one term. */
export interface FoundPlaces {
  /** Descending. */
  places: Float64Array
  /** Documents of the segments that were asked: all, or the newest until there were enough places. */
  asked: number
}

/** Places of a term, from the newest segments on until there are more than `enough`. */
export function placesOf(
  db: Connection,
  segments: readonly Segment[],
  term: number,
  enough: number,
): FoundPlaces {
  const places: number[] = []
  let asked = 0
  let isOrdered = true
  for (const { key, documents } of segments) {
    if (places.length > enough) break
    const from = places.length
    pushPlaces(db, key, term, places)
    asked += documents
    reverse(places, from)
    if (from > 0 && from < places.length && (places[from] as number) > (places[from - 1] as number)) {
      isOrdered = false
    }
  }
  const found = Float64Array.from(places)
  return { places: isOrdered ? found : found.sort().reverse(), asked }
}

function pushPlaces(db: Connection, segment: number, term: number, out: number[]): void {
  const page = db.get<{ place: number; lists: Uint8Array }>(
    'SELECT place, lists FROM posting WHERE place <= ? ORDER BY place DESC LIMIT 1',
    placeOfPage(segment, term),
  )
  if (page === undefined || page.place < placeOfPage(segment, 0)) return
  new ListReader(page.lists).pushPlaces(term, out)
}

function reverse(places: number[], from: number): void {
  for (let low = from, high = places.length - 1; low < high; low++, high--) {
    const place = places[low] as number
    places[low] = places[high] as number
    places[high] = place
  }
}
