/** Listing and opening blocks over a real store: what fades, what comes back, and what forks share. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { Memory } from '../../../src/memory.ts'

let folder: string
let memory: Memory
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-blocks-'))
  memory = await open(2)
})
afterEach(async () => {
  await memory.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (blockSize: number, lambda?: number, now?: () => number) =>
  openMemory({
    path: join(folder, 'memory.db'),
    blockSize,
    derive: 'manual',
    onWarning: () => {},
    zone: 'UTC',
    ...(lambda ? { lambda } : {}),
    ...(now ? { now } : {}),
  })

async function talk(
  from: number,
  to: number,
  thread = 'trip',
  parent?: { thread: string; lastSharedTurn: string },
) {
  await tell(from, to, thread, parent)
  await memory.drain()
}

/** Talks on, and leaves deriving to others. */
async function tell(
  from: number,
  to: number,
  thread: string,
  parent?: { thread: string; lastSharedTurn: string },
) {
  for (let turn = from; turn <= to; turn++) {
    await memory.ingest({
      thread,
      turn: `t${turn}`,
      messages: [
        {
          role: 'user',
          content: `Stop ${turn}: we decided to stay in hostel number ${turn} near the harbour.`,
        },
        {
          role: 'assistant',
          content: `Hostel ${turn} is booked; the ferry leaves from pier ${turn} in the morning.`,
        },
      ],
      ...(parent ? { parent } : {}),
    })
  }
}

const levels = async (thread = 'trip') => (await memory.blocks(thread)).blocks.map(block => block.level)

describe('a conversation of ten ready blocks', () => {
  beforeEach(() => talk(1, 20))

  it('shows every level in the order of the table [L48]', async () => {
    expect(await levels()).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 5, 5])
  })

  it('shows fewer tokens than its source, and never more at a higher level', async () => {
    const { blocks } = await memory.blocks('trip')
    const shown = blocks.reduce((sum, block) => sum + block.tokens, 0)
    const source = blocks.reduce((sum, block) => sum + block.sourceTokens, 0)
    expect(shown).toBeLessThan(source)
    expect(blocks.at(-1)?.tokens).toBe(blocks.at(-1)?.sourceTokens)
  })

  it('opens a faded block one level, then straight to the original words, and lets it fade again [L50, L51, L52]', async () => {
    const first = (await memory.blocks('trip')).blocks[0]
    const id = first?.id as string
    expect((await memory.expand(id)).level).toBe(1)
    const opened = await memory.expand(id, { level: 5, by: 'agent' })
    expect(opened).toMatchObject({ level: 5, anchor: { level: 5, sequence: 10, by: 'agent' } })
    expect(opened.text).toContain('Stop 1: we decided to stay in hostel number 1 near the harbour.')
    expect((await levels())[0]).toBe(5)
    await talk(21, 24)
    expect((await levels())[0]).toBe(4)
  })

  it('expands to L3 as L3, and accepts the id of a message, turn or event of the block [L51]', async () => {
    const { hits } = await memory.search('hostel number 3 harbour', { limit: 50 })
    const ofStop3 = hits.filter(hit => hit.text.includes('number 3 '))
    expect(ofStop3.map(hit => hit.kind)).toContain('message')
    for (const hit of ofStop3) {
      const opened = await memory.expand(hit.id, { level: 3 })
      expect(opened).toMatchObject({ level: 3, sequence: 2 })
    }
    expect((await levels())[1]).toBe(3)
  })

  it('applies another λ to all blocks at once [L53]', async () => {
    await memory.close()
    memory = await open(2, 0.6)
    expect(await levels()).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 5])
  })

  it('grows no older by years, by turns of the open tail, or by blocks that still wait [L20, L47]', async () => {
    const before = await levels()
    await memory.close()
    memory = await open(2, undefined, () => Date.UTC(2040, 0, 1))
    expect(await levels()).toEqual(before)
    await talk(21, 21)
    expect(await levels()).toEqual(before)
    await tell(22, 26, 'trip')
    expect(await levels()).toEqual([...before, 5, 5, 5])
    await memory.drain()
    expect(await levels()).toEqual([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5])
  })

  it('is not moved by blocks of another conversation, nor by opening one there [L6]', async () => {
    const before = (await memory.blocks('trip')).blocks
    await talk(1, 8, 'walk')
    await memory.expand((await memory.blocks('walk')).blocks[0]?.id ?? '', { level: 5 })
    expect((await memory.blocks('trip')).blocks).toEqual(before)
  })

  it('holds every message as it was received, whatever becomes of it [L2]', async () => {
    const turnsOf = async () => {
      const blocks = (await memory.blocks('trip')).blocks.slice(0, 10)
      return Promise.all(blocks.map(async ({ id }) => (await memory.expand(id, { level: 5 })).text))
    }
    const { blocks } = await memory.blocks('trip')
    const before = await turnsOf()
    expect(before[0]).toBe(
      [
        'user: Stop 1: we decided to stay in hostel number 1 near the harbour.',
        'assistant: Hostel 1 is booked; the ferry leaves from pier 1 in the morning.',
        'user: Stop 2: we decided to stay in hostel number 2 near the harbour.',
        'assistant: Hostel 2 is booked; the ferry leaves from pier 2 in the morning.',
      ].join('\n\n'),
    )
    await memory.expand(blocks[0]?.id ?? '', { level: 2 })
    await talk(1, 31)
    await memory.seal('trip')
    await memory.drain()
    await memory.close()
    memory = await open(3, 0.6)
    expect(await turnsOf()).toEqual(before)
  })

  it('gives the level of every block at once, as the list does', async () => {
    await talk(21, 22)
    const due = await memory.levels('trip')
    expect(due.map(({ sequence, level }) => [sequence, level])).toEqual(
      (await memory.blocks('trip')).blocks.map(({ sequence, level }) => [sequence, level]),
    )
    expect(await memory.levels('nowhere')).toEqual([])
  })

  it('pages by sequence', async () => {
    const first = await memory.blocks('trip', { limit: 4 })
    expect(first.next).toBe(4)
    const rest = await memory.blocks('trip', { after: 4, limit: 200 })
    expect(rest.blocks.map(block => block.sequence)).toEqual([5, 6, 7, 8, 9, 10])
    expect(rest.next).toBeUndefined()
  })

  it('never repartitions sealed blocks when N changes [L15]', async () => {
    const before = (await memory.blocks('trip')).blocks.map(({ firstTurn, lastTurn }) => [
      firstTurn,
      lastTurn,
    ])
    await memory.close()
    memory = await open(3)
    await talk(21, 26)
    const after = (await memory.blocks('trip')).blocks.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn])
    expect(after).toEqual([...before, [21, 23], [24, 26]])
  })
})

