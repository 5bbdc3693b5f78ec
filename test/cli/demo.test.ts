/** The demo, in a checkout of its own, whose database no other test and no user shares. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Desk } from './support/palimpsest.ts'

let desk: Desk
let checkout: string
let told: { code: number | null; stdout: string }
let document: { code: number | null; stdout: string }

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/palimpsest.js', ...args], {
    cwd: checkout,
    env: desk.env(),
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

beforeAll(() => {
  desk = new Desk()
  desk.install(['examples'])
  checkout = desk.package
  told = run('demo')
  document = run('demo', '--json')
})
afterAll(() => desk.clear())

it('tells the whole story without a terminal', () => {
  expect(told.code).toBe(0)
  const { stdout } = told
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'Palimpsest: 205 turns of example conversations (3 files, 24 conversations)',
    `→ ${join('.palimpsest', 'demo.db')}`,
  ])
  expect(stdout).not.toMatch(/… \d+ more line/)
  expect(stdout).not.toContain('\x1b')
  expect(stdout).toMatch(/\n {2}0( {2}\d)+ {2}5\n/)
  expect(stdout).toContain('? why did we switch from npm to pnpm?')
  expect(stdout).toContain('Last week → 2025-06-09 – 2025-06-15')
  expect(stdout).toMatch(/离线同步改用 CRDT/)
})

it('shows all six levels, finds what was asked, opens the words as they were said, and counts the tokens', () => {
  expect(document.code).toBe(0)
  const story = JSON.parse(document.stdout)
  expect(new Set(story.frames.at(-1))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  const threads = story.answers.map((answer: { hits: { thread: string }[] }) =>
    answer.hits.map(hit => hit.thread),
  )
  expect(threads.map((found: string[]) => found[0])).toEqual([
    'atlas-2025-05-27-pnpm',
    'atlas-2025-06-17-outage',
    'xinghe-2025-03-06-tongbu',
  ])
  expect(story.opened).toMatchObject({ level: 5 })
  expect([0, 1]).toContain(story.opened.fadedTo.level)
  expect(story.opened.text.length).toBeGreaterThan(story.opened.fadedTo.text.length)
  expect(story.tokens.total).toMatchObject({ turns: 205, threads: 24 })
  expect(story.tokens.total.tokens).toBeLessThan(story.tokens.total.sourceTokens)
})

it('tells one story as history, as state then and now, and as topic', () => {
  const { story } = JSON.parse(document.stdout)
  const told = (event: { type: string; title: string; status: string; mentionedAt: string }) =>
    `${event.mentionedAt.slice(0, 10)} ${event.type} ${event.status}: ${event.title}`
  expect(story.events.map(told)).toEqual([
    '2025-02-11 decision superseded: Package manager: npm',
    '2025-05-27 change active: Decided. We switch from npm to pnpm',
    expect.stringMatching(/^2025-05-27 outcome active: Reason, .* installs went from four minutes/),
    expect.stringMatching(/^2025-05-28 open active: What's not done: CI after the migration/),
    '2025-07-01 outcome active: Before we start: CI after the pnpm migration is verified',
  ])
  const lineOf = ({ node, fact }: { node: { name: string }; fact: Record<string, unknown> }) =>
    `${node.name} ${fact.relation} ${fact.value} ${fact.standing}`
  const [meanwhile, now] = story.states
  expect(meanwhile.asOf).toMatch(/^2025-06-10T23:59/)
  expect(meanwhile.facts.map(lineOf)).toEqual([
    '@project package-manager npm past',
    '@project package-manager pnpm current',
    'CI verified passed pending',
  ])
  expect(now.facts.map(lineOf)).toEqual([
    '@project package-manager npm past',
    '@project package-manager pnpm current',
    'CI verified passed past',
    'CI verified passed current',
  ])
  const filed = story.topic.sections[0].entries.map((entry: { id: string }) => entry.id)
  const held = story.events.filter((event: { id: string }) => filed.includes(event.id))
  expect({ title: story.topic.title, held: held.length }).toEqual({
    title: 'Dependencies and build',
    held: 4,
  })
})

it('prints the three views, one under the other', () => {
  const views = told.stdout.slice(told.stdout.indexOf('3. One story'), told.stdout.indexOf('4. A faded'))
  expect(views.split('\n').filter(line => /^ {2}\S/.test(line))).toEqual([
    '  History: the events, as they were told',
    '  State, as of 2025-06-10 23:59 +02:00',
    '  State now, and what held before',
    '  Topic: the section that holds most of it, without its other entries',
  ])
  expect(views).toContain('2025-02-11 decision: Package manager: npm [superseded]')
  expect(views).toContain('CI · verified: passed · pending · since 2025-05-28')
})

it('leaves a database on which its own commands work as they are printed', () => {
  const { opened, commands: printed } = JSON.parse(document.stdout)
  const isNamedOnce = process.platform !== 'win32'
  const [setting, ...commands]: string[] = isNamedOnce ? printed : ['', ...printed]
  if (isNamedOnce) expect(setting).toBe('export PALIMPSEST_DB=.palimpsest/demo.db')
  expect(commands.length).toBeGreaterThan(8)
  for (const command of commands) {
    const started = command.replace(/^node /, `"${process.execPath}" `)
    const shell = isNamedOnce ? `${setting}\n${started}` : command
    const { status, stderr, stdout } = spawnSync(shell, {
      cwd: checkout,
      env: desk.env(),
      encoding: 'utf8',
      shell: true,
    })
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
    expect(stdout).not.toContain('Nothing found')
    if (!command.includes(' expand ')) continue
    const shown = stdout.slice(stdout.indexOf('\n\n')).trim()
    expect(shown.length).toBeLessThan(opened.text.length)
  }
})

it('speaks Chinese', () => {
  const { code, stdout } = run('demo', '--lang', 'zh')
  expect(code).toBe(0)
  expect(stdout).toContain('6. 自己试试')
})

it('makes its own database anew, and never replaces another', () => {
  const precious = join(checkout, 'precious.db')
  writeFileSync(precious, 'mine')
  expect(run('demo', '--db', 'precious.db')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('stays as it is'),
  })
  expect(statSync(precious).size).toBe(4)
  expect(existsSync(join(checkout, '.palimpsest', 'demo.db'))).toBe(true)
})
