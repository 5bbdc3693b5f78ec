/** What becomes of a scope that a model leaves out, makes up or widens, through the whole memory. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelDeriver, openMemory } from '../../../src/compose.ts'
import type { Memory } from '../../../src/memory.ts'
import { completion, openEndpoint, type ScriptedEndpoint } from '../scripted-endpoint.ts'

const SUMMARY = {
  title: 'Charts',
  tags: [],
  summary: 'About charts.',
  keyFacts: [],
  shouldExtract: true,
}
const CARD = {
  type: 'preference',
  title: 'Arrows',
  summary: 'Arrows align.',
  tags: [],
  quotes: [],
  scope: 'user',
  criticality: 'preference',
  sources: [1],
  when: null,
  status: 'unknown',
}

let endpoint: ScriptedEndpoint
let folder: string
let memory: Memory
let now: number
let cards: object[]
let summary: object

beforeAll(async () => {
  endpoint = await openEndpoint()
  endpoint.otherwise = ({ body }) => {
    const format = body.response_format as { json_schema: { name: string } }
    const isSummary = format.json_schema.name === 'summary'
    return { body: completion(JSON.stringify(isSummary ? summary : { events: cards })) }
  }
})
afterAll(() => endpoint.close())
beforeEach(async () => {
  now = Date.UTC(2025, 5, 17)
  endpoint.asked.length = 0
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-model-scope-'))
  memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: 1,
    derive: 'manual',
    zone: 'UTC',
    now: () => now,
    onWarning: () => {},
    deriver: modelDeriver({ model: 'deepseek-chat', baseUrl: endpoint.url, key: 'key' }),
  })
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const derive = async (content: string) => {
  const isChinese = /\p{Script=Han}/u.test(content)
  summary = isChinese ? { ...SUMMARY, title: '图表', summary: '关于图表的箭头。' } : SUMMARY
  await memory.ingest({ thread: 'charts', messages: [{ role: 'user', content }] })
  for (let round = 0; round < 5; round++) {
    await memory.drain({ patienceMs: 0 })
    now += 60_000
  }
}

describe('a scope', () => {
  it.each([
    ['that is missing', undefined],
    ['that is made up', 'everyone'],
  ])('%s is asked for again a bounded number of times, then nothing is written', async (_, scope) => {
    cards = [
      { ...CARD, summary: 'Charts are blue.', scope: 'project' },
      { ...CARD, scope },
    ]
    await derive('Make the arrows align.')
    // One summary, and three attempts at the events of two questions each.
    expect(endpoint.asked).toHaveLength(7)
    expect(await memory.events({ thread: 'charts' })).toEqual([])
    expect((await memory.jobs()).map(({ state, attempts }) => [state, attempts])).toEqual([['dead', 3]])
    expect((await memory.blocks('charts')).blocks.map(({ status }) => status)).toEqual(['failed'])
  })

  it.each([
    ["Make this chart's arrows align.", 'session'],
    ['这张图的箭头要对齐', 'session'],
    ['Always align the arrows.', 'user'],
    ['以后箭头都要对齐。', 'user'],
  ])('of the user, said as %j, is kept as one of the %s', async (content, scope) => {
    cards = [{ ...CARD, summary: content }]
    await derive(content)
    expect((await memory.events({ thread: 'charts' })).map(event => event.scope)).toEqual([scope])
  })
})
