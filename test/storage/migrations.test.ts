import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { APPLICATION_ID, SCHEMA_STEPS, type SchemaStep } from '../../src/storage/sqlite/schema/steps.ts'
import { findHolding, HOME, turnOf } from '../contracts/store.ts'
import { checkpoint, query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

const STAMP = '20250618T120000Z'
const FORM = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"

/** A step that a later version might add: a column of an old table, and a table of its own. */
const NEXT: SchemaStep = {
  name: 'next',
  tables: [
    {
      name: 'mood',
      sql: 'CREATE TABLE mood (key INTEGER PRIMARY KEY, word TEXT) STRICT',
      columns: ['key', 'word'],
    },
  ],
  columns: [
    { table: 'turn', column: 'mood', sql: 'ALTER TABLE turn ADD COLUMN mood INTEGER REFERENCES mood' },
  ],
  indexes: [{ name: 'turn_mood', sql: 'CREATE INDEX turn_mood ON turn (mood)' }],
}
const LATEST = SCHEMA_STEPS.length
const NEWER = [...SCHEMA_STEPS, NEXT]

describe('opening an older store (P117)', () => {
  let place: SqlitePlace

  beforeEach(() => {
    place = makeSqlitePlace()
  })

  afterEach(() => place.remove())

  /** A store as it was after the first `steps` steps, with one turn in it. */
  async function makeStoreOf(steps: number): Promise<void> {
    const store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'An oak worktop'))
    await store.close()
    const later = SCHEMA_STEPS.slice(steps)
    const tables = later.flatMap(step => step.tables.map(table => table.name))
    for (const { name } of later.flatMap(step => step.indexes ?? [])) runSql(place.path, `DROP INDEX ${name}`)
    for (const { table, column } of later.flatMap(step => step.columns ?? []))
      runSql(place.path, `ALTER TABLE ${table} DROP COLUMN ${column}`)
    for (const table of tables.toReversed()) runSql(place.path, `DROP TABLE ${table}`)
    runSql(place.path, `PRAGMA user_version = ${steps}`)
    checkpoint(place.path)
  }

  const backups = () => readdirSync(place.folder).filter(name => name.includes('.backup-'))
  const version = () => query(place.path, 'PRAGMA user_version')[0]?.user_version

  async function expectWhole(): Promise<void> {
    const fresh = makeSqlitePlace()
    await (await fresh.open()).close()
    expect(query(place.path, FORM)).toEqual(query(fresh.path, FORM))
    await fresh.remove()
    expect(version()).toBe(SCHEMA_STEPS.length)
    expect(query(place.path, 'PRAGMA application_id')[0]?.application_id).toBe(APPLICATION_ID)
    const store = await place.open({ create: false })
    expect((await findHolding(store, HOME, 'oak')).map(hit => hit.text)).toEqual(['An oak worktop'])
    await store.close()
  }

  for (const steps of SCHEMA_STEPS.map((_, index) => index + 1)) {
    it(`brings a store of step ${steps} to this form and keeps a copy of what it was`, async () => {
      await makeStoreOf(steps)
      const before = query(place.path, FORM)
      await (await place.open({ stamp: STAMP })).close()
      await expectWhole()
      if (steps === SCHEMA_STEPS.length) {
        expect(backups()).toEqual([])
        return
      }
      expect(backups()).toEqual([`memory.db.backup-v${steps}-${STAMP}`])
      const backup = join(place.folder, backups()[0] ?? '')
      expect(query(backup, FORM)).toEqual(before)
      expect(query(backup, 'SELECT name FROM turn')).toEqual([{ name: '1' }])
      expect(statSync(backup).mode & 0o777).toBe(0o600)
    })
  }

  it('changes nothing when it is opened again', async () => {
    await makeStoreOf(LATEST)
    await (await place.open()).close()
    const before = readFileSync(place.path)
    await (await place.open()).close()
    expect(readFileSync(place.path).equals(before)).toBe(true)
    expect(backups()).toEqual([])
  })

  it('judges by the columns: a wrong version number is put right', async () => {
    for (const wrong of Array.from({ length: LATEST }, (_, step) => step)) {
      await makeStoreOf(LATEST)
      runSql(place.path, `PRAGMA user_version = ${wrong}`)
      await (await place.open()).close()
      await expectWhole()
    }
    runSql(place.path, 'PRAGMA application_id = 0')
    await (await place.open()).close()
    await expectWhole()
    expect(backups()).toEqual([])
  })

  it('does not believe a version number that is ahead of the columns', async () => {
    await makeStoreOf(1)
    runSql(place.path, `PRAGMA user_version = ${LATEST}`)
    await (await place.open({ stamp: STAMP })).close()
    expect(backups()).toEqual([`memory.db.backup-v1-${STAMP}`])
    await expectWhole()
  })

  it('completes a step that was half applied', async () => {
    await makeStoreOf(LATEST)
    runSql(place.path, 'DROP INDEX event_place; DROP TABLE event_source; DROP TABLE posting')
    await (await place.open()).close()
    await expectWhole()
  })

  it('adds columns, tables and indexes of a later step, whatever part of it is there', async () => {
    const parts = [
      '',
      'CREATE TABLE mood (key INTEGER PRIMARY KEY, word TEXT) STRICT',
      'ALTER TABLE turn ADD COLUMN mood INTEGER',
    ]
    for (const part of parts) {
      await place.remove()
      place = makeSqlitePlace()
      await makeStoreOf(LATEST)
      runSql(place.path, part)
      const store = await place.open({ schema: NEWER, stamp: STAMP })
      await store.appendTurn(HOME, turnOf('kitchen', '2', 'And the floor?'))
      expect((await store.info()).schema).toBe(LATEST + 1)
      await store.close()
      expect(query(place.path, 'SELECT name, mood FROM turn')).toEqual([
        { name: '1', mood: null },
        { name: '2', mood: null },
      ])
      expect(backups()).toHaveLength(1)
    }
  })

  it('refuses a table that lacks what no step can add, and changes nothing', async () => {
    await makeStoreOf(2)
    runSql(place.path, 'ALTER TABLE job DROP COLUMN last_error')
    const before = query(place.path, FORM)
    await expect(place.open({ stamp: STAMP })).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('job.last_error'),
    })
    expect(query(place.path, FORM)).toEqual(before)
    expect(version()).toBe(2)
  })

  it('undoes every step when one fails', async () => {
    await makeStoreOf(1)
    const before = query(place.path, FORM)
    const broken: SchemaStep = { name: 'broken', tables: [{ name: 'x', sql: 'CREATE TABEL x', columns: [] }] }
    await expect(place.open({ schema: [...SCHEMA_STEPS, broken] })).rejects.toMatchObject({
      name: 'PalimpsestError',
    })
    expect(query(place.path, FORM)).toEqual(before)
    expect(backups()).toEqual([])
    await (await place.open()).close()
    await expectWhole()
  })

  it('leaves a newer store untouched, byte for byte', async () => {
    await (await place.open({ schema: NEWER })).close()
    checkpoint(place.path)
    const files = () => readdirSync(place.folder).map(name => [name, readFileSync(join(place.folder, name))])
    const before = files()
    await expect(place.open()).rejects.toMatchObject({ code: 'store-newer' })
    expect(files()).toEqual(before)
  })

  it('sees a newer form that is still in the write-ahead log', async () => {
    await (await place.open()).close()
    const newer = await place.open({ schema: NEWER })
    await expect(place.open()).rejects.toMatchObject({ code: 'store-newer' })
    await newer.close()
  })
})
