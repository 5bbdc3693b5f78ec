/**
 * What has been remembered, by topic.
 *
 * Owns: the tables `chapter`, `topic_section`, `topic_place` (one section an event), `topic_overview` and
 * `topic_overview_source`; that nothing is written from events that changed since they were read. Leaves which event
 * goes where to the organizer. Events of scope `session` are seen by their conversation only and are in no topic.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventStatus, EventType, MemoryEvent } from '../../domain/event.ts'
import { makeId } from '../../domain/ids.ts'
import type { SpaceId } from '../../domain/space.ts'
import { eventVersion, type OverviewParagraph, topicKey, toTopicTitle } from '../../domain/topic.ts'
import type {
  EventBatch,
  ListedChapter,
  ListedSection,
  OrganizedBatch,
  StoredOverview,
  TopicPlace,
  TopicTree,
  TypeCounts,
} from '../store.ts'
import type { Connection } from './connection.ts'
import { finishEvents, holdsEvents } from './event-jobs.ts'
import { RELATIONS_OF_EVENT, toRelations } from './event-relations.ts'
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-rows.ts'
import { Kept } from './search/kept.ts'
import { findSpace } from './spaces.ts'

/** An event that the space shows: what faded into an archive or was forgotten is not, nor what one session keeps. */
const IS_SEEN = `event.scope <> 'session' AND event.status IN ('active', 'superseded')`

// ---- writing ----------------------------------------------------------------------------------------------

/** Writes what organizing a batch gave, with the batch's end; nothing when the lease, or what it rests on, was lost. */
export function applyTopics(
  db: Connection,
  batch: EventBatch,
  { versions, placements, overviews, madeBy }: OrganizedBatch,
): 'done' | 'lost' | 'stale' {
  return db.write(() => {
    const space = findSpace(db, batch.space)
    if (space === undefined || !holdsEvents(db, batch)) return 'lost'
    if (changedSince(db, space, versions).length > 0) return 'stale'
    for (const { event, place } of placements)
      db.run(
        `INSERT INTO topic_place (event, section, made_by)
         SELECT key, ?, ? FROM event WHERE id = ? AND space = ? AND scope <> 'session'
         ON CONFLICT (event) DO UPDATE SET section = excluded.section, made_by = excluded.made_by`,
        sectionAt(db, batch.space, space, place),
        madeBy,
        event,
        space,
      )
    for (const { place, paragraphs } of overviews)
      writeOverview(db, space, sectionAt(db, batch.space, space, place), { paragraphs, versions, madeBy })
    finishEvents(db, batch)
    return 'done'
  })
}

function writeOverview(
  db: Connection,
  space: number,
  section: number,
  made: {
    paragraphs: readonly OverviewParagraph[]
    versions: Readonly<Record<string, string>>
    madeBy: string
  },
): void {
  db.run('DELETE FROM topic_overview_source WHERE section = ?', section)
  db.run('DELETE FROM topic_overview WHERE section = ?', section)
  if (made.paragraphs.length === 0) return
  db.run(
    'INSERT INTO topic_overview (section, paragraphs, made_by) VALUES (?, ?, ?)',
    section,
    JSON.stringify(made.paragraphs),
    made.madeBy,
  )
  for (const source of new Set(made.paragraphs.flatMap(({ sources }) => sources)))
    db.run(
      `INSERT INTO topic_overview_source (section, event, version)
       SELECT ?, key, ? FROM event WHERE id = ? AND space = ?`,
      section,
      made.versions[source] ?? '',
      source,
      space,
    )
}

/** Of the events, by id, those that are not what they were, or are gone. */
function changedSince(db: Connection, space: number, versions: Readonly<Record<string, string>>): string[] {
  const rows = db.all<{ id: string; status: EventStatus; relations: string | null }>(
    `SELECT event.id, event.status, ${RELATIONS_OF_EVENT} AS relations FROM json_each(?) AS asked
     JOIN event ON event.id = asked.value AND event.space = ?`,
    JSON.stringify(Object.keys(versions)),
    space,
  )
  const now = new Map(
    rows.map(({ id, status, relations }) => [
      id,
      eventVersion({ status, relations: toRelations(relations) }),
    ]),
  )
  return Object.entries(versions).flatMap(([id, version]) => (now.get(id) === version ? [] : [id]))
}

