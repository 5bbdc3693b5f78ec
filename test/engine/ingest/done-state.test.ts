/** Work that is done is not done again: what a block finished stays in sight, then in mind. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
let memory: Memory
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-done-'))
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (lambda: number) => {
  memory = await openMemory({
    path: join(folder, 'memory.db'),
    blockSize: 2,
    lambda,
    derive: 'manual',
    zone: 'UTC',
    synchronous: 'normal',
    onWarning: () => {},
  })
}
const turn = (user: string, assistant: string) =>
  memory.ingest({
    thread: 'atlas',
    messages: [
      { role: 'user', content: user },
      { role: 'assistant', content: assistant },
    ],
  })
const WALK = 'The garden behind the house needs water in the morning, and the neighbours watch the cat. '

/** One block of work, then thirty of other talk. */
async function work(language: 'en' | 'zh') {
  if (language === 'en') {
    await turn(
      `Please implement retry in the net module. ${WALK.repeat(6)}`,
      'Implemented retry with backoff in src/net/retry.ts (commit a1b2c3d). Tried bumping undici, did not help.',
    )
    await turn(`How was the walk? ${WALK.repeat(6)}`, 'Still to do: docs for the net module.')
  } else {
    const walk = '早上要给屋后的花园浇水，邻居帮忙看着猫，下午再去散步。'
    await turn(
      `请给网络模块实现重试。${walk.repeat(8)}`,
      '已在 src/net/retry.ts 实现重试（提交 a1b2c3d）。试过升级 undici，没用。',
    )
    await turn(`散步怎么样？${walk.repeat(8)}`, '网络模块的文档还没写。')
  }
  for (let n = 0; n < 60; n++) await turn(`What is the capital of country ${n}?`, `City ${n}.`)
  await memory.drain()
}

describe('thirty blocks later', () => {
  it.each([
    [
      'en',
      /^Done: Implemented retry with backoff \(src\/net\/retry\.ts, a1b2c3d\)\. Tried, failed: bumping undici\./,
    ],
    ['zh', /^已完成：.*重试（src\/net\/retry\.ts、a1b2c3d）。试过无效：升级 undici。/],
  ] as const)('a block at L1 still tells that the work is done and where (%s)', async (language, line) => {
    await open(0.077)
    await work(language)
    const [first, ...rest] = (await memory.blocks('atlas', { text: true })).blocks
    expect(rest).toHaveLength(30)
    expect(first?.level).toBe(1)
    expect(first?.text).toMatch(line)
  })

  it.each([
    ['en', 'implement retry in the net module'],
    ['zh', '给网络模块实现重试'],
  ] as const)('a block at L0 is recalled by what was done in it (%s)', async (language, message) => {
    await open(0.3)
    await work(language)
    expect((await memory.blocks('atlas', { text: true })).blocks[0]?.level).toBe(0)
    const { text } = await memory.recall({ thread: 'atlas', message })
    expect(text).toContain('src/net/retry.ts')
  })
})
