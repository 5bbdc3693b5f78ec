/** The graph through the real door: events go in, a scripted projector claims, nodes come out. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { Deriver } from '../../../src/derive/deriver.ts'
import { createOfflineDeriver } from '../../../src/derive/offline/offline-deriver.ts'
import type { EventsToProject, Projector } from '../../../src/derive/projector.ts'
import type { EventInput } from '../../../src/domain/event.ts'
import type { Claim, Fact } from '../../../src/domain/graph.ts'
import { toSpaceId, USER_SPACE } from '../../../src/domain/space.ts'
import { foldClaims } from '../../../src/engine/graph/fold.ts'
import { nodesFor } from '../../../src/engine/graph/nodes-for.ts'
import type { Memory } from '../../../src/memory.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/sqlite-store.ts'

const SPACE = toSpaceId('local:project:/home/mira/atlas')
const DAY = 86_400_000

let folder: string
let path: string
const opened: Memory[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-graph-'))
  path = join(folder, 'memory.db')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

const ATLAS = { name: 'Atlas', type: 'project' as const }

/** An event on a day, and what it claims. */
function event(title: string, day: number, changes: Partial<EventInput> = {}): EventInput {
  return {
    type: 'decision',
    title,
    summary: title,
    tags: [],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    origin: 'import',
    trust: 8,
    mentionedAt: day * DAY,
    ...changes,
  }
}

/** Claims `relation: value` about Atlas, or about the name before a bar: `Mira | lives-in: Lund`. */
function claim(words: string, changes: Partial<Claim> = {}): Omit<Claim, 'event'> {
  const [, name = 'Atlas', relation = '', value = ''] = /^(?:(.*?) \| )?([^:]+): (.*)$/.exec(words) ?? []
  return {
    subject: name === 'Atlas' ? ATLAS : { name, type: 'person' },
    relation,
    mode: 'state',
    value,
    object: null,
    says: 'holds',
    isChange: true,
    ...changes,
  }
}

type Script = Record<string, readonly Omit<Claim, 'event'>[]>

/** Claims what the script has for the title of an event, and keeps what it was given. */
function scripted(script: Script, given: EventsToProject[] = []): Projector {
  return {
    name: 'scripted',
    version: '1',
    hasModel: false,
    async project(asked) {
      given.push(asked)
      return asked.events.flatMap(({ id, title }) =>
        (script[title] ?? []).map(one => ({ event: id, ...one })),
      )
    },
  }
}

async function open(projector: Projector, now?: () => number): Promise<Memory> {
  const deriver: Deriver = { ...createOfflineDeriver(), projector }
  const memory = await openMemory({
    path,
    space: SPACE,
    zone: 'UTC',
    derive: 'manual',
    deriver,
    now,
    onWarning: () => {},
  })
  opened.push(memory)
  return memory
}

/** A memory that read events, one a day from the first, each claiming what its title says. */
async function remember(script: Script, days: Record<string, number> = {}): Promise<Memory> {
  const memory = await open(scripted(script))
  const titles = Object.keys(script)
  await memory.addEvents(titles.map((title, index) => event(title, days[title] ?? index + 1)))
  await memory.drain()
  return memory
}

const line = ({ relation, value, standing }: Fact) => `${relation}: ${value} (${standing})`

/** Names of the nodes that a query finds, with what matched. */
async function found(memory: Memory, query: string, asOf?: number): Promise<string[]> {
  const hits = await memory.graph({ query, ...(asOf === undefined ? {} : { asOf }) })
  return hits.map(
    ({ node, matched }) =>
      `${node.name} ${matched.map(({ field, words }) => `${field}(${words.join(' ')})`).join(' ')}`,
  )
}

