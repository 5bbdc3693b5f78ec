import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { View } from '../../src/domain/conversation.ts'
import { makeId } from '../../src/domain/ids.ts'
import { inspectStore } from '../../src/storage/sqlite/doctor.ts'
import { recoverStore } from '../../src/storage/sqlite/recover.ts'
import { backupStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../../src/storage/store.ts'
import { eventOf, HOME, turnOf } from '../contracts/store.ts'
import { checkpoint, leafPages, overwritePage, pageCount, query, runSql, truncateToPages } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

const TURNS = 60
const BLOCK = 6
const STAMP = '20250618T120000Z'
const madeBy = 'test/1'

const sealed: View[] = [
  { level: 3, text: 'condensed', sameAs: null, tokens: 1, madeBy },
  { level: 4, text: 'verbatim', sameAs: null, tokens: 1, madeBy },
]
const derived: View[] = [0, 1, 2].map(level => ({
  level: level as 0,
  text: `L${level}`,
  sameAs: null,
  tokens: 1,
  madeBy,
}))

/** A thread of 60 turns in ten blocks, eight of them ready with one event each, and a fork after turn 20. */
async function fill(store: Store): Promise<void> {
  for (let n = 1; n <= TURNS; n += 1) {
    await store.appendTurn(
      HOME,
      turnOf('kitchen', `${n}`, `question ${n} ${'oak '.repeat(60)}`, 'answer '.repeat(60)),
    )
  }
  const thread = await store.thread(HOME, 'kitchen')
  for (let sequence = 1; sequence <= TURNS / BLOCK; sequence += 1) {
    const lastTurn = sequence * BLOCK
    const block = {
      thread: thread?.key ?? 0,
      sequence,
      firstTurn: lastTurn - BLOCK + 1,
      lastTurn,
      views: sealed,
    }
    expect(await store.sealBlock(HOME, block)).toBe(true)
  }
  for (let n = 1; n <= 8; n += 1) {
    const job = await store.claimJob('all', { now: 0, leaseMs: 1, lease: `${n}`, maxLosses: 3 })
    if (!job) throw new Error('no job')
    const source = makeId('m', ['local', 'kitchen', `${n * BLOCK}`, 0])
    const events = [eventOf([source], { title: `event ${n}`, createdTurn: n * BLOCK })]
    await store.completeDerivation(HOME, job, {
      title: `block ${n}`,
      tags: [],
      views: derived,
      events,
      contextBlock: null,
    })
  }
  const parent = { thread: 'kitchen', lastSharedTurn: '20' }
  await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'island question'), parent })
}

