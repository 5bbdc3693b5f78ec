/** The command line in the database of DeepSeek Harness, through the built program. */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/compose.ts'
import { at, deadProcess, MadeUpHome } from '../integrations/dsh/support/made-up-home.ts'
import { Desk } from './support/palimpsest.ts'

let desk: Desk
let project: string

/** Memory as the plugin stores it. */
async function remember(path: string): Promise<void> {
  const memory = await openMemory({ path, blockSize: 1, derive: 'manual', onWarning: () => {} })
  const space = `dsh:project:${project}`
  const messages = [
    { role: 'user', content: 'We deploy on Friday.' },
    { role: 'assistant', content: 'Noted.' },
  ] as const
  await memory.ingest({ host: 'dsh', thread: 'told', turn: '1', messages: [...messages] }, { space })
  await memory.drain()
  await memory.close()
}

beforeAll(async () => {
  desk = new Desk()
  project = desk.folder('work', 'atlas')
  for (const home of [desk.folder('home', '.dsh'), desk.folder('elsewhere')]) {
    mkdirSync(join(home, 'palimpsest'))
    await remember(join(home, 'palimpsest', 'memory.db'))
  }
})
afterAll(() => desk.clear())

describe('the option --dsh', () => {
  it('means the database of the harness, in its home or where DSH_HOME says', () => {
    const env = { PALIMPSEST_DB: 'other.db' }
    const storeOf = (more: Record<string, string>) =>
      (desk.json(['status', '--dsh'], { env: { ...env, ...more } }).json as { store: unknown }).store
    const inHome = join(desk.root, 'home', '.dsh', 'palimpsest', 'memory.db')
    expect(storeOf({})).toMatchObject({ path: inHome, namedBy: 'dsh' })
    expect(storeOf({ DSH_HOME: ' ' })).toMatchObject({ path: inHome })
    expect(storeOf({ DSH_HOME: join(desk.root, 'elsewhere') })).toMatchObject({
      path: join(desk.root, 'elsewhere', 'palimpsest', 'memory.db'),
    })
    expect(desk.run(['status', '--dsh', '--lang', 'zh']).stdout).toContain('（由 --dsh 指定）')
  })

  it('means the project of the folder as the harness names it', () => {
    const commands = [
      ['search', 'deploy', '--limit', '1'],
      ['blocks'],
      ['blocks', '--thread', 'told'],
      ['events'],
    ]
    const told = desk.jsonEach(
      commands.map(command => [...command, '--dsh']),
      { cwd: project },
    )
    const space = `dsh:project:${project}`
    expect(told).toMatchObject([
      { code: 0, json: { space, hits: [{ thread: 'told' }] } },
      { code: 0, json: { space, threads: [{ thread: 'told', host: 'dsh' }] } },
      { code: 0, json: { space, thread: 'told', blocks: [{ host: 'dsh' }] } },
      { code: 0, json: { space } },
    ])
  })

  it('moves the memory of a project of the harness', () => {
    const next = desk.folder('work', 'moved')
    const [to, from] = [`dsh:project:${next}`, `dsh:project:${project}`]
    const told = desk.jsonEach([
      ['space', 'rename', project, next, '--dsh'],
      ['space', 'rename', next, project, '--dsh'],
    ])
    expect(told).toEqual([
      { code: 0, json: { from, to } },
      { code: 0, json: { from: to, to: from } },
    ])
  })

  it('stands in the commands that are printed to be copied', () => {
    const { stderr } = desk.run(['blocks', '--thread', 'tolt', '--dsh'], { cwd: project })
    expect(stderr).toMatch(/list them with: .* blocks --dsh\n$/)
  })

  it('is refused beside --db and by the demo', () => {
    const told = desk.jsonEach([
      ['status', '--dsh', '--db', 'memory.db'],
      ['--dsh', 'demo'],
    ])
    const failed = (code: string, message: string) => ({ code: 2, json: { error: { code, message } } })
    expect(told).toEqual([
      failed('usage', '--db and --dsh each name a database; give one of them'),
      failed('bad-input', 'demo: --dsh is for real memory; name a new file with --db, or none'),
    ])
    expect(existsSync(join(desk.package, '.palimpsest'))).toBe(false)
  })

  it('names the stores that are there when the harness has none', () => {
    const env = { DSH_HOME: join(desk.root, 'nowhere') }
    const { code, stderr } = desk.run(['search', 'deploy', '--dsh'], { env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^No database: there is none at .*memory\.db \(named by --dsh\)/)
    expect(desk.run(['search', 'deploy']).stderr).toContain(join('.dsh', 'palimpsest', 'memory.db'))
  })
})

describe('doctor --dsh', () => {
  let home: MadeUpHome
  let env: Record<string, string>
  beforeAll(async () => {
    home = new MadeUpHome(desk.folder('dsh')).profile('web').status()
    env = { DSH_HOME: home.places.home }
    await remember(home.places.database)
  })

  it('finds memory connected, and says to what', () => {
    const { code, json } = desk.json(['doctor', '--dsh'], { env })
    expect(code).toBe(0)
    expect(json).toMatchObject({
      database: home.places.database,
      namedBy: 'dsh',
      sound: true,
      findings: [],
      dsh: {
        home: home.places.home,
        profiles: [{ profile: 'web', version: '0.1.0', active: true }],
        plugin: {
          version: '0.1.0',
          host: '0.1.0-rc.8',
          startedAt: '2025-06-18T11:00:00.000+02:00',
          lastTurnEndedAt: '2025-06-18T12:00:00.000+02:00',
          lastStoredAt: '2025-06-18T12:00:00.000+02:00',
        },
        findings: [],
      },
    })
    const [english, chinese] = desk.runEach(
      [
        ['doctor', '--dsh'],
        ['doctor', '--dsh', '--lang', 'zh'],
      ],
      { env },
    )
    expect(english.stdout).toContain('Memory is connected to DeepSeek Harness.')
    expect(english.stdout).toContain('plugin            0.1.0 in profile web')
    expect(chinese.stdout).toContain('记忆已接入 DeepSeek Harness。')
  })

  it('ends with 0 for what waits for somebody, with what shows it and what to do', () => {
    home.session('told', { ends: [at('11:00')] }).mark('asked', deadProcess())
    const { code, stdout } = desk.run(['doctor', '--dsh'], { env })
    expect(code).toBe(0)
    expect(stdout).toContain(
      [
        'Memory in DeepSeek Harness needs attention.',
        '  warning no-events: connected, but no events since 2025-06-18 12:00 +02:00',
        '    a turn of session told ended 2025-06-18 13:00 +02:00',
        '    → restart the harness;',
      ].join('\n'),
    )
    expect(stdout).toContain('note sessions-open: 1 session may have turns that are not stored')
    expect(desk.json(['doctor', '--dsh', '--lang', 'zh'], { env }).json).toMatchObject({
      dsh: {
        findings: [
          {
            code: 'no-events',
            severity: 'warning',
            what: '已接入，但自 2025-06-18 12:00 +02:00 起没有收到事件',
            evidence: '会话 told 有一轮结束于 2025-06-18 13:00 +02:00',
          },
          { code: 'sessions-open', severity: 'note' },
        ],
      },
    })
  })

  it('ends with 4 for an error, and with 2 where the database is missed too', () => {
    rmSync(home.places.profiles, { recursive: true })
    const told = () => desk.json(['doctor', '--dsh'], { env })
    expect(told()).toMatchObject({
      code: 4,
      json: { sound: true, dsh: { findings: [{ code: 'not-installed' }] } },
    })
    home.profile('web')
    rmSync(home.places.database)
    expect(told()).toMatchObject({
      code: 2,
      json: { sound: null, findings: [], dsh: { findings: [{ code: 'database-gone' }, {}, {}] } },
    })
    expect(desk.json(['doctor', '--dsh', '--recover'], { env })).toMatchObject({
      code: 2,
      json: { error: { code: 'store-missing' } },
    })
  })

  it('ends with 0 before the first start', () => {
    const fresh = new MadeUpHome(desk.folder('fresh')).profile('web')
    const { code, stdout } = desk.run(['doctor', '--dsh'], { env: { DSH_HOME: fresh.places.home } })
    expect(code).toBe(0)
    expect(stdout).toContain('There is no database yet.')
    expect(stdout).toContain('Memory waits for the next start of DeepSeek Harness.')
    expect(existsSync(fresh.places.folder)).toBe(false)
  })
})