describe('events on their way into the graph', () => {
  it('are read with the nodes that they name, and what holds of them', async () => {
    const given: EventsToProject[] = []
    const script = {
      'Atlas uses npm': [claim('package-manager: npm')],
      'Mira lives in Lund': [claim('Mira | lives-in: Lund')],
    }
    const memory = await open(scripted(script, given))
    await memory.addEvents([event('Atlas uses npm', 1), event('Mira lives in Lund', 2)])
    await memory.drain()
    await memory.addEvents([event('Atlases are books; the atlas project moves to pnpm', 3)])
    await memory.drain()
    expect(given.map(({ nodes, facts }) => ({ nodes, facts }))).toEqual([
      { nodes: [], facts: [] },
      {
        nodes: [{ name: 'Atlas', type: 'project', aliases: [] }],
        facts: [{ subject: 'Atlas', relation: 'package-manager', value: 'npm' }],
      },
    ])
  })

  it('of one conversation alone are not: their rows end without a claim', async () => {
    const given: EventsToProject[] = []
    const memory = await open(scripted({ 'For now use yarn': [claim('package-manager: yarn')] }, given))
    await memory.ingest({
      thread: 'atlas',
      turn: '1',
      messages: [{ role: 'user', content: 'hello', at: DAY }],
    })
    await memory.addEvents([event('For now use yarn', 1, { scope: 'session' })])
    await memory.drain()
    expect([given, await memory.graph()]).toEqual([[], []])
    expect(await memory.eventQueues()).toEqual([])
  })

  it('say since when something holds: when it came about, or when a plan was told', async () => {
    const time = {
      start: 2 * DAY,
      end: 3 * DAY,
      precision: 'day',
      basis: 'explicit',
      originalText: 'on the 3rd',
    } as const
    const memory = await open(
      scripted({
        moved: [claim('database: PostgreSQL')],
        plan: [claim('database: MySQL', { says: 'pending' })],
      }),
    )
    await memory.addEvents([
      event('moved', 9, { time: { ...time, status: 'occurred' } }),
      event('plan', 9, { time: { ...time, start: 50 * DAY, end: 51 * DAY, status: 'planned' } }),
    ])
    await memory.drain()
    const [hit] = await memory.graph()
    expect(hit?.facts.map(fact => [fact.value, fact.standing, fact.validFrom])).toEqual([
      ['PostgreSQL', 'current', 2 * DAY],
      ['MySQL', 'pending', 9 * DAY],
    ])
  })

  it('stay searchable when the projector fails three times, and are read when they are retried [G12, G13]', async () => {
    let clock = 1_000_000
    let isBroken = true
    const working = scripted({ 'Atlas uses npm': [claim('package-manager: npm')] })
    const memory = await open(
      {
        ...working,
        project: (...given) => (isBroken ? Promise.reject(new Error('no reply')) : working.project(...given)),
      },
      () => clock,
    )
    await memory.addEvents([event('Atlas uses npm', 1)])
    for (let round = 0; round < 4; round++) {
      await memory.drain({ patienceMs: 0 })
      clock += 100_000
    }
    const graph = (await memory.eventQueues()).find(({ stage }) => stage === 'graph')
    expect(graph).toEqual({ space: SPACE, stage: 'graph', waiting: 0, dead: 1, lastError: 'no reply' })
    expect((await memory.search('npm')).hits.map(hit => hit.kind)).toEqual(['event'])
    isBroken = false
    await memory.retryEvents()
    await memory.drain()
    expect((await memory.graph())[0]?.facts.map(line)).toEqual(['package-manager: npm (current)'])
  })

  it('are refused claims of another event, and claims of no form, and nothing is written [G8]', async () => {
    const strange: unknown[] = [
      [{ event: 'e_other', ...claim('package-manager: npm') }],
      [{ ...claim('package-manager: npm') }],
      'npm',
    ]
    for (const [index, answer] of strange.entries()) {
      path = join(folder, `${index}.db`)
      const memory = await open({ ...scripted({}), project: async () => answer as never })
      await memory.addEvents([event('Atlas uses npm', 1)])
      await memory.drain({ patienceMs: 0 })
      const [queue] = await memory.eventQueues()
      expect([queue?.waiting, queue?.lastError !== null, await memory.graph()]).toEqual([1, true, []])
    }
  })

  it('are cut to what is stored', async () => {
    const memory = await remember({ long: [claim(`note: ${'x'.repeat(500)}`), claim('note: ')] })
    expect((await memory.graph())[0]?.facts.map(fact => fact.value.length)).toEqual([200])
  })

  it('become one node when two processes read at once (P15)', async () => {
    const script = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`event ${n}`, [claim(`uses: tool ${n}`, { mode: 'set' })]]),
    )
    const [one, two] = [await open(scripted(script)), await open(scripted(script))]
    await one.addEvents(Object.keys(script).map((title, index) => event(title, index)))
    await Promise.all([one.drain(), two.drain()])
    const [hit, ...others] = await two.graph()
    expect([hit?.node.name, hit?.node.mentions, others]).toEqual(['Atlas', 40, []])
  })
})

