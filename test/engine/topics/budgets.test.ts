/** Whatever is remembered, a directory and an opened topic stay within their budgets, and hide nothing silently. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeId } from '../../../src/domain/ids.ts'
import { type SpaceId, toSpaceId } from '../../../src/domain/space.ts'
import { eventVersion, OVERVIEW_PARTS } from '../../../src/domain/topic.ts'
import { directoryText, readDirectory } from '../../../src/engine/topics/directory.ts'
import { openTopic } from '../../../src/engine/topics/opened.ts'
import type { Store } from '../../../src/storage/store.ts'
import { countTokens } from '../../../src/text/tokens.ts'
import { eventOf } from '../../contracts/store.ts'
import { makeSqlitePlace, type SqlitePlace } from '../../storage/place.ts'

const words = fc.constantFrom(
  'Dependencies and build',
  '依赖与构建',
  'Küche',
  '本地数据库里的会话记录与备份策略',
  'A title that goes on and on until its sixty characters are',
  'プロジェクト',
  '🧑‍🍳🧑‍🍳🧑‍🍳',
)
const layout = fc.array(
  fc.record({
    word: words,
    sections: fc.array(fc.record({ word: words, events: fc.integer({ min: 1, max: 30 }) }), {
      minLength: 1,
      maxLength: 16,
    }),
  }),
  { minLength: 1, maxLength: 14 },
)

describe('a generated store of topics', () => {
  let place: SqlitePlace
  let store: Store
  let runs = 0

  beforeAll(async () => {
    place = makeSqlitePlace()
    store = await place.open()
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  /** Fills a space of its own with the topics, every second section with an overview. */
  async function fill(chapters: typeof layout extends fc.Arbitrary<infer T> ? T : never): Promise<SpaceId> {
    const space = toSpaceId(`local:project:/generated/${runs++}`)
    for (const [c, chapter] of chapters.entries())
      for (const [s, section] of chapter.sections.entries()) {
        const events = Array.from({ length: Math.min(section.events, 12) }, (_, n) =>
          eventOf([], {
            id: makeId('e', [space, c, s, n]),
            title: `${n} ${chapter.word} ${section.word} ${'词 word '.repeat(n)}`,
            space,
            origin: 'import',
          }),
        )
        await store.addEvents(space, events)
        const batch = await store.claimEvents(space, {
          stage: 'topics',
          now: 0,
          leaseMs: 1_000,
          lease: `${c}/${s}`,
        })
        if (!batch) throw new Error('nothing is due')
        const at = { chapter: `${c} ${chapter.word}`, section: `${s} ${section.word}` }
        const sources = batch.events.map(({ id }) => id).slice(0, 6)
        const paragraphs = OVERVIEW_PARTS.map(part => ({ part, text: section.word.repeat(8), sources }))
        await store.applyTopics(batch, {
          versions: Object.fromEntries(batch.events.map(event => [event.id, eventVersion(event)])),
          placements: batch.events.map(({ id }) => ({ event: id, place: at })),
          overviews: s % 2 === 0 ? [{ place: at, paragraphs }] : [],
          madeBy: 'test-1',
        })
      }
    return space
  }

  it('has a directory within its budget, in both languages, that counts what it leaves out [T8, T9, T10]', async () => {
    await fc.assert(
      fc.asyncProperty(layout, fc.integer({ min: 40, max: 500 }), async (chapters, budgetTokens) => {
        const space = await fill(chapters)
        const all = chapters.reduce((sum, { sections }) => sum + sections.length, 0)
        for (const language of ['en', 'zh'] as const) {
          const standard = await directoryText(store, space, { language })
          expect(countTokens(standard)).toBeLessThanOrEqual(400)
          expect(await directoryText(store, space, { language })).toBe(standard)
          expect(sectionsTold(standard)).toBe(all)
          const text = await directoryText(store, space, { language, budgetTokens })
          expect(countTokens(text)).toBeLessThanOrEqual(budgetTokens)
        }
        const pages = Math.ceil(all / 20)
        const listed = await Promise.all(
          Array.from({ length: pages }, (_, page) => readDirectory(store, space, { page: page + 1 })),
        )
        const ids = listed.flatMap(one =>
          one.chapters.flatMap(({ sections }) => sections.map(({ id }) => id)),
        )
        expect([new Set(ids).size, listed[0]?.pages]).toEqual([all, pages])
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('opens each topic within its budget, in both languages, and says how much it leaves out [T11]', async () => {
    await fc.assert(
      fc.asyncProperty(layout, fc.integer({ min: 30, max: 3_000 }), async (chapters, budgetTokens) => {
        const space = await fill(chapters.slice(0, 2))
        const { chapters: listed } = await store.topics(space)
        for (const chapter of listed)
          for (const id of [chapter.id, chapter.sections[0]?.id ?? ''])
            for (const language of ['en', 'zh'] as const) {
              const standard = await openTopic(store, { space, id }, { language }, 'UTC')
              expect(countTokens(standard.text)).toBeLessThanOrEqual(2_400)
              for (const { events, entries, leftOut } of standard.sections)
                expect(entries.length + leftOut.entries).toBe(events)
              const { text } = await openTopic(store, { space, id }, { language, budgetTokens }, 'UTC')
              expect(countTokens(text)).toBeLessThanOrEqual(budgetTokens)
            }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

/** Sections that a directory names, and those that it says are left out. */
function sectionsTold(text: string): number {
  const [, ...lines] = text.split('\n')
  const chapters = lines.filter(line => line.startsWith('c_'))
  const named = chapters.flatMap(line => line.match(/ \d+(?=, |、|$)/gm) ?? []).length
  const rest = lines.find(line => /^(And|另有)/.test(line)) ?? ''
  return named + Number(/(\d+) (?:more sections?|节)/.exec(rest)?.[1] ?? 0)
}
