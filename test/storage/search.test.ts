import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageInput } from '../../src/domain/conversation.ts'
import { makeId } from '../../src/domain/ids.ts'
import { type SpaceId, toSpaceId } from '../../src/domain/space.ts'
import { search } from '../../src/engine/recall/search.ts'
import type { Store } from '../../src/storage/store.ts'
import { TERM_KEY_BITS, termKey } from '../../src/text/term-key.ts'
import { eventOf, findAll, findHolding, HOME, OFFICE, turnOf } from '../contracts/store.ts'
import { makeSqlitePlace } from './place.ts'

describe('searching', () => {
  const place = makeSqlitePlace()
  let store: Store

  beforeAll(async () => {
    store = await place.open()
    const texts = [
      '已把build-cn7脚本改成增量编译并修好回滚',
      'see src/store/readConfig.ts, limits are 5 req/s, v1.2.3',
    ]
    for (const [n, text] of texts.entries()) await store.appendTurn(HOME, turnOf('kitchen', `${n}`, text))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  for (const words of ['增量', '回滚', 'build-cn7', 'cn7', '增量编译', 'src/store/readConfig.ts', 'v1.2.3']) {
    it(`finds ${words} inside the text it stands in`, async () => {
      expect(await findHolding(store, HOME, words)).toHaveLength(1)
    })
  }

  it('finds what may be seen behind any number of session events that may not', async () => {
    const space = toSpaceId('local:session:crowded')
    await store.appendTurn(space, turnOf('kitchen', '1', 'question'))
    const source = makeId('m', ['local', 'kitchen', '1', 0])
    const hidden = Array.from({ length: 600 }, (_, n) =>
      eventOf([source], { id: `e_${n}`, space, title: 'walnut walnut', scope: 'session' }),
    )
    await store.addEvents(space, [
      ...hidden,
      eventOf([], { space, summary: 'One walnut among words of other things' }),
    ])
    const hits = await findAll(store, space, 'walnut')
    expect(hits.map(hit => hit.title)).toEqual(['Oak worktop'])
  })

  it('finds nothing by terms of another number, whatever number that is', async () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 2 ** TERM_KEY_BITS - 1 }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(numbers, async terms => {
        const { lists } = await store.postings(HOME, { kind: 'event', terms, cap: 9 })
        expect(lists).toEqual(terms.map(() => ({ places: new Float64Array(), documents: 0 })))
      }),
    )
  })

  it('reads without writing', async () => {
    const other = await place.open()
    const before = (await store.info()).bytes
    await findAll(store, HOME, '增量')
    await findAll(other, OFFICE, 'oak')
    expect((await store.info()).bytes).toBe(before)
    expect(await store.hasSpace(OFFICE)).toBe(false)
    expect(await store.hasSpace(toSpaceId('local:global'))).toBe(false)
    await other.close()
  })
})

describe('the walls of a space', () => {
  const WORDS = 'oak floor paint lamp sink tile door shelf pine glass screw paper 厨房 地板 灯 柜子'.split(
    ' ',
  )
  const SPEAKERS = ['Mira', 'Tom', 'Ada Vale', undefined]

  /** The same pseudo-random numbers every time. */
  function dice(seed: number): (sides: number) => number {
    let state = seed
    return sides => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * sides)
    }
  }

  function messagesOf(count: number, roll: (sides: number) => number): MessageInput[] {
    return Array.from({ length: count }, (_, n) => ({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content:
        Array.from({ length: 1 + roll(12) }, () => WORDS[roll(WORDS.length)]).join(' ') +
        (roll(4) ? '.' : '?'),
      at: roll(9) === 0 ? undefined : Date.UTC(2025, roll(12), 1 + roll(28), roll(24)),
      speaker: SPEAKERS[roll(SPEAKERS.length)],
    }))
  }

  async function fill(store: Store, space: SpaceId, count: number, seed: number): Promise<void> {
    const roll = dice(seed)
    const perTurn = 20
    for (let n = 0; n < count / perTurn; n += 1) {
      const messages = messagesOf(perTurn, roll)
      await store.appendTurn(space, { ...turnOf(`thread ${n % 7}`, `${n}`, ''), messages })
    }
    const events = Array.from({ length: count / 10 }, (_, n) =>
      eventOf([], {
        space,
        title: `${WORDS[roll(WORDS.length)]} ${n}`,
        summary: messagesOf(1, roll)[0]?.content ?? '',
      }),
    )
    await store.addEvents(space, events)
  }

  const QUERIES = Array.from({ length: 30 }, (_, n) => {
    const roll = dice(n + 1)
    const words = Array.from({ length: 1 + roll(4) }, () => WORDS[roll(WORDS.length)])
    return `${['', 'When did Mira say', 'How many', 'In March 2025, did I', 'Ada'][n % 5]} ${words.join(' ')}?`
  })

  /** All that is found, with its scores, as text. */
  async function answersOf(store: Store, space: SpaceId): Promise<string[]> {
    const answers: string[] = []
    for (const words of QUERIES) {
      for (const options of [
        { limit: 200 },
        { limit: 50, thread: 'thread 3' },
        { limit: 50, speaker: 'Tom' },
      ]) {
        const { hits } = await search(store, space, words, { ...options, explain: true }, { zone: 'UTC' })
        answers.push(JSON.stringify({ words, options, hits }))
      }
    }
    return answers
  }

  const OTHERS = [1, 2, 3, 4, 5].map(n => toSpaceId(`local:project:/home/tom/${n}`))
  const alone = makeSqlitePlace()
  const beside = makeSqlitePlace()
  let stores: { alone: Store; beside: Store }

  beforeAll(async () => {
    stores = { alone: await alone.open(), beside: await beside.open() }
    await fill(stores.alone, HOME, 300, 7)
    for (const [n, space] of OTHERS.entries()) {
      if (n === 3) await fill(stores.beside, HOME, 300, 7)
      await fill(stores.beside, space, 2_000, n + 100)
    }
  })

  afterAll(async () => {
    await stores.alone.close()
    await stores.beside.close()
    await alone.remove()
    await beside.remove()
  })

  it('let no other space change a byte of an answer', async () => {
    const before = await answersOf(stores.alone, HOME)
    expect(new Set(before).size).toBe(before.length)
    expect(before.every(answer => answer.includes('"score"'))).toBe(true)
    expect(await answersOf(stores.beside, HOME)).toEqual(before)
  })

  it('let a longer list be read no further because other spaces hold the word', async () => {
    const request = { kind: 'message', terms: [termKey('oak'), termKey('灯')], cap: 40 } as const
    const [one, other] = await Promise.all([
      stores.alone.postings(HOME, request),
      stores.beside.postings(HOME, request),
    ])
    expect(other.lists.map(({ places, documents }) => [places.length, documents])).toEqual(
      one.lists.map(({ places, documents }) => [places.length, documents]),
    )
    expect([other.documents, other.length, other.latestAt]).toEqual([one.documents, one.length, one.latestAt])
  })
})
