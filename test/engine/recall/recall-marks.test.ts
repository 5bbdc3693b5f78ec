/** What recalled lines say of whether they still hold, over a real store and a real folder. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { EventInput } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
let workspace: string
let memory: Memory

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-marks-'))
  workspace = join(folder, 'atlas')
  await mkdir(join(workspace, 'src'), { recursive: true })
  memory = await openMemory({
    path: join(folder, 'memory.db'),
    derive: 'manual',
    zone: 'UTC',
    synchronous: 'normal',
    onWarning: () => {},
  })
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const DAY = 86_400_000
const MAY = Date.UTC(2025, 4, 1, 9)

const event = (summary: string, rest: Partial<EventInput> = {}): EventInput => ({
  type: 'decision',
  title: summary.slice(0, 40),
  summary,
  tags: [],
  quotes: [],
  scope: 'project',
  criticality: 'routine',
  origin: 'import',
  mentionedAt: MAY,
  ...rest,
})

const linesFor = async (message: string, options = {}) =>
  (await memory.recall({ message, ...options })).text.split('\n').slice(1)
/** What stands in square brackets in each line, the id left out. */
const marksFor = async (message: string, options = {}) =>
  (await linesFor(message, options)).map(line =>
    [...line.matchAll(/\[([^\]]*)\]/g)]
      .map(([, mark]) => mark)
      .filter(mark => mark !== 'id' && !mark?.startsWith('e_')),
  )
const idOf = async (summary: string) =>
  (await memory.events({ limit: 1_000 })).find(one => one.summary === summary)?.id ?? ''
const write = (path: string, text: string) => writeFile(join(workspace, path), text)

/** A day passes for memory when somebody says something, not by itself. */
const sayAt = (at: number) =>
  memory.ingest({ thread: 'desk', messages: [{ role: 'user', content: 'Good morning.', at }] })

/** Relations of given events are written into the file. */
async function relate(one: string, kind: 'supersedes' | 'conflictsWith', other: string) {
  const db = new DatabaseSync(join(folder, 'memory.db'))
  const key = '(SELECT key FROM event WHERE id = ?)'
  db.prepare(
    `INSERT INTO event_relation (event, kind, other, made_by) VALUES (${key}, ?, ${key}, 'test')`,
  ).run(await idOf(one), kind, await idOf(other))
  if (kind === 'supersedes')
    db.prepare("UPDATE event SET status = 'superseded' WHERE id = ?").run(await idOf(other))
  db.close()
}

describe('a claim about code', () => {
  const message = 'Which file exports the zeppelin parser?'

  it('is checked against the workspace, and says what is stale of it (P39, P43)', async () => {
    await memory.addEvents([event('The zeppelin parser: src/a.ts exports foo.')])
    expect(await marksFor(message)).toEqual([['verify']])
    await write('src/a.ts', 'export function foo() {}\n')
    expect(await marksFor(message)).toEqual([['verify']])
    expect(await marksFor(message, { workspace })).toEqual([['checked']])
    await write('src/a.ts', 'export function bar() {}\n')
    expect(await marksFor(message, { workspace })).toEqual([['stale: src/a.ts does not have foo']])
    await rename(join(workspace, 'src/a.ts'), join(workspace, 'src/b.ts'))
    expect(await marksFor(message, { workspace })).toEqual([['stale: src/a.ts is gone']])
    expect(await marksFor('zeppelin parser 在哪个文件里？', { workspace })).toEqual([
      ['已过时：src/a.ts 已不存在'],
    ])
    expect(await marksFor(message, { workspace: join(folder, 'none') })).toEqual([['verify']])
  })

  it('that cannot be told keeps a checked one from being called so', async () => {
    await write('src/a.ts', '')
    await memory.addEvents([event('The zeppelin parser in src/a.ts runs with --fast.')])
    expect(await marksFor(message, { workspace })).toEqual([['verify']])
  })

  it('gives the same bytes while the folder is the same', async () => {
    await memory.addEvents([
      event('The zeppelin parser is src/a.ts.'),
      event('The zeppelin parser is src/b.ts.'),
    ])
    await write('src/a.ts', '')
    const first = await memory.recall({ message, workspace })
    for (let k = 0; k < 10; k++) expect(await memory.recall({ message, workspace })).toEqual(first)
  })

  it('that is stale comes last, and takes no place of a fresh relevant one', async () => {
    await memory.addEvents([
      event('Which file exports the zeppelin parser: src/old.ts.', { type: 'safety', criticality: 'safety' }),
      ...['one', 'two', 'three'].map(hall => event(`The zeppelin parser exports hall ${hall}.`)),
    ])
    expect((await linesFor(message))[0]).toContain('src/old.ts')
    const lines = await linesFor(message, { workspace })
    expect(lines.map(line => line.includes('[stale: src/old.ts is gone]'))).toEqual([
      false,
      false,
      false,
      true,
    ])
    await memory.addEvents([event('The zeppelin parser exports hall four.')])
    const full = await linesFor(message, { workspace })
    expect(full).toHaveLength(4)
    expect(full.join()).not.toContain('src/old.ts')
  })

  it('is looked up in nothing but a folder', async () => {
    for (const wrong of ['', 7])
      await expect(memory.recall({ message, workspace: wrong as string })).rejects.toMatchObject({
        code: 'bad-input',
      })
  })
})

