/** Events that the graph gave up are told, tried again, and read, through the built program. */
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOfflineDeriver, openMemory } from '../../src/index.ts'
import { Desk } from './support/palimpsest.ts'

let installed: Desk
let desk: Desk
let path: string
let space: string
beforeAll(() => {
  installed = new Desk()
})
afterAll(() => installed.clear())
beforeEach(async () => {
  desk = new Desk(installed)
  path = join(desk.cwd, 'memory.db')
  space = `local:project:${desk.cwd}`
  let clock = Date.now()
  // Each look at the clock is an hour later, so that no retry has to be waited for.
  const now = () => {
    clock += 3_600_000
    return clock
  }
  const projector = {
    name: 'failing',
    version: '1',
    hasModel: false,
    project: () => Promise.reject(new Error('out of ink')),
  }
  const deriver = { ...createOfflineDeriver(), projector }
  const memory = await openMemory({ path, space, derive: 'manual', deriver, now })
  await memory.ingest({
    thread: 'pnpm',
    messages: [{ role: 'user', content: 'We decided to switch from npm to pnpm.', at: 0 }],
  })
  await memory.seal('pnpm')
  await memory.drain()
  await memory.close()
})
afterEach(() => desk.clear())

interface Graph {
  nodes: { facts: { value: string }[] }[]
}

const here = () => ['--db', path]

it('lists what was given up by space and stage, tries it again, and ends when it is read', () => {
  const queue = { space, stage: 'graph', waiting: 0, dead: 1, lastError: 'out of ink' }
  const [listed, status, doctor, ran, retried, again, graph, none] = desk.jsonEach([
    ['jobs', ...here()],
    ['status', ...here()],
    ['doctor', ...here()],
    ['jobs', 'run', ...here()],
    ['jobs', 'retry', '--all', ...here()],
    ['jobs', 'run', ...here()],
    ['graph', 'pnpm', ...here()],
    ['jobs', ...here()],
  ])
  expect(listed).toEqual({ code: 0, json: { jobs: [], events: [queue], next: null } })
  expect(status.json).toMatchObject({ jobs: { waiting: 0, dead: 0, events: [queue] } })
  expect(doctor).toMatchObject({ code: 0, json: { sound: true, findings: [{ code: 'events-dead' }] } })
  const left = { attempts: 0, waiting: 0, dead: 0 }
  expect(ran).toEqual({ code: 3, json: { ...left, events: { waiting: 0, dead: 1 } } })
  expect(retried).toEqual({ code: 0, json: { retried: [], events: 1 } })
  expect(again).toEqual({ code: 0, json: { ...left, events: { waiting: 0, dead: 0 } } })
  expect((graph.json as Graph).nodes.flatMap(({ facts }) => facts.map(fact => fact.value))).toEqual(['pnpm'])
  expect(none).toEqual({ code: 0, json: { jobs: [], events: [], next: null } })
})

it('says to people what failed and what to do, in English and Chinese', () => {
  const env = { COLUMNS: '200' }
  const [jobs, status, chinese, retry] = desk.runEach(
    [
      ['jobs', ...here()],
      ['status', ...here()],
      ['jobs', '--lang', 'zh', ...here()],
      ['jobs', 'retry', '--all', ...here()],
    ],
    { env },
  )
  const remedy = 'They are stored and found; to try again:\n'
  expect(jobs.stdout).toContain('stage  waiting events  failed events  space\n')
  expect(jobs.stdout).toContain(`graph               0              1  ${space}\ngraph: out of ink\n`)
  expect(jobs.stdout).toMatch(new RegExp(`${remedy} {2}.* jobs retry --all --db memory\\.db\n$`))
  expect(status.stdout).toMatch(/^graph +0 events waiting, 1 failed$/m)
  expect(status.stdout).toContain(remedy)
  expect(chinese.stdout).toContain('图谱：out of ink\n')
  expect(retry.stdout).toMatch(
    /^1 step of events into graph and topics will be tried again; to run it:\n {2}.* jobs run --db memory\.db\n$/,
  )
})
