/**
 * The records behind found documents.
 *
 * Owns: reading them as they are shown, and the conditions that only they can answer. Leaves finding to `read.ts`.
 */
import type { HitKind } from '../../../domain/search.ts'
import type { SpaceId } from '../../../domain/space.ts'
import type { FoundRecord, RecordFilter } from '../../search-index.ts'
import { fromStored, fromStoredOrNull, type StoredText, toStored } from '../codec.ts'
import type { Connection } from '../connection.ts'
import { textOfBlock, textOfMessage, toMessageText } from './documents.ts'

/** Records in the order of their keys as asked; undefined for one that is gone. */
export function records(
  db: Connection,
  space: SpaceId,
  kind: HitKind,
  keys: readonly number[],
): (FoundRecord | undefined)[] {
  if (keys.length === 0) return []
  const found = READ[kind](db, space, JSON.stringify(keys))
  return keys.map(key => found.get(key))
}

const READ: Record<HitKind, (db: Connection, space: SpaceId, keys: string) => Map<number, FoundRecord>> = {
  message: readMessages,
  block: readBlocks,
  event: readEvents,
}

type MessageColumns = [
  key: number,
  id: string,
  thread: StoredText,
  turn: string,
  at: number | null,
  speaker: StoredText | null,
  externalId: StoredText | null,
  isOpen: number,
  content: StoredText | null,
  name: StoredText | null,
  args: StoredText | null,
  result: StoredText | null,
]

function readMessages(db: Connection, space: SpaceId, keys: string): Map<number, FoundRecord> {
  const rows = db.tuples<MessageColumns>(
    `SELECT message.key, message.id, thread.name, turn.id, message.at, message.speaker, message.external_id,
       turn.ordinal > thread.sealed_turns, message.content, message.name, message.arguments, message.result
     FROM json_each(?) AS asked CROSS JOIN message ON message.key = asked.value
     JOIN turn ON turn.key = message.turn JOIN thread ON thread.key = turn.thread`,
    keys,
  )
  const found = new Map<number, FoundRecord>()
  for (const row of rows) {
    const [key, id, thread, turn, time, speaker, externalId, isOpen, content, name, args, result] = row
    found.set(key, {
      id,
      kind: 'message',
      space,
      sourceSpace: space,
      thread: fromStored(thread),
      turn,
      time,
      title: null,
      text: textOfMessage(toMessageText({ content, name, arguments: args, result })),
      speaker: fromStoredOrNull(speaker),
      externalId: fromStoredOrNull(externalId),
      open: isOpen === 1,
    })
  }
  return found
}

interface BlockRow {
  key: number
  id: string
  thread: StoredText
  last_at: number | null
  title: StoredText | null
}

function readBlocks(db: Connection, space: SpaceId, keys: string): Map<number, FoundRecord> {
  const rows = db.all<BlockRow>(
    `SELECT block.key, block.id, thread.name AS thread, block.last_at, block.title
     FROM json_each(?) AS asked CROSS JOIN block ON block.key = asked.value
     JOIN thread ON thread.key = block.thread`,
    keys,
  )
  return new Map(
    rows.map((row): [number, FoundRecord] => [
      row.key,
      {
        id: row.id,
        kind: 'block',
        space,
        sourceSpace: space,
        thread: fromStored(row.thread),
        turn: null,
        time: row.last_at,
        title: fromStoredOrNull(row.title),
        text: textOfBlock(db, row.key).text,
        speaker: null,
        externalId: null,
        open: false,
      },
    ]),
  )
}

type EventColumns = [
  key: number,
  id: string,
  space: SpaceId,
  sourceSpace: SpaceId | null,
  thread: StoredText | null,
  turn: string | null,
  time: number | null,
  title: StoredText,
  summary: StoredText,
]

function readEvents(db: Connection, _space: SpaceId, keys: string): Map<number, FoundRecord> {
  const rows = db.tuples<EventColumns>(
    `SELECT event.key, event.id, space.name, source.name, thread.name, turn.id,
       coalesce(event.happened_start, event.mentioned_at), event.title, event.summary
     FROM json_each(?) AS asked CROSS JOIN event ON event.key = asked.value
     JOIN space ON space.key = event.space LEFT JOIN thread ON thread.key = event.thread
     LEFT JOIN space AS source ON source.key = thread.space LEFT JOIN turn ON turn.key = event.turn`,
    keys,
  )
  return new Map(
    rows.map(([key, id, space, sourceSpace, thread, turn, time, title, summary]): [number, FoundRecord] => [
      key,
      {
        id,
        kind: 'event',
        space,
        sourceSpace,
        thread: fromStoredOrNull(thread),
        turn,
        time,
        title: fromStored(title),
        text: fromStored(summary),
        speaker: null,
        externalId: null,
        open: false,
      },
    ]),
  )
}

// ---- conditions -----------------------------------------------------------------------------------------------

/** Parameters: 1 keys, 2 speaker, 3 type, 4 from, 5 to, 6 topic. `parameters` names each, so that all can be bound. */
const CONDITION: Record<HitKind, Record<'speaker' | 'type' | 'topic' | 'range', string>> = {
  message: {
    speaker: 'message.speaker = ?2',
    type: 'FALSE',
    topic: 'FALSE',
    range: 'message.at >= ?4 AND message.at < ?5',
  },
  block: {
    speaker: 'FALSE',
    type: 'FALSE',
    topic: 'FALSE',
    range: 'block.last_at >= ?4 AND block.first_at < ?5',
  },
  event: {
    speaker: `EXISTS (SELECT 1 FROM event_source JOIN message ON message.key = event_source.message
      WHERE event_source.event = event.key AND message.speaker = ?2)`,
    type: 'event.type = ?3',
    topic: `EXISTS (SELECT 1 FROM topic_place JOIN topic_section ON topic_section.key = topic_place.section
      JOIN chapter ON chapter.key = topic_section.chapter
      WHERE topic_place.event = event.key AND ?6 IN (topic_section.id, chapter.id))`,
    range: `CASE WHEN event.happened_start IS NULL THEN event.mentioned_at >= ?4 AND event.mentioned_at < ?5
      ELSE event.happened_start < ?5 AND coalesce(event.happened_end, event.happened_start + 1) > ?4 END`,
  },
}

/** Which of the records pass. A speaker names messages and the events that cite them; a type or topic, events only. */
export function passing(
  db: Connection,
  kind: HitKind,
  keys: readonly number[],
  { speaker, type, topic, from, to }: RecordFilter,
): Set<number> {
  const conditions: string[] = []
  if (speaker !== undefined) conditions.push(CONDITION[kind].speaker)
  if (type !== undefined) conditions.push(CONDITION[kind].type)
  if (topic !== undefined) conditions.push(CONDITION[kind].topic)
  if (from !== undefined || to !== undefined) conditions.push(CONDITION[kind].range)
  const rows = db.all<{ key: number }>(
    `WITH parameters AS (SELECT ?1, ?2, ?3, ?4, ?5, ?6)
     SELECT ${kind}.key FROM json_each(?1) AS asked CROSS JOIN ${kind} ON ${kind}.key = asked.value
     WHERE ${['TRUE', ...conditions].join(' AND ')}`,
    JSON.stringify(keys),
    speaker === undefined ? null : toStored(speaker),
    type ?? null,
    from ?? Number.MIN_SAFE_INTEGER,
    to ?? Number.MAX_SAFE_INTEGER,
    topic ?? null,
  )
  return new Set(rows.map(row => row.key))
}
