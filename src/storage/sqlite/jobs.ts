/**
 * The queue of derivation jobs.
 *
 * Owns: the table `job`: leases, retries, and the order inside a thread. Ownership of a running job is a random token
 * and a time in the row itself; there is no lock file and no process id, so nothing of a dead process can block.
 * Leaves what a finished job writes to `derivation.ts`.
 */
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { ClaimedJob, ClaimRequest, Job, JobState, Page } from '../store.ts'
import { fromStored, type StoredText, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { findScope } from './spaces.ts'

interface JobRow {
  key: number
  space: SpaceId
  kind: 'derive'
  block: string
  thread: StoredText
  thread_key: number
  sequence: number
  state: JobState
  attempts: number
  not_before: number
  lease_until: number | null
  last_error: StoredText | null
}

const JOB = `
  SELECT job.key, space.name AS space, job.kind, block.id AS block, thread.name AS thread, job.thread AS thread_key,
    block.sequence, job.state, job.attempts, job.not_before, job.lease_until, job.last_error
  FROM job JOIN space ON space.key = job.space JOIN block ON block.key = job.block
  JOIN thread ON thread.key = job.thread`

/**
 * The first block of each thread whose job is unfinished, and until when a lease holds the thread. Blocks of a thread
 * are made in sequence, so the smallest key is the first. Parameter 1: the space, or null for all.
 */
const HEADS = `
  WITH head AS (
    SELECT min(block) AS block, max(CASE state WHEN 'running' THEN lease_until END) AS held_until
    FROM job WHERE state IN ('pending', 'running') AND (?1 IS NULL OR space = ?1) GROUP BY thread
  )`

function toJob(row: JobRow): Job {
  return {
    key: row.key,
    space: row.space,
    kind: row.kind,
    block: row.block,
    thread: fromStored(row.thread),
    sequence: row.sequence,
    state: row.state,
    attempts: row.attempts,
    notBefore: row.not_before,
    leaseUntil: row.lease_until,
    lastError: row.last_error === null ? null : fromStored(row.last_error),
  }
}

/** Queues the derivation of a block; part of the step that seals it. */
export function addJob(db: Connection, space: number, thread: number, block: number): void {
  db.run(
    `INSERT INTO job (space, thread, block, kind, state, attempts, not_before)
     VALUES (?, ?, ?, 'derive', 'pending', 0, 0)`,
    space,
    thread,
    block,
  )
}

/** Leases the next due job; a lease that ran out is taken over. Looking for work alone takes no lock. */
export function claimJob(db: Connection, scope: SpaceScope, request: ClaimRequest): ClaimedJob | undefined {
  if (findDueJob(db, scope, request.now) === undefined) return undefined
  return db.write(() => {
    const key = findDueJob(db, scope, request.now)
    if (key === undefined) return undefined
    db.run(
      `UPDATE job SET state = 'running', attempts = attempts + 1, lease = ?, lease_until = ? WHERE key = ?`,
      request.lease,
      request.now + request.leaseMs,
      key,
    )
    const row = db.one<JobRow>(`${JOB} WHERE job.key = ?`, key)
    return { ...toJob(row), lease: request.lease, threadKey: row.thread_key }
  })
}

function findDueJob(db: Connection, scope: SpaceScope, now: number): number | undefined {
  const space = findScope(db, scope)
  if (space === undefined) return undefined
  const row = db.get<{ key: number }>(
    `${HEADS} SELECT job.key FROM head JOIN job ON job.block = head.block
     WHERE coalesce(head.held_until, 0) <= ?2 AND (job.state = 'running' OR job.not_before <= ?2)
     ORDER BY job.block LIMIT 1`,
    space,
    now,
  )
  return row?.key
}

export function nextJobAt(db: Connection, scope: SpaceScope): number | undefined {
  const space = findScope(db, scope)
  if (space === undefined) return undefined
  const { next } = db.one<{ next: number | null }>(
    `${HEADS} SELECT min(max(coalesce(head.held_until, 0), CASE job.state WHEN 'pending' THEN job.not_before ELSE 0 END))
       AS next FROM head JOIN job ON job.block = head.block`,
    space,
  )
  return next ?? undefined
}

const IS_HELD = `key = ? AND lease = ? AND state = 'running'`

/** Whether the caller still owns the job. */
export function isHeld(db: Connection, job: ClaimedJob): boolean {
  return db.get(`SELECT 1 FROM job WHERE ${IS_HELD}`, job.key, job.lease) !== undefined
}

export function renewLease(db: Connection, job: ClaimedJob, until: number): boolean {
  return db.run(`UPDATE job SET lease_until = ? WHERE ${IS_HELD}`, until, job.key, job.lease).changes === 1
}

/** Ends a held job as done; part of the step that writes what it derived. */
export function finishJob(db: Connection, job: ClaimedJob): void {
  db.run(
    `UPDATE job SET state = 'done', lease = NULL, lease_until = NULL, last_error = NULL WHERE ${IS_HELD}`,
    job.key,
    job.lease,
  )
}

/** Puts a held job back, or ends it as dead and its block as failed. */
export function failJob(
  db: Connection,
  job: ClaimedJob,
  failure: { error: string; retryAt: number | null },
): boolean {
  return db.write(() => {
    const { changes } = db.run(
      `UPDATE job SET state = ?, not_before = coalesce(?, not_before), lease = NULL, lease_until = NULL, last_error = ?
       WHERE ${IS_HELD}`,
      failure.retryAt === null ? 'dead' : 'pending',
      failure.retryAt,
      toStored(failure.error),
      job.key,
      job.lease,
    )
    if (changes === 0) return false
    if (failure.retryAt === null) setBlockOfJob(db, job.key, 'failed')
    return true
  })
}

/** Brings a dead job back, due at once. */
export function retryJob(db: Connection, scope: SpaceScope, key: number): boolean {
  return db.write(() => {
    const space = findScope(db, scope)
    if (space === undefined) return false
    const { changes } = db.run(
      `UPDATE job SET state = 'pending', attempts = 0, not_before = 0
       WHERE key = ?1 AND state = 'dead' AND (?2 IS NULL OR space = ?2)`,
      key,
      space,
    )
    if (changes === 0) return false
    setBlockOfJob(db, key, 'pending')
    return true
  })
}

function setBlockOfJob(db: Connection, job: number, status: 'pending' | 'failed'): void {
  db.run('UPDATE block SET status = ? WHERE key = (SELECT block FROM job WHERE key = ?)', status, job)
}

export function jobs(
  db: Connection,
  scope: SpaceScope,
  page: Page & { after?: number; states?: readonly JobState[] },
): Job[] {
  const space = findScope(db, scope)
  if (space === undefined) return []
  return db
    .all<JobRow>(
      `${JOB} WHERE (?1 IS NULL OR job.space = ?1) AND job.key > ?2
         AND (?3 IS NULL OR job.state IN (SELECT value FROM json_each(?3)))
       ORDER BY job.key LIMIT ?4`,
      space,
      page.after ?? 0,
      page.states ? JSON.stringify(page.states) : null,
      page.limit,
    )
    .map(toJob)
}
