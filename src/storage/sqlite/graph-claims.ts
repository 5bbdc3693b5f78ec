/**
 * Claims of events on their way into the graph, and out of it.
 *
 * Owns: the table `claim`; that each is of an event of its batch; hiding those of forgotten events. Leaves what claims
 * come to to `graph-fold.ts`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventStatus } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import { foldName } from '../../text/fold-name.ts'
import type { FoldClaims, NewClaim } from '../graph-store.ts'
import type { EventBatch } from '../store.ts'
import { toList } from './codec.ts'
import type { Connection } from './connection.ts'
import { finishEvents, holdsEvents, queueEvent } from './event-jobs.ts'
import { settle, Touched } from './graph-fold.ts'
import { openNode, standingNode } from './graph-nodes.ts'
import { findSpace } from './spaces.ts'

interface EventOfBatch {
  key: number
  id: string
  status: EventStatus
  mentioned_at: number | null
  created_turn: number
}

/** Writes what the batch's events claim and ends the batch; false, with nothing written, when the lease was lost. */
export function applyClaims(
  db: Connection,
  batch: EventBatch,
  claims: readonly NewClaim[],
  madeBy: string,
  fold: FoldClaims,
): boolean {
  return db.write(() => {
    if (!holdsEvents(db, batch)) return false
    const space = findSpace(db, batch.space) as number
    const touched = new Touched()
    for (const event of eventsOfBatch(db, space, batch)) {
      touched.note(db, 'event = ?', event.key)
      db.run('DELETE FROM claim WHERE event = ?', event.key)
      const own = claims.filter(claim => claim.event === event.id)
      own.forEach((claim, ordinal) => {
        insertClaim(db, { key: space, name: batch.space }, event, { ...claim, ordinal, madeBy })
      })
      touched.note(db, 'event = ?', event.key)
      touched.events.add(event.key)
    }
    refuseOthers(batch, claims)
    settle(db, touched, fold)
    finishEvents(db, batch)
    return true
  })
}

function eventsOfBatch(db: Connection, space: number, { events }: EventBatch): EventOfBatch[] {
  return db.all<EventOfBatch>(
    `SELECT event.key, event.id, event.status, event.mentioned_at, event.created_turn FROM json_each(?) AS asked
     JOIN event ON event.id = asked.value AND event.space = ?`,
    JSON.stringify(events.map(event => event.id)),
    space,
  )
}

function refuseOthers({ events }: EventBatch, claims: readonly NewClaim[]): void {
  const known = new Set(events.map(event => event.id))
  const other = claims.find(claim => !known.has(claim.event))
  if (other === undefined) return
  throw new PalimpsestError(
    'derivation',
    `graph: a claim about ${JSON.stringify(other.subject.name)} rests on ${other.event}, no event of its batch; ` +
      'claim only what the events that were given say',
  )
}

function insertClaim(
  db: Connection,
  space: { key: number; name: SpaceId },
  event: EventOfBatch,
  claim: NewClaim & { ordinal: number; madeBy: string },
): void {
  const { subject, object } = claim
  const subjectKey = openNode(db, space.key, space.name, subject)
  const objectKey = object && openNode(db, space.key, space.name, object)
  const target = objectKey && standingNode(db, objectKey)
  const valueKey = foldName(claim.value)
  db.run(
    `INSERT INTO claim (space, event, ordinal, subject, holder, subject_name, subject_type, subject_aliases, relation,
       mode, slot, value, value_key, object, target, object_name, object_type, object_aliases, says, is_change,
       is_hidden, at, mentioned_at, created_turn, made_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    space.key,
    event.key,
    claim.ordinal,
    subjectKey,
    standingNode(db, subjectKey),
    subject.name,
    subject.type,
    listOrNull(subject.aliases),
    claim.relation,
    claim.mode,
    claim.mode === 'set' ? slotOf(db, target, valueKey) : '',
    claim.value,
    valueKey,
    objectKey,
    target,
    object?.name ?? null,
    object?.type ?? null,
    listOrNull(object?.aliases),
    claim.says,
    Number(claim.isChange),
    Number(isHidden(event.status)),
    claim.at,
    event.mentioned_at,
    event.created_turn,
    claim.madeBy,
  )
}

const listOrNull = (texts: readonly string[] | undefined) =>
  texts === undefined || texts.length === 0 ? null : toList(texts)

/** A value and the node of that name are one. */
function slotOf(db: Connection, target: number | null, valueKey: string): string {
  if (target === null) return valueKey
  return db.one<{ name_key: string }>('SELECT name_key FROM node WHERE key = ?', target).name_key
}

const isHidden = (status: EventStatus) => status === 'forgotten' || status === 'archived'

/** Hides events or brings them back, and folds what they speak of again; how many changed. */
export function setEventStatus(
  db: Connection,
  space: SpaceId,
  ids: readonly string[],
  status: 'active' | 'forgotten' | 'archived',
  fold: FoldClaims,
): number {
  return db.write(() => {
    const changed = db.all<{ key: number; space: number }>(
      `SELECT event.key, event.space FROM event JOIN space ON space.key = event.space
       WHERE space.name = ?1 AND event.id IN (SELECT value FROM json_each(?2)) AND event.status <> ?3
         AND (?3 <> 'active' OR event.status <> 'superseded')`,
      space,
      JSON.stringify(ids),
      status,
    )
    const touched = new Touched()
    for (const event of changed) {
      db.run('UPDATE event SET status = ? WHERE key = ?', status, event.key)
      db.run(
        'UPDATE claim SET is_hidden = ?, fact = NULL, against = NULL WHERE event = ?',
        Number(isHidden(status)),
        event.key,
      )
      touched.note(db, 'event = ?', event.key)
      touched.events.add(event.key)
      queueEvent(db, event.space, event.key, stagesAfter(db, event.key, status))
    }
    settle(db, touched, fold)
    return changed.length
  })
}

/** One that was hidden while it waited for the graph has not been read yet. */
function stagesAfter(db: Connection, event: number, status: EventStatus): ('graph' | 'topics')[] {
  const isRead = db.get('SELECT 1 FROM claim WHERE event = ? LIMIT 1', event) !== undefined
  return isHidden(status) || isRead ? ['topics'] : ['graph', 'topics']
}
