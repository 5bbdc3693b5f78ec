/**
 * What every store promises of the graph, run by each implementation against the real thing.
 *
 * Owns: the suite. Mira's project Atlas changes its package manager; the store is closed and opened again between
 * writing and reading.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fact } from '../../src/domain/graph.ts'
import { makeId } from '../../src/domain/ids.ts'
import { type SpaceId, USER_SPACE } from '../../src/domain/space.ts'
import { foldClaims } from '../../src/engine/graph/fold.ts'
import type { FactFilter, NewClaim } from '../../src/storage/graph-store.ts'
import type { EventBatch, NewEvent, Store } from '../../src/storage/store.ts'
import { eventOf, HOME, OFFICE, type StorePlace } from './store.ts'

const DAY = 86_400_000
const EVERYTHING: FactFilter = {
  standings: ['current', 'pending', 'disputed', 'past'],
  isOpen: false,
  limit: 100,
}

/** An event that was said on a day. */
function said(title: string, day: number, changes: Partial<NewEvent> = {}): NewEvent {
  return eventOf([], { title, time: null, mentionedAt: day * DAY, createdTurn: day, tags: [], ...changes })
}

/** What it claims of Atlas. */
function claims(event: NewEvent, value: string, changes: Partial<NewClaim> = {}): NewClaim {
  return {
    event: event.id,
    subject: { name: 'Atlas', type: 'project' },
    relation: 'package-manager',
    mode: 'state',
    value,
    object: null,
    says: 'holds',
    isChange: true,
    at: event.mentionedAt,
    ...changes,
  }
}

