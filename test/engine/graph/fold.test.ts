/** What claims come to, told with Mira's kitchen project. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldClaims } from '../../../src/engine/graph/fold.ts'
import { factAt } from '../../../src/engine/graph/standing.ts'
import type { FoldedFact, PlacedClaim } from '../../../src/storage/graph-store.ts'

/** Claims in the order of their days; what is not said is a user's plain word about the project. */
function claimsOf(...given: (Partial<PlacedClaim> & { value?: string })[]): PlacedClaim[] {
  return given.map(({ value = 'npm', ...claim }, index) => ({
    key: index + 1,
    event: `e_${index + 1}`,
    ordinal: 0,
    subject: 'n_atlas',
    relation: 'package-manager',
    mode: 'state',
    valueKey: value,
    says: 'holds',
    isChange: false,
    at: (index + 1) * 10,
    mentionedAt: (index + 1) * 10,
    createdTurn: index + 1,
    thread: 1,
    trust: 8,
    isOfUser: false,
    ...claim,
  }))
}

/** Facts in a line each: value, standing, interval, who says it. */
function told(claims: readonly PlacedClaim[]): string[] {
  const values = new Map(claims.map(claim => [claim.key, claim.valueKey]))
  return foldClaims(claims).facts.map(
    fact =>
      `${values.get(fact.openedBy)} ${fact.standing}${fact.wasPending ? ' (announced)' : ''} ` +
      `${fact.validFrom}–${fact.validTo} by ${fact.claims.join(' ')}` +
      (fact.closedBy === null ? '' : `, closed by ${fact.closedBy}${fact.isReplaced ? ' (replaced)' : ''}`),
  )
}

const conflicts = (claims: readonly PlacedClaim[]) =>
  foldClaims(claims).conflicts.map(({ claim, other }) => `${claim} × ${other}`)

