import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextBlockRange } from '../../../src/engine/conversation/seal.ts'

describe('the next block of a thread', () => {
  it('is due when the open turns fill it [L12]', () => {
    expect(nextBlockRange({ sealedTurns: 0, turns: 11 }, 12, false)).toBeUndefined()
    expect(nextBlockRange({ sealedTurns: 0, turns: 12 }, 12, false)).toEqual({ first: 1, last: 12 })
    expect(nextBlockRange({ sealedTurns: 12, turns: 30 }, 12, false)).toEqual({ first: 13, last: 24 })
  })

  it('closes a shorter tail when the conversation has ended, but no empty one', () => {
    expect(nextBlockRange({ sealedTurns: 12, turns: 15 }, 12, true)).toEqual({ first: 13, last: 15 })
    expect(nextBlockRange({ sealedTurns: 12, turns: 12 }, 12, true)).toBeUndefined()
    expect(nextBlockRange({ sealedTurns: 0, turns: 0 }, 12, true)).toBeUndefined()
  })

  it('joins the last sealed turn whatever size earlier blocks had [L15]', () => {
    expect(nextBlockRange({ sealedTurns: 5, turns: 9 }, 3, false)).toEqual({ first: 6, last: 8 })
  })

  it('covers all turns once, in full blocks and at most one shorter last one, in whatever portions they come [L12, L13, L56]', () => {
    const portions = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(portions, fc.integer({ min: 1, max: 15 }), (arrivals, size) => {
        const thread = { sealedTurns: 0, turns: 0 }
        const lengths: number[] = []
        const sealDue = (force: boolean) => {
          for (
            let due = nextBlockRange(thread, size, force);
            due;
            due = nextBlockRange(thread, size, force)
          ) {
            expect(due.first).toBe(thread.sealedTurns + 1)
            lengths.push(due.last - due.first + 1)
            thread.sealedTurns = due.last
          }
        }
        for (const arrived of arrivals) {
          thread.turns += arrived
          sealDue(false)
        }
        sealDue(true)
        const rest = thread.turns % size
        const full = Array.from({ length: Math.floor(thread.turns / size) }, () => size)
        expect(lengths).toEqual(rest === 0 ? full : [...full, rest])
      }),
    )
  })
})
