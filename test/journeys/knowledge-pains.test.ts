/** Public reports of what goes wrong with what memory knows, each as a journey through the library. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ChatModel,
  type ChatRequest,
  createModelDeriver,
  createOfflineDeriver,
  type Deriver,
  type Fact,
  type Memory,
  type MemoryOptions,
  openMemory,
  type Projector,
  type TurnInput,
} from 'palimpsest-memory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countTokens } from '../../src/text/tokens.ts'

let folder: string
const opened: Memory[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-knowledge-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({
    path: join(folder, `memory-${opened.length}.db`),
    derive: 'manual',
    zone: 'UTC',
    blockSize: 1,
    onWarning: () => {},
    ...options,
  })
  opened.push(memory)
  return memory
}

/** Says each sentence in a conversation of its own, one a day from New Year, and waits for what is made of it. */
async function hear(
  memory: Memory,
  sentences: readonly string[],
  from = Date.UTC(2025, 0, 1),
): Promise<void> {
  for (const [day, content] of sentences.entries()) {
    const at = from + day * 86_400_000
    const messages: TurnInput['messages'] = [
      { role: 'user', content, at },
      { role: 'assistant', content: 'Noted.', at },
    ]
    await memory.ingest({ thread: `day-${day}`, messages })
  }
  await memory.drain()
}

const line = ({ relation, value, standing, support }: Fact) =>
  `${relation}: ${value}, ${standing} ×${support}`

/** All that is said of the user, as of a time or now. */
async function ofUser(memory: Memory, asOf?: number): Promise<string[]> {
  const hits = await memory.graph({ space: 'user', query: 'favourite colour blue green orange grey' })
  const id = hits.find(({ node }) => node.name === '@user')?.node.id ?? ''
  const { current, disputed, past } = await memory.node(id, asOf === undefined ? {} : { asOf })
  return [...current, ...disputed, ...past].map(line)
}

describe('what is said of one thing', () => {
  const green = 'My favourite colour is green.'
  const grey = 'My favourite colour is grey.'

  it('seven times right and twice wrong is right, and the wrong stands beside it as disputed (P21)', async () => {
    const memory = await open()
    await hear(memory, [green, green, green, green, grey, green, green, grey, green])
    expect(await ofUser(memory)).toEqual([
      'favourite-colour: green, current ×7',
      'favourite-colour: grey, disputed ×1',
      'favourite-colour: grey, disputed ×1',
    ])
  })

  it('and was changed twice is the newest now, and what it was in March (P35)', async () => {
    const memory = await open()
    await hear(memory, ['My favourite colour is blue.'], Date.UTC(2025, 0, 10))
    await hear(memory, ['My favourite colour is now green.'], Date.UTC(2025, 1, 20))
    await hear(memory, ['My favourite colour is now orange.'], Date.UTC(2025, 5, 20))
    const currentOf = (facts: string[]) => facts.filter(one => one.includes(', current'))
    expect(currentOf(await ofUser(memory))).toEqual(['favourite-colour: orange, current ×1'])
    expect(currentOf(await ofUser(memory, Date.UTC(2025, 2, 15)))).toEqual([
      'favourite-colour: green, current ×1',
    ])
    for (const message of [
      'What is my favourite colour?',
      'Was green my favourite colour in March, or blue?',
    ]) {
      const [, ...lines] = (await memory.recall({ message })).text.split('\n')
      expect(lines.some(one => one.includes('orange'))).toBe(true)
      const older = lines.filter(one => /green|blue/.test(one))
      expect(older.filter(one => !one.includes('[superseded]'))).toEqual([])
    }
  })
})

