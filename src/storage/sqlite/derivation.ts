/**
 * What a derivation gave, written with the end of its job in one step.
 *
 * Owns: the check that every event rests on messages of its own block, and the moment a block becomes ready. Nothing
 * derived is visible before it. Leaves the tables to `blocks.ts`, `events.ts` and `jobs.ts`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { ClaimedJob, DerivedBlock, NewEvent } from '../store.ts'
import { insertView } from './blocks.ts'
import { toList, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { addSources, findSaid } from './event-gists.ts'
import { indexEvents, insertEvent, latestOf, type NewRow, type SourceMessage } from './events.ts'
import { finishJob, isHeld } from './jobs.ts'
import { IS_OF_TURN, LINEAGE_OF_THREAD } from './lineage.ts'
import { profileOfBlock } from './search/documents.ts'
import { SHELF_KIND } from './search/tables.ts'
import { addDocuments } from './search/write.ts'
import { findSpace } from './spaces.ts'

interface HeldBlock {
  key: number
  id: string
  sequence: number
  lastAt: number | null
  space: number
  thread: number
  first_turn: number
  last_turn: number
}

/** Writes the derived block and ends the job; false, with nothing written, when the lease was lost. */
export function completeDerivation(
  db: Connection,
  space: SpaceId,
  job: ClaimedJob,
  derived: DerivedBlock,
): boolean {
  return db.write(() => {
    if (!isHeld(db, job)) return false
    const block = db.get<HeldBlock>(
      `SELECT key, id, sequence, last_at AS lastAt, space, thread, first_turn, last_turn FROM block
       WHERE key = (SELECT block FROM job WHERE key = ?) AND space = (SELECT key FROM space WHERE name = ?)`,
      job.key,
      space,
    )
    if (block === undefined) return false
    const messages = messagesOfBlock(db, block)
    const added = derived.events.map(event => insertDerivedEvent(db, job, block, messages, event))
    indexEvents(
      db,
      added.filter(row => row !== undefined),
    )
    for (const view of derived.views) insertView(db, block.key, view)
    db.run(
      `UPDATE block SET status = 'ready', title = ?, tags = ?, context_block = ? WHERE key = ?`,
      toStored(derived.title),
      toList(derived.tags),
      derived.contextBlock,
      block.key,
    )
    addDocuments(db, { space: block.space, kind: SHELF_KIND.block, thread: block.thread }, [
      profileOfBlock(db, block),
    ])
    finishJob(db, job)
    return true
  })
}

function messagesOfBlock(db: Connection, block: HeldBlock): Map<string, SourceMessage> {
  const rows = db.all<SourceMessage & { id: string }>(
    `${LINEAGE_OF_THREAD} SELECT message.id, message.key AS message, message.turn, turn.thread, turn.ordinal
     FROM lineage CROSS JOIN turn ON turn.thread = lineage.thread
       AND turn.ordinal BETWEEN ?2 AND min(?3, lineage.last_turn)
     JOIN message ON ${IS_OF_TURN}`,
    block.thread,
    block.first_turn,
    block.last_turn,
  )
  return new Map(rows.map(row => [row.id, row]))
}

function insertDerivedEvent(
  db: Connection,
  job: ClaimedJob,
  block: HeldBlock,
  messages: ReadonlyMap<string, SourceMessage>,
  event: NewEvent,
): NewRow | undefined {
  const sources = event.sources.map(id => {
    const source = messages.get(id)
    if (source === undefined) {
      throw new PalimpsestError(
        'derivation',
        `event: ${JSON.stringify(event.title)} cites ${id}, no message of block ${job.block}; cite messages of the block`,
      )
    }
    return source
  })
  if (sources.length === 0) {
    throw new PalimpsestError(
      'derivation',
      `event: ${JSON.stringify(event.title)} of block ${job.block} cites no message; cite what it rests on`,
    )
  }
  if (isToldByAnotherBlock(db, event, sources, block)) return undefined
  const given = findGiven(db, event, sources)
  if (given !== undefined) {
    addSources(
      db,
      given,
      sources.map(({ message }) => message),
      event.trust,
    )
    return undefined
  }
  const row = insertEvent(db, event, sources, block.key)
  if (row === undefined) refuseOther(db, event)
  return row
}

/** A turn that a fork shares lies in a block of each; what it says is one event, that of the first derived. */
function isToldByAnotherBlock(
  db: Connection,
  event: NewEvent,
  sources: readonly SourceMessage[],
  block: HeldBlock,
): boolean {
  const isTold = (source: SourceMessage): boolean =>
    db.get(
      `SELECT 1 FROM event_source JOIN event ON event.key = event_source.event
       WHERE event_source.message = ? AND event.block <> ? AND event.type = ? AND event.scope = ?
         AND event.summary = ?`,
      source.message,
      block.key,
      event.type,
      event.scope,
      toStored(event.summary),
    ) !== undefined
  return sources.every(isTold)
}

/** What was given before its block was derived is one record with it. */
function findGiven(db: Connection, event: NewEvent, sources: readonly SourceMessage[]): number | undefined {
  const space = event.isOnce ? findSpace(db, event.space) : undefined
  if (space === undefined) return undefined
  return findSaid(db, event, { space, thread: latestOf(sources)?.thread ?? null }, 'given')
}

/** A known id is the same event, imported before its block was derived, or a collision. */
function refuseOther(db: Connection, event: NewEvent): void {
  const same = db.get(
    `SELECT 1 FROM event JOIN space ON space.key = event.space
     WHERE event.id = ? AND space.name = ? AND event.title = ? AND event.summary = ?`,
    event.id,
    event.space,
    toStored(event.title),
    toStored(event.summary),
  )
  if (same === undefined) {
    throw new PalimpsestError(
      'id-collision',
      `event: ${event.id} already names another event than ${JSON.stringify(event.title)}; nothing was stored`,
    )
  }
}