export function graphContract(name: string, makePlace: () => StorePlace): void {
  describe(`${name} keeps the promises of the graph`, () => {
    let place: StorePlace
    let store: Store
    let leases = 0

    beforeEach(async () => {
      place = makePlace()
      store = await place.open()
    })

    afterEach(async () => {
      await store.close()
      await place.remove()
    })

    async function reopen(): Promise<void> {
      await store.close()
      store = await place.open()
    }

    async function batch(on: Store = store, space: SpaceId = HOME): Promise<EventBatch> {
      const claimed = await on.claimEvents(space, {
        stage: 'graph',
        now: 0,
        leaseMs: 1_000,
        lease: `${leases++}`,
      })
      if (!claimed) throw new Error('no event waits')
      return claimed
    }

    /** Stores events and lets them claim what is given. */
    async function project(
      given: readonly (readonly [NewEvent, ...NewClaim[]])[],
      space: SpaceId = HOME,
    ): Promise<void> {
      await store.addEvents(
        space,
        given.map(([event]) => ({ ...event, space })),
      )
      const all = given.flatMap(([, ...own]) => own)
      for (let left = given.length; left > 0; ) {
        const taken = await batch(store, space)
        const own = all.filter(claim => taken.events.some(event => event.id === claim.event))
        expect(await store.applyClaims(taken, own, 'scripted/1', foldClaims)).toBe(true)
        left -= taken.events.length
      }
    }

    async function nodeNamed(node: string, space: SpaceId = HOME) {
      const [found] = await store.nodesNamed(space, [node])
      return found
    }

    /** Facts of a node in a line each. */
    async function told(node = 'Atlas', space: SpaceId = HOME): Promise<string[]> {
      const found = await nodeNamed(node, space)
      const facts = found ? await store.facts(space, [found.id], EVERYTHING) : []
      return facts.map(line)
    }

    const day = (at: number | null) => (at === null ? '?' : at / DAY)
    const line = ({ relation, value, standing, validFrom, validTo, sources }: Fact) =>
      `${relation} ${value} ${standing} ${day(validFrom)}–${day(validTo)} (${sources.length})`

    const statusOf = async (event: NewEvent) => (await store.event(event.space, event.id))?.status

    const NPM = said('npm', 1)
    const PNPM = said('pnpm', 5)
    const twoManagers = () =>
      project([
        [NPM, claims(NPM, 'npm')],
        [PNPM, claims(PNPM, 'pnpm')],
      ])

    it('keeps nodes and facts, and names the event that is superseded [G3, G7]', async () => {
      await twoManagers()
      await reopen()
      expect(await told()).toEqual([
        'package-manager pnpm current 5–? (1)',
        'package-manager npm past 1–5 (1)',
      ])
      expect(await nodeNamed('  the ATLAS ')).toEqual({
        id: makeId('n', [HOME, 'atlas']),
        space: HOME,
        name: 'Atlas',
        type: 'project',
        aliases: [],
        tags: [],
        mentions: 2,
      })
      expect([await statusOf(NPM), await statusOf(PNPM)]).toEqual(['superseded', 'active'])
      expect((await store.event(HOME, PNPM.id))?.relations.supersedes).toEqual([NPM.id])
      expect(await store.eventQueues(HOME)).toEqual([
        { space: HOME, stage: 'topics', waiting: 2, dead: 0, lastError: null },
      ])
    })

    it('refuses a claim of an event that is not in its batch, and writes nothing [G8, G11]', async () => {
      await project([[NPM, claims(NPM, 'npm')]])
      await store.addEvents(HOME, [PNPM])
      const taken = await batch()
      const wrong = [claims(PNPM, 'pnpm'), claims(NPM, 'yarn')]
      await expect(store.applyClaims(taken, wrong, 'scripted/1', foldClaims)).rejects.toMatchObject({
        code: 'derivation',
      })
      expect(await told()).toEqual(['package-manager npm current 1–? (1)'])
      expect(await store.renewEvents(taken, 2_000)).toBe(true)
    })

    it('writes nothing for a worker that lost its lease [G11]', async () => {
      await store.addEvents(HOME, [NPM])
      const taken = await batch()
      await store.failEvents(taken, { error: 'slow', retryAt: 0 })
      expect(await store.applyClaims(taken, [claims(NPM, 'npm')], 'scripted/1', foldClaims)).toBe(false)
      expect(await told()).toEqual([])
    })

    it('keeps an event active as long as one thing that it says still holds [G6]', async () => {
      await project([
        [NPM, claims(NPM, 'npm'), claims(NPM, 'Node', { relation: 'runtime' })],
        [PNPM, claims(PNPM, 'pnpm')],
      ])
      expect(await statusOf(NPM)).toBe('active')
      expect((await store.event(HOME, PNPM.id))?.relations.supersedes).toEqual([])
      const bun = said('Bun', 6)
      await project([[bun, claims(bun, 'Bun', { relation: 'runtime' })]])
      expect(await statusOf(NPM)).toBe('superseded')
      expect((await store.event(HOME, NPM.id))?.relations.supersededBy).toEqual([PNPM.id, bun.id].sort())
    })

    it('does not supersede an event that announced what came about [G9]', async () => {
      const done = said('done', 9)
      await project([
        [PNPM, claims(PNPM, 'pnpm', { says: 'pending' })],
        [done, claims(done, 'pnpm')],
      ])
      expect(await statusOf(PNPM)).toBe('active')
      const [, plan] = await store.facts(HOME, [(await nodeNamed('Atlas'))?.id ?? ''], EVERYTHING)
      expect(plan).toMatchObject({ standing: 'past', wasPending: true, validTo: 9 * DAY, closedBy: done.id })
    })

    it('lets facts that rest on a forgotten event alone disappear at once, and what it had closed open again [E19, E47, E48, G14]', async () => {
      await twoManagers()
      expect(await store.setEventStatus(HOME, [PNPM.id], 'forgotten', foldClaims)).toBe(1)
      expect(await told()).toEqual(['package-manager npm current 1–? (1)'])
      expect([await statusOf(NPM), await statusOf(PNPM)]).toEqual(['active', 'forgotten'])
      expect((await store.event(HOME, NPM.id))?.relations.supersededBy).toEqual([])
      expect(await store.nodeMatches(HOME, ['pnpm'], { fields: ['state', 'past'], cap: 9 })).toEqual([])
      await reopen()
      expect(await store.setEventStatus(HOME, [PNPM.id], 'active', foldClaims)).toBe(1)
      expect(await told()).toEqual([
        'package-manager pnpm current 5–? (1)',
        'package-manager npm past 1–5 (1)',
      ])
      expect(await statusOf(NPM)).toBe('superseded')
    })

    it('keeps a fact that another event says too when one of them is archived [G14, G15]', async () => {
      const again = said('npm again', 3, { tags: ['build'] })
      await project([
        [NPM, claims(NPM, 'npm')],
        [again, claims(again, 'npm')],
      ])
      expect((await nodeNamed('Atlas'))?.tags).toEqual(['build'])
      await store.setEventStatus(HOME, [again.id, 'e_unknown'], 'archived', foldClaims)
      expect(await told()).toEqual(['package-manager npm current 1–? (1)'])
      expect((await nodeNamed('Atlas'))?.tags).toEqual([])
      await store.setEventStatus(HOME, [NPM.id], 'forgotten', foldClaims)
      expect(await nodeNamed('Atlas')).toBeUndefined()
      expect(await store.listNodes(HOME, 9)).toEqual([])
      expect(await store.nodeMatches(HOME, ['atla', 'atlas'], { fields: ['name'], cap: 9 })).toEqual([])
    })

    it('lets a changed event wait for the topics again, and for the graph when it was never read', async () => {
      await project([[NPM, claims(NPM, 'npm')]])
      await store.addEvents(HOME, [PNPM])
      await store.setEventStatus(HOME, [NPM.id, PNPM.id], 'forgotten', foldClaims)
      const taken = await batch()
      await store.applyClaims(taken, [], 'scripted/1', foldClaims)
      const topics = await store.claimEvents(HOME, { stage: 'topics', now: 0, leaseMs: 9, lease: 't' })
      expect(topics?.events.map(event => event.status)).toEqual(['forgotten', 'forgotten'])
      await store.setEventStatus(HOME, [NPM.id, PNPM.id], 'active', foldClaims)
      expect((await store.eventQueues(HOME)).map(({ stage, waiting }) => [stage, waiting])).toEqual([
        ['graph', 1],
        ['topics', 2],
      ])
      expect(await store.setEventStatus(HOME, [NPM.id], 'active', foldClaims)).toBe(0)
    })

    it('marks what nobody can decide as a conflict of both events [E17, E21]', async () => {
      const tool = said('tool', 6, { trust: -2 })
      await project([
        [NPM, claims(NPM, 'npm')],
        [tool, claims(tool, 'yarn')],
      ])
      expect(await told()).toEqual([
        'package-manager npm current 1–? (1)',
        'package-manager yarn disputed 6–? (1)',
      ])
      expect((await store.event(HOME, NPM.id))?.relations.conflictsWith).toEqual([tool.id])
      expect((await store.event(HOME, tool.id))?.relations.conflictsWith).toEqual([NPM.id])
      await store.setEventStatus(HOME, [NPM.id], 'forgotten', foldClaims)
      expect((await store.event(HOME, tool.id))?.relations.conflictsWith).toEqual([])
      expect(await told()).toEqual(['package-manager yarn current 6–? (1)'])
    })

    it('lets values of a set stand side by side, each ended by itself [G4]', async () => {
      const uses = { relation: 'uses', mode: 'set' } as const
      const [one, two, three] = [said('one', 1), said('two', 2), said('three', 3)]
      await project([
        [one, claims(one, 'Redis', uses)],
        [two, claims(two, 'Kafka', { ...uses, object: { name: 'Kafka', type: 'tool' } })],
        [three, claims(three, 'redis', { ...uses, says: 'ended' })],
      ])
      expect(await told()).toEqual(['uses Kafka current 2–? (1)', 'uses Redis past 1–3 (1)'])
      const kafka = await nodeNamed('Kafka')
      expect((await store.factsAbout(HOME, kafka?.id ?? '', EVERYTHING)).map(line)).toEqual([
        'uses Kafka current 2–? (1)',
      ])
      expect(await statusOf(one)).toBe('active')
    })

    it('gives nodes the name and type of their earliest claim, other names as aliases [G1]', async () => {
      const late = said('late', 9)
      const early = said('early', 2)
      await project([
        [late, claims(late, 'npm', { subject: { name: 'ATLAS', type: 'tool', aliases: ['the map'] } })],
        [early, claims(early, 'npm')],
      ])
      expect(await nodeNamed('atlas')).toMatchObject({ name: 'Atlas', type: 'project', aliases: ['the map'] })
      expect(
        await store.nodeMatches(HOME, ['map', 'npm'], { fields: ['name', 'alias', 'state'], cap: 9 }),
      ).toEqual([
        { node: makeId('n', [HOME, 'atlas']), term: 'map', field: 'alias', fact: null },
        {
          node: makeId('n', [HOME, 'atlas']),
          term: 'npm',
          field: 'state',
          fact: makeId('f', [makeId('n', [HOME, 'atlas']), 'package-manager', early.id, 0]),
        },
      ])
    })

    it('lists the nodes of which most is said first, and forgets those it merged', async () => {
      const uses = { relation: 'uses', mode: 'set' } as const
      await project([
        [NPM, claims(NPM, 'npm'), claims(NPM, 'Kafka', { ...uses, object: { name: 'Kafka', type: 'tool' } })],
        [PNPM, claims(PNPM, 'yes', { subject: { name: 'Orion', type: 'project' }, relation: 'is-open' })],
      ])
      expect((await store.listNodes(HOME, 9)).map(node => `${node.name} ${node.mentions}`)).toEqual([
        'Atlas 2',
        ...['Kafka', 'Orion']
          .sort((a, b) =>
            makeId('n', [HOME, a.toLowerCase()]) < makeId('n', [HOME, b.toLowerCase()]) ? -1 : 1,
          )
          .map(node => `${node} 1`),
      ])
      expect(await store.listNodes(HOME, 1)).toHaveLength(1)
      expect(await store.listNodes(OFFICE, 9)).toEqual([])
    })

    it('tells facts as of a time: what was said by then, open then [G10]', async () => {
      await twoManagers()
      const id = (await nodeNamed('Atlas'))?.id ?? ''
      const asOf = (at: number, isOpen: boolean) =>
        store.facts(HOME, [id], { ...EVERYTHING, asOf: at * DAY, isOpen }).then(facts => facts.map(line))
      expect(await asOf(0, false)).toEqual([])
      expect(await asOf(3, true)).toEqual(['package-manager npm past 1–5 (1)'])
      expect(await asOf(5, true)).toEqual(['package-manager pnpm current 5–? (1)'])
      expect(await asOf(5, false)).toHaveLength(2)
    })

    describe('merging nodes', () => {
      const [jo, joanna] = [said('Jo', 1), said('Joanna', 4)]
      const person = (named: string) => ({ name: named, type: 'person' as const })
      const id = (named: string) => makeId('n', [HOME, named])

      beforeEach(() =>
        project([
          [jo, claims(jo, 'Bremen', { subject: person('Jo'), relation: 'lives-in' })],
          [joanna, claims(joanna, 'Lund', { subject: person('Joanna'), relation: 'lives-in' })],
        ]),
      )

      it('folds both as one, is undone as it was, and leaves the other name as an alias', async () => {
        await store.mergeNodes(HOME, id('jo'), id('joanna'), foldClaims)
        await reopen()
        expect(await told('Jo')).toEqual(['lives-in Lund current 4–? (1)', 'lives-in Bremen past 1–4 (1)'])
        expect(await nodeNamed('Joanna')).toMatchObject({ name: 'Jo', aliases: ['Joanna'], mentions: 2 })
        expect((await store.listNodes(HOME, 9)).map(node => node.name)).toEqual(['Jo'])
        expect(await store.mergedInto(HOME, id('jo'))).toEqual([{ id: id('joanna'), name: 'Joanna' }])
        expect(await statusOf(jo)).toBe('superseded')
        await store.unmergeNode(HOME, id('joanna'), foldClaims)
        expect(await told('Jo')).toEqual(['lives-in Bremen current 1–? (1)'])
        expect(await told('Joanna')).toEqual(['lives-in Lund current 4–? (1)'])
        expect((await nodeNamed('Jo'))?.aliases).toEqual([])
        expect(await statusOf(jo)).toBe('active')
      })

      it('holds for what is said later, by way of several, and of values that are nodes', async () => {
        const later = said('J.', 8)
        const knows = { relation: 'knows', mode: 'set' } as const
        await project([[later, claims(later, 'Jo', { ...knows, object: person('J.') })]])
        await store.mergeNodes(HOME, id('joanna'), id('j.'), foldClaims)
        await store.mergeNodes(HOME, id('jo'), id('joanna'), foldClaims)
        const last = said('moved', 9)
        await project([[last, claims(last, 'Oslo', { subject: person('J.'), relation: 'lives-in' })]])
        expect((await told('Jo'))[0]).toBe('lives-in Oslo current 9–? (1)')
        expect((await store.factsAbout(HOME, id('jo'), EVERYTHING)).map(fact => fact.object?.name)).toEqual([
          'Jo',
        ])
        await store.unmergeNode(HOME, id('joanna'), foldClaims)
        expect(await told('Joanna')).toEqual(['lives-in Oslo current 9–? (1)', 'lives-in Lund past 4–9 (1)'])
        expect(await told('Jo')).toEqual(['lives-in Bremen current 1–? (1)'])
      })

      it('refuses nodes that are one, unknown, or were not merged', async () => {
        const code = (call: Promise<unknown>) => call.then(() => 'done').catch(error => error.code)
        expect(await code(store.mergeNodes(HOME, id('jo'), id('jo'), foldClaims))).toBe('bad-input')
        expect(await code(store.mergeNodes(HOME, id('jo'), 'n_nobody', foldClaims))).toBe('not-found')
        expect(await code(store.mergeNodes(OFFICE, id('jo'), id('joanna'), foldClaims))).toBe('not-found')
        expect(await code(store.unmergeNode(HOME, id('jo'), foldClaims))).toBe('bad-input')
        await store.mergeNodes(HOME, id('jo'), id('joanna'), foldClaims)
        expect(await code(store.mergeNodes(HOME, id('joanna'), id('jo'), foldClaims))).toBe('bad-input')
      })
    })

    it('makes nodes of one name in two spaces one when the spaces become one', async () => {
      await project([[NPM, claims(NPM, 'npm')]])
      const office = said('office', 3)
      await project([[office, claims(office, 'yarn')]], OFFICE)
      expect(await told('Atlas', OFFICE)).toEqual(['package-manager yarn current 3–? (1)'])
      await store.mergeSpace(OFFICE, HOME, foldClaims)
      await reopen()
      expect(await told()).toEqual([
        'package-manager yarn current 3–? (1)',
        'package-manager npm past 1–3 (1)',
      ])
      expect(await statusOf(NPM)).toBe('superseded')
      expect(await store.listNodes(HOME, 9)).toHaveLength(1)
    })

    it('keeps the graph of a space that is renamed, and the user’s apart from every other', async () => {
      await project([[NPM, claims(NPM, 'npm')]])
      const likes = said('likes', 2, { scope: 'user', space: USER_SPACE })
      await store.addEvents(HOME, [likes])
      const taken = await batch(store, USER_SPACE)
      await store.applyClaims(
        taken,
        [claims(likes, 'vim', { subject: { name: '@user', type: 'person' }, relation: 'editor' })],
        'scripted/1',
        foldClaims,
      )
      await store.renameSpace(HOME, OFFICE)
      expect(await told('Atlas', OFFICE)).toEqual(['package-manager npm current 1–? (1)'])
      expect(await told('@user', USER_SPACE)).toEqual(['editor vim current 2–? (1)'])
      expect(await told('@user', OFFICE)).toEqual([])
    })

    it('finds nodes and facts by the beginning of their ids', async () => {
      await project([[NPM, claims(NPM, 'npm')]])
      const node = makeId('n', [HOME, 'atlas'])
      const fact = makeId('f', [node, 'package-manager', NPM.id, 0])
      expect(await store.findId('all', node.slice(0, 7), 9)).toEqual([
        { kind: 'node', id: node, space: HOME },
      ])
      expect(await store.findId('all', fact.slice(0, 7), 9)).toEqual([
        { kind: 'fact', id: fact, space: HOME },
      ])
      expect(await store.fact(HOME, fact)).toMatchObject({ node, value: 'npm' })
    })

    it('makes one node when two processes read the same thing at once (P15)', async () => {
      await store.addEvents(HOME, [NPM])
      await store.addEvents(HOME, [PNPM])
      const other = await place.open()
      const first = await batch()
      // The lease of the first ran out; both have read the events and write.
      const second = await other.claimEvents(HOME, {
        stage: 'graph',
        now: 2_000,
        leaseMs: 1_000,
        lease: 'two',
      })
      const written = await Promise.all([
        store.applyClaims(first, [claims(NPM, 'npm'), claims(PNPM, 'pnpm')], 'scripted/1', foldClaims),
        other.applyClaims(
          second as EventBatch,
          [claims(NPM, 'npm'), claims(PNPM, 'pnpm')],
          'scripted/1',
          foldClaims,
        ),
      ])
      await other.close()
      expect(written).toEqual([false, true])
      expect(await store.listNodes(HOME, 9)).toHaveLength(1)
      expect(await told()).toHaveLength(2)
    })

    it('gives the same facts in whatever order and batches events are read, and as if a hidden one was never said', async () => {
      const value = fc.constantFrom('npm', 'pnpm', 'yarn')
      const told = fc.record({
        value,
        says: fc.constantFrom('holds', 'holds', 'ended', 'pending') as fc.Arbitrary<NewClaim['says']>,
        isChange: fc.boolean(),
        day: fc.integer({ min: 1, max: 9 }),
        trust: fc.constantFrom(-2, 8),
        subject: fc.constantFrom('Atlas', 'atlas', 'Orion'),
      })
      const cases = fc.tuple(
        fc.array(told, { minLength: 1, maxLength: 7 }),
        fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
        fc.integer({ min: 0, max: 99 }),
      )
      await fc.assert(
        fc.asyncProperty(cases, async ([given, hidden, seed]) => {
          const events = given.map((one, index) => said(`event ${index}`, one.day, { trust: one.trust }))
          const all = given.map(({ value: said, says, isChange, subject }, index) =>
            claims(events[index] as NewEvent, said, {
              says,
              isChange,
              subject: { name: subject, type: 'project' },
            }),
          )
          const inOrder = await graphOf(makePlace(), events, all, [], 0)
          const shuffled = await graphOf(makePlace(), events, all, [], seed + 1)
          expect(shuffled).toEqual(inOrder)
          const isHidden = (index: number) => hidden.includes(index)
          const kept = (_: unknown, index: number) => !isHidden(index)
          const without = await graphOf(makePlace(), events.filter(kept), all.filter(kept), [], 0)
          const gone = events.filter((_, index) => isHidden(index)).map(event => event.id)
          expect(await graphOf(makePlace(), events, all, gone, seed)).toEqual(without)
        }),
        { numRuns: 12 },
      )
    })
  })
}

