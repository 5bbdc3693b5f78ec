/** The command line in the database of DeepSeek Harness, through the built program. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/compose.ts'
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
