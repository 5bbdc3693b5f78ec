import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { View } from '../../src/domain/conversation.ts'
import { makeId } from '../../src/domain/ids.ts'
import { search } from '../../src/engine/recall/search.ts'
import { inspectStore } from '../../src/storage/sqlite/doctor.ts'
import { recoverStore } from '../../src/storage/sqlite/recover.ts'
import { backupStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../../src/storage/store.ts'
import { eventOf, findHolding, HOME, indexAll, turnOf } from '../contracts/store.ts'
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
  await indexAll(store, HOME)
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
    const found = await findHolding(store, HOME, 'island', { kinds: ['message'] })
    expect(found.map(hit => hit.text)).toEqual(['island question'])
    await store.close()
  })

  it('answers after the index was made anew as it did before, byte for byte', async () => {
    const before = await place.open()
    for (let n = 0; n < 40; n += 1) {
      const turn = { ...turnOf(`note ${n % 5}`, `${n}`, `oak question ${n}?`, `answer ${n % 3}`) }
      await before.appendTurn(HOME, turn)
    }
    await indexAll(before, HOME)
    const asked = [
      'oak',
      'question 7',
      'Mira asked when on 18 June 2025?',
      'event',
      'L2 block',
      'island oak answer',
    ]
    const answersOf = async (store: Store): Promise<string[]> => {
      const answers: string[] = []
      for (const query of asked) {
        for (const options of [{}, { thread: 'island' }, { speaker: 'Mira' }, { thread: 'note 3' }]) {
          const { hits } = await search(
            store,
            HOME,
            query,
            { ...options, limit: 200, explain: true },
            { zone: 'UTC' },
          )
          answers.push(JSON.stringify({ query, options, hits }))
        }
      }
      return answers
    }
    const answers = await answersOf(before)
    await before.close()
    checkpoint(place.path)
    const { store } = await recover()
    expect(await answersOf(store)).toEqual(answers)
    await store.close()
  })

  it('copies nothing of the search index, which is made from the records', async () => {
    runSql(
      place.path,
      ['waiting', 'page', 'section', 'posting', 'segment', 'speaker', 'shelf']
        .map(table => `DELETE FROM ${table}`)
        .join(';'),
    )
    const { report, store } = await recover()
    expect(report.tables.map(({ table }) => table)).toEqual([
      ...[
        'space',
        'thread',
        'turn',
        'message',
        'block',
        'view',
        'anchor',
        'job',
        'event',
        'event_source',
        'event_relation',
        'chapter',
        'topic_section',
        'topic_place',
      ],
    ])
    expect(await findHolding(store, HOME, 'oak', { kinds: ['message'] })).toHaveLength(TURNS)
    expect(await findHolding(store, HOME, 'oak', { speaker: 'Mira', kinds: ['event'] })).toHaveLength(8)
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

  it('derives a block again whose derived views are gone, in sequence [L23]', async () => {
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
    for (const index of ['sqlite_autoindex_turn_1', 'sqlite_autoindex_message_1', 'posting']) {
      for (const page of leafPages(place.path, index)) overwritePage(place.path, page)
    }
    expect((await inspectStore(place.path, 0)).map(finding => finding.code)).toContain('damaged')
    const { report, store, turns } = await recover()
    expect(turns).toHaveLength(TURNS)
    expect(report.dropped).toEqual({ turns: 0, blocks: 0, events: 0 })
    const found = await findHolding(store, HOME, 'oak', { kinds: ['message'] })
    expect(found).toHaveLength(TURNS)
    await store.close()
  })

  it('saves the beginning of a truncated file', async () => {
    truncateToPages(place.path, Math.floor(pageCount(place.path) * 0.85))
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

  it('leaves alone what is no store: other text, a folder, nothing', async () => {
    writeFileSync(place.path, 'Dear diary, today I wrote plain text. '.repeat(50))
    const before = readFileSync(place.path)
    await expect(recoverStore(place.path, { stamp: STAMP })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('no SQLite database'),
    })
    // A namesake that is no backup of ours does not make it a store.
    writeFileSync(`${place.path}.backup-mine`, 'Dear diary')
    mkdirSync(`${place.path}.backup-folder`)
    await expect(recoverStore(place.path, { stamp: STAMP })).rejects.toMatchObject({ code: 'bad-input' })
    expect(readFileSync(place.path).equals(before)).toBe(true)
    await expect(recoverStore(place.folder, { stamp: STAMP })).rejects.toMatchObject({ code: 'bad-input' })
    writeFileSync(place.path, '')
    await expect(recoverStore(place.path, { stamp: STAMP })).rejects.toMatchObject({ code: 'store-missing' })
    expect(readdirSync(place.folder).filter(name => /recovering|damaged/.test(name))).toEqual([])
  })

  it('replaces the file that a link leads to, and keeps the link', async () => {
    const elsewhere = makeSqlitePlace()
    const link = join(elsewhere.folder, 'link.db')
    symlinkSync(place.path, link)
    const backup = `${link}.backup-v3-20250101T000000Z`
    await backupStore(link, backup)
    overwritePage(place.path, leafPages(place.path, 'message')[1] ?? 0)
    const report = await recoverStore(link, { stamp: STAMP })
    expect(report.damaged).toBe(`${realpathSync(place.path)}.damaged-${STAMP}`)
    expect(report.backup).toEqual({ path: backup, turns: report.dropped.turns })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(await inspectStore(place.path, 0)).toEqual([])
    const others = readdirSync(elsewhere.folder).filter(name => !/-(wal|shm)$/.test(name))
    expect(others).toEqual(['link.db', basename(backup)])
    await elsewhere.remove()
  })

  it('counts what was lost at an unreadable end by what other rows tell, and says when nothing tells', async () => {
    for (const table of ['turn', 'message', 'view', 'event', 'event_source']) {
      const leaves = leafPages(place.path, table)
      overwritePage(place.path, leaves.at(-1) ?? 0)
    }
    const { report, store, turns } = await recover()
    const of = (table: string) => report.tables.find(found => found.table === table)
    const recovered = of('turn')?.recovered ?? 0
    expect(recovered).toBeLessThan(TURNS + 1)
    expect(turns.length).toBeLessThanOrEqual(recovered)
    // Of the lost turns' messages only those are known whose turn is there.
    expect(of('turn')?.lost).toBe(TURNS + 1 - recovered)
    expect(of('view')).toEqual({ table: 'view', recovered: 0, lost: 8 * 5 + 2 * 2 })
    expect(of('event')).toEqual({ table: 'event', recovered: 0, lost: 'unknown' })
    expect(of('event_source')).toEqual({ table: 'event_source', recovered: 0, lost: 'unknown' })
    expect(of('space')?.lost).toBe(0)
    await store.close()
  })

  it('tells nothing of what was lost when not even the tables can be listed', async () => {
    await backupStore(place.path, `${place.path}.backup-v3-20250101T000000Z`)
    writeFileSync(place.path, Buffer.alloc(20 * 4_096, 1))
    const { report, store } = await recover()
    expect(new Set(report.tables.map(table => table.lost))).toEqual(new Set(['unknown']))
    await store.close()
  })

  describe('by another program', () => {
    /** Does the damage, and sees that opening and the doctor both name it and change nothing. */
    async function meddle(sql: string, named: string): Promise<void> {
      runSql(place.path, sql)
      checkpoint(place.path)
      const before = readFileSync(place.path)
      await expect(place.open()).rejects.toMatchObject({
        code: 'store-damaged',
        message: expect.stringMatching(new RegExp(`${named}.*recover`)),
      })
      expect(readFileSync(place.path).equals(before)).toBe(true)
      const errors = (await inspectStore(place.path, 0)).filter(({ severity }) => severity === 'error')
      expect(errors.some(({ what, remedy }) => what.includes(named) && remedy.includes('recovery'))).toBe(
        true,
      )
    }

    /** Seals whatever is due anew and derives all of it, as the engine would. */
    async function catchUp(store: Store): Promise<void> {
      for (;;) {
        const [due] = await store.threadsToSeal('all', 1)
        if (!due) break
        const { key, blocks, sealedTurns } = due.thread
        const firstTurn = sealedTurns + 1
        const block = {
          thread: key,
          sequence: blocks + 1,
          firstTurn,
          lastTurn: sealedTurns + BLOCK,
          views: sealed,
        }
        expect(await store.sealBlock(HOME, block)).toBe(true)
      }
      for (let n = 0; ; n += 1) {
        const job = await store.claimJob('all', { now: 1e12, leaseMs: 1, lease: `again ${n}`, maxLosses: 9 })
        if (!job) return
        const source = makeId('m', ['local', 'kitchen', `${job.sequence * BLOCK}`, 0])
        const event = eventOf([source], { title: `event ${job.sequence}`, createdTurn: job.sequence * BLOCK })
        const events = job.sequence <= 8 ? [event] : []
        const block = { title: `block ${job.sequence}`, tags: [], views: derived, events, contextBlock: null }
        expect(await store.completeDerivation(HOME, job, block)).toBe(true)
      }
    }

    const tables: Record<string, string[]> = {
      block: ['block'],
      view: ['view'],
      job: ['job'],
      event: ['event'],
      event_source: ['event_source'],
      'everything derived': ['anchor', 'event_source', 'event', 'job', 'view', 'block'],
    }
    for (const [name, dropped] of Object.entries(tables)) {
      it(`has its table gone (${name}): nothing is made empty in its place, and all is derived again`, async () => {
        runSql(place.path, `UPDATE thread SET block_size = ${BLOCK}`)
        const events = () => query(place.path, 'SELECT id, title, created_turn FROM event ORDER BY id')
        const before = { turns: query(place.path, 'SELECT id, ordinal FROM turn'), events: events() }
        await meddle(dropped.map(table => `DROP TABLE ${table}`).join('; '), dropped[0] ?? '')
        const { report, store, turns } = await recover()
        expect(turns).toHaveLength(TURNS)
        expect(report.tables.find(({ table }) => table === dropped[0])?.lost).not.toBe(0)
        await catchUp(store)
        const thread = await store.thread(HOME, 'kitchen')
        expect(thread).toMatchObject({ turns: TURNS, sealedTurns: TURNS, blocks: TURNS / BLOCK })
        expect(await store.readySequences(HOME, thread?.key ?? 0)).toHaveLength(TURNS / BLOCK)
        expect({ turns: query(place.path, 'SELECT id, ordinal FROM turn'), events: events() }).toEqual(before)
        await store.close()
        expect(await inspectStore(place.path, 0)).toEqual([])
      })
    }

    it('has lost the names of spaces and threads: they are kept under names of their own', async () => {
      await meddle('DROP TABLE space', 'space')
      const { store, report } = await recover()
      expect(report.dropped.turns).toBe(0)
      const [named] = await store.counts('all')
      expect(named).toMatchObject({ space: 'local:session:recovered-1', turns: TURNS + 1 })
      await store.close()
      await meddle('DROP TABLE thread', 'thread')
      const again = await recoverStore(place.path, { stamp: `${STAMP}-2` })
      expect(again.dropped.turns).toBe(0)
      expect(again.tables.find(({ table }) => table === 'thread')).toMatchObject({ recovered: 0, lost: 2 })
      expect(query(place.path, 'SELECT name, turns FROM thread')).toEqual([
        { name: 'recovered-1', turns: TURNS },
        { name: 'recovered-2', turns: 1 },
      ])
    })

    const columns = [
      ['job', 'last_error'],
      ['message', 'own'],
      ['turn', 'messages'],
      ['turn', 'first_message'],
      ['thread', 'block_size'],
      ['block', 'status'],
      ['event', 'tags'],
      ['view', 'tokens'],
    ] as const
    for (const [table, column] of columns) {
      it(`has a column gone (${table}.${column}): the rest of its rows is kept`, async () => {
        const count = () => query(place.path, `SELECT count(*) AS rows FROM ${table}`)
        const before = count()
        await meddle(`ALTER TABLE ${table} DROP COLUMN ${column}`, `${table}.${column}`)
        const { report, store, turns } = await recover()
        expect(turns).toHaveLength(TURNS)
        expect(report.tables.every(({ lost }) => lost === 0)).toBe(true)
        expect(report.dropped).toEqual({ turns: 0, blocks: 0, events: 0 })
        expect(count()).toEqual(before)
        expect((await store.events(HOME, { limit: 99 })).map(event => event.tags.length)).toEqual(
          Array(8).fill(column === 'tags' ? 0 : 1),
        )
        expect((await store.thread(HOME, 'kitchen'))?.blockSize).toBe(column === 'block_size' ? BLOCK : 2)
        expect(await store.readySequences(HOME, 1)).toHaveLength(8)
        await store.close()
      })
    }

    it('names no usable zone: recovery writes the one given, else UTC', async () => {
      await meddle(`DELETE FROM meta WHERE key = 'zone'`, 'names no zone')
      await recoverStore(place.path, { stamp: STAMP, zone: 'Asia/Shanghai' })
      const store = await place.open()
      expect((await store.info()).zone).toBe('Asia/Shanghai')
      await store.close()
      await meddle(`UPDATE meta SET value = 'Nowhere/Land' WHERE key = 'zone'`, 'Nowhere/Land')
      await recoverStore(place.path, { stamp: `${STAMP}-2` })
      await meddle('DROP TABLE meta', 'meta')
      await recoverStore(place.path, { stamp: `${STAMP}-3` })
      const again = await place.open()
      expect((await again.info()).zone).toBe('UTC')
      expect(await again.spaceTurn(HOME)).toBe(TURNS + 1)
      await again.close()
    })
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

describe('a store without a conversation', () => {
  it('keeps its events through a recovery', async () => {
    const place = makeSqlitePlace()
    const store = await place.open()
    await store.addEvents(HOME, [eventOf([], { title: 'from outside' })])
    await store.close()
    checkpoint(place.path)
    expect((await recoverStore(place.path, { stamp: STAMP })).dropped).toEqual({
      turns: 0,
      blocks: 0,
      events: 0,
    })
    const again = await place.open()
    expect((await again.events(HOME, { limit: 9 })).map(event => event.title)).toEqual(['from outside'])
    await again.close()
    await place.remove()
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
    expect(await codes()).toEqual(['foreign'])
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
      'events-dead': `UPDATE event_job SET state = 'dead' WHERE key = (SELECT min(key) FROM event_job)`,
      'jobs-lost': 'DELETE FROM job WHERE key = 10',
      turns: 'DELETE FROM message WHERE key = 119',
      references:
        'DELETE FROM view; DELETE FROM event_source; DELETE FROM message WHERE turn = 59; DELETE FROM turn WHERE key = 58',
      blocks: 'UPDATE block SET first_turn = 8 WHERE key = 2',
      counters: 'UPDATE space SET turn_count = 3',
      index: 'DELETE FROM posting WHERE place = (SELECT max(place) FROM posting)',
      newer: 'PRAGMA user_version = 99',
    }
    for (const [code, sql] of Object.entries(faults)) {
      runSql(place.path, sql)
      expect(await codes(), sql).toContain(code)
    }
  })

  const indexFaults: Record<string, string> = {
    'a page of places that is gone': 'DELETE FROM posting WHERE place = (SELECT min(place) FROM posting)',
    'all pages of places of a segment that are gone': 'DELETE FROM posting',
    'a segment that is gone': 'DELETE FROM segment WHERE key = (SELECT min(key) FROM segment)',
    'a page of places of no segment': `INSERT INTO posting VALUES (1 << 40, x'00')`,
    'a page of profiles that is gone': 'DELETE FROM page WHERE number = (SELECT min(number) FROM page)',
    'a page of profiles of no section': `INSERT INTO page VALUES (1 << 40, x'')`,
    'a section that is gone': 'DELETE FROM section WHERE key = (SELECT min(key) FROM section)',
    'a document that waited and is gone': `DELETE FROM waiting WHERE number = (SELECT max(number) FROM waiting)
      AND shelf = (SELECT shelf FROM waiting ORDER BY number DESC LIMIT 1)`,
    'a message that waits and is not there':
      'UPDATE waiting SET message = 999999 WHERE number = (SELECT max(number) FROM waiting WHERE message IS NOT NULL)',
    'a shelf that counts too many': 'UPDATE shelf SET documents = documents + 1 WHERE kind = 0',
    'a shelf that counts too few': 'UPDATE shelf SET documents = documents - 1 WHERE kind = 0',
    'a shelf that is gone': 'DELETE FROM shelf WHERE kind = 1',
    'an event that was never indexed': `INSERT INTO event (space, id, type, title, summary, tags, quotes,
      category_hints, scope, criticality, origin, trust, status, pinned, mentioned_at, happened_start, happened_end,
      happened_precision, happened_basis, happened_words, happened_status, created_turn, thread, block, turn, made_by)
      SELECT space, 'e_new', type, title, summary, tags, quotes, category_hints, scope, criticality, origin, trust, status, pinned, mentioned_at, happened_start,
      happened_end, happened_precision, happened_basis, happened_words, happened_status, created_turn, thread, NULL,
      turn, made_by FROM event LIMIT 1`,
    'a message that was one of our own': 'UPDATE message SET own = 1 WHERE key = 3',
    'a block that is no longer ready': `UPDATE block SET status = 'failed' WHERE key = 2`,
  }
  for (const [name, sql] of Object.entries(indexFaults)) {
    it(`finds in the search index ${name}, which recovery cures`, async () => {
      const store = await place.open()
      await fill(store)
      await store.close()
      expect(await codes()).toEqual([])
      runSql(place.path, sql)
      expect(await codes()).toContain('index')
      await recoverStore(place.path, { stamp: STAMP })
      expect(await codes()).not.toContain('index')
    })
  }

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