/** Kind, what held, what takes its place, and how each form is said; `{}` is the value that is restated. */
const KINDS: readonly (readonly [string, string, string, string, string, string])[] = [
  [
    'package-manager',
    'npm',
    'pnpm',
    'We still use {}.',
    'We switched from npm to pnpm.',
    'We no longer use npm.',
  ],
  [
    'database',
    'MySQL',
    'Postgres',
    'Our database is still {}.',
    'The database was migrated from MySQL to Postgres.',
    'We dropped MySQL as our database.',
  ],
  [
    'ci',
    'Travis',
    'GitHub Actions',
    'CI still runs on {}.',
    'We moved the CI from Travis to GitHub Actions.',
    'CI no longer runs on Travis.',
  ],
  [
    'hosting',
    'Heroku',
    'Netlify',
    'We continue to deploy to {}.',
    'The site moved from Heroku to Netlify.',
    'We no longer deploy to Heroku.',
  ],
  [
    'test-runner',
    'Jest',
    'Vitest',
    'Tests still run with {}.',
    'We replaced Jest with Vitest.',
    'We stopped using Jest.',
  ],
  [
    'owner',
    'Maria',
    'Tom',
    'The billing service is still owned by {}.',
    'Tom took over the billing service from Maria.',
    'Maria no longer owns the billing service.',
  ],
  [
    'located-in',
    'Berlin',
    'Munich',
    'The office is still in {}.',
    'The office moved from Berlin to Munich.',
    'The office is no longer in Berlin.',
  ],
  [
    'budget',
    '5,000 euros',
    '7,000 euros',
    'The budget remains {}.',
    'The budget was raised from 5,000 to 7,000 euros.',
    'The budget is no longer 5,000 euros.',
  ],
  [
    'price',
    '$12 a month',
    '$15 a month',
    'The basic plan still costs {}.',
    'The basic plan now costs $15 a month.',
    'The basic plan no longer costs $12 a month.',
  ],
  [
    'port',
    '3000',
    '4000',
    'The API still listens on port {}.',
    'The API moved from port 3000 to port 4000.',
    'The API no longer listens on port 3000.',
  ],
  [
    'address',
    'https://old.acme.dev',
    'https://new.acme.dev',
    'The dashboard is still available at {}.',
    'The dashboard moved to https://new.acme.dev.',
    'The dashboard is no longer available at https://old.acme.dev.',
  ],
  [
    'license',
    'GPL',
    'Apache-2.0',
    'The license is still {}.',
    'The project was relicensed from GPL to Apache-2.0.',
    'The project is no longer licensed under GPL.',
  ],
  [
    'reports-to',
    'Tom',
    'Anna',
    'Maria still reports to {}.',
    'Maria now reports to Anna.',
    'Maria no longer reports to Tom.',
  ],
  [
    'branch',
    'next',
    'release/2.0',
    'We still work on branch {}.',
    'We switched to the release/2.0 branch.',
    'We no longer work on branch next.',
  ],
  [
    'meets-at',
    'Mondays',
    'Tuesday at 10',
    'The standup is still on {}.',
    'The standup was moved from Monday to Tuesday at 10.',
    'The standup is no longer on Mondays.',
  ],
  [
    'version',
    '16',
    '17',
    'Postgres is still on version {}.',
    'We upgraded Postgres from 16 to 17.',
    'Postgres is no longer on version 16.',
  ],
  ['package-manager', 'npm', 'pnpm', '我们仍然用{}。', '我们从npm换成了pnpm。', '我们不再用npm。'],
  ['license', 'GPL', 'Apache 2.0', '许可证仍然是{}。', '许可证从GPL改成了Apache 2.0。', '许可证不再是GPL。'],
  ['budget', '五千元', '七千元', '预算仍然是{}。', '预算从五千元增加到七千元。', '预算不再是五千元。'],
  ['reports-to', '李娜', '王芳', '张伟仍然向{}汇报。', '张伟改向王芳汇报。', '张伟不再向李娜汇报。'],
]

