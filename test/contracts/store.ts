/**
 * What every store promises, run by each implementation against the real thing.
 *
 * Owns: the suite and the small conversation it is told with. Mira plans a kitchen; the store is closed and opened
 * again between writing and reading, so a promise kept in memory only is seen.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageInput, Thread, View } from '../../src/domain/conversation.ts'
import { makeId } from '../../src/domain/ids.ts'
import type { Hit, HitKind, SearchOptions } from '../../src/domain/search.ts'
import { type SpaceId, type SpaceScope, toSpaceId, USER_SPACE } from '../../src/domain/space.ts'
import { weightParts } from '../../src/engine/events/weight.ts'
import { foldClaims } from '../../src/engine/graph/fold.ts'
import { find } from '../../src/engine/recall/find.ts'
import { search } from '../../src/engine/recall/search.ts'
import { FLAG, type Page, pageOf, placeOf, ROLE, sectionOf } from '../../src/storage/profile.ts'
import type { Postings, PostingsRequest } from '../../src/storage/search-index.ts'
import type {
  AppendOutcome,
  ClaimedJob,
  DerivedBlock,
  NewEvent,
  NewTurn,
  Store,
} from '../../src/storage/store.ts'
import { termKey } from '../../src/text/term-key.ts'

/** One place for a store, empty at first. */
export interface StorePlace {
  /** Opens the store; every call sees the same data. */
  open(): Promise<Store>
  /** Removes the place, after every store on it was closed. */
  remove(): Promise<void>
}

export const HOME = toSpaceId('local:project:/home/mira/kitchen')
export const OFFICE = toSpaceId('local:project:/home/mira/office')
const NOON = Date.UTC(2025, 5, 18, 12)
const MINUTE = 60_000

/** A turn of one question and its answer. */
export function turnOf(
  thread: string,
  turn: string | undefined,
  question: string,
  answer = 'Noted.',
): NewTurn {
  const messages: MessageInput[] = [
    { role: 'user', content: question, at: NOON, speaker: 'Mira' },
    { role: 'assistant', content: answer, at: NOON + MINUTE },
  ]
  return {
    host: 'local',
    thread,
    turn,
    messages,
    interrupted: false,
    digest: `${question}/${answer}`,
    blockSize: 2,
  }
}

const L3: View = { level: 3, text: 'user: oak worktop', sameAs: null, tokens: 4, madeBy: 'rules/1' }
const L4: View = { level: 4, text: null, sameAs: 5, tokens: 9, madeBy: 'rules/1' }

/** L0–L2 of a block about the worktop. */
function derivedOf(events: readonly NewEvent[] = [], words = 'The worktop will be oak.'): DerivedBlock {
  return {
    title: 'Worktop',
    tags: ['kitchen'],
    views: [
      { level: 0, text: 'Worktop #kitchen', sameAs: null, tokens: 4, madeBy: 'offline/1' },
      { level: 1, text: null, sameAs: 2, tokens: 6, madeBy: 'offline/1' },
      { level: 2, text: words, sameAs: null, tokens: 6, madeBy: 'offline/1' },
    ],
    events,
    contextBlock: null,
  }
}

/** A decision that rests on the given messages. */
export function eventOf(sources: readonly string[], changes: Partial<NewEvent> = {}): NewEvent {
  const title = changes.title ?? 'Oak worktop'
  return {
    id: makeId('e', [title]),
    space: HOME,
    type: 'decision',
    title,
    summary: 'Mira chose an oak worktop.',
    tags: ['kitchen'],
    quotes: ['oak, please'],
    categoryHints: ['home'],
    scope: 'project',
    criticality: 'routine',
    sources,
    time: {
      start: NOON,
      end: NOON + 60 * MINUTE,
      precision: 'instant',
      basis: 'relative',
      originalText: 'this noon',
      status: 'occurred',
    },
    origin: 'conversation',
    trust: 8,
    mentionedAt: NOON,
    createdTurn: 1,
    madeBy: 'offline/1',
    ...changes,
  }
}

/** Everything that the engine's search finds in the store, best first, page after page. */
export async function findAll(
  store: Store,
  space: SpaceId,
  query: string,
  options: SearchOptions = {},
): Promise<Hit[]> {
  const hits: Hit[] = []
  let cursor: string | undefined
  do {
    const page = await search(store, space, query, { limit: 200, ...options, cursor }, { zone: 'UTC' })
    hits.push(...page.hits)
    cursor = page.next
  } while (cursor !== undefined)
  return hits
}

/** What of it holds a word of the query itself: a message is found by the words around it too. */
export async function findHolding(
  store: Store,
  space: SpaceId,
  query: string,
  options: SearchOptions = {},
): Promise<Hit[]> {
  return (await findAll(store, space, query, options)).filter(hit => hit.matched.length > 0)
}

/** Brings messages that wait into the index, as far as they enter it together: fewer than 64 still wait. */
export async function indexAll(store: Store, space: SpaceId): Promise<void> {
  while ((await store.indexWaiting(space)) >= 64);
}

/** A turn of one message. */
function noteOf(thread: string, turn: string, message: Partial<MessageInput>): NewTurn {
  return { ...turnOf(thread, turn, ''), messages: [{ role: 'user', content: '', ...message }] }
}

/** What an event is to others at first. */
const UNRELATED = { supersedes: [], supersededBy: [], conflictsWith: [], continues: [] }

