import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inspectStore } from '../../src/storage/sqlite/doctor.ts'
import { backupStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { HOME, turnOf } from '../contracts/store.ts'
import { query } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'
import { runWriter } from './writers.ts'

const WRITERS = 8
const TURNS = 12

describe('several processes on one store', () => {
  let place: SqlitePlace

  beforeEach(() => {
    place = makeSqlitePlace()
  })

  afterEach(() => place.remove())

  it('make it together and store every turn, in one order, while another checks its integrity [L58]', async () => {
    const writers = Array.from({ length: WRITERS }, (_, index) => runWriter(place.path, `${index}`, TURNS))
    let isRunning = true
    const ends = Promise.all(writers).finally(() => {
      isRunning = false
    })
    const verdicts = new Set<string>()
    while (isRunning) {
      for (const finding of await inspectStore(place.path, 0)) {
        if (finding.code !== 'missing') verdicts.add(finding.what)
      }
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    for (const end of await ends) {
      expect(end).toMatchObject({ errors: '', code: 0 })
      expect(end.lines).toHaveLength(2 * TURNS)
    }
    expect([...verdicts]).toEqual([])
    const store = await place.open({ create: false })
    const shared = await store.thread(HOME, 'shared')
    const turns = await store.turns(HOME, shared?.key ?? 0, 1, 9_999)
    expect(turns.map(turn => turn.ordinal)).toEqual(
      Array.from({ length: WRITERS * TURNS }, (_, index) => index + 1),
    )
    expect(new Set(turns.map(turn => turn.key)).size).toBe(WRITERS * TURNS)
    expect(await store.spaceTurn(HOME)).toBe(2 * WRITERS * TURNS)
    const numbers = query(place.path, 'SELECT space_turn FROM turn ORDER BY space_turn').map(
      row => row.space_turn,
    )
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    await store.close()
  })

  // Where locks are not listed by the system, there is no telling.
  it.skipIf(!existsSync('/proc/locks'))(
    'see that a store is in use whose own process has opened it twice, looked into it and copied it',
    async () => {
      const store = await place.open()
      await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
      const mark = `:${statSync(place.path).ino} `
      const locks = () =>
        readFileSync('/proc/locks', 'utf8')
          .split('\n')
          .filter(line => line.includes(mark))
      // Without this lock, another program that ends takes the log away from under the store.
      expect(locks()).toHaveLength(1)
      await (await place.open()).close()
      expect(await inspectStore(place.path, 0)).toEqual([])
      await backupStore(place.path, `${place.path}.backup-v3-x`)
      expect(locks()).toHaveLength(1)
      await store.close()
    },
  )

  it('lose no acknowledged turn when one of them is killed [L59]', async () => {
    const end = await runWriter(place.path, 'a', 5, 'die')
    expect([end.signal, end.lines.length]).toEqual(['SIGKILL', 10])
    const store = await place.open({ create: false })
    const shared = await store.thread(HOME, 'shared')
    expect((await store.turns(HOME, shared?.key ?? 0, 1, 99)).map(turn => turn.key)).toEqual([
      'a-1',
      'a-2',
      'a-3',
      'a-4',
      'a-5',
    ])
    await store.close()
    expect(await inspectStore(place.path, 0)).toEqual([])
  })

  it('take over the job of a killed one within one lease, and lock or process files do not count (P13)', async () => {
    const store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
    const thread = await store.thread(HOME, 'kitchen')
    const block = { thread: thread?.key ?? 0, sequence: 1, firstTurn: 1, lastTurn: 1, views: [] }
    expect(await store.sealBlock(HOME, block)).toBe(true)
    const end = await runWriter(place.path, 'a', 0, 'claim')
    expect([end.signal, end.lines]).toEqual(['SIGKILL', ['claimed 1']])
    await store.close()
    writeFileSync(`${place.path}.lock`, '1')
    writeFileSync(`${place.path}.pid`, `${process.pid}`)
    const reopened = await place.open({ create: false })
    expect(
      await reopened.claimJob('all', { now: 999, leaseMs: 1_000, lease: 'next', maxLosses: 3 }),
    ).toBeUndefined()
    expect(await reopened.nextJobAt('all')).toBe(1_000)
    const job = await reopened.claimJob('all', { now: 1_000, leaseMs: 1_000, lease: 'next', maxLosses: 3 })
    expect(job).toMatchObject({ key: 1, attempts: 0 })
    await reopened.close()
  })

  it('are not needed for jobs: those of an ended session wait in the store for whoever opens it next', async () => {
    const store = await place.open()
    for (const n of [1, 2, 3]) await store.appendTurn(HOME, turnOf('kitchen', `${n}`, 'oak'))
    const thread = await store.thread(HOME, 'kitchen')
    for (const n of [1, 2, 3]) {
      const block = { thread: thread?.key ?? 0, sequence: n, firstTurn: n, lastTurn: n, views: [] }
      await store.sealBlock(HOME, block)
    }
    await store.close()
    const next = await place.open({ create: false })
    const derived = { title: '', tags: [], views: [], events: [], contextBlock: null }
    for (const sequence of [1, 2, 3]) {
      const job = await next.claimJob('all', { now: 0, leaseMs: 1, lease: `${sequence}`, maxLosses: 3 })
      expect(job?.sequence).toBe(sequence)
      if (job) expect(await next.completeDerivation(HOME, job, derived)).toBe(true)
    }
    expect(await next.readySequences(HOME, thread?.key ?? 0)).toEqual([1, 2, 3])
    await next.close()
  })
})
