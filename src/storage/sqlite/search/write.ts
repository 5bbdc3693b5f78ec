/**
 * Documents go into the index.
 *
 * Owns: giving each its place, bringing full pages into `search_index`, and keeping shelves and sections counted. All of
 * it happens in the transaction that stores the record. Leaves what a document is to `documents.ts`.
 */
import { termKey } from '../../../text/term-key.ts'
import {
  type DocumentProfile,
  encodeProfile,
  PAGE_SIZE,
  Page,
  placeOf,
  SECTION_PAGES,
  SECTION_SIZE,
  sectionOf,
  slotOf,
} from '../../profile.ts'
import { toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { MAX_OPEN_PAGES, SHELF_KIND, type ShelfKind, shelfTerm } from './tables.ts'

/** Where documents go: a shelf, and the conversation they come from. */
export interface Destination {
  space: number
  kind: ShelfKind
  /** Key of the thread; null for events from outside a conversation. */
  thread: number | null
}

/**
 * Adds documents at the end of their conversation's newest section, opening sections as needed. What enters
 * `search_index` enters last: whatever is written after it in the same step would make FTS5 write out early.
 */
export function addDocuments(db: Connection, to: Destination, documents: readonly DocumentProfile[]): void {
  if (documents.length === 0) return
  const shelf = openShelf(db, to)
  const due: StoredPage[] = []
  for (let done = 0; done < documents.length; ) {
    const page = openPage(db, shelf, to.thread, documents[done]?.at ?? null, due)
    const part = documents.slice(done, done + PAGE_SIZE - page.documents)
    fillPage(db, shelf, page, part, due)
    if (to.kind === SHELF_KIND.message) noteSpeakers(db, to.space, sectionOf(page.number * PAGE_SIZE), part)
    done += part.length
  }
  for (const page of due) indexPage(db, shelf, page)
}

// ---- shelves, sections, pages ---------------------------------------------------------------------------------

function openShelf(db: Connection, { space, kind }: Destination): number {
  const shelf = db.get<{ key: number }>('SELECT key FROM shelf WHERE space = ? AND kind = ?', space, kind)
  if (shelf !== undefined) return shelf.key
  return db.run('INSERT INTO shelf (space, kind, documents, length) VALUES (?, ?, 0, 0)', space, kind).rowid
}

/** A page with room. */
interface OpenPage {
  number: number
  /** Documents it holds, and how many of them are in `search_index`. */
  documents: number
  indexed: number
  /** Whether its shelf counts it among the open ones. */
  isOpen: boolean
  profiles: Uint8Array
}

/** The newest page of the conversation, or a new one when that is full. */
function openPage(
  db: Connection,
  shelf: number,
  thread: number | null,
  at: number | null,
  due: StoredPage[],
): OpenPage {
  const section = db.get<{ key: number }>(
    'SELECT key FROM section WHERE thread IS ? AND shelf = ? ORDER BY key DESC LIMIT 1',
    thread,
    shelf,
  )
  const newest = section && newestPage(db, section.key)
  if (newest !== undefined && newest.documents < PAGE_SIZE) return newest
  closePages(db, shelf, due)
  const next = newest === undefined ? 0 : newest.number + 1
  const isInside = section !== undefined && sectionOf(next * PAGE_SIZE) === section.key
  const number = isInside ? next : openSection(db, shelf, thread, at) * SECTION_PAGES
  return { number, documents: 0, indexed: 0, isOpen: false, profiles: new Uint8Array() }
}

function newestPage(db: Connection, section: number): OpenPage | undefined {
  const row = db.get<StoredPage & { open_in: number | null }>(
    'SELECT number, open_in, indexed, profiles FROM page WHERE number BETWEEN ? AND ? ORDER BY number DESC LIMIT 1',
    section * SECTION_PAGES,
    (section + 1) * SECTION_PAGES - 1,
  )
  if (row === undefined) return undefined
  const { number, open_in: shelf, indexed, profiles } = row
  return {
    number,
    indexed,
    profiles,
    isOpen: shelf !== null,
    documents: new Page(number, profiles).starts.length,
  }
}

function openSection(db: Connection, shelf: number, thread: number | null, at: number | null): number {
  return db.run(
    `INSERT INTO section (shelf, thread, documents, length, shelved_before, first_at, last_at)
     SELECT key, ?, 0, 0, documents, ?, ? FROM shelf WHERE key = ?`,
    thread,
    at,
    at,
    shelf,
  ).rowid
}

/** Writes documents into a page; a full one is due. Mostly the one column of the one row changes. */
function fillPage(
  db: Connection,
  shelf: number,
  page: OpenPage,
  documents: readonly DocumentProfile[],
  due: StoredPage[],
): void {
  const { number, indexed } = page
  const first = number * PAGE_SIZE + page.documents
  const added = documents.map((document, index) => encodeProfile(slotOf(first + index), document))
  const profiles = Buffer.concat([page.profiles, ...added.map(words => new Uint8Array(words.buffer))])
  const isFull = page.documents + documents.length === PAGE_SIZE
  if (page.isOpen && !isFull) db.run('UPDATE page SET profiles = ? WHERE number = ?', profiles, number)
  else putPage(db, { number, indexed: isFull ? PAGE_SIZE : indexed, profiles }, isFull ? null : shelf)
  if (isFull) {
    due.push({ number, indexed, profiles })
    countPage(db, shelf, { number, indexed, profiles })
  }
}

function putPage(db: Connection, { number, indexed, profiles }: StoredPage, shelf: number | null): void {
  db.run(
    'INSERT OR REPLACE INTO page (number, open_in, indexed, profiles) VALUES (?, ?, ?, ?)',
    number,
    shelf,
    indexed,
    profiles,
  )
}

// ---- open pages -----------------------------------------------------------------------------------------------

/** A page of which the first documents are in `search_index`. */
export interface WaitingPage {
  page: Page
  indexed: number
}

/** Pages of a shelf with documents that are not in `search_index` yet, in order. */
export function waitingPages(db: Connection, shelf: number): WaitingPage[] {
  return db
    .all<StoredPage>('SELECT number, indexed, profiles FROM page WHERE open_in = ? ORDER BY number', shelf)
    .map(({ number, indexed, profiles }) => ({ page: new Page(number, profiles), indexed }))
}

interface StoredPage {
  number: number
  indexed: number
  profiles: Uint8Array
}

/** Makes the open pages of a shelf due when there are many. */
function closePages(db: Connection, shelf: number, due: StoredPage[]): void {
  const { open } = db.one<{ open: number }>('SELECT count(*) AS open FROM page WHERE open_in = ?', shelf)
  if (open < MAX_OPEN_PAGES) return
  const pages = db.all<StoredPage>(
    'SELECT number, indexed, profiles FROM page WHERE open_in = ? ORDER BY number',
    shelf,
  )
  for (const page of pages) {
    due.push(page)
    putPage(db, { ...page, indexed: new Page(page.number, page.profiles).starts.length }, null)
    countPage(db, shelf, page)
  }
}

/** Counts the rest of a page, which is about to enter `search_index`, in its section and shelf. */
function countPage(db: Connection, shelf: number, { number, indexed, profiles }: StoredPage): void {
  const page = new Page(number, profiles)
  const sum = { documents: 0, length: 0, first: Infinity, last: -Infinity }
  for (const start of page.starts.slice(indexed)) {
    sum.documents += 1
    sum.length += page.length(start)
    const at = page.at(start)
    if (at < sum.first) sum.first = at
    if (at > sum.last) sum.last = at
  }
  const first = sum.first === Infinity ? null : sum.first
  const last = sum.last === -Infinity ? null : sum.last
  db.run(
    `UPDATE section SET documents = documents + ?1, length = length + ?2,
       first_at = coalesce(min(first_at, ?3), first_at, ?3), last_at = coalesce(max(last_at, ?4), last_at, ?4)
     WHERE key = ?5`,
    sum.documents,
    sum.length,
    first,
    last,
    sectionOf(number * PAGE_SIZE),
  )
  db.run(
    `UPDATE shelf SET documents = documents + ?1, length = length + ?2,
       last_at = coalesce(max(last_at, ?3), last_at, ?3) WHERE key = ?4`,
    sum.documents,
    sum.length,
    last,
    shelf,
  )
}

/** Brings the rest of a page into `search_index`. */
function indexPage(db: Connection, shelf: number, { number, indexed, profiles }: StoredPage): void {
  const page = new Page(number, profiles)
  for (const start of page.starts.slice(indexed)) {
    db.run(
      'INSERT INTO search_index (rowid, terms) VALUES (?, ?)',
      BigInt(page.place(start)),
      termsOf(page, start, shelf),
    )
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