describe('folding claims of one key', () => {
  it('keeps one fact that every event supports which says the same', () => {
    expect(told(claimsOf({}, {}))).toEqual(['npm current 10–null by 1 2'])
  })

  it('closes the older value when a newer one is said [G3]', () => {
    expect(told(claimsOf({}, { value: 'pnpm' }))).toEqual([
      'npm past 10–20 by 1, closed by 2 (replaced)',
      'pnpm current 20–null by 2',
    ])
  })

  it('lets what happened earlier and is told later stand before', () => {
    expect(told(claimsOf({ value: 'pnpm', at: 50 }, { value: 'npm', at: 5 }))).toEqual([
      'npm past 5–50 by 2, closed by 1 (replaced)',
      'pnpm current 50–null by 1',
    ])
  })

  it('opens a value that comes back as a fact of its own', () => {
    expect(told(claimsOf({}, { value: 'pnpm' }, {}))).toEqual([
      'npm past 10–20 by 1, closed by 2 (replaced)',
      'pnpm past 20–30 by 2, closed by 3 (replaced)',
      'npm current 30–null by 3',
    ])
  })

  it('ends what is said to have ended, by its value or whatever it was, which replaces nothing', () => {
    expect(told(claimsOf({}, { says: 'ended' }))).toEqual(['npm past 10–20 by 1, closed by 2'])
    expect(told(claimsOf({}, { says: 'ended', value: '' }))).toEqual(['npm past 10–20 by 1, closed by 2'])
    expect(told(claimsOf({}, { says: 'ended', value: 'yarn' }))).toEqual(['npm current 10–null by 1'])
    expect(told(claimsOf({ says: 'ended' }))).toEqual([])
  })

  it('lets what is pending stand beside what holds, until a later word gives its outcome [E14, G9]', () => {
    const planned = claimsOf({}, { says: 'pending', value: 'pnpm' })
    expect(told(planned)).toEqual(['npm current 10–null by 1', 'pnpm pending (announced) 20–null by 2'])
    expect(told(claimsOf({}, { says: 'pending', value: 'pnpm' }, { value: 'pnpm', isChange: true }))).toEqual(
      [
        'npm past 10–30 by 1, closed by 3 (replaced)',
        'pnpm past (announced) 20–30 by 2, closed by 3',
        'pnpm current 30–null by 3',
      ],
    )
    expect(told(claimsOf({ says: 'pending', value: 'pnpm' }, { says: 'ended', value: 'pnpm' }))).toEqual([
      'pnpm past (announced) 10–20 by 1, closed by 2',
    ])
    expect(told(claimsOf({ says: 'pending' }, { says: 'pending' }))).toEqual([
      'npm pending (announced) 10–null by 1 2',
    ])
  })

  it('never lets an announcement close what holds', () => {
    expect(told(claimsOf({}, { says: 'pending', value: 'pnpm', isChange: true }))[0]).toBe(
      'npm current 10–null by 1',
    )
  })

  describe('where nobody can decide', () => {
    it('lets the word of a tool stand beside the user’s', () => {
      const claims = claimsOf({}, { value: 'pnpm', trust: -2, isChange: true })
      expect(told(claims)).toEqual(['npm current 10–null by 1', 'pnpm disputed 20–null by 2'])
      expect(conflicts(claims)).toEqual(['2 × 1'])
    })

    it('does not let a tool end what the user said holds', () => {
      const claims = claimsOf({}, { says: 'ended', trust: -2 })
      expect(told(claims)).toEqual(['npm current 10–null by 1'])
      expect(conflicts(claims)).toEqual(['2 × 1'])
    })

    it('lets the user correct a tool', () => {
      expect(told(claimsOf({ trust: -2 }, { value: 'pnpm' }))).toEqual([
        'npm past 10–20 by 1, closed by 2 (replaced)',
        'pnpm current 20–null by 2',
      ])
    })

    it('takes only the user’s own word about the user', () => {
      const claims = claimsOf({ isOfUser: true }, { isOfUser: true, value: 'pnpm', trust: 3, isChange: true })
      expect(told(claims)).toEqual(['npm current 10–null by 1', 'pnpm disputed 20–null by 2'])
      expect(told(claimsOf({}, { value: 'pnpm', trust: 3 })).at(-1)).toBe('pnpm current 20–null by 2')
    })

    it('keeps what was said seven times against two slips of hearing', () => {
      const seven = Array.from({ length: 7 }, () => ({ value: 'Meier' }))
      const claims = claimsOf(...seven, { value: 'Maier' }, { value: 'Maier' })
      expect(told(claims)).toEqual([
        'Meier current 10–null by 1 2 3 4 5 6 7',
        'Maier disputed 80–null by 8 9',
      ])
      expect(told(claimsOf(...seven, { value: 'Maier', isChange: true })).at(-1)).toBe(
        'Maier current 80–null by 8',
      )
      expect(told(claimsOf(...seven.slice(0, 2), { value: 'Maier' })).at(-1)).toBe(
        'Maier current 30–null by 3',
      )
    })

    it('does not order what two conversations said at unknown times, and does within one', () => {
      const unknown = { at: null, mentionedAt: null }
      expect(told(claimsOf(unknown, { ...unknown, value: 'pnpm', thread: 2 }))).toEqual([
        'npm current null–null by 1',
        'pnpm disputed null–null by 2',
      ])
      expect(told(claimsOf(unknown, { ...unknown, value: 'pnpm' }))).toEqual([
        'npm past null–null by 1, closed by 2 (replaced)',
        'pnpm current null–null by 2',
      ])
      expect(
        told(claimsOf({ ...unknown, thread: null }, { ...unknown, thread: null, value: 'pnpm' }))[1],
      ).toBe('pnpm disputed null–null by 2')
    })

    it('is settled by a later word that can decide, and what was disputed never held', () => {
      const tool = { value: 'pnpm', trust: -2 }
      expect(told(claimsOf({}, tool, {}))).toEqual([
        'npm current 10–null by 1 3',
        'pnpm disputed 20–30 by 2, closed by 3',
      ])
      expect(told(claimsOf({}, tool, { value: 'pnpm' }))).toEqual([
        'npm past 10–30 by 1, closed by 3 (replaced)',
        'pnpm disputed 20–30 by 2, closed by 3',
        'pnpm current 30–null by 3',
      ])
    })
  })
})

