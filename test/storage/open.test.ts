import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupStore, openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { ClaimedJob, Store } from '../../src/storage/store.ts'
import { HOME, turnOf } from '../contracts/store.ts'
import { query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

describe('opening a store', () => {
  let place: SqlitePlace

  beforeEach(() => {
    place = makeSqlitePlace()
  })

  afterEach(() => place.remove())

  it('makes folder and files that only their owner may read', async () => {
    const path = join(place.folder, 'deep', 'er', 'memory.db')
    const store = await openSqliteStore({ path, create: true, zone: 'UTC' })
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
    const folder = join(place.folder, 'deep', 'er')
    const modes = readdirSync(folder).map(name => [name, statSync(join(folder, name)).mode & 0o777])
    expect(modes).toEqual([
      ['memory.db', 0o600],
      ['memory.db-shm', 0o600],
      ['memory.db-wal', 0o600],
    ])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    await store.close()
  })

  it('makes nothing when it may not create', async () => {
    const path = join(place.folder, 'none', 'memory.db')
    await expect(openSqliteStore({ path, create: false, zone: 'UTC' })).rejects.toMatchObject({
      code: 'store-missing',
    })
    expect(readdirSync(place.folder)).toEqual([])
    writeFileSync(place.path, '')
    await expect(place.open({ create: false })).rejects.toMatchObject({ code: 'store-missing' })
  })

  it('keeps the zone it was made with', async () => {
    await (await place.open({ zone: 'Asia/Shanghai' })).close()
    const store = await place.open({ zone: 'Europe/Berlin' })
    expect((await store.info()).zone).toBe('Asia/Shanghai')
    await store.close()
  })

  it('refuses a folder, other text and the database of another application, untouched', async () => {
    mkdirSync(join(place.folder, 'folder.db'))
    await expect(place.open({ path: join(place.folder, 'folder.db') })).rejects.toMatchObject({
      code: 'bad-input',
    })
    await expect(place.open({ path: join(place.folder, 'folder.db', '\0') })).rejects.toMatchObject({
      code: 'bad-input',
    })
    writeFileSync(place.path, 'plain text '.repeat(100))
    await expect(place.open()).rejects.toMatchObject({ code: 'store-damaged' })
    expect(readFileSync(place.path, 'utf8')).toBe('plain text '.repeat(100))
    const foreign = join(place.folder, 'foreign.db')
    runSql(foreign, 'CREATE TABLE notes (text TEXT)')
    const before = readFileSync(foreign)
    await expect(place.open({ path: foreign })).rejects.toMatchObject({ code: 'store-damaged' })
    expect(readFileSync(foreign).equals(before)).toBe(true)
  })

  it('refuses a path that leads through a file', async () => {
    await (await place.open()).close()
    await expect(place.open({ path: join(place.path, 'inside.db') })).rejects.toMatchObject({
      code: 'bad-input',
    })
  })

  it('refuses names that SQLite would not take for a file, and says how to name one', async () => {
    for (const path of ['', ':memory:', 'file:memory.db', 'file:x?mode=memory', undefined]) {
      await expect(place.open({ path: path as string })).rejects.toMatchObject({
        code: 'bad-input',
        message: expect.stringContaining('./'),
      })
    }
    expect(readdirSync(place.folder)).toEqual([])
    for (const name of ['file:memory.db', ':memory:', 'a ?%#.db']) {
      const store = await place.open({ path: `${place.folder}/${name}` })
      await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
      await store.close()
    }
    expect(readdirSync(place.folder)).toEqual([':memory:', 'a ?%#.db', 'file:memory.db'])
  })

  it('refuses settings it does not know, instead of taking them for others', async () => {
    const wrong = [
      { synchronous: 'FULL' as 'full' },
      { zone: 'Nowhere/Land' },
      { busyTimeoutMs: Number.NaN },
      { busyTimeoutMs: -1 },
      { busyTimeoutMs: 0.5 },
      { busyTimeoutMs: 2 ** 31 },
      { busyTimeoutMs: '5' as unknown as number },
    ]
    for (const options of wrong) {
      await expect(place.open(options)).rejects.toMatchObject({ code: 'config' })
    }
    expect(readdirSync(place.folder)).toEqual([])
  })

  it('waits no longer than it is told for the lock of another process', async () => {
    const store = await place.open({ busyTimeoutMs: 50 })
    const other = new DatabaseSync(place.path)
    other.exec('BEGIN IMMEDIATE')
    await expect(store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))).rejects.toMatchObject({
      code: 'store-busy',
    })
    expect(await store.spaceTurn(HOME)).toBe(0)
    other.exec('COMMIT')
    other.close()
    expect(await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))).toMatchObject({ status: 'stored' })
    await store.close()
  })

  it('gives up on a new file that another process keeps locked, and opens it afterwards', async () => {
    const other = new DatabaseSync(place.path)
    other.exec('BEGIN EXCLUSIVE')
    await expect(place.open({ busyTimeoutMs: 60 })).rejects.toMatchObject({ code: 'store-busy' })
    other.exec('COMMIT')
    other.close()
    await (await place.open()).close()
    expect(query(place.path, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
  })
})

