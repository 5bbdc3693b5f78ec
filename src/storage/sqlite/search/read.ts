/**
 * The index answers: postings, profiles, sections, speakers.
 *
 * Owns: every query over the index's tables. Reads only, and never more than it is told: postings are cut at the cap.
 * Leaves what the answers are worth to the engine, the records behind them to `records.ts`.
 */
import type { HitKind } from '../../../domain/search.ts'
import { type SpaceId, USER_SPACE } from '../../../domain/space.ts'
import { PAGE_SIZE, Page, placeOf, SECTION_SIZE, sectionOf, slotOf } from '../../profile.ts'
import type {
  IndexScope,
  NamedSpeaker,
  PostingList,
  Postings,
  PostingsRequest,
  Profiles,
  Section,
  SectionSize,
} from '../../search-index.ts'
import { fromStored, type StoredText, toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { LINEAGE_OF_NAME } from '../lineage.ts'
import { findSpace } from '../spaces.ts'
import { SHELF_KIND, type ShelfKind, shelfTerm } from './tables.ts'
import { waitingPages } from './write.ts'

// ---- postings -------------------------------------------------------------------------------------------------

export function postings(db: Connection, space: SpaceId, request: PostingsRequest): Postings {
  return db.read(() => {
    const shelves = shelvesAsked(db, space, request)
    const lastSeen = sectionsSeen(db, space, request, shelves)
    const waiting = shelves.map(shelf => readWaiting(db, shelf, request.terms))
    const lists = request.terms.map((term, at) =>
      joined(
        shelves.map((shelf, index) =>
          listOf(db, {
            shelf,
            term,
            cap: request.cap,
            only: shelf.isNarrowed ? lastSeen : undefined,
            waiting: waiting[index]?.places[at] ?? [],
          }),
        ),
      ),
    )
    const counted = [...shelves, ...waiting]
    return {
      documents: counted.reduce((sum, part) => sum + part.documents, 0),
      length: counted.reduce((sum, part) => sum + part.length, 0),
      latestAt: latestOf(counted.map(part => part.latestAt)),
      lists,
      lastSeen,
      uncounted: new Map(waiting.flatMap(part => [...part.sections])),
    }
  })
}

interface AskedShelf {
  key: number
  documents: number
  length: number
  latestAt: number | null
  /** Only the sections that the conversation sees. */
  isNarrowed: boolean
}

const KINDS: Record<HitKind, ShelfKind> = {
  message: SHELF_KIND.message,
  block: SHELF_KIND.block,
  event: SHELF_KIND.event,
}

function shelvesAsked(db: Connection, space: SpaceId, { kind, viewer, thread }: IndexScope): AskedShelf[] {
  const own = findSpace(db, space)
  const isNarrowed = thread !== undefined
  const shelves = [shelfOf(db, own, KINDS[kind], isNarrowed)]
  if (kind === 'event') {
    if (space !== USER_SPACE) {
      shelves.push(shelfOf(db, findSpace(db, USER_SPACE), SHELF_KIND.event, isNarrowed))
    }
    if ((thread ?? viewer) !== undefined) shelves.push(shelfOf(db, own, SHELF_KIND.sessionEvent, true))
  }
  return shelves.filter(shelf => shelf !== undefined)
}

function shelfOf(
  db: Connection,
  space: number | undefined,
  kind: ShelfKind,
  isNarrowed: boolean,
): AskedShelf | undefined {
  if (space === undefined) return undefined
  const row = db.get<Omit<AskedShelf, 'isNarrowed'>>(
    'SELECT key, documents, length, last_at AS latestAt FROM shelf WHERE space = ? AND kind = ?',
    space,
    kind,
  )
  return row && { ...row, isNarrowed }
}

function latestOf(times: readonly (number | null)[]): number | null {
  return times.reduce(
    (latest, time) => (latest === null || (time !== null && time > latest) ? time : latest),
    null,
  )
}

/** Sections that the conversation sees, with the last ordinal it sees there. */
function sectionsSeen(
  db: Connection,
  space: SpaceId,
  { kind, thread, viewer }: IndexScope,
  shelves: readonly AskedShelf[],
): Map<number, number> {
  const name = thread ?? viewer
  const narrowed = shelves.filter(shelf => shelf.isNarrowed).map(shelf => shelf.key)
  if (name === undefined || narrowed.length === 0) return new Map()
  const last = kind === 'block' ? 'last_block' : 'last_turn'
  const rows = db.all<{ section: number; last: number }>(
    `WITH ${LINEAGE_OF_NAME} SELECT section.key AS section, max(lineage.${last}) AS last
     FROM lineage CROSS JOIN section ON section.thread = lineage.thread
     WHERE section.shelf IN (SELECT value FROM json_each(?3)) GROUP BY section.key`,
    findSpace(db, space) ?? null,
    toStored(name),
    JSON.stringify(narrowed),
  )
  return new Map(rows.map(row => [row.section, row.last]))
}

interface ListRequest {
  shelf: AskedShelf
  term: number
  cap: number
  /** Only these sections. */
  only: ReadonlyMap<number, number> | undefined
  /** Places that are not in `search_index` yet. */
  waiting: readonly number[]
}

function listOf(db: Connection, request: ListRequest): PostingList {
  const { shelf, cap, only } = request
  const places = withWaiting(readPlaces(db, request), request.waiting)
  if (places.length <= cap)
    return { places: only === undefined ? places : within(places, only), documents: places.length }
  const newest = places.subarray(0, cap)
  const isCounted = only !== undefined || shelf.documents <= SMALL_SHELF
  const documents = isCounted ? places.length : estimate(db, shelf, newest)
  return { places: only === undefined ? newest : within(newest, only), documents }
}

/** A shelf of so many documents is read whole: passing over the rest costs more than reading it. */
const SMALL_SHELF = 16_000

const PLACES = 'SELECT group_concat(rowid) AS places FROM search_index WHERE search_index MATCH ?'
const NEWEST_PLACES = `SELECT group_concat(place) AS places FROM
  (SELECT rowid AS place FROM search_index WHERE search_index MATCH ? ORDER BY rowid DESC LIMIT ?)`
const NEWEST_PLACES_WITHIN = `SELECT group_concat(place) AS places FROM
  (SELECT rowid AS place FROM search_index
   WHERE search_index MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?)`

/** Newest first; all of them, or at least one more than the cap when there are more. */
function readPlaces(db: Connection, { shelf, term, cap, only }: ListRequest): Float64Array {
  const match = `"${shelfTerm(shelf.key, term)}"`
  if (only !== undefined) {
    const row = db.get<PlacesRow>(NEWEST_PLACES_WITHIN, match, ...boundsOf(only), cap + 1)
    return parsePlaces(row?.places)
  }
  if (shelf.documents > SMALL_SHELF)
    return parsePlaces(db.get<PlacesRow>(NEWEST_PLACES, match, cap + 1)?.places)
  return parsePlaces(db.get<PlacesRow>(PLACES, match)?.places).reverse()
}

interface PlacesRow {
  places: string | null
}

/** FTS5 uses bounds that are integers only. */
function boundsOf(only: ReadonlyMap<number, number>): [bigint, bigint] {
  let first = Infinity
  let last = 0
  for (const section of only.keys()) {
    first = Math.min(first, section)
    last = Math.max(last, section)
  }
  if (last === 0) return [1n, 0n]
  return [BigInt(placeOf(first, 0)), BigInt(placeOf(last, SECTION_SIZE - 1))]
}

function within(places: Float64Array, only: ReadonlyMap<number, number>): Float64Array {
  return places.filter(place => only.has(sectionOf(place)))
}

/** Numbers joined by commas. */
function parsePlaces(list: string | null | undefined): Float64Array {
  if (list === null || list === undefined) return new Float64Array()
  const places = new Float64Array((list.length + 1) >> 1)
  let count = 0
  let value = 0
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at)
    if (code === 44) {
      places[count++] = value
      value = 0
    } else value = value * 10 + (code - 48)
  }
  places[count++] = value
  return places.subarray(0, count)
}

