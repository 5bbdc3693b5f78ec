/**
 * Events with their sources.
 *
 * Owns: the tables `event` and `event_source`, and who sees which event. Leaves relations to `event-relations.ts`. User-scope events lie in the space `user`
 * though their source messages lie elsewhere. Leaves what search finds to `search/`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { gistOf } from '../../domain/gist.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { EventFilter, LatestEventsRequest, NewEvent, PlacedEvent } from '../store.ts'
import { toList, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { findSaid } from './event-gists.ts'
import { queueEvent } from './event-jobs.ts'
import { addRelations } from './event-relations.ts'
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-rows.ts'
import { LINEAGE_OF_NAME, LINEAGE_OF_THREAD } from './lineage.ts'
import { type IndexedEvent, profileOfEvent } from './search/documents.ts'
import { SHELF_KIND } from './search/tables.ts'
import { addDocuments } from './search/write.ts'
import { ensureSpace, findSpace } from './spaces.ts'

// ---- writing ----------------------------------------------------------------------------------------------

/** A message an event cites, by its keys. */
export interface SourceMessage {
  message: number
  turn: number
  thread: number
  /** Place of the turn in its thread. */
  ordinal: number
}

/** Writes events as they are; a known one is left as it is. Returns how many were new. */
export function addEvents(db: Connection, space: SpaceId, events: readonly NewEvent[]): number {
  return db.write(() => {
    const spaceKey = findSpace(db, space)
    const added: NewRow[] = []
    for (const event of events) {
      const sources = event.sources.map(id => findSource(db, spaceKey, id))
      const row = insertGivenEvent(db, event, sources)
      if (row !== undefined) added.push(row)
    }
    indexEvents(db, added)
    return added.length
  })
}

/** What an active event says already is known. */
function insertGivenEvent(
  db: Connection,
  event: NewEvent,
  sources: readonly SourceMessage[],
): NewRow | undefined {
  const place = { space: ensureSpace(db, event.space), thread: latestOf(sources)?.thread ?? null }
  if (event.isOnce && findSaid(db, event, place, 'all') !== undefined) return undefined
  return insertEvent(db, event, sources, null)
}

/** The source said last. */
export const latestOf = (sources: readonly SourceMessage[]): SourceMessage | undefined =>
  sources.toSorted((a, b) => a.ordinal - b.ordinal).at(-1)

function findSource(db: Connection, space: number | undefined, id: string): SourceMessage {
  const source = db.get<SourceMessage>(
    `SELECT message.key AS message, message.turn, turn.thread, turn.ordinal
     FROM message JOIN turn ON turn.key = message.turn
     WHERE message.id = ? AND message.space = ?`,
    id,
    space ?? null,
  )
  if (source === undefined) {
    throw new PalimpsestError('not-found', `event: source ${id} is no message of this space; leave it out`)
  }
  return source
}

/** An event that was written, on its way into the index. */
export interface NewRow extends IndexedEvent {
  space: number
  thread: number | null
  isSession: boolean
}

/**
 * Writes one event with its sources; undefined when its id is known. It was said in its latest turn. The caller brings
 * all that it wrote into the index together.
 */
export function insertEvent(
  db: Connection,
  event: NewEvent,
  sources: readonly SourceMessage[],
  block: number | null,
): NewRow | undefined {
  const space = ensureSpace(db, event.space)
  const last = latestOf(sources)
  const { changes, rowid } = db.run(
    `INSERT INTO event (space, id, type, title, summary, tags, quotes, category_hints, scope, criticality, origin,
       trust, status, pinned, mentioned_at, happened_start, happened_end, happened_precision, happened_basis,
       happened_words, happened_status, created_turn, thread, block, turn, made_by, gist)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id, space) DO NOTHING`,
    space,
    event.id,
    event.type,
    toStored(event.title),
    toStored(event.summary),
    toList(event.tags),
    toList(event.quotes),
    toList(event.categoryHints ?? []),
    event.scope,
    event.criticality,
    event.origin,
    event.trust,
    event.mentionedAt,
    event.time?.start ?? null,
    event.time?.end ?? null,
    event.time?.precision ?? null,
    event.time?.basis ?? null,
    event.time ? toStored(event.time.originalText) : null,
    event.time?.status ?? null,
    event.createdTurn,
    last?.thread ?? null,
    block,
    last?.turn ?? null,
    event.madeBy,
    gistOf(event),
  )
  if (changes === 0) return undefined
  sources.forEach((source, ordinal) => {
    db.run(
      'INSERT INTO event_source (event, ordinal, message) VALUES (?, ?, ?)',
      rowid,
      ordinal,
      source.message,
    )
  })
  addRelations(db, { key: rowid, space }, event.relations ?? {}, event.madeBy)
  queueEvent(db, space, rowid)
  return {
    key: rowid,
    id: event.id,
    title: event.title,
    summary: event.summary,
    tags: event.tags,
    quotes: event.quotes,
    at: event.time?.start ?? event.mentionedAt,
    ordinal: last?.ordinal ?? 0,
    space,
    thread: last?.thread ?? null,
    isSession: event.scope === 'session',
  }
}

/** Makes events found; those of one shelf and conversation enter together. */
export function indexEvents(db: Connection, rows: readonly NewRow[]): void {
  const groups = Map.groupBy(rows, row => `${row.space}/${row.isSession}/${row.thread}`)
  for (const [first, ...others] of groups.values() as Iterable<[NewRow, ...NewRow[]]>) {
    const { space, thread, isSession } = first
    const kind = isSession ? SHELF_KIND.sessionEvent : SHELF_KIND.event
    addDocuments(db, { space, kind, thread }, [first, ...others].map(profileOfEvent))
  }
}

