/** The order of events that entered. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderOf, type Standing, typesNamed } from '../../../src/engine/recall/recall-order.ts'

const standing = (held: number, weight: number, fit = 0): Standing => ({ held, weight, fit })

describe('the order of recalled events', () => {
  it('follows relevance where nothing else speaks', () => {
    expect(orderOf([standing(0.5, 1), standing(0.6, 1), standing(0.55, 1)])).toEqual([1, 2, 0])
  })

  it('lets weight and fit decide among events about as relevant [E44]', () => {
    expect(orderOf([standing(0.6, 0.1), standing(0.6, 0.9)])).toEqual([1, 0])
    expect(orderOf([standing(0.6, 0.5), standing(0.6, 0.5, 1)])).toEqual([1, 0])
    expect(orderOf([standing(0.6, 0.1), standing(0.55, 0.9, 1)])).toEqual([1, 0])
  })

  it('keeps the given order of equals', () => {
    expect(orderOf([standing(0.4, 0.4), standing(0.4, 0.4), standing(0.4, 0.4)])).toEqual([0, 1, 2])
  })

  it('never puts one that holds a quarter of what another holds before it, whatever else it has', () => {
    const any = fc.record({
      held: fc.double({ min: 0.01, max: 1, noNaN: true }),
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      fit: fc.constantFrom(0, 0.3, 1, 2, 3),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), standings => {
        const order = orderOf(standings)
        expect(order.toSorted((a, b) => a - b)).toEqual(standings.map((_, index) => index))
        const held = order.map(index => standings[index]?.held ?? 0)
        held.forEach((one, at) => {
          for (const later of held.slice(at + 1)) expect(later).toBeLessThan(4 * one + 1e-6)
        })
      }),
    )
  })
})

describe('types named', () => {
  it('knows them by words of both languages', () => {
    expect([...typesNamed('What did we decide, and what is the plan?')]).toEqual(['decision', 'plan'])
    expect([...typesNamed('我的偏好和计划')]).toEqual(['preference', 'plan'])
    expect([...typesNamed('The planet is decidedly round.')]).toEqual([])
  })
})
