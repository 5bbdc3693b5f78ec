/**
 * What can be found: the terms of messages, ready blocks and events, in one full-text index.
 *
 * Owns: which text of a record is indexed and how a term stands in the index. Leaves terms to `text/terms.ts`, asking
 * to `search.ts`.
 *
 * The index is contentless: it holds postings only and can always be rebuilt. A term is prefixed with the number of
 * its space, so a query walks the postings of its own spaces, and how rare a term is, is counted in them; the number
 * of documents and their mean length, which the rank uses too, are those of the whole index. A document's rowid is
 * four times the record's key plus the code of its kind.
 */
import type { BlockStatus } from '../../domain/conversation.ts'
import { HIT_KINDS, type HitKind } from '../../domain/search.ts'
import { indexTerms } from '../../text/terms.ts'
import { fromList, fromStored, fromStoredOrNull, type StoredText } from './codec.ts'
import type { Connection } from './connection.ts'

/** The kind of a document, in the two lowest bits of its rowid. */
export const KIND_CODE: Record<HitKind, number> = { message: 0, block: 1, event: 2 }

/** Longer pieces of a message are found by their beginning: in UTF-16 code units. */
export const MAX_INDEXED_LENGTH = 16_000

/** Code points at which the index's tokeniser would cut, or which it would fold: they are escaped. */
const AWKWARD = /[^a-z0-9._\-/+#\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]/gu
/** Terms joined by blanks, none of which needs escaping. */
const PLAIN_LIST = /^[a-z0-9._\-/+# \u{80}-\u{d7ff}\u{e000}-\u{10ffff}]*$/u

/** The tokeniser of the index: a term is cut at white space only. `:` ends the space's number and marks escapes. */
export const TOKENIZER = `ascii tokenchars '._-/+#:'`

/** A term as it stands in the index; different terms, or one term in two spaces, never look alike. */
export function toIndexTerm(space: number, term: string): string {
  return `${space}:${term.replace(AWKWARD, point => `:${point.codePointAt(0)?.toString(16)}:`)}`
}

/** Terms as one text for the index; most lists are plain and need no look at each term. */
function toIndexText(space: number, terms: readonly string[]): string {
  if (terms.length === 0) return ''
  if (PLAIN_LIST.test(terms.join(' '))) return `${space}:${terms.join(` ${space}:`)}`
  return terms.map(term => toIndexTerm(space, term)).join(' ')
}

const rowidOf = (kind: HitKind, key: number): bigint => BigInt(key * 4 + KIND_CODE[kind])

function insertDocument(db: Connection, space: number, kind: HitKind, key: number, text: string): void {
  db.run(
    'INSERT INTO search_index (rowid, terms) VALUES (?, ?)',
    rowidOf(kind, key),
    toIndexText(space, indexTerms(text)),
  )
}

// ---- what of a record is indexed ----------------------------------------------------------------------------

export interface MessageText {
  content: string | null
  name?: string
  arguments?: string
  result?: string
  own?: boolean
}

/** The text of a message that search reads and shows. */
export function textOfMessage(message: MessageText): string {
  const { content, name, arguments: args, result } = message
  if (name === undefined && args === undefined && result === undefined) return cut(content ?? '')
  return [content, name, args, result]
    .filter(piece => piece !== undefined && piece !== null && piece !== '')
    .map(piece => cut(piece ?? ''))
    .join('\n')
}

/** The first part of a text, ending between two characters. */
function cut(text: string): string {
  if (text.length <= MAX_INDEXED_LENGTH) return text
  const last = text.charCodeAt(MAX_INDEXED_LENGTH - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splitsPair ? MAX_INDEXED_LENGTH - 1 : MAX_INDEXED_LENGTH)
}

/** Indexes a message. Records of our own tools are no evidence and stay out. */
export function indexMessage(db: Connection, space: number, key: number, message: MessageText): void {
  if (message.own === true) return
  insertDocument(db, space, 'message', key, textOfMessage(message))
}

export interface BlockText {
  title: string
  tags: string[]
  /** What L1 and L2 say themselves; one that refers to deeper views only repeats messages, which are found as such. */
  text: string
}

/** The text of a ready block that search reads and shows. */
export function textOfBlock(db: Connection, key: number): BlockText {
  const block = db.one<{ title: StoredText | null; tags: string | null }>(
    'SELECT title, tags FROM block WHERE key = ?',
    key,
  )
  const views = db.all<{ text: StoredText }>(
    'SELECT text FROM view WHERE block = ? AND level IN (1, 2) AND text IS NOT NULL ORDER BY level',
    key,
  )
  return {
    title: fromStoredOrNull(block.title) ?? '',
    tags: block.tags === null ? [] : fromList(block.tags),
    text: views.map(view => fromStored(view.text)).join('\n'),
  }
}

/** Indexes a block that has become ready. */
export function indexBlock(db: Connection, space: number, key: number): void {
  const { title, tags, text } = textOfBlock(db, key)
  insertDocument(db, space, 'block', key, [title, ...tags, text].join('\n'))
}

export interface EventText {
  title: string
  summary: string
  tags: readonly string[]
  quotes: readonly string[]
}

export function indexEvent(db: Connection, space: number, key: number, event: EventText): void {
  const text = [event.title, event.summary, ...event.tags, ...event.quotes].join('\n')
  insertDocument(db, space, 'event', key, text)
}

// ---- rebuilding -----------------------------------------------------------------------------------------------

const BATCH = 500

/** Fills an empty index from the records. */
export function fillIndex(db: Connection): void {
  fillFrom(db, ALL_SPACES)
}

/** Indexes the records of one space, of which the index holds none, as records of another. */
export function indexSpaceAs(db: Connection, space: number, as: number): void {
  fillFrom(db, { from: space, as })
}

/** Takes the records of a space out of the index; its terms carry the space's number. */
export function unindexSpace(db: Connection, space: number): void {
  for (const kind of HIT_KINDS) {
    db.run(
      `DELETE FROM search_index WHERE rowid IN (SELECT key * 4 + ${KIND_CODE[kind]} FROM ${kind} WHERE space = ?)`,
      space,
    )
  }
}

/** Takes events out of the index, ahead of dropping them. */
export function unindexEvents(db: Connection, keys: readonly number[]): void {
  for (const key of keys) db.run('DELETE FROM search_index WHERE rowid = ?', rowidOf('event', key))
}

/** Which records are indexed, and as whose; null: of every space, and as its own. */
interface Filling {
  from: number | null
  as: number | null
}

const ALL_SPACES: Filling = { from: null, as: null }

function fillFrom(db: Connection, filling: Filling): void {
  fillMessages(db, filling)
  fillBlocks(db, filling)
  fillEvents(db, filling)
}

interface StoredMessage {
  key: number
  space: number
  content: StoredText | null
  name: StoredText | null
  arguments: StoredText | null
  result: StoredText | null
  own: number | null
}

function fillMessages(db: Connection, { from, as }: Filling): void {
  eachRow<StoredMessage>(db, from, 'key, space, content, name, arguments, result, own FROM message', row => {
    indexMessage(db, as ?? row.space, row.key, toMessageText(row))
  })
}

function fillBlocks(db: Connection, { from, as }: Filling): void {
  eachRow<{ key: number; space: number; status: BlockStatus }>(
    db,
    from,
    'key, space, status FROM block',
    row => {
      if (row.status === 'ready') indexBlock(db, as ?? row.space, row.key)
    },
  )
}

/** A message's searched fields from its row. */
export function toMessageText(row: Omit<StoredMessage, 'key' | 'space'>): MessageText {
  return {
    content: fromStoredOrNull(row.content),
    name: fromStoredOrNull(row.name) ?? undefined,
    arguments: fromStoredOrNull(row.arguments) ?? undefined,
    result: fromStoredOrNull(row.result) ?? undefined,
    own: row.own === 1,
  }
}

interface StoredEvent {
  key: number
  space: number
  title: StoredText
  summary: StoredText
  tags: string
  quotes: string
}

function fillEvents(db: Connection, { from, as }: Filling): void {
  eachRow<StoredEvent>(db, from, 'key, space, title, summary, tags, quotes FROM event', row => {
    indexEvent(db, as ?? row.space, row.key, {
      title: fromStored(row.title),
      summary: fromStored(row.summary),
      tags: fromList(row.tags),
      quotes: fromList(row.quotes),
    })
  })
}

/** Visits the rows of a space, or of all with null, in order of their key. */
function eachRow<Row extends { key: number }>(
  db: Connection,
  space: number | null,
  from: string,
  visit: (row: Row) => void,
): void {
  const sql = `SELECT ${from} WHERE key > ?1 AND (?2 IS NULL OR space = ?2) ORDER BY key LIMIT ${BATCH}`
  for (let after = 0; ; ) {
    const rows = db.all<Row>(sql, after, space)
    rows.forEach(visit)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.key
  }
}
