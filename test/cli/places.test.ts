/** Which database and which project a command means, through the built program. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from './support/palimpsest.ts'
import { SPEECH } from './support/speech.ts'

let desk: Desk
let db: string

beforeAll(() => {
  desk = new Desk()
  db = join(desk.cwd, 'memory.db')
  desk.write('speech.jsonl', SPEECH)
  const { code, stderr } = desk.run(['ingest', 'speech.jsonl', '--db', 'memory.db', '--block-size', '1'])
  if (code !== 0) throw new Error(stderr)
})
afterAll(() => desk.clear())

describe('which database is meant', () => {
  it('is the option, then the variable, then the config file', () => {
    const config = join(desk.root, 'config.json')
    writeFileSync(config, JSON.stringify({ db }))
    const namedBy = (args: string[], env: Record<string, string>) =>
      (desk.json(['status', ...args], { env }).json as { store: { namedBy: string } }).store.namedBy
    const all = { PALIMPSEST_CONFIG: config, PALIMPSEST_DB: db }
    expect([
      namedBy(['--db', db], all),
      namedBy([], all),
      namedBy([], { PALIMPSEST_CONFIG: config }),
    ]).toEqual(['option', 'environment', 'config'])
  })

  it('is made at the place of the platform by ingest alone', () => {
    const home = new Desk(desk)
    try {
      home.write('speech.jsonl', SPEECH)
      const path = join(home.root, 'home', 'data', 'palimpsest', 'palimpsest.db')
      const commands = [
        ['search', 'x'],
        ['blocks'],
        ['events'],
        ['status'],
        ['doctor'],
        ['jobs'],
        ['jobs', 'run'],
        ['space'],
        ['show', 'm_aaaaaaaa'],
        ['expand', 'm_aaaaaaaa'],
      ]
      const missing = { error: { code: 'store-missing', message: expect.stringContaining(path) } }
      expect(home.jsonEach(commands)).toEqual(commands.map(() => ({ code: 2, json: missing })))
      expect(existsSync(join(home.root, 'home', 'data'))).toBe(false)
      expect(home.json(['ingest', 'speech.jsonl'])).toMatchObject({
        code: 0,
        json: { database: path, isNew: true },
      })
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
    } finally {
      home.clear()
    }
  })

  it('is told with the stores that are there when it is missing', () => {
    const search = ['search', 'x', '--db', 'memroy.db']
    const [{ code, stderr, stdout }, chinese] = desk.runEach([search, [...search, '--lang', 'zh']])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^No database: there is none at .*memroy\.db \(named by --db\); seen: /)
    expect(stderr).toContain(db)
    expect(chinese.stderr).toMatch(/^没有数据库：/)
    expect(existsSync(join(desk.cwd, 'memroy.db'))).toBe(false)
  })

  it('is never another, empty one because of a typing error (P07)', () => {
    const home = new Desk(desk)
    try {
      home.write('speech.jsonl', SPEECH)
      const config = home.write('config.json', [{ dbb: 'x.db' }])
      const path = join(home.root, 'home', 'data', 'palimpsest', 'palimpsest.db')
      const wrong: Record<string, string>[] = [
        { PALIMPSEST_CONFIG: config },
        { palimpsest_db: 'x.db' },
        { PALIMPSEST_LANG: 'klingon' },
      ]
      for (const env of wrong) {
        const { code, json: failure } = home.json(['ingest', 'speech.jsonl'], { env })
        expect({ code, failure }).toEqual({
          code: 2,
          failure: { error: { code: 'config', message: expect.stringContaining(path) } },
        })
      }
      const urls = ['postgres://mira:secret@host/db', 'file:x.db', ':memory:', '']
      const failed = home.runEach(urls.map(url => ['ingest', 'speech.jsonl', '--db', url]))
      expect(failed.map(({ code }) => code)).toEqual([2, 2, 2, 2])
      expect(failed.map(({ stderr }) => stderr).join()).not.toContain('secret')
      expect(home.run(['ingest', 'speech.jsonl'], { env: { PALIMPSEST_DB: 'file:x.db' } }).code).toBe(2)
      expect(existsSync(join(home.root, 'home', 'data'))).toBe(false)
      expect(readdirSync(home.cwd).sort()).toEqual(['config.json', 'speech.jsonl'])
    } finally {
      home.clear()
    }
  })

  it('is not touched when it belongs to something else', () => {
    const path = desk.write('notes.db', [
      'these are my notes, not a database, and they are longer than a page'.repeat(100),
    ])
    const before = statSync(path)
    const commands = [['ingest', 'speech.jsonl'], ['search', 'x'], ['status'], ['doctor']]
    const told = desk.runEach(commands.map(command => [...command, '--db', path]))
    expect(told.map(({ code }) => code)).toEqual([4, 4, 4, 4])
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs)
    rmSync(path)
  })

  it('is told when it may not be written', () => {
    if (process.getuid?.() === 0) return expect(process.getuid()).toBe(0)
    const path = join(desk.cwd, 'locked.db')
    copyFileSync(db, path)
    chmodSync(path, 0o400)
    expect(desk.json(['ingest', 'speech.jsonl', '--db', path])).toMatchObject({
      code: 2,
      json: { error: { code: 'bad-input' } },
    })
  })
})

describe('which project is meant', () => {
  it('is the same from the folder, a folder in it, a symlink and a trailing slash (P75)', () => {
    const proj = desk.folder('w', 'proj')
    const sub = desk.folder('w', 'proj', 'sub')
    const link = join(desk.root, 'w', 'link')
    symlinkSync(proj, link)
    desk.write('speech.jsonl', SPEECH)
    const store = join(desk.root, 'w', 'memory.db')
    desk.run(['ingest', join(desk.cwd, 'speech.jsonl'), '--db', store], { cwd: proj })
    const search = ['search', 'routing cluster', '--in', 'message', '--limit', '1']
    for (const cwd of [proj, sub, link, `${link}/sub/`]) {
      const found = desk.json([...search, '--db', store], { cwd }).json
      expect(found).toMatchObject({ space: `local:project:${proj}`, hits: [{ thread: 'outage' }] })
    }
  })

  it('is never another one of the same name', () => {
    const mine = desk.folder('mine', 'app')
    const other = desk.folder('other', 'app')
    const store = join(desk.root, 'both.db')
    desk.run(['ingest', join(desk.cwd, 'speech.jsonl'), '--db', store], { cwd: mine })
    const commands = [['search', 'routing cluster'], ['events'], ['blocks']]
    const told = desk.jsonEach(
      commands.map(command => [...command, '--db', store]),
      { cwd: other },
    )
    expect(told.map(({ json }) => json)).toMatchObject([{ hits: [] }, { events: [] }, { threads: [] }])
  })

  it('has to be named in a folder whose name holds a line break', () => {
    if (process.platform === 'win32') return
    const cwd = desk.folder('two\nlines')
    const ingest = ['ingest', join(desk.cwd, 'speech.jsonl'), '--db', 'memory.db']
    const named = ['--space', 'local:session:x', '--db', 'memory.db']
    const [refused, made, found] = desk.jsonEach(
      [
        ingest,
        [...ingest, ...named],
        ['search', 'routing cluster', '--in', 'message', '--limit', '1', ...named],
      ],
      { cwd },
    )
    const message = `space: the name of the folder ${JSON.stringify(cwd)} holds a line break, which no key can; name a space with --space`
    expect(refused).toEqual({ code: 2, json: { error: { code: 'bad-input', message } } })
    expect(made).toMatchObject({ code: 0, json: { isNew: true, stored: 3 } })
    expect(found).toMatchObject({ code: 0, json: { hits: [{ thread: 'outage' }] } })
  })
})
