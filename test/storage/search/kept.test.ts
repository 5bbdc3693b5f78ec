/** What a connection keeps of the index never outlives what anybody writes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Connection } from '../../../src/storage/sqlite/connection.ts'
import { type Latest, placesIn, readLatest } from '../../../src/storage/sqlite/search/latest.ts'
import { speakers } from '../../../src/storage/sqlite/search/read.ts'
import { fillIndex } from '../../../src/storage/sqlite/search/rebuild.ts'
import { SHELF_KIND } from '../../../src/storage/sqlite/search/tables.ts'
import type { Store } from '../../../src/storage/store.ts'
import { termKey } from '../../../src/text/term-key.ts'
import { HOME, indexAll, turnOf } from '../../contracts/store.ts'
import { makeSqlitePlace, type SqlitePlace } from '../place.ts'

describe('what a connection keeps', () => {
  let place: SqlitePlace
  let store: Store
  let reader: Connection
  let shelf: number

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
    await say('oak floor')
    reader = new Connection(place.path)
    shelf = reader.one<{ key: number }>('SELECT key FROM shelf WHERE kind = ?', SHELF_KIND.message).key
  })

  afterEach(async () => {
    reader.close()
    await store.close()
    await place.remove()
  })

  let turns = 0
  const say = (text: string) => store.appendTurn(HOME, turnOf('kitchen', `${turns++}`, text))
  const latestOf = (db: Connection): Latest => db.read(() => readLatest(db, shelf))

  /** What a connection that was just opened reads. */
  function latestAnew(): Latest {
    const fresh = new Connection(place.path)
    try {
      return latestOf(fresh)
    } finally {
      fresh.close()
    }
  }

  const oaksIn = (latest: Latest) => placesIn(latest, [termKey('oak')])[0]?.length

  it('is the same until something is written', async () => {
    const first = latestOf(reader)
    expect(latestOf(reader)).toBe(first)
    await say('walnut door')
    expect(latestOf(reader)).not.toBe(first)
  })

  it('gives way to what another connection stores, brings in or makes anew', async () => {
    const steps: (() => Promise<unknown>)[] = [
      () => say('oak door'),
      async () => {
        for (let n = 0; n < 70; n++) await say(`oak ${n}`)
      },
      () => indexAll(store, HOME),
      () => say('walnut'),
      async () => {
        const other = new Connection(place.path)
        other.write(() => fillIndex(other))
        other.close()
      },
      () => say('oak shelf'),
    ]
    for (const step of steps) {
      const before = latestOf(reader)
      await step()
      expect(latestOf(reader)).not.toBe(before)
      expect(latestOf(reader)).toEqual(latestAnew())
    }
  })

  it('gives way to what its own connection writes, and holds nothing of what that takes back', () => {
    const before = latestOf(reader)
    expect(oaksIn(before)).toBeGreaterThan(0)
    const stop = new Error('taken back')
    const empty = () => reader.run('DELETE FROM waiting WHERE shelf = ?', shelf)
    expect(() =>
      reader.write(() => {
        empty()
        throw stop
      }),
    ).toThrow(stop)
    expect(latestOf(reader)).toEqual(before)
    reader.write(empty)
    expect(latestOf(reader)).toEqual({
      ...before,
      documents: 0,
      length: 0,
      latestAt: null,
      pages: [],
      opened: new Map(),
    })
  })

  it('gives way to sections that another connection adds to a speaker', async () => {
    const asked = (db: Connection) => speakers(db, HOME, [termKey('mira')], 10)
    const tell = (thread: string) =>
      store.appendTurn(HOME, {
        ...turnOf(thread, `${turns++}`, ''),
        messages: Array.from({ length: 40 }, () => ({ role: 'user', content: 'oak', speaker: 'Mira' })),
      })
    await tell('kitchen')
    await indexAll(store, HOME)
    expect(asked(reader)).toMatchObject([{ name: 'Mira', sections: [1] }])
    for (const thread of ['garden', 'attic']) await tell(thread)
    await indexAll(store, HOME)
    expect(asked(reader)).toMatchObject([{ name: 'Mira', sections: [3, 2, 1] }])
  })

  it('is that of the shelves it asked last', () => {
    const first = latestOf(reader)
    for (let other = 1_000; other < 1_007; other++) reader.read(() => readLatest(reader, other))
    expect(latestOf(reader)).toBe(first)
    reader.read(() => readLatest(reader, 1_007))
    expect(latestOf(reader)).not.toBe(first)
    expect(latestOf(reader)).toEqual(first)
  })
})
