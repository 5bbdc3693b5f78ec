/** A model puts events under topics: what it is asked, which slips are borne, and what of its answer is believed. */

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/derive/chat-model.ts'
import { schemaOf } from '../../../src/derive/model/answer-form.ts'
import { createModelDeriver } from '../../../src/derive/model/model-deriver.ts'
import { TOPICS_FORM, TOPICS_SYSTEM, topicsText } from '../../../src/derive/model/topics.prompt.ts'
import { TOPICS_PROMPT_VERSION } from '../../../src/derive/model/version.ts'
import { createOfflineProjector } from '../../../src/derive/offline/offline-projector.ts'
import type { CandidateTopic, EventsToOrganize, Organizer } from '../../../src/derive/organizer.ts'
import type { EventInput, MemoryEvent } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'
import { countTokens } from '../../../src/text/tokens.ts'

/** A model that says one text after another. */
function scripted(...replies: (string | Partial<ChatReply>)[]): ChatModel & { asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  return {
    name: 'small',
    asked,
    async chat(request) {
      asked.push(request)
      const reply = replies.shift()
      if (reply === undefined) throw new Error('the script is at its end')
      return {
        text: typeof reply === 'string' ? reply : '',
        stop: 'stop',
        usage: { input: 900, output: 100 },
        ...(typeof reply === 'string' ? {} : reply),
      }
    },
  }
}

const organizerOf = (model: ChatModel): Organizer => createModelDeriver({ model }).organizer as Organizer
const event = (n: number, title: string, changes: Partial<MemoryEvent> = {}) =>
  ({
    id: `e_${n}`,
    type: 'decision',
    title,
    summary: title,
    status: 'active',
    time: null,
    trust: 8,
    relations: { supersedes: [], supersededBy: [], conflictsWith: [], continues: [] },
    ...changes,
  }) as MemoryEvent
const OAK = event(1, 'The worktop is of oak')
const LAMP = event(2, 'A lamp hangs over the table')
const WORKTOP: CandidateTopic = {
  id: 's_1',
  chapter: 'Kitchen',
  section: 'Worktop',
  overview: [{ part: 'background', text: 'It is 3 m long.', sources: ['e_9'] }],
}
const given = (changes: Partial<EventsToOrganize> = {}): EventsToOrganize => ({
  events: [OAK, LAMP],
  placed: new Map(),
  candidates: [WORKTOP],
  chapters: [],
  subject: 'kitchen',
  isAboutUser: false,
  ...changes,
})
const ask = (model: ChatModel, changes: Partial<EventsToOrganize> = {}) =>
  organizerOf(model).organize(given(changes), new AbortController().signal)

const PLACED = [
  { event: 1, chapter: 'kitchen', section: 'worktop' },
  { event: 2, chapter: 'Kitchen', section: 'Light' },
]
const reply = (changes: object = {}) => JSON.stringify({ placements: PLACED, overviews: [], ...changes })
const PLACEMENTS = [
  { event: 'e_1', chapter: 'Kitchen', section: 'Worktop' },
  { event: 'e_2', chapter: 'Kitchen', section: 'Light' },
]

