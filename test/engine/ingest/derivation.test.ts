/** Derivation as a flow over a real store: retries, dead letters, and the same store whatever the order. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { Derivation, Deriver } from '../../../src/derive/deriver.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
const opened: Memory[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-derive-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

const EMPTY: Derivation = {
  title: 'Bread',
  tags: ['bread'],
  summary: 'About bread.',
  keyFacts: [],
  events: [],
}

function scripted(derive: Deriver['derive']): Deriver {
  return { name: 'scripted', version: '1', concurrency: 1, derive }
}

async function open(name: string, deriver?: Deriver, now?: () => number): Promise<Memory> {
  const memory = await openMemory({
    path: join(folder, name),
    blockSize: 2,
    derive: 'manual',
    onWarning: () => {},
    zone: 'UTC',
    deriver,
    now,
  })
  opened.push(memory)
  return memory
}

async function bake(memory: Memory, turns: number, thread = 'kitchen'): Promise<void> {
  for (let turn = 1; turn <= turns; turn++) {
    await memory.ingest({
      thread,
      turn: `t${turn}`,
      messages: [
        { role: 'user', content: `We decided to bake loaf ${turn} with rye.`, at: Date.UTC(2025, 0, turn) },
        { role: 'assistant', content: `Loaf ${turn} is in the oven.`, at: Date.UTC(2025, 0, turn, 1) },
      ],
    })
  }
}

/** Everything a reader can see of a store, without store-internal numbers. */
async function contentOf(memory: Memory, thread = 'kitchen') {
  const blocks = (await memory.blocks(thread, { text: true })).blocks
  const shown = await Promise.all(blocks.map(block => memory.show(block.id)))
  return { shown: shown.map(one => JSON.stringify(one)), events: await memory.events({ limit: 100 }) }
}

describe('a deriver that fails', () => {
  it('is asked three times with growing waits, then the block is failed and can be retried by hand [L17, L18]', async () => {
    let clock = 1_000_000
    let isBroken = true
    const asked: number[] = []
    const deriver = scripted(async () => {
      asked.push(clock)
      if (isBroken) throw new Error('the oven is cold')
      return EMPTY
    })
    const memory = await open('fails.db', deriver, () => clock)
    await bake(memory, 2)
    for (let round = 0; round < 20; round++) {
      await memory.drain({ patienceMs: 0 })
      clock += 1_000
    }
    expect(asked).toEqual([1_000_000, 1_002_000, 1_006_000])
    const [dead] = await memory.jobs()
    expect(dead).toMatchObject({ state: 'dead', attempts: 3, lastError: 'the oven is cold' })
    const failed = (await memory.blocks('kitchen', { text: true })).blocks[0]
    expect(failed).toMatchObject({ status: 'failed', level: 5 })
    expect(failed?.text).toContain('loaf 1')

    isBroken = false
    expect(await memory.retryJob(dead?.key as number)).toBe(true)
    await memory.drain()
    expect((await memory.blocks('kitchen')).blocks[0]?.status).toBe('ready')
  })

  it('does not stop later blocks of the thread, which skip the failed one [L18]', async () => {
    let clock = 0
    const deriver = scripted(async block => {
      if (block.messages.some(message => message.content?.includes('loaf 1 '))) throw new Error('burnt')
      return EMPTY
    })
    const memory = await open('skips.db', deriver, () => clock)
    await bake(memory, 6)
    for (let round = 0; round < 4; round++) {
      await memory.drain({ patienceMs: 0 })
      clock += 60_000
    }
    expect((await memory.blocks('kitchen')).blocks.map(block => block.status)).toEqual([
      'failed',
      'ready',
      'ready',
    ])
  })

  it('writes nothing when an event cites a message of another block [E9]', async () => {
    let clock = 0
    const seen: string[] = []
    const deriver = scripted(async block => {
      seen.push(block.messages[0]?.id as string)
      const foreign = seen[0] as string
      const event = {
        type: 'decision',
        title: 'Rye',
        summary: 'Rye it is.',
        tags: [],
        quotes: [],
        scope: 'project',
        criticality: 'routine',
        sources: [foreign],
        time: null,
      } as const
      return { ...EMPTY, events: [event] }
    })
    const memory = await open('foreign.db', deriver, () => clock)
    await bake(memory, 4)
    for (let round = 0; round < 4; round++) {
      await memory.drain({ patienceMs: 0 })
      clock += 60_000
    }
    expect((await memory.blocks('kitchen')).blocks.map(block => block.status)).toEqual(['ready', 'failed'])
    expect(await memory.events()).toHaveLength(1)
    expect((await memory.jobs())[0]?.lastError).toContain('is not a message of block')
  })
})

it('a newer version derives later blocks its own way and leaves stored events alone [E36]', async () => {
  const first = await open('versions.db', scripted(saying))
  await bake(first, 2)
  await first.drain()
  const before = await first.events()
  const second = await open('versions.db', { ...scripted(saying), version: '2' })
  await bake(second, 4)
  await second.drain()
  const after = await second.events()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.map(({ madeBy }) => madeBy)).toEqual(['scripted-1', 'scripted-2'])
})

/** One event of each block, of its first message. */
const saying: Deriver['derive'] = async ({ messages }) => ({
  ...EMPTY,
  events: messages.slice(0, 1).map(({ id, content }) => ({
    type: 'decision',
    title: 'Rye',
    summary: content ?? '',
    tags: [],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    sources: [id],
    time: null,
  })),
})

describe('the same store', () => {
  it('comes from derivation in step, late, repeated after a crash, and by two workers [L56, L57]', async () => {
    const inStep = await open('step.db')
    for (let turn = 1; turn <= 8; turn++) {
      await bake(inStep, turn) // offers all earlier turns again: replays store nothing
      await inStep.drain()
    }
    const late = await open('late.db')
    await bake(late, 8)
    await late.drain()

    const parallel = await open('parallel.db')
    const second = await open('parallel.db')
    await Promise.all([bake(parallel, 8), bake(second, 8)])
    await Promise.all([parallel.drain(), second.drain()])

    const expected = await contentOf(inStep)
    expect(expected.events.length).toBeGreaterThan(0)
    expect(await contentOf(late)).toEqual(expected)
    expect(await contentOf(parallel)).toEqual(expected)
  })
})

describe('closing', () => {
  it('ends after the running job and leaves the rest to the next who opens', async () => {
    let release = () => {}
    const started = new Promise<void>(resolve => {
      release = resolve
    })
    const slow = scripted(async () => {
      release()
      await new Promise(resolve => setTimeout(resolve, 50))
      return EMPTY
    })
    const memory = await openMemory({
      path: join(folder, 'close.db'),
      blockSize: 2,
      deriver: slow,
      zone: 'UTC',
    })
    await bake(memory, 6)
    await started
    await memory.close()

    const after = await open(
      'close.db',
      scripted(async () => EMPTY),
    )
    expect((await after.blocks('kitchen')).blocks[0]?.status).toBe('ready')
    await after.drain()
    expect((await after.blocks('kitchen')).blocks.map(block => block.status)).toEqual([
      'ready',
      'ready',
      'ready',
    ])
  })
})
