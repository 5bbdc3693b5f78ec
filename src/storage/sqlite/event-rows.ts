/**
 * An event as it stands in its row.
 *
 * Owns: which columns make an event, and how. Leaves which events are read to `events.ts`.
 */
import type {
  Criticality,
  EventOrigin,
  EventScope,
  EventStatus,
  EventType,
  MemoryEvent,
  TimeBasis,
  TimePrecision,
  TimeStatus,
} from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import { fromList, fromStored, fromStoredOrNull, type StoredText } from './codec.ts'
import { RELATIONS_OF_EVENT, toRelations } from './event-relations.ts'

export interface EventRow {
  id: string
  type: EventType
  title: StoredText
  summary: StoredText
  tags: string
  quotes: string
  category_hints: string
  scope: EventScope
  criticality: Criticality
  origin: EventOrigin
  trust: number
  status: EventStatus
  pinned: number
  mentioned_at: number | null
  happened_start: number | null
  happened_end: number | null
  happened_precision: TimePrecision | null
  happened_basis: TimeBasis | null
  happened_words: StoredText | null
  happened_status: TimeStatus | null
  created_turn: number
  strength: number
  reinforced_turn: number | null
  relations: string | null
  space: SpaceId
  source_space: SpaceId | null
  thread_name: StoredText | null
  block_id: string | null
  sources: string
  made_by: string
}

export const EVENT_COLUMNS = `
  event.id, event.type, event.title, event.summary, event.tags, event.quotes, event.category_hints, event.scope,
  event.criticality, event.origin, event.trust, event.status, event.pinned, event.mentioned_at,
  event.happened_start, event.happened_end, event.happened_precision, event.happened_basis, event.happened_words,
  event.happened_status, event.created_turn, event.strength, event.reinforced_turn, event.made_by,
  ${RELATIONS_OF_EVENT} AS relations,
  (SELECT name FROM space WHERE key = event.space) AS space,
  coalesce(
    (SELECT space.name FROM thread JOIN space ON space.key = thread.space WHERE thread.key = event.thread),
    (SELECT space.name FROM event_source JOIN message ON message.key = event_source.message
       JOIN space ON space.key = message.space WHERE event_source.event = event.key LIMIT 1)) AS source_space,
  (SELECT name FROM thread WHERE key = event.thread) AS thread_name,
  (SELECT id FROM block WHERE key = event.block) AS block_id,
  (SELECT json_group_array(id ORDER BY ordinal) FROM event_source JOIN message ON message.key = event_source.message
   WHERE event_source.event = event.key) AS sources`

export function toEvent(row: EventRow): MemoryEvent {
  return {
    id: row.id,
    type: row.type,
    title: fromStored(row.title),
    summary: fromStored(row.summary),
    tags: fromList(row.tags),
    quotes: fromList(row.quotes),
    categoryHints: fromList(row.category_hints),
    scope: row.scope,
    criticality: row.criticality,
    origin: row.origin,
    trust: row.trust,
    status: row.status,
    pinned: row.pinned === 1,
    mentionedAt: row.mentioned_at,
    time: toTime(row),
    createdTurn: row.created_turn,
    strength: row.strength,
    reinforcedTurn: row.reinforced_turn ?? row.created_turn,
    relations: toRelations(row.relations),
    space: row.space,
    sourceSpace: row.source_space,
    thread: fromStoredOrNull(row.thread_name),
    block: row.block_id,
    sources: fromList(row.sources),
    madeBy: row.made_by,
  }
}

function toTime(row: EventRow): MemoryEvent['time'] {
  const { happened_precision: precision, happened_basis: basis, happened_status: status } = row
  if (precision === null || basis === null || status === null) return null
  return {
    start: row.happened_start,
    end: row.happened_end,
    precision,
    basis,
    originalText: fromStoredOrNull(row.happened_words) ?? '',
    status,
  }
}
