/** A small conversation, derived by a model behind a scripted endpoint, found again with its times and sources. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import { createModelDeriver } from '../../../src/derive/model/model-deriver.ts'
import { createOfflineProjector } from '../../../src/derive/offline/offline-projector.ts'
import { createOfflineOrganizer } from '../../../src/derive/offline/topics/offline-organizer.ts'
import { createOpenAICompatibleModel } from '../../../src/derive/openai-compatible/openai-compatible-model.ts'
import { completion, openEndpoint, type ScriptedEndpoint, type Step } from '../scripted-endpoint.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-model-'))
let endpoint: ScriptedEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint()
})
afterAll(async () => {
  await endpoint.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = Date.parse('2025-06-18T14:00:00+02:00')
const SAID = [
  ['We decided to keep the data of Atlas in SQLite.', 'Noted.'],
  ['The demo for the client is next Friday. I am allergic to peanuts.', 'I will keep both in mind.'],
]
const SUMMARY = JSON.stringify({
  title: 'Atlas: storage and demo',
  tags: ['Atlas'],
  summary: 'SQLite was chosen for Atlas; a demo is planned.',
  keyFacts: [{ text: 'Atlas keeps its data in SQLite.', sources: [1] }],
  shouldExtract: true,
})
const common = { tags: [], quotes: [], criticality: 'routine', when: null, status: 'unknown' }
const EVENTS = JSON.stringify({
  events: [
    {
      ...common,
      type: 'decision',
      title: 'SQLite',
      summary: 'Atlas keeps its data in SQLite.',
      scope: 'project',
      sources: [1],
    },
    {
      ...common,
      type: 'plan',
      title: 'Demo',
      summary: 'The demo for the client is planned.',
      quotes: ['The demo for the client is next Friday.'],
      scope: 'project',
      sources: [3, 4],
      when: 'next Friday',
      status: 'planned',
    },
    {
      ...common,
      type: 'safety',
      title: 'Peanuts',
      summary: 'The user is allergic to peanuts.',
      scope: 'user',
      criticality: 'safety',
      sources: [3],
    },
  ],
})

it('survives a torn reply and a failing endpoint, and tells when, from which words, and whose [E13]', async () => {
  const torn: Step = { body: completion(EVENTS.slice(0, 50)) }
  endpoint.steps.push(
    SUMMARY,
    { status: 503, headers: { 'retry-after': '0' }, body: '' },
    torn,
    `Sure!\n${EVENTS}`,
  )
  const model = createOpenAICompatibleModel({ baseUrl: endpoint.url, key: 'sk-test', timeoutMs: 5_000 })
  const memory = await openMemory({
    path: join(folder, 'memory.db'),
    zone: 'Europe/Berlin',
    blockSize: 2,
    derive: 'manual',
    deriver: {
      ...createModelDeriver({ model }),
      organizer: createOfflineOrganizer(),
      projector: createOfflineProjector(),
    },
  })
  for (const [question = '', answer = ''] of SAID)
    await memory.ingest({
      thread: 'atlas',
      messages: [
        { role: 'user', content: question, at },
        { role: 'assistant', content: answer, at: at + 1_000 },
      ],
    })
  await memory.drain()

  expect(await memory.jobs({ states: ['dead'] })).toEqual([])
  const { hits } = await memory.search('demo for the client', { kinds: ['event'] })
  const shown = await memory.show(hits[0]?.id ?? '')
  expect(shown.kind === 'event' && shown.event).toMatchObject({
    title: 'Demo',
    scope: 'project',
    trust: 3,
    quotes: ['The demo for the client is next Friday.'],
    time: {
      start: Date.parse('2025-06-27T00:00:00+02:00'),
      end: Date.parse('2025-06-28T00:00:00+02:00'),
      precision: 'day',
      basis: 'relative',
      originalText: 'next Friday',
      status: 'planned',
    },
    madeBy: 'model/deepseek-chat-2.2.1.2',
  })
  expect(shown.kind === 'event' && shown.sources.map(({ content }) => content)).toEqual(SAID[1])
  const peanuts = await memory.search('peanuts', { kinds: ['event'] })
  expect(peanuts.hits.map(({ space, text }) => [space, text])).toEqual([
    ['user', 'The user is allergic to peanuts.'],
  ])
  expect(endpoint.asked).toHaveLength(4)
  await memory.close()
})

it('ends as a dead job after three attempts when the key is refused, without losing a word [E33]', async () => {
  endpoint.asked.length = 0
  endpoint.steps.push(...Array.from({ length: 3 }, (): Step => ({ status: 401, body: '' })))
  let now = at
  const model = createOpenAICompatibleModel({ baseUrl: endpoint.url, key: 'sk-secret-secret' })
  const memory = await openMemory({
    path: join(folder, 'refused.db'),
    blockSize: 1,
    derive: 'manual',
    deriver: {
      ...createModelDeriver({ model }),
      organizer: createOfflineOrganizer(),
      projector: createOfflineProjector(),
    },
    // Retries are due at once.
    now: () => (now += 10_000),
  })
  await memory.ingest({ thread: 'atlas', messages: [{ role: 'user', content: 'SQLite it is.', at }] })
  await memory.drain()
  const [job] = await memory.jobs({ states: ['dead'] })
  expect(job?.lastError).toMatch(/answered 401; look at the key/)
  expect(job?.lastError).not.toContain('sk-')
  expect((await memory.search('SQLite')).hits).toHaveLength(1)
  await memory.close()
})