/** Key of the section; made, with its chapter, when it is named by titles that none bears. */
function sectionAt(db: Connection, name: SpaceId, space: number, place: TopicPlace): number {
  if ('id' in place) {
    const row = db.get<{ key: number }>(
      'SELECT key FROM topic_section WHERE id = ? AND space = ?',
      place.id,
      space,
    )
    if (row) return row.key
    throw new PalimpsestError(
      'derivation',
      `topics: there is no section ${place.id}; organize the events again`,
    )
  }
  const chapter = chapterTitled(db, name, space, place.chapter)
  return sectionTitled(db, name, { space, chapter }, place.section)
}

/** A title finds what bears it, or else what bore it before it was renamed. */
const BEARS = `(title_key = ?2 OR first_key = ?2) ORDER BY title_key = ?2 DESC, ordinal LIMIT 1`

function chapterTitled(db: Connection, name: SpaceId, space: number, wanted: string): number {
  const title = checkedTitle(wanted)
  const key = topicKey(title)
  const known = db.get<{ key: number }>(`SELECT key FROM chapter WHERE space = ?1 AND ${BEARS}`, space, key)
  if (known) return known.key
  return db.run(
    `INSERT INTO chapter (space, id, title, first_title, title_key, first_key, ordinal)
     VALUES (?1, ?2, ?3, ?3, ?4, ?4, (SELECT coalesce(max(ordinal), 0) + 1 FROM chapter WHERE space = ?1))`,
    space,
    makeId('c', [name, title]),
    title,
    key,
  ).rowid
}

function sectionTitled(
  db: Connection,
  name: SpaceId,
  { space, chapter }: { space: number; chapter: number },
  wanted: string,
): number {
  const title = checkedTitle(wanted)
  const key = topicKey(title)
  const known = db.get<{ key: number }>(
    `SELECT key FROM topic_section WHERE chapter = ?1 AND ${BEARS}`,
    chapter,
    key,
  )
  if (known) return known.key
  const { first } = db.one<{ first: string }>(
    'SELECT first_title AS first FROM chapter WHERE key = ?',
    chapter,
  )
  return db.run(
    `INSERT INTO topic_section (space, chapter, id, title, first_title, title_key, first_key, ordinal)
     VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?5,
       (SELECT coalesce(max(ordinal), 0) + 1 FROM topic_section WHERE chapter = ?2))`,
    space,
    chapter,
    makeId('s', [name, first, title]),
    title,
    key,
  ).rowid
}

function checkedTitle(wanted: string): string {
  const title = toTopicTitle(wanted)
  if (title !== '') return title
  throw new PalimpsestError('bad-input', `topics: title ${JSON.stringify(wanted)} is empty; give some words`)
}

/** Gives a chapter or section another title. */
export function renameTopic(db: Connection, space: SpaceId, id: string, wanted: string): void {
  const title = checkedTitle(wanted)
  const [table, around] = id.startsWith('c_') ? ['chapter', 'space'] : ['topic_section', 'chapter']
  db.write(() => {
    const row = db.get<{ key: number }>(
      `SELECT key FROM ${table} WHERE id = ? AND space = (SELECT key FROM space WHERE name = ?)`,
      id,
      space,
    )
    if (!row) throw new PalimpsestError('not-found', `topics: there is no topic ${id} in ${space}`)
    const other = db.get<{ id: string }>(
      `SELECT other.id FROM ${table} AS other JOIN ${table} AS own ON own.${around} = other.${around}
       WHERE own.key = ?1 AND other.key <> ?1 AND other.title_key = ?2`,
      row.key,
      topicKey(title),
    )
    if (other) {
      throw new PalimpsestError(
        'bad-input',
        `topics: ${other.id} bears the title ${JSON.stringify(title)} already; give another`,
      )
    }
    db.run(`UPDATE ${table} SET title = ?, title_key = ? WHERE key = ?`, title, topicKey(title), row.key)
  })
}

