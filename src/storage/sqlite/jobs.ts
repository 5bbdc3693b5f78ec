/**
 * The queue of derivation jobs.
 *
 * Owns: the table `job`: leases, failures and losses, and the order inside a thread. Ownership of a running job is a
 * random token and a time in the row itself; there is no lock file and no process id, so nothing of a dead process can
 * block, and no time further ahead than any that is ever set, so a clock that was put back cannot either.
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

/** A lease that ends later than this after now was taken under another clock: it holds nothing. */
const LONGEST_LEASE_MS = 3_600_000
/** The same for the time of a retry. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/**
 * The job of the first unfinished block of each thread, and from when it can be claimed: once it is due and no lease
 * holds its thread. Blocks of a thread are made in sequence, so the smallest key is the first. Parameters: 1 the
 * space, or null for all; 2 now, or null to believe every time.
 */
const HEADS = `
  WITH head AS (
    SELECT min(block) AS block,
      coalesce(max(CASE WHEN state = 'running' AND (?2 IS NULL OR lease_until <= ?2 + ${LONGEST_LEASE_MS})
        THEN lease_until END), 0) AS held_until
    FROM job WHERE state IN ('pending', 'running') AND (?1 IS NULL OR space = ?1) GROUP BY thread
  ),
  open AS (
    SELECT job.key, job.block, max(head.held_until,
      CASE WHEN state = 'pending' AND (?2 IS NULL OR not_before <= ?2 + ${LONGEST_WAIT_MS})
        THEN not_before ELSE 0 END) AS due_at
    FROM head JOIN job ON job.block = head.block
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
    `INSERT INTO job (space, thread, block, kind, state, attempts, losses, not_before)
     VALUES (?, ?, ?, 'derive', 'pending', 0, 0, 0)`,
    space,
    thread,
    block,
  )
}

/**
 * Leases the next due job; a lease that ran out is taken over, unless the job has lost too many workers already: then
 * it is dead and the next one is looked for. Looking for work alone takes no lock.
 */
export function claimJob(db: Connection, scope: SpaceScope, request: ClaimRequest): ClaimedJob | undefined {
  if (findDueJob(db, scope, request.now) === undefined) return undefined
  return db.write(() => {
    for (;;) {
      const key = findDueJob(db, scope, request.now)
      if (key === undefined) return undefined
      const losses = countLoss(db, key, request.now)
      if (losses < request.maxLosses) return lease(db, key, request)
      endJob(db, key, `its worker was lost ${losses} times`)
    }
  })
}

function findDueJob(db: Connection, scope: SpaceScope, now: number): number | undefined {
  const space = findScope(db, scope)
  if (space === undefined) return undefined
  const row = db.get<{ key: number }>(
    `${HEADS} SELECT key FROM open WHERE due_at <= ?2 ORDER BY block LIMIT 1`,
    space,
    now,
  )
  return row?.key
}

/** Counts the worker whose lease ran out, if one held the job; gives how many were lost so far. */
function countLoss(db: Connection, key: number, now: number): number {
  return db.one<{ losses: number }>(
    `UPDATE job SET losses = losses + (state = 'running' AND lease_until <= ?) WHERE key = ? RETURNING losses`,
    now,
    key,
  ).losses
}

function lease(db: Connection, key: number, request: ClaimRequest): ClaimedJob {
  db.run(
    `UPDATE job SET state = 'running', lease = ?, lease_until = ? WHERE key = ?`,
    request.lease,
    request.now + request.leaseMs,
    key,
  )
  const row = db.one<JobRow>(`${JOB} WHERE job.key = ?`, key)
  return { ...toJob(row), lease: request.lease, threadKey: row.thread_key }
}

/** Ends a job as dead and its block as failed. */
function endJob(db: Connection, key: number, error: string): void {
  db.run(
    `UPDATE job SET state = 'dead', lease = NULL, lease_until = NULL, last_error = ? WHERE key = ?`,
    toStored(error),
    key,
  )
  setBlockOfJob(db, key, 'failed')
}

export function nextJobAt(db: Connection, scope: SpaceScope, now?: number): number | undefined {
  const space = findScope(db, scope)
  if (space === undefined) return undefined
  const { next } = db.one<{ next: number | null }>(
    `${HEADS} SELECT min(due_at) AS next FROM open`,
    space,
    now ?? null,
  )
  return next ?? undefined
}

const IS_HELD = `key = ? AND lease = ? AND state = 'running'`

/** Whether the caller still owns the job. */
export function isHeld(db: Connection, job: ClaimedJob): boolean {
  return db.get(`SELECT 1 FROM job WHERE ${IS_HELD}`, job.key, job.lease) !== undefined
}

export function renewLease(db: Connection, job: ClaimedJob, until: number): boolean {
  return db.write(
    () => db.run(`UPDATE job SET lease_until = ? WHERE ${IS_HELD}`, until, job.key, job.lease).changes === 1,
  )
}

/** Ends a held job as done; part of the step that writes what it derived. */
export function finishJob(db: Connection, job: ClaimedJob): void {
  db.run(
    `UPDATE job SET state = 'done', lease = NULL, lease_until = NULL, last_error = NULL WHERE ${IS_HELD}`,
    job.key,
    job.lease,
  )
}

/** Counts a failure of a held job, and puts it back or ends it. */
export function failJob(
  db: Connection,
  job: ClaimedJob,
  failure: { error: string; retryAt: number | null },
): boolean {
  return db.write(() => {
    const { changes } = db.run(
      `UPDATE job SET state = 'pending', attempts = attempts + 1, not_before = coalesce(?, not_before), lease = NULL,
         lease_until = NULL, last_error = ? WHERE ${IS_HELD}`,
      failure.retryAt,
      toStored(failure.error),
      job.key,
      job.lease,
    )
    if (changes === 0) return false
    if (failure.retryAt === null) endJob(db, job.key, failure.error)
    return true
  })
}

/** Puts a held job back until a time, with nothing counted. */
export function postponeJob(db: Connection, job: ClaimedJob, until: number): boolean {
  return db.write(
    () =>
      db.run(
        `UPDATE job SET state = 'pending', not_before = ?, lease = NULL, lease_until = NULL WHERE ${IS_HELD}`,
        until,
        job.key,
        job.lease,
      ).changes === 1,
  )
}

/** Makes a dead or waiting job due at once, as if it had never been tried; one that runs is left alone. */
export function retryJob(db: Connection, scope: SpaceScope, key: number): boolean {
  return db.write(() => {
    const space = findScope(db, scope)
    if (space === undefined) return false
    const { changes } = db.run(
      `UPDATE job SET state = 'pending', attempts = 0, losses = 0, not_before = 0
       WHERE key = ?1 AND state IN ('dead', 'pending') AND (?2 IS NULL OR space = ?2)`,
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