describe('a model that puts events under topics', () => {
  it('is asked once, with numbered events and the texts of topics so far', async () => {
    const model = scripted(reply())
    expect(await ask(model)).toEqual({ placements: PLACEMENTS, overviews: [] })
    expect(model.asked).toHaveLength(1)
    expect(model.asked[0]?.user).toMatchInlineSnapshot(`
      "The memory is about: kitchen

      Topics:
      - chapter "Kitchen", section "Worktop"
        background [3]: It is 3 m long.

      Events:
      1: decision: The worktop is of oak
      2: decision: A lamp hangs over the table

      Task: TOPICS. Write in the language of the events. JSON only."
    `)
  })

  it('has a prompt with a version that is raised with it', () => {
    const contents = { subject: 'S', events: [], topics: [], language: 'zh' } as const
    const told = [TOPICS_SYSTEM, topicsText(contents, ['W']), schemaOf(TOPICS_FORM)]
    const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 12)
    expect([TOPICS_PROMPT_VERSION, digest]).toMatchInlineSnapshot(`
      [
        1,
        "096e00a07eec",
      ]
    `)
    expect(countTokens(TOPICS_SYSTEM)).toBeLessThan(900)
  })

  it('may fence its answer, write numbers as text, and leave overviews out', async () => {
    const answer = JSON.stringify({ placements: PLACED.map(one => ({ ...one, event: `#${one.event}` })) })
    expect(await ask(scripted(`Sure!\n\`\`\`json\n${answer}\n\`\`\``))).toEqual({
      placements: PLACEMENTS,
      overviews: [],
    })
  })

  it.each([
    ['malformed', '{"placements": [{"event": 1,', 'it holds no whole JSON object'],
    ['empty', '', 'it was empty'],
    [
      'about events that were not given',
      reply({ placements: [{ ...PLACED[0], event: 7 }] }),
      'there is no event 7',
    ],
    ['without a place for each event', reply({ placements: [PLACED[0]] }), 'event 2 has no placement'],
    [
      'without a title',
      reply({ placements: [PLACED[0], { event: 2, chapter: '', section: 'x' }] }),
      'has no title',
    ],
  ])('is told what is wrong with an answer that is %s, and asked once more', async (_, wrong, told) => {
    const model = scripted(wrong, reply())
    expect((await ask(model)).placements).toEqual(PLACEMENTS)
    expect(model.asked[1]?.user).toContain(told)
    await expect(ask(scripted(wrong, wrong))).rejects.toMatchObject({ code: 'model-reply' })
  })

  it('is asked for two halves when its answer was cut at its length', async () => {
    const half = (n: number) => reply({ placements: [PLACED[n]] })
    const model = scripted({ text: reply().slice(0, 40), stop: 'length' }, half(0), half(1))
    expect((await ask(model)).placements).toEqual(PLACEMENTS)
    expect(model.asked.map(({ user }) => user.match(/^\d+: /gm))).toEqual([['1: ', '2: '], ['1: '], ['2: ']])
  })

  it('cites what it was shown; numbers that its sources do not have make a paragraph worthless [T6]', async () => {
    const paragraphs = [
      { part: 'Decisions', text: 'Oak, 3 m long.', sources: ['1', 3, 99] },
      { part: 'decisions', text: 'Oak, 4 m long.', sources: [1, 3] },
    ]
    const overviews = [{ chapter: 'Kitchen', section: 'Worktop', paragraphs }]
    expect((await ask(scripted(reply({ overviews })))).overviews).toEqual([
      {
        chapter: 'Kitchen',
        section: 'Worktop',
        paragraphs: [{ part: 'decisions', text: 'Oak, 3 m long.', sources: ['e_1', 'e_9'] }],
      },
    ])
  })

  it('sees no secret, marks of what holds, and never more than 20,000 tokens [T16]', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const planned = { time: { status: 'planned' } as MemoryEvent['time'], status: 'superseded' as const }
    const events = [event(1, `The token is ${secret}`), event(2, 'A lamp', planned)]
    const model = scripted(reply())
    await ask(model, { events })
    expect(JSON.stringify(model.asked)).not.toContain(secret)
    expect(model.asked[0]?.user).toContain('2: decision, planned, superseded: A lamp')
    const long = Array.from({ length: 12 }, (_, n) =>
      event(n + 1, '很长的标题'.repeat(40), { summary: '很长的说明'.repeat(400) }),
    )
    const candidates = Array.from({ length: 12 }, (_, n) => ({
      ...WORKTOP,
      id: `s_${n}`,
      section: `${n}`,
      overview: Array.from({ length: 8 }, () => ({
        part: 'open' as const,
        text: '很长的一段话'.repeat(60),
        sources: ['e_9'],
      })),
    }))
    const large = scripted(
      reply({ placements: long.map((_, n) => ({ event: n + 1, chapter: 'Kitchen', section: 'x' })) }),
    )
    const roomy = createModelDeriver({ model: large, inputTokens: 100_000 }).organizer as Organizer
    await roomy.organize(given({ events: long, candidates }), new AbortController().signal)
    const [{ system = '', user = '' } = {}] = large.asked
    expect(countTokens(system) + countTokens(user)).toBeLessThanOrEqual(20_000)
    expect(user.match(/^\d+: /gm)).toHaveLength(12)
  })
})

describe('with a store', () => {
  let folder: string
  let memory: Memory
  let now = Date.UTC(2025, 5, 17, 10)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-organizer-'))
  })
  afterEach(async () => {
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (model: ChatModel, dailyTokens: number) => {
    memory = await openMemory({
      path: join(folder, 'memory.db'),
      space: 'local:project:/home/mira/kitchen',
      derive: 'manual',
      zone: 'UTC',
      now: () => now,
      onWarning: () => {},
      deriver: { ...createModelDeriver({ model }), projector: createOfflineProjector() },
      dailyTokens,
    })
    const told: EventInput = {
      type: 'decision',
      title: 'The worktop is of oak',
      summary: 'The worktop is of oak',
      tags: [],
      quotes: [],
      scope: 'project',
      criticality: 'routine',
      origin: 'import',
      mentionedAt: 0,
    }
    await memory.addEvents([told])
    await memory.drain({ patienceMs: 0 })
  }

  it('its calls are counted as the stage topics', async () => {
    await open(scripted(reply({ placements: [PLACED[0]] })), 20_000)
    expect(
      (await memory.spend()).map(({ stage, calls, input, output }) => [stage, calls, input, output]),
    ).toEqual([['topics', 1, 900, 100]])
    expect((await memory.topics()).chapters[0]?.sections[0]?.title).toBe('worktop')
  })

  it('waits for the next day when the day does not hold a call', async () => {
    const model = scripted(reply({ placements: [PLACED[0]] }))
    await open(model, 2_000)
    expect([model.asked.length, (await memory.topics()).notOrganised]).toEqual([0, 1])
    await memory.close()
    now += 86_400_000
    await open(model, 20_000)
    expect([model.asked.length, (await memory.topics()).notOrganised]).toEqual([1, 0])
  })
})
