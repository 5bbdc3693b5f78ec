/** One fact is one record, whoever tells it again; two facts stay two. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { MessageInput } from '../../../src/domain/conversation.ts'
import type { EventInput } from '../../../src/domain/event.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
let path: string
let memory: Memory
const open = () =>
  openMemory({
    path,
    blockSize: 1,
    derive: 'manual',
    zone: 'UTC',
    synchronous: 'normal',
    onWarning: () => {},
  })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-once-'))
  path = join(folder, 'memory.db')
  memory = await open()
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const MAY = Date.UTC(2025, 4, 1, 9)
const given = (summary: string, rest: Partial<EventInput> = {}): EventInput => ({
  type: 'decision',
  title: summary.slice(0, 40),
  summary,
  tags: [],
  quotes: [],
  scope: 'project',
  criticality: 'routine',
  origin: 'agent',
  mentionedAt: null,
  ...rest,
})
const say = async (thread: string, ...messages: MessageInput[]) => {
  await memory.ingest({ thread, messages })
  await memory.drain()
}
const user = (content: string): MessageInput => ({ role: 'user', content, at: MAY })
const summaries = async () => (await memory.events({ limit: 1_000 })).map(({ summary }) => summary)

describe('the same content is one record in any order (P24)', () => {
  const SAID = 'We decided that the zeppelin lands in Bremen.'
  const offer = () => memory.addEvents([given('we decided that  the zeppelin lands in Bremen.')])
  const capture = () => say('hangar', user(SAID))
  const again = () => say('kitchen', user(SAID))

  it('given, captured, given', async () => {
    expect(await offer()).toBe(1)
    await capture()
    expect(await memory.addEvents([given(SAID, { origin: 'import', mentionedAt: MAY })])).toBe(0)
    expect(await memory.events()).toEqual([
      expect.objectContaining({ origin: 'agent', trust: 8, sources: [expect.stringMatching(/^m_/)] }),
    ])
    const [event] = await memory.events()
    const shown = await memory.show(event?.id ?? '')
    expect(shown.kind === 'event' && shown.sources.map(({ content }) => content)).toEqual([SAID])
  })

  it('captured, given, given', async () => {
    await capture()
    expect([await offer(), await offer()]).toEqual([0, 0])
    expect(await summaries()).toEqual([SAID])
  })

  it('given twice at once, and captured in two conversations', async () => {
    expect(await memory.addEvents([given(SAID), given(SAID, { mentionedAt: MAY })])).toBe(1)
    await capture()
    await again()
    expect(await memory.events()).toEqual([
      expect.objectContaining({ sources: [expect.any(String), expect.any(String)] }),
    ])
  })

  it('of another type or scope, or given under another key, is another', async () => {
    await offer()
    await memory.addEvents([
      given(SAID, { type: 'plan' }),
      given(SAID, { scope: 'user' }),
      given(SAID, { key: 'my own' }),
    ])
    expect(await summaries()).toHaveLength(4)
  })

  it('also of a store that an older version wrote', async () => {
    await capture()
    await memory.close()
    const db = new DatabaseSync(path)
    db.exec('DROP INDEX event_gist; ALTER TABLE event DROP COLUMN gist')
    db.close()
    memory = await open()
    expect(await offer()).toBe(0)
  })

  it('in a fork that goes on from where it was said', async () => {
    const first = await memory.ingest({ thread: 'hangar', turn: '1', messages: [user(SAID)] })
    expect(first.status).toBe('stored')
    await memory.ingest({
      thread: 'branch',
      turn: '2',
      parent: { thread: 'hangar', lastSharedTurn: '1' },
      messages: [user('And now?')],
    })
    await memory.drain()
    expect(await offer()).toBe(0)
    expect(await summaries()).toEqual([SAID])
  })
})

describe('what was recalled', () => {
  it('and is fed back thirty times, by tools and by quotation, stays one fact of unchanged weight (P18)', async () => {
    const fact = 'We decided that the zeppelin lands in Bremen.'
    await say('hangar', user(fact))
    const ask = () => memory.recall({ message: 'Where does the zeppelin land?', thread: 'elsewhere' })
    const before = await memory.events()
    const { text } = await ask()
    expect(text).toContain(fact)
    const quoted = text.replace(/^/gm, '> ')
    for (let n = 0; n < 30; n++)
      await say(
        'pasting',
        user(`${quoted}\n\nWhat do you make of number ${n}?`),
        { role: 'tool', name: 'memory_recall', content: '', result: text, own: true },
        user(`<memory>\n${text}\n</memory>`),
        user(text),
      )
    expect(await memory.events()).toEqual(before)
    expect(
      before.map(({ strength, createdTurn, reinforcedTurn }) => [strength, reinforcedTurn - createdTurn]),
    ).toEqual([[1, 0]])
    const after = await ask()
    expect(after.text).toBe(text)
  })
})

describe('contradictions', () => {
  it.each([
    ['I love dark mode by default.', 'I hate dark mode by default.'],
    ['我更喜欢深色模式。', '我不喜欢深色模式。'],
  ])('%s and %s are two events, both kept, the later one current (P34) [E20]', async (love, hate) => {
    await say('one', user(love))
    await say('two', user(hate))
    const events = await memory.events()
    expect(events.map(({ summary, status }) => [summary, status])).toEqual([
      [love, 'superseded'],
      [hate, 'active'],
    ])
    const [older, newer] = events
    expect(newer?.relations.supersedes).toEqual([older?.id])
    expect(events.map(event => event.sources.length)).toEqual([1, 1])
  })
})

describe('paraphrases', () => {
  it('stand once with their count and crowd nothing out (P20)', async () => {
    await memory.addEvents([
      ...[
        'The gateway runs on port 8443.',
        'the gateway runs on port 8443',
        'As said: the gateway runs on port 8443!',
        'The gateway still runs on port 8443.',
        'Note: the gateway runs on port 8443.',
        'The gateway really runs on port 8443.',
        'Indeed, the gateway runs on port 8443.',
        'Well, the gateway just runs on port 8443.',
        'Please remember that the gateway runs on port 8443.',
      ].map((summary, n) => given(summary, { mentionedAt: MAY + n })),
      given('The gateway certificate ends in June.'),
      given('The gateway is restarted by Ottilie.'),
    ])
    const { text } = await memory.recall({
      message: 'What about the gateway and its port, certificate, restart?',
    })
    expect(text.match(/8443/g)).toHaveLength(1)
    expect(text).toContain('[×9]')
    expect(text).toContain('certificate ends in June')
    expect(text).toContain('restarted by Ottilie')
  })
})
