/**
 * The index answers: postings, profiles, sections, speakers.
 *
 * Owns: every query over the index's tables. Reads only, and never more than it is told: postings are cut at the cap.
 * Leaves what the answers are worth to the engine, the records behind them to `records.ts`.
 */
import type { HitKind } from '../../../domain/search.ts'
import { type SpaceId, USER_SPACE } from '../../../domain/space.ts'
import { PAGE_SIZE, Page, sectionOf } from '../../profile.ts'
import type {
  IndexScope,
  NamedSpeaker,
  PostingList,
  Postings,
  PostingsRequest,
  Profiles,
  Section,
} from '../../search-index.ts'
import { fromStored, type StoredText, toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { LINEAGE_OF_NAME } from '../lineage.ts'
import { findSpace } from '../spaces.ts'
import { Kept } from './kept.ts'
import { type Latest, placesIn, readLatest } from './latest.ts'
import { placesOf, type Segment, segmentsOf, type Wanted } from './segments.ts'
import { SHELF_KIND, type ShelfKind } from './tables.ts'

// ---- postings -------------------------------------------------------------------------------------------------

export function postings(db: Connection, space: SpaceId, request: PostingsRequest): Postings {
  return db.read(() => {
    const shelves = shelvesAsked(db, space, request)
    const seen = placesSeen(db, space, request, shelves)
    const parts = shelves.map((shelf): ShelfPart => {
      const latest = readLatest(db, shelf.key)
      if (shelf.isNarrowed) seeOpened(latest, seen)
      return {
        shelf,
        segments: segmentsOf(db, shelf.key, request.terms.length),
        latest,
        newer: placesIn(latest, request.terms),
      }
    })
    const counted = parts.flatMap(part => [part.shelf, part.latest])
    return {
      documents: counted.reduce((sum, part) => sum + part.documents, 0),
      length: counted.reduce((sum, part) => sum + part.length, 0),
      latestAt: latestOf(counted.map(part => part.latestAt)),
      lists: request.terms.map((term, at) =>
        joined(parts.map(part => listOf(part, { term, at, enough: request.cap, also: request.also }, seen))),
      ),
      lastSeen: seen.lastSeen,
      latest: parts.flatMap(part => part.latest.pages),
      hidden: request.kind === 'event' ? hiddenEvents(db, space) : new Set(),
    }
  })
}

function hiddenEvents(db: Connection, space: SpaceId): Set<number> {
  const rows = db.tuples<[key: number]>(
    `SELECT event.key FROM event JOIN space ON space.key = event.space
     WHERE space.name IN (?, ?) AND event.status IN ('forgotten', 'archived')`,
    space,
    USER_SPACE,
  )
  return new Set(rows.map(([key]) => key))
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

/** What a conversation sees of shelves that are narrowed to it. */
interface Seen {
  /** Last ordinal by thread. */
  byThread: ReadonlyMap<number, number>
  /** The same by section; sections that are being opened are added. */
  lastSeen: Map<number, number>
}

function placesSeen(
  db: Connection,
  space: SpaceId,
  { kind, thread, viewer }: IndexScope,
  shelves: readonly AskedShelf[],
): Seen {
  const name = thread ?? viewer
  const narrowed = shelves.filter(shelf => shelf.isNarrowed).map(shelf => shelf.key)
  if (name === undefined || narrowed.length === 0) return { byThread: new Map(), lastSeen: new Map() }
  const last = kind === 'block' ? 'last_block' : 'last_turn'
  const threads = db.all<{ thread: number; last: number }>(
    `WITH ${LINEAGE_OF_NAME} SELECT thread, max(${last}) AS last FROM lineage GROUP BY thread`,
    findSpace(db, space) ?? null,
    toStored(name),
  )
  const byThread = new Map(threads.map(row => [row.thread, row.last]))
  const sections = db.all<{ key: number; thread: number }>(
    `SELECT section.key, section.thread FROM json_each(?) AS asked CROSS JOIN section ON section.thread = asked.value
     WHERE section.shelf IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...byThread.keys()]),
    JSON.stringify(narrowed),
  )
  return { byThread, lastSeen: new Map(sections.map(({ key, thread }) => [key, byThread.get(thread) ?? 0])) }
}

function seeOpened({ opened }: Latest, { byThread, lastSeen }: Seen): void {
  for (const [section, thread] of opened) {
    const last = thread === null ? undefined : byThread.get(thread)
    if (last !== undefined) lastSeen.set(section, last)
  }
}

interface ShelfPart {
  shelf: AskedShelf
  segments: readonly Segment[]
  latest: Latest
  /** Places of what waits, by term. */
  newer: readonly (readonly number[])[]
}

interface AskedTerm extends Wanted {
  term: number
  /** Its place among the terms asked. */
  at: number
}

function listOf(
  { shelf, segments, ...part }: ShelfPart,
  { term, at, enough, also }: AskedTerm,
  { lastSeen }: Seen,
): PostingList {
  const { places, asked, counted } = placesOf(segments, term, { enough, also })
  const newer = part.newer[at] ?? []
  const isWhole = asked === shelf.documents
  const held = isWhole ? counted : Math.round((counted / asked) * shelf.documents)
  const whole = withNewer(places, newer)
  const all = also === undefined ? whole.subarray(0, enough) : whole
  return {
    places: shelf.isNarrowed ? all.filter(place => lastSeen.has(sectionOf(place))) : all,
    documents: held + newer.length,
  }
}

function withNewer(places: Float64Array, newer: readonly number[]): Float64Array {
  if (newer.length === 0) return places
  const all = new Float64Array(places.length + newer.length)
  all.set(places)
  all.set(newer, places.length)
  return all.sort().reverse()
}

function joined(lists: readonly PostingList[]): PostingList {
  const [first, ...others] = lists.filter(list => list.places.length > 0)
  const documents = lists.reduce((sum, list) => sum + list.documents, 0)
  if (first === undefined) return { places: new Float64Array(), documents }
  if (others.length === 0) return { places: first.places, documents }
  const places = new Float64Array(lists.reduce((sum, list) => sum + list.places.length, 0))
  let at = 0
  for (const list of lists) {
    places.set(list.places, at)
    at += list.places.length
  }
  return { places: places.sort().reverse(), documents }
}

// ---- profiles, sections, speakers -----------------------------------------------------------------------------

export function profiles(db: Connection, numbers: readonly number[], withSections: boolean): Profiles {
  if (!withSections) return { pages: pagesOf(db, numbers), sections: [] }
  return db.read(() => {
    const pages = pagesOf(db, numbers)
    const keys = new Set(numbers.map(number => sectionOf(number * PAGE_SIZE)))
    const sections = db.all<Section>(
      `SELECT section.key, section.documents, section.length FROM json_each(?) AS asked
       CROSS JOIN section ON section.key = asked.value`,
      JSON.stringify([...keys]),
    )
    return { pages, sections }
  })
}

function pagesOf(db: Connection, numbers: readonly number[]): Page[] {
  return db
    .tuples<[number: number, profiles: Uint8Array]>(
      'SELECT number, profiles FROM json_each(?) AS asked CROSS JOIN page ON page.number = asked.value',
      JSON.stringify(numbers),
    )
    .map(([number, profiles]) => new Page(number, profiles))
}

/** How long before the range a section may have begun, milliseconds. */
const LONGEST_SECTION = 60 * 86_400_000

/** Times of the first and the last that was said in a section, as far as known. */
interface SectionTimes {
  key: number
  first: number | null
  last: number | null
}

export function sectionsBetween(
  db: Connection,
  space: SpaceId,
  from: number,
  to: number,
  limit: number,
): number[] {
  return db.read(() => {
    const shelf = shelfOf(db, findSpace(db, space), SHELF_KIND.message, false)
    if (shelf === undefined) return []
    const waiting = timesOfWaiting(db, shelf)
    const sections = new Map(storedTimes(db, shelf, waiting, { from, to, limit }).map(row => [row.key, row]))
    for (const added of waiting) sections.set(added.key, withTimes(added, sections.get(added.key)))
    return [...sections.values()]
      .flatMap(({ key, first, last }) => (first === null || last === null ? [] : { key, first, last }))
      .filter(({ first, last }) => first >= from - LONGEST_SECTION && first < to && last >= from)
      .sort((a, b) => b.first - a.first || b.key - a.key)
      .slice(0, limit)
      .map(({ key }) => key)
  })
}

type SectionColumns = [key: number, first: number | null, last: number | null]

/** Sections of the range, and those that waiting documents add to, as they are stored. */
function storedTimes(
  db: Connection,
  shelf: AskedShelf,
  waiting: readonly SectionTimes[],
  { from, to, limit }: { from: number; to: number; limit: number },
): SectionTimes[] {
  const inRange = db.tuples<SectionColumns>(
    `SELECT key, first_at, last_at FROM section
     WHERE shelf = ? AND first_at >= ? AND first_at < ? AND last_at >= ? ORDER BY first_at DESC, key DESC LIMIT ?`,
    shelf.key,
    from - LONGEST_SECTION,
    to,
    from,
    limit + waiting.length,
  )
  const addedTo = db.tuples<SectionColumns>(
    `SELECT section.key, first_at, last_at FROM json_each(?) AS asked
     CROSS JOIN section ON section.key = asked.value`,
    JSON.stringify(waiting.map(({ key }) => key)),
  )
  return [...inRange, ...addedTo].map(([key, first, last]) => ({ key, first, last }))
}

function timesOfWaiting(db: Connection, shelf: AskedShelf): SectionTimes[] {
  const times = new Map<number, SectionTimes>()
  for (const { page, counted } of readLatest(db, shelf.key).pages) {
    for (const start of page.starts.slice(counted)) {
      const key = sectionOf(page.place(start))
      const at = page.at(start)
      if (!Number.isNaN(at)) times.set(key, withTimes({ key, first: at, last: at }, times.get(key)))
    }
  }
  return [...times.values()]
}

function withTimes(one: SectionTimes, other: SectionTimes | undefined): SectionTimes {
  const first = Math.min(one.first ?? Infinity, other?.first ?? Infinity)
  const last = Math.max(one.last ?? -Infinity, other?.last ?? -Infinity)
  return first > last ? one : { key: one.key, first, last }
}

/** A word that more speakers bear names none of them. */
const MAX_BEARERS = 16
/** Longer names are words only. */
const LONGEST_NAME = 200
/** Speakers that a question names at most. */
const MAX_NAMED = 64

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
      `SELECT DISTINCT speaker.number, speaker.name FROM json_each(?1) AS asked
       CROSS JOIN speaker_word ON speaker_word.space = ?2 AND speaker_word.word = asked.value
       CROSS JOIN speaker ON speaker.space = speaker_word.space AND speaker.number = speaker_word.number
       WHERE length(speaker.name) <= ${LONGEST_NAME} AND
         (SELECT count(*) FROM (SELECT 1 FROM speaker_word AS other WHERE other.space = ?2
          AND other.word = asked.value LIMIT ${MAX_BEARERS + 1})) <= ${MAX_BEARERS}
       ORDER BY speaker.number LIMIT ${MAX_NAMED}`,
      JSON.stringify(words),
      key,
    )
    return rows.map(({ number, name }) => ({
      number,
      name: fromStored(name),
      sections: keptSections.of(db, `${key} ${number} ${maxSections}`, () =>
        sectionsOfSpeaker(db, key, number, maxSections),
      ),
    }))
  })
}

/** Speakers of whose sections a connection keeps a list, of 1,000 numbers at most. */
const keptSections = new Kept<readonly number[]>(64, ({ length }) => length <= 1_000)

function sectionsOfSpeaker(db: Connection, space: number, number: number, most: number): number[] {
  const { list } = db.one<{ list: string }>(
    `SELECT json_group_array(section) AS list FROM (SELECT section FROM speaker_section
     WHERE space = ? AND number = ? ORDER BY section DESC LIMIT ?)`,
    space,
    number,
    most,
  )
  return JSON.parse(list) as number[]
}
