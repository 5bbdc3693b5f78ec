import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageInput, View } from '../../src/domain/conversation.ts'
import { toSpaceId } from '../../src/domain/space.ts'
import { foldClaims } from '../../src/engine/graph/fold.ts'
import { inspectStore } from '../../src/storage/sqlite/doctor.ts'
import { recoverStore } from '../../src/storage/sqlite/recover.ts'
import type { Store } from '../../src/storage/store.ts'
import { eventOf, findHolding, HOME, OFFICE, turnOf } from '../contracts/store.ts'
import { checkpoint, query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

const ATTIC = toSpaceId('local:project:/home/mira/attic')
/** More than are read at once when an index is written anew. */
const MANY = 1_100

describe('spaces of one file that become one', () => {
  let place: SqlitePlace
  let store: Store

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
  })

  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const countOf = async (space: typeof HOME, word: string) => (await findHolding(store, space, word)).length

  /** Numbers of the shelves of a space. */
  const shelvesOf = (space: typeof HOME) =>
    query(
      place.path,
      `SELECT shelf.key FROM shelf JOIN space ON space.key = shelf.space WHERE space.name = '${space}'`,
    ).map(row => Number(row.key))

  /** One turn of many messages, a pending block, a ready one and as many events. */
  async function fill(): Promise<void> {
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak at home'))
    const messages = Array.from(
      { length: MANY },
      (_, n): MessageInput => ({ role: 'user', content: `oak ${n}` }),
    )
    const own: MessageInput = { role: 'tool', content: '', name: 'memory_search', result: 'oak', own: true }
    await store.appendTurn(OFFICE, { ...turnOf('desk', '1', ''), messages: [...messages, own] })
    await store.appendTurn(OFFICE, turnOf('desk', '2', 'pine'))
    const thread = (await store.thread(OFFICE, 'desk'))?.key ?? 0
    for (const turn of [1, 2]) {
      const block = {
        thread,
        sequence: turn,
        firstTurn: turn,
        lastTurn: turn,
        views: viewsOf([3, 4], 'sealed'),
      }
      expect(await store.sealBlock(OFFICE, block)).toBe(true)
    }
    const job = await store.claimJob(OFFICE, { now: 0, leaseMs: 1, lease: 'a', maxLosses: 3 })
    if (!job) throw new Error('no job')
    const derived = {
      title: 'Desk',
      tags: [],
      views: viewsOf([0, 1, 2], 'oak desk'),
      events: [],
      contextBlock: null,
    }
    expect(await store.completeDerivation(OFFICE, job, derived)).toBe(true)
    await store.addEvents(
      OFFICE,
      Array.from({ length: MANY }, (_, n) => eventOf([], { space: OFFICE, title: `oak event ${n}` })),
    )
    await store.addEvents(HOME, [eventOf([], { title: 'oak event 7' })])
    await store.appendTurn(ATTIC, turnOf('beams', '1', 'oak beams'))
  }

  const viewsOf = (levels: readonly View['level'][], text: string): View[] =>
    levels.map(level => ({ level, text, sameAs: null, tokens: 2, madeBy: 'test/1' }))

  it('leave a sound store and an index that finds each record once, in its new space', async () => {
    await fill()
    const found = (await countOf(HOME, 'oak')) + (await countOf(OFFICE, 'oak'))
    const shelves = shelvesOf(OFFICE)
    expect(await store.mergeSpace(OFFICE, HOME, foldClaims)).toEqual({ threads: 1, events: MANY - 1 })
    expect(await countOf(HOME, 'oak')).toBe(found - 1)
    expect(await countOf(OFFICE, 'oak')).toBe(0)
    expect(await countOf(ATTIC, 'oak')).toBe(1)
    await store.close()
    expect(await inspectStore(place.path, 0)).toEqual([])
    expect(shelves.length).toBeGreaterThan(2)
    for (const table of ['waiting', 'section', 'segment']) {
      const left = `SELECT * FROM ${table} WHERE shelf IN (${shelves}) AND shelf NOT IN (SELECT key FROM shelf)`
      expect([table, query(place.path, left)]).toEqual([table, []])
    }
    for (const table of ['shelf', 'speaker', 'speaker_word', 'speaker_section']) {
      const orphans = `SELECT * FROM ${table} WHERE space NOT IN (SELECT key FROM space)`
      expect([table, query(place.path, orphans)]).toEqual([table, []])
    }
    store = await place.open()
  })

  it('give their number to a new space, which finds nothing of them', async () => {
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak at home'))
    await store.appendTurn(OFFICE, turnOf('desk', '1', 'oak at work'))
    await store.mergeSpace(OFFICE, HOME, foldClaims)
    await store.appendTurn(ATTIC, turnOf('beams', '1', 'beams'))
    expect([await countOf(ATTIC, 'oak'), await countOf(HOME, 'oak')]).toEqual([0, 2])
  })

  it('are not missed by a recovery, nor by the next one', async () => {
    await fill()
    await store.mergeSpace(OFFICE, HOME, foldClaims)
    await store.close()
    checkpoint(place.path)
    for (const stamp of ['20250618T120000Z', '20250619T120000Z']) {
      const { tables, dropped } = await recoverStore(place.path, { stamp })
      expect(tables.map(({ lost }) => lost)).toEqual(tables.map(() => 0))
      expect(dropped).toEqual({ turns: 0, blocks: 0, events: 0 })
    }
    store = await place.open()
    expect(await countOf(ATTIC, 'oak')).toBe(1)
  })

  it('change nothing when the step fails half-way', async () => {
    await fill()
    await store.close()
    runSql(
      place.path,
      `CREATE TRIGGER no_more BEFORE UPDATE OF space ON job BEGIN SELECT RAISE(ABORT, 'no more'); END`,
    )
    store = await place.open()
    const before = [await store.counts('all'), await countOf(OFFICE, 'oak'), await store.spaceTurn(HOME)]
    await expect(store.mergeSpace(OFFICE, HOME, foldClaims)).rejects.toThrow('no more')
    expect([await store.counts('all'), await countOf(OFFICE, 'oak'), await store.spaceTurn(HOME)]).toEqual(
      before,
    )
  })
})
