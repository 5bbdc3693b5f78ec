/**
 * What waits, as readers see it: at the places that it will get.
 *
 * Owns: laying it out, once for a state of the file. Leaves the rule of the places to `layout.ts`, the rows to
 * `waiting.ts`.
 */
import type { Page } from '../../profile.ts'
import type { LatestPage } from '../../search-index.ts'
import type { Connection } from '../connection.ts'
import { Kept } from './kept.ts'
import { layOut, newestSection, pageWith } from './layout.ts'
import { MAX_WAITING } from './tables.ts'
import { waitingOn } from './waiting.ts'

/** What a shelf holds beyond its segments. */
export interface Latest {
  documents: number
  length: number
  latestAt: number | null
  pages: readonly LatestPage[]
  /** Sections that it will open, with the thread of each. */
  opened: ReadonlyMap<number, number | null>
}

/** Sections that waiting documents will open lie beyond all that are stored. */
const UNSTORED = 2 ** 40

/** Shelves of which a connection keeps what waits: a question asks three. */
const MAX_SHELVES = 8
/** Longer profiles together are not kept: 1 MB. */
const MAX_WORDS = 2 ** 18

const kept = new Kept<Latest>(
  MAX_SHELVES,
  ({ pages }) => pages.reduce((sum, { page }) => sum + page.words.length, 0) <= MAX_WORDS,
)

/** The documents of a shelf that wait. Is called within a step that reads. */
export function readLatest(db: Connection, shelf: number): Latest {
  return kept.of(db, `${shelf}`, () => layOutLatest(db, shelf))
}

function layOutLatest(db: Connection, shelf: number): Latest {
  const opened = new Map<number, number | null>()
  const laid = layOut(
    waitingOn(db, shelf, -1, true),
    thread => newestSection(db, shelf, thread),
    thread => {
      const key = UNSTORED + shelf * MAX_WAITING + opened.size
      opened.set(key, thread)
      return key
    },
  )
  const latest: Latest = { documents: 0, length: 0, latestAt: null, pages: [], opened }
  latest.pages = Array.from(laid, ([number, profiles]) => {
    const page = pageWith(db, number, profiles)
    const counted = page.starts.length - profiles.length
    for (const start of page.starts.slice(counted)) count(latest, page, start)
    return { page, counted }
  })
  return latest
}

function count(latest: Latest, page: Page, start: number): void {
  const at = page.at(start)
  latest.documents += 1
  latest.length += page.length(start)
  if (!Number.isNaN(at)) latest.latestAt = Math.max(latest.latestAt ?? at, at)
}

/** Where each of some terms stands in it, by the order of the terms; places in the order the documents came. */
export function placesIn({ pages }: Latest, terms: readonly number[]): number[][] {
  const places = terms.map((): number[] => [])
  const byTerm = new Map(terms.map((term, at) => [term, places[at]]))
  for (const { page, counted } of pages) {
    for (const start of page.starts.slice(counted)) {
      const end = page.termsTo(start)
      for (let word = page.termsFrom(start); word < end; word++) {
        byTerm.get((page.words[word] as number) >>> 4)?.push(page.place(start))
      }
    }
  }
  return places
}