describe('a store that is damaged', () => {
  let place: SqlitePlace

  beforeEach(async () => {
    place = makeSqlitePlace()
    const store = await place.open()
    await fill(store)
    await store.close()
    checkpoint(place.path)
  })

  afterEach(() => place.remove())

  /** Recovers, checks that the result is sound and whole, and gives what was said about it. */
  async function recover() {
    const report = await recoverStore(place.path, { stamp: STAMP })
    expect(existsSync(report.damaged)).toBe(true)
    expect(await inspectStore(place.path, 0)).toEqual([])
    const store = await place.open({ create: false })
    const thread = await store.thread(HOME, 'kitchen')
    const turns = thread ? await store.turns(HOME, thread.key, 1, TURNS) : []
    const blocks = thread ? await store.blocks(HOME, thread.key, { limit: 99 }) : []
    expect(turns.map(turn => turn.ordinal)).toEqual(turns.map((_, index) => index + 1))
    expect(turns.every(turn => turn.messages.length === 2)).toBe(true)
    expect(blocks.map(block => block.sequence)).toEqual(blocks.map((_, index) => index + 1))
    expect(thread?.sealedTurns ?? 0).toBe(blocks.length * BLOCK)
    return { report, store, thread, turns, blocks }
  }

  it('is sound before', async () => {
    expect(await inspectStore(place.path, 0)).toEqual([])
  })

  it('keeps everything when nothing is lost, under the same ids', async () => {
    const dump = () =>
      ['turn', 'message', 'block', 'view', 'event', 'event_source', 'job', 'thread', 'space'].map(table =>
        query(place.path, `SELECT * FROM ${table}`),
      )
    const before = dump()
    const { report, store } = await recover()
    expect(dump()).toEqual(before)
    expect(report.dropped).toEqual({ turns: 0, blocks: 0, events: 0 })
    expect(report.tables.every(table => table.lost === 0)).toBe(true)
    const found = await store.search(HOME, { terms: ['island'], kinds: ['message'], limit: 9, offset: 0 })
    expect(found.map(row => row.text)).toEqual(['island question'])
    await store.close()
  })

  it('loses only the turns of an overwritten page of messages and seals the ones after anew', async () => {
    const leaves = leafPages(place.path, 'message')
    overwritePage(place.path, leaves[Math.floor(leaves.length / 2)] ?? 0)
    expect((await inspectStore(place.path, 0)).map(finding => finding.code)).toContain('damaged')
    const { report, store, turns, blocks, thread } = await recover()
    expect(turns.length).toBeGreaterThan(TURNS - 10)
    expect(turns.length).toBeLessThan(TURNS)
    expect(report.dropped.turns).toBe(TURNS - turns.length)
    expect(report.tables.find(table => table.table === 'message')?.lost).toBeGreaterThan(0)
    expect(blocks.length).toBeGreaterThan(2)
    expect(blocks.length).toBeLessThan(TURNS / BLOCK)
    const events = await store.events(HOME, { limit: 99 })
    expect(events.map(event => event.block)).toEqual(blocks.slice(0, 8).map(block => block.id))
    // The lost turns can be offered again, and sealing goes on where it stopped.
    const keys = new Set(turns.map(turn => turn.key))
    const lost = Array.from({ length: TURNS }, (_, index) => `${index + 1}`).filter(key => !keys.has(key))
    const again = turnOf('kitchen', lost[0], 'again')
    expect((await store.appendTurn(HOME, again)).ordinal).toBe(turns.length + 1)
    const next = blocks.length * BLOCK
    const block = {
      thread: thread?.key ?? 0,
      sequence: blocks.length + 1,
      firstTurn: next + 1,
      lastTurn: next + BLOCK,
    }
    expect(await store.sealBlock(HOME, { ...block, views: sealed })).toBe(true)
    await store.close()
  })

  it('moves a fork with the turns it shares', async () => {
    const leaves = leafPages(place.path, 'message')
    overwritePage(place.path, leaves[1] ?? 0)
    const { store, turns } = await recover()
    const shared = turns.filter(turn => Number(turn.key) <= 20)
    expect(shared.length).toBeLessThan(20)
    const island = await store.thread(HOME, 'island')
    const seen = await store.turns(HOME, island?.key ?? 0, 1, 99)
    expect(seen.map(turn => turn.key)).toEqual([...shared.map(turn => turn.key), 'i-1'])
    expect(seen.map(turn => turn.ordinal)).toEqual(seen.map((_, index) => index + 1))
    await store.close()
  })

  it('names threads and spaces from their index when their own page is gone', async () => {
    overwritePage(place.path, leafPages(place.path, 'thread')[0] ?? 0)
    overwritePage(place.path, leafPages(place.path, 'space')[0] ?? 0)
    const { store, turns } = await recover()
    expect(turns).toHaveLength(TURNS)
    expect(await store.spaceTurn(HOME)).toBe(TURNS + 1)
    await store.close()
  })

  it('derives a block again whose derived views are gone, in sequence', async () => {
    runSql(place.path, 'DELETE FROM view WHERE level = 2 AND block = 3')
    const { report, store, blocks } = await recover()
    expect(report.toDerive).toBe(1)
    expect(blocks.map(block => block.status)).toEqual([
      ...['ready', 'ready', 'pending'],
      ...Array(5).fill('ready'),
      ...['pending', 'pending'],
    ])
    const job = await store.claimJob('all', { now: 0, leaseMs: 1, lease: 'x', maxLosses: 3 })
    expect(job?.sequence).toBe(3)
    await store.close()
  })

  it('is cured without loss when only indexes are damaged', async () => {
    for (const index of ['sqlite_autoindex_turn_1', 'sqlite_autoindex_message_1', 'search_index_data']) {
      for (const page of leafPages(place.path, index)) overwritePage(place.path, page)
    }
    expect((await inspectStore(place.path, 0)).map(finding => finding.code)).toContain('damaged')
    const { report, store, turns } = await recover()
    expect(turns).toHaveLength(TURNS)
    expect(report.dropped).toEqual({ turns: 0, blocks: 0, events: 0 })
    const found = await store.search(HOME, { terms: ['oak'], kinds: ['message'], limit: 99, offset: 0 })
    expect(found).toHaveLength(TURNS)
    await store.close()
  })

  it('saves the beginning of a truncated file', async () => {
    truncateToPages(place.path, Math.floor(pageCount(place.path) * 0.7))
    const { store, turns } = await recover()
    expect(turns.length).toBeGreaterThan(0)
    expect(turns.length).toBeLessThan(TURNS)
    await store.close()
  })

  it('ignores a write-ahead log of garbage and keeps it beside', async () => {
    writeFileSync(`${place.path}-wal`, Buffer.alloc(50_000, 0x5a))
    const { report, store, turns } = await recover()
    expect(turns).toHaveLength(TURNS)
    await store.close()
    expect(report.damaged).toBe(`${place.path}.damaged-${STAMP}`)
  })

  it('names the backup that holds turns which cannot be read any more', async () => {
    const backup = `${place.path}.backup-v3-20250101T000000Z`
    await backupStore(place.path, backup)
    writeFileSync(place.path, Buffer.alloc(20 * 4_096, 1))
    const { report, store } = await recover()
    expect(report.backup).toEqual({ path: backup, turns: TURNS + 1 })
    expect(await store.counts('all')).toEqual([])
    await store.close()
  })

  it('leaves a newer store and another application alone, byte for byte', async () => {
    runSql(place.path, 'PRAGMA user_version = 99')
    checkpoint(place.path)
    const before = readFileSync(place.path)
    const foreign = join(place.folder, 'foreign.db')
    runSql(foreign, 'CREATE TABLE notes (text TEXT)')
    await expect(recoverStore(place.path, { stamp: STAMP })).rejects.toMatchObject({ code: 'store-newer' })
    await expect(recoverStore(foreign, { stamp: STAMP })).rejects.toMatchObject({ code: 'store-damaged' })
    await expect(recoverStore(join(place.folder, 'none.db'), { stamp: STAMP })).rejects.toMatchObject({
      code: 'store-missing',
    })
    expect(readFileSync(place.path).equals(before)).toBe(true)
    expect(readdirSync(place.folder).filter(name => /recovering|damaged/.test(name))).toEqual([])
  })
})