/** Counts a reinforcement, and lets the events fade anew from now on in the space they were said in. */
export function reinforce(db: Connection, space: SpaceId, ids: readonly string[]): void {
  db.run(
    `UPDATE event SET strength = strength + 1, reinforced_turn = (
       SELECT turn_count FROM space
       WHERE key = coalesce((SELECT space FROM thread WHERE key = event.thread), event.space))
     WHERE id IN (SELECT value FROM json_each(?1)) AND space IN (SELECT key FROM space WHERE name IN (?2, ?3))
       AND status IN ('active', 'superseded')`,
    JSON.stringify(ids),
    space,
    USER_SPACE,
  )
}

// ---- reading ----------------------------------------------------------------------------------------------

/** Whether the lineage in hand sees the turn that the event in hand was said in, whichever block told it. */
const IN_LINEAGE = `EXISTS (
  SELECT 1 FROM turn JOIN lineage ON lineage.thread = turn.thread
  WHERE turn.key = event.turn AND turn.ordinal <= lineage.last_turn)`

/** Events of the space and of the user space that match and are not hidden, in order of creation turn, then id. */
export function events(db: Connection, space: SpaceId, filter: EventFilter): MemoryEvent[] {
  return db
    .all<EventRow>(
      `WITH ${LINEAGE_OF_NAME},
         place AS (SELECT created_turn, id FROM event WHERE id = ?3 AND space IN (?1, ?4) LIMIT 1)
       SELECT ${EVENT_COLUMNS} FROM event
       WHERE event.space IN (?1, ?4) AND event.status NOT IN ('forgotten', 'archived')
         AND CASE WHEN ?2 IS NULL THEN event.scope <> 'session' ELSE ${IN_LINEAGE} END
         AND (?5 IS NULL OR event.scope IN (SELECT value FROM json_each(?5)))
         AND (?6 IS NULL OR event.type = ?6)
         AND (?7 IS NULL OR event.block = (SELECT key FROM block WHERE id = ?7 AND space = ?1))
         AND (?3 IS NULL OR (event.created_turn, event.id) > (SELECT created_turn, id FROM place))
       ORDER BY event.created_turn, event.id LIMIT ?8`,
      findSpace(db, space) ?? null,
      filter.thread === undefined ? null : toStored(filter.thread),
      filter.after ?? null,
      findSpace(db, USER_SPACE) ?? null,
      filter.scopes ? JSON.stringify(filter.scopes) : null,
      filter.type ?? null,
      filter.block ?? null,
      filter.limit,
    )
    .map(toEvent)
}

/** An event by id, of the space or else of the user space. */
export function eventById(db: Connection, space: SpaceId, id: string): MemoryEvent | undefined {
  const row = db.get<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM event JOIN space ON space.key = event.space
     WHERE event.id = ?1 AND space.name IN (?2, ?3) ORDER BY space.name = ?2 DESC LIMIT 1`,
    id,
    space,
    USER_SPACE,
  )
  return row && toEvent(row)
}

const EVENTS_BY_KEY = `
  ${LINEAGE_OF_THREAD} SELECT ${EVENT_COLUMNS}, event.key,
    coalesce(
      (SELECT turn.ordinal FROM turn JOIN lineage ON lineage.thread = turn.thread
       WHERE turn.key = event.turn AND turn.ordinal <= lineage.last_turn),
      iif(event.turn IS NULL, (SELECT max(turn.ordinal) FROM event_source
         JOIN message ON message.key = event_source.message JOIN turn ON turn.key = message.turn
         JOIN lineage ON lineage.thread = turn.thread
       WHERE event_source.event = event.key AND turn.ordinal <= lineage.last_turn), NULL)) AS turn
  FROM json_each(?2) AS asked CROSS JOIN event ON event.key = asked.value
  WHERE event.space IN (SELECT key FROM space WHERE name IN (?3, ?4))`

/** Events of the space and of the user space in the order of their keys as asked; undefined for any other. */
export function eventsByKey(
  db: Connection,
  space: SpaceId,
  keys: readonly number[],
  thread: number | undefined,
): (PlacedEvent | undefined)[] {
  if (keys.length === 0) return []
  const rows = db.all<EventRow & { key: number; turn: number | null }>(
    EVENTS_BY_KEY,
    thread ?? null,
    JSON.stringify(keys),
    space,
    USER_SPACE,
  )
  const placed = new Map(rows.map(row => [row.key, { event: toEvent(row), turn: row.turn }]))
  return keys.map(key => placed.get(key))
}

/** Rows looked at for the newest events that a thread sees. */
const LATEST_REACH = 64

/** Active events of the space itself that were created before a turn, the newest first. */
export function latestEvents(
  db: Connection,
  space: SpaceId,
  { thread, before, limit }: LatestEventsRequest,
): MemoryEvent[] {
  return db
    .all<EventRow>(
      `${LINEAGE_OF_THREAD} SELECT ${EVENT_COLUMNS} FROM (
         SELECT * FROM event WHERE space = ?2 AND created_turn < ?3
         ORDER BY created_turn DESC, id DESC LIMIT ${LATEST_REACH}
       ) AS event
       WHERE event.status = 'active' AND (event.scope <> 'session' OR ${IN_LINEAGE})
       ORDER BY event.created_turn DESC, event.id DESC LIMIT ?4`,
      thread,
      findSpace(db, space) ?? null,
      before,
      limit,
    )
    .map(toEvent)
}