export function storeContract(name: string, makePlace: () => StorePlace): void {
  describe(`${name} keeps the promises of a store`, () => {
    let place: StorePlace
    let store: Store

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

    async function threadNamed(thread: string, space: SpaceId = HOME): Promise<Thread> {
      const found = await store.thread(space, thread)
      if (!found) throw new Error(`no thread ${thread}`)
      return found
    }

    /** Appends `count` turns named 1, 2, … and gives the ids of their questions. */
    async function appendTurns(thread: string, count: number, space: SpaceId = HOME): Promise<string[]> {
      const outcomes: AppendOutcome[] = []
      for (let n = 1; n <= count; n += 1) {
        outcomes.push(await store.appendTurn(space, turnOf(thread, `${n}`, `${thread} question ${n}`)))
      }
      return outcomes.map((_, index) => makeId('m', ['local', thread, `${index + 1}`, 0]))
    }

    /** Seals the next `size` turns. */
    async function seal(thread: string, size: number, space: SpaceId = HOME): Promise<boolean> {
      const { key, blocks, sealedTurns } = await threadNamed(thread, space)
      return store.sealBlock(space, {
        thread: key,
        sequence: blocks + 1,
        firstTurn: sealedTurns + 1,
        lastTurn: sealedTurns + size,
        views: [L3, L4],
      })
    }

    async function claim(now = 0, lease = 'lease', leaseMs = 1_000): Promise<ClaimedJob> {
      const job = await store.claimJob('all', { now, leaseMs, lease, maxLosses: 3 })
      if (!job) throw new Error('no job is due')
      return job
    }

    async function codeOf(promise: Promise<unknown>): Promise<unknown> {
      return promise.then(
        () => 'no error',
        error => error.code,
      )
    }

    /** Keys of the events that hold a word. */
    async function eventKeys(space: SpaceId, text: string): Promise<number[]> {
      const request = { space, kind: 'event', text, filter: {}, depth: 9, zone: 'UTC' } as const
      return (await find(store, request)).found.map(one => one.record)
    }

    describe('turns', () => {
      it('gives a turn back as it was received, with its place [L1]', async () => {
        const messages: MessageInput[] = [
          { role: 'user', content: 'Which oak?', at: NOON, speaker: 'Mira', externalId: 'x-1' },
          {
            role: 'tool',
            content: '',
            name: 'search_shop',
            callId: 'c1',
            arguments: '{"q":"oak"}',
            result: '["A"]',
            isError: false,
            own: false,
          },
          { role: 'assistant', content: 'Broken \ud83e half, nul \0 inside, \ufeffmark' },
        ]
        const turn: NewTurn = {
          host: 'local',
          thread: 'kitchen',
          turn: 'T-1',
          messages,
          interrupted: true,
          digest: 'd',
          blockSize: 8,
        }
        const outcome = await store.appendTurn(HOME, turn)
        await reopen()
        const turnId = makeId('t', ['local', 'kitchen', 'T-1'])
        const thread = {
          key: outcome.thread.key,
          host: 'local',
          name: 'kitchen',
          turns: 1,
          sealedTurns: 0,
          blocks: 0,
          blockSize: 8,
        }
        expect(outcome).toEqual({ status: 'stored', turnId, ordinal: 1, waiting: 3, thread })
        const stored = {
          id: turnId,
          host: 'local',
          thread: 'kitchen',
          key: 'T-1',
          ordinal: 1,
          spaceTurn: 1,
          interrupted: true,
          messages: messages.map((message, position) => ({
            ...message,
            id: makeId('m', ['local', 'kitchen', 'T-1', position]),
            thread: 'kitchen',
            turnId,
            position,
            at: message.at ?? null,
          })),
        }
        expect(await store.turns(HOME, thread.key, 1, 9)).toEqual([stored])
        expect(await store.turn(HOME, turnId)).toEqual(stored)
        expect(await store.thread(HOME, 'kitchen', 'local')).toEqual(thread)
      })

      it('stores a turn once, however often it is offered [L5]', async () => {
        await appendTurns('kitchen', 2)
        await reopen()
        const again = await store.appendTurn(HOME, turnOf('kitchen', '1', 'kitchen question 1'))
        expect(again).toMatchObject({
          status: 'already-stored',
          turnId: makeId('t', ['local', 'kitchen', '1']),
          ordinal: 1,
        })
        expect(again.thread.turns).toBe(2)
        expect(await store.spaceTurn(HOME)).toBe(2)
      })

      it('refuses a known turn with other content and changes nothing [L2]', async () => {
        await appendTurns('kitchen', 1)
        expect(await codeOf(store.appendTurn(HOME, turnOf('kitchen', '1', 'Pine?')))).toBe('turn-differs')
        await reopen()
        const [turn] = await store.turns(HOME, (await threadNamed('kitchen')).key, 1, 1)
        expect(turn?.messages[0]?.content).toBe('kitchen question 1')
        expect(await store.spaceTurn(HOME)).toBe(1)
      })

      it('names a turn without a key by its ordinal and never takes it for another', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', undefined, 'Oak?'))
        await store.appendTurn(HOME, turnOf('kitchen', undefined, 'Oak?'))
        await reopen()
        const turns = await store.turns(HOME, (await threadNamed('kitchen')).key, 1, 9)
        expect(turns.map(turn => turn.key)).toEqual(['1', '2'])
        await store.appendTurn(HOME, turnOf('garden', '2', 'Roses?'))
        expect(await codeOf(store.appendTurn(HOME, turnOf('garden', undefined, 'Roses?')))).toBe(
          'turn-differs',
        )
      })

      it('refuses a turn without a message', async () => {
        const empty = { ...turnOf('kitchen', '1', ''), messages: [] }
        expect(await codeOf(store.appendTurn(HOME, empty))).toBe('bad-input')
        expect(await store.hasSpace(HOME)).toBe(false)
      })

      it('counts turns per space and keeps spaces apart', async () => {
        await appendTurns('kitchen', 2)
        await appendTurns('kitchen', 1, OFFICE)
        await reopen()
        expect(await store.spaceTurn(HOME)).toBe(2)
        expect(await store.spaceTurn(OFFICE)).toBe(1)
        expect(await store.hasSpace(OFFICE)).toBe(true)
        expect(await store.hasSpace(toSpaceId('local:global'))).toBe(false)
        expect(await store.turns(OFFICE, (await threadNamed('kitchen')).key, 1, 9)).toEqual([])
        expect((await store.threads(OFFICE, { limit: 9 })).map(thread => thread.turns)).toEqual([1])
      })

      it('tells threads of one name and two hosts apart', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'Oak?'))
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', 'Pine?'), host: 'dsh' })
        await reopen()
        const local = await store.thread(HOME, 'kitchen', 'local')
        const dsh = await store.thread(HOME, 'kitchen', 'dsh')
        expect([local?.host, dsh?.host]).toEqual(['local', 'dsh'])
        expect((await store.thread(HOME, 'kitchen'))?.key).toBe(local?.key)
        expect(await store.thread(HOME, 'kitchen', 'other')).toBeUndefined()
      })

      it('lists threads in pages, in order of creation', async () => {
        for (const thread of ['c', 'a', 'b']) await appendTurns(thread, 1)
        await reopen()
        const first = await store.threads(HOME, { limit: 2 })
        const rest = await store.threads(HOME, { limit: 2, after: first.at(-1)?.key })
        expect([...first, ...rest].map(thread => thread.name)).toEqual(['c', 'a', 'b'])
      })

      it('gives a message with its neighbours across turns', async () => {
        await appendTurns('kitchen', 3)
        await reopen()
        const found = await store.message(HOME, makeId('m', ['local', 'kitchen', '2', 0]), 2)
        expect(found?.message.content).toBe('kitchen question 2')
        expect(found?.neighbours.map(message => message.content)).toEqual([
          'kitchen question 1',
          'Noted.',
          'Noted.',
          'kitchen question 3',
        ])
        expect(await store.message(OFFICE, makeId('m', ['local', 'kitchen', '2', 0]), 2)).toBeUndefined()
      })
    })

    describe('blocks', () => {
      it('seals contiguous blocks with their views and a job [L14, L46]', async () => {
        await appendTurns('kitchen', 5)
        expect(await seal('kitchen', 2)).toBe(true)
        expect(await seal('kitchen', 2)).toBe(true)
        await reopen()
        const thread = await threadNamed('kitchen')
        expect([thread.sealedTurns, thread.blocks]).toEqual([4, 2])
        const blocks = await store.blocks(HOME, thread.key, { limit: 9 })
        const second = {
          id: makeId('b', ['local', 'kitchen', 2]),
          host: 'local',
          thread: 'kitchen',
          sequence: 2,
          firstTurn: 3,
          lastTurn: 4,
          status: 'pending',
          anchor: { level: 5, sequence: 2, by: 'sealing' },
          from: NOON,
          to: NOON + MINUTE,
        }
        expect(blocks[1]).toEqual(second)
        expect(await store.blocks(HOME, thread.key, { limit: 9, after: 1 })).toEqual([second])
        expect(await store.block(HOME, second.id)).toEqual(second)
        expect(await store.blockAt(HOME, thread.key, 3)).toEqual(second)
        expect(await store.blockAt(HOME, thread.key, 5)).toBeUndefined()
        expect(await store.views(HOME, second.id)).toEqual([L3, L4])
        expect(await store.jobs('all', { limit: 9 })).toMatchObject([
          {
            block: blocks[0]?.id,
            sequence: 1,
            state: 'pending',
            attempts: 0,
            space: HOME,
            thread: 'kitchen',
          },
          { block: second.id, sequence: 2 },
        ])
      })

      it('refuses a block that does not join the last one or reaches beyond the turns [L58]', async () => {
        await appendTurns('kitchen', 3)
        const { key } = await threadNamed('kitchen')
        const block = { thread: key, sequence: 1, firstTurn: 1, lastTurn: 2, views: [L3, L4] }
        expect(await store.sealBlock(HOME, { ...block, sequence: 2 })).toBe(false)
        expect(await store.sealBlock(HOME, { ...block, firstTurn: 2 })).toBe(false)
        expect(await store.sealBlock(HOME, { ...block, lastTurn: 4 })).toBe(false)
        expect(await store.sealBlock(OFFICE, block)).toBe(false)
        expect(await store.sealBlock(HOME, block)).toBe(true)
        expect(await store.sealBlock(HOME, block)).toBe(false)
        await reopen()
        expect(await store.blocks(HOME, key, { limit: 9 })).toHaveLength(1)
        expect(await store.jobs('all', { limit: 9 })).toHaveLength(1)
      })

      it('tells which space holds a thread of a host, the first where several do', async () => {
        await appendTurns('desk', 1, OFFICE)
        await appendTurns('desk', 1)
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', 'Pine?'), host: 'dsh' })
        await reopen()
        expect(await store.spaceOfThread('desk', 'local')).toBe(OFFICE)
        expect(await store.spaceOfThread('kitchen', 'dsh')).toBe(HOME)
        expect(await store.spaceOfThread('kitchen', 'local')).toBeUndefined()
      })

      it('finds the threads whose tail fills a block of their own size', async () => {
        await appendTurns('kitchen', 3)
        await appendTurns('garden', 1)
        await appendTurns('desk', 3, OFFICE)
        await seal('kitchen', 1)
        await store.appendTurn(HOME, { ...turnOf('attic', '1', 'Dust?'), blockSize: 1 })
        await reopen()
        const found = await store.threadsToSeal('all', 9)
        expect(found.map(({ space, thread }) => [space, thread.name, thread.blockSize])).toEqual([
          [HOME, 'kitchen', 2],
          [OFFICE, 'desk', 2],
          [HOME, 'attic', 1],
        ])
        expect(found[0]?.thread).toEqual(await threadNamed('kitchen'))
        expect(await store.threadsToSeal(OFFICE, 9)).toHaveLength(1)
        const tails = await store.threadsToSeal(HOME, 9, 'any')
        expect(tails.map(({ thread }) => thread.name)).toEqual(['kitchen', 'garden', 'attic'])
        expect(await store.threadsToSeal('all', 2)).toHaveLength(2)
      })

      it('keeps the block size that was told last, a fork its own', async () => {
        await appendTurns('kitchen', 2)
        const parent = { thread: 'kitchen', lastSharedTurn: '2' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'An island?'), parent, blockSize: 5 })
        await store.appendTurn(HOME, { ...turnOf('kitchen', '3', 'Oak?'), blockSize: 3 })
        const known = await store.appendTurn(HOME, { ...turnOf('kitchen', '3', 'Oak?'), blockSize: 7 })
        expect(known.thread.blockSize).toBe(3)
        await reopen()
        expect((await threadNamed('kitchen')).blockSize).toBe(3)
        expect((await threadNamed('island')).blockSize).toBe(5)
        expect((await store.threadsToSeal('all', 9)).map(({ thread }) => thread.name)).toEqual(['kitchen'])
        await store.appendTurn(HOME, { ...turnOf('kitchen', '4', 'Pine?'), blockSize: 9 })
        expect(await store.threadsToSeal('all', 9)).toEqual([])
      })

      it('moves the anchor of a block for one thread [L52]', async () => {
        await appendTurns('kitchen', 1)
        await seal('kitchen', 1)
        const { key } = await threadNamed('kitchen')
        const id = makeId('b', ['local', 'kitchen', 1])
        await store.setAnchor(HOME, key, id, { level: 3, sequence: 4, by: 'agent' })
        await store.setAnchor(HOME, key, id, { level: 4, sequence: 5, by: 'user' })
        await reopen()
        expect((await store.block(HOME, id))?.anchor).toEqual({ level: 4, sequence: 5, by: 'user' })
        await appendTurns('garden', 1)
        const other = await threadNamed('garden')
        const anchor = { level: 3, sequence: 1, by: 'user' } as const
        expect(await codeOf(store.setAnchor(HOME, other.key, id, anchor))).toBe('not-found')
      })
    })

    describe('forks', () => {
      const fork = (turn: string, question: string, lastSharedTurn = '3'): NewTurn => ({
        ...turnOf('island', turn, question),
        parent: { thread: 'kitchen', lastSharedTurn },
      })

      beforeEach(async () => {
        await appendTurns('kitchen', 5)
        await seal('kitchen', 2)
        await seal('kitchen', 2)
      })

      it('refers to shared turns and to the blocks wholly inside them, and counts on', async () => {
        const outcome = await store.appendTurn(HOME, fork('i-1', 'An island instead?'))
        await reopen()
        expect(outcome).toMatchObject({ status: 'stored', ordinal: 4 })
        expect(await threadNamed('island')).toEqual({
          key: outcome.thread.key,
          host: 'local',
          name: 'island',
          turns: 4,
          sealedTurns: 2,
          blocks: 1,
          blockSize: 2,
          parent: { thread: 'kitchen', lastSharedTurn: 3, sharedBlocks: 1 },
        })
        const turns = await store.turns(HOME, outcome.thread.key, 1, 9)
        expect(turns.map(turn => [turn.thread, turn.key, turn.ordinal])).toEqual([
          ['kitchen', '1', 1],
          ['kitchen', '2', 2],
          ['kitchen', '3', 3],
          ['island', 'i-1', 4],
        ])
        expect(await store.spaceTurn(HOME)).toBe(6)
        expect((await store.blocks(HOME, outcome.thread.key, { limit: 9 })).map(block => block.id)).toEqual([
          makeId('b', ['local', 'kitchen', 1]),
        ])
      })

      it('seals blocks of its own over shared turns and keeps anchors of its own', async () => {
        const { thread } = await store.appendTurn(HOME, fork('i-1', 'An island instead?'))
        const shared = makeId('b', ['local', 'kitchen', 1])
        expect(await seal('island', 2)).toBe(true)
        await store.setAnchor(HOME, thread.key, shared, { level: 2, sequence: 2, by: 'agent' })
        await reopen()
        const blocks = await store.blocks(HOME, thread.key, { limit: 9 })
        expect(blocks.map(block => [block.id, block.firstTurn, block.lastTurn, block.anchor.level])).toEqual([
          [shared, 1, 2, 2],
          [makeId('b', ['local', 'island', 2]), 3, 4, 5],
        ])
        expect((await store.block(HOME, shared))?.anchor.level).toBe(5)
        expect((await store.blockAt(HOME, thread.key, 3))?.thread).toBe('island')
        await finishAll()
        expect(await store.readySequences(HOME, thread.key)).toEqual([1, 2])
      })

      it('knows the turns it shares', async () => {
        await store.appendTurn(HOME, fork('i-1', 'An island instead?'))
        await reopen()
        const shared = await store.appendTurn(HOME, fork('2', 'kitchen question 2'))
        expect(shared).toMatchObject({
          status: 'already-stored',
          ordinal: 2,
          turnId: makeId('t', ['local', 'kitchen', '2']),
        })
        expect(await codeOf(store.appendTurn(HOME, fork('2', 'Pine?')))).toBe('turn-differs')
        expect(await store.appendTurn(HOME, fork('5', 'Not the fifth of the parent'))).toMatchObject({
          status: 'stored',
          ordinal: 5,
        })
      })

      it('is refused without its parent, or when it contradicts where it left', async () => {
        expect(await codeOf(store.appendTurn(HOME, fork('i-1', 'Island?', '9')))).toBe('not-found')
        const orphan = { ...turnOf('x', '1', 'Hm?'), parent: { thread: 'attic', lastSharedTurn: '1' } }
        expect(await codeOf(store.appendTurn(HOME, orphan))).toBe('not-found')
        expect(await store.thread(HOME, 'x')).toBeUndefined()
        await store.appendTurn(HOME, fork('i-1', 'Island?'))
        await reopen()
        expect(await codeOf(store.appendTurn(HOME, fork('i-2', 'Island?', '2')))).toBe('bad-input')
        const late = { ...turnOf('kitchen', '6', 'Hm?'), parent: { thread: 'island', lastSharedTurn: 'i-1' } }
        expect(await codeOf(store.appendTurn(HOME, late))).toBe('bad-input')
        expect(await store.appendTurn(HOME, turnOf('island', 'i-2', 'No parent named'))).toMatchObject({
          ordinal: 5,
        })
      })

      it('can be forked again, inside the part it shares', async () => {
        await store.appendTurn(HOME, fork('i-1', 'An island instead?'))
        const again: NewTurn = {
          ...turnOf('bar', 'b-1', 'Or a bar?'),
          parent: { thread: 'island', lastSharedTurn: '2' },
        }
        const { thread } = await store.appendTurn(HOME, again)
        await reopen()
        const turns = await store.turns(HOME, thread.key, 1, 9)
        expect(turns.map(turn => `${turn.thread} ${turn.key}`)).toEqual(['kitchen 1', 'kitchen 2', 'bar b-1'])
        expect(thread.parent).toEqual({ thread: 'island', lastSharedTurn: 2, sharedBlocks: 1 })
      })
    })

    async function finishAll(events: readonly NewEvent[] = [], scope: SpaceScope = 'all'): Promise<void> {
      let given = events
      for (let n = 0; ; n += 1) {
        const job = await store.claimJob(scope, {
          now: 0,
          leaseMs: 1_000,
          lease: `finish-${n}`,
          maxLosses: 3,
        })
        if (!job) return
        expect(await store.completeDerivation(job.space, job, derivedOf(given))).toBe(true)
        given = []
      }
    }

    describe('jobs', () => {
      beforeEach(async () => {
        await appendTurns('kitchen', 3)
        for (let n = 0; n < 3; n += 1) await seal('kitchen', 1)
      })

      it('leases the blocks of a thread one after the other', async () => {
        const first = await claim(100, 'a')
        expect(first).toEqual({
          key: first.key,
          space: HOME,
          kind: 'derive',
          block: makeId('b', ['local', 'kitchen', 1]),
          thread: 'kitchen',
          threadKey: (await threadNamed('kitchen')).key,
          sequence: 1,
          state: 'running',
          attempts: 0,
          notBefore: 0,
          leaseUntil: 1_100,
          lease: 'a',
          lastError: null,
        })
        await reopen()
        expect(
          await store.claimJob('all', { now: 200, leaseMs: 1_000, lease: 'b', maxLosses: 3 }),
        ).toBeUndefined()
        expect(await store.nextJobAt('all')).toBe(1_100)
        expect(await store.completeDerivation(HOME, first, derivedOf())).toBe(true)
        expect(await store.nextJobAt(HOME)).toBe(0)
        expect((await claim(200, 'b')).sequence).toBe(2)
      })

      it('leases threads side by side and only inside the scope', async () => {
        await appendTurns('desk', 1, OFFICE)
        await seal('desk', 1, OFFICE)
        await reopen()
        expect(await store.claimJob(OFFICE, { now: 0, leaseMs: 9, lease: 'a', maxLosses: 3 })).toMatchObject({
          space: OFFICE,
        })
        expect(await store.claimJob(OFFICE, { now: 0, leaseMs: 9, lease: 'b', maxLosses: 3 })).toBeUndefined()
        expect(await store.claimJob('all', { now: 0, leaseMs: 9, lease: 'c', maxLosses: 3 })).toMatchObject({
          space: HOME,
        })
        const nowhere = toSpaceId('local:global')
        expect(
          await store.claimJob(nowhere, { now: 0, leaseMs: 9, lease: 'd', maxLosses: 3 }),
        ).toBeUndefined()
        expect(await store.nextJobAt(nowhere)).toBeUndefined()
      })

      it('hands a job whose lease ran out to the next worker, and the first one can do nothing more', async () => {
        const lost = await claim(0, 'dead worker', 1_000)
        await reopen()
        const taken = await claim(1_000, 'next worker', 1_000)
        expect([taken.key, taken.attempts]).toEqual([lost.key, 0])
        expect(await store.renewLease(HOME, lost, 9_000)).toBe(false)
        expect(await store.completeDerivation(HOME, lost, derivedOf([eventOf(['m_nowhere'])]))).toBe(false)
        expect(await store.failJob(HOME, lost, { error: 'late', retryAt: 0 })).toBe(false)
        expect((await store.block(HOME, lost.block))?.status).toBe('pending')
        expect(await store.renewLease(HOME, taken, 9_000)).toBe(true)
        await reopen()
        expect(await store.nextJobAt('all')).toBe(9_000)
        expect(await store.completeDerivation(HOME, taken, derivedOf())).toBe(true)
        expect(await store.completeDerivation(HOME, taken, derivedOf())).toBe(false)
      })

      it('waits for the time of a retry, and holds later blocks back until then', async () => {
        const job = await claim(0)
        expect(await store.failJob(HOME, job, { error: 'no \ud800 model', retryAt: 5_000 })).toBe(true)
        await reopen()
        expect(
          await store.claimJob('all', { now: 4_999, leaseMs: 1, lease: 'x', maxLosses: 3 }),
        ).toBeUndefined()
        expect(await store.nextJobAt('all')).toBe(5_000)
        expect(await claim(5_000)).toMatchObject({ key: job.key, attempts: 1, lastError: 'no \ud800 model' })
      })

      it('skips a dead job, whose block has failed, until it is brought back [L17]', async () => {
        const job = await claim(0)
        expect(await store.failJob(HOME, job, { error: 'no model', retryAt: null })).toBe(true)
        await reopen()
        expect((await store.block(HOME, job.block))?.status).toBe('failed')
        expect(await store.jobs(HOME, { limit: 9, states: ['dead'] })).toMatchObject([
          { key: job.key, state: 'dead', attempts: 1, lastError: 'no model', leaseUntil: null },
        ])
        const second = await claim(0, 'second')
        expect(second.sequence).toBe(2)
        expect(await store.retryJob(OFFICE, job.key)).toBe(false)
        expect(await store.retryJob(HOME, job.key)).toBe(true)
        await reopen()
        expect((await store.block(HOME, job.block))?.status).toBe('pending')
        expect(
          await store.claimJob('all', { now: 500, leaseMs: 1, lease: 'x', maxLosses: 3 }),
        ).toBeUndefined()
        expect(await store.completeDerivation(HOME, second, derivedOf())).toBe(true)
        expect(await claim(500)).toMatchObject({ key: job.key, attempts: 0 })
      })

      it('makes a waiting job due at once, but takes none from its worker', async () => {
        const job = await claim(0)
        expect(await store.retryJob(HOME, job.key)).toBe(false)
        await store.failJob(HOME, job, { error: 'no model', retryAt: 5_000 })
        expect(await store.retryJob(HOME, job.key)).toBe(true)
        await reopen()
        const again = await claim(1)
        expect(again).toMatchObject({ key: job.key, attempts: 0 })
        expect(await store.completeDerivation(HOME, again, derivedOf())).toBe(true)
        expect(await store.retryJob(HOME, job.key)).toBe(false)
        expect(await store.retryJob(HOME, 99)).toBe(false)
      })

      it('counts failures apart from lost workers, and ends a job that loses too many', async () => {
        await appendTurns('desk', 1, OFFICE)
        await seal('desk', 1, OFFICE)
        const first = await claim(0, 'lost 1')
        const second = await claim(1_000, 'failing')
        await store.failJob(HOME, second, { error: 'no model', retryAt: 1_000 })
        await claim(1_000, 'lost 2')
        expect((await claim(2_000, 'lost 3')).key).toBe(first.key)
        await reopen()
        // The third loss ends the job; its thread's next block is leased in the same step.
        const next = await claim(3_000, 'fourth')
        expect([next.space, next.sequence]).toEqual([HOME, 2])
        expect(await store.jobs('all', { limit: 9, states: ['dead'] })).toMatchObject([
          { key: first.key, attempts: 1, lastError: 'its worker was lost 3 times', leaseUntil: null },
        ])
        expect((await store.block(HOME, first.block))?.status).toBe('failed')
        expect(await store.retryJob(HOME, first.key)).toBe(true)
        await store.completeDerivation(HOME, next, derivedOf())
        expect(await claim(3_000, 'fifth')).toMatchObject({ key: first.key, attempts: 0 })
        expect(await claim(4_000, 'sixth')).toMatchObject({ key: first.key })
      })

      it('finds nothing due when the only job left has lost its last worker', async () => {
        await appendTurns('desk', 1, OFFICE)
        await seal('desk', 1, OFFICE)
        const request = { leaseMs: 1_000, lease: 'x', maxLosses: 1 }
        expect(await store.claimJob(OFFICE, { ...request, now: 0 })).toMatchObject({ thread: 'desk' })
        expect(await store.claimJob(OFFICE, { ...request, now: 1_000 })).toBeUndefined()
        await reopen()
        expect(await store.jobs(OFFICE, { limit: 9 })).toMatchObject([
          { state: 'dead', lastError: 'its worker was lost 1 times' },
        ])
      })

      it('believes no lease and no retry that a clock since put back has set', async () => {
        const hour = 60 * MINUTE
        const job = await claim(NOON, 'before', hour)
        await reopen()
        const request = { leaseMs: 1_000, lease: 'after', maxLosses: 1 }
        expect(await store.claimJob('all', { ...request, now: NOON })).toBeUndefined()
        expect(await store.nextJobAt('all', NOON)).toBe(NOON + hour)
        expect(await store.nextJobAt('all', NOON - 1)).toBe(0)
        expect(await store.nextJobAt('all')).toBe(NOON + hour)
        // Nobody knows that the worker is lost, so this counts for nothing.
        const taken = await store.claimJob('all', { ...request, now: NOON - 1 })
        if (!taken) throw new Error('no job is due')
        expect(taken).toMatchObject({ key: job.key, leaseUntil: NOON + 999 })
        await store.failJob(HOME, taken, { error: 'no model', retryAt: NOON })
        expect(await store.claimJob('all', { ...request, now: NOON - 24 * hour })).toBeUndefined()
        expect(await store.nextJobAt('all', NOON - 24 * hour)).toBe(NOON)
        expect(await store.nextJobAt('all', NOON - 24 * hour - 1)).toBe(0)
        expect(await store.claimJob('all', { ...request, now: NOON - 24 * hour - 1 })).toMatchObject({
          key: job.key,
          attempts: 1,
        })
      })

      it('lists jobs in pages, by state', async () => {
        await claim(0)
        await reopen()
        const all = await store.jobs('all', { limit: 2 })
        const rest = await store.jobs('all', { limit: 2, after: all.at(-1)?.key })
        expect([...all, ...rest].map(job => job.sequence)).toEqual([1, 2, 3])
        const pending = await store.jobs(HOME, { limit: 9, states: ['pending', 'done'] })
        expect(pending.map(job => job.sequence)).toEqual([2, 3])
        expect(await store.jobs(OFFICE, { limit: 9 })).toEqual([])
      })
    })

    describe('derivation', () => {
      it('makes views, events and the end of the job visible in one step [L16]', async () => {
        const [question] = await appendTurns('kitchen', 1)
        await seal('kitchen', 1)
        const job = await claim(0)
        const event = eventOf([question ?? ''])
        const derived = { ...derivedOf([event]), contextBlock: 'b_aaaaaaaaaaaa' }
        expect(await store.events(HOME, { limit: 9 })).toEqual([])
        expect(await store.completeDerivation(HOME, job, derived)).toBe(true)
        await reopen()
        const stored = {
          ...event,
          sourceSpace: HOME,
          status: 'active',
          pinned: false,
          strength: 1,
          reinforcedTurn: event.createdTurn,
          relations: UNRELATED,
          thread: 'kitchen',
          block: job.block,
        }
        expect(await store.events(HOME, { limit: 9 })).toEqual([stored])
        expect(await store.event(HOME, event.id)).toEqual(stored)
        expect(await store.event(OFFICE, event.id)).toBeUndefined()
        expect((await store.block(HOME, job.block))?.status).toBe('ready')
        expect(await store.views(HOME, job.block)).toEqual([...derived.views, L3, L4])
        expect(await store.jobs('all', { limit: 9, states: ['done'] })).toHaveLength(1)
        expect(await store.nextJobAt('all')).toBeUndefined()
      })

      it('is over before any later stage has read its events [L19]', async () => {
        const [question = ''] = await appendTurns('kitchen', 1)
        await seal('kitchen', 1)
        const job = await claim(0)
        expect(await store.completeDerivation(HOME, job, derivedOf([eventOf([question])]))).toBe(true)
        await reopen()
        expect((await store.block(HOME, job.block))?.status).toBe('ready')
        expect(await store.eventQueues('all')).toEqual(
          (['graph', 'topics'] as const).map(stage => ({
            space: HOME,
            stage,
            waiting: 1,
            dead: 0,
            lastError: null,
          })),
        )
      })

      it('refuses an event that cites no message of its block, and writes nothing [E9]', async () => {
        const [, second] = await appendTurns('kitchen', 2)
        await seal('kitchen', 1)
        const job = await claim(0)
        for (const sources of [[second ?? ''], ['m_aaaaaaaaaaaa'], []]) {
          const derived = derivedOf([eventOf(sources)])
          expect(await codeOf(store.completeDerivation(HOME, job, derived))).toBe('derivation')
        }
        await reopen()
        expect(await store.events(HOME, { limit: 9 })).toEqual([])
        expect((await store.block(HOME, job.block))?.status).toBe('pending')
        expect(await store.views(HOME, job.block)).toEqual([L3, L4])
        expect(await store.completeDerivation(HOME, job, derivedOf())).toBe(true)
      })

      it('takes sources from the shared turns of a fork', async () => {
        const questions = await appendTurns('kitchen', 2)
        const { thread } = await store.appendTurn(HOME, {
          ...turnOf('island', 'i-1', 'An island?'),
          parent: { thread: 'kitchen', lastSharedTurn: '2' },
        })
        await seal('island', 3)
        const job = await claim(0)
        const sources = [questions[1] ?? '', makeId('m', ['local', 'island', 'i-1', 0])]
        expect(await store.completeDerivation(HOME, job, derivedOf([eventOf(sources)]))).toBe(true)
        await reopen()
        expect(await store.readySequences(HOME, thread.key)).toEqual([1])
        expect(await store.events(HOME, { limit: 9 })).toMatchObject([{ thread: 'island', sources }])
      })

      it('refuses an id that already names another event', async () => {
        const [question = ''] = await appendTurns('kitchen', 1)
        await seal('kitchen', 1)
        await store.addEvents(HOME, [eventOf([], { id: 'e_aaaaaaaaaaaa', title: 'Pine floor' })])
        const job = await claim(0)
        const clash = derivedOf([eventOf([question], { id: 'e_aaaaaaaaaaaa' })])
        expect(await codeOf(store.completeDerivation(HOME, job, clash))).toBe('id-collision')
        const same = derivedOf([eventOf([question], { id: 'e_aaaaaaaaaaaa', title: 'Pine floor' })])
        expect(await store.completeDerivation(HOME, job, same)).toBe(true)
        await reopen()
        expect(await store.events(HOME, { limit: 9 })).toHaveLength(1)
      })
    })

    describe('events', () => {
      it('adds events once and gives them back whole [E10, E13]', async () => {
        const [question = ''] = await appendTurns('kitchen', 1)
        const plain = eventOf([], {
          title: 'Import',
          time: null,
          mentionedAt: null,
          origin: 'import',
          trust: 2.5,
        })
        const sourced = eventOf([question], { title: 'Half \udc00 pair', tags: ['\ud800'], quotes: [] })
        expect(await store.addEvents(HOME, [plain, sourced])).toBe(2)
        await reopen()
        expect(await store.addEvents(HOME, [{ ...plain, summary: 'Changed' }, sourced])).toBe(0)
        expect(await store.event(HOME, plain.id)).toEqual({
          ...plain,
          status: 'active',
          pinned: false,
          strength: 1,
          reinforcedTurn: plain.createdTurn,
          relations: UNRELATED,
          sourceSpace: null,
          thread: null,
          block: null,
        })
        expect(await store.event(HOME, sourced.id)).toMatchObject({
          title: 'Half \udc00 pair',
          tags: ['\ud800'],
          thread: 'kitchen',
          sources: [question],
        })
        const unknown = eventOf(['m_aaaaaaaaaaaa'], { title: 'No source' })
        expect(await codeOf(store.addEvents(HOME, [eventOf([], { title: 'First' }), unknown]))).toBe(
          'not-found',
        )
        expect(await store.events(HOME, { limit: 9 })).toHaveLength(2)
      })

      it('lists by creation turn in pages, by scope, type and block', async () => {
        const titles = ['third', 'first', 'second']
        await appendTurns('kitchen', 1)
        await store.addEvents(
          HOME,
          titles.map(title =>
            eventOf([], { title, createdTurn: ['first', 'second', 'third'].indexOf(title) }),
          ),
        )
        await store.addEvents(HOME, [eventOf([], { title: 'why', type: 'cause', createdTurn: 9 })])
        await reopen()
        const first = await store.events(HOME, { limit: 2 })
        const rest = await store.events(HOME, { limit: 9, after: first.at(-1)?.id })
        expect([...first, ...rest].map(event => event.title)).toEqual(['first', 'second', 'third', 'why'])
        const causes = await store.events(HOME, { limit: 9, type: 'cause' })
        expect(causes.map(event => event.title)).toEqual(['why'])
        expect(await store.events(HOME, { limit: 9, scopes: ['session', 'user'] })).toEqual([])
        expect(await store.events(HOME, { limit: 9, block: 'b_aaaaaaaaaaaa' })).toEqual([])
        expect(await store.events(HOME, { limit: 9, after: 'e_aaaaaaaaaaaa' })).toEqual([])
      })

      it('shows session events to their conversation and the forks that share them, user events everywhere [L8, E6, E7]', async () => {
        const [question = ''] = await appendTurns('kitchen', 3)
        await seal('kitchen', 1)
        await finishAll([
          eventOf([question], { title: 'here', scope: 'session' }),
          eventOf([question], { title: 'always', scope: 'user', space: USER_SPACE }),
        ])
        const late = makeId('m', ['local', 'kitchen', '3', 0])
        await store.addEvents(HOME, [eventOf([late], { title: 'late', scope: 'session', createdTurn: 3 })])
        const parent = { thread: 'kitchen', lastSharedTurn: '2' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'An island?'), parent })
        await appendTurns('desk', 1, OFFICE)
        await reopen()
        const titles = async (space: SpaceId, thread?: string) =>
          (await store.events(space, { limit: 9, thread })).map(event => event.title).sort()
        expect(await titles(HOME)).toEqual(['always'])
        expect(await titles(HOME, 'kitchen')).toEqual(['always', 'here', 'late'])
        expect(await titles(HOME, 'island')).toEqual(['always', 'here'])
        expect(await titles(OFFICE)).toEqual(['always'])
        expect(await titles(OFFICE, 'desk')).toEqual([])
        expect(await titles(USER_SPACE)).toEqual(['always'])
        const always = makeId('e', ['always'])
        expect(await store.event(OFFICE, always)).toMatchObject({
          space: USER_SPACE,
          sourceSpace: HOME,
          thread: 'kitchen',
          sources: [question],
        })
        const hits = await findAll(store, OFFICE, 'oak', { kinds: ['event'] })
        expect(hits.map(hit => [hit.id, hit.space, hit.sourceSpace, hit.thread])).toEqual([
          [always, USER_SPACE, HOME, 'kitchen'],
        ])
      })

      const appendAndThread = async (name: string, turns: number) => {
        await appendTurns(name, turns)
        return store.thread(HOME, name)
      }

      it('gives the newest active events before a turn, session ones to those who see them only', async () => {
        const { key: kitchen } = (await appendAndThread('kitchen', 3)) as { key: number }
        const { key: desk } = (await appendAndThread('desk', 1)) as { key: number }
        const here = makeId('m', ['local', 'kitchen', '2', 0])
        await store.addEvents(HOME, [
          eventOf([], { title: 'first', createdTurn: 1 }),
          eventOf([here], { title: 'here', scope: 'session', createdTurn: 2 }),
          eventOf([], { title: 'third', createdTurn: 3 }),
          eventOf([], { title: 'late', createdTurn: 4 }),
        ])
        await reopen()
        const titles = async (thread: number, limit = 9) =>
          (await store.latestEvents(HOME, { thread, before: 4, limit })).map(event => event.title)
        expect(await titles(kitchen)).toEqual(['third', 'here', 'first'])
        expect(await titles(kitchen, 2)).toEqual(['third', 'here'])
        expect(await titles(desk)).toEqual(['third', 'first'])
        expect(await store.latestEvents(OFFICE, { thread: desk, before: 9, limit: 4 })).toEqual([])
      })

      it('gives events by their keys, and the turn in which a conversation and its forks heard them', async () => {
        await appendTurns('kitchen', 3)
        const parent = { thread: 'kitchen', lastSharedTurn: '2' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'An island?'), parent })
        const cited = [2, 3].map(turn => makeId('m', ['local', 'kitchen', `${turn}`, 0]))
        await store.addEvents(HOME, [
          eventOf([cited[1] ?? '', cited[0] ?? ''], { title: 'oak late' }),
          eventOf(cited.slice(0, 1), { title: 'oak early', scope: 'user', space: USER_SPACE }),
          eventOf([], { title: 'oak given', space: HOME }),
        ])
        await store.addEvents(OFFICE, [eventOf([], { title: 'oak away', space: OFFICE })])
        await reopen()
        const keyOf = new Map<string, number>()
        for (const space of [HOME, OFFICE]) {
          const keys = await eventKeys(space, 'oak')
          const records = await store.records(space, 'event', keys)
          records.forEach((record, index) => {
            keyOf.set(record?.title ?? '', keys[index] ?? 0)
          })
        }
        const titles = ['oak given', 'oak away', 'oak early', 'oak late']
        const keys = titles.map(title => keyOf.get(title) ?? 0)
        const heard = async (thread?: string) => {
          const key = thread === undefined ? undefined : (await threadNamed(thread)).key
          const placed = await store.eventsByKey(HOME, [...keys, 99_999], key)
          return placed.map(one => one && [one.event.title, one.turn])
        }
        const heardAt = (early: number | null, late: number | null) => [
          ['oak given', null],
          undefined,
          ['oak early', early],
          ['oak late', late],
          undefined,
        ]
        expect(await heard()).toEqual(heardAt(null, null))
        expect(await heard('kitchen')).toEqual(heardAt(2, 3))
        expect(await heard('island')).toEqual(heardAt(2, null))
        const [given] = await store.eventsByKey(HOME, keys)
        expect(given?.event).toEqual(await store.event(HOME, given?.event.id ?? ''))
        expect(await store.eventsByKey(HOME, [])).toEqual([])
        expect(await store.eventsByKey(toSpaceId('local:global'), keys.slice(0, 1))).toEqual([undefined])
      })
    })

    describe('events of forks', () => {
      /** What each conversation sees of events, listed and searched. */
      async function seenBy(thread: string): Promise<unknown> {
        const listed = await store.events(HOME, { limit: 9, thread })
        const found = await findAll(store, HOME, 'oak', { kinds: ['event'], thread })
        return {
          session: listed
            .filter(event => event.scope === 'session')
            .map(event => event.title)
            .sort(),
          found: found.map(hit => hit.title).sort(),
        }
      }

      const told = (title: string, sources: string[], scope: NewEvent['scope'] = 'session') =>
        eventOf(sources, { title, scope, summary: `${title}: oak` })

      beforeEach(async () => {
        await appendTurns('kitchen', 3)
        const parent = { thread: 'kitchen', lastSharedTurn: '3' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'An island?'), parent })
        await store.appendTurn(HOME, turnOf('kitchen', '4', 'And the floor?'))
      })

      const shared = makeId('m', ['local', 'kitchen', '3', 0])
      const ofKitchen = makeId('m', ['local', 'kitchen', '4', 0])
      const ofIsland = makeId('m', ['local', 'island', 'i-1', 0])

      it('are seen by whoever sees the turn they were said in, whichever block told them', async () => {
        await seal('island', 4)
        await finishAll([
          told('shared', [shared]),
          told('island', [ofIsland]),
          told('all', [ofIsland], 'project'),
        ])
        await reopen()
        expect(await seenBy('kitchen')).toEqual({ session: ['shared'], found: ['shared'] })
        expect(await seenBy('island')).toEqual({
          session: ['island', 'shared'],
          found: ['all', 'island', 'shared'],
        })
      })

      it('are not seen by a fork when its parent said them later, in a block with shared turns', async () => {
        await seal('kitchen', 4)
        await finishAll([told('shared', [shared]), told('later', [shared, ofKitchen])])
        await reopen()
        expect(await seenBy('kitchen')).toEqual({ session: ['later', 'shared'], found: ['later', 'shared'] })
        expect(await seenBy('island')).toEqual({ session: ['shared'], found: ['shared'] })
      })

      it('lie in the latest of the turns they rest on, in whatever order these are cited', async () => {
        await seal('island', 4)
        await finishAll([told('both', [ofIsland, shared])])
        await reopen()
        expect(await seenBy('kitchen')).toEqual({ session: [], found: [] })
        expect(await seenBy('island')).toEqual({ session: ['both'], found: ['both'] })
        expect(await store.events(HOME, { limit: 9, thread: 'island' })).toMatchObject([
          { thread: 'island', sources: [ofIsland, shared] },
        ])
      })
    })

    describe('search', () => {
      const textsOf = async (space: SpaceId, query: string, options: SearchOptions = {}) =>
        (await findHolding(store, space, query, options)).map(hit => hit.text).sort()

      it('finds messages, ready blocks and events by their terms', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'An oak worktop, please'))
        await seal('kitchen', 1)
        expect(await textsOf(HOME, 'oak')).toEqual(['An oak worktop, please'])
        await finishAll([eventOf([makeId('m', ['local', 'kitchen', '1', 0])])])
        await reopen()
        const hits = await findHolding(store, HOME, 'oak')
        expect(hits.map(hit => hit.score)).toEqual(hits.map(hit => hit.score).toSorted((a, b) => b - a))
        const byKind = Object.fromEntries(hits.map(({ score: _, ...hit }) => [hit.kind, hit]))
        const turn = makeId('t', ['local', 'kitchen', '1'])
        const common = { space: HOME, sourceSpace: HOME, thread: 'kitchen', open: false, matched: ['oak'] }
        expect(byKind).toEqual({
          message: {
            ...common,
            kind: 'message',
            id: makeId('m', ['local', 'kitchen', '1', 0]),
            turn,
            time: NOON,
            title: null,
            text: 'An oak worktop, please',
            speaker: 'Mira',
            externalId: null,
          },
          block: {
            ...common,
            kind: 'block',
            id: makeId('b', ['local', 'kitchen', 1]),
            turn: null,
            time: NOON + MINUTE,
            title: 'Worktop',
            text: 'The worktop will be oak.',
            speaker: null,
            externalId: null,
          },
          event: {
            ...common,
            kind: 'event',
            id: makeId('e', ['Oak worktop']),
            turn,
            time: NOON,
            title: 'Oak worktop',
            text: 'Mira chose an oak worktop.',
            speaker: null,
            externalId: null,
          },
        })
      })

      it('finds a message by the words beside it, and nothing that has none', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'Which worktop?', 'Oak.'))
        await store.appendTurn(HOME, turnOf('garden', '1', 'Which roses?', 'Red ones.'))
        await reopen()
        const hits = await findAll(store, HOME, 'worktop')
        expect(Object.fromEntries(hits.map(hit => [hit.text, hit.matched]))).toEqual({
          'Which worktop?': ['worktop'],
          'Oak.': [],
        })
      })

      it('finds no event by its category hints [E2]', async () => {
        await appendTurns('kitchen', 1)
        const hinted = eventOf([], { title: 'Walnut shelf', tags: ['shelf'], categoryHints: ['carpentry'] })
        await store.addEvents(HOME, [hinted])
        await reopen()
        expect(await findAll(store, HOME, 'carpentry')).toEqual([])
        expect((await findAll(store, HOME, 'walnut')).map(hit => hit.id)).toEqual([hinted.id])
        expect((await store.event(HOME, hinted.id))?.categoryHints).toEqual(['carpentry'])
      })

      it('finds an event that has faded to nothing [E44]', async () => {
        await store.addEvents(HOME, [eventOf([], { title: 'Walnut shelf', createdTurn: 0 })])
        await appendTurns('kitchen', 50)
        await reopen()
        const [hit] = await findAll(store, HOME, 'walnut')
        const event = await store.event(HOME, hit?.id ?? '')
        if (!event) throw new Error('nothing was found')
        expect(weightParts(event, await store.spaceTurn(HOME), 1).weight).toBeLessThan(0.001)
        expect(event.title).toBe('Walnut shelf')
      })

      it('puts what holds more of the words first', async () => {
        for (const text of ['oak', 'oak floor', 'oak floor paint', 'nothing']) {
          await store.appendTurn(HOME, noteOf(text, '1', { content: text }))
        }
        await reopen()
        const hits = await findAll(store, HOME, 'oak floor paint')
        expect(hits.map(hit => hit.text)).toEqual(['oak floor paint', 'oak floor', 'oak'])
      })

      it('orders equal scores by time, newest and known first, then by id', async () => {
        for (let n = 0; n < 30; n += 1) {
          const at = [3, undefined, 7][n % 3]
          await store.appendTurn(HOME, noteOf(`room ${n}`, '1', { content: 'oak', at }))
        }
        await reopen()
        const hits = await findAll(store, HOME, 'oak')
        expect(new Set(hits.map(hit => hit.score)).size).toBe(1)
        const expected = hits.toSorted((a, b) => (b.time ?? -1) - (a.time ?? -1) || (a.id < b.id ? -1 : 1))
        expect(hits.map(hit => `${hit.time} ${hit.id}`)).toEqual(expected.map(hit => `${hit.time} ${hit.id}`))
      })

      describe('in pages', () => {
        const count = { message: 1_300, block: 0, event: 130 }

        beforeEach(async () => {
          const messages = Array.from({ length: count.message }, (_, n): MessageInput => {
            return { role: 'user', content: 'deploy oak', at: n % 5 === 0 ? undefined : NOON + n }
          })
          await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
          const events = Array.from({ length: count.event }, (_, n) => eventOf([], { title: `oak ${n}` }))
          await store.addEvents(HOME, events)
          await reopen()
        })

        for (const kinds of [['message'], ['event'], ['message', 'event']] as const) {
          it(`gives every ${kinds.join(' and ')} once, in one order whatever the size of a page`, async () => {
            const whole = (await findAll(store, HOME, 'oak', { kinds })).map(hit => hit.id)
            const expected = kinds.reduce((sum, kind) => sum + count[kind], 0)
            expect([whole.length, new Set(whole).size]).toEqual([expected, expected])
            for (const limit of [7, 60]) {
              const paged: string[] = []
              let cursor: string | undefined
              do {
                const page = await search(store, HOME, 'oak', { kinds, limit, cursor }, { zone: 'UTC' })
                paged.push(...page.hits.map(hit => hit.id))
                cursor = page.next
              } while (cursor !== undefined && paged.length < 400)
              expect(paged).toEqual(whole.slice(0, paged.length))
            }
          })
        }
      })

      it('gives better scores first, however many there are', async () => {
        const words = ['oak', 'floor', 'paint', 'lamp', 'sink']
        const messages = Array.from({ length: 600 }, (_, n): MessageInput => {
          const held = words.filter((_word, at) => ((n * 7) >> at) % 2 === 1)
          return { role: 'user', content: held.join(' '), at: NOON + n }
        })
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await reopen()
        const { hits } = await search(store, HOME, words.join(' '), { limit: 200 }, { zone: 'UTC' })
        const scores = hits.map(hit => hit.score)
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      })

      it('does not read the messages of the user space', async () => {
        const oak: MessageInput = { role: 'user', content: 'oak' }
        for (const [space, count] of [[USER_SPACE, 510] as const, [HOME, 20] as const]) {
          await store.appendTurn(space, { ...turnOf('diary', '1', ''), messages: Array(count).fill(oak) })
        }
        await reopen()
        const hits = await findAll(store, HOME, 'oak', { kinds: ['message'] })
        expect(hits.map(hit => hit.space)).toEqual(Array(20).fill(HOME))
      })

      it('finds a block by its own words only, not by what a view of it repeats from the messages', async () => {
        const messages: MessageInput[] = [
          { role: 'user', content: 'look' },
          { role: 'tool', content: '', name: 'memory_search', result: 'veneer', own: true },
        ]
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        const { key } = await threadNamed('kitchen')
        const whole: View = { ...L3, text: 'user: look\nmemory_search: veneer' }
        const block = { thread: key, sequence: 1, firstTurn: 1, lastTurn: 1, views: [whole, L4] }
        expect(await store.sealBlock(HOME, block)).toBe(true)
        const own = derivedOf()
        const views: View[] = own.views.map(view =>
          view.level === 0 ? view : { ...view, text: null, sameAs: 3 },
        )
        expect(await store.completeDerivation(HOME, await claim(), { ...own, views })).toBe(true)
        await reopen()
        expect(await findAll(store, HOME, 'veneer')).toEqual([])
        const hits = await findAll(store, HOME, 'worktop')
        expect(hits.map(hit => [hit.kind, hit.title, hit.text])).toEqual([['block', 'Worktop', '']])
      })

      it('keeps spaces apart and marks what no block holds yet', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak at home'))
        await store.appendTurn(HOME, turnOf('kitchen', '2', 'oak again'))
        await store.appendTurn(OFFICE, turnOf('desk', '1', 'oak at work'))
        await seal('kitchen', 1)
        await reopen()
        const hits = await findHolding(store, HOME, 'oak')
        expect(Object.fromEntries(hits.map(hit => [hit.text, hit.open]))).toEqual({
          'oak at home': false,
          'oak again': true,
        })
        expect(await textsOf(OFFICE, 'oak')).toEqual(['oak at work'])
        expect(await textsOf(toSpaceId('local:global'), 'oak')).toEqual([])
      })

      it('filters by kind, thread, speaker, type and time', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak one'))
        await store.appendTurn(HOME, noteOf('garden', '1', { content: 'oak two', speaker: 'Tom' }))
        await store.addEvents(HOME, [
          eventOf([makeId('m', ['local', 'garden', '1', 0])], {
            title: 'oak',
            summary: 'event',
            type: 'plan',
          }),
          eventOf([], { title: 'oak undated', summary: 'undated', time: null, mentionedAt: null }),
        ])
        await reopen()
        expect(await textsOf(HOME, 'oak', { kinds: ['event'] })).toEqual(['event', 'undated'])
        expect(await textsOf(HOME, 'oak', { kinds: ['block'] })).toEqual([])
        expect(await textsOf(HOME, 'oak', { thread: 'garden' })).toEqual(['event', 'oak two'])
        expect(await textsOf(HOME, 'oak', { thread: 'attic' })).toEqual([])
        expect(await textsOf(HOME, 'oak', { speaker: 'Tom' })).toEqual(['event', 'oak two'])
        expect(await textsOf(HOME, 'oak', { type: 'plan' })).toEqual(['event'])
        const hour = 60 * MINUTE
        expect(await textsOf(HOME, 'oak', { from: NOON, to: NOON + 1 })).toEqual(['event', 'oak one'])
        expect(await textsOf(HOME, 'oak', { from: NOON + 1 })).toEqual(['event'])
        expect(await textsOf(HOME, 'oak', { from: NOON + hour })).toEqual([])
        expect(await textsOf(HOME, 'oak', { to: NOON })).toEqual([])
      })

      it('keeps to the filter also where it looks at neighbours', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'Which worktop?', 'Oak.'))
        await reopen()
        const said = async (options: SearchOptions) =>
          (await findAll(store, HOME, 'worktop', options)).map(hit => hit.text).sort()
        expect(await said({ speaker: 'Mira' })).toEqual(['Which worktop?'])
        expect(await said({ to: NOON + 1 })).toEqual(['Which worktop?'])
        expect(await said({ thread: 'kitchen' })).toEqual(['Oak.', 'Which worktop?'])
      })

      it('looks through the shared part of a fork, its session events and the user space', async () => {
        const [question = ''] = await appendTurns('kitchen', 2)
        await seal('kitchen', 1)
        await finishAll([
          eventOf([question], { title: 'here', scope: 'session', summary: 'question of the session' }),
          eventOf([question], {
            title: 'always',
            scope: 'user',
            space: USER_SPACE,
            summary: 'question of always',
          }),
        ])
        const later = makeId('m', ['local', 'kitchen', '2', 0])
        await store.addEvents(HOME, [
          eventOf([later], { title: 'after', summary: 'question after the fork' }),
        ])
        const parent = { thread: 'kitchen', lastSharedTurn: '1' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'island question'), parent })
        await reopen()
        expect(await textsOf(HOME, 'question', { thread: 'island' })).toEqual([
          'island question',
          'kitchen question 1',
          'question of always',
          'question of the session',
        ])
        expect(await textsOf(HOME, 'question', { kinds: ['event'] })).toEqual([
          'question after the fork',
          'question of always',
        ])
        expect(await textsOf(OFFICE, 'question')).toEqual(['question of always'])
      })

      it('shows a fork nothing of what its parent said later, not even beside a match', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'Which worktop?', 'Oak.'))
        await store.appendTurn(HOME, turnOf('kitchen', '2', 'And the floor?', 'Pine.'))
        const parent = { thread: 'kitchen', lastSharedTurn: '1' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'An island?', 'Maybe.'), parent })
        await reopen()
        const hits = await findAll(store, HOME, 'worktop', { thread: 'island', kinds: ['message'] })
        expect(hits.map(hit => hit.text).sort()).toEqual(['Oak.', 'Which worktop?'])
      })

      it('reads names, arguments and results of tools, and never our own records [L11]', async () => {
        const messages: MessageInput[] = [
          { role: 'user', content: 'look' },
          { role: 'tool', content: '', name: 'read_file', arguments: '{"path":"oak.ts"}', result: 'veneer' },
          { role: 'tool', content: 'veneer', name: 'memory_search', result: 'veneer', own: true },
        ]
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await reopen()
        const text = 'read_file\n{"path":"oak.ts"}\nveneer'
        expect(await textsOf(HOME, 'veneer')).toEqual([text])
        expect(await textsOf(HOME, 'read_file')).toEqual([text])
        expect(await textsOf(HOME, 'oak.ts')).toEqual([text])
        const all = await findAll(store, HOME, 'veneer')
        expect(all.map(hit => hit.text).sort()).toEqual(['look', text])
      })

      it('reads long text by its beginning, cut between two characters', async () => {
        const content = `${'filler '.repeat(2_285)}🪵🪵🪵🪵 walnut`
        await store.appendTurn(HOME, noteOf('kitchen', '1', { content }))
        await store.appendTurn(HOME, noteOf('kitchen', '2', { content: ` ${content}` }))
        await reopen()
        const hits = await findAll(store, HOME, 'filler')
        expect(hits).toHaveLength(2)
        for (const { text } of hits) {
          expect([text.length > 15_990, text.length <= 16_000, text.isWellFormed()]).toEqual([
            true,
            true,
            true,
          ])
        }
        expect(await findAll(store, HOME, 'walnut')).toEqual([])
      })

      it('takes any query literally', async () => {
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'oak AND pine'))
        await reopen()
        for (const query of [
          '',
          ' ',
          '"',
          "'",
          '*',
          'OR',
          'NEAR(',
          '(',
          '\0',
          '🪵',
          '\ud800',
          '-ash',
          'ash*',
        ]) {
          expect([query, await findAll(store, HOME, query)]).toEqual([query, []])
        }
        for (const query of [
          'oak*',
          '-oak',
          '^oak',
          '"oak',
          'terms:oak',
          'oak\0ash',
          '\ud800oak',
          '{oak} (',
        ]) {
          expect([query, await textsOf(HOME, query)]).toEqual([query, ['oak AND pine']])
        }
      })
    })

    describe('index', () => {
      const CAP = 100
      const keysOf = (...words: string[]) => words.map(termKey)
      /** Pages of documents that waited when postings were last asked for. */
      const waiting = new Map<number, Page>()
      beforeEach(() => waiting.clear())

      async function postingsOf(space: SpaceId, words: string[], changes: Partial<PostingsRequest> = {}) {
        const request = { kind: 'message', terms: keysOf(...words), cap: CAP, ...changes } as const
        const postings = await store.postings(space, request)
        for (const { page } of postings.latest) waiting.set(page.number, page)
        return postings
      }

      const textsOf = async (space: SpaceId, kind: HitKind, places: Iterable<number>) =>
        (await Promise.all([...places].map(place => recordAt(space, kind, place)))).map(
          record => record?.text,
        )

      /** The profile at a place, with its page. */
      async function profileAt(space: SpaceId, place: number) {
        const { pages } = await store.profiles(space, [pageOf(place)], false)
        for (const page of [waiting.get(pageOf(place)), ...pages]) {
          const start = page?.startOf(place)
          if (page !== undefined && start !== undefined) return { page, start }
        }
        throw new Error(`no profile at ${place}`)
      }

      async function recordAt(space: SpaceId, kind: HitKind, place: number) {
        const { page, start } = await profileAt(space, place)
        const [record] = await store.records(space, kind, [page.record(start)])
        return record
      }

      /** Says so much that nothing said before waits any more. */
      async function bringIn(space: SpaceId = HOME): Promise<void> {
        const messages: MessageInput[] = Array(64).fill({ role: 'user', content: 'ash' })
        await store.appendTurn(space, { ...turnOf('attic', undefined, ''), messages })
        await indexAll(store, space)
      }

      async function placesOf(space: SpaceId, word: string, kind: HitKind = 'message'): Promise<number[]> {
        const { lists } = await postingsOf(space, [word], { kind })
        return [...(lists[0]?.places ?? [])]
      }

      it('gives the places of each term in the order asked, newest first, with how many there are', async () => {
        for (const [turn, content] of ['oak floor', 'pine', 'oak oak'].entries()) {
          await store.appendTurn(HOME, noteOf('kitchen', `${turn}`, { content, at: NOON + turn }))
        }
        await reopen()
        const { lists, lastSeen, ...totals } = await postingsOf(HOME, ['pine', 'oak', 'ash', 'floor'])
        expect(totals).toMatchObject({ documents: 3, length: 5, latestAt: NOON + 2 })
        expect(lastSeen).toEqual(new Map())
        expect(lists.map(list => list.documents)).toEqual([1, 2, 0, 1])
        expect(await Promise.all(lists.map(list => textsOf(HOME, 'message', list.places)))).toEqual([
          ['pine'],
          ['oak oak', 'oak floor'],
          [],
          ['oak floor'],
        ])
      })

      it('holds nothing for a space that is not known, and nothing of another space', async () => {
        await store.appendTurn(OFFICE, turnOf('desk', '1', 'oak at work'))
        await store.appendTurn(USER_SPACE, turnOf('diary', '1', 'oak in the diary'))
        await reopen()
        const nothing = { documents: 0, length: 0, latestAt: null }
        for (const kind of ['message', 'block', 'event'] as const) {
          const { lists, lastSeen, ...totals } = await postingsOf(HOME, ['oak'], { kind })
          expect(totals).toMatchObject(nothing)
          expect(lists).toEqual([{ places: new Float64Array(), documents: 0 }])
        }
        expect(await store.speakers(HOME, keysOf('mira'), 9)).toEqual([])
        expect(await store.sectionsBetween(HOME, 0, NOON * 2, 9)).toEqual([])
        expect((await postingsOf(OFFICE, ['oak'])).documents).toBe(2)
      })

      it('has a document from the moment it is stored, in the order of its conversation ever after', async () => {
        const said: Record<string, string[]> = { garden: [], kitchen: [] }
        for (let n = 0; n < 150; n += 1) {
          const thread = n % 3 === 0 ? 'garden' : 'kitchen'
          await store.appendTurn(HOME, noteOf(thread, `${n}`, { content: 'oak', externalId: `${n}` }))
          said[thread]?.push(`${n}`)
          const { lists, documents, length } = await postingsOf(HOME, ['oak'], { cap: 999 })
          const places = [...(lists[0]?.places ?? [])]
          expect([documents, length, lists[0]?.documents]).toEqual([n + 1, n + 1, n + 1])
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => b - a))
          if (n % 10 > 0 && n !== 64) continue
          if (n === 70) await indexAll(store, HOME)
          const found = await Promise.all(places.toReversed().map(place => recordAt(HOME, 'message', place)))
          for (const [name, ids] of Object.entries(said)) {
            const own = found.filter(record => record?.thread === name)
            expect(own.map(record => record?.externalId)).toEqual(ids)
          }
        }
        await reopen()
        expect((await postingsOf(HOME, ['oak'], { cap: 999 })).lists[0]?.places.length).toBe(150)
      })

      it('brings in messages that wait, those that came first, and tells how many still wait', async () => {
        const messages: MessageInput[] = Array(50).fill({ role: 'user', content: 'oak' })
        const waiting: number[] = []
        for (let n = 0; n < 3; n += 1) {
          waiting.push((await store.appendTurn(HOME, { ...turnOf('kitchen', `${n}`, ''), messages })).waiting)
        }
        const known = await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        expect([...waiting, known.waiting]).toEqual([50, 100, 150, 0])
        expect(await store.indexWaiting(HOME)).toBe(22)
        await reopen()
        expect(await store.indexWaiting(HOME)).toBe(22)
        const { lists, latest } = await postingsOf(HOME, ['oak'], { cap: 999 })
        expect(lists[0]?.documents).toBe(150)
        const ordinals = latest.flatMap(({ page, counted }) =>
          page.starts.slice(counted).map(start => page.ordinal(start)),
        )
        expect(ordinals).toEqual(Array(22).fill(3))
        expect(await store.indexWaiting(OFFICE)).toBe(0)
        expect(await store.hasSpace(OFFICE)).toBe(false)
      })

      it('counts each section whole, with what is told beside the postings', async () => {
        for (let n = 0; n < 90; n += 1) {
          await store.appendTurn(HOME, noteOf(n < 3 ? 'garden' : 'kitchen', `${n}`, { content: 'oak floor' }))
        }
        await indexAll(store, HOME)
        await reopen()
        const { latest, lists } = await postingsOf(HOME, ['oak'], { cap: 999 })
        const places = [...(lists[0]?.places ?? [])]
        const newer = latest.flatMap(({ page, counted }) =>
          page.starts.slice(counted).map(start => [page.place(start), page.length(start)] as const),
        )
        expect(newer.length).toBeGreaterThan(0)
        const keys = [...new Set(places.map(sectionOf))]
        for (const asked of [places, [places[0] ?? 0, places.at(-1) ?? 0]]) {
          const { sections } = await store.profiles(HOME, [...new Set(asked.map(pageOf))], true)
          const whole = sections.map(({ key, documents, length }) => {
            const added = newer.filter(([place]) => sectionOf(place) === key)
            return {
              key,
              documents: documents + added.length,
              length: added.reduce((sum, [, terms]) => sum + terms, length),
            }
          })
          expect(whole.toSorted((a, b) => b.key - a.key)).toEqual([
            { key: keys[0], documents: 87, length: 174 },
            { key: keys[1], documents: 3, length: 6 },
          ])
        }
      })

      it('gives the newest places up to the cap, and about how many more there are', async () => {
        const messages = Array.from(
          { length: 400 },
          (_, n): MessageInput => ({
            role: 'user',
            content: n % 2 === 0 ? 'oak floor' : 'oak',
            externalId: `${n}`,
          }),
        )
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await reopen()
        const { lists } = await postingsOf(HOME, ['oak', 'floor'])
        const [oak, floor] = lists
        expect([oak?.places.length, floor?.places.length]).toEqual([CAP, CAP])
        const newest = await recordAt(HOME, 'message', oak?.places[0] ?? 0)
        const oldest = await recordAt(HOME, 'message', oak?.places.at(-1) ?? 0)
        expect([newest?.externalId, oldest?.externalId]).toEqual(['399', '300'])
        expect(Math.abs((oak?.documents ?? 0) - 400)).toBeLessThanOrEqual(20)
        expect(Math.abs((floor?.documents ?? 0) - 200)).toBeLessThanOrEqual(20)
      })

      it('tells of a message what ranking asks for', async () => {
        const messages: MessageInput[] = [
          { role: 'user', content: 'Two oak doors or three oak shelves?', at: NOON, speaker: 'Mira Vale' },
          { role: 'assistant', content: 'Three, next week.' },
        ]
        await store.appendTurn(HOME, turnOf('kitchen', '1', 'Hello'))
        await store.appendTurn(HOME, { ...turnOf('kitchen', '2', ''), messages })
        await reopen()
        const [place = -1] = await placesOf(HOME, 'oak')
        const { page, start } = await profileAt(HOME, place)
        const [speaker] = await store.speakers(HOME, keysOf('vale'), 9)
        expect({
          role: page.role(start),
          speaker: page.speaker(start),
          ordinal: page.ordinal(start),
          at: page.at(start),
          length: page.length(start),
          asks: page.has(start, FLAG.asks),
          hasNumber: page.has(start, FLAG.hasNumber),
          hasTime: page.has(start, FLAG.hasTime),
        }).toEqual({
          role: ROLE.user,
          speaker: speaker?.number,
          ordinal: 2,
          at: NOON,
          length: 6,
          asks: true,
          hasNumber: true,
          hasTime: false,
        })
        const terms = [...page.words.subarray(page.termsFrom(start), page.termsTo(start))]
        const counts = new Map(terms.map(word => [word >>> 4, word & 15]))
        expect(counts).toEqual(
          new Map(
            keysOf('two', 'oak', 'door', 'three', 'shelf').map(key => [key, key === termKey('oak') ? 2 : 1]),
          ),
        )
        const next = await profileAt(HOME, place + 1)
        expect([next.page.role(next.start), next.page.speaker(next.start)]).toEqual([ROLE.assistant, 0])
        expect(next.page.at(next.start)).toBeNaN()
        expect(next.page.has(next.start, FLAG.hasTime)).toBe(true)
      })

      it('leaves out pages that do not exist', async () => {
        const messages: MessageInput[] = Array(70).fill({ role: 'user', content: 'oak' })
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await indexAll(store, HOME)
        const place = (await placesOf(HOME, 'oak')).at(-1) ?? -1
        const { pages, sections } = await store.profiles(HOME, [99_999_999, pageOf(place), 0], true)
        expect(pages.map(page => page.number)).toEqual([pageOf(place)])
        expect(sections.map(section => section.key)).toEqual([sectionOf(place)])
        const nothing = { pages: [], sections: [] }
        expect(await store.profiles(HOME, [pageOf(place)], false)).toEqual({ pages, sections: [] })
        expect(await store.profiles(HOME, [], true)).toEqual(nothing)
        expect(await store.profiles(HOME, [99_999_999], true)).toEqual(nothing)
      })

      it('begins a new section for each conversation, and after 128 documents', async () => {
        const messages: MessageInput[] = Array(130).fill({ role: 'user', content: 'oak' })
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await store.appendTurn(HOME, noteOf('garden', '1', { content: 'oak' }))
        await reopen()
        const { lists } = await postingsOf(HOME, ['oak'], { cap: 999 })
        const places = [...(lists[0]?.places ?? [])].toReversed()
        const sections = [...new Set(places.map(sectionOf))]
        expect(sections).toHaveLength(3)
        expect(sections.map(key => places.filter(place => sectionOf(place) === key).length)).toEqual([
          128, 2, 1,
        ])
        const [first = 0, second = 0] = sections
        expect(places.slice(0, 130)).toEqual([
          ...Array.from({ length: 128 }, (_, slot) => placeOf(first, slot)),
          placeOf(second, 0),
          placeOf(second, 1),
        ])
      })

      it('finds speakers by any word of their name, and where they speak', async () => {
        const say = (thread: string, turn: string, speaker: string, space = HOME) =>
          store.appendTurn(space, noteOf(thread, turn, { content: `oak of ${speaker}`, speaker }))
        await say('kitchen', '1', 'Mira Vale')
        await say('kitchen', '2', 'Tom')
        await say('garden', '1', 'Tom Vale')
        await say('garden', '2', '小明')
        await say('desk', '1', 'Mira', OFFICE)
        await reopen()
        expect(await store.speakers(HOME, keysOf('小明'), 9)).toMatchObject([{ name: '小明', sections: [] }])
        await bringIn()
        const named = async (...words: string[]) =>
          (await store.speakers(HOME, keysOf(...words), 9)).map(speaker => speaker.name)
        expect(await named('vale')).toEqual(['Mira Vale', 'Tom Vale'])
        expect(await named('tom', 'mira')).toEqual(['Mira Vale', 'Tom', 'Tom Vale'])
        expect(await named('小明')).toEqual(['小明'])
        expect(await named('val', 'oak')).toEqual([])
        expect(await named()).toEqual([])
        const sectionsOf = async (word: string, most = 9) =>
          (await store.speakers(HOME, keysOf(word), most)).map(speaker => speaker.sections)
        const [garden, kitchen] = [...new Set((await placesOf(HOME, 'oak')).map(sectionOf))]
        expect(await sectionsOf('vale')).toEqual([[kitchen], [garden]])
        await say('garden', '3', 'Tom')
        await bringIn()
        expect(await sectionsOf('tom')).toEqual([[garden, kitchen], [garden]])
        expect(await sectionsOf('tom', 1)).toEqual([[garden], [garden]])
      })

      it('finds the sections of a range of time, the latest first', async () => {
        const day = 24 * 60 * MINUTE
        for (const [n, thread] of ['spring', 'summer', 'autumn'].entries()) {
          const begin = NOON + n * 100 * day
          await store.appendTurn(HOME, noteOf(thread, '1', { content: 'oak', at: begin }))
          await store.appendTurn(HOME, noteOf(thread, '2', { content: 'oak', at: begin + 10 * day }))
        }
        await store.appendTurn(HOME, noteOf('never', '1', { content: 'oak' }))
        await bringIn()
        await reopen()
        const [, autumn, summer, spring] = [...new Set((await placesOf(HOME, 'oak')).map(sectionOf))]
        const between = (from: number, to: number, limit = 9) =>
          store.sectionsBetween(HOME, NOON + from, NOON + to, limit)
        expect(await between(0, 999 * day)).toEqual([autumn, summer, spring])
        expect(await between(0, 999 * day, 2)).toEqual([autumn, summer])
        expect(await between(0, 1)).toEqual([spring])
        expect(await between(-day, 0)).toEqual([])
        expect(await between(5 * day, 6 * day)).toEqual([spring])
        expect(await between(10 * day, 11 * day)).toEqual([spring])
        expect(await between(10 * day + 1, 11 * day)).toEqual([])
        expect(await between(5 * day, 100 * day + 1)).toEqual([summer, spring])
        await store.appendTurn(HOME, noteOf('spring', '3', { content: 'oak', at: NOON + 30 * day }))
        await store.appendTurn(HOME, noteOf('winter', '1', { content: 'oak', at: NOON + 300 * day }))
        const [winter] = (await placesOf(HOME, 'oak')).map(sectionOf)
        expect(await between(20 * day, 21 * day)).toEqual([spring])
        expect(await between(0, 999 * day)).toEqual([winter, autumn, summer, spring])
        expect(await between(0, 999 * day, 2)).toEqual([winter, autumn])
      })

      it('gives records in the order asked, and nothing for those that are gone', async () => {
        for (const [turn, content] of ['oak one', 'oak two', 'oak three'].entries()) {
          await store.appendTurn(HOME, noteOf('kitchen', `${turn}`, { content, externalId: `x-${turn}` }))
        }
        await reopen()
        const keys = await Promise.all(
          (await placesOf(HOME, 'oak')).map(async place => {
            const { page, start } = await profileAt(HOME, place)
            return page.record(start)
          }),
        )
        const [third = 0, second = 0, first = 0] = keys
        const read = await store.records(HOME, 'message', [second, 99_999, third, first])
        expect(read.map(record => record && [record.text, record.externalId])).toEqual([
          ['oak two', 'x-1'],
          undefined,
          ['oak three', 'x-2'],
          ['oak one', 'x-0'],
        ])
        expect(await store.records(HOME, 'message', [])).toEqual([])
        expect(await store.records(HOME, 'event', [first])).toEqual([undefined])
      })

      it('tells which records pass a filter', async () => {
        await store.appendTurn(HOME, noteOf('kitchen', '1', { content: 'oak', speaker: 'Mira', at: NOON }))
        await store.appendTurn(HOME, noteOf('kitchen', '2', { content: 'oak', speaker: 'Tom', at: NOON + 5 }))
        await store.appendTurn(HOME, noteOf('kitchen', '3', { content: 'oak', speaker: 'Tom' }))
        await store.addEvents(HOME, [
          eventOf([makeId('m', ['local', 'kitchen', '2', 0])], { title: 'oak plan', type: 'plan' }),
          eventOf([], { title: 'oak undated', time: null, mentionedAt: null }),
        ])
        await reopen()
        const keysAt = (kind: HitKind) =>
          placesOf(HOME, 'oak', kind).then(places =>
            Promise.all(
              places.toReversed().map(async place => {
                const { page, start } = await profileAt(HOME, place)
                return page.record(start)
              }),
            ),
          )
        const passing = async (kind: HitKind, filter: Parameters<Store['passing']>[3]) => {
          const keys = await keysAt(kind)
          const passed = await store.passing(HOME, kind, [...keys, 99_999], filter)
          return keys.flatMap((key, index) => (passed.has(key) ? index + 1 : []))
        }
        expect(await passing('message', {})).toEqual([1, 2, 3])
        expect(await passing('message', { speaker: 'Tom' })).toEqual([2, 3])
        expect(await passing('message', { speaker: 'tom' })).toEqual([])
        expect(await passing('message', { from: NOON, to: NOON + 5 })).toEqual([1])
        expect(await passing('message', { from: NOON + 5 })).toEqual([2])
        expect(await passing('message', { speaker: 'Tom', to: NOON + 6 })).toEqual([2])
        expect(await passing('message', { type: 'plan' })).toEqual([])
        expect(await passing('event', { type: 'plan' })).toEqual([1])
        expect(await passing('event', { speaker: 'Tom' })).toEqual([1])
        expect(await passing('event', { to: NOON })).toEqual([])
        expect(await passing('event', { from: NOON })).toEqual([1])
        expect(await passing('event', {})).toEqual([1, 2])
      })

      it('says what of a section a conversation sees', async () => {
        await appendTurns('kitchen', 3)
        const parent = { thread: 'kitchen', lastSharedTurn: '2' }
        await store.appendTurn(HOME, { ...turnOf('island', 'i-1', 'island question'), parent })
        await appendTurns('garden', 1)
        await reopen()
        const [garden = 0, island = 0, kitchen = 0] = [
          ...new Set((await placesOf(HOME, 'question')).map(sectionOf)),
        ]
        const seen = async (thread: string) => {
          const { lists, lastSeen }: Postings = await postingsOf(HOME, ['question'], { thread })
          const sections = [...new Set([...(lists[0]?.places ?? [])].map(sectionOf))]
          return { sections, lastSeen: [...lastSeen].sort(([a], [b]) => a - b) }
        }
        expect(await seen('island')).toEqual({
          sections: [island, kitchen],
          lastSeen: [
            [kitchen, 2],
            [island, Number.MAX_SAFE_INTEGER],
          ],
        })
        expect(await seen('garden')).toMatchObject({ sections: [garden] })
        expect(await seen('attic')).toEqual({ sections: [], lastSeen: [] })
      })

      it('holds session events for the conversation that asks, beside those of the space and the user', async () => {
        const [question = ''] = await appendTurns('kitchen', 1)
        await store.addEvents(HOME, [
          eventOf([question], { title: 'oak here', summary: 'session', scope: 'session' }),
          eventOf([question], { title: 'oak project', summary: 'project' }),
          eventOf([question], { title: 'oak always', summary: 'user', scope: 'user', space: USER_SPACE }),
        ])
        await reopen()
        const summaries = async (scope: Partial<PostingsRequest>, space = HOME) => {
          const { lists } = await postingsOf(space, ['oak'], { kind: 'event', ...scope })
          const places = [...(lists[0]?.places ?? [])]
          expect(places).toEqual(places.toSorted((a, b) => b - a))
          return (await textsOf(space, 'event', places)).sort()
        }
        expect(await summaries({})).toEqual(['project', 'user'])
        expect(await summaries({ viewer: 'kitchen' })).toEqual(['project', 'session', 'user'])
        expect(await summaries({ viewer: 'garden' })).toEqual(['project', 'user'])
        expect(await summaries({ thread: 'kitchen' })).toEqual(['project', 'session', 'user'])
        expect(await summaries({ thread: 'garden' })).toEqual([])
        expect(await summaries({}, OFFICE)).toEqual(['user'])
        expect(await summaries({ viewer: 'kitchen' }, OFFICE)).toEqual(['user'])
      })

      it('holds blocks once they are ready, and no record of our own tools', async () => {
        const own: MessageInput = { role: 'tool', content: 'oak', name: 'memory_search', own: true }
        const messages: MessageInput[] = [{ role: 'user', content: 'look' }, own]
        await store.appendTurn(HOME, { ...turnOf('kitchen', '1', ''), messages })
        await seal('kitchen', 1)
        await reopen()
        expect((await postingsOf(HOME, ['oak'])).lists[0]?.documents).toBe(0)
        expect((await postingsOf(HOME, ['oak'], { kind: 'block' })).documents).toBe(0)
        await finishAll()
        await reopen()
        expect(await textsOf(HOME, 'block', await placesOf(HOME, 'oak', 'block'))).toEqual([
          'The worktop will be oak.',
        ])
      })
    })

    describe('moved spaces', () => {
      const CELLAR = toSpaceId("local:project:/home/mira/'%_\u5730\u4e0b")
      const foundIn = async (space: SpaceId, ...words: string[]) =>
        (await findHolding(store, space, words.join(' '))).map(hit => hit.id).sort()
      const countersOf = async (space: SpaceId) => ({
        space: await store.spaceTurn(space),
        turns: (await allTurns(space)).map(turn => `${turn.thread} ${turn.key} ${turn.spaceTurn}`),
        events: (await store.events(space, { limit: 50 })).map(
          event => `${event.title} ${event.createdTurn}`,
        ),
      })

      async function allTurns(space: SpaceId) {
        const threads = await store.threads(space, { limit: 50 })
        const turns = await Promise.all(threads.map(thread => store.turns(space, thread.key, 1, 50)))
        return turns.flat()
      }

      /** Everything that can be read of a space, without the space's own name. */
      async function contentOf(space: SpaceId): Promise<unknown> {
        const threads = await store.threads(space, { limit: 50 })
        const blocks = await Promise.all(threads.map(({ key }) => store.blocks(space, key, { limit: 50 })))
        return {
          threads,
          turns: await allTurns(space),
          blocks,
          views: await Promise.all(blocks.flat().map(block => store.views(space, block.id))),
          events: (await store.events(space, { limit: 50, thread: 'kitchen' })).map(event => ({
            ...event,
            space: event.space === space ? 'here' : event.space,
            sourceSpace: event.sourceSpace === space ? 'here' : event.sourceSpace,
          })),
          jobs: (await store.jobs(space, { limit: 50 })).map(job => ({ ...job, space: undefined })),
          found: await foundIn(space, 'question', 'oak', 'worktop'),
          counter: await store.spaceTurn(space),
        }
      }

      /** A thread with a ready and a pending block and an open turn, its fork, and events of every scope. */
      async function furnish(space: SpaceId, thread: string): Promise<void> {
        const [first = '', second = ''] = await appendTurns(thread, 4, space)
        await seal(thread, 2, space)
        const of = (scope: NewEvent['scope'], title: string, source: string, createdTurn: number) =>
          eventOf([source], { title, scope, createdTurn, space: scope === 'user' ? USER_SPACE : space })
        await finishAll(
          [
            of('project', `${thread} project`, first, 1),
            of('session', `${thread} session`, second, 2),
            of('user', `${thread} user`, second, 2),
          ],
          space,
        )
        await seal(thread, 1, space)
        const parent = { thread, lastSharedTurn: '3' }
        await store.appendTurn(space, { ...turnOf(`${thread} fork`, 'f-1', 'A fork question'), parent })
      }

      describe('when renamed', () => {
        it('hold all they held, and the old name holds nothing', async () => {
          await furnish(HOME, 'kitchen')
          const before = await contentOf(HOME)
          await store.renameSpace(HOME, CELLAR)
          await reopen()
          expect(await contentOf(CELLAR)).toEqual(before)
          expect(await store.hasSpace(HOME)).toBe(false)
          expect(await foundIn(HOME, 'kitchen')).toEqual([makeId('e', ['kitchen user'])])
          await appendTurns('kitchen', 1, HOME)
          expect((await allTurns(HOME)).map(turn => turn.spaceTurn)).toEqual([1])
        })

        it('stay as they are when the name is taken, unknown, their own or the user space', async () => {
          await appendTurns('kitchen', 1)
          await appendTurns('desk', 1, OFFICE)
          await store.addEvents(HOME, [eventOf([], { scope: 'user', space: USER_SPACE })])
          const before = [await contentOf(HOME), await contentOf(OFFICE)]
          expect([
            await codeOf(store.renameSpace(HOME, OFFICE)),
            await codeOf(store.renameSpace(HOME, HOME)),
            await codeOf(store.renameSpace(CELLAR, CELLAR)),
            await codeOf(store.renameSpace(HOME, USER_SPACE)),
            await codeOf(store.renameSpace(USER_SPACE, CELLAR)),
            await codeOf(store.renameSpace(CELLAR, HOME)),
            await codeOf(store.renameSpace(CELLAR, toSpaceId('local:global'))),
          ]).toEqual([
            'bad-input',
            'bad-input',
            'bad-input',
            'bad-input',
            'bad-input',
            'not-found',
            'not-found',
          ])
          await reopen()
          expect([await contentOf(HOME), await contentOf(OFFICE)]).toEqual(before)
          expect(await store.hasSpace(CELLAR)).toBe(false)
        })

        it('give a running job to the next worker at once, and no failure is counted', async () => {
          await appendTurns('kitchen', 1)
          await seal('kitchen', 1)
          const lost = await claim(0, 'before the move', 60_000)
          await store.renameSpace(HOME, CELLAR)
          await reopen()
          expect(await store.renewLease(HOME, lost, 90_000)).toBe(false)
          expect(await store.completeDerivation(HOME, lost, derivedOf())).toBe(false)
          expect(await store.failJob(HOME, lost, { error: 'gone', retryAt: null })).toBe(false)
          const taken = await claim(1, 'after it')
          expect(taken).toMatchObject({ key: lost.key, space: CELLAR, attempts: 0, state: 'running' })
          expect(await store.completeDerivation(CELLAR, taken, derivedOf())).toBe(true)
          expect(await store.hasSpace(HOME)).toBe(false)
        })
      })

      describe('when merged', () => {
        it('are found together under the ids they had, the moved ones after those that stayed', async () => {
          await furnish(HOME, 'kitchen')
          await furnish(OFFICE, 'desk')
          const found = [
            ...(await foundIn(HOME, 'question', 'oak')),
            ...(await foundIn(OFFICE, 'question', 'oak')),
          ]
          expect(await store.mergeSpace(OFFICE, HOME, foldClaims)).toEqual({ threads: 2, events: 2 })
          await reopen()
          expect(await foundIn(HOME, 'question', 'oak')).toEqual([...new Set(found)].sort())
          expect(await foundIn(OFFICE, 'question', 'oak')).toEqual(
            ['desk user', 'kitchen user'].map(title => makeId('e', [title])).sort(),
          )
          expect(await store.hasSpace(OFFICE)).toBe(false)
          expect(
            (await store.counts('all')).map(({ space, turns, events }) => [space, turns, events]),
          ).toEqual([
            [HOME, 10, 4],
            [USER_SPACE, 0, 2],
          ])
          const counters = await countersOf(HOME)
          const own = (thread: string, shift: number) => [
            ...[1, 2, 3, 4].map(n => `${thread} ${n} ${n + shift}`),
            ...[1, 2, 3].map(n => `${thread} ${n} ${n + shift}`),
            `${thread} fork f-1 ${5 + shift}`,
          ]
          expect(counters).toEqual({
            space: 10,
            turns: [...own('kitchen', 0), ...own('desk', 5)],
            events: ['kitchen project 1', 'kitchen user 2', 'desk project 6', 'desk user 7'],
          })
          await appendTurns('attic', 1)
          expect(await store.spaceTurn(HOME)).toBe(11)
        })

        it('keep forks with their parents, anchors and what is still to be derived', async () => {
          await furnish(HOME, 'kitchen')
          await furnish(OFFICE, 'desk')
          const desk = await threadNamed('desk', OFFICE)
          const fork = await threadNamed('desk fork', OFFICE)
          const block = makeId('b', ['local', 'desk', 1])
          await store.setAnchor(OFFICE, fork.key, block, { level: 2, sequence: 2, by: 'agent' })
          const views = await store.views(OFFICE, block)
          const held = await store.claimJob(OFFICE, {
            now: 0,
            leaseMs: 60_000,
            lease: 'before the move',
            maxLosses: 3,
          })
          await store.mergeSpace(OFFICE, HOME, foldClaims)
          await reopen()
          expect(await threadNamed('desk')).toEqual(desk)
          expect(await threadNamed('desk fork')).toEqual(fork)
          expect(fork.parent).toEqual({ thread: 'desk', lastSharedTurn: 3, sharedBlocks: 2 })
          expect((await store.blockAt(HOME, fork.key, 1))?.anchor).toEqual({
            level: 2,
            sequence: 2,
            by: 'agent',
          })
          expect(await store.views(HOME, block)).toEqual(views)
          const sessions = await store.events(HOME, { limit: 9, thread: 'desk fork', scopes: ['session'] })
          expect(sessions.map(event => [event.title, event.block])).toEqual([['desk session', block]])
          const pending = await store.jobs('all', { limit: 9, states: ['pending'] })
          expect(pending.map(job => [job.space, job.thread, job.attempts])).toEqual([
            [HOME, 'kitchen', 0],
            [HOME, 'desk', 0],
          ])
          expect(pending[1]?.key).toBe(held?.key)
          await finishAll()
          expect(await store.readySequences(HOME, desk.key)).toEqual([1, 2])
          expect(await store.nextJobAt('all')).toBeUndefined()
        })

        it('hold an event that was given to both once, as the one that stays has it', async () => {
          await appendTurns('kitchen', 1)
          const [question = ''] = await appendTurns('desk', 1, OFFICE)
          const given = (space: SpaceId, summary: string, sources: string[] = []) =>
            eventOf(sources, { space, summary, title: 'Oak worktop' })
          await store.addEvents(HOME, [given(HOME, 'oak kept')])
          await store.addEvents(OFFICE, [
            given(OFFICE, 'oak dropped', [question]),
            eventOf([question], { space: OFFICE, title: 'Oak desk', summary: 'oak moved' }),
          ])
          expect(await store.mergeSpace(OFFICE, HOME, foldClaims)).toEqual({ threads: 1, events: 1 })
          await reopen()
          const events = await store.events(HOME, { limit: 9 })
          expect(events.map(event => [event.summary, event.sources])).toEqual([
            ['oak kept', []],
            ['oak moved', [question]],
          ])
          expect(await foundIn(HOME, 'dropped')).toEqual([])
          expect(await foundIn(HOME, 'oak')).toEqual(events.map(event => event.id).sort())
          await store.addEvents(HOME, [
            given(HOME, 'again'),
            eventOf([], { title: 'Later', summary: 'later' }),
          ])
          expect(await foundIn(HOME, 'dropped', 'again')).toEqual([])
        })

        it('stay apart when a thread of one host lies in both, up to five of which are named', async () => {
          const shared = ["it's", '"', '\ud83e', '%', 'kitchen', 'garden']
          for (const space of [HOME, OFFICE]) for (const name of shared) await appendTurns(name, 1, space)
          await appendTurns('desk', 1, OFFICE)
          const before = [await contentOf(HOME), await contentOf(OFFICE)]
          const error = await store.mergeSpace(OFFICE, HOME, foldClaims).catch(thrown => thrown)
          expect(error).toMatchObject({ code: 'bad-input' })
          expect(error.message).toContain(
            `${shared
              .slice(0, 5)
              .map(name => JSON.stringify(name))
              .join(', ')} and 1 more; nothing was changed`,
          )
          await reopen()
          expect([await contentOf(HOME), await contentOf(OFFICE)]).toEqual(before)
        })

        it('keep threads of one name apart when their hosts differ', async () => {
          await appendTurns('kitchen', 1)
          await store.appendTurn(OFFICE, { ...turnOf('kitchen', '1', 'dsh question'), host: 'dsh' })
          await store.mergeSpace(OFFICE, HOME, foldClaims)
          await reopen()
          expect((await store.threads(HOME, { limit: 9 })).map(thread => thread.host)).toEqual([
            'local',
            'dsh',
          ])
        })

        it('stay as they are when one holds nothing, is the user space, or both are the same', async () => {
          await appendTurns('kitchen', 1)
          await store.addEvents(HOME, [eventOf([], { scope: 'user', space: USER_SPACE })])
          const before = await contentOf(HOME)
          expect([
            await codeOf(store.mergeSpace(OFFICE, HOME, foldClaims)),
            await codeOf(store.mergeSpace(HOME, OFFICE, foldClaims)),
            await codeOf(store.mergeSpace(HOME, HOME, foldClaims)),
            await codeOf(store.mergeSpace(USER_SPACE, HOME, foldClaims)),
            await codeOf(store.mergeSpace(HOME, USER_SPACE, foldClaims)),
          ]).toEqual(['not-found', 'not-found', 'bad-input', 'bad-input', 'bad-input'])
          await reopen()
          expect(await contentOf(HOME)).toEqual(before)
          expect(await store.hasSpace(OFFICE)).toBe(false)
        })
      })
    })

    describe('the whole', () => {
      it('finds records by the beginning of their id', async () => {
        await appendTurns('kitchen', 1)
        await appendTurns('kitchen', 1, OFFICE)
        await seal('kitchen', 1)
        await store.addEvents(HOME, [eventOf([])])
        await reopen()
        const turn = makeId('t', ['local', 'kitchen', '1'])
        expect(await store.findId('all', turn.slice(0, 8), 9)).toEqual([
          { id: turn, kind: 'turn', space: HOME },
          { id: turn, kind: 'turn', space: OFFICE },
        ])
        expect(await store.findId('all', turn, 1)).toHaveLength(1)
        expect(await store.findId(OFFICE, turn, 9)).toEqual([{ id: turn, kind: 'turn', space: OFFICE }])
        const kinds = ['m_', 'b_', 'e_'].map(async letter =>
          (await store.findId(HOME, letter, 9)).map(hit => hit.kind),
        )
        expect(await Promise.all(kinds)).toEqual([['message', 'message'], ['block'], ['event']])
        for (const prefix of ['', '%', 'x_aaaa', 'm_zzzzzz'])
          expect(await store.findId('all', prefix, 9)).toEqual([])
      })

      it('counts what each space holds', async () => {
        const [question = ''] = await appendTurns('kitchen', 2)
        await appendTurns('desk', 1, OFFICE)
        await seal('kitchen', 1)
        await finishAll([eventOf([question])])
        await seal('kitchen', 1)
        await reopen()
        const home = {
          space: HOME,
          threads: 1,
          turns: 2,
          messages: 4,
          blocks: { pending: 1, ready: 1, failed: 0 },
          events: 1,
        }
        const office = {
          space: OFFICE,
          threads: 1,
          turns: 1,
          messages: 2,
          blocks: { pending: 0, ready: 0, failed: 0 },
          events: 0,
        }
        expect(await store.counts('all')).toEqual([home, office])
        expect(await store.counts(OFFICE)).toEqual([office])
        expect(await store.counts(toSpaceId('local:global'))).toEqual([])
      })

      it('keeps the zone it was made with', async () => {
        const made = await store.info()
        await reopen()
        const info = await store.info()
        expect([info.zone, info.schema, info.location]).toEqual([made.zone, made.schema, made.location])
        expect(info.bytes).toBeGreaterThan(0)
      })

      it('refuses a number that it cannot count with', async () => {
        await appendTurns('kitchen', 1)
        await seal('kitchen', 1)
        const { key } = await threadNamed('kitchen')
        const job = await claim(0)
        const postings = { kind: 'message', terms: [termKey('oak')] } as const
        const request = { now: 0, leaseMs: 1, lease: 'x', maxLosses: 1 }
        const calls: ((bad: number) => Promise<unknown>)[] = [
          blockSize => store.appendTurn(HOME, { ...turnOf('kitchen', '2', 'oak'), blockSize }),
          limit => store.threads(HOME, { limit }),
          after => store.threads(HOME, { limit: 1, after }),
          limit => store.threadsToSeal('all', limit),
          first => store.turns(HOME, key, first, 9),
          last => store.turns(HOME, key, 1, last),
          around => store.message(HOME, makeId('m', ['local', 'kitchen', '1', 0]), around),
          limit => store.blocks(HOME, key, { limit }),
          after => store.blocks(HOME, key, { limit: 1, after }),
          turn => store.blockAt(HOME, key, turn),
          now => store.claimJob('all', { ...request, now }),
          leaseMs => store.claimJob('all', { ...request, leaseMs }),
          maxLosses => store.claimJob('all', { ...request, maxLosses }),
          until => store.renewLease(HOME, job, until),
          retryAt => store.failJob(HOME, job, { error: 'x', retryAt }),
          jobKey => store.retryJob('all', jobKey),
          limit => store.jobs('all', { limit }),
          after => store.jobs('all', { limit: 1, after }),
          now => store.nextJobAt('all', now),
          limit => store.events(HOME, { limit }),
          cap => store.postings(HOME, { ...postings, cap }),
          limit => store.sectionsBetween(HOME, NOON, NOON + MINUTE, limit),
          most => store.speakers(HOME, postings.terms, most),
          limit => store.findId('all', 'm_', limit),
        ]
        for (const call of calls) {
          const codes = await Promise.all([Number.NaN, 1.5, Infinity, 1e300].map(bad => codeOf(call(bad))))
          expect([call.toString(), ...codes]).toEqual([call.toString(), ...Array(4).fill('bad-input')])
        }
        expect(await codeOf(store.threads(HOME, { limit: 0 }))).toBe('bad-input')
        expect(await codeOf(store.postings(HOME, { ...postings, cap: 0 }))).toBe('bad-input')
        expect(await codeOf(store.sectionsBetween(HOME, 0, NOON, 0))).toBe('bad-input')
      })

      it('refuses calls after it was closed, and closes twice without harm', async () => {
        await store.close()
        await store.close()
        expect(await codeOf(store.spaceTurn(HOME))).toBe('closed')
        expect(await codeOf(store.appendTurn(HOME, turnOf('kitchen', '1', 'late')))).toBe('closed')
      })

      it('is read by a second one while it is open', async () => {
        const other = await place.open()
        await appendTurns('kitchen', 1)
        expect(await other.spaceTurn(HOME)).toBe(1)
        await other.appendTurn(HOME, turnOf('kitchen', '2', 'from the other'))
        expect(await store.spaceTurn(HOME)).toBe(2)
        await other.close()
      })
    })
  })
}
