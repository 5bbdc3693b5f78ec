/**
 * Events that say the same, found by an index over what they say.
 *
 * Owns: the column `gist` of `event`, and how one that is said again gains sources. Leaves what a gist is to `domain/gist.ts`.
 */
import type { EventScope, EventType } from '../../domain/event.ts'
import { gistOf } from '../../domain/gist.ts'
import type { NewEvent } from '../store.ts'
import { fromStored, type StoredText } from './codec.ts'
import type { Connection } from './connection.ts'

/** Rows filled at once. */
const PART = 500

/** Gives a gist to every event that has none, as those of older versions do. */
export function fillGists(db: Connection): void {
  for (;;) {
    const rows = db.all<{ key: number; type: EventType; scope: EventScope; summary: StoredText }>(
      `SELECT key, type, scope, summary FROM event WHERE gist IS NULL ORDER BY key LIMIT ${PART}`,
    )
    for (const { key, type, scope, summary } of rows)
      db.run(
        'UPDATE event SET gist = ? WHERE key = ?',
        gistOf({ type, scope, summary: fromStored(summary) }),
        key,
      )
    if (rows.length < PART) return
  }
}

/** Where an event lies, and the conversation it was said in. */
export interface EventPlace {
  space: number
  thread: number | null
}

/**
 * Key of an active event of the space that says exactly the same; one of a single conversation only in that
 * conversation.
 *
 * @param among `given`: only events that came from outside a block count.
 */
export function findSaid(
  db: Connection,
  event: NewEvent,
  { space, thread }: EventPlace,
  among: 'all' | 'given',
): number | undefined {
  return db.get<{ key: number }>(
    `SELECT key FROM event WHERE space = ?1 AND gist = ?2 AND status = 'active'
       AND (scope <> 'session' OR thread IS ?3) AND (?4 = 'all' OR block IS NULL) ORDER BY key LIMIT 1`,
    space,
    gistOf(event),
    thread,
    among,
  )?.key
}

/** What was given is now said in a conversation too: its messages are sources, and it is trusted as far as they are. */
export function addSources(db: Connection, event: number, messages: readonly number[], trust: number): void {
  for (const message of messages)
    db.run(
      `INSERT INTO event_source (event, ordinal, message)
       SELECT ?1, (SELECT coalesce(max(ordinal) + 1, 0) FROM event_source WHERE event = ?1), ?2
       WHERE NOT EXISTS (SELECT 1 FROM event_source JOIN message AS cited ON cited.key = event_source.message
         WHERE event_source.event = ?1
           AND (cited.key = ?2 OR cited.space <> (SELECT space FROM message WHERE key = ?2)))`,
      event,
      message,
    )
  db.run('UPDATE event SET trust = max(trust, ?) WHERE key = ?', trust, event)
}
