/**
 * Documents go into the index.
 *
 * Owns: giving each its place, keeping shelves and sections counted, and moving what waits into `search_index`. All of
 * it happens in the transaction that stores the record. Leaves what a document is to `documents.ts`.
 */
import { termKey } from '../../../text/term-key.ts'
import {
  type DocumentProfile,
  encodeProfile,
  PAGE_SIZE,
  Page,
  pageOf,
  placeOf,
  SECTION_PAGES,
  SECTION_SIZE,
} from '../../profile.ts'
import { toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { BATCH, SHELF_KIND, type ShelfKind, shelfTerm } from './tables.ts'

/** Where documents go: a shelf, and the conversation they come from. */
export interface Destination {
  space: number
  kind: ShelfKind
  /** Key of the thread; null for events from outside a conversation. */
  thread: number | null
}

/** Adds documents at the end of their conversation's newest section, opening sections as needed. */
export function addDocuments(db: Connection, to: Destination, documents: readonly DocumentProfile[]): void {
  if (documents.length === 0) return
  const shelf = openShelf(db, to)
  for (let done = 0; done < documents.length; ) {
    const section = openSection(db, shelf, to.thread, done)
    const part = documents.slice(done, done + SECTION_SIZE - section.documents)
    fillSection(db, section, part)
    if (to.kind === SHELF_KIND.message) noteSpeakers(db, to.space, section.key, part)
    done += part.length
  }
  const length = documents.reduce((sum, document) => sum + document.length, 0)
  const waiting = shelf.waiting + documents.length
  const isDue = waiting >= BATCH
  db.run(
    `UPDATE shelf SET documents = documents + ?1, length = length + ?2, waiting = ?3,
       last_at = coalesce(max(last_at, ?4), last_at, ?4) WHERE key = ?5`,
    documents.length,
    length,
    isDue ? 0 : waiting,
    timesOf(documents)?.last ?? null,
    shelf.key,
  )
  if (isDue) indexWaiting(db, shelf.key)
}

// ---- shelves and sections -------------------------------------------------------------------------------------

interface Shelf {
  key: number
  documents: number
  waiting: number
}

function openShelf(db: Connection, { space, kind }: Destination): Shelf {
  const shelf = db.get<Shelf>(
    'SELECT key, documents, waiting FROM shelf WHERE space = ? AND kind = ?',
    space,
    kind,
  )
  if (shelf !== undefined) return shelf
  const { rowid } = db.run(
    'INSERT INTO shelf (space, kind, documents, length, waiting) VALUES (?, ?, 0, 0, 0)',
    space,
    kind,
  )
  return { key: rowid, documents: 0, waiting: 0 }
}

interface OpenSection {
  key: number
  documents: number
}

/** The newest section of the conversation, or a new one when that is full. */
function openSection(db: Connection, shelf: Shelf, thread: number | null, added: number): OpenSection {
  const newest = db.get<OpenSection>(
    'SELECT key, documents FROM section WHERE thread IS ? AND shelf = ? ORDER BY key DESC LIMIT 1',
    thread,
    shelf.key,
  )
  if (newest !== undefined && newest.documents < SECTION_SIZE) return newest
  const { rowid } = db.run(
    `INSERT INTO section (shelf, thread, documents, length, indexed, shelved_before) VALUES (?, ?, 0, 0, 0, ?)`,
    shelf.key,
    thread,
    shelf.documents + added,
  )
  return { key: rowid, documents: 0 }
}

function fillSection(db: Connection, section: OpenSection, documents: readonly DocumentProfile[]): void {
  const pages = new Map<number, Uint8Array[]>()
  documents.forEach((document, index) => {
    const slot = section.documents + index
    const number = pageOf(placeOf(section.key, slot))
    const words = encodeProfile(slot, document)
    const parts = pages.get(number) ?? []
    if (parts.length === 0 && slot % PAGE_SIZE > 0) parts.push(profilesOf(db, number))
    parts.push(new Uint8Array(words.buffer))
    pages.set(number, parts)
  })
  for (const [number, parts] of pages) {
    db.run('INSERT OR REPLACE INTO page (number, profiles) VALUES (?, ?)', number, Buffer.concat(parts))
  }
  const times = timesOf(documents)
  db.run(
    `UPDATE section SET documents = documents + ?1, length = length + ?2,
       first_at = coalesce(min(first_at, ?3), first_at, ?3), last_at = coalesce(max(last_at, ?4), last_at, ?4)
     WHERE key = ?5`,
    documents.length,
    documents.reduce((sum, document) => sum + document.length, 0),
    times?.first ?? null,
    times?.last ?? null,
    section.key,
  )
}

/** Undefined when no document has a time. */
function timesOf(documents: readonly DocumentProfile[]): { first: number; last: number } | undefined {
  let first = Infinity
  let last = -Infinity
  for (const { at } of documents) {
    if (at === null) continue
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  return first === Infinity ? undefined : { first, last }
}

function profilesOf(db: Connection, number: number): Uint8Array {
  return (
    db.get<{ profiles: Uint8Array }>('SELECT profiles FROM page WHERE number = ?', number)?.profiles ??
    new Uint8Array()
  )
}

// ---- what waits -----------------------------------------------------------------------------------------------

/** Sections of a shelf with documents that are not in `search_index` yet. */
export function waitingSections(
  db: Connection,
  shelf: number,
): { key: number; indexed: number; documents: number }[] {
  return db.all(
    'SELECT key, indexed, documents FROM section WHERE shelf = ? AND indexed < documents ORDER BY key',
    shelf,
  )
}

/** Pages of a section that hold the slots `from … to − 1`. */
export function pagesOfSlots(db: Connection, section: number, from: number, to: number): Page[] {
  const first = section * SECTION_PAGES + Math.floor(from / PAGE_SIZE)
  const last = section * SECTION_PAGES + Math.floor((to - 1) / PAGE_SIZE)
  return db
    .all<{ number: number; profiles: Uint8Array }>(
      'SELECT number, profiles FROM page WHERE number BETWEEN ? AND ? ORDER BY number',
      first,
      last,
    )
    .map(row => new Page(row.number, row.profiles))
}

/** Brings all that waits on a shelf into `search_index`. */
function indexWaiting(db: Connection, shelf: number): void {
  for (const section of waitingSections(db, shelf)) {
    const first = placeOf(section.key, section.indexed)
    for (const page of pagesOfSlots(db, section.key, section.indexed, section.documents)) {
      for (const start of page.starts) {
        const place = page.place(start)
        if (place < first) continue
        db.run(
          'INSERT INTO search_index (rowid, terms) VALUES (?, ?)',
          BigInt(place),
          termsOf(page, start, shelf),
        )
      }
    }
    db.run('UPDATE section SET indexed = documents WHERE key = ?', section.key)
  }
}

function termsOf(page: Page, start: number, shelf: number): string {
  let text = ''
  for (let at = page.termsFrom(start); at < page.termsTo(start); at++) {
    text += `${shelfTerm(shelf, (page.words[at] as number) >>> 4)} `
  }
  return text
}

/** Takes all documents of a space out of the index. */
export function removeSpace(db: Connection, space: number): void {
  const sections = db.all<{ key: number }>(
    'SELECT section.key FROM section JOIN shelf ON shelf.key = section.shelf WHERE shelf.space = ?',
    space,
  )
  for (const { key } of sections) {
    const first = BigInt(placeOf(key, 0))
    db.run('DELETE FROM search_index WHERE rowid BETWEEN ? AND ?', first, first + BigInt(SECTION_SIZE - 1))
    db.run(
      'DELETE FROM page WHERE number BETWEEN ? AND ?',
      key * SECTION_PAGES,
      (key + 1) * SECTION_PAGES - 1,
    )
    db.run('DELETE FROM section WHERE key = ?', key)
  }
  for (const table of ['shelf', 'speaker', 'speaker_word', 'speaker_section']) {
    db.run(`DELETE FROM ${table} WHERE space = ?`, space)
  }
}

// ---- speakers -------------------------------------------------------------------------------------------------

/** Numbers beyond this do not fit a profile: such a speaker is found by words only. */
const MAX_SPEAKERS = 65_535

/** The number of a speaker in a space; a new one is noted with the words of the name. 0 for none. */
export function speakerNumber(db: Connection, space: number, name: string | null | undefined): number {
  if (name === null || name === undefined || name === '') return 0
  const stored = toStored(name)
  const known = db.get<{ number: number }>(
    'SELECT number FROM speaker WHERE space = ? AND name = ?',
    space,
    stored,
  )
  if (known !== undefined) return known.number
  const { number } = db.one<{ number: number }>(
    'SELECT coalesce(max(number), 0) + 1 AS number FROM speaker WHERE space = ?',
    space,
  )
  if (number > MAX_SPEAKERS) return 0
  db.run('INSERT INTO speaker (space, number, name) VALUES (?, ?, ?)', space, number, stored)
  for (const word of new Set(nameWords(name))) {
    db.run(
      'INSERT OR IGNORE INTO speaker_word (space, word, number) VALUES (?, ?, ?)',
      space,
      termKey(word),
      number,
    )
  }
  return number
}

/** Words by which a speaker is called, lower-case: each word of the name. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s·・,.]+/u)
    .filter(word => word !== '')
}

function noteSpeakers(
  db: Connection,
  space: number,
  section: number,
  documents: readonly DocumentProfile[],
): void {
  const numbers = new Set(documents.map(document => document.speaker))
  for (const number of numbers) {
    if (number === 0) continue
    db.run(
      'INSERT OR IGNORE INTO speaker_section (space, number, section) VALUES (?, ?, ?)',
      space,
      number,
      section,
    )
  }
}