it('an open question is an event of its own and changes no other [E22]', async () => {
  const memory = await open(
    scripted({
      'Atlas uses pnpm': [claim('package-manager: pnpm')],
      'Should Atlas move to yarn?': [claim('package-manager: yarn', { says: 'pending' })],
    }),
  )
  await memory.addEvents([
    event('Atlas uses pnpm', 1),
    event('Should Atlas move to yarn?', 2, { type: 'open' }),
  ])
  await memory.drain()
  expect((await memory.events()).map(({ title, status }) => `${title} ${status}`).toSorted()).toEqual([
    'Atlas uses pnpm active',
    'Should Atlas move to yarn? active',
  ])
  expect((await memory.graph())[0]?.facts.map(line)).toEqual([
    'package-manager: pnpm (current)',
    'package-manager: yarn (pending)',
  ])
})

it('an edge closes the earlier one of its subject and relation, and no other [G5, G6]', async () => {
  const works = (words: string, name: string) =>
    claim(words, { mode: 'relation', object: { name, type: 'project' } })
  const memory = await remember({
    one: [works('Ada | works-on: Atlas', 'Atlas'), works('Bo | works-on: Atlas', 'Atlas')],
    two: [works('Ada | leads: Atlas', 'Atlas')],
    three: [works('Ada | works-on: Orion', 'Orion')],
  })
  const opened = async (name: string) => memory.node((await memory.graph({ query: name }))[0]?.node.id ?? '')
  const ada = await opened('ada')
  expect([ada.current.map(line).toSorted(), ada.past.map(line)]).toEqual([
    ['leads: Atlas (current)', 'works-on: Orion (current)'],
    ['works-on: Atlas (past)'],
  ])
  expect((await opened('bo')).current.map(line)).toEqual(['works-on: Atlas (current)'])
})