describe('a change of any kind, with a model that understands none', () => {
  /** Events that the model was asked about: it calls all of them a mood. */
  let asked: string[] = []
  beforeEach(() => {
    asked = []
  })
  const weak: Projector = {
    name: 'weak',
    version: '1',
    hasModel: true,
    async project({ events }) {
      asked.push(...events.map(({ summary }) => summary))
      return events.map(({ id }) => ({
        event: id,
        subject: { name: 'Mood', type: 'tool' },
        relation: 'mood',
        mode: 'state',
        value: 'nonsense',
        object: null,
        says: 'holds',
        isChange: false,
      }))
    },
  }
  /** What holds, is disputed and held of one kind after these sentences, one a day. */
  async function standing(kind: string, sentences: readonly string[]): Promise<string[]> {
    const memory = await open({ deriver: { ...createOfflineDeriver(), projector: weak } })
    const events = sentences.map((summary, day) => ({
      type: 'change' as const,
      title: `Report ${day + 1}`,
      summary,
      tags: [],
      quotes: [],
      scope: 'project' as const,
      criticality: 'routine' as const,
      origin: 'import' as const,
      mentionedAt: Date.UTC(2025, 0, day + 1),
    }))
    await memory.addEvents(events)
    await memory.drain()
    const nodes = await Promise.all((await memory.graph()).map(({ node }) => memory.node(node.id)))
    const facts = nodes.flatMap(({ current, disputed, past }) => [...current, ...disputed, ...past])
    return facts
      .filter(({ relation }) => relation === kind)
      .map(({ value, standing: how }) => `${value} ${how}`)
  }

  it('is disputed where no rule can decide: a mere word against what was said three times (P37)', async () => {
    const memory = await open({ deriver: { ...createOfflineDeriver(), projector: weak } })
    const said = ['green', 'green', 'green', 'grey']
    await hear(
      memory,
      said.map(colour => `My favourite colour is ${colour}.`),
    )
    expect(await ofUser(memory)).toEqual([
      'favourite-colour: green, current ×3',
      'favourite-colour: grey, disputed ×1',
    ])
    expect(asked).toEqual([])
  })

  it.each(KINDS)('%s: %s, then %s, is decided by rule (P37)', async (...row) => {
    const [kind, older, newer, still, moved, ended] = row
    const restated = (value: string) => still.replace('{}', value)
    expect({
      moved: await standing(kind, [restated(older), moved]),
      ended: await standing(kind, [restated(older), ended]),
      restated: await standing(kind, [moved, restated(newer)]),
      asked,
    }).toEqual({
      moved: [`${newer} current`, `${older} past`],
      ended: [`${older} past`],
      restated: [`${newer} current`],
      asked: [],
    })
  })
})