// ---- reading ----------------------------------------------------------------------------------------------

interface TopicRow {
  key: number
  id: string
  title: string
  firstTitle: string
  ordinal: number
}

/** Chapters and sections of a space in order of creation. */
export function topics(db: Connection, space: SpaceId): TopicTree {
  return db.read(() => {
    const key = findSpace(db, space)
    if (key === undefined) return { chapters: [], notPlaced: {} }
    // Counting reads every event of the space; it is done once for each state of the file.
    const counts = COUNTS.of(db, String(key), () => countByPlace(db, key))
    const sections = Map.groupBy(
      db.all<TopicRow & { chapter: number }>(
        `SELECT key, id, title, first_title AS firstTitle, ordinal, chapter FROM topic_section WHERE space = ?
         ORDER BY ordinal`,
        key,
      ),
      row => row.chapter,
    )
    const chapters = db.all<TopicRow>(
      `SELECT key, id, title, first_title AS firstTitle, ordinal FROM chapter WHERE space = ? ORDER BY ordinal`,
      key,
    )
    return {
      chapters: chapters.map(
        ({ key: chapter, ...row }): ListedChapter => ({
          ...row,
          space,
          sections: (sections.get(chapter) ?? []).map(
            ({ key: section, chapter: _, ...own }): ListedSection => ({
              ...own,
              chapter: row.id,
              events: counts.get(section) ?? {},
            }),
          ),
        }),
      ),
      notPlaced: counts.get(null) ?? {},
    }
  })
}

/** Spaces and sections of which counts are kept. */
const COUNTS = new Kept<Map<number | null, TypeCounts>>(8, counts => counts.size <= 1_000)

/** Seen events by the key of their section, null for those that are in none. */
function countByPlace(db: Connection, space: number): Map<number | null, TypeCounts> {
  const rows = db.all<{ section: number | null; type: EventType; count: number }>(
    `SELECT topic_place.section, event.type, count(*) AS count
     FROM event LEFT JOIN topic_place ON topic_place.event = event.key
     WHERE event.space = ? AND ${IS_SEEN} GROUP BY topic_place.section, event.type ORDER BY event.type`,
    space,
  )
  const counts = new Map<number | null, Partial<Record<EventType, number>>>()
  for (const { section, type, count } of rows) counts.set(section, { ...counts.get(section), [type]: count })
  return counts
}

export function placesOf(db: Connection, space: SpaceId, events: readonly string[]): Map<string, string> {
  const rows = db.all<{ event: string; section: string }>(
    `SELECT event.id AS event, topic_section.id AS section FROM json_each(?) AS asked
     JOIN event ON event.id = asked.value AND event.space = (SELECT key FROM space WHERE name = ?)
     JOIN topic_place ON topic_place.event = event.key
     JOIN topic_section ON topic_section.key = topic_place.section`,
    JSON.stringify(events),
    space,
  )
  return new Map(rows.map(({ event, section }) => [event, section]))
}

