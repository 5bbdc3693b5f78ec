/** Which earlier events a deriver is offered, over a real store. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { BlockToDerive, Derivation } from '../../../src/derive/deriver.ts'
import type { EventDraft, EventInput } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
let memory: Memory
/** The blocks that were asked for, by their first words. */
let seen: Map<string, BlockToDerive>
/** What the deriver says of a block. */
let answer: (block: BlockToDerive) => readonly EventDraft[]

const EMPTY: Derivation = { title: 'Atlas', tags: [], summary: 'About Atlas.', keyFacts: [], events: [] }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-timeline-'))
  seen = new Map()
  answer = () => []
  memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: 1,
    derive: 'manual',
    zone: 'UTC',
    synchronous: 'normal',
    onWarning: () => {},
    deriver: {
      name: 'scripted',
      version: '1',
      concurrency: 1,
      async derive(block) {
        seen.set(block.messages[0]?.content ?? '', block)
        return { ...EMPTY, events: answer(block) }
      },
    },
  })
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const given = (summary: string, rest: Partial<EventInput> = {}): EventInput => ({
  type: 'decision',
  title: summary.slice(0, 40),
  summary,
  tags: [],
  quotes: [],
  scope: 'project',
  criticality: 'routine',
  origin: 'import',
  mentionedAt: Date.UTC(2025, 4, 1),
  ...rest,
})

const say = async (thread: string, content: string) => {
  await memory.ingest({ thread, messages: [{ role: 'user', content, at: Date.UTC(2025, 5, 1) }] })
  await memory.drain()
}
const offeredFor = (content: string) => seen.get(content)?.timeline.map(({ summary }) => summary)

describe('a block is offered', () => {
  it('at most eight earlier events that share its words and the four newest, each cut to 400 characters [E24]', async () => {
    const about = Array.from({ length: 20 }, (_, n) => given(`Billing exports invoice batch ${n} nightly.`))
    const others = Array.from({ length: 6 }, (_, n) =>
      given(`The garden has ${n} tulips. ${'x'.repeat(600)}`),
    )
    await say('atlas', 'Hello.')
    await memory.addEvents(about)
    await say('atlas', 'Good morning.')
    await memory.addEvents(others)
    await say('atlas', 'Hm.')
    const talk = 'How do the billing exports work when an invoice is cancelled?'
    await say('atlas', talk)
    const offered = offeredFor(talk) ?? []
    expect(offered.filter(summary => summary.startsWith('Billing'))).toHaveLength(8)
    const newest = offered.filter(summary => summary.startsWith('The garden'))
    expect(newest).toHaveLength(4)
    expect(newest.every(summary => summary.length === 400)).toBe(true)
  })

  it('nothing of itself, of what came later, or of what another conversation keeps to itself', async () => {
    answer = ({ messages }) =>
      messages.map(({ id, content }) => ({
        type: 'decision',
        title: 'Atlas',
        summary: content ?? '',
        tags: [],
        quotes: [],
        scope: content?.startsWith('Only here') ? 'session' : 'project',
        criticality: 'routine',
        sources: [id],
        time: null,
      }))
    await say('one', 'Only here: the atlas uses dark maps.')
    await say('one', 'The atlas uses pnpm.')
    await say('two', 'The atlas uses SQLite.')
    await say('one', 'The atlas uses Node.')
    expect(offeredFor('Only here: the atlas uses dark maps.')).toEqual([])
    expect(offeredFor('The atlas uses SQLite.')).toEqual(['The atlas uses pnpm.'])
    expect(offeredFor('The atlas uses Node.')).toEqual([
      'Only here: the atlas uses dark maps.',
      'The atlas uses pnpm.',
      'The atlas uses SQLite.',
    ])
  })

  it('the same events in the same order every time, and relations to no others are kept, superseding only what rules confirm [E17, E18]', async () => {
    await say('atlas', 'Hello.')
    await memory.addEvents([given('The atlas uses npm.'), given('The atlas uses MySQL.')])
    const [first, second] = await memory.events()
    answer = ({ messages, timeline }) => [
      {
        type: 'decision',
        title: 'pnpm',
        summary: 'The atlas uses pnpm.',
        tags: [],
        quotes: [],
        scope: 'project',
        criticality: 'routine',
        sources: [messages[0]?.id ?? ''],
        time: null,
        relations: {
          supersedes: timeline.filter(({ summary }) => summary.includes('The atlas')).map(({ id }) => id),
          continues: ['e_aaaaaaaaaaaa'],
        },
      },
    ]
    await say('atlas', 'The atlas uses pnpm now.')
    const of = (words: string) => [first, second].find(event => event?.summary.includes(words))?.id ?? ''
    const events = await memory.events()
    expect(events.find(({ title }) => title === 'pnpm')?.relations).toEqual({
      supersedes: [of('npm')],
      supersededBy: [],
      // A database is no package manager: what rules cannot confirm supersedes nothing.
      conflictsWith: [of('MySQL')],
      continues: [],
    })
    expect(events.find(({ id }) => id === of('MySQL'))?.status).toBe('active')
  })
})
