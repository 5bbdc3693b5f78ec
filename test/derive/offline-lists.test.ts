/** Precision and recall of the offline deriver on the lists that its rules were written with. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createOfflineDeriver } from '../../src/derive/offline/offline-deriver.ts'
import type { Role } from '../../src/domain/conversation.ts'
import type { EventDraft, EventTime } from '../../src/domain/event.ts'
import { block, message, NEVER } from './blocks.ts'

interface Item {
  lang: 'en' | 'zh'
  role: Role
  at: string
  zone: string
  text: string
  expect: null | {
    type: string
    scope: string
    contains: string[]
    time: null | { start: string; end: string; status: string }
  }
}

const read = (name: string) =>
  readFileSync(new URL(`../fixtures/derive/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Item)
const LISTS = {
  main: [...read('facts'), ...read('not-facts')],
  second: [...read('second-facts'), ...read('second-not-facts')],
}
const deriver = createOfflineDeriver()

async function eventsOf({ role, at, zone, text }: Item): Promise<readonly EventDraft[]> {
  const said = message(role, text, { at: Date.parse(at) })
  return (await deriver.derive(block([said], { zone }), NEVER)).events
}

function isTime(found: EventTime | null, wanted: { start: string; end: string } | null): boolean {
  if (!wanted) return found === null || found.precision === 'unknown'
  return found?.start === Date.parse(wanted.start) && found.end === Date.parse(wanted.end)
}

async function judge(items: readonly Item[]) {
  const counts = { facts: 0, matched: 0, wrong: 0, type: 0, scope: 0, time: 0, dated: 0, status: 0 }
  for (const item of items) {
    const events = await eventsOf(item)
    const { expect: wanted } = item
    if (wanted) counts.facts++
    const hit = events.find(event => {
      const words = `${event.title}\n${event.summary}`.toLowerCase()
      return wanted?.contains.every(word => words.includes(word))
    })
    if (!wanted || !hit) {
      if (events.length > 0) counts.wrong++
      continue
    }
    counts.matched++
    if (hit.type === wanted.type) counts.type++
    if (hit.scope === wanted.scope) counts.scope++
    if (isTime(hit.time, wanted.time)) counts.time++
    if (!wanted.time) continue
    counts.dated++
    if (hit.time?.status === wanted.time.status) counts.status++
  }
  return {
    precision: counts.matched / (counts.matched + counts.wrong),
    recall: counts.matched / counts.facts,
    type: counts.type / counts.matched,
    scope: counts.scope / counts.matched,
    time: counts.time / counts.matched,
    status: counts.status / counts.dated,
  }
}

describe.each([
  ['main', 'en'],
  ['main', 'zh'],
  ['second', 'en'],
  ['second', 'zh'],
] as const)('on the %s list in %s', (list, lang) => {
  it('finds most facts, takes little else for one, and knows what kind of fact each is and when', async () => {
    const shares = await judge(LISTS[list].filter(item => item.lang === lang))
    expect(shares.precision).toBeGreaterThanOrEqual(0.95)
    expect(shares.recall).toBeGreaterThanOrEqual(0.9)
    expect(shares.type).toBeGreaterThanOrEqual(0.9)
    expect(shares.scope).toBeGreaterThanOrEqual(0.95)
    expect(shares.time).toBeGreaterThanOrEqual(0.95)
    expect(shares.status).toBeGreaterThanOrEqual(0.95)
  })
})