describe('the graph', () => {
  it('is found by name, alias, state and tag, and says which [G16]', async () => {
    const memory = await open(
      scripted({
        one: [claim('package-manager: pnpm', { subject: { ...ATLAS, aliases: ['the map'] } })],
        two: [claim('Orion | database: PostgreSQL')],
      }),
    )
    await memory.addEvents([event('one', 1, { tags: ['kitchen'] }), event('two', 2)])
    await memory.drain()
    expect(await found(memory, 'atlas')).toEqual(['Atlas name(atlas)'])
    expect(await found(memory, 'where is the map?')).toEqual(['Atlas alias(map)'])
    expect(await found(memory, 'postgresql')).toEqual(['Orion state(postgresql)'])
    expect(await found(memory, 'kitchen and Orion')).toEqual(['Orion name(Orion)', 'Atlas tag(kitchen)'])
    expect(await found(memory, 'nothing of that')).toEqual([])
    expect(await found(memory, '')).toEqual([])
  })

  it('is not found by words of a relation alone, which bring its facts forward [G17]', async () => {
    const memory = await remember({
      one: [claim('database: MySQL'), claim('package-manager: pnpm'), claim('host: Fly')],
    })
    expect(await found(memory, 'package manager')).toEqual([])
    const [hit] = await memory.graph({ query: 'atlas package manager' })
    expect(hit?.facts.map(line)[0]).toBe('package-manager: pnpm (current)')
  })

  it('is found in Chinese by names and states, not by a character that they share with other words', async () => {
    const memory = await remember({ one: [claim('星河 | 数据库: 达梦')], two: [claim('银河 | 语言: 中文')] })
    expect(await found(memory, '星河用什么数据库')).toEqual(['星河 name(星河)'])
    expect(await found(memory, '达梦')).toEqual(['星河 state(达梦)'])
    expect(await found(memory, '河流')).toEqual([])
  })

  it('finds the user and the project by what people call them', async () => {
    const memory = await remember({
      one: [
        claim('@user | editor: vim'),
        claim('language: Rust', { subject: { name: '@project', type: 'project' } }),
      ],
    })
    expect(await found(memory, 'the user')).toEqual(['@user name(user)'])
    expect(await found(memory, '用户')).toEqual(['@user name(用户)'])
    expect(await found(memory, 'atlas')).toEqual(['@project name(atlas)'])
  })

  it('has one order, and the same bytes whenever it is asked', async () => {
    const memory = await remember({
      one: [claim('Ada | lives-in: Lund'), claim('Bo | lives-in: Lund'), claim('Cem | lives-in: Lund')],
    })
    const asked = JSON.stringify(await memory.graph({ query: 'lund' }))
    expect(JSON.stringify(await memory.graph({ query: 'lund' }))).toBe(asked)
    expect((await memory.graph({ query: 'lund', limit: 2 })).map(hit => hit.node.id)).toEqual(
      (await memory.graph({ query: 'lund' })).slice(0, 2).map(hit => hit.node.id),
    )
  })

  it('can be read as of any earlier time [G10]', async () => {
    const memory = await remember(
      { old: [claim('package-manager: npm')], new: [claim('package-manager: pnpm')] },
      { old: 1, new: 5 },
    )
    const at = async (day: number) =>
      (await memory.graph({ asOf: day * DAY })).flatMap(hit => hit.facts).map(line)
    expect(await at(0)).toEqual([])
    expect(await at(4)).toEqual(['package-manager: npm (current)'])
    expect(await at(5)).toEqual(['package-manager: pnpm (current)'])
    expect(await found(memory, 'npm')).toEqual([])
    expect(await found(memory, 'npm', 4 * DAY)).toEqual(['Atlas state(npm)'])
    expect(await found(memory, 'pnpm', 4 * DAY)).toEqual([])
  })

  it('opens a node with what holds, held, is pending or disputed, its edges and its sources [G2, G7]', async () => {
    const ada = { name: 'Ada', type: 'person' as const }
    const memory = await open(
      scripted({
        npm: [claim('package-manager: npm')],
        pnpm: [claim('package-manager: pnpm')],
        plan: [claim('runtime: Bun', { says: 'pending' })],
        tool: [claim('package-manager: yarn')],
        team: [
          claim('member: Ada', { mode: 'set', object: ada }),
          claim('Ada | works-on: Atlas', { mode: 'relation', object: ATLAS }),
        ],
      }),
    )
    await memory.addEvents([
      event('npm', 1),
      event('pnpm', 2),
      event('plan', 3),
      event('tool', 4, { trust: -2 }),
      event('team', 5),
    ])
    await memory.drain()
    const [hit] = await memory.graph({ query: 'atlas' })
    const opened = await memory.node(hit?.node.id.slice(0, 8) ?? '')
    expect({
      current: opened.current.map(line),
      pending: opened.pending.map(line),
      disputed: opened.disputed.map(line),
      past: opened.past.map(line),
      out: opened.edges.out.map(fact => fact.object?.name),
      in: opened.edges.in.map(({ from, fact }) => `${from.name} ${fact.relation}`),
      sources: opened.sources.map(source => source.title),
    }).toEqual({
      current: ['member: Ada (current)', 'package-manager: pnpm (current)'],
      pending: ['runtime: Bun (pending)'],
      disputed: ['package-manager: yarn (disputed)'],
      past: ['package-manager: npm (past)'],
      out: ['Ada'],
      in: ['Ada works-on'],
      sources: ['team', 'pnpm', 'plan', 'tool', 'npm'],
    })
    const early = await memory.node(opened.node.id, { asOf: 2 * DAY })
    expect([early.current.map(line), early.past.map(line), early.pending]).toEqual([
      ['package-manager: pnpm (current)'],
      ['package-manager: npm (past)'],
      [],
    ])
    const shown = await memory.show(opened.current[1]?.id ?? '')
    expect(shown).toMatchObject({
      kind: 'fact',
      node: { name: 'Atlas' },
      fact: { value: 'pnpm' },
      sources: [{ title: 'pnpm' }],
    })
    expect((await memory.show(opened.node.id)).kind).toBe('node')
  })

  it('merges two nodes and parts them again', async () => {
    const memory = await remember({
      one: [claim('Jo | lives-in: Bremen')],
      two: [claim('Joanna | lives-in: Lund')],
    })
    const idOf = async (name: string) => (await memory.graph({ query: name }))[0]?.node.id ?? ''
    const [jo, joanna] = [await idOf('jo'), await idOf('joanna')]
    const merged = await memory.mergeNodes(jo, joanna)
    expect([merged.current.map(line), merged.merged]).toEqual([
      ['lives-in: Lund (current)'],
      [{ id: joanna, name: 'Joanna' }],
    ])
    expect(await found(memory, 'joanna')).toEqual(['Jo alias(joanna)'])
    expect((await memory.node(joanna)).node.id).toBe(jo)
    expect((await memory.unmergeNode(joanna)).current.map(line)).toEqual(['lives-in: Lund (current)'])
    expect(await found(memory, 'joanna')).toEqual(['Joanna name(joanna)'])
  })

  it('refuses what is no node, no time and no limit', async () => {
    const memory = await remember({ one: [claim('package-manager: npm')] })
    const [hit] = await memory.graph()
    const code = (call: Promise<unknown>) => call.then(() => 'done').catch(error => error.code)
    expect(await code(memory.node(hit?.facts[0]?.id ?? ''))).toBe('bad-input')
    expect(await code(memory.node('n_aaaaaa'))).toBe('not-found')
    expect(await code(memory.node(hit?.node.id ?? '', { asOf: 0.5 }))).toBe('bad-input')
    expect(await code(memory.graph({ asOf: Number.NaN }))).toBe('bad-input')
    expect(await code(memory.graph({ limit: 0 }))).toBe('bad-input')
  })
})

