/** What has been remembered, by topic, through the object a user holds. Mira plans a kitchen, and likes it quiet. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryOptions, openMemory } from '../../../src/compose.ts'
import type { Deriver } from '../../../src/derive/deriver.ts'
import { createOfflineDeriver } from '../../../src/derive/offline/offline-deriver.ts'
import type { EventsToOrganize, Organization, Organizer } from '../../../src/derive/organizer.ts'
import type { EventInput } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'
import { checkpoint, query, runSql } from '../../storage/damage.ts'

const SPACE = 'local:project:/home/mira/atlas'
const JUNE = Date.UTC(2025, 5, 17, 10)
const DAY = 86_400_000

let folder: string
let path: string
let now: number
const opened: Memory[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-topics-'))
  path = join(folder, 'memory.db')
  now = JUNE
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({
    path,
    space: SPACE,
    zone: 'Europe/Berlin',
    derive: 'manual',
    synchronous: 'normal',
    now: () => now,
    onWarning: () => {},
    ...options,
  })
  opened.push(memory)
  return memory
}

const given = (title: string, changes: Partial<EventInput> = {}): EventInput => ({
  type: 'decision',
  title,
  summary: title,
  tags: [],
  quotes: [],
  scope: 'project',
  criticality: 'routine',
  origin: 'import',
  mentionedAt: JUNE,
  ...changes,
})

async function remember(memory: Memory, events: readonly EventInput[]): Promise<void> {
  await memory.addEvents(events)
  await memory.drain({ patienceMs: 0 })
}

const outline = async (memory: Memory, space?: string) =>
  (await memory.topics({ ...(space ? { space } : {}) })).chapters.map(({ title, sections }) => [
    title,
    Object.fromEntries(sections.map(section => [section.title, section.events])),
  ])

/** An organizer that puts everything into one section; says what it was given. */
function organizer(
  asked: EventsToOrganize[],
  answer: (given: EventsToOrganize) => Organization = everythingIn('Kitchen', 'Worktop'),
  hasModel = true,
): Organizer {
  return {
    name: 'scripted',
    version: '1',
    hasModel,
    async organize(one) {
      asked.push(one)
      return answer(one)
    },
  }
}
const everythingIn =
  (chapter: string, section: string, text?: string) =>
  ({ events, placed }: EventsToOrganize): Organization => ({
    placements: events
      .filter(({ id }) => !placed.has(id))
      .map(event => ({ event: event.id, chapter, section })),
    overviews:
      text === undefined
        ? []
        : [
            {
              chapter,
              section,
              paragraphs: [{ part: 'decisions', text, sources: events.map(({ id }) => id) }],
            },
          ],
  })
const deriving = (organizerOf: Organizer): Deriver => ({ ...createOfflineDeriver(), organizer: organizerOf })

const statusOf = (title: string, status: string) => {
  runSql(path, `UPDATE event SET status = '${status}' WHERE title = '${title}'`)
  runSql(
    path,
    `INSERT INTO event_job (space, stage, event, state, backlog, attempts, not_before)
     SELECT space, 'topics', key, 'pending', 0, 0, 0 FROM event WHERE title = '${title}' AND 1
     ON CONFLICT (event, stage) DO UPDATE SET state = 'pending', attempts = 0`,
  )
}

