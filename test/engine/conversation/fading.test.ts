import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level } from '../../../src/domain/conversation.ts'
import {
  DEFAULT_BLOCK_SIZE,
  DEFAULT_LAMBDA,
  isFastFading,
  levelOf,
  proposeLambda,
  shownLevel,
  THRESHOLDS,
  weight,
} from '../../../src/engine/conversation/fading.ts'

const LEVELS: readonly Level[] = [0, 1, 2, 3, 4, 5]

/** Levels of a block sealed first, as 0, 1, 2 … ready blocks come after the anchor. */
function levelsByAge(level: Level, ages: number, lambda = DEFAULT_LAMBDA): Level[] {
  return Array.from({ length: ages + 1 }, (_, age) => {
    const readySequences = Array.from({ length: age + 1 }, (_, index) => index + 1)
    return levelOf({ anchor: { level, sequence: 1 }, readySequences, lambda })
  })
}

describe('fading with λ = 0.30', () => {
  it('shows a block from L5 to L0 by the age table [L48]', () => {
    expect(levelsByAge(5, 12)).toEqual([5, 5, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0])
  })

  it('drops 0, 0, 1, 2, 2, 3 levels from an anchor at L3 and stops at L0 [L49]', () => {
    expect(levelsByAge(3, 9)).toEqual([3, 3, 2, 1, 1, 0, 0, 0, 0, 0])
  })

  it.each(LEVELS)('shows the anchor level L%d itself while nothing is ready after it', level => {
    expect(levelOf({ anchor: { level, sequence: 4 }, readySequences: [1, 2, 3, 4], lambda: 0.3 })).toBe(level)
  })

  it('weighs a block by exp(−λ · age) [L44]', () => {
    expect(DEFAULT_LAMBDA).toBe(0.3)
    expect([0, 1, 2, 9].map(age => weight(age, 0.3).toFixed(4))).toEqual([
      '1.0000',
      '0.7408',
      '0.5488',
      '0.0672',
    ])
    expect(weight(2, 0.1)).toBeCloseTo(Math.exp(-0.2), 12)
  })

  it('puts every threshold between two ages, far from rounding', () => {
    const nearest = THRESHOLDS.map(threshold =>
      Math.min(...Array.from({ length: 20 }, (_, age) => Math.abs(weight(age, 0.3) - threshold))),
    )
    expect(Math.min(...nearest)).toBeGreaterThan(0.01)
  })
})

describe('what counts as age', () => {
  it('counts ready blocks only: pending and failed ones leave gaps in the sequence [L20, L46, L47]', () => {
    const state = { anchor: { level: 5, sequence: 2 }, lambda: 0.3 } as const
    expect(levelOf({ ...state, readySequences: [1, 2] })).toBe(5)
    expect(levelOf({ ...state, readySequences: [1, 2, 9] })).toBe(5)
    expect(levelOf({ ...state, readySequences: [1, 2, 9, 40] })).toBe(4)
  })

  it('starts again at the newest ready block when a block is opened [L50]', () => {
    const readySequences = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    expect(levelOf({ anchor: { level: 5, sequence: 1 }, readySequences, lambda: 0.3 })).toBe(0)
    expect(levelOf({ anchor: { level: 3, sequence: 12 }, readySequences, lambda: 0.3 })).toBe(3)
    expect(levelOf({ anchor: { level: 3, sequence: 10 }, readySequences, lambda: 0.3 })).toBe(2)
  })

  it('never shows more as blocks go by, nor less with a smaller λ', () => {
    const lambdas = fc.double({ min: 0, max: 5, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...LEVELS), lambdas, lambdas, (level, a, b) => {
        const slow = levelsByAge(level, 30, Math.min(a, b))
        const fast = levelsByAge(level, 30, Math.max(a, b))
        expect(slow).toEqual([...slow].sort((x, y) => y - x))
        expect(fast.map((shown, age) => shown <= (slow[age] ?? 0))).toEqual(fast.map(() => true))
      }),
    )
  })

  it('agrees with counting one by one, whatever the sequences [L46]', () => {
    const sequences = fc.uniqueArray(fc.integer({ min: 1, max: 60 }))
    fc.assert(
      fc.property(sequences, fc.integer({ min: 0, max: 61 }), (given, sequence) => {
        const readySequences = [...given].sort((a, b) => a - b)
        const now = weight(given.filter(ready => ready > sequence).length, 0.1)
        const expected = Math.max(0, 5 - THRESHOLDS.filter(threshold => now < threshold).length)
        expect(levelOf({ anchor: { level: 5, sequence }, readySequences, lambda: 0.1 })).toBe(expected)
      }),
    )
  })

  it('does not fade at all with λ = 0', () => {
    expect(new Set(levelsByAge(5, 40, 0))).toEqual(new Set([5]))
  })
})

describe('the level that is shown', () => {
  const views = (...levels: Level[]) => levels.map(level => ({ level }))

  it('is the next deeper one where the due level is not stored [L55]', () => {
    expect(LEVELS.map(level => shownLevel(level, views(3, 4)))).toEqual([3, 3, 3, 3, 4, 5])
    expect(LEVELS.map(level => shownLevel(level, views(0, 2, 3, 4, 5)))).toEqual([0, 2, 2, 3, 4, 5])
  })

  it('is the source when no view is stored', () => {
    expect(LEVELS.map(level => shownLevel(level, []))).toEqual([5, 5, 5, 5, 5, 5])
  })
})

describe('choosing λ', () => {
  it('proposes the λ that keeps the speed per turn [L54]', () => {
    expect(proposeLambda(0.3, 12, 6)).toBe(0.15)
    expect(proposeLambda(0.3, 6, 12)).toBe(0.6)
    expect(proposeLambda(0.3, DEFAULT_BLOCK_SIZE, DEFAULT_BLOCK_SIZE)).toBe(DEFAULT_LAMBDA)
  })

  it('warns above 0.4 at six turns a block, not at it [L45]', () => {
    expect([0.3, 0.4, 0.41].map(lambda => isFastFading(lambda, 6))).toEqual([false, false, true])
    expect([0.3, 0.8, 0.81].map(lambda => isFastFading(lambda, 12))).toEqual([false, false, true])
    expect(isFastFading(0.4 / 6, 1)).toBe(false)
  })

  it('never warns about a proposal made from a setting that was not warned about, however often sizes change [L45]', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 20 })
    const perTurn = fc.oneof(fc.constant(0.4 / 6), fc.double({ min: 0, max: 0.4 / 6, noNaN: true }))
    fc.assert(
      fc.property(sizes, perTurn, ([first = 1, ...others], speed) => {
        let setting = { lambda: speed * first, size: first }
        for (const size of others) {
          setting = { lambda: proposeLambda(setting.lambda, setting.size, size), size }
          expect(isFastFading(setting.lambda, size)).toBe(false)
        }
      }),
    )
  })
})