describe('the log of a host', () => {
  const turn = (name: string, logEnd?: number) =>
    memory.ingest({
      thread: 'trip',
      turn: name,
      messages: [{ role: 'user', content: `Stop ${name}` }],
      ...(logEnd === undefined ? {} : { logEnd }),
    })

  it('is kept with each turn and told of each block, and of the conversation as a whole', async () => {
    expect(await memory.logged('trip')).toBeUndefined()
    await turn('1', 7)
    await turn('2', 12)
    await turn('3', 20)
    await memory.drain()
    expect((await memory.levels('trip')).map(block => block.logged)).toEqual([{ turn: '2', logEnd: 12 }])
    expect(await memory.logged('trip')).toEqual({ turn: '3', logEnd: 20 })
    expect((await turn('3', 21)).status).toBe('already-stored')
    expect(await memory.logged('trip')).toEqual({ turn: '3', logEnd: 20 })
  })

  it('is told of a block whose last turn is shared with the parent', async () => {
    await turn('1', 7)
    await turn('2', 12)
    await turn('3', 20)
    await memory.ingest({
      thread: 'fork',
      turn: '4',
      parent: { thread: 'trip', lastSharedTurn: '3' },
      messages: [{ role: 'user', content: 'Stop 4' }],
      logEnd: 31,
    })
    await memory.drain()
    expect((await memory.levels('fork')).map(block => block.logged?.logEnd)).toEqual([12, 31])
    expect(await memory.logged('fork')).toEqual({ turn: '4', logEnd: 31 })
  })

  it('is an integer from 0', async () => {
    await expect(turn('1', -1)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(turn('1', 1.5)).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('a fork', () => {
  it('refers to what it shares, seals on from there, and has anchors of its own [L6]', async () => {
    await talk(1, 5)
    const parent = { thread: 'trip', lastSharedTurn: 't5' }
    await talk(6, 9, 'detour', parent)
    await talk(6, 6, 'trip')
    const shared = (await memory.blocks('trip')).blocks
    const forked = (await memory.blocks('detour')).blocks
    expect(shared.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    expect(forked.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ])
    expect(forked.slice(0, 2).map(block => block.id)).toEqual(shared.slice(0, 2).map(block => block.id))
    expect(forked[2]?.id).not.toBe(shared[2]?.id)

    await memory.expand(shared[0]?.id as string, { level: 2, thread: 'detour' })
    expect((await levels('detour'))[0]).toBe(2)
    expect((await levels('trip'))[0]).not.toBe(2)
    const [counts] = (await memory.status()).spaces
    expect(counts?.turns).toBe(6 + 4)
  })

  it('answers a shared turn offered again with `already-stored`, and another one under its key with an error [L5]', async () => {
    await talk(1, 2)
    const parent = { thread: 'trip', lastSharedTurn: 't2' }
    await talk(3, 3, 'detour', parent)
    const again = {
      thread: 'detour',
      turn: 't1',
      messages: [
        { role: 'user', content: 'Stop 1: we decided to stay in hostel number 1 near the harbour.' },
        { role: 'assistant', content: 'Hostel 1 is booked; the ferry leaves from pier 1 in the morning.' },
      ],
    } as const
    expect((await memory.ingest(again)).status).toBe('already-stored')
    const other = { ...again, messages: [{ role: 'user', content: 'Something else.' }] } as const
    await expect(memory.ingest(other)).rejects.toMatchObject({ code: 'turn-differs' })
  })

  it('tells a shared fact once, though a block of each thread holds its turn', async () => {
    await talk(1, 3)
    await talk(4, 4, 'detour', { thread: 'trip', lastSharedTurn: 't3' })
    await talk(4, 4, 'trip')
    expect((await memory.blocks('detour')).blocks.map(block => block.status)).toEqual(['ready', 'ready'])
    const told = (await memory.events()).map(event => event.summary).filter(text => text.includes('Stop 3'))
    expect(told).toHaveLength(1)
  })

  it('needs its parent', async () => {
    const orphan = talk(1, 1, 'orphan', { thread: 'nowhere', lastSharedTurn: 't1' })
    await expect(orphan).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the end of a conversation', () => {
  it('closes a tail into a shorter block; later turns start a new one', async () => {
    await talk(1, 3)
    expect(await memory.seal('trip')).toHaveLength(1)
    expect(await memory.seal('trip')).toEqual([])
    await talk(4, 5)
    expect(
      (await memory.blocks('trip')).blocks.map(({ firstTurn, lastTurn }) => [firstTurn, lastTurn]),
    ).toEqual([
      [1, 2],
      [3, 3],
      [4, 5],
    ])
  })

  it('comes when another of its host begins in the space', async () => {
    await talk(1, 3)
    await talk(1, 1, 'walk')
    expect(await memory.sealOthers('walk')).toHaveLength(1)
    expect((await memory.blocks('trip')).openTail.turns).toBe(0)
    expect((await memory.blocks('walk')).openTail.turns).toBe(1)
    expect(await memory.sealOthers('walk')).toEqual([])
    expect(await memory.sealOthers('walk', { host: 'dsh' })).toEqual([])
    expect(await memory.sealOthers('trip', { space: 'local:project:/elsewhere' })).toEqual([])
  })

  it('says where the open tail begins and that it cannot be expanded', async () => {
    await talk(1, 3)
    const { openTail } = await memory.blocks('trip')
    expect(openTail).toMatchObject({ firstTurn: 3, turns: 1 })
    const [hit] = (await memory.search('Stop 3 hostel', { kinds: ['message'] })).hits.filter(one => one.open)
    await expect(memory.expand(hit?.id as string)).rejects.toMatchObject({ code: 'not-found' })
  })
})