describe('the nodes that a message speaks of', () => {
  /** Names of the nodes with how they are meant and their facts. */
  async function mentioned(message: string): Promise<string[]> {
    const store = await openSqliteStore({ path, create: false, zone: 'UTC' })
    try {
      return (await nodesFor(store, SPACE, message)).map(
        ({ node, by, facts }) => `${node.name} by ${by}: ${facts.map(fact => fact.value).join(', ')}`,
      )
    } finally {
      await store.close()
    }
  }

  it('are those whose name stands in it as words of its own, then those of which a whole value does', async () => {
    await remember({
      one: [claim('package-manager: pnpm'), claim('runtime: Bun', { says: 'pending' })],
      two: [claim('Orion | database: PostgreSQL 17')],
      three: [claim('星河 | 数据库: 达梦')],
    })
    expect(await mentioned('Is ATLAS, or PostgreSQL 17, to blame?')).toEqual([
      'Atlas by name: pnpm, Bun',
      'Orion by state: PostgreSQL 17',
    ])
    expect(await mentioned('our atlases and PostgreSQL 16')).toEqual([])
    expect(await mentioned('星河什么时候上线')).toEqual(['星河 by name: 达梦'])
    expect(await mentioned('')).toEqual([])
  })

  it('are at most four with at most six facts each, and never what is past or disputed', async () => {
    const names = ['Ada', 'Bo Li', 'Cem', 'Dilan', 'Enno']
    await remember(
      Object.fromEntries([
        ...names.map(name => [name, [claim(`${name} | lives-in: Lund`)]]),
        ['moved', [claim('Ada | lives-in: Oslo')]],
        ...Array.from({ length: 9 }, (_, n) => [`fact ${n}`, [claim(`Ada | note-${n}: x${n}`)]]),
      ]),
    )
    const told = await mentioned(`Do ${names.join(', ')} know each other?`)
    expect(told.map(one => one.split(' by')[0])).toEqual(['Dilan', 'Bo Li', 'Enno', expect.any(String)])
    const [ada] = await mentioned('Ada!')
    expect(ada).toBe('Ada by name: x8, x7, x6, x5, x4, x3')
    expect(await mentioned('Ada!')).toEqual([ada])
  })

  it('are there for the user too, and gone with what was forgotten', async () => {
    const memory = await open(
      scripted({ likes: [claim('@user | editor: Helix')], atlas: [claim('package-manager: npm')] }),
    )
    await memory.addEvents([event('likes', 1, { scope: 'user' }), event('atlas', 2)])
    await memory.drain()
    expect(await mentioned('who likes Helix and npm')).toEqual([
      'Atlas by state: npm',
      '@user by state: Helix',
    ])
    const store = await openSqliteStore({ path, create: false, zone: 'UTC' })
    const [likes] = await store.events(USER_SPACE, { limit: 9 })
    await store.setEventStatus(USER_SPACE, [likes?.id ?? ''], 'forgotten', foldClaims)
    await store.close()
    expect(await mentioned('who likes Helix and npm')).toEqual(['Atlas by state: npm'])
  })
})
