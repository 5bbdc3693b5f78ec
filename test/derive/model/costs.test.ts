/** A thousand conversations and a model behind a scripted endpoint: what is spent, and what stops it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelDeriver, openMemory } from '../../../src/compose.ts'
import { createOfflineOrganizer } from '../../../src/derive/offline/topics/offline-organizer.ts'
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

describe('deriving with a model', () => {
  let endpoint: ScriptedEndpoint
  let folder: string
  let memory: Memory
  let now: number
  /** Tokens that the endpoint said each stage took. */
  let told: Record<'summary' | 'events', number>

  beforeAll(async () => {
    endpoint = await openEndpoint()
    endpoint.otherwise = ({ body }) => {
      const format = body.response_format as { json_schema: { name: string } }
      const isSummary = format.json_schema.name === 'summary'
      const usage = {
        prompt_tokens: 1_000 + (endpoint.asked.length % 7),
        completion_tokens: 100 + (endpoint.asked.length % 5),
      }
      told[isSummary ? 'summary' : 'events'] += usage.prompt_tokens + usage.completion_tokens
      return { body: completion(isSummary ? SUMMARY : EVENTS, { usage }) }
    }
  })
  afterAll(() => endpoint.close())
  beforeEach(async () => {
    now = Date.UTC(2025, 5, 17, 10)
    told = { summary: 0, events: 0 }
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
      deriver: {
        ...modelDeriver({ model: 'deepseek-chat', baseUrl: endpoint.url, key: 'key' }),
        organizer: createOfflineOrganizer(),
      },
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
    const of = (stage: string) =>
      rows.filter(row => row.stage === stage).reduce((sum, row) => sum + row.input + row.output, 0)
    return { summary: of('summary'), events: of('events') }
  }

  it('stops at the allowance, to the token by stage, goes on the next day, and holds up neither capture nor search', async () => {
    await open(ALLOWANCE)
    for (let n = 1; n <= 1_000; n++) await say(`t${n}`, n)
    await memory.drain({ patienceMs: 0 })
    const first = await spent('2025-06-17')
    expect(first).toEqual(told)
    expect(first.summary + first.events).toBeLessThanOrEqual(ALLOWANCE)
    // Two calls at once keep their longest answers free.
    expect(first.summary + first.events).toBeGreaterThan(ALLOWANCE - 2 * 5_600)
    const calls = endpoint.asked.length
    await say('late', 1_001)
    expect((await memory.search('loaf 1001')).hits.length).toBeGreaterThan(0)
    await memory.drain({ patienceMs: 0 })
    expect(endpoint.asked).toHaveLength(calls)
    now += DAY
    told = { summary: 0, events: 0 }
    await memory.drain({ patienceMs: 0 })
    expect(endpoint.asked.length).toBeGreaterThan(calls)
    expect(await spent('2025-06-18')).toEqual(told)
    expect(await spent('2025-06-17')).toEqual(first)
    expect(await memory.jobs({ states: ['dead'] })).toEqual([])
  }, 120_000)

  it('costs two calls a block and a prompt of one size, from the first block to the last (P60)', async () => {
    await open()
    for (let turn = 1; turn <= 1_000; turn++) await say('long', turn)
    await memory.drain()
    expect(endpoint.asked).toHaveLength(2_000)
    const sizesOf = (stage: number) =>
      endpoint.asked
        .filter((_, at) => at % 2 === stage)
        .map(({ body }) => body.messages.reduce((sum, { content }) => sum + content.length, 0))
    for (const sizes of [sizesOf(0), sizesOf(1)]) {
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
