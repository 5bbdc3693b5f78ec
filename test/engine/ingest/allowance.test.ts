/** What a deriver with a model may spend, over a real store. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryOptions, openMemory } from '../../../src/compose.ts'
import type { Derivation, Deriver } from '../../../src/derive/deriver.ts'
import type { Meter } from '../../../src/derive/meter.ts'
import type { Memory } from '../../../src/memory.ts'

const BREAD: Derivation = { title: 'Bread', tags: [], summary: 'About bread.', keyFacts: [], events: [] }
const HOUR = 3_600_000

let folder: string
let now: number
const opened: Memory[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-allowance-'))
  now = Date.UTC(2025, 5, 17, 20)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

/** Two calls a block, of which each may spend 100 tokens and spends 60 and 20. */
const spender = (calls: string[] = []): Deriver => ({
  name: 'spender',
  version: '1',
  concurrency: 2,
  async derive(block, _signal, meter) {
    for (const stage of ['summary', 'events'])
      await spendOn(meter, stage, () => calls.push(`${block.thread} ${stage}`))
    return BREAD
  },
})

const spendOn = (meter: Meter | undefined, stage: string, note: () => void) =>
  meter?.spending(100, async tell => {
    note()
    tell({ stage, model: 'small', input: 60, output: 20, isEstimated: false })
  })

async function open(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: 1,
    derive: 'manual',
    zone: 'Europe/Berlin',
    onWarning: () => {},
    deriver: spender(),
    now: () => now,
    ...options,
  })
  opened.push(memory)
  return memory
}

async function talk(memory: Memory, threads: number, from = 1): Promise<void> {
  for (let n = from; n < from + threads; n++) {
    await memory.ingest({ thread: `t${n}`, messages: [{ role: 'user', content: `We bake loaf ${n}.` }] })
  }
}

const ready = async (memory: Memory) =>
  (await memory.status()).spaces.reduce((sum, one) => sum + one.blocks.ready, 0)

describe('the allowance of a day', () => {
  it('stops derivation before it is passed, while capture and search go on; the next local day resumes', async () => {
    const memory = await open({ dailyTokens: 1_000 })
    await talk(memory, 20)
    await memory.drain({ patienceMs: 0 })
    const spent = (await memory.spend()).reduce((sum, row) => sum + row.input + row.output, 0)
    expect(spent).toBeLessThanOrEqual(1_000)
    // A call that may spend 100 no longer fits in what is left.
    expect(spent).toBeGreaterThan(900)
    const today = await ready(memory)
    expect(today).toBeGreaterThan(0)
    expect(today).toBeLessThan(20)
    await talk(memory, 1, 100)
    expect((await memory.search('loaf 100')).hits.length).toBeGreaterThan(0)
    // 20:00 UTC is 22:00 in Berlin: the day ends two hours later.
    now += 2 * HOUR - 1
    await memory.drain({ patienceMs: 0 })
    expect(await ready(memory)).toBe(today)
    now += 1
    await memory.drain({ patienceMs: 0 })
    expect(await ready(memory)).toBeGreaterThan(today)
    expect(await memory.jobs({ states: ['dead'] })).toEqual([])
    expect((await memory.jobs()).every(job => job.attempts === 0)).toBe(true)
  })

  it('is one for all processes, and counts to the token by day, conversation and stage', async () => {
    const [one, other] = [await open({ dailyTokens: 900 }), await open({ dailyTokens: 900 })]
    await talk(one, 12)
    await Promise.all([one.drain({ patienceMs: 0 }), other.drain({ patienceMs: 0 })])
    const rows = await one.spend()
    const spent = rows.reduce((sum, row) => sum + row.input + row.output, 0)
    expect(spent).toBeLessThanOrEqual(900)
    expect(rows[0]).toEqual({
      day: '2025-06-17',
      space: 'local:global',
      thread: 't1',
      stage: 'events',
      model: 'small',
      calls: 1,
      input: 60,
      output: 20,
      estimated: 0,
    })
    expect(new Set(rows.map(row => row.stage))).toEqual(new Set(['events', 'summary']))
    expect(rows.every(row => row.calls === 1 && row.input === 60 && row.output === 20)).toBe(true)
  })

  it('of nothing lets no call through, and none at all lets every one', async () => {
    const calls: string[] = []
    const memory = await open({ dailyTokens: 0, deriver: spender(calls) })
    await talk(memory, 3)
    await memory.drain({ patienceMs: 0 })
    expect(calls).toEqual([])
    const free = await open({ deriver: spender(calls) })
    now += 24 * HOUR
    await free.drain()
    expect(calls).toHaveLength(6)
    expect(await ready(free)).toBe(3)
  })

  it('keeps what a call spent that failed', async () => {
    const failing: Deriver = {
      ...spender(),
      async derive(_block, _signal, meter) {
        await meter?.spending(100, async tell => {
          tell({ stage: 'summary', model: 'small', input: 40, output: 0, isEstimated: true })
          throw new Error('no answer')
        })
        return BREAD
      },
    }
    const memory = await open({ dailyTokens: 1_000, deriver: failing })
    await talk(memory, 1)
    await memory.drain({ patienceMs: 0 })
    expect(await memory.spend()).toMatchObject([
      { stage: 'summary', input: 40, output: 0, estimated: 40, calls: 1 },
    ])
    expect((await memory.jobs())[0]).toMatchObject({ attempts: 1, lastError: 'no answer' })
  })

  it('refuses a number that is none', async () => {
    await expect(open({ dailyTokens: -1 })).rejects.toMatchObject({ code: 'config' })
    await expect(open({ dailyTokens: 1.5 })).rejects.toMatchObject({ code: 'config' })
  })
})

describe('derivation that is held', () => {
  it('begins nothing in the background, derives when it is asked to, and goes on when it is released', async () => {
    const memory = await open({ derive: 'background' })
    memory.holdDerivation()
    await talk(memory, 2)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(await ready(memory)).toBe(0)
    expect(await memory.drain({ signal: AbortSignal.abort() })).toBe(0)
    await memory.drain()
    expect(await ready(memory)).toBe(2)
    await talk(memory, 1, 3)
    memory.releaseDerivation()
    for (let tries = 0; tries < 100 && (await ready(memory)) < 3; tries++) {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    expect(await ready(memory)).toBe(3)
  })
})

describe('a pause', () => {
  it('lets derivation rest in every process until it is ended', async () => {
    const [memory, other] = [await open(), await open()]
    await talk(memory, 2)
    await memory.pauseDerivation()
    expect(await other.drain()).toBe(0)
    expect((await other.status()).isPaused).toBe(true)
    expect((await memory.search('loaf 2')).hits.length).toBeGreaterThan(0)
    await other.resumeDerivation()
    await memory.drain()
    expect(await ready(memory)).toBe(2)
  })
})
