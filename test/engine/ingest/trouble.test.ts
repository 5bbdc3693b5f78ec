/** What derivation does when something goes wrong around it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryOptions, openMemory } from '../../../src/compose.ts'
import type { Derivation, Deriver } from '../../../src/derive/deriver.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
const opened: Memory[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-trouble-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'memory.db')
const EMPTY: Derivation = { title: 'Bread', tags: [], summary: 'About bread.', keyFacts: [], events: [] }

async function open(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const settings = {
    path: path(),
    blockSize: 1,
    derive: 'manual',
    zone: 'UTC',
    onWarning: () => {},
    ...options,
  } as const
  const memory = await openMemory(settings)
  opened.push(memory)
  return memory
}

function deriverOf(derive: (call: number) => unknown): Deriver {
  let call = 0
  return {
    name: 'scripted',
    version: '1',
    concurrency: 1,
    derive: async () => (await derive(++call)) as Derivation,
  }
}

const loaf = (thread = 'kitchen') => ({
  thread,
  messages: [{ role: 'user', content: 'We decided to bake with rye.' }] as const,
})

const never = () => new Promise(() => {})
const statusOf = async (memory: Memory) => (await memory.blocks('kitchen')).blocks.map(block => block.status)

it('keeps no secret of what a deriver failed with', async () => {
  const memory = await open({
    deriver: deriverOf(() => {
      throw new Error(`401 for key ${'sk-'}${'a1B2'.repeat(12)}: no such account`)
    }),
  })
  await memory.ingest(loaf())
  await memory.drain({ patienceMs: 0 })
  const [job] = await memory.jobs()
  expect(job?.lastError).toMatch(/^401 for key \[redacted: [a-z ]+\]: no such account$/)
})

it('acknowledges a turn that is stored even when sealing it fails, and seals later', async () => {
  const warnings: unknown[] = []
  const memory = await open({ busyTimeoutMs: 20, onWarning: warning => warnings.push(warning) })
  await memory.ingest(loaf('another'))
  warnings.length = 0
  const other = new DatabaseSync(path())
  const ingesting = memory.ingest(loaf())
  other.exec('BEGIN IMMEDIATE')
  const outcome = await ingesting
  other.exec('COMMIT')
  other.close()
  expect(outcome).toMatchObject({ status: 'stored', sealed: [] })
  expect(warnings).toMatchObject([{ code: 'store-busy' }])
  await memory.drain()
  expect(await statusOf(memory)).toEqual(['ready'])
})

describe('a deriver that gives no answer', () => {
  it('does not keep the memory from closing', async () => {
    let ask = () => {}
    const asked = new Promise<void>(resolve => {
      ask = resolve
    })
    const deriver = deriverOf(() => {
      ask()
      return never()
    })
    const memory = await open({ deriver, leaseMs: 100 })
    await memory.ingest(loaf())
    const draining = memory.drain()
    await asked
    await memory.close()
    opened.length = 0
    expect(await draining).toBe(1)
    const after = await open()
    await after.drain()
    expect(await statusOf(after)).toEqual(['ready'])
  })

  it('does not keep another process waiting longer than it has patience', async () => {
    const stuck = await open({ deriver: deriverOf(never), leaseMs: 200 })
    await stuck.ingest(loaf())
    const draining = stuck.drain()
    const patient = await open({ leaseMs: 200 })
    expect(await patient.drain({ patienceMs: 400 })).toBe(0)
    await stuck.close()
    await draining
  })
})

describe('closing', () => {
  it('waits for the job that a drain runs', async () => {
    let finish = () => {}
    const running = new Promise<void>(started => {
      finish = started
    })
    const slow = deriverOf(async () => {
      finish()
      await new Promise(resolve => setTimeout(resolve, 60))
      return EMPTY
    })
    const memory = await open({ deriver: slow })
    await memory.ingest(loaf())
    const draining = memory.drain()
    await running
    await memory.close()
    opened.length = 0
    expect(await draining).toBe(1)
    const after = await open()
    expect(await statusOf(after)).toEqual(['ready'])
  })

  it('right after opening ends without a warning', async () => {
    const warnings: unknown[] = []
    const memory = await open({
      derive: 'background',
      blockSize: 12,
      onWarning: warning => warnings.push(warning),
    })
    await memory.close()
    opened.length = 0
    expect(warnings).toEqual([])
  })
})

it('goes on in the background after the store was busy for a while', async () => {
  const memory = await open({ derive: 'background', busyTimeoutMs: 20, leaseMs: 150 })
  const other = new DatabaseSync(path())
  await memory.ingest(loaf())
  other.exec('BEGIN IMMEDIATE')
  await new Promise(resolve => setTimeout(resolve, 100))
  other.exec('COMMIT')
  other.close()
  await expect.poll(() => statusOf(memory), { timeout: 5_000 }).toEqual(['ready'])
})

describe('what a deriver gives back', () => {
  const event = {
    type: 'decision',
    title: 'Rye',
    summary: 'Rye it is.',
    tags: [],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    sources: [],
    time: null,
  }
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'the whole is not of type object'],
    ['a title that is no text', { ...EMPTY, title: 5 }, 'title is not of type string'],
    ['tags that are no list', { ...EMPTY, tags: 'abc' }, 'tags is not of type array'],
    [
      'an event of no known type',
      { ...EMPTY, events: [{ ...event, type: 'banana' }] },
      'events.0.type is not one of',
    ],
    [
      'an event without a scope',
      { ...EMPTY, events: [{ ...event, scope: undefined }] },
      'events.0.scope is not one of',
    ],
    ['fields nobody knows', { ...EMPTY, mood: 'good' }, 'unknown fields: mood'],
    [
      'a time beyond all calendars',
      {
        ...EMPTY,
        events: [
          {
            ...event,
            sources: ['m_aaaaaaaaaaaa'],
            time: {
              start: 1e15,
              end: 2e15,
              precision: 'range',
              basis: 'explicit',
              originalText: 'x',
              status: 'occurred',
            },
          },
        ],
      },
      'is no range',
    ],
  ])('is refused whole when it is %s, and says why [E5]', async (_, given, why) => {
    let clock = 0
    const memory = await open({ deriver: deriverOf(() => given), now: () => clock })
    await memory.ingest(loaf())
    for (let round = 0; round < 4; round++) {
      await memory.drain({ patienceMs: 0 })
      clock += 60_000
    }
    expect(await statusOf(memory)).toEqual(['failed'])
    expect((await memory.jobs())[0]?.lastError).toContain(why)
    expect(await memory.events()).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['a text', () => Promise.reject('too hot')],
    ['an object without a prototype', () => Promise.reject(Object.create(null))],
    ["the store's own error", () => Promise.reject(Object.assign(new Error('busy'), { code: 'store-busy' }))],
  ])('is a failed attempt when it throws %s', async (_, derive) => {
    const memory = await open({
      deriver: deriverOf(call => (call === 1 ? derive() : EMPTY)),
      now: clockInSteps(),
    })
    await memory.ingest(loaf())
    await memory.drain()
    expect(await statusOf(memory)).toEqual(['ready'])
  })
})

/** Every look at the clock is a minute later. */
function clockInSteps(): () => number {
  let now = 0
  return () => {
    now += 60_000
    return now
  }
}

it('never takes what our own tools recalled for new evidence, even where a view repeats the source [L11]', async () => {
  const seen: (string | null)[] = []
  const deriver: Deriver = {
    ...deriverOf(() => EMPTY),
    derive: async block => {
      seen.push(block.previousKeyFacts, JSON.stringify(block.messages))
      return { title: '', tags: [], summary: '', keyFacts: [], events: [] }
    },
  }
  const memory = await open({ deriver })
  for (const turn of ['1', '2']) {
    await memory.ingest({
      thread: 'kitchen',
      turn,
      messages: [
        { role: 'user', content: '' },
        { role: 'tool', content: '', name: 'memory_search', result: 'codename Zanzibar', own: true },
        { role: 'assistant', content: '' },
      ],
    })
  }
  await memory.drain()
  expect(await statusOf(memory)).toEqual(['ready', 'ready'])
  expect(seen.join()).not.toContain('Zanzibar')
  expect((await memory.search('Zanzibar')).hits).toEqual([])
})