describe('the doctor', () => {
  let place: SqlitePlace

  beforeEach(() => {
    place = makeSqlitePlace()
  })

  afterEach(() => place.remove())

  const codes = async (now = 0) => (await inspectStore(place.path, now)).map(finding => finding.code)

  it('says what is not there or not ours', async () => {
    expect(await codes()).toEqual(['missing'])
    writeFileSync(place.path, 'Dear diary, today I wrote plain text. '.repeat(50), { mode: 0o600 })
    expect(await codes()).toEqual(['damaged'])
    writeFileSync(place.path, '')
    runSql(place.path, 'CREATE TABLE notes (text TEXT)')
    expect(await codes()).toEqual(['foreign'])
  })

  it('finds each kind of fault', async () => {
    const store = await place.open()
    await fill(store)
    await store.claimJob('all', { now: 0, leaseMs: 100, lease: 'gone', maxLosses: 3 })
    await store.close()
    expect(await codes(99)).toEqual([])
    expect(await codes(100)).toEqual(['leases'])
    const faults = {
      'jobs-dead': `UPDATE job SET state = 'dead' WHERE key = 9`,
      'jobs-lost': 'DELETE FROM job WHERE key = 10',
      turns: 'DELETE FROM message WHERE key = 119',
      references:
        'DELETE FROM view; DELETE FROM event_source; DELETE FROM message WHERE turn = 59; DELETE FROM turn WHERE key = 58',
      blocks: 'UPDATE block SET first_turn = 8 WHERE key = 2',
      counters: 'UPDATE space SET turn_count = 3',
      index: 'DELETE FROM search_index WHERE rowid = 40',
      newer: 'PRAGMA user_version = 99',
    }
    for (const [code, sql] of Object.entries(faults)) {
      runSql(place.path, sql)
      expect(await codes(), sql).toContain(code)
    }
  })

  it('changes no byte, also of a store that is in use', async () => {
    const store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
    const files = readdirSync(place.folder).filter(name => !name.endsWith('-shm'))
    const before = files.map(name => readFileSync(join(place.folder, name)))
    expect(await codes()).toEqual([])
    expect(files.map(name => readFileSync(join(place.folder, name)))).toEqual(before)
    expect(await store.spaceTurn(HOME)).toBe(1)
    await store.close()
  })
})
