/** Moving memory: a project folder that was moved, and two that became one, through the built program. */
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Desk, type RunOptions } from './support/palimpsest.ts'

const said = (thread: string, content: string) => [
  { thread, role: 'user', content, time: '2025-06-17T09:20:00+02:00', speaker: 'Mira' },
  { thread, role: 'assistant', content: 'Noted.' },
]

let desk: Desk
let store: string

beforeEach(() => {
  desk = new Desk()
  store = join(desk.root, 'memory.db')
})
afterEach(() => desk.clear())

const json = (args: readonly string[], options?: RunOptions) => desk.json([...args, '--db', store], options)
const run = (args: readonly string[], options?: RunOptions) => desk.run([...args, '--db', store], options)
const spaceOf = (folder: string) => `local:project:${folder}`

/** A project folder in which one conversation was stored. */
function project(name: string, thread: string, content: string, ...options: string[]): string {
  const cwd = desk.folder(name)
  const file = desk.write(`${thread}.jsonl`, said(thread, content))
  const { code, stderr } = run(['ingest', file, '--block-size', '1', ...options], { cwd })
  if (code !== 0) throw new Error(stderr)
  return cwd
}

function idsFound(query: string, cwd: string): string[] {
  const { hits } = json(['search', query], { cwd }).json as { hits: { id: string }[] }
  return hits.map(hit => hit.id).sort()
}

const spacesListed = () =>
  (json(['space', 'list']).json as { spaces: { space: string }[] }).spaces.map(one => one.space)

describe('a project folder that moved', () => {
  it('has its memory again, under the same ids, after one command that search and status tell', () => {
    const a = project(
      'a',
      'outage',
      'We decided to renew the certificates of the routing cluster automatically.',
    )
    const before = idsFound('certificates', a)
    expect(before.length).toBeGreaterThan(1)
    const b = join(desk.root, 'b')
    renameSync(a, b)
    expect(idsFound('certificates', b)).toEqual([])
    for (const command of [['search', 'certificates'], ['status']]) {
      const { stdout } = run(command, { cwd: b })
      expect(stdout).toContain(spaceOf(b))
      expect(stdout).toMatch(/Its memory comes along with:\n {2}node .* space rename \/\S+\/a \. --db /)
    }
    expect(run(['status', '--lang', 'zh'], { cwd: b }).stdout).toContain('用下面的命令带上它的记忆：')
    expect(json(['space', 'rename', a, '.'], { cwd: b })).toEqual({
      code: 0,
      json: { from: spaceOf(a), to: spaceOf(b) },
    })
    expect(idsFound('certificates', b)).toEqual(before)
    expect(run(['status'], { cwd: b }).stdout).not.toContain('space rename')
    expect(run(['search', 'nothing of this'], { cwd: b }).stdout).not.toContain('space rename')
    expect(spacesListed()).not.toContain(spaceOf(a))
    expect(json(['doctor']).json).toMatchObject({ sound: true, findings: [] })
  })

  it('is named by a relative path, a key, or a symlink that stands in its place', () => {
    const a = project('a', 'outage', 'The routing cluster was down.')
    const b = join(desk.root, 'b')
    renameSync(a, b)
    symlinkSync(b, a)
    expect(json(['space', 'rename', '../a/', '.'], { cwd: b }).json).toEqual({
      from: spaceOf(a),
      to: spaceOf(b),
    })
    expect(json(['space', 'rename', a, 'local:global']).json).toEqual({
      from: spaceOf(b),
      to: 'local:global',
    })
    expect(json(['space', 'rename', 'local:global', b]).json).toEqual({
      from: 'local:global',
      to: spaceOf(b),
    })
    expect(idsFound('cluster', b)).not.toEqual([])
  })

  it('becomes its repository, named from any folder in it, and never the project above it', () => {
    const a = project('a', 'outage', 'The routing cluster was down.')
    rmSync(a, { recursive: true })
    const above = project('w', 'garden', 'Roses.')
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

  it('says in words what moved, in both languages', () => {
    const a = project('a', 'outage', 'The routing cluster was down.')
    const b = join(desk.root, 'b')
    renameSync(a, b)
    const told = (lang: string, ...args: string[]) =>
      run(['space', 'rename', ...args, '--lang', lang], { env: { COLUMNS: '1000' } }).stdout
    expect(told('en', a, b)).toBe(`The memory of ${spaceOf(a)} is now found in ${spaceOf(b)}.\n`)
    expect(told('zh', b, 'local:global')).toBe(`${spaceOf(b)} 的记忆现在归 local:global。\n`)
  })
})

describe('two projects that became one', () => {
  it('are searched together, and what waited is derived', () => {
    const b = project('b', 'garden', 'We decided to grow roses.')
    const a = project('a', 'outage', 'We decided to renew the certificates automatically.', '--no-derive')
    expect(idsFound('decided', b)).toHaveLength(3)
    const merged = { code: 0, json: { from: spaceOf(a), to: spaceOf(b), threads: 1, events: 0 } }
    expect(json(['space', 'merge', a, b])).toEqual(merged)
    expect(json(['jobs']).json).toMatchObject({
      jobs: [{ space: spaceOf(b), thread: 'outage', state: 'pending' }],
    })
    expect(json(['jobs', 'run'])).toEqual({ code: 0, json: { attempts: 1, waiting: 0, dead: 0 } })
    expect(idsFound('decided', b)).toHaveLength(6)
    expect(idsFound('decided', a)).toEqual([])
    expect(spacesListed()).toEqual([spaceOf(b)])
    expect(json(['doctor']).json).toMatchObject({ sound: true, findings: [] })
  })

  it('stay two when a conversation lies in both, or one has no memory', () => {
    const a = project('a', 'outage', 'The routing cluster was down.')
    const b = project('b', 'outage', 'Another one.')
    const empty = desk.folder('empty')
    expect(json(['space', 'merge', a, b])).toEqual({
      code: 2,
      json: {
        error: { code: 'bad-input', message: expect.stringContaining('the threads "outage"; nothing was') },
      },
    })
    for (const [from, to] of [
      [empty, b],
      [a, empty],
    ] as const) {
      expect(json(['space', 'merge', from, to])).toEqual({
        code: 1,
        json: { error: { code: 'not-found', message: expect.stringContaining(spaceOf(empty)) } },
      })
    }
    expect(spacesListed()).toEqual([spaceOf(a), spaceOf(b)])
  })

  it('are told with what moved, in both languages', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => project(name, name, 'Roses.'))
    const told = (lang: string, ...args: (string | undefined)[]) =>
      run(['space', 'merge', ...args.map(String), '--lang', lang], { env: { COLUMNS: '1000' } }).stdout
    expect(told('en', a, b)).toBe(
      `1 conversation and 0 events of ${spaceOf(`${a}`)} are now found in ${spaceOf(`${b}`)}.\n`,
    )
    expect(told('zh', b, c)).toBe(`${spaceOf(`${b}`)} 的 2 个对话和 0 个事件现在归 ${spaceOf(`${c}`)}。\n`)
  })
})

