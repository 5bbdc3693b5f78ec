/** What a message brings back, and that an unrelated one brings nothing, on the list of `test/fixtures/recall`. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { Role } from '../../../src/domain/conversation.ts'
import type { EventScope, EventType, MemoryEvent } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'

interface Said {
  id: string
  role: Role
  at: string
  text: string
  expect: { type: EventType; scope: EventScope } | null
}

interface Asked {
  id: string
  message: string
  about: string | null
}

const linesOf = <T>(file: string): T[] =>
  readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as T)

const FACTS = linesOf<Said>('derive/facts.jsonl')
const TALK = linesOf<Said>('derive/not-facts.jsonl')
const MESSAGES = linesOf<Asked>('recall/messages.jsonl')
const isOdd = ({ id }: Asked) => Number(id.slice(-2)) % 2 === 1

let folder: string
let memory: Memory
/** Of each event the fact it was made of. */
const factOf = new Map<string, string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-recall-'))
  memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: 1,
    derive: 'manual',
    zone: 'UTC',
    synchronous: 'normal',
    onWarning: () => {},
  })
  for (const { id, role, at, text } of [...FACTS, ...TALK]) {
    await memory.ingest({ thread: id, messages: [{ role, content: text, at: Date.parse(at) }] })
    await memory.seal(id)
  }
  await memory.drain()
  const derived = await memory.events({ limit: 1_000 })
  const known = new Set(derived.map(event => event.thread))
  const given = FACTS.filter(fact => fact.expect?.scope !== 'session' && !known.has(fact.id))
  await memory.addEvents(given.map(inputOf))
  const texts = new Map(given.map(({ id, text }) => [text, id]))
  for (const event of await memory.events({ limit: 1_000 })) factOf.set(event.id, factOfEvent(event, texts))
}, 120_000)

afterAll(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const factOfEvent = ({ thread, summary }: MemoryEvent, texts: ReadonlyMap<string, string>) =>
  thread ?? texts.get(summary) ?? ''

function inputOf({ text, at, expect: expected }: Said) {
  return {
    type: expected?.type ?? 'decision',
    title: text,
    summary: text,
    tags: [],
    quotes: [],
    scope: expected?.scope ?? 'project',
    criticality: expected?.type === 'safety' ? 'safety' : 'routine',
    origin: 'import',
    mentionedAt: Date.parse(at),
  } as const
}

/** Ids of messages that brought back other than they should: their fact, or nothing. */
async function missed(messages: readonly Asked[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { id, message, about } of messages) {
    const { items } = await memory.recall({ message })
    expect(items.length).toBeLessThanOrEqual(4)
    const brought = items.map(item => factOf.get(item.id))
    if (about === null ? brought.length > 0 : !brought.includes(about)) wrong.push(id)
  }
  return wrong
}

describe('recall of the messages on the list', () => {
  it.each([
    ['odd', isOdd],
    ['even', (one: Asked) => !isOdd(one)],
  ])('brings the fact for nine of ten with an %s number at least', async (_, half) => {
    const about = MESSAGES.filter(one => one.about !== null && half(one))
    expect(about).toHaveLength(30)
    const wrong = await missed(about)
    expect(wrong.length, wrong.join()).toBeLessThanOrEqual(3)
  })

  it('brings nothing for any message about something else', async () => {
    const unrelated = MESSAGES.filter(one => one.about === null)
    expect(unrelated).toHaveLength(40)
    expect(await missed(unrelated)).toEqual([])
  })

  it('brings little beside the fact: two events a message at most, on average', async () => {
    let items = 0
    const about = MESSAGES.filter(one => one.about !== null)
    for (const { message } of about) items += (await memory.recall({ message })).items.length
    expect(items / about.length).toBeLessThanOrEqual(2)
  })
})