describe('topics without a model', () => {
  it('name the project as a chapter and what it is about as sections; what is about the user comes first [T7]', async () => {
    const memory = await open()
    await remember(memory, [
      given('We switch from npm to pnpm'),
      given('The database is PostgreSQL now', { type: 'change' }),
      given('CI has to pass on Windows', { type: 'requirement' }),
      given('The lockfile is committed', { type: 'outcome' }),
      given('Answers should be short', { type: 'preference', scope: 'user' }),
    ])
    expect(await outline(memory)).toEqual([
      ['About the user', { 'Preferences and requirements': 1 }],
      ['atlas', { 'Dependencies and build': 2, 'Data and storage': 1, 'Tests and CI': 1 }],
    ])
  })

  it('bear titles in the language of the first event, and those of the other language join them', async () => {
    const memory = await open()
    await remember(memory, [given('依赖从 npm 换成 pnpm'), given('数据库换成 PostgreSQL')])
    await remember(memory, [given('We upgrade the pnpm version'), given('The screen layout is decided')])
    expect(await outline(memory)).toEqual([['atlas', { 依赖与构建: 2, 数据与存储: 1, 界面与设计: 1 }]])
  })

  it('make no chapter of a version, a fault or progress [T1]', async () => {
    const memory = await open()
    await remember(memory, [
      given('We switch from npm to pnpm'),
      given('pnpm 10.2 is installed', { type: 'done' }),
      given('The pnpm install failed on Windows', { type: 'failed' }),
      given('Half of the packages build with pnpm', { type: 'outcome' }),
    ])
    expect((await outline(memory)).map(([title]) => title)).toEqual(['atlas'])
  })

  it('go on under a title that the user gave [T3]', async () => {
    const memory = await open()
    await remember(memory, [given('We switch from npm to pnpm')])
    const [chapter] = (await memory.topics()).chapters
    await memory.renameTopic(chapter?.id ?? '', 'The atlas')
    await memory.renameTopic(chapter?.sections[0]?.id ?? '', 'Packages')
    await remember(memory, [given('The lockfile is committed')])
    expect(await outline(memory)).toEqual([['The atlas', { Packages: 2 }]])
  })

  it('make a chapter of a project that several events name', async () => {
    const memory = await open()
    await remember(memory, [
      given('For project Heron we use cargo'),
      given('Project Heron is deployed on Fridays'),
      given('The build of project Heron is slow'),
      given('Our own build uses vite'),
    ])
    await remember(memory, [given('Heron gets a database')])
    expect(await outline(memory)).toEqual([
      ['Heron', { 'Dependencies and build': 2, 'Deployment and operations': 1, 'Data and storage': 1 }],
      ['atlas', { 'Dependencies and build': 1 }],
    ])
  })

  it('list what is not organised yet, count by category, and go by pages [T7, T21]', async () => {
    const memory = await open()
    await memory.addEvents([given('We switch to pnpm'), given('Answers are short', { type: 'preference' })])
    expect(await memory.topics()).toEqual({
      page: 1,
      pages: 1,
      sectionCount: 0,
      chapters: [],
      notOrganised: 2,
      categories: { preferences: 1, decisions: 1, work: 0, communication: 0, other: 0 },
    })
    expect(await memory.directory()).toContain('Not yet organised: 2')
    expect((await memory.search('pnpm')).hits).toHaveLength(1)
    await memory.drain({ patienceMs: 0 })
    const { chapters, notOrganised } = await memory.topics({ category: 'preferences' })
    expect([chapters[0]?.events, chapters[0]?.sections.length, notOrganised]).toEqual([1, 1, 0])
    await expect(memory.topics({ page: 0 })).rejects.toMatchObject({ code: 'bad-input' })
    await expect(memory.topics({ category: 'fun' as never })).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('open with entries by part, with dates and marks, and say what they leave out', async () => {
    const memory = await open()
    await remember(memory, [
      given('We switch from npm to pnpm'),
      given('The lockfile is committed', { type: 'outcome', mentionedAt: JUNE + DAY }),
      given('Node 24 is to be installed', {
        type: 'plan',
        mentionedAt: null,
        time: {
          start: Date.UTC(2025, 8, 1),
          end: Date.UTC(2025, 9, 1),
          precision: 'month',
          basis: 'explicit',
          originalText: 'in September',
          status: 'planned',
        },
      }),
      given('We build with yarn', { mentionedAt: null }),
    ])
    runSql(path, `UPDATE event SET status = 'superseded' WHERE title = 'We build with yarn'`)
    const [chapter] = (await memory.topics()).chapters
    const topic = await memory.topic(chapter?.sections[0]?.id ?? '')
    expect(topic.text.replace(/e_[a-z2-7]{12}/g, 'e_')).toMatchInlineSnapshot(`
      "# atlas / Dependencies and build (4 events)
      Progress:
      - 2025-06-18 outcome: The lockfile is committed (e_)
      Decisions:
      - 2025-06-17 decision: We switch from npm to pnpm (e_)
      - unknown time decision: We build with yarn [superseded] (e_)
      Open questions:
      - 2025-09 plan: Node 24 is to be installed (e_)"
    `)
    const small = await memory.topic(topic.id, { budgetTokens: 70, language: 'zh' })
    expect(small.text.replace(/e_[a-z2-7]{12}/g, 'e_')).toMatchInlineSnapshot(`
      "# atlas / Dependencies and build (4 个事件)
      进展：
      - 2025-06-18 结果：The lockfile is committed (e_)
      ……未列出：3 个事件"
    `)
    expect(small.sections[0]?.leftOut.entries).toBe(4 - (small.sections[0]?.entries.length ?? 0))
  })

  it('narrow a search, are shown by the beginning of their id, and are refused where another record is meant [T14]', async () => {
    const memory = await open()
    await remember(memory, [
      given('pnpm is fast enough to install'),
      given('The backup of the database leaves pnpm out'),
    ])
    const [chapter] = (await memory.topics()).chapters
    const [first] = chapter?.sections ?? []
    const found = async (topic?: string) =>
      (await memory.search('pnpm', topic ? { topic } : {})).hits.map(({ title }) => title)
    expect(await found(first?.id.slice(0, 8))).toHaveLength(1)
    expect((await found(chapter?.id)).toSorted()).toEqual((await found()).toSorted())
    await expect(found('s_aaaaaaaaaaaa')).rejects.toMatchObject({ code: 'not-found' })
    const event = (await memory.events())[0]?.id ?? ''
    await expect(found(event)).rejects.toMatchObject({ code: 'bad-input' })
    expect(await memory.show(first?.id.slice(0, 9) ?? '')).toMatchObject({
      kind: 'section',
      space: SPACE,
      topic: { title: first?.title, chapter: 'atlas' },
    })
  })

  it('are read without writing anything [T13]', async () => {
    const memory = await open()
    await remember(memory, [given('We switch to pnpm'), given('We use vite')])
    const state = () => {
      checkpoint(path)
      return query(path, 'SELECT *, (SELECT count(*) FROM event_job) AS jobs FROM event ORDER BY key')
    }
    const before = state()
    const text = await memory.directory()
    const [chapter] = (await memory.topics()).chapters
    await memory.topic(chapter?.id ?? '')
    expect(await memory.directory()).toBe(text)
    expect(state()).toEqual(before)
  })
})

describe('topics of an organizer with a model', () => {
  it('are given the subject, the topics there are and their texts, the nearest first', async () => {
    const asked: EventsToOrganize[] = []
    const answers = [everythingIn('Kitchen', 'Light'), everythingIn('Kitchen', 'Worktop', 'Oak it is.')]
    const one = organizer(asked, given => (answers.shift() ?? everythingIn('Kitchen', 'Worktop'))(given))
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [given('A lamp over the table')])
    await remember(memory, [given('The worktop is of oak')])
    await remember(memory, [given('Oil for the oak worktop')])
    expect(asked.at(-1)).toMatchObject({
      subject: 'atlas',
      isAboutUser: false,
      events: [{ title: 'Oil for the oak worktop' }],
      candidates: [
        { chapter: 'Kitchen', section: 'Worktop', overview: [{ part: 'decisions', text: 'Oak it is.' }] },
        { chapter: 'Kitchen', section: 'Light', overview: [] },
      ],
    })
    expect(await outline(memory)).toEqual([['Kitchen', { Light: 1, Worktop: 2 }]])
  })

  it('have overviews of five parts in one order, and are read without a call [T5, T12]', async () => {
    const asked: EventsToOrganize[] = []
    const parts = ['open', 'changes', 'decisions', 'progress', 'background'] as const
    const one = organizer(asked, ({ events }) => ({
      placements: events.map(({ id }) => ({ event: id, chapter: 'Kitchen', section: 'Worktop' })),
      overviews: [
        {
          chapter: 'Kitchen',
          section: 'Worktop',
          paragraphs: parts.map(part => ({ part, text: `${part}.`, sources: events.map(({ id }) => id) })),
        },
      ],
    }))
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [given('The worktop is of oak')])
    const section = (await memory.topics()).chapters[0]?.sections[0]?.id ?? ''
    const { text } = await memory.topic(section)
    expect(await memory.directory()).toContain('Kitchen')
    expect(text.match(/\b(background|progress|decisions|changes|open)\./g)).toEqual([
      'background.',
      'progress.',
      'decisions.',
      'changes.',
      'open.',
    ])
    expect(asked).toHaveLength(1)
  })

  it('hide their text at once when a source changes, then are written anew [T23, T24]', async () => {
    const asked: EventsToOrganize[] = []
    const texts = ['Oak, not stone.', 'Oak.']
    const one = organizer(asked, given => everythingIn('Kitchen', 'Worktop', texts.shift())(given))
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [given('The worktop is of oak'), given('Stone is too heavy')])
    const section = (await memory.topics()).chapters[0]?.sections[0]?.id ?? ''
    expect((await memory.topic(section)).text).toContain('Oak, not stone.')
    statusOf('Stone is too heavy', 'forgotten')
    const hidden = await memory.topic(section)
    expect([
      hidden.text.includes('stone'),
      hidden.text.includes('Stone'),
      hidden.sections[0]?.overview,
    ]).toEqual([false, false, []])
    await memory.drain({ patienceMs: 0 })
    expect(asked.at(-1)).toMatchObject({
      events: [{ title: 'The worktop is of oak' }],
      candidates: [{ section: 'Worktop', overview: [] }],
    })
    expect((await memory.topic(section)).sections[0]).toMatchObject({
      events: 1,
      overview: [{ part: 'decisions', text: 'Oak.' }],
    })
    expect(query(path, 'SELECT count(*) AS n FROM event')).toEqual([{ n: 2 }])
  })

  it('end their text without a call when everything it rests on was forgotten', async () => {
    const asked: EventsToOrganize[] = []
    const one = organizer(asked, everythingIn('Kitchen', 'Worktop', 'Stone.'))
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [given('Stone it is')])
    statusOf('Stone it is', 'forgotten')
    await memory.drain({ patienceMs: 0 })
    expect(asked).toHaveLength(1)
    expect(query(path, 'SELECT count(*) AS n FROM topic_overview')).toEqual([{ n: 0 }])
    expect(await memory.directory()).toBe('')
  })

  it('are worked out again when an event changed while they were [T22]', async () => {
    const asked: EventsToOrganize[] = []
    const one = organizer(asked, given => {
      if (asked.length === 1) runSql(path, `UPDATE event SET status = 'superseded'`)
      return everythingIn('Kitchen', 'Worktop')(given)
    })
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [given('The worktop is of oak')])
    expect(asked.map(({ events }) => events[0]?.status)).toEqual(['active', 'superseded'])
    expect(await outline(memory)).toEqual([['Kitchen', { Worktop: 1 }]])
  })

  it('drop paragraphs that no event of the section bears out, and place only what was given [T6]', async () => {
    const told = given('The worktop is of oak')
    const answers = [
      ({ events }: EventsToOrganize): Organization => ({
        placements: [{ event: events[0]?.id ?? '', chapter: 'Kitchen', section: 'Worktop' }],
        overviews: [
          {
            chapter: 'Kitchen',
            section: 'Worktop',
            paragraphs: [
              { part: 'decisions', text: 'Made up.', sources: ['e_aaaaaaaaaaaa'] },
              { part: 'decisions', text: 'Oak.', sources: [events[0]?.id ?? '', 'e_aaaaaaaaaaaa'] },
            ],
          },
          { chapter: 'Garden', section: 'Shed', paragraphs: [] },
        ],
      }),
      (): Organization => ({
        placements: [{ event: 'e_aaaaaaaaaaaa', chapter: 'Kitchen', section: 'Worktop' }],
        overviews: [],
      }),
    ]
    const one = organizer([], given => (answers.shift() ?? everythingIn('a', 'b'))(given))
    const memory = await open({ deriver: deriving(one) })
    await remember(memory, [told])
    const section = (await memory.topics()).chapters[0]?.sections[0]?.id ?? ''
    expect(
      (await memory.topic(section)).sections[0]?.overview.map(({ text, sources }) => [text, sources.length]),
    ).toEqual([['Oak.', 1]])
    await remember(memory, [given('A lamp')])
    expect((await memory.topics()).notOrganised).toBe(1)
    expect(query(path, "SELECT last_error FROM event_job WHERE stage = 'topics'")[0]?.last_error).toContain(
      'e_aaaaaaaaaaaa',
    )
  })

  it('wait 30 s and 60 s after failures; after three a plain entry stays [T20]', async () => {
    const asked: number[] = []
    const failing: Organizer = {
      name: 'failing',
      version: '1',
      hasModel: true,
      async organize() {
        asked.push(now - JUNE)
        throw new Error('no answer')
      },
    }
    const memory = await open({ deriver: deriving(failing) })
    await memory.addEvents([given('A lamp')])
    for (now = JUNE; now < JUNE + 200_000; now += 10_000) await memory.drain({ patienceMs: 0 })
    expect(asked).toEqual([0, 30_000, 90_000])
    expect((await memory.topics()).notOrganised).toBe(1)
    expect((await memory.search('lamp')).hits).toHaveLength(1)
  })

  it('go through an old store two batches in ten minutes, whoever works on it, and take new events first [T15, T18, T19]', async () => {
    const memory = await open()
    await memory.addEvents(Array.from({ length: 60 }, (_, n) => given(`Old ${n}`)))
    runSql(path, 'UPDATE event_job SET backlog = 1')
    await memory.addEvents([given('News')])
    const asked: EventsToOrganize[] = []
    let fails = 1
    const one = organizer(asked, given => {
      if (given.events[0]?.title !== 'News' && fails-- > 0) throw new Error('no answer')
      return everythingIn('Kitchen', 'Worktop')(given)
    })
    const drain = async () => {
      const two = [await open({ deriver: deriving(one) }), await open({ deriver: deriving(one) })]
      await Promise.all(two.map(each => each.drain({ patienceMs: 0 })))
      await Promise.all(two.map(each => each.close()))
      return asked.splice(0).map(({ events }) => [events.length, events[0]?.title])
    }
    expect(await drain()).toEqual([
      [1, 'News'],
      [12, 'Old 0'],
      [12, 'Old 12'],
    ])
    now += 599_999
    expect(await drain()).toEqual([])
    now += 1
    expect(await drain()).toEqual([
      [4, 'Old 0'],
      [4, 'Old 4'],
    ])
    // Without a model nothing is bounded.
    await memory.drain({ patienceMs: 0 })
    expect((await memory.topics()).notOrganised).toBe(0)
  })
})