// ---- properties -------------------------------------------------------------------------------------------

const claim = fc.record({
  valueKey: fc.constantFrom('npm', 'pnpm', 'yarn'),
  says: fc.constantFrom('holds', 'holds', 'holds', 'ended', 'pending') as fc.Arbitrary<PlacedClaim['says']>,
  isChange: fc.boolean(),
  at: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 5 }),
  createdTurn: fc.integer({ min: 0, max: 3 }),
  thread: fc.option(fc.integer({ min: 1, max: 2 })),
  trust: fc.constantFrom(-2, 3, 8),
  event: fc.constantFrom('e_a', 'e_b', 'e_c', 'e_d', 'e_e'),
})

const history = fc.tuple(fc.array(claim, { maxLength: 14 }), fc.boolean()).map(([given, isOfUser]) =>
  given.map((one, index) => ({
    ...claimsOf({})[0],
    ...one,
    mentionedAt: one.at,
    key: index + 1,
    ordinal: index,
    isOfUser,
  })),
) as fc.Arbitrary<PlacedClaim[]>

/** What holds at a time, and what is pending or disputed then. */
function stateAt(facts: readonly FoldedFact[], at: number): string[] {
  return facts
    .map(fact =>
      factAt({ ...fact, closedBy: fact.closedBy === null ? null : `${fact.closedBy}` } as never, at),
    )
    .filter(fact => fact !== undefined)
    .map(
      (fact: FoldedFact) => `${fact.id} ${fact.standing} ${fact.validFrom} ${fact.validTo} ${fact.closedBy}`,
    )
    .sort()
}

describe('any claims of one key', () => {
  it('give the same facts in whatever order they are read', () => {
    fc.assert(
      fc.property(
        history.chain(claims =>
          fc.tuple(fc.constant(claims), fc.shuffledSubarray(claims, { minLength: claims.length })),
        ),
        ([claims, shuffled]) => {
          expect(foldClaims(shuffled)).toEqual(foldClaims(claims))
        },
      ),
    )
  })

  it('never hold two values at once, and hold at most one now', () => {
    fc.assert(
      fc.property(history, claims => {
        const held = foldClaims(claims).facts.filter(fact => !fact.wasPending && fact.standing !== 'disputed')
        expect(held.filter(fact => fact.standing === 'current').length).toBeLessThanOrEqual(1)
        held.slice(1).forEach((fact, index) => {
          const before = held[index] as FoldedFact
          expect(before.closedBy).not.toBeNull()
          expect(before.validTo ?? -Infinity).toBeLessThanOrEqual(fact.validFrom ?? -Infinity)
        })
      }),
    )
  })

  it('tell what stood at any time as if only the claims up to then had been made [G10]', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: -1, max: 13 }), (claims, at) => {
        const known = claims.filter(one => one.at === null || one.at <= at)
        expect(stateAt(foldClaims(claims).facts, at)).toEqual(stateAt(foldClaims(known).facts, at))
        expect(stateAt(foldClaims(known).facts, at)).toEqual(stateAt(foldClaims(known).facts, 99))
      }),
    )
  })

  it('let each claim stand in at most one fact, and every fact rest on its opener', () => {
    fc.assert(
      fc.property(history, claims => {
        const { facts } = foldClaims(claims)
        const all = facts.flatMap(fact => fact.claims)
        expect(new Set(all).size).toBe(all.length)
        for (const fact of facts) expect(fact.claims[0]).toBe(fact.openedBy)
        expect(new Set(facts.map(fact => fact.id)).size).toBe(facts.length)
      }),
    )
  })
})
