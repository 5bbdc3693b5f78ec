/** Moving memory: a project folder that was moved, and two that became one, through the built program. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MessageInput, openMemory } from '../../src/index.ts'
import { Desk, type RunOptions } from './support/palimpsest.ts'

const said = (content: string): MessageInput[] => [
  { role: 'user', content, at: Date.parse('2025-06-17T09:20:00+02:00'), speaker: 'Mira' },
  { role: 'assistant', content: 'Noted.' },
]

let installed: Desk
let desk: Desk
let store: string

beforeAll(() => {
  installed = new Desk()
})
afterAll(() => installed.clear())

beforeEach(() => {
  desk = new Desk(installed)
  store = join(desk.root, 'memory.db')
})
afterEach(() => desk.clear())

const json = (args: readonly string[], options?: RunOptions) => desk.json([...args, '--db', store], options)
const run = (args: readonly string[], options?: RunOptions) => desk.run([...args, '--db', store], options)
const spaceOf = (folder: string) => `local:project:${folder}`

/** A project folder of which one conversation is stored, as `ingest` stores it there. */
async function project(
  name: string,
  thread: string,
  content: string,
  { isDerived = true } = {},
): Promise<string> {
  const folder = desk.folder(name)
  const memory = await openMemory({ path: store, space: spaceOf(folder), derive: 'manual' })
  await memory.ingest({ thread, messages: said(content) })
  await memory.seal(thread)
  if (isDerived) await memory.drain()
  await memory.close()
  return folder
}

/** What holds a word of the query itself: messages beside it are found, too. */
function idsFound(query: string, cwd: string): string[] {
  const { hits } = json(['search', query], { cwd }).json as { hits: { id: string; matched: string[] }[] }
  return hits
    .filter(hit => hit.matched.length > 0)
    .map(hit => hit.id)
    .sort()
}

const spacesListed = () =>
  (json(['space', 'list']).json as { spaces: { space: string }[] }).spaces.map(one => one.space)

