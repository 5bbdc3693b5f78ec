/**
 * Finding records by terms, best first.
 *
 * Owns: the ranking (FTS5's bm25) and the filters. Two queries: one ranks places, reading no text; one dresses the few
 * that are given back. Leaves what is indexed to `search-index.ts`. Reads only.
 */

import type { HitKind } from '../../domain/search.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { FoundRow, SearchRequest } from '../store.ts'
import { fromStored, fromStoredOrNull, type StoredText, toStored, toStoredOrNull } from './codec.ts'
import type { Connection } from './connection.ts'
import { IN_LINEAGE, IS_VISIBLE } from './events.ts'
import { LINEAGE_OF_NAME } from './lineage.ts'
import { KIND_CODE, textOfBlock, textOfMessage, toIndexTerm, toMessageText } from './search-index.ts'
import { findSpace } from './spaces.ts'

/** Best documents that are looked at when no filter can drop one, with all that equal the last; more further down. */
const CANDIDATES = 500

/** Rows of the space, and events of the user space, that hold one of the terms and pass the filters. */
export function search(db: Connection, space: SpaceId, request: SearchRequest): FoundRow[] {
  if (request.terms.length === 0) return []
  return db.read(() => {
    const spaceKey = findSpace(db, space) ?? null
    const userKey = findSpace(db, USER_SPACE) ?? null
    const spaces = [...new Set([spaceKey, userKey])].filter(key => key !== null)
    if (spaces.length === 0) return []
    const match = spaces.flatMap(key => request.terms.map(term => `"${toIndexTerm(key, term)}"`)).join(' OR ')
    return rankBounded(db, { match, space: spaceKey, user: userKey }, request).map(place => dress(db, place))
  })
}

// ---- ranking ------------------------------------------------------------------------------------------------

interface Place {
  kind: HitKind
  key: number
  score: number
  time: number | null
  /** Documents of the index that match. */
  matching: number
}

/** Where and for what the index is asked. */
interface Question {
  match: string
  space: number | null
  user: number | null
}

/**
 * Looks at the best candidates first, and at all of them when too many of those may not be seen. Nothing outside the
 * candidates can precede one of them, so what is given back is the same part of the same order either way.
 */
function rankBounded(db: Connection, question: Question, request: SearchRequest): Place[] {
  const { thread, speaker, type, from, to, limit, offset } = request
  const isFiltered = [thread, speaker, type, from, to].some(filter => filter !== undefined)
  if (isFiltered) return rank(db, question, request, undefined)
  const candidates = Math.max(CANDIDATES, 2 * (offset + limit))
  const places = rank(db, question, request, candidates)
  const isWhole = places.length === limit || (places[0]?.matching ?? Infinity) <= candidates
  return isWhole ? places : rank(db, question, request, undefined)
}

/** All that matches, and the best of it: with the last one all of equal score, or time could not order them. */
const CANDIDATE = {
  all: 'candidate AS (SELECT * FROM matching)',
  best: `cut AS MATERIALIZED (SELECT score FROM matching ORDER BY score DESC LIMIT 1 OFFSET ?9 - 1),
    candidate AS (SELECT * FROM matching WHERE score >= coalesce((SELECT score FROM cut), 0))`,
}

/**
 * Parameters: 1 space, 2 name of the thread that is asked for or asks, 3 user space, 4 match, 5 speaker, 6 from, 7 to, 8 type, 9 candidates,
 * 10 limit, 11 offset; `parameters` names each, so that all can be bound. Only a kind that is asked for has its
 * branch, and only a filter that is set its condition.
 */
function rank(
  db: Connection,
  question: Question,
  request: SearchRequest,
  candidates: number | undefined,
): Place[] {
  const kinds = kindsAsked(request)
  if (kinds.length === 0) return []
  const { thread, viewer, speaker, type, from, to, limit, offset } = request
  const codes = kinds.map(kind => KIND_CODE[kind]).join(', ')
  const sql = `
    WITH ${LINEAGE_OF_NAME},
    matching AS MATERIALIZED (
      SELECT rowid >> 2 AS key, rowid & 3 AS code, -rank AS score FROM search_index
      WHERE search_index MATCH ?4 AND rowid & 3 IN (${codes})
    ),
    ${candidates === undefined ? CANDIDATE.all : CANDIDATE.best},
    parameters AS (SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ${kinds.map(kind => branchOf(kind, request)).join(' UNION ALL ')}
    ORDER BY score DESC, time DESC NULLS LAST, id, key LIMIT ?10 OFFSET ?11`
  return db.all<Place>(
    sql,
    question.space,
    toStoredOrNull(thread ?? viewer),
    question.user,
    question.match,
    speaker === undefined ? null : toStored(speaker),
    from ?? Number.MIN_SAFE_INTEGER,
    to ?? Number.MAX_SAFE_INTEGER,
    type ?? null,
    candidates ?? null,
    limit,
    offset,
  )
}

/** A speaker names messages and the events that cite them; a type names events only. */
function kindsAsked({ kinds, speaker, type }: SearchRequest): HitKind[] {
  return [...new Set(kinds)].filter(
    kind => kind === 'event' || (type === undefined && (kind === 'message' || speaker === undefined)),
  )
}

