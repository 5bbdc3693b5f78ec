/** What waits for the index is found as it will be when it has been brought in. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageInput } from '../../../src/domain/conversation.ts'
import { makeId } from '../../../src/domain/ids.ts'
import type { SearchOptions } from '../../../src/domain/search.ts'
import { USER_SPACE } from '../../../src/domain/space.ts'
import { search } from '../../../src/engine/recall/search.ts'
import type { NewTurn, Store } from '../../../src/storage/store.ts'
import { eventOf, HOME, indexAll, turnOf } from '../../contracts/store.ts'
import { makeSqlitePlace, type SqlitePlace } from '../place.ts'

const DAY = 86_400_000
const MAY = Date.UTC(2025, 4, 3, 9)
const WORDS = 'oak floor paint lamp sink tile door shelf 厨房 地板 灯 walnut'.split(' ')
const SPEAKERS = ['Mira', 'Tom', 'Ada Vale', undefined]

const wordsOf = (n: number) =>
  Array.from({ length: 1 + (n % 5) }, (_, at) => WORDS[(n * 7 + at * (1 + (n % 3))) % WORDS.length]).join(' ')

/** The nth turn: four messages of one of three conversations. */
function turnAt(n: number): NewTurn {
  const messages = [0, 1, 2, 3].map((at): MessageInput => {
    const nth = 4 * n + at
    return {
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `${wordsOf(nth)}${nth % 3 === 0 ? '?' : '.'}`,
      at: nth % 7 === 0 ? undefined : MAY + n * DAY,
      speaker: SPEAKERS[(nth + n) % SPEAKERS.length],
    }
  })
  return { ...turnOf(['kitchen', 'garden', 'attic'][n % 3] ?? '', `${n}`, ''), messages }
}

/** Turns of three conversations and of a fork of the first, 192 messages: three times as many as enter together. */
const TURNS: readonly NewTurn[] = Array.from({ length: 48 }, (_, n) =>
  n % 6 === 5
    ? { ...turnAt(n), thread: 'island', parent: { thread: 'kitchen', lastSharedTurn: '3' } }
    : turnAt(n),
)

const OPTIONS: readonly SearchOptions[] = [
  {},
  { thread: 'kitchen' },
  { thread: 'island' },
  { speaker: 'Tom' },
  { from: MAY + 10 * DAY, to: MAY + 20 * DAY },
]

async function answersOf(
  store: Store,
  questions: readonly string[],
  options: readonly SearchOptions[],
): Promise<string[]> {
  const answers: string[] = []
  for (const question of questions) {
    for (const how of options) {
      const { hits } = await search(
        store,
        HOME,
        question,
        { ...how, limit: 200, explain: true },
        { zone: 'UTC' },
      )
      answers.push(JSON.stringify({ question, how, hits }, undefined, 1))
    }
  }
  return answers
}

describe('what waits for the index', () => {
  let places: SqlitePlace[] = []
  let stores: Store[] = []

  beforeEach(() => {
    places = []
    stores = []
  })

  afterEach(async () => {
    for (const store of stores) await store.close()
    for (const place of places) await place.remove()
  })

  async function open(): Promise<Store> {
    const place = makeSqlitePlace()
    const store = await place.open()
    places.push(place)
    stores.push(store)
    return store
  }

  for (const [name, questions] of Object.entries({
    'for its words': ['walnut', '灯', 'oak floor', '厨房的地板', 'paint lamp sink tile'],
    'for who speaks': ['What did Mira say of the oak?', 'Tom and the lamp', 'Did I choose walnut?'],
    'for what is asked': ['When was the sink painted?', 'How many tiles?', 'Which door?'],
    'for a date': ['What of the oak on 20 May 2025?', 'the lamp in June 2025', '5月的灯'],
  })) {
    it(`is asked ${name} and found with the score, order and explanation that it has afterwards`, async () => {
      const states: string[][] = []
      for (const already of [0, 6, 20]) {
        const store = await open()
        for (const [n, turn] of TURNS.entries()) {
          await store.appendTurn(HOME, turn)
          if (n === already) await indexAll(store, HOME)
        }
        states.push(await answersOf(store, questions, OPTIONS))
      }
      const store = await open()
      for (const turn of TURNS) await store.appendTurn(HOME, turn)
      let left = await store.indexWaiting(HOME)
      while (left >= 32) left = await store.indexWaiting(HOME)
      const afterwards = await answersOf(store, questions, OPTIONS)
      const found = afterwards.filter(answer => answer.includes('"score"'))
      expect(found.length).toBeGreaterThan(2 * questions.length)
      for (const answers of states) {
        for (const [nth, answer] of answers.entries()) expect(answer).toBe(afterwards[nth])
      }
    })
  }

  it('holds events of every reach, found as they are when others wait in their place', async () => {
    const source = makeId('m', ['local', 'kitchen', '0', 0])
    const told = (title: string, changes: Parameters<typeof eventOf>[1] = {}) =>
      eventOf([source], { title, summary: `${title} of oak`, createdTurn: 1, ...changes })
    const asked = [
      ...Array.from({ length: 9 }, (_, n) => told(`walnut ${n}`, { mentionedAt: MAY + n * DAY })),
      ...[1, 2, 3].map(n => told(`walnut here ${n}`, { scope: 'session' })),
      told('walnut always', { scope: 'user', space: USER_SPACE }),
    ]
    const others = Array.from({ length: 70 }, (_, n) => [
      told(`lamp ${n}`),
      told(`lamp here ${n}`, { scope: 'session' }),
      told(`lamp always ${n}`, { scope: 'user', space: USER_SPACE }),
    ]).flat()
    const answers: string[][] = []
    for (const order of [
      [asked, others],
      [others, asked],
      [others.slice(0, 100), asked, others.slice(100)],
    ]) {
      const store = await open()
      await store.appendTurn(HOME, turnAt(0))
      for (const events of order) await store.addEvents(HOME, events)
      const options = [{}, { thread: 'kitchen' }, { thread: 'garden' }, { type: 'decision' as const }]
      answers.push(
        await answersOf(
          store,
          ['walnut', 'walnut here', 'always walnut'],
          options.map(how => ({ ...how, kinds: ['event'] })),
        ),
      )
    }
    const [first = []] = answers
    expect(first.filter(answer => answer.includes('walnut here 2'))).toHaveLength(3)
    for (const other of answers) expect(other).toEqual(first)
  })
})
