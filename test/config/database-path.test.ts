import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  checkCreatable,
  type DatabaseRequest,
  databasePath,
  isDatabaseThere,
  storesSeen,
} from '../../src/config/database-path.ts'

const request: DatabaseRequest = {
  env: {},
  configFile: resolve('/etc/palimpsest/config.json'),
  cwd: resolve('/home/mira/atlas'),
  home: resolve('/home/mira'),
  dataFolder: resolve('/home/mira/.local/share/palimpsest'),
}

describe('the database meant', () => {
  it('is named by the option, else the environment, else the config file, else the platform', () => {
    const all = { ...request, option: 'o.db', env: { PALIMPSEST_DB: 'e.db' }, setting: 's.db' }
    expect([
      databasePath(all),
      databasePath({ ...all, option: undefined }),
      databasePath({ ...all, option: undefined, env: {} }),
      databasePath(request),
    ]).toEqual([
      { path: resolve('/home/mira/atlas/o.db'), source: 'option' },
      { path: resolve('/home/mira/atlas/e.db'), source: 'environment' },
      { path: resolve('/etc/palimpsest/s.db'), source: 'config' },
      { path: resolve('/home/mira/.local/share/palimpsest/palimpsest.db'), source: 'default' },
    ])
  })

  it('is that of DeepSeek Harness where it is asked for, whatever the environment names', () => {
    const all = { ...request, dsh: true, env: { PALIMPSEST_DB: 'e.db' }, setting: 's.db' }
    expect([databasePath(all), databasePath({ ...all, env: { DSH_HOME: '/srv/dsh' } })]).toEqual([
      { path: resolve('/home/mira/.dsh/palimpsest/memory.db'), source: 'dsh' },
      { path: resolve('/srv/dsh/palimpsest/memory.db'), source: 'dsh' },
    ])
  })

  it('may start at the home folder, wherever the name is written', () => {
    expect(databasePath({ ...request, setting: '~/notes/m.db' }).path).toBe(resolve('/home/mira/notes/m.db'))
  })

  it.each([
    'postgres://mira:secret@db.example.com/memory?sslmode=require',
    'postgresql://localhost/memory',
    'file:memory.db',
    ':memory:',
    '',
    ' ',
    'a\0b',
  ])('is never %j, which would be another store', option => {
    expect(() => databasePath({ ...request, option })).toThrow(expect.objectContaining({ code: 'config' }))
    expect(() => databasePath({ ...request, env: { PALIMPSEST_DB: option } })).toThrow(/PALIMPSEST_DB/)
  })

  it('is refused without repeating a password', () => {
    expect(() => databasePath({ ...request, option: 'postgres://mira:secret@db/memory?password=x' })).toThrow(
      /^database: --db "postgres:\/\/…@db\/memory" is a URL/,
    )
  })
})

describe('making and looking for databases', () => {
  let root: string
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-path-')))
    mkdirSync(join(root, 'proj', '.palimpsest'), { recursive: true })
    mkdirSync(join(root, 'proj', 'sub'))
    mkdirSync(join(root, '.dsh', 'palimpsest'), { recursive: true })
    writeFileSync(join(root, '.dsh', 'palimpsest', 'memory.db'), 'SQLite format 3\0…')
    writeFileSync(join(root, 'proj', '.palimpsest', 'demo.db'), 'SQLite format 3\0…')
    writeFileSync(join(root, 'memory.db'), 'SQLite format 3\0…')
    writeFileSync(join(root, 'not-one.db'), 'something else')
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('makes none in a folder that is not there, except at the place of the platform', async () => {
    const path = join(root, 'porj', 'm.db')
    await expect(checkCreatable({ path, source: 'option' })).rejects.toThrow(
      `no folder ${join(root, 'porj')}`,
    )
    await checkCreatable({ path, source: 'default' })
    await checkCreatable({ path: join(root, 'new.db'), source: 'option' })
  })

  it('takes nothing but a file for one, and waits for no writer of a pipe', async () => {
    expect(await isDatabaseThere({ path: join(root, 'memory.db') })).toBe(true)
    expect(await isDatabaseThere({ path: join(root, 'memroy.db') })).toBe(false)
    writeFileSync(join(root, 'empty.db'), '')
    expect(await isDatabaseThere({ path: join(root, 'empty.db') })).toBe(false)
    const refused = (path: string) =>
      isDatabaseThere({ path }).catch(error => `${error.code}: ${error.message}`)
    expect(await refused(root)).toBe(`bad-input: database: ${root} is a folder; name a file in it`)
    if (process.platform === 'win32') return
    const pipe = join(root, 'pipe.db')
    execFileSync('mkfifo', [pipe])
    expect(await refused(pipe)).toBe(`bad-input: database: ${pipe} is no regular file; name a file`)
    expect(await refused('/dev/null')).toBe('bad-input: database: /dev/null is no regular file; name a file')
  })

  it('sees the stores beside the missing one, of the platform, of the harness, and of the folders above', async () => {
    const none = join(root, 'nothing')
    const options = { cwd: join(root, 'proj', 'sub'), env: {}, home: root, dataFolder: none }
    expect(await storesSeen(join(root, 'memroy.db'), options)).toEqual([
      join(root, '.dsh', 'palimpsest', 'memory.db'),
      join(root, 'memory.db'),
      join(root, 'proj', '.palimpsest', 'demo.db'),
    ])
  })
})