export function eventsOfSection(
  db: Connection,
  space: SpaceId,
  section: string,
  limit: number,
): MemoryEvent[] {
  return db
    .all<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM topic_section JOIN topic_place ON topic_place.section = topic_section.key
       JOIN event ON event.key = topic_place.event
       WHERE topic_section.id = ? AND topic_section.space = (SELECT key FROM space WHERE name = ?) AND ${IS_SEEN}
       ORDER BY event.created_turn DESC, event.mentioned_at DESC NULLS LAST, event.id LIMIT ?`,
      section,
      space,
      limit,
    )
    .map(toEvent)
}

export function overviews(db: Connection, space: SpaceId, sections: readonly string[]): StoredOverview[] {
  return db.read(() => {
    const spaceKey = findSpace(db, space)
    if (spaceKey === undefined) return []
    return db
      .all<{ section: string; paragraphs: string; versions: string }>(
        `SELECT topic_section.id AS section, overview.paragraphs,
           (SELECT json_group_array(json_array(event.id, source.version)) FROM topic_overview_source AS source
            JOIN event ON event.key = source.event WHERE source.section = overview.section) AS versions
         FROM json_each(?) AS asked JOIN topic_section ON topic_section.id = asked.value AND topic_section.space = ?
         JOIN topic_overview AS overview ON overview.section = topic_section.key`,
        JSON.stringify(sections),
        spaceKey,
      )
      .map(row => toOverview(db, spaceKey, row))
  })
}

function toOverview(
  db: Connection,
  space: number,
  row: { section: string; paragraphs: string; versions: string },
): StoredOverview {
  const paragraphs = JSON.parse(row.paragraphs) as OverviewParagraph[]
  const versions = Object.fromEntries(JSON.parse(row.versions) as [string, string][])
  const named = new Set(paragraphs.flatMap(({ sources }) => sources))
  // A source whose row is gone takes its version with it.
  const gone = [...named].filter(id => versions[id] === undefined)
  return {
    section: row.section,
    paragraphs,
    versions,
    changed: [...gone, ...changedSince(db, space, versions)],
  }
}

export function sectionsRestingOn(db: Connection, space: SpaceId, events: readonly string[]): string[] {
  return db
    .all<{ id: string }>(
      `SELECT DISTINCT topic_section.id FROM json_each(?) AS asked
       JOIN event ON event.id = asked.value AND event.space = (SELECT key FROM space WHERE name = ?)
       JOIN topic_overview_source AS source ON source.event = event.key
       JOIN topic_section ON topic_section.key = source.section ORDER BY topic_section.id`,
      JSON.stringify(events),
      space,
    )
    .map(row => row.id)
}

// ---- moving and dropping ------------------------------------------------------------------------------------

/** Drops what is known of an event; part of the step that drops the event itself. */
export function dropEventFromTopics(db: Connection, event: number): void {
  db.run('DELETE FROM topic_place WHERE event = ?', event)
  db.run('DELETE FROM topic_overview_source WHERE event = ?', event)
}

/** Makes the topics of one space those of another, after the ones it has; what bears one title becomes one. */
export function moveTopics(db: Connection, source: number, target: number): void {
  for (const { key, same } of twins(db, 'chapter', source, target)) {
    if (same === null) moveToEnd(db, 'chapter', 'space', key, target)
    else joinChapters(db, key, same)
  }
  db.run('UPDATE topic_section SET space = ? WHERE space = ?', target, source)
}

/** Rows around one thing in order, each with the row around the other that bears its title. */
function twins(db: Connection, table: 'chapter' | 'topic_section', from: number, to: number) {
  const around = table === 'chapter' ? 'space' : 'chapter'
  return db.all<{ key: number; same: number | null }>(
    `SELECT one.key, other.key AS same FROM ${table} AS one
     LEFT JOIN ${table} AS other ON other.${around} = ?2 AND other.title_key = one.title_key
     WHERE one.${around} = ?1 ORDER BY one.ordinal`,
    from,
    to,
  )
}

function moveToEnd(db: Connection, table: string, around: string, key: number, to: number): void {
  db.run(
    `UPDATE ${table} SET ${around} = ?1,
       ordinal = (SELECT coalesce(max(ordinal), 0) + 1 FROM ${table} WHERE ${around} = ?1) WHERE key = ?2`,
    to,
    key,
  )
}

function joinChapters(db: Connection, from: number, to: number): void {
  for (const { key, same } of twins(db, 'topic_section', from, to)) {
    if (same === null) moveToEnd(db, 'topic_section', 'chapter', key, to)
    else {
      db.run('UPDATE topic_place SET section = ? WHERE section = ?', same, key)
      db.run('DELETE FROM topic_overview_source WHERE section = ?', key)
      db.run('DELETE FROM topic_overview WHERE section = ?', key)
      db.run('DELETE FROM topic_section WHERE key = ?', key)
    }
  }
  db.run('DELETE FROM chapter WHERE key = ?', from)
}
