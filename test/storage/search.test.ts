import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeId } from '../../src/domain/ids.ts'
import { toSpaceId } from '../../src/domain/space.ts'
import { MAX_INDEXED_LENGTH, toIndexTerm } from '../../src/storage/sqlite/search-index.ts'
import type { Store } from '../../src/storage/store.ts'
import { queryTerms } from '../../src/text/terms.ts'
import { eventOf, HOME, OFFICE, turnOf } from '../contracts/store.ts'
import { makeSqlitePlace } from './place.ts'

describe('searching', () => {
  const place = makeSqlitePlace()
  let store: Store

  beforeAll(async () => {
    store = await place.open()
    const texts = [
      '已把build-cn7脚本改成增量编译并修好回滚',
      'see src/store/readConfig.ts, limits are 5 req/s, v1.2.3',
      `${'filler '.repeat(MAX_INDEXED_LENGTH / 7)}🪵🪵 walnut`,
    ]
    for (const [n, text] of texts.entries()) await store.appendTurn(HOME, turnOf('kitchen', `${n}`, text))
  })

  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const find = (query: string, space = HOME) =>
    store.search(space, {
      terms: queryTerms(query),
      kinds: ['message', 'block', 'event'],
      limit: 20,
      offset: 0,
    })

  for (const query of ['增量', '回滚', 'build-cn7', 'cn7', '增量编译', 'src/store/readConfig.ts', 'v1.2.3']) {
    it(`finds ${query} inside the text it stands in`, async () => {
      expect((await find(query)).length).toBeGreaterThan(0)
    })
  }

  it('reads long text by its beginning', async () => {
    const [row] = await find('filler')
    expect(row?.text.length).toBeLessThanOrEqual(MAX_INDEXED_LENGTH)
    expect(row?.text.isWellFormed()).toBe(true)
    expect(await find('walnut')).toEqual([])
  })

  it('never fails and finds nothing for terms that no text holds', async () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map(codes => String.fromCharCode(...codes))
    const hostile = fc.constantFrom(
      '"',
      "'",
      ' OR ',
      ' AND NOT ',
      'NEAR(',
      ')',
      '*',
      ':',
      '^',
      '{}',
      '--',
      '/*',
      '\0',
      '%',
    )
    const term = fc
      .array(fc.oneof(hostile, units), { minLength: 1, maxLength: 6 })
      .map(parts => `\u{1fab5}${parts.join('')}`)
    await fc.assert(
      fc.asyncProperty(fc.array(term, { maxLength: 8 }), async terms => {
        const rows = await store.search(HOME, {
          terms,
          kinds: ['message'],
          limit: 5,
          offset: 0,
          speaker: terms[0],
        })
        expect(rows).toEqual([])
      }),
      { numRuns: 200 },
    )
    expect(await find('!'.repeat(4_000))).toEqual([])
  })

  it('gives every term of every space its own place in the index', () => {
    const text = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 })
      .map(codes => String.fromCharCode(...codes))
    const space = fc.integer({ min: 1, max: 99 })
    fc.assert(
      fc.property(space, space, text, text, (a, b, left, right) => {
        expect(toIndexTerm(a, left) === toIndexTerm(b, right)).toBe(a === b && left === right)
        expect(toIndexTerm(a, left)).toMatch(/^[^"'\0-\x20\ud800-\udfffA-Z]+$/u)
      }),
    )
  })

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
    const rows = await find('walnut', space)
    expect(rows.map(row => row.title)).toEqual(['Oak worktop'])
  })

  it('reads without writing', async () => {
    const other = await place.open()
    const before = (await store.info()).bytes
    await find('增量')
    await other.search(OFFICE, { terms: ['oak'], kinds: ['event'], limit: 1, offset: 0 })
    expect((await store.info()).bytes).toBe(before)
    expect(await store.hasSpace(OFFICE)).toBe(false)
    expect(await store.hasSpace(toSpaceId('local:global'))).toBe(false)
    await other.close()
  })
})