describe('space', () => {
  it('lists what each space holds, its key whole', () => {
    const a = project('a'.repeat(120), 'outage', 'The routing cluster was down.')
    const held = { threads: 1, turns: 1, messages: 2, blocks: { pending: 0, ready: 1, failed: 0 } }
    const spaces = [{ space: spaceOf(a), ...held, events: expect.any(Number) }]
    expect(json(['space', 'list'], { cwd: a })).toEqual({ code: 0, json: { space: spaceOf(a), spaces } })
    expect(json(['space'], { cwd: a }).json).toEqual({ space: spaceOf(a), spaces })
    expect(run(['space']).stdout).toContain(spaceOf(a))
    expect(run(['space', '--lang', 'zh']).stdout).toMatch(/^空间 /)
  })

  it('renames nothing that is not meant, and says which', () => {
    const a = project('a', 'outage', 'The routing cluster was down.')
    const b = project('b', 'garden', 'Roses.')
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
    const told = refusals.map(([from, to]) => {
      const { json: failure } = json(['space', 'rename', from, to])
      return [from, to, (failure as { error: { code: string } }).error.code]
    })
    expect(told).toEqual(refusals)
    expect(spacesListed()).toEqual([a, b].map(spaceOf))
  })

  it('makes no database and needs both names', () => {
    for (const args of [['space'], ['space', 'rename', 'x', 'y'], ['space', 'merge', 'x', 'y']]) {
      expect(json(args)).toMatchObject({ code: 2, json: { error: { code: 'store-missing' } } })
    }
    expect(existsSync(store)).toBe(false)
    expect(json(['space', 'rename', 'x'])).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
    expect(json(['space', 'move', 'x', 'y'])).toMatchObject({ code: 2, json: { error: { code: 'usage' } } })
  })

  it('offers no command for a path that a shell would read as more than a path', () => {
    const trap = 'local:project:/gone/$(touch trap)"; echo x'
    desk.write(
      'trap.jsonl',
      said('x', 'Roses.').map(line => ({ ...line, space: trap })),
    )
    run(['ingest', join(desk.cwd, 'trap.jsonl')])
    const cwd = desk.folder('fresh')
    expect(run(['status'], { cwd }).stdout).not.toContain('space rename')
    expect(json(['space', 'rename', trap, '.'], { cwd }).json).toEqual({ from: trap, to: spaceOf(cwd) })
  })
})