/** The whole graph of a new store in which the events were read in some order and some batches. */
async function graphOf(
  place: StorePlace,
  events: readonly NewEvent[],
  all: readonly NewClaim[],
  hidden: readonly string[],
  seed: number,
) {
  const store = await place.open()
  const order = seed === 0 ? events : events.toSorted((a, b) => rank(a.id, seed) - rank(b.id, seed))
  for (const [index, event] of order.entries()) {
    await store.addEvents(HOME, [event])
    const isLast = index === order.length - 1
    if (!isLast && seed !== 0 && rank(event.id, seed + 1) % 2 === 0) continue
    const batch = await store.claimEvents(HOME, { stage: 'graph', now: 0, leaseMs: 9, lease: `${index}` })
    if (!batch) continue
    const own = all.filter(claim => batch.events.some(one => one.id === claim.event))
    await store.applyClaims(batch, own, 'scripted/1', foldClaims)
  }
  await store.setEventStatus(HOME, hidden, 'forgotten', foldClaims)
  const nodes = await store.listNodes(HOME, 99)
  const facts = await store.facts(
    HOME,
    nodes.map(node => node.id),
    EVERYTHING,
  )
  const left = events.filter(event => !hidden.includes(event.id))
  const told = await Promise.all(left.map(event => store.event(HOME, event.id)))
  await store.close()
  await place.remove()
  return { nodes, facts, events: told.map(event => [event?.id, event?.status, event?.relations]) }
}

const rank = (id: string, seed: number) =>
  [...`${id}${seed}`].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 10_007, 7)