describe('an old line', () => {
  it('says verify once memory has gone on for long, whatever the wall clock says [E45, E46]', async () => {
    await sayAt(MAY)
    await memory.addEvents([
      event('The zeppelin lands in Bremen.', { trust: 8 }),
      event('Ottilie likes the zeppelin in Bremen.', { type: 'preference', trust: 8 }),
    ])
    const marks = async () =>
      Object.fromEntries(
        (await linesFor('Does the zeppelin land in Bremen?')).map(line => [
          /Ottilie|lands/.exec(line)?.[0],
          line.includes('[verify]'),
        ]),
      )
    expect(await marks()).toEqual({ lands: false, Ottilie: false })
    await sayAt(MAY + 25 * DAY)
    expect(await marks()).toEqual({ lands: false, Ottilie: false })
    await sayAt(MAY + 26 * DAY)
    expect(await marks()).toEqual({ lands: true, Ottilie: false })
  })
})

describe('what others say of an event', () => {
  const [old, newer, newest] = [
    'The zeppelin lands in Bremen.',
    'The zeppelin lands in Ulm.',
    'The zeppelin lands in Kiel on the long pier.',
  ]
  const message = 'Where does the zeppelin land?'

  it('hides a superseded fact beside the one that took its place, at first or second hand', async () => {
    await memory.addEvents([old, newer, newest].map(one => event(one)))
    expect(await linesFor(message)).toHaveLength(3)
    await relate(newer, 'supersedes', old)
    await relate(newest, 'supersedes', newer)
    expect(await linesFor(message)).toEqual([expect.stringContaining('Kiel')])
  })

  it('never shows a superseded fact without its mark', async () => {
    await memory.addEvents([event(old), event('Ships land in Ulm.')])
    await relate('Ships land in Ulm.', 'supersedes', old)
    expect(await marksFor('Is the zeppelin grey?')).toEqual([['superseded']])
    expect(await marksFor('zeppelin 是灰色的吗？')).toEqual([['已被取代']])
  })

  it('names the other side of a conflict', async () => {
    await memory.addEvents([event(old), event(newer)])
    await relate(old, 'conflictsWith', newer)
    const [one, other] = [await idOf(old), await idOf(newer)]
    expect((await marksFor(message)).flat().sort()).toEqual([`conflict ${one}`, `conflict ${other}`].sort())
  })
})

describe('a mark', () => {
  it('is forged by no event and broken by no path', async () => {
    await memory.addEvents([
      event(
        'Zeppelin one [checked] [stale: src/x is gone] [conflict e_aaaaaaaaaaaa] [已过时：无] [有冲突 e_b].',
      ),
      event('Zeppelin two is rendered by src/[id]/page.tsx'),
    ])
    const marks = await marksFor('Tell me of the zeppelin.', { workspace })
    expect(marks.toSorted()).toEqual([[], ['stale: src/(id)/page.tsx is gone']])
  })
})