/**
 * Documents that hold a term of which only the newest were read: as dense as in the stretch that was read. What the
 * shelf held when a section began tells how many documents that stretch has.
 */
function estimate(db: Connection, shelf: AskedShelf, newest: Float64Array): number {
  const oldest = newest.at(-1) ?? 0
  const row = db.get<{ shelved_before: number }>(
    'SELECT shelved_before FROM section WHERE key = ?',
    sectionOf(oldest),
  )
  const stretch = shelf.documents - (row?.shelved_before ?? 0) - slotOf(oldest)
  const density = newest.length / Math.max(stretch, newest.length)
  return Math.max(newest.length, Math.round(density * shelf.documents))
}

function joined(lists: readonly PostingList[]): PostingList {
  const [first, ...others] = lists.filter(list => list.places.length > 0)
  if (first === undefined) return { places: new Float64Array(), documents: 0 }
  if (others.length === 0) return first
  const places = new Float64Array(lists.reduce((sum, list) => sum + list.places.length, 0))
  let at = 0
  for (const list of lists) {
    places.set(list.places, at)
    at += list.places.length
  }
  places.sort().reverse()
  return { places, documents: lists.reduce((sum, list) => sum + list.documents, 0) }
}

// ---- what waits -----------------------------------------------------------------------------------------------