describe('what deriving costs', () => {
  it.each([
    ['Asia/Shanghai', '2025-06-17T01:30:00+08:00', '2025-06-17'],
    ['America/Los_Angeles', '2025-06-17T20:00:00-07:00', '2025-06-17'],
    ['Europe/Berlin', '2025-03-30T00:30:00+01:00', '2025-03-30'],
    ['Europe/Berlin', '2025-03-30T23:30:00+02:00', '2025-03-30'],
    ['Europe/Berlin', '2025-10-26T23:30:00+01:00', '2025-10-26'],
  ])('in %s at %s counts spend on the local day (P28)', async (zone, said, day) => {
    const at = Date.parse(said)
    const deriver: Deriver = {
      name: 'spender',
      version: '1',
      concurrency: 1,
      async derive(_block, _signal, meter) {
        const spend = { stage: 'summary', model: 'small', input: 60, output: 20, isEstimated: false }
        await meter?.spending(100, async tell => tell(spend))
        return { title: 'Bread', tags: [], summary: 'About bread.', keyFacts: [], events: [] }
      },
    }
    const memory = await open({ zone, deriver, dailyTokens: 1_000, now: () => at })
    await memory.ingest({ thread: 'bakery', messages: [{ role: 'user', content: 'We bake rye.', at }] })
    await memory.drain()
    expect((await memory.spend()).map(({ day: one, input }) => [one, input])).toEqual([[day, 60]])
    const { hits } = await memory.search('rye', { kinds: ['message'] })
    expect(hits.map(({ time }) => time)).toEqual([at])
  })

  it('is bounded for 400 KB of tool output, each stage asks once, and the whole stays in L5 (P57)', async () => {
    const asked: ChatRequest[] = []
    const replies: Record<string, string> = {
      summary: JSON.stringify({
        title: 'Logs',
        tags: [],
        summary: 'Six logs were read.',
        keyFacts: [{ text: 'Six logs were read.', sources: [1] }],
        shouldExtract: true,
      }),
      events: '{"events": []}',
    }
    const model: ChatModel = {
      name: 'small',
      async chat(request) {
        asked.push(request)
        return { text: replies[request.reply.name] ?? '', stop: 'stop', usage: null }
      },
    }
    const memory = await open({
      blockSize: 6,
      deriver: createModelDeriver({ model, inputTokens: 12_000, outputTokens: 700 }),
    })
    const log = 'GET /loaf/17 200 OK in 3 ms\n'.repeat(2_500)
    for (let turn = 1; turn <= 6; turn++)
      await memory.ingest({
        thread: 'logs',
        messages: [
          { role: 'user', content: `We decided to read log ${turn}.` },
          { role: 'tool', content: '', name: 'cat', arguments: `{"file": ${turn}}`, result: log },
          { role: 'assistant', content: 'Read.' },
        ],
      })
    await memory.drain()
    expect(6 * log.length).toBeGreaterThan(400_000)
    expect(asked.map(({ reply, maxOutputTokens }) => [reply.name, maxOutputTokens])).toEqual([
      ['summary', 700],
      ['events', 700],
    ])
    const sizes = asked.map(({ system, user }) => countTokens(system) + countTokens(user))
    expect(sizes.filter(size => size > 12_000)).toEqual([])
    const { blocks } = await memory.blocks('logs')
    const { text } = await memory.expand(blocks[0]?.id ?? '', { level: 5 })
    expect(text?.split(log.trimEnd())).toHaveLength(7)
  })
})

it('a broken escape loses no event: asked once more, and what fails for good stays visible (P65)', async () => {
  const summary = JSON.stringify({
    title: 'Rye',
    tags: [],
    summary: 'Rye was decided on.',
    keyFacts: [{ text: 'Rye was decided on.', sources: [1] }],
    shouldExtract: true,
  })
  const card = { type: 'decision', title: 'Rye', summary: 'The loaf is of rye.', tags: [], quotes: [] }
  const rest = { scope: 'project', criticality: 'routine', sources: [1], when: null, status: 'occurred' }
  const whole = JSON.stringify({ events: [{ ...card, ...rest }] })
  const broken = whole.replace('of rye', '\\uD83 of rye')
  const answering = (...events: string[]): ChatModel => ({
    name: 'small',
    async chat({ reply }) {
      return {
        text: reply.name === 'summary' ? summary : (events.shift() ?? broken),
        stop: 'stop',
        usage: null,
      }
    },
  })
  const reading = (model: ChatModel): Deriver => {
    const { projector: _, organizer: __, ...deriver } = createModelDeriver({ model })
    return deriver
  }
  const recovering = await open({ deriver: reading(answering(broken, whole)) })
  await hear(recovering, ['We decided to bake rye.'])
  expect((await recovering.events()).map(event => event.summary)).toEqual(['The loaf is of rye.'])
  expect(await recovering.jobs({ states: ['dead'] })).toEqual([])

  const failing = await open({ deriver: reading(answering()) })
  await failing.ingest({ thread: 'oven', messages: [{ role: 'user', content: 'We decided to bake rye.' }] })
  await failing.drain({ patienceMs: 0 })
  expect(await failing.jobs()).toMatchObject([
    {
      state: 'pending',
      attempts: 1,
      lastError: expect.stringContaining('small for events (ended by: stop)'),
    },
  ])
  expect((await failing.search('bake rye')).hits.length).toBeGreaterThan(0)
})
