/** What an event weighs and how sure it still is, part by part. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import { toSpaceId } from '../../../src/domain/space.ts'
import { confidenceOf, isToVerify } from '../../../src/engine/events/confidence.ts'
import { explainWeight } from '../../../src/engine/events/explain-weight.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/sqlite-store.ts'

const DAY = 86_400_000
const MAY = Date.UTC(2025, 4, 1, 9)

const event = {
  criticality: 'routine',
  status: 'active',
  pinned: false,
  strength: 1,
  reinforcedTurn: 10,
  trust: 8,
  mentionedAt: MAY,
} as const

describe('the account of a weight', () => {
  it('names every part', () => {
    const lambda = 0.15 / (1 + 1.5 * Math.LN2)
    expect(explainWeight({ ...event, strength: 2 }, { spaceTurn: 14, latestAt: MAY + 30 * DAY })).toEqual({
      weight: Math.exp(-4 * lambda),
      turns: 4,
      strength: 2,
      lambda,
      faded: Math.exp(-4 * lambda),
      floor: 0,
      cap: 1,
      pinned: false,
      confidence: 0.45,
      days: 30,
    })
  })

  const any = fc.record({
    criticality: fc.constantFrom('routine', 'preference', 'identity', 'safety'),
    status: fc.constantFrom('active', 'superseded', 'forgotten', 'archived'),
    pinned: fc.boolean(),
    strength: fc.integer({ min: 1, max: 500 }),
    reinforcedTurn: fc.nat(5_000),
    trust: fc.integer({ min: -10, max: 10 }),
    mentionedAt: fc.option(fc.integer({ min: 0, max: MAY * 2 })),
  })
  const counters = fc.record({
    spaceTurn: fc.nat(10_000),
    latestAt: fc.option(fc.integer({ min: 0, max: MAY * 2 })),
  })

  it('stays between floor and cap, and says the same however often it is asked', () => {
    fc.assert(
      fc.property(any, counters, (one, at) => {
        const asked = structuredClone(one)
        const told = explainWeight(one, at)
        expect(told.weight).toBeGreaterThanOrEqual(Math.min(told.floor, told.cap))
        expect(told.weight).toBeLessThanOrEqual(told.cap)
        expect([told.confidence >= 0, told.confidence <= 1]).toEqual([true, true])
        expect(explainWeight(one, at)).toEqual(told)
        expect(one).toEqual(asked)
      }),
    )
  })

  it('never grows with turns, never shrinks with reinforcement, and knows no days [E46]', () => {
    fc.assert(
      fc.property(any, counters, fc.nat(5_000), fc.nat(500), (one, at, more, times) => {
        const { weight } = explainWeight(one, at)
        expect(explainWeight(one, { ...at, spaceTurn: at.spaceTurn + more }).weight).toBeLessThanOrEqual(
          weight,
        )
        const stronger = { ...one, strength: one.strength + times }
        expect(explainWeight(stronger, at).weight).toBeGreaterThanOrEqual(weight)
        expect(explainWeight(one, { ...at, latestAt: null }).weight).toBe(weight)
      }),
    )
  })
})

describe('confidence', () => {
  it('halves every thirty days from what the trust allows [E45]', () => {
    const later = (days: number, trust: number) =>
      confidenceOf({ trust, mentionedAt: MAY }, MAY + days * DAY).confidence
    expect([later(0, 10), later(0, 8), later(0, 3), later(0, -2), later(0, -10)]).toEqual([
      1, 0.9, 0.65, 0.4, 0.3,
    ])
    expect([later(30, 8), later(60, 8)]).toEqual([0.45, 0.225])
    expect(later(-5, 8)).toBe(0.9)
    expect(confidenceOf({ trust: 8, mentionedAt: null }, MAY)).toEqual({ confidence: 0.9, days: null })
  })

  it('asks to verify what may be outdated, never who somebody is, what they like or what harms', () => {
    const later = (days: number, type: Parameters<typeof isToVerify>[0]['type']) =>
      isToVerify({ type, trust: 8, mentionedAt: MAY }, MAY + days * DAY)
    expect([later(25, 'decision'), later(26, 'decision'), later(26, 'done')]).toEqual([false, true, true])
    expect([later(900, 'preference'), later(900, 'identity'), later(900, 'safety')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('reinforcement', () => {
  it('counts twice for two, fades anew from the last, and finding counts none [E39, E40, E41]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-explain-'))
    const path = join(folder, 'memory.db')
    const store = await openSqliteStore({ path, create: true, zone: 'UTC', synchronous: 'normal' })
    const memory = await openMemory({ path, derive: 'manual', onWarning: () => {} })
    try {
      const say = (content: string) =>
        memory.ingest({
          thread: 'desk',
          messages: [
            { role: 'user', content, at: MAY },
            { role: 'assistant', content: 'Yes.' },
          ],
        })
      await say('Good morning.')
      await memory.addEvents([
        {
          type: 'decision',
          title: 'Denver',
          summary: 'The offsite takes place in Denver.',
          tags: [],
          quotes: [],
          scope: 'project',
          criticality: 'routine',
          origin: 'agent',
          mentionedAt: MAY - DAY,
        },
      ])
      const [{ id } = { id: '' }] = await memory.events()
      const facts = async () => {
        const { event, weight } = await memory.explain(id)
        return [event.strength, event.reinforcedTurn, weight.turns, weight.days]
      }
      expect(await facts()).toEqual([1, 1, 0, 1])
      await say('The weather is fine.')
      await store.reinforce(toSpaceId('local:global'), [id])
      await say('The lamp is on.')
      expect(await facts()).toEqual([2, 2, 1, 1])
      await store.reinforce(toSpaceId('local:global'), [id])
      for (let k = 0; k < 30; k++) {
        expect((await memory.recall({ message: 'Who is in Denver?' })).items).toHaveLength(1)
        const { hits } = await memory.search('Denver', { explain: true, kinds: ['event'] })
        expect(hits[0]?.explain?.weight).toBe(1)
      }
      expect(await facts()).toEqual([3, 3, 0, 1])
      await expect(memory.explain((await memory.search('lamp')).hits[0]?.id ?? '')).rejects.toMatchObject({
        code: 'bad-input',
      })
    } finally {
      await memory.close()
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