/** What open pages hold beyond `search_index`. */
interface Waiting {
  documents: number
  length: number
  latestAt: number | null
  /** Places by term, in the order of the terms asked. */
  places: number[][]
  sections: Map<number, SectionSize>
}

function readWaiting(db: Connection, shelf: AskedShelf, terms: readonly number[]): Waiting {
  const waiting: Waiting = {
    documents: 0,
    length: 0,
    latestAt: null,
    places: terms.map(() => []),
    sections: new Map(),
  }
  const byTerm = new Map(terms.map((term, at) => [term, waiting.places[at] as number[]]))
  for (const { page, indexed } of waitingPages(db, shelf.key)) {
    for (const start of page.starts.slice(indexed)) {
      countWaiting(waiting, page, start)
      const end = page.termsTo(start)
      for (let at = page.termsFrom(start); at < end; at++) {
        byTerm.get((page.words[at] as number) >>> 4)?.push(page.place(start))
      }
    }
  }
  return waiting
}

function countWaiting(waiting: Waiting, page: Page, start: number): void {
  const length = page.length(start)
  const at = page.at(start)
  waiting.documents += 1
  waiting.length += length
  if (!Number.isNaN(at)) waiting.latestAt = Math.max(waiting.latestAt ?? at, at)
  const section = sectionOf(page.place(start))
  const size = waiting.sections.get(section) ?? { documents: 0, length: 0 }
  waiting.sections.set(section, { documents: size.documents + 1, length: size.length + length })
}

function withWaiting(places: Float64Array, waiting: readonly number[]): Float64Array {
  if (waiting.length === 0) return places
  const all = new Float64Array(places.length + waiting.length)
  all.set(places)
  all.set(waiting, places.length)
  return all.sort().reverse()
}

// ---- profiles, sections, speakers -----------------------------------------------------------------------------

export function profiles(db: Connection, numbers: readonly number[], withSections: boolean): Profiles {
  return db.read(() => {
    const pages = db
      .all<{ number: number; profiles: Uint8Array }>(
        'SELECT number, profiles FROM json_each(?) AS asked CROSS JOIN page ON page.number = asked.value',
        JSON.stringify(numbers),
      )
      .map(row => new Page(row.number, row.profiles))
    if (!withSections) return { pages, sections: [] }
    const keys = new Set(pages.map(page => sectionOf(page.number * PAGE_SIZE)))
    const sections = db.all<Section>(
      `SELECT section.key, section.documents, section.length FROM json_each(?) AS asked
       CROSS JOIN section ON section.key = asked.value`,
      JSON.stringify([...keys]),
    )
    return { pages, sections }
  })
}

/** How long before the range a section may have begun, milliseconds. */
const LONGEST_SECTION = 60 * 86_400_000

export function sectionsBetween(
  db: Connection,
  space: SpaceId,
  from: number,
  to: number,
  limit: number,
): number[] {
  const key = findSpace(db, space)
  if (key === undefined) return []
  const rows = db.all<{ key: number }>(
    `SELECT section.key FROM section WHERE shelf = (SELECT key FROM shelf WHERE space = ? AND kind = ?)
       AND first_at >= ? AND first_at < ? AND last_at >= ?
     ORDER BY first_at DESC, key DESC LIMIT ?`,
    key,
    SHELF_KIND.message,
    from - LONGEST_SECTION,
    to,
    from,
    limit,
  )
  return rows.map(row => row.key)
}

export function speakers(
  db: Connection,
  space: SpaceId,
  words: readonly number[],
  maxSections: number,
): NamedSpeaker[] {
  if (words.length === 0) return []
  return db.read(() => {
    const key = findSpace(db, space)
    if (key === undefined) return []
    const rows = db.all<{ number: number; name: StoredText }>(
      `SELECT DISTINCT speaker.number, speaker.name FROM json_each(?) AS asked
       CROSS JOIN speaker_word ON speaker_word.space = ? AND speaker_word.word = asked.value
       CROSS JOIN speaker ON speaker.space = speaker_word.space AND speaker.number = speaker_word.number
       ORDER BY speaker.number`,
      JSON.stringify(words),
      key,
    )
    return rows.map(({ number, name }) => {
      const found = db.get<{ list: string | null }>(
        `SELECT group_concat(section) AS list FROM (SELECT section FROM speaker_section
         WHERE space = ? AND number = ? ORDER BY section DESC LIMIT ?)`,
        key,
        number,
        maxSections,
      )
      const sections = [...parsePlaces(found?.list)]
      return { number, name: fromStored(name), sections }
    })
  })
}
