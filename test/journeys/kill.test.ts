/** No acknowledged turn is ever lost: a real writer process is killed at random moments, over and over. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Memory, openMemory } from 'palimpsest-memory'
import { afterAll, beforeAll, expect, it } from 'vitest'

const WRITER = fileURLToPath(new URL('support/writer.mjs', import.meta.url))
const KILLS = 200
const THREADS = 10
/** Deterministic "random" moments between 1 and 400 ms, told from the first sign of life of the writer. */
const delays = Array.from({ length: KILLS }, (_, k) => 1 + ((k * 7_919) % 400))

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-kill-'))
  path = join(folder, 'memory.db')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Life {
  acknowledged: string[]
  /** The kill fell between a call and its acknowledgement. */
  cutOff: boolean
  /** Number of the last turn begun. */
  begun: number
}

/** One life of the writer: from its start to SIGKILL. */
function liveAndDie(thread: string, first: number, delay: number, fromStart: boolean): Promise<Life> {
  const child = spawn(process.execPath, ['--no-warnings', WRITER, path, thread, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    windowsHide: true,
  })
  let out = ''
  const kill = () => setTimeout(() => child.kill('SIGKILL'), delay)
  if (fromStart) kill()
  else child.stdout.once('data', kill)
  child.stdout.on('data', chunk => {
    out += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL')
        return reject(new Error(`the writer ended by itself with code ${code}: ${out.slice(-300)}`))
      const lines = out.split('\n').filter(line => line !== '')
      const acks = lines.filter(line => line.startsWith('ack '))
      resolve({
        acknowledged: acks.map(line => line.split(' ')[2] as string),
        cutOff: lines.at(-1)?.startsWith('begin ') ?? false,
        begun: Number(lines.findLast(line => line.startsWith('begin '))?.split(' ')[1] ?? first),
      })
    })
  })
}

it('loses no acknowledged turn, leaves no half block and finishes all jobs after 200 kills [L4, L14, L59]', async () => {
  const acknowledged = new Set<string>()
  /** Number of the last turn begun, by thread: the next life offers it again. */
  const begun = new Map<string, number>()
  let cutOff = 0
  const lanes = Array.from({ length: 2 }, async (_, lane) => {
    for (let k = lane; k < KILLS; k += 2) {
      const thread = `lane-${lane}-thread-${k % THREADS}`
      const life = await liveAndDie(thread, begun.get(thread) ?? 1, delays[k] as number, k % 10 === 0)
      for (const id of life.acknowledged) acknowledged.add(id)
      if (life.cutOff) cutOff++
      begun.set(thread, life.begun)
    }
  })
  await Promise.all(lanes)

  const memory = await openMemory({ path, blockSize: 6, leaseMs: 500, derive: 'manual' })
  try {
    await memory.drain()
    for (const id of acknowledged) expect((await memory.show(id)).kind).toBe('turn')
    await expectWholeBlocks(memory)
    expect(await memory.jobs({ states: ['pending', 'running', 'dead'] })).toEqual([])
    for (const thread of await memory.threads({ limit: 100 })) {
      // Every turn begun but the last was acknowledged; that one is stored or not, and never twice.
      const last = begun.get(thread.name) ?? 0
      expect([last - 1, last]).toContain(thread.turns)
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS)
    expect(cutOff).toBeGreaterThanOrEqual(40)
  } finally {
    await memory.close()
  }
}, 300_000)

/** Blocks of every thread follow each other without gap or overlap, all ready, each with its six views. */
async function expectWholeBlocks(memory: Memory): Promise<void> {
  for (const thread of await memory.threads({ limit: 100 })) {
    let lastTurn = 0
    let after = 0
    for (;;) {
      const { blocks, next } = await memory.blocks(thread.name, { after, limit: 200, text: true })
      for (const block of blocks) {
        expect(block).toMatchObject({ status: 'ready', firstTurn: lastTurn + 1 })
        expect(block.text).not.toBe('')
        lastTurn = block.lastTurn
      }
      if (next === undefined) break
      after = next
    }
    expect(lastTurn).toBe(thread.sealedTurns)
    expect(thread.turns - thread.sealedTurns).toBeLessThan(6)
  }
}