describe('a project folder that moved', () => {
  it('has its memory again, under the same ids, after one command that search and status tell', async () => {
    const a = await project(
      'a',
      'outage',
      'We decided to renew the certificates of the routing cluster automatically.',
    )
    const before = idsFound('certificates', a)
    expect(before.length).toBeGreaterThan(1)
    const b = join(desk.root, 'b')
    renameSync(a, b)
    expect(idsFound('certificates', b)).toEqual([])
    const hints = desk.runEach(
      [
        ['search', 'certificates', '--db', store],
        ['status', '--db', store],
        ['status', '--lang', 'zh', '--db', store],
      ],
      { cwd: b },
    )
    expect(hints[2].stdout).toContain('用下面的命令带上它的记忆：')
    for (const { stdout } of hints.slice(0, 2)) {
      expect(stdout).toContain(spaceOf(b))
      expect(stdout).toMatch(/Its memory comes along with:\n {2}node .* space rename \/\S+\/a \. --db /)
    }
    expect(json(['space', 'rename', a, '.'], { cwd: b })).toEqual({
      code: 0,
      json: { from: spaceOf(a), to: spaceOf(b) },
    })
    expect(idsFound('certificates', b)).toEqual(before)
    const after = desk.runEach(
      [
        ['status', '--db', store],
        ['search', 'nothing of this', '--db', store],
      ],
      { cwd: b },
    )
    expect(after.map(({ stdout }) => stdout).join()).not.toContain('space rename')
    expect(spacesListed()).not.toContain(spaceOf(a))
    expect(json(['doctor']).json).toMatchObject({ sound: true, findings: [] })
  })

  it('is named by a relative path, a key, or a symlink that stands in its place', async () => {
    const a = await project('a', 'outage', 'The routing cluster was down.')
    const b = join(desk.root, 'b')
    renameSync(a, b)
    symlinkSync(b, a)
    const told = desk.jsonEach(
      [
        ['../a/', '.'],
        [a, 'local:global'],
        ['local:global', b],
      ].map(names => ['space', 'rename', ...names, '--db', store]),
      { cwd: b },
    )
    expect(told.map(({ json }) => json)).toEqual([
      { from: spaceOf(a), to: spaceOf(b) },
      { from: spaceOf(b), to: 'local:global' },
      { from: 'local:global', to: spaceOf(b) },
    ])
    expect(idsFound('cluster', b)).not.toEqual([])
  })

  it('becomes its repository, named from any folder in it, and never the project above it', async () => {
    const a = await project('a', 'outage', 'The routing cluster was down.')
    rmSync(a, { recursive: true })
    const above = await project('w', 'garden', 'Roses.')
    const sub = desk.folder('w', 'repository', 'src')
    const repository = join(above, 'repository')
    mkdirSync(join(repository, '.git'))
    desk.write('../w/repository/.git/HEAD', ['ref: refs/heads/main'])
    expect(json(['space', 'rename', a, '.'], { cwd: sub }).json).toMatchObject({ to: spaceOf(repository) })
    const plain = desk.folder('w', 'plain')
    expect(json(['space', 'rename', repository, 'plain'], { cwd: above }).json).toMatchObject({
      to: spaceOf(plain),
    })
  })

  it('says in words what moved, in both languages', async () => {
    const a = await project('a', 'outage', 'The routing cluster was down.')
    const b = join(desk.root, 'b')
    renameSync(a, b)
    const told = (lang: string, ...args: string[]) =>
      run(['space', 'rename', ...args, '--lang', lang], { env: { COLUMNS: '1000' } }).stdout
    expect(told('en', a, b)).toBe(`The memory of ${spaceOf(a)} is now found in ${spaceOf(b)}.\n`)
    expect(told('zh', b, 'local:global')).toBe(`${spaceOf(b)} 的记忆现在归 local:global。\n`)
  })
})

describe('two projects that became one', () => {
  it('are searched together, and what waited is derived', async () => {
    const b = await project('b', 'garden', 'We decided to grow roses.')
    const a = await project('a', 'outage', 'We decided to renew the certificates automatically.', {
      isDerived: false,
    })
    expect(idsFound('decided', b)).toHaveLength(3)
    const merged = { code: 0, json: { from: spaceOf(a), to: spaceOf(b), threads: 1, events: 0 } }
    expect(json(['space', 'merge', a, b])).toEqual(merged)
    expect(json(['jobs']).json).toMatchObject({
      jobs: [{ space: spaceOf(b), thread: 'outage', state: 'pending' }],
    })
    expect(json(['jobs', 'run'])).toEqual({
      code: 0,
      json: { attempts: 1, waiting: 0, dead: 0, events: { waiting: 0, dead: 0 } },
    })
    expect(idsFound('decided', b)).toHaveLength(6)
    expect(idsFound('decided', a)).toEqual([])
    expect(spacesListed()).toEqual([spaceOf(b)])
    expect(json(['doctor']).json).toMatchObject({ sound: true, findings: [] })
  })

  it('stay two when a conversation lies in both, or one has no memory', async () => {
    const a = await project('a', 'outage', 'The routing cluster was down.')
    const b = await project('b', 'outage', 'Another one.')
    const empty = desk.folder('empty')
    expect(json(['space', 'merge', a, b])).toEqual({
      code: 2,
      json: {
        error: { code: 'bad-input', message: expect.stringContaining('the threads "outage"; nothing was') },
      },
    })
    const emptied = { error: { code: 'not-found', message: expect.stringContaining(spaceOf(empty)) } }
    const told = desk.jsonEach([
      ['space', 'merge', empty, b, '--db', store],
      ['space', 'merge', a, empty, '--db', store],
    ])
    expect(told).toEqual([
      { code: 1, json: emptied },
      { code: 1, json: emptied },
    ])
    expect(spacesListed()).toEqual([spaceOf(a), spaceOf(b)])
  })

  it('are told with what moved, in both languages', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(name => project(name, name, 'Roses.')))
    const told = (lang: string, ...args: (string | undefined)[]) =>
      run(['space', 'merge', ...args.map(String), '--lang', lang], { env: { COLUMNS: '1000' } }).stdout
    expect(told('en', a, b)).toBe(
      `1 conversation and 0 events of ${spaceOf(`${a}`)} are now found in ${spaceOf(`${b}`)}.\n`,
    )
    expect(told('zh', b, c)).toBe(`${spaceOf(`${b}`)} 的 2 个会话和 0 个事件现在归 ${spaceOf(`${c}`)}。\n`)
  })
})

