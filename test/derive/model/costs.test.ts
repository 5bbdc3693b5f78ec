/** A thousand conversations and a model behind a scripted endpoint: what is spent, and what stops it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelDeriver, openMemory } from '../../../src/compose.ts'
import type { Memory } from '../../../src/memory.ts'
import { completion, openEndpoint, type ScriptedEndpoint } from '../scripted-endpoint.ts'

const ALLOWANCE = 50_000
const DAY = 86_400_000
const SUMMARY = JSON.stringify({
  title: 'Bread',
  tags: ['bread'],
  summary: 'About a loaf.',
  keyFacts: [{ text: 'A loaf of rye was decided on.', sources: [1] }],
  shouldExtract: true,
})
const EVENTS = JSON.stringify({
  events: [
    {
      type: 'decision',
      title: 'Rye',
      summary: 'The loaf is of rye.',
      tags: [],
      quotes: [],
      scope: 'project',
      criticality: 'routine',
      sources: [1],
      when: null,
      status: 'occurred',
      supersedes: [],
      conflicts: [],
      continues: ['E1', 'E99'],
    },
  ],
})

/** Every event that was shown goes to one section. */
const placements = (asked: string) =>
  JSON.stringify({
    placements: [...asked.matchAll(/^(\d+): /gm)].map(([, number]) => ({
      event: Number(number),
      chapter: 'Bakery',
      section: 'Loaves',
    })),
    overviews: [],
  })

/** What is answered to each form, and the stage that it belongs to. */
const REPLIES: Record<string, { stage: string; reply: string | ((asked: string) => string) }> = {
  summary: { stage: 'summary', reply: SUMMARY },
  events: { stage: 'events', reply: EVENTS },
  claims: { stage: 'graph', reply: '{"claims": []}' },
  topics: { stage: 'topics', reply: placements },
}

describe('deriving with a model', () => {
  let endpoint: ScriptedEndpoint
  let folder: string
  let memory: Memory
  let now: number
  /** Tokens that the endpoint said each stage took. */
  let told: Record<string, number>

  beforeAll(async () => {
    endpoint = await openEndpoint()
    endpoint.otherwise = ({ body }) => {
      const format = body.response_format as { json_schema: { name: string } }
      const { stage, reply } = REPLIES[format.json_schema.name] ?? { stage: 'unknown', reply: '' }
      const usage = {
        prompt_tokens: 1_000 + (endpoint.asked.length % 7),
        completion_tokens: 100 + (endpoint.asked.length % 5),
      }
      told[stage] = (told[stage] ?? 0) + usage.prompt_tokens + usage.completion_tokens
      const text = typeof reply === 'string' ? reply : reply(body.messages[1]?.content ?? '')
      return { body: completion(text, { usage }) }
    }
  })
  afterAll(() => endpoint.close())
  beforeEach(async () => {
    now = Date.UTC(2025, 5, 17, 10)
    told = {}
    endpoint.asked.length = 0
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-costs-'))
  })
  afterEach(async () => {
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (dailyTokens?: number) => {
    memory = await openMemory({
      path: join(folder, 'memory.db'),
      blockSize: 1,
      derive: 'manual',
      zone: 'UTC',
      synchronous: 'normal',
      now: () => now,
      onWarning: () => {},
      deriver: modelDeriver({ model: 'deepseek-chat', baseUrl: endpoint.url, key: 'key' }),
      ...(dailyTokens === undefined ? {} : { dailyTokens }),
    })
  }
  const say = (thread: string, turn: number) =>
    memory.ingest({
      thread,
      messages: [
        { role: 'user', content: `We decided to bake loaf ${turn} of rye.` },
        { role: 'assistant', content: 'Noted.' },
      ],
    })
  const spent = async (day: string) => {
    const rows = await memory.spend({ from: day, to: day })
    const sums: Record<string, number> = {}
    for (const { stage, input, output } of rows) sums[stage] = (sums[stage] ?? 0) + input + output
    return sums
  }
  const all = (sums: Record<string, number>) => Object.values(sums).reduce((sum, one) => sum + one, 0)

  it('stops at the allowance, to the token by stage, goes on the next day, and holds up neither capture nor search (P58)', async () => {
    await open(ALLOWANCE)
    for (let n = 1; n <= 1_000; n++) await say(`t${n}`, n)
    await memory.drain({ patienceMs: 0 })
    const first = await spent('2025-06-17')
    expect(first).toEqual(told)
    expect(all(first)).toBeLessThanOrEqual(ALLOWANCE)
    // Two calls at once keep their longest answers free.
    expect(all(first)).toBeGreaterThan(ALLOWANCE - 2 * 5_600)
    const calls = endpoint.asked.length
    await say('late', 1_001)
    expect((await memory.search('loaf 1001')).hits.length).toBeGreaterThan(0)
    await memory.drain({ patienceMs: 0 })
    expect(endpoint.asked).toHaveLength(calls)
    now += DAY
    told = {}
    await memory.drain({ patienceMs: 0 })
    expect(endpoint.asked.length).toBeGreaterThan(calls)
    expect(await spent('2025-06-18')).toEqual(told)
    expect(await spent('2025-06-17')).toEqual(first)
    expect(await memory.jobs({ states: ['dead'] })).toEqual([])
  }, 120_000)

  it('costs two calls a block, one for a dozen events and another, and prompts of one size, from first to last (P60)', async () => {
    await open()
    for (let turn = 1; turn <= 1_000; turn++) await say('long', turn)
    await memory.drain()
    const asked = Map.groupBy(
      endpoint.asked,
      ({ body }) => (body.response_format as { json_schema: { name: string } }).json_schema.name,
    )
    // Events of many blocks are read into the graph and put under topics together.
    expect([...asked].map(([name, calls]) => [name, calls.length])).toEqual([
      ['summary', 1_000],
      ['events', 1_000],
      ['claims', Math.ceil(1_000 / 12)],
      ['topics', Math.ceil(1_000 / 12)],
    ])
    const sizesOf = (name: string) =>
      asked
        .get(name)
        ?.map(({ body }) => body.messages.reduce((sum, { content }) => sum + content.length, 0)) ?? []
    expect(Math.max(...sizesOf('claims'))).toBeLessThan(1.2 * Math.min(...sizesOf('claims').slice(0, -1)))
    expect(Math.max(...sizesOf('topics'))).toBeLessThan(2 * Math.min(...sizesOf('topics').slice(0, -1)))
    for (const sizes of [sizesOf('summary'), sizesOf('events')]) {
      // The first blocks have no neighbour and few events before them; after that only numbers grow by a digit.
      const late = sizes.slice(12)
      expect(Math.max(...late)).toBeLessThan(1.03 * Math.min(...late))
    }
    const offered = endpoint.asked.map(
      ({ body }) => body.messages[1]?.content.match(/^ {2}E\d+ /gm)?.length ?? 0,
    )
    expect(Math.max(...offered)).toBe(12)
    const [, second, third] = await memory.events({ limit: 3 })
    expect(third?.relations.continues).toHaveLength(1)
    expect(second?.relations.continues).toHaveLength(1)
    expect(JSON.stringify(endpoint.asked.map(({ body }) => body))).not.toContain('Bearer')
  }, 120_000)
})
