/** What is stored of topics: places, overviews and what they rest on. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MemoryEvent } from '../../src/domain/event.ts'
import { type SpaceId, USER_SPACE } from '../../src/domain/space.ts'
import { eventVersion } from '../../src/domain/topic.ts'
import { foldClaims } from '../../src/engine/graph/fold.ts'
import type { EventBatch, OrganizedBatch, Store, TopicPlace } from '../../src/storage/store.ts'
import { eventOf, HOME, OFFICE } from '../contracts/store.ts'
import { query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

const NOW = Date.UTC(2025, 5, 18, 12)
const WORKTOP = { chapter: 'Kitchen', section: 'Worktop' }

describe('topics', () => {
  let place: SqlitePlace
  let store: Store
  let leases = 0

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const add = (titles: readonly string[], space: SpaceId = HOME, scope: MemoryEvent['scope'] = 'project') =>
    store.addEvents(
      space,
      titles.map(title => eventOf([], { title, space, scope, origin: 'import' })),
    )
  async function claim(scope: SpaceId | 'all' = 'all'): Promise<EventBatch> {
    leases++
    const batch = await store.claimEvents(scope, {
      stage: 'topics',
      now: NOW,
      leaseMs: 15_000,
      lease: `lease-${leases}`,
    })
    if (!batch) throw new Error('nothing is due')
    return batch
  }
  const versionsOf = (batch: EventBatch) =>
    Object.fromEntries(batch.events.map(event => [event.id, eventVersion(event)]))
  const organized = (batch: EventBatch, at: TopicPlace, changes: Partial<OrganizedBatch> = {}) => ({
    versions: versionsOf(batch),
    placements: batch.events.map(({ id }) => ({ event: id, place: at })),
    overviews: [],
    madeBy: 'test-1',
    ...changes,
  })
  const put = async (at: TopicPlace, scope: SpaceId | 'all' = 'all') => {
    const batch = await claim(scope)
    expect(await store.applyTopics(batch, organized(batch, at))).toBe('done')
    return batch
  }
  const outline = async (space = HOME) =>
    (await store.topics(space)).chapters.map(chapter => [
      chapter.ordinal,
      chapter.title,
      chapter.sections.map(({ ordinal, title, events }) => [ordinal, title, events.decision ?? 0]),
    ])
  const idOf = async (title: string, space = HOME) => {
    const { chapters } = await store.topics(space)
    const found = [...chapters, ...chapters.flatMap(({ sections }) => sections)].find(
      one => one.title === title,
    )
    return found?.id ?? ''
  }

  it('are listed in order of creation, each section once in its chapter, however its title is written [T2, T4]', async () => {
    await add(['Oak'])
    await put(WORKTOP)
    await add(['Stone'])
    await put({ chapter: 'kitchen ', section: 'ＷＯＲＫＴＯＰ' })
    await add(['Lamp'])
    await put({ chapter: 'Kitchen', section: 'Light' })
    await add(['Shed'])
    await put({ chapter: 'Garden', section: 'Worktop' })
    expect(await outline()).toEqual([
      [
        1,
        'Kitchen',
        [
          [1, 'Worktop', 2],
          [2, 'Light', 1],
        ],
      ],
      [2, 'Garden', [[1, 'Worktop', 1]]],
    ])
  })

  it('keep ids and what belongs to them through renames [T3, T4]', async () => {
    await add(['Oak'])
    await put(WORKTOP)
    const [chapter, section] = [await idOf('Kitchen'), await idOf('Worktop')]
    await store.renameTopic(HOME, chapter, 'The new kitchen')
    await store.renameTopic(HOME, section, '台面')
    await add(['Stone'])
    await put(WORKTOP)
    expect(await outline()).toEqual([[1, 'The new kitchen', [[1, '台面', 2]]]])
    expect([await idOf('The new kitchen'), await idOf('台面')]).toEqual([chapter, section])
    await add(['Lamp'])
    await put({ chapter: 'Kitchen', section: 'Light' })
    await expect(store.renameTopic(HOME, section, 'light')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(store.renameTopic(HOME, section, ' \n')).rejects.toMatchObject({ code: 'bad-input' })
    await expect(store.renameTopic(OFFICE, section, 'Oak')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('hold no event that only its session sees, and count what is in no section yet', async () => {
    await add(['Oak', 'Stone'])
    await add(['A wish for now'], HOME, 'session')
    const batch = await claim()
    const [oak] = batch.events
    const placements = [oak, batch.events.at(-1)].map(event => ({ event: event?.id ?? '', place: WORKTOP }))
    expect(batch.events.at(-1)?.scope).toBe('session')
    await store.applyTopics(batch, organized(batch, WORKTOP, { placements }))
    expect(await outline()).toEqual([[1, 'Kitchen', [[1, 'Worktop', 1]]]])
    expect((await store.topics(HOME)).notPlaced).toEqual({ decision: 1 })
  })

  it('are not written from an event that changed since it was read, nor by a worker that lost its lease [T22]', async () => {
    await add(['Oak', 'Stone'])
    const batch = await claim()
    const [oak] = batch.events
    runSql(place.path, `UPDATE event SET status = 'superseded' WHERE id = '${oak?.id}'`)
    expect(await store.applyTopics(batch, organized(batch, WORKTOP))).toBe('stale')
    expect(await outline()).toEqual([])
    await store.failEvents(batch, { error: 'stale', retryAt: NOW })
    expect(await store.applyTopics(batch, organized(batch, WORKTOP))).toBe('lost')
    await put(WORKTOP)
    expect(await outline()).toEqual([[1, 'Kitchen', [[1, 'Worktop', 2]]]])
  })

  describe('with an overview', () => {
    let oak = ''
    let stone = ''
    let section = ''

    beforeEach(async () => {
      await add(['Oak', 'Stone'])
      const batch = await claim()
      ;[oak = '', stone = ''] = batch.events.map(({ id }) => id)
      const paragraphs = [
        { part: 'decisions' as const, text: 'Oak it is.', sources: [oak] },
        { part: 'open' as const, text: 'Stone is looked at.', sources: [oak, stone] },
      ]
      await store.applyTopics(batch, {
        ...organized(batch, WORKTOP),
        overviews: [{ place: WORKTOP, paragraphs }],
      })
      section = await idOf('Worktop')
    })

    it('know which sections rest on an event, and which sources changed since [T23]', async () => {
      expect(await store.sectionsRestingOn(HOME, [stone])).toEqual([section])
      expect((await store.overviews(HOME, [section]))[0]?.changed).toEqual([])
      for (const status of ['superseded', 'forgotten', 'archived']) {
        runSql(place.path, `UPDATE event SET status = '${status}' WHERE id = '${stone}'`)
        expect((await store.overviews(HOME, [section]))[0]?.changed).toEqual([stone])
      }
      runSql(place.path, `UPDATE event SET status = 'active' WHERE id = '${stone}'`)
      await store.addEvents(HOME, [
        eventOf([], { title: 'Slate', origin: 'import', relations: { conflictsWith: [oak] } }),
      ])
      expect((await store.overviews(HOME, [section]))[0]?.changed).toEqual([oak])
    })

    it('refuse a new text when a source of it, outside the batch, changed since it was read', async () => {
      await add(['Lamp'])
      const batch = await claim()
      const [known] = await store.overviews(HOME, [section])
      const versions = { ...known?.versions, ...versionsOf(batch) }
      runSql(place.path, `UPDATE event SET status = 'forgotten' WHERE id = '${stone}'`)
      const text = [{ part: 'decisions' as const, text: 'Oak and a lamp.', sources: [oak] }]
      const made = organized(batch, WORKTOP, { versions, overviews: [{ place: WORKTOP, paragraphs: text }] })
      expect(await store.applyTopics(batch, made)).toBe('stale')
      expect((await store.overviews(HOME, [section]))[0]?.paragraphs).toHaveLength(2)
    })

    it('list the events that are seen, the newest first', async () => {
      runSql(place.path, `UPDATE event SET status = 'forgotten' WHERE id = '${stone}'`)
      expect((await store.eventsOfSection(HOME, section, 10)).map(({ id }) => id)).toEqual([oak])
      expect(await outline()).toEqual([[1, 'Kitchen', [[1, 'Worktop', 1]]]])
    })
  })

  it('are found by the beginning of their id', async () => {
    await add(['Oak'])
    await put(WORKTOP)
    const [chapter, section] = [await idOf('Kitchen'), await idOf('Worktop')]
    expect(await store.findId('all', chapter.slice(0, 6), 5)).toEqual([
      { id: chapter, kind: 'chapter', space: HOME },
    ])
    expect(await store.findId(HOME, section.slice(0, 8), 5)).toEqual([
      { id: section, kind: 'section', space: HOME },
    ])
    expect(await store.findId(OFFICE, section, 5)).toEqual([])
  })

  it('move with their space, and become one with those of the same title', async () => {
    await add(['Desk'], OFFICE)
    await put({ chapter: 'Kitchen', section: 'Worktop' })
    await add(['Oak'])
    await put(WORKTOP)
    await add(['Lamp'])
    await put({ chapter: 'Kitchen', section: 'Light' })
    await add(['Shed'])
    await put({ chapter: 'Garden', section: 'Shed' })
    const kept = await idOf('Worktop', OFFICE)
    await store.mergeSpace(HOME, OFFICE, foldClaims)
    expect(await outline(OFFICE)).toEqual([
      [
        1,
        'Kitchen',
        [
          [1, 'Worktop', 2],
          [2, 'Light', 1],
        ],
      ],
      [2, 'Garden', [[1, 'Shed', 1]]],
    ])
    expect(await idOf('Worktop', OFFICE)).toBe(kept)
    expect(await outline(HOME)).toEqual([])
    expect(query(place.path, 'PRAGMA foreign_key_check')).toEqual([])
  })

  it('keep the events of the user apart from those of the space', async () => {
    await add(['Vegetarian'], USER_SPACE, 'user')
    await put({ chapter: 'About the user', section: 'Food' })
    expect([await outline(USER_SPACE), await outline()]).toEqual([
      [[1, 'About the user', [[1, 'Food', 1]]]],
      [],
    ])
  })
})