function branchOf(kind: HitKind, request: SearchRequest): string {
  const hasRange = request.from !== undefined || request.to !== undefined
  const conditions = [BRANCH[kind].where]
  if (request.thread !== undefined) conditions.push(BRANCH[kind].inThread)
  if (request.speaker !== undefined) conditions.push(BRANCH[kind].bySpeaker)
  if (request.type !== undefined) conditions.push('event.type = ?8')
  if (hasRange) conditions.push(BRANCH[kind].inRange)
  return `SELECT '${kind}' AS kind, candidate.key AS key, candidate.score, ${BRANCH[kind].time} AS time, ${kind}.id AS id,
      (SELECT count(*) FROM matching) AS matching
    FROM candidate CROSS JOIN ${BRANCH[kind].from}
    WHERE candidate.code = ${KIND_CODE[kind]} AND ${conditions.join(' AND ')}`
}

interface Branch {
  from: string
  time: string
  where: string
  inThread: string
  bySpeaker: string
  /** Half-open; what has no time is in no range. */
  inRange: string
}

const BRANCH: Record<HitKind, Branch> = {
  message: {
    from: 'message ON message.key = candidate.key',
    time: 'message.at',
    where: 'message.space = ?1',
    inThread: `EXISTS (SELECT 1 FROM turn JOIN lineage ON lineage.thread = turn.thread
      WHERE turn.key = message.turn AND turn.ordinal <= lineage.last_turn)`,
    bySpeaker: 'message.speaker = ?5',
    inRange: 'message.at >= ?6 AND message.at < ?7',
  },
  block: {
    from: 'block ON block.key = candidate.key',
    time: 'block.last_at',
    where: `block.space = ?1 AND block.status = 'ready'`,
    inThread: `EXISTS (SELECT 1 FROM lineage WHERE lineage.thread = block.thread
      AND block.sequence <= lineage.last_block)`,
    bySpeaker: 'FALSE',
    inRange: 'block.last_at >= ?6 AND block.first_at < ?7',
  },
  event: {
    from: 'event ON event.key = candidate.key',
    time: 'coalesce(event.happened_start, event.mentioned_at)',
    where: `event.space IN (?1, ?3) AND ${IS_VISIBLE}`,
    inThread: IN_LINEAGE,
    bySpeaker: `EXISTS (SELECT 1 FROM event_source JOIN message ON message.key = event_source.message
      WHERE event_source.event = event.key AND message.speaker = ?5)`,
    inRange: `CASE WHEN event.happened_start IS NULL THEN event.mentioned_at >= ?6 AND event.mentioned_at < ?7
      ELSE event.happened_start < ?7 AND coalesce(event.happened_end, event.happened_start + 1) > ?6 END`,
  },
}

// ---- dressing -----------------------------------------------------------------------------------------------

function dress(db: Connection, place: Place): FoundRow {
  const dressed = { message: dressMessage, block: dressBlock, event: dressEvent }[place.kind](db, place.key)
  return { kind: place.kind, time: place.time, score: place.score, ...dressed }
}

type Dressed = Omit<FoundRow, 'kind' | 'time' | 'score'>

interface DressedRow {
  id: string
  space: SpaceId
  source_space: SpaceId | null
  thread: StoredText | null
  turn: string | null
  title: StoredText | null
}

function dressMessage(db: Connection, key: number): Dressed {
  const row = db.one<
    DressedRow & {
      content: StoredText | null
      name: StoredText | null
      arguments: StoredText | null
      result: StoredText | null
      own: number | null
      speaker: StoredText | null
      external_id: StoredText | null
      open: number
    }
  >(
    `SELECT message.id, space.name AS space, space.name AS source_space, thread.name AS thread, turn.id AS turn,
       NULL AS title, message.content, message.name, message.arguments, message.result, message.own, message.speaker,
       message.external_id,
       turn.ordinal > thread.sealed_turns AS open
     FROM message JOIN turn ON turn.key = message.turn JOIN thread ON thread.key = turn.thread
     JOIN space ON space.key = message.space WHERE message.key = ?`,
    key,
  )
  return {
    ...toDressed(row),
    text: textOfMessage(toMessageText(row)),
    speaker: fromStoredOrNull(row.speaker),
    externalId: fromStoredOrNull(row.external_id),
    open: row.open === 1,
  }
}

function dressBlock(db: Connection, key: number): Dressed {
  const row = db.one<DressedRow>(
    `SELECT block.id, space.name AS space, space.name AS source_space, thread.name AS thread, NULL AS turn, block.title
     FROM block JOIN thread ON thread.key = block.thread JOIN space ON space.key = block.space WHERE block.key = ?`,
    key,
  )
  return { ...toDressed(row), text: textOfBlock(db, key).text, speaker: null, externalId: null, open: false }
}

function dressEvent(db: Connection, key: number): Dressed {
  const row = db.one<DressedRow & { summary: StoredText }>(
    `SELECT event.id, space.name AS space, source.name AS source_space, thread.name AS thread, turn.id AS turn,
       event.title, event.summary
     FROM event JOIN space ON space.key = event.space LEFT JOIN thread ON thread.key = event.thread
     LEFT JOIN space AS source ON source.key = thread.space LEFT JOIN turn ON turn.key = event.turn WHERE event.key = ?`,
    key,
  )
  return { ...toDressed(row), text: fromStored(row.summary), speaker: null, externalId: null, open: false }
}

function toDressed(row: DressedRow): Omit<Dressed, 'text' | 'speaker' | 'externalId' | 'open'> {
  return {
    id: row.id,
    space: row.space,
    sourceSpace: row.source_space,
    thread: fromStoredOrNull(row.thread),
    turn: row.turn,
    title: fromStoredOrNull(row.title),
  }
}
