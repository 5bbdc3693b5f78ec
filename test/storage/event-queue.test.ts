import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foldClaims } from '../../src/engine/graph/fold.ts'
import type { EventBatch, EventClaimRequest, Store } from '../../src/storage/store.ts'
import { eventOf, HOME, OFFICE } from '../contracts/store.ts'
import { query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

const NOW = Date.UTC(2025, 5, 18, 12)
const LEASE = 15_000

describe('events that wait for a stage', () => {
  let place: SqlitePlace
  let store: Store
  let leases = 0

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
  })

  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  async function add(count: number, space = HOME, name = 'Fact'): Promise<void> {
    const given = Array.from({ length: count }, (_, index) =>
      eventOf([], { title: `${name} ${index + 1}`, space, origin: 'import' }),
    )
    await store.addEvents(space, given)
  }

  async function claim(
    changes: Partial<EventClaimRequest> = {},
    from = store,
  ): Promise<EventBatch | undefined> {
    leases++
    return from.claimEvents('all', {
      stage: 'graph',
      now: NOW,
      leaseMs: LEASE,
      lease: `lease-${leases}`,
      ...changes,
    })
  }

  async function held(changes: Partial<EventClaimRequest> = {}): Promise<EventBatch> {
    const batch = await claim(changes)
    if (!batch) throw new Error('nothing is due')
    return batch
  }

  const titles = (batch: EventBatch | undefined) => batch?.events.map(event => event.title)
  const fail = (batch: EventBatch, retryAt: number | null = NOW) =>
    store.failEvents(batch, { error: 'it was no JSON', retryAt })

  it('are taken twelve at a time, in the order in which they were stored, by one worker of a space [T15]', async () => {
    await add(14)
    const first = await held()
    expect(titles(first)).toEqual(Array.from({ length: 12 }, (_, index) => `Fact ${index + 1}`))
    expect(first).toMatchObject({ stage: 'graph', space: HOME, sourceSpace: HOME, threadKey: 0, attempt: 1 })
    expect(await claim()).toBeUndefined()
    expect(titles(await claim({ stage: 'topics' }))).toHaveLength(12)
    await add(1, OFFICE, 'Desk')
    expect(titles(await claim())).toEqual(['Desk 1'])
  })

  it('are tried again in smaller batches, so that one which always fails is dead alone', async () => {
    await add(6)
    await fail(await held())
    const second = await held()
    expect(titles(second)).toEqual(['Fact 1', 'Fact 2', 'Fact 3', 'Fact 4'])
    await fail(second)
    const third = await held()
    expect(titles(third)).toEqual(['Fact 1'])
    await fail(third, null)
    expect(await store.eventQueues(HOME)).toEqual([
      { space: HOME, stage: 'graph', waiting: 5, dead: 1, lastError: 'it was no JSON' },
      { space: HOME, stage: 'topics', waiting: 6, dead: 0, lastError: null },
    ])
    expect(await store.retryEvents('all')).toBe(6)
    expect(titles(await claim())).toHaveLength(6)
  })

  it('count an attempt when it begins: a worker that dies three times leaves them dead [G13]', async () => {
    await add(1)
    for (const attempt of [1, 2, 3])
      expect(await held({ now: NOW + attempt * (LEASE + 1) })).toMatchObject({ attempt })
    expect(await claim({ now: NOW + 4 * (LEASE + 1) })).toBeUndefined()
    expect(await store.eventQueues(HOME)).toMatchObject([
      { stage: 'graph', waiting: 0, dead: 1, lastError: 'its worker was lost' },
      { stage: 'topics', waiting: 1, dead: 0 },
    ])
  })

  it('wait for the time of their retry, and cost no attempt when the day has no tokens left [G13]', async () => {
    await add(1)
    await fail(await held(), NOW + 30_000)
    expect(await claim({ now: NOW + 29_999 })).toBeUndefined()
    expect(await store.nextJobAt('all', NOW, [{ stage: 'graph' }])).toBe(NOW + 30_000)
    expect(await store.nextJobAt('all', NOW, [])).toBeUndefined()
    const second = await held({ now: NOW + 30_000 })
    expect(await store.postponeEvents(second, NOW + 60_000)).toBe(true)
    expect(await held({ now: NOW + 60_000 })).toMatchObject({ attempt: 2 })
  })

  it('can be left to gather until so many wait in their space; what was tried before does not wait', async () => {
    await add(3)
    await add(2, OFFICE, 'Desk')
    expect(await store.nextJobAt('all', NOW, [{ stage: 'graph', least: 4 }])).toBeUndefined()
    expect(await claim({ least: 4 })).toBeUndefined()
    expect(await store.nextJobAt('all', NOW, [{ stage: 'graph', least: 3 }])).toBe(0)
    await fail(await held({ least: 3 }))
    expect(titles(await claim({ least: 4 }))).toEqual(['Fact 1', 'Fact 2', 'Fact 3'])
    expect(await claim({ least: 3 })).toBeUndefined()
    expect(titles(await claim())).toEqual(['Desk 1', 'Desk 2'])
  })

  it('are no longer held by a lease that ran out, was taken over, or whose space got another name', async () => {
    await add(1)
    const lost = await held()
    expect(await store.renewEvents(lost, NOW + 2 * LEASE)).toBe(true)
    expect(await claim({ now: NOW + LEASE + 1 })).toBeUndefined()
    const taken = await held({ now: NOW + 2 * LEASE })
    expect(await store.renewEvents(lost, NOW + 9 * LEASE)).toBe(false)
    expect(await fail(lost)).toBe(false)
    await store.renameSpace(HOME, OFFICE)
    expect(await store.postponeEvents(taken, NOW)).toBe(false)
    expect(await held()).toMatchObject({ space: OFFICE })
  })

  it('do not wait for a time that a clock put back has left far ahead', async () => {
    await add(1)
    await fail(await held({ now: NOW + 90 * 86_400_000 }), NOW + 90 * 86_400_000)
    expect(await claim()).toBeDefined()
  })

  it('move with their space, and go with an event that the other space knows', async () => {
    await add(2)
    await add(1, OFFICE)
    await store.mergeSpace(HOME, OFFICE, foldClaims)
    expect(await store.eventQueues('all')).toMatchObject([
      { space: OFFICE, stage: 'graph', waiting: 2 },
      { space: OFFICE, stage: 'topics', waiting: 2 },
    ])
  })

  describe('stored before their stage existed', () => {
    const backlog = { most: 2, withinMs: 600_000 }

    beforeEach(async () => {
      await add(40)
      await store.close()
      runSql(place.path, 'DELETE FROM event_job')
      runSql(
        place.path,
        'DROP TABLE event_relation; DROP TABLE event_job; DROP TABLE backlog_batch; PRAGMA user_version = 5',
      )
      store = await place.open()
    })

    it('wait as a backlog, behind new ones, with so many batches in ten minutes, failed ones included [T15, T17, T18, T19]', async () => {
      expect(query(place.path, 'SELECT count(*) AS count FROM event_job WHERE backlog = 1')).toEqual([
        { count: 80 },
      ])
      await fail(await held({ backlog }), NOW + 1)
      await add(1, HOME, 'News')
      expect(titles(await held({ backlog, now: NOW + 1 }))).toEqual(['News 1'])
      const later = NOW + LEASE + 2
      await fail(await held({ backlog: { ...backlog, most: 0 }, now: later }), null)
      await fail(await held({ backlog, now: later }), later)
      const other = await place.open()
      expect(await claim({ backlog, now: later }, other)).toBeUndefined()
      await other.close()
      await store.close()
      store = await place.open()
      expect(await claim({ backlog, now: NOW + 599_999 })).toBeUndefined()
      const stages = [{ stage: 'graph', backlog }] as const
      expect(await store.nextJobAt('all', NOW + 599_999, stages)).toBe(NOW + 600_000)
      expect(titles(await claim({ backlog, now: NOW + 600_000 }))).toEqual(['Fact 1'])
    })
  })
})
