/**
 * What of a record can be found: its text, its terms and what ranking knows of it.
 *
 * Owns: which text of a record is indexed and shown, and how a record becomes a profile. Leaves terms to `text`,
 * where profiles lie to `write.ts`.
 */
import type { Role } from '../../../domain/conversation.ts'
import { seeCues } from '../../../text/cues.ts'
import { indexKeys } from '../../../text/index-keys.ts'
import { isHighSurrogate } from '../../../text/script.ts'
import { type DocumentProfile, FLAG, ROLE } from '../../profile.ts'
import { fromList, fromStored, fromStoredOrNull, type StoredText } from '../codec.ts'
import type { Connection } from '../connection.ts'

/** Longer pieces of a message are found by their beginning: in UTF-16 code units. */
const MAX_INDEXED_LENGTH = 16_000

// ---- messages -----------------------------------------------------------------------------------------------

/** The fields of a message that search reads and shows. */
export interface MessageText {
  content: string | null
  name?: string
  arguments?: string
  result?: string
}

/** Its columns in the database. */
export interface MessageTextRow {
  content: StoredText | null
  name: StoredText | null
  arguments: StoredText | null
  result: StoredText | null
}

export function toMessageText(row: MessageTextRow): MessageText {
  return {
    content: fromStoredOrNull(row.content),
    name: fromStoredOrNull(row.name) ?? undefined,
    arguments: fromStoredOrNull(row.arguments) ?? undefined,
    result: fromStoredOrNull(row.result) ?? undefined,
  }
}

/** The text of a message that search reads and shows. */
export function textOfMessage({ content, name, arguments: args, result }: MessageText): string {
  if (name === undefined && args === undefined && result === undefined) return cut(content ?? '')
  return [content, name, args, result]
    .filter(piece => piece !== undefined && piece !== null && piece !== '')
    .map(piece => cut(piece ?? ''))
    .join('\n')
}

/** The first part of a text, ending between two characters. */
function cut(text: string): string {
  if (text.length <= MAX_INDEXED_LENGTH) return text
  const splitsPair = isHighSurrogate(text.charCodeAt(MAX_INDEXED_LENGTH - 1))
  return text.slice(0, splitsPair ? MAX_INDEXED_LENGTH - 1 : MAX_INDEXED_LENGTH)
}

/** A message on its way into the index. */
export interface IndexedMessage extends MessageText {
  key: number
  id: string
  role: Role
  at: number | null
  /** Number of its speaker in the space; 0 = unnamed. */
  speaker: number
  /** Place of its turn in the conversation. */
  ordinal: number
}

export function profileOfMessage(message: IndexedMessage): DocumentProfile {
  const text = textOfMessage(message)
  return {
    ...profileOf(text, message),
    ordinal: message.ordinal,
    at: message.at,
    role: ROLE[message.role],
    speaker: message.speaker,
  }
}

// ---- blocks and events ----------------------------------------------------------------------------------------

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

/** A ready block on its way into the index. */
export interface IndexedBlock {
  key: number
  id: string
  sequence: number
  lastAt: number | null
}

export function profileOfBlock(db: Connection, block: IndexedBlock): DocumentProfile {
  const { title, tags, text } = textOfBlock(db, block.key)
  const profile = profileOf([title, ...tags, text].join('\n'), block)
  return { ...profile, ordinal: block.sequence, at: block.lastAt }
}

/** An event on its way into the index. */
export interface IndexedEvent {
  key: number
  id: string
  title: string
  summary: string
  tags: readonly string[]
  quotes: readonly string[]
  /** When it happened, or else was mentioned. */
  at: number | null
  /** Place of the turn it was said in; 0 for one from outside a conversation. */
  ordinal: number
}

export function profileOfEvent(event: IndexedEvent): DocumentProfile {
  const text = [event.title, event.summary, ...event.tags, ...event.quotes].join('\n')
  return { ...profileOf(text, event), ordinal: event.ordinal, at: event.at }
}

// ---- profiles -------------------------------------------------------------------------------------------------

function profileOf(text: string, { key, id }: { key: number; id: string }): DocumentProfile {
  const { terms, length } = indexKeys(text)
  return {
    record: key,
    rank: rankOfId(id),
    ordinal: 0,
    at: null,
    role: ROLE.user,
    speaker: 0,
    flags: flagsOf(text),
    length,
    terms,
  }
}

function flagsOf(text: string): number {
  const { asks, hasTime, hasNumber, hasName } = seeCues(text)
  return (
    (asks ? FLAG.asks : 0) |
    (hasTime ? FLAG.hasTime : 0) |
    (hasNumber ? FLAG.hasNumber : 0) |
    (hasName ? FLAG.hasName : 0)
  )
}

/** Thirty bits of an id, in the order of its letters: what orders documents that are equal in all else. */
function rankOfId(id: string): number {
  let rank = 0
  for (let at = 2; at < 8; at++) {
    const code = id.charCodeAt(at)
    rank = rank * 32 + ((code >= 97 ? code - 91 : code - 50) & 31)
  }
  return rank >>> 0
}
