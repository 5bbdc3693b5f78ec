/**
 * The queue of events that wait for a stage after they were stored.
 *
 * Owns: the tables `event_job`, one row for each event and stage until the stage is done with it, and `backlog_batch`.
 * Leaves what a stage writes to its own file, which ends the rows in the same step with `finishEvents`.
 *
 * An attempt is counted when it begins. Fewer events are taken together at each attempt, so that one which fails every
 * time takes no others with it.
 */
import type { SpaceId } from '../../domain/space.ts'
import type { EventBatch, EventClaimRequest, EventQueue, EventStage, WorkedStage } from '../store.ts'
import { fromStoredOrNull, type StoredText, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { EVENT_COLUMNS, type EventRow, toEvent } from './event-rows.ts'
import { findScope } from './spaces.ts'

/** Events of a batch at the first attempt, the second and the third, which is the last. */
const BATCH_SIZES = [12, 4, 1]
/** A lease, or the time of a retry, further ahead than this was set under another clock. */
const LONGEST_LEASE_MS = 3_600_000
const LONGEST_WAIT_MS = 24 * 3_600_000

const STAGES: readonly EventStage[] = ['graph', 'topics']

/** Lets a new event wait for every stage; a changed one again. */
export function queueEvent(
  db: Connection,
  space: number,
  event: number,
  stages: readonly EventStage[] = STAGES,
): void {
  for (const stage of stages)
    db.run(
      `INSERT INTO event_job (space, stage, event, state, backlog, attempts, not_before)
       VALUES (?, ?, ?, 'pending', 0, 0, 0)
       ON CONFLICT (event, stage) DO UPDATE SET state = 'pending', attempts = 0, not_before = 0, lease = NULL,
         lease_until = NULL`,
      space,
      stage,
      event,
    )
}

/** Lets every event wait that is there: stored before stages existed, or what they made is lost. New ones go ahead. */
export function queueAllEvents(db: Connection, stages: readonly EventStage[] = STAGES): void {
  for (const stage of stages)
    db.run(
      `INSERT INTO event_job (space, stage, event, state, backlog, attempts, not_before)
       SELECT space, ?, key, 'pending', 1, 0, 0 FROM event WHERE status IN ('active', 'superseded') ORDER BY key
       ON CONFLICT DO NOTHING`,
      stage,
    )
}

/** Parameters: 1 stage, 2 now, 3 space or null. A space whose batch is leased waits. */
const IS_FREE = `job.stage = ?1 AND (?3 IS NULL OR job.space = ?3)
  AND NOT EXISTS (SELECT 1 FROM event_job AS held WHERE held.space = job.space AND held.stage = ?1
    AND held.state = 'running' AND held.lease_until > ?2 AND held.lease_until <= ?2 + ${LONGEST_LEASE_MS})`
const IS_DUE = {
  pending: `job.state = 'pending' AND (job.not_before <= ?2 OR job.not_before > ?2 + ${LONGEST_WAIT_MS}) AND ${IS_FREE}`,
  running: `job.state = 'running' AND (job.lease_until <= ?2 OR job.lease_until > ?2 + ${LONGEST_LEASE_MS}) AND ${IS_FREE}`,
}

/** Whether so many events of its space wait, or the one in hand was tried before; the parameter is the number. */
const isEnough = (least: string) => `(${least} <= 1 OR job.attempts > 0 OR ${least} <= (
  SELECT count(*) FROM (SELECT 1 FROM event_job AS other WHERE other.stage = job.stage AND other.state = 'pending'
    AND other.backlog = job.backlog AND other.space = job.space LIMIT ${least})))`

/** Events of a batch were stored near each other: this many rows after the first are looked at. */
const REACH = 200

interface Head {
  key: number
  space: number
  attempts: number
  backlog: number
  state: 'pending' | 'running'
}

/** Leases the next due batch; looking for work alone takes no lock. */
export function claimEvents(
  db: Connection,
  scope: SpaceId | 'all',
  request: EventClaimRequest,
): EventBatch | undefined {
  const space = findScope(db, scope)
  if (space === undefined || findHead(db, space, request) === undefined) return undefined
  return db.write(() => {
    for (;;) {
      const head = findHead(db, space, request)
      if (head === undefined) return undefined
      if (head.attempts < BATCH_SIZES.length) return lease(db, head, request)
      db.run(
        `UPDATE event_job SET state = 'dead', lease = NULL, lease_until = NULL,
           last_error = coalesce(last_error, 'its worker was lost') WHERE key = ?`,
        head.key,
      )
    }
  })
}

function findHead(
  db: Connection,
  space: number | null,
  { stage, now, backlog, least = 1 }: EventClaimRequest,
): Head | undefined {
  const isBounded = backlog !== undefined && backlogBatches(db, stage, now, backlog.withinMs) >= backlog.most
  const lost = firstDue(db, 'running', { stage, now, space, least: 1, backlog: isBounded ? [0] : [0, 1] })
  // New ones go ahead of a backlog; each list is walked by itself.
  return (
    lost ??
    firstDue(db, 'pending', { stage, now, space, least, backlog: [0] }) ??
    (isBounded ? undefined : firstDue(db, 'pending', { stage, now, space, least, backlog: [1] }))
  )
}

function firstDue(
  db: Connection,
  state: Head['state'],
  asked: { stage: EventStage; now: number; space: number | null; least: number; backlog: readonly number[] },
): Head | undefined {
  return db.get<Head>(
    `SELECT job.key, job.space, job.attempts, job.backlog, job.state FROM event_job AS job
     WHERE job.backlog IN (${asked.backlog.join(', ')}) AND ${IS_DUE[state]} AND ${isEnough('?4')}
     ORDER BY job.key LIMIT 1`,
    asked.stage,
    asked.now,
    asked.space,
    asked.least,
  )
}

function backlogBatches(db: Connection, stage: EventStage, now: number, withinMs: number): number {
  return db.one<{ count: number }>(
    'SELECT count(*) AS count FROM backlog_batch WHERE stage = ? AND at > ? AND at <= ?',
    stage,
    now - withinMs,
    now,
  ).count
}

function lease(db: Connection, head: Head, request: EventClaimRequest): EventBatch {
  const { stage, now, leaseMs, backlog } = request
  if (head.backlog === 1 && backlog !== undefined) {
    db.run('DELETE FROM backlog_batch WHERE stage = ? AND at <= ?', stage, now - backlog.withinMs)
    db.run('INSERT INTO backlog_batch (stage, at) VALUES (?, ?)', stage, now)
  }
  db.run(
    `UPDATE event_job SET state = 'running', lease = ?4, lease_until = ?2 + ?5, attempts = attempts + 1
     WHERE key IN (
       SELECT job.key FROM event_job AS job
       WHERE job.backlog = ?6 AND ${IS_DUE[head.state]} AND job.attempts = ?7
         AND job.key BETWEEN ?9 AND ?9 + ${REACH}
       ORDER BY job.key LIMIT ?8)`,
    stage,
    now,
    head.space,
    request.lease,
    leaseMs,
    head.backlog,
    head.attempts,
    BATCH_SIZES[head.attempts] as number,
    head.key,
  )
  return readBatch(db, head, request)
}

function readBatch(db: Connection, head: Head, { stage, lease: token }: EventClaimRequest): EventBatch {
  const events = db.all<EventRow & { thread_key: number | null }>(
    `SELECT ${EVENT_COLUMNS}, event.thread AS thread_key FROM event_job AS job JOIN event ON event.key = job.event
     WHERE job.state = 'running' AND job.space = ? AND job.stage = ? AND job.lease = ? ORDER BY job.key`,
    head.space,
    stage,
    token,
  )
  const { name } = db.one<{ name: SpaceId }>('SELECT name FROM space WHERE key = ?', head.space)
  const [first] = events
  const isOfOne = first !== undefined && events.every(event => event.thread_key === first.thread_key)
  return {
    stage,
    space: name,
    sourceSpace: (isOfOne ? first.source_space : null) ?? name,
    threadKey: (isOfOne ? first.thread_key : null) ?? 0,
    events: events.map(toEvent),
    attempt: head.attempts + 1,
    lease: token,
  }
}

const IS_HELD = `state = 'running' AND space = (SELECT key FROM space WHERE name = ?) AND stage = ? AND lease = ?`

/** Whether the caller still owns the batch; part of the step that writes what came of it. */
export function holdsEvents(db: Connection, { space, stage, lease: token }: EventBatch): boolean {
  return db.get(`SELECT 1 FROM event_job WHERE ${IS_HELD} LIMIT 1`, space, stage, token) !== undefined
}

/** Ends the rows of a held batch; part of the step that writes what came of it. */
export function finishEvents(db: Connection, { space, stage, lease: token }: EventBatch): void {
  db.run(`DELETE FROM event_job WHERE ${IS_HELD}`, space, stage, token)
}

export function renewEvents(
  db: Connection,
  { space, stage, lease: token }: EventBatch,
  until: number,
): boolean {
  return db.write(
    () =>
      db.run(`UPDATE event_job SET lease_until = ? WHERE ${IS_HELD}`, until, space, stage, token).changes > 0,
  )
}

/** Puts a held batch back, or ends it as dead when its last attempt failed. */
export function failEvents(
  db: Connection,
  { space, stage, lease: token }: EventBatch,
  { error, retryAt }: { error: string; retryAt: number | null },
): boolean {
  return db.write(
    () =>
      db.run(
        `UPDATE event_job SET state = ?, not_before = coalesce(?, not_before), lease = NULL, lease_until = NULL,
           last_error = ? WHERE ${IS_HELD}`,
        retryAt === null ? 'dead' : 'pending',
        retryAt,
        toStored(error),
        space,
        stage,
        token,
      ).changes > 0,
  )
}

/** Puts a held batch back until a time, as if it had not been tried. */
export function postponeEvents(
  db: Connection,
  { space, stage, lease: token }: EventBatch,
  until: number,
): boolean {
  return db.write(
    () =>
      db.run(
        `UPDATE event_job SET state = 'pending', not_before = ?, attempts = attempts - 1, lease = NULL,
           lease_until = NULL WHERE ${IS_HELD}`,
        until,
        space,
        stage,
        token,
      ).changes > 0,
  )
}

/**
 * When the earliest event that waits for one of the stages can be claimed; one in other hands, when its lease ends, and
 * one of a backlog, when another batch of it may be taken.
 */
export function nextEventsAt(
  db: Connection,
  scope: SpaceId | 'all',
  stages: readonly WorkedStage[],
  now?: number,
): number | undefined {
  const space = findScope(db, scope)
  if (space === undefined) return undefined
  const times = stages.flatMap(({ stage, backlog, least = 1 }) => {
    const [next, old] = [0, 1].map(list => nextOfList(db, { stage, space, now, list, least }))
    const freeAt = backlog && now !== undefined ? backlogFreeAt(db, stage, now, backlog) : 0
    return [next, old === undefined ? undefined : Math.max(old, freeAt)].filter(time => time !== undefined)
  })
  return times.length > 0 ? Math.min(...times) : undefined
}

function nextOfList(
  db: Connection,
  {
    stage,
    space,
    now,
    list,
    least,
  }: { stage: EventStage; space: number | null; now: number | undefined; list: number; least: number },
): number | undefined {
  const { next } = db.one<{ next: number | null }>(
    `SELECT min(CASE
         WHEN state = 'running' THEN iif(?2 IS NOT NULL AND lease_until > ?2 + ${LONGEST_LEASE_MS}, 0, lease_until)
         WHEN ?2 IS NOT NULL AND not_before > ?2 + ${LONGEST_WAIT_MS} THEN 0
         ELSE not_before END) AS next
     FROM event_job AS job WHERE stage = ?3 AND backlog = ?4 AND (?1 IS NULL OR space = ?1)
       AND (state = 'running' OR state = 'pending' AND ${isEnough('?5')})`,
    space,
    now ?? null,
    stage,
    list,
    least,
  )
  return next ?? undefined
}

/** When another batch of old events may be taken; 0 when it may now. */
function backlogFreeAt(
  db: Connection,
  stage: EventStage,
  now: number,
  { most, withinMs }: NonNullable<EventClaimRequest['backlog']>,
): number {
  const taken = db.all<{ at: number }>(
    'SELECT at FROM backlog_batch WHERE stage = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT ?',
    stage,
    now - withinMs,
    now,
    most,
  )
  const first = taken.at(-1)
  return first === undefined || taken.length < most ? 0 : first.at + withinMs
}

/** How many events wait, and how many were given up, by space and stage. */
export function eventQueues(db: Connection, scope: SpaceId | 'all'): EventQueue[] {
  const space = findScope(db, scope)
  if (space === undefined) return []
  return db
    .all<{ space: SpaceId; stage: EventStage; waiting: number; dead: number; error: StoredText | null }>(
      `SELECT space.name AS space, job.stage, sum(job.state <> 'dead') AS waiting, sum(job.state = 'dead') AS dead,
         (SELECT last_error FROM event_job AS failed WHERE failed.space = job.space AND failed.stage = job.stage
          AND failed.last_error IS NOT NULL ORDER BY failed.key DESC LIMIT 1) AS error
       FROM event_job AS job JOIN space ON space.key = job.space
       WHERE ?1 IS NULL OR job.space = ?1 GROUP BY job.space, job.stage ORDER BY space.name, job.stage`,
      space,
    )
    .map(({ error, ...queue }) => ({ ...queue, lastError: fromStoredOrNull(error) }))
}

/** Makes events that were given up, or wait for another attempt, due at once, as if they had never been tried. */
export function retryEvents(db: Connection, scope: SpaceId | 'all'): number {
  return db.write(() => {
    const space = findScope(db, scope)
    if (space === undefined) return 0
    return db.run(
      `UPDATE event_job SET state = 'pending', attempts = 0, not_before = 0
       WHERE state IN ('dead', 'pending') AND attempts > 0 AND (?1 IS NULL OR space = ?1)`,
      space,
    ).changes
  })
}
