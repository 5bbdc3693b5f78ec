/** How well claims are read out of sentences that the rules were not fitted to. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { claimsOf } from '../../../src/derive/offline/claims/claims.ts'
import type { EventScope, EventType } from '../../../src/domain/event.ts'
import { eventOf } from './claims-events.ts'

interface HeldOut {
  text: string
  type: EventType
  scope: EventScope
  /** `subject | relation | value | says`, then ` | change` where the words tell of one. */
  claims: string[]
}

/** What was measured is in docs/decisions/2026-11-30-claims.md. */
const FLOORS = [
  ['held-out.en', { precision: 0.95, recall: 0.9 }],
  ['held-out.zh', { precision: 0.9, recall: 0.85 }],
  ['fresh.en', { precision: 0.9, recall: 0.85 }],
  ['fresh.zh', { precision: 0.88, recall: 0.8 }],
] as const

describe('held-out sentences', () => {
  it.each(FLOORS)('are read above the floor: %s', (list, floor) => {
    const measured = measure(list)
    const isAbove = measured.precision >= floor.precision && measured.recall >= floor.recall
    expect({ list, isAbove, ...(isAbove ? {} : measured) }).toEqual({ list, isAbove: true })
  })
})

function measure(list: string) {
  const path = new URL(`../../fixtures/claims/${list}.jsonl`, import.meta.url)
  const items: HeldOut[] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const wrong: string[] = []
  const missed: string[] = []
  let right = 0
  for (const { text, type, scope, claims } of items) {
    const found = claimsOf(eventOf(text, { type, scope })).map(
      ({ subject, relation, value, says, isChange }) =>
        `${subject.name} | ${relation} | ${value} | ${says}${isChange ? ' | change' : ''}`,
    )
    right += found.filter(line => claims.includes(line)).length
    wrong.push(...found.filter(line => !claims.includes(line)))
    missed.push(...claims.filter(line => !found.includes(line)))
  }
  return {
    precision: right / (right + wrong.length),
    recall: right / (right + missed.length),
    wrong,
    missed,
  }
}
