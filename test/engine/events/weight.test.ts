/** How events fade, and what does not. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Criticality, EventStatus } from '../../../src/domain/event.ts'
import { weightParts } from '../../../src/engine/events/weight.ts'

const event = (criticality: Criticality, status: EventStatus = 'active', pinned = false) => ({
  criticality,
  status,
  pinned,
})
const CRITICALITIES: readonly Criticality[] = ['routine', 'preference', 'identity', 'safety']

const weightOf = (...asked: Parameters<typeof weightParts>) => weightParts(...asked).weight

describe('the weight of an event', () => {
  it('fades with the turns of the space, slower the more often it was reinforced [E38]', () => {
    const routine = event('routine')
    expect(weightOf(routine, 0, 1)).toBe(1)
    expect(weightOf(routine, 10, 1)).toBeCloseTo(Math.exp(-1.5), 12)
    expect(weightOf(routine, 10, 2)).toBeCloseTo(Math.exp(-1.5 / (1 + 1.5 * Math.LN2)), 12)
    expect(weightOf(routine, 10, 5)).toBeCloseTo(Math.exp(-1.5 / (1 + 1.5 * Math.log(5))), 12)
  })

  it('never falls below the floor of its criticality [E38, E42]', () => {
    expect(CRITICALITIES.map(one => weightOf(event(one), 1e6, 1))).toEqual([0, 0.3, 0.9, 1])
  })

  it('is 1 when pinned, at most 0.1 when superseded, 0 when forgotten or archived [E43]', () => {
    expect(weightOf(event('routine', 'active', true), 1e6, 1)).toBe(1)
    expect(weightOf(event('safety', 'superseded', true), 0, 9)).toBe(0.1)
    expect(weightOf(event('routine', 'superseded'), 20, 1)).toBeCloseTo(Math.exp(-3), 12)
    for (const status of ['forgotten', 'archived'] as const) {
      expect(weightOf(event('safety', status, true), 0, 9)).toBe(0)
    }
  })

  it('counts turns before its creation as none', () => {
    expect(weightOf(event('routine'), -3, 1)).toBe(1)
  })

  it('stays within 0 and 1, never grows with turns, never shrinks with reinforcement', () => {
    const any = fc.record({
      criticality: fc.constantFrom(...CRITICALITIES),
      status: fc.constantFrom<EventStatus>('active', 'superseded', 'forgotten', 'archived'),
      pinned: fc.boolean(),
    })
    const turns = fc.nat(10_000)
    const strength = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(any, turns, turns, strength, strength, (one, t, later, n, more) => {
        const weight = weightOf(one, t, n)
        expect(weight).toBeGreaterThanOrEqual(0)
        expect(weight).toBeLessThanOrEqual(1)
        expect(weightOf(one, t + later, n)).toBeLessThanOrEqual(weight)
        expect(weightOf(one, t, n + more)).toBeGreaterThanOrEqual(weight)
      }),
    )
  })
})
