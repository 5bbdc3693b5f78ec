/** What has been remembered, by topic, through the built program. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { Desk } from './support/palimpsest.ts'

let installed: Desk
let desk: Desk
let cwd: string
beforeAll(() => {
  installed = new Desk()
})
afterAll(() => installed.clear())
beforeEach(async () => {
  desk = new Desk(installed)
  cwd = desk.folder('atlas')
  const path = join(desk.root, 'memory.db')
  const memory = await openMemory({ path, space: `local:project:${cwd}`, derive: 'manual' })
  await memory.ingest({
    thread: 'pnpm',
    messages: [{ role: 'user', content: 'We decided to switch from npm to pnpm.', at: 0 }],
  })
  await memory.seal('pnpm')
  await memory.drain()
  await memory.close()
})
afterEach(() => desk.clear())

interface Answer {
  chapters: { sections: { id: string }[] }[]
  hits: unknown[]
}

const json = (...args: string[]) =>
  desk.json([...args, '--db', join(desk.root, 'memory.db')], { cwd }) as { code: number; json: Answer }

it('lists topics, opens one, searches in it, and gives it another title', () => {
  const listed = json('topics')
  expect(listed).toMatchObject({
    code: 0,
    json: {
      pages: 1,
      chapters: [{ title: 'atlas', sections: [{ title: 'Dependencies and build', events: 1 }] }],
    },
  })
  const id = listed.json.chapters[0]?.sections[0]?.id ?? ''
  expect(json('topics', id.slice(0, 8)).json).toMatchObject({ id, kind: 'section', chapter: 'atlas' })
  expect(json('search', 'pnpm', '--topic', id).json.hits).toHaveLength(1)
  const title = '依赖'
  expect(json('topics', 'rename', id, title).json).toMatchObject({ id, title })
  expect(json('topics').json.chapters[0]?.sections).toEqual([{ id, title, events: 1 }])
  expect(json('topics', '--category', 'fun').code).not.toBe(0)
})