describe('a store whose file is taken away while it is open', () => {
  let place: SqlitePlace
  let store: Store

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
  })

  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const write = (turn: string) => store.appendTurn(HOME, turnOf('kitchen', turn, 'oak'))
  const refusal = {
    code: 'store-damaged',
    message: expect.stringMatching(/memory\.db.*replaced or removed.*reopen/),
  }

  it('acknowledges nothing any more, and can still be read', async () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${place.path}${suffix}`)
    await expect(write('2')).rejects.toMatchObject(refusal)
    await expect(write('2')).rejects.toMatchObject(refusal)
    expect(await store.spaceTurn(HOME)).toBe(1)
    const job = { key: 1, space: HOME } as ClaimedJob
    await expect(store.renewLease(HOME, job, 9)).rejects.toMatchObject(refusal)
  })

  it('writes nothing for a file that another one has replaced, and leaves that one alone', async () => {
    const other = makeSqlitePlace()
    const next = await other.open()
    await next.appendTurn(HOME, turnOf('garden', '1', 'roses'))
    await next.close()
    const bytes = readFileSync(other.path)
    renameSync(other.path, place.path)
    await expect(write('2')).rejects.toMatchObject(refusal)
    await store.close()
    expect(readFileSync(place.path).equals(bytes)).toBe(true)
    await other.remove()
  })

  it('refuses to write to a log that was removed', async () => {
    rmSync(`${place.path}-wal`)
    await expect(write('2')).rejects.toMatchObject(refusal)
  })

  it('is the same one after the process has gone to another folder', async () => {
    const before = process.cwd()
    await store.close()
    process.chdir(place.folder)
    try {
      store = await place.open({ path: 'memory.db' })
      process.chdir('/')
      expect(await write('2')).toMatchObject({ status: 'stored' })
    } finally {
      process.chdir(before)
    }
  })

  it('may be vacuumed and checkpointed by another program', async () => {
    runSql(place.path, 'PRAGMA wal_checkpoint(TRUNCATE); VACUUM')
    expect(await write('2')).toMatchObject({ status: 'stored' })
    expect(query(place.path, 'SELECT name FROM turn')).toEqual([{ name: '1' }, { name: '2' }])
  })
})

describe('a backup', () => {
  let place: SqlitePlace

  beforeEach(() => {
    place = makeSqlitePlace()
  })

  afterEach(() => place.remove())

  it('is a whole store of its own, made while others write, and never replaces a file', async () => {
    const store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak'))
    const to = join(place.folder, 'copy.db')
    await backupStore(place.path, to)
    await store.appendTurn(HOME, turnOf('kitchen', '2', 'pine'))
    await expect(backupStore(place.path, to)).rejects.toMatchObject({ code: 'bad-input' })
    await store.close()
    const copy = await openSqliteStore({ path: to, create: false, zone: 'UTC' })
    expect(await copy.spaceTurn(HOME)).toBe(1)
    expect((await copy.info()).zone).toBe('Europe/Berlin')
    expect(statSync(to).mode & 0o777).toBe(0o600)
    await copy.close()
  })

  it('needs a store', async () => {
    const to = join(place.folder, 'copy.db')
    await expect(backupStore(place.path, to)).rejects.toMatchObject({ code: 'store-missing' })
    expect(existsSync(to)).toBe(false)
  })
})
