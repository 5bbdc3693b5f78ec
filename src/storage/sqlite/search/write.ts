/**
 * Documents go into the index.
 *
 * Owns: letting them wait, and bringing those that wait to their places. All of it happens in the transaction that
 * stores the record. Leaves what a document is to `documents.ts`, postings to `segments.ts`.
 */

import type { SpaceId } from '../../../domain/space.ts'
import { termKey } from '../../../text/term-key.ts'
import {
  type DocumentProfile,
  encodeProfile,
  PAGE_SIZE,
  type Page,
  pageOf,
  placeOf,
  SECTION_SIZE,
  sectionOf,
} from '../../profile.ts'
import { toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { findSpace } from '../spaces.ts'
import { layOut, newestSection, pageWith } from './layout.ts'
import { type NewPostings, removeSegment, SEGMENT_BITS, SEGMENT_DOCUMENTS, writeSegment } from './segments.ts'
import { MAX_WAITING, SHELF_KIND, type ShelfKind, TOGETHER } from './tables.ts'
import { endWaiting, lastNumber, letMessagesWait, letWait, type Waiting, waitingOn } from './waiting.ts'

/** Where documents go: a shelf, and the conversation they come from. */
export interface Destination {
  space: number
  kind: ShelfKind
  /** Key of the thread; null for events from outside a conversation. */
  thread: number | null
}

/** Adds documents after those of their conversation. */
export function addDocuments(db: Connection, to: Destination, documents: readonly DocumentProfile[]): void {
  if (documents.length === 0) return
  const shelf = openShelf(db, to)
  const last = lastNumber(db, shelf)
  const added = documents.map(
    (document): Waiting => ({ thread: to.thread, profile: encodeProfile(document) }),
  )
  if (last - shelf.documents + added.length < TOGETHER) {
    letWait(db, shelf.key, last, added)
    return
  }
  const due = [...waitingOn(db, shelf.key), ...added]
  endWaiting(db, shelf.key, due.length)
  for (let from = 0; from < due.length; from += SEGMENT_DOCUMENTS) {
    bringIn(db, { ...to, shelf: shelf.key }, due.slice(from, from + SEGMENT_DOCUMENTS))
  }
}

/** Adds messages of a thread, by their keys, to those that wait; gives how many of the space wait then. */
export function addMessages(
  db: Connection,
  space: number,
  thread: number,
  messages: readonly number[],
): number {
  const to: Destination = { space, kind: SHELF_KIND.message, thread }
  const shelf = openShelf(db, to)
  const last = lastNumber(db, shelf)
  letMessagesWait(db, shelf.key, last, thread, messages)
  const waiting = last + messages.length - shelf.documents
  let left = waiting
  while (left >= MAX_WAITING) left -= bringInFirst(db, { ...to, shelf: shelf.key }, left)
  return left
}

/** Documents brought in at once when they have waited. */
const AT_ONCE = 128

/**
 * Brings in messages of a space that wait.
 *
 * @returns how many still wait.
 */
export function indexWaiting(db: Connection, space: SpaceId): number {
  makeProfiles(db, space)
  return db.write(() => {
    const key = findSpace(db, space)
    if (key === undefined) return 0
    const to: Destination = { space: key, kind: SHELF_KIND.message, thread: null }
    const shelf = openShelf(db, to)
    const waiting = lastNumber(db, shelf) - shelf.documents
    return waiting - bringInFirst(db, { ...to, shelf: shelf.key }, waiting)
  })
}

/** Makes and keeps what is brought in next, before others have to wait for the write. */
function makeProfiles(db: Connection, space: SpaceId): void {
  db.read(() => {
    const shelf = db.get<{ key: number }>(
      'SELECT key FROM shelf WHERE kind = ? AND space = ?',
      SHELF_KIND.message,
      findSpace(db, space) ?? null,
    )
    if (shelf !== undefined) waitingOn(db, shelf.key, AT_ONCE, true)
  })
}

/** Brings in the documents that have waited longest; gives how many. */
function bringInFirst(db: Connection, shelf: Shelf, waiting: number): number {
  const most = Math.min(waiting - (waiting % TOGETHER), AT_ONCE)
  if (most === 0) return 0
  const due = waitingOn(db, shelf.shelf, most)
  endWaiting(db, shelf.shelf, most)
  bringIn(db, shelf, due)
  return most
}

function openShelf(db: Connection, { space, kind }: Destination): { key: number; documents: number } {
  const shelf = db.get<{ key: number; documents: number }>(
    'SELECT key, documents FROM shelf WHERE space = ? AND kind = ?',
    space,
    kind,
  )
  if (shelf !== undefined) return shelf
  const { rowid } = db.run(
    'INSERT INTO shelf (space, kind, documents, length) VALUES (?, ?, 0, 0)',
    space,
    kind,
  )
  return { key: rowid, documents: 0 }
}

// ---- to their places ------------------------------------------------------------------------------------------

interface Shelf extends Destination {
  shelf: number
}

/** Gives documents their places, writes their pages and one segment, and counts them. */
function bringIn(db: Connection, to: Shelf, documents: readonly Waiting[]): void {
  const laid = layOut(
    documents,
    thread => newestSection(db, to.shelf, thread),
    thread => openSection(db, to.shelf, thread),
  )
  const collected = new Collected(documents.length)
  const all = new Tally()
  const sections = new Map<number, Tally>()
  for (const [number, profiles] of [...laid].sort(([a], [b]) => a - b)) {
    const page = pageWith(db, number, profiles)
    db.run('INSERT OR REPLACE INTO page (number, profiles) VALUES (?, ?)', number, page.words)
    const section = sectionOf(number * PAGE_SIZE)
    const tally = sections.get(section) ?? new Tally()
    sections.set(section, tally)
    for (const start of page.starts.slice(-profiles.length)) {
      collected.add(page, start)
      tally.add(page, start)
      all.add(page, start)
    }
  }
  for (const [section, tally] of sections) {
    countIn(db, 'section', section, tally)
    if (to.kind === SHELF_KIND.message) noteSpeakers(db, to.space, section, tally.speakers)
  }
  countIn(db, 'shelf', to.shelf, all)
  writeSegment(db, to.shelf, collected.postings())
}

/** Terms of new documents, which come in ascending order of their places. */
class Collected {
  readonly #places: Float64Array
  #pairs = new Float64Array(4_096)
  #documents = 0
  #size = 0

  constructor(documents: number) {
    this.#places = new Float64Array(documents)
  }

  add(page: Page, start: number): void {
    const document = this.#documents++
    this.#places[document] = page.place(start)
    this.#makeRoom(page.distinct(start))
    const end = page.termsTo(start)
    for (let at = page.termsFrom(start); at < end; at++) {
      this.#pairs[this.#size++] = ((page.words[at] as number) >>> 4) * 2 ** SEGMENT_BITS + document
    }
  }

  postings(): NewPostings {
    return { places: this.#places, pairs: this.#pairs.subarray(0, this.#size) }
  }

  #makeRoom(more: number): void {
    if (this.#size + more <= this.#pairs.length) return
    const larger = new Float64Array(2 * (this.#size + more))
    larger.set(this.#pairs)
    this.#pairs = larger
  }
}

function openSection(db: Connection, shelf: number, thread: number | null): number {
  return db.run('INSERT INTO section (shelf, thread, documents, length) VALUES (?, ?, 0, 0)', shelf, thread)
    .rowid
}

/** What is counted of documents. */
class Tally {
  documents = 0
  length = 0
  first = Infinity
  last = -Infinity
  readonly speakers = new Set<number>()

  add(page: Page, start: number): void {
    this.documents += 1
    this.length += page.length(start)
    const at = page.at(start)
    if (at < this.first) this.first = at
    if (at > this.last) this.last = at
    this.speakers.add(page.speaker(start))
  }
}

function countIn(db: Connection, table: 'section' | 'shelf', key: number, tally: Tally): void {
  const first = tally.first === Infinity ? null : tally.first
  const last = tally.last === -Infinity ? null : tally.last
  const since = table === 'section' ? ', first_at = coalesce(min(first_at, ?4), first_at, ?4)' : ''
  db.run(
    `UPDATE ${table} SET documents = documents + ?1, length = length + ?2,
       last_at = coalesce(max(last_at, ?3), last_at, ?3)${since} WHERE key = ${since === '' ? '?4' : '?5'}`,
    tally.documents,
    tally.length,
    last,
    ...(since === '' ? [] : [first]),
    key,
  )
}

/** Takes all documents of a space out of the index. */
export function removeSpace(db: Connection, space: number): void {
  const shelves = db.all<{ key: number }>('SELECT key FROM shelf WHERE space = ?', space)
  for (const shelf of shelves) {
    for (const { key } of db.all<{ key: number }>('SELECT key FROM segment WHERE shelf = ?', shelf.key)) {
      removeSegment(db, key)
    }
    for (const { key } of db.all<{ key: number }>('SELECT key FROM section WHERE shelf = ?', shelf.key)) {
      const [first, last] = [pageOf(placeOf(key, 0)), pageOf(placeOf(key, SECTION_SIZE - 1))]
      db.run('DELETE FROM page WHERE number BETWEEN ? AND ?', first, last)
      db.run('DELETE FROM section WHERE key = ?', key)
    }
    db.run('DELETE FROM waiting WHERE shelf = ?', shelf.key)
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
function nameWords(name: string): string[] {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[\s·・,.]+/u)
    .filter(word => word !== '')
}

function noteSpeakers(db: Connection, space: number, section: number, numbers: ReadonlySet<number>): void {
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
