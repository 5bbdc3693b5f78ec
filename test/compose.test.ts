/** Opening a memory: what its options may be, and what it says of odd ones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MemoryOptions, openMemory } from '../src/compose.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-compose-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'memory.db')

describe('opening', () => {
  it.each<[Partial<MemoryOptions>, string]>([
    [{ blockSize: 0 }, 'blockSize 0'],
    [{ blockSize: 1.5 }, 'blockSize 1.5'],
    [{ lambda: 0 }, 'lambda 0'],
    [{ lambda: Number.NaN }, 'lambda'],
    [{ leaseMs: 5 }, 'leaseMs 5'],
    [{ zone: 'Mars/Olympus' }, 'zone "Mars/Olympus"'],
  ])('refuses %j, naming the option and its value [L13]', async (options, what) => {
    await expect(openMemory({ path: path(), ...options })).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(what),
    })
  })

  it('makes a block of twelve turns unless another number is named [L13]', async () => {
    const memory = await openMemory({ path: path(), derive: 'manual' })
    const blocks = []
    for (let turn = 1; turn <= 24; turn++) {
      await memory.ingest({ thread: 'desk', messages: [{ role: 'user', content: `Letter ${turn}.` }] })
      blocks.push((await memory.blocks('desk')).blocks.length)
    }
    await memory.close()
    expect(blocks).toEqual([...Array(11).fill(0), ...Array(12).fill(1), 2])
  })

  it('keeps the zone the store was made with, unless another is named', async () => {
    await (await openMemory({ path: path(), zone: 'Asia/Tokyo' })).close()
    const kept = await openMemory({ path: path() })
    expect(kept.zone).toBe('Asia/Tokyo')
    await kept.close()
    const named = await openMemory({ path: path(), zone: 'Europe/Berlin' })
    expect(named.zone).toBe('Europe/Berlin')
    await named.close()
  })

  it.each([
    [{ blockSize: 6, lambda: 0.3 }, 0],
    [{ blockSize: 6, lambda: 0.4 }, 0],
    [{ blockSize: 6, lambda: 0.41 }, 1],
    [{ blockSize: 1, lambda: 0.025 }, 0],
    [{ blockSize: 1, lambda: 0.3 }, 1],
  ])(
    'warns of a conversation that fades within few turns, and works all the same: %j [L45]',
    async (options, count) => {
      const warnings: unknown[] = []
      const memory = await openMemory({
        path: path(),
        onWarning: warning => warnings.push(warning),
        ...options,
      })
      await memory.ingest({ thread: 'desk', messages: [{ role: 'user', content: 'Hello.' }] })
      await memory.close()
      expect(warnings).toHaveLength(count)
    },
  )
})
