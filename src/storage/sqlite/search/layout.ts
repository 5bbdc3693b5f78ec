/**
 * The places that waiting documents get.
 *
 * Owns: the one rule by which documents follow each other in their conversation, used when they are brought in and by
 * readers, who look into what waits as if it had been. Leaves writing to `write.ts`.
 */
import { PAGE_SIZE, Page, pageOf, placeOf, SECTION_SIZE, slotOf, withSlot } from '../../profile.ts'
import type { Connection } from '../connection.ts'
import type { Waiting } from './waiting.ts'

/** A section with room. */
export interface OpenSection {
  key: number
  documents: number
}

/** The section that a conversation goes on in; undefined when it has none or that is full. */
export function newestSection(db: Connection, shelf: number, thread: number | null): OpenSection | undefined {
  const section = db.get<OpenSection>(
    'SELECT key, documents FROM section WHERE thread IS ? AND shelf = ? ORDER BY key DESC LIMIT 1',
    thread,
    shelf,
  )
  return section !== undefined && section.documents < SECTION_SIZE ? section : undefined
}

/**
 * New profiles by page, in order of the pages' first document. Documents are taken as they came, each goes on where its
 * conversation was: so they get the same places however many come at once.
 */
export function layOut(
  documents: readonly Waiting[],
  goesOnIn: (thread: number | null) => OpenSection | undefined,
  openSection: (thread: number | null) => number,
): Map<number, Uint8Array[]> {
  const pages = new Map<number, Uint8Array[]>()
  const open = new Map<number | null, OpenSection | undefined>()
  for (const { thread, profile } of documents) {
    let section = open.has(thread) ? open.get(thread) : goesOnIn(thread)
    if (section === undefined || section.documents === SECTION_SIZE) {
      section = { key: openSection(thread), documents: 0 }
    }
    putInto(pages, placeOf(section.key, section.documents), profile)
    open.set(thread, { key: section.key, documents: section.documents + 1 })
  }
  return pages
}

function putInto(pages: Map<number, Uint8Array[]>, place: number, profile: Uint8Array): void {
  const placed = withSlot(profile, slotOf(place) % PAGE_SIZE)
  const page = pages.get(pageOf(place))
  if (page === undefined) pages.set(pageOf(place), [placed])
  else page.push(placed)
}

/** A stored page with profiles added at its end. */
export function pageWith(db: Connection, number: number, added: readonly Uint8Array[]): Page {
  const stored = db.get<{ profiles: Uint8Array }>('SELECT profiles FROM page WHERE number = ?', number)
  return new Page(number, Buffer.concat(stored === undefined ? added : [stored.profiles, ...added]))
}