describe('space', () => {
  it('lists what each space holds, its key whole', async () => {
    const a = await project('a'.repeat(120), 'outage', 'The routing cluster was down.')
    const held = { threads: 1, turns: 1, messages: 2, blocks: { pending: 0, ready: 1, failed: 0 } }
    const spaces = [{ space: spaceOf(a), ...held, events: expect.any(Number) }]
    expect(json(['space', 'list'], { cwd: a })).toEqual({ code: 0, json: { space: spaceOf(a), spaces } })
    expect(json(['space'], { cwd: a }).json).toEqual({ space: spaceOf(a), spaces })
    expect(run(['space']).stdout).toContain(spaceOf(a))
    expect(run(['space', '--lang', 'zh']).stdout).toMatch(/^空间 /)
  })

  it('renames nothing that is not meant, and says which', async () => {
    const a = await project('a', 'outage', 'The routing cluster was down.')
    const b = await project('b', 'garden', 'Roses.')
    const refusals: [from: string, to: string, code: string][] = [
      [a, a, 'bad-input'],
      [a, b, 'bad-input'],
      [a, 'user', 'bad-input'],
      ['user', 'local:global', 'bad-input'],
      [a, './nowhere', 'bad-input'],
      [a, 'local:session:a\nb', 'bad-input'],
      [a, '', 'bad-input'],
      ['', 'local:global', 'bad-input'],
      ['./nowhere', 'local:global', 'not-found'],
      ['local:session:x', 'local:global', 'not-found'],
      ["'; DROP TABLE space; --", 'local:global', 'not-found'],
    ]
    const told = desk.jsonEach(refusals.map(([from, to]) => ['space', 'rename', from, to, '--db', store]))
    const codes = told.map(({ json }) => (json as { error: { code: string } }).error.code)
    expect(codes).toEqual(refusals.map(([, , code]) => code))
    expect(spacesListed()).toEqual([a, b].map(spaceOf))
  })

  it('makes no database and needs both names', () => {
    const commands = [[], ['rename', 'x', 'y'], ['merge', 'x', 'y'], ['rename', 'x'], ['move', 'x', 'y']]
    const told = desk.jsonEach(commands.map(args => ['space', ...args, '--db', store]))
    const codes = ['store-missing', 'store-missing', 'store-missing', 'usage', 'usage']
    expect(told).toMatchObject(codes.map(code => ({ code: 2, json: { error: { code } } })))
    expect(existsSync(store)).toBe(false)
  })

  it('offers no command for a path that a shell would read as more than a path', () => {
    const trap = 'local:project:/gone/$(touch trap)"; echo x'
    desk.write(
      'trap.jsonl',
      said('Roses.').map(({ role, content }) => ({ thread: 'x', role, content, space: trap })),
    )
    run(['ingest', join(desk.cwd, 'trap.jsonl')])
    const cwd = desk.folder('fresh')
    expect(run(['status'], { cwd }).stdout).not.toContain('space rename')
    expect(json(['space', 'rename', trap, '.'], { cwd }).json).toEqual({ from: trap, to: spaceOf(cwd) })
  })
})
