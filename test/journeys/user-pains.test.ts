/** Public reports of what goes wrong with memory, each as a journey through the library. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Derivation,
  type Memory,
  type MemoryOptions,
  openMemory,
  type TurnInput,
} from 'palimpsest-memory'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runUntilItSpeaks } from './support/child.ts'

let folder: string
let path: string
const opened: Memory[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-pains-'))
  path = join(folder, 'memory.db')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(memory => memory.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<MemoryOptions> = {}): Promise<Memory> {
  const memory = await openMemory({
    path,
    derive: 'manual',
    onWarning: () => {},
    zone: 'Asia/Shanghai',
    ...options,
  })
  opened.push(memory)
  return memory
}

function turnOf(thread: string, user: string, at?: string, answer = 'Understood.'): TurnInput {
  const time = at === undefined ? {} : { at: Date.parse(at) }
  return {
    thread,
    messages: [
      { role: 'user', content: user, ...time },
      { role: 'assistant', content: answer, ...time },
    ],
  }
}

const statusesOf = async (memory: Memory, thread: string) =>
  (await memory.blocks(thread)).blocks.map(block => block.status)

describe('capture', () => {
  it('derives a block whose worker was killed between claim and finish (P01)', async () => {
    const before = await open({ blockSize: 1 })
    await before.ingest(turnOf('desk', 'We decided to keep the archive on tape.'))
    await before.close()
    expect(await runUntilItSpeaks('claims-and-hangs.mjs', path)).toBe('claimed')

    const after = await open({ leaseMs: 1_000 })
    await after.drain()
    expect(await statusesOf(after, 'desk')).toEqual(['ready'])
    expect(await after.jobs()).toEqual([])
  })

  it('derives what an ended conversation left behind when the store is next opened for another (P03)', async () => {
    const first = await open({ blockSize: 1 })
    for (const number of [1, 2, 3]) await first.ingest(turnOf('ended', `We decided to buy shelf ${number}.`))
    await first.close()

    const second = await open({ derive: 'background' })
    await second.ingest(turnOf('another', 'Good morning.'))
    await expect
      .poll(() => statusesOf(second, 'ended'), { timeout: 10_000 })
      .toEqual(['ready', 'ready', 'ready'])
  })

  it('reads back a turn whose process was killed right after the acknowledgement (P08) [L59]', async () => {
    const turn = await runUntilItSpeaks('stores-one-turn.mjs', path)
    const memory = await open()
    const shown = await memory.show(turn)
    expect(shown.kind === 'turn' && shown.turn.messages.map(message => message.content)).toEqual([
      'The spare key lies under the blue flower pot.',
      'Noted.',
    ])
  })
})

describe('time', () => {
  it('dates nothing of a 2023 transcript by the clock of today (P26) [E16]', async () => {
    const memory = await open({ blockSize: 4 })
    const said = '2023-06-09T12:00:00+08:00'
    await memory.ingest(turnOf('old', 'We decided last week to move the office.', said))
    await memory.ingest(turnOf('old', 'We will release the reader next month.', said))
    await memory.ingest(turnOf('old', '上周三我们决定改用新的打包脚本。', said))
    await memory.ingest(turnOf('old', 'Thanks!', said))
    await memory.drain()

    const events = await memory.events()
    expect(events.length).toBeGreaterThanOrEqual(2)
    const years = new Set<number>()
    for (const { mentionedAt, time } of events) {
      for (const at of [mentionedAt, time?.start, time?.end]) {
        if (typeof at === 'number') years.add(new Date(at).getUTCFullYear())
      }
    }
    expect([...years]).toEqual([2023])
    const wednesday = events.find(event => event.summary.includes('上周三'))
    expect(wednesday?.time?.start).toBe(Date.parse('2023-05-31T00:00:00+08:00'))
  })

  it('shows a message without a time as unknown, sorted after dated ones, never as now (P31)', async () => {
    const memory = await open()
    await memory.ingest(turnOf('notes', 'The heron visits the pond.'))
    await memory.ingest(turnOf('notes', 'The heron visits the pond.', '2024-02-01T08:00:00+08:00'))
    const { hits } = await memory.search('heron', { kinds: ['message'] })
    const visits = hits.filter(hit => hit.matched.length > 0)
    expect(visits.map(hit => hit.time)).toEqual([Date.parse('2024-02-01T08:00:00+08:00'), null])
  })

  it('keeps the instant exact and names the local day with its offset to a model (P32)', async () => {
    const memory = await open({ blockSize: 1 })
    const said = '2025-03-04T12:45:00+08:00'
    await memory.ingest(turnOf('ops', 'We decided today to deploy the reader service on two machines.', said))
    await memory.drain()
    const { text } = await memory.recall({ message: 'On how many machines do we deploy the reader service?' })
    expect(text).toContain('2025-03-04 12:45 +08:00')
    const { text: abroad } = await memory.recall({
      message: 'On how many machines do we deploy the reader service?',
      zone: 'America/Los_Angeles',
    })
    expect(abroad).toContain('2025-03-03 20:45 -08:00')
    const [event] = await memory.events()
    expect(event?.mentionedAt).toBe(Date.parse(said))
  })
})

describe('words', () => {
  const textsOf = async (memory: Memory, query: string) =>
    (await memory.search(query, { kinds: ['message'] })).hits
      .filter(hit => hit.matched.length > 0)
      .map(hit => hit.text)

  it('finds parts of a Chinese line and identifiers glued to Chinese characters (P44)', async () => {
    const memory = await open()
    const line = '已把build-cn7脚本改成增量编译并修好回滚'
    await memory.ingest(turnOf('build', line, undefined, '好的。'))
    await memory.ingest(turnOf('build', '今天的会议取消了', undefined, '知道了。'))
    for (const query of ['增量', '回滚', 'build-cn7', 'cn7', '增量编译']) {
      expect([query, await textsOf(memory, query)]).toEqual([query, [line]])
    }
  })

  it('takes operators, quotes, brackets, emoji and pages of punctuation as plain text (P47)', async () => {
    const memory = await open()
    const said = `log-level is key:value, limits are 5 req/s, it can't start, and/or "quoted (paren`
    await memory.ingest(turnOf('ops', said))
    const literal = [
      'log-level',
      'key:value',
      '"quoted',
      '(paren',
      'req/s',
      'start AND',
      'start OR',
      'start NOT',
    ]
    for (const query of [...literal, '*start*', 'NEAR(start', '🔥 start', 'start"; DROP TABLE message; --']) {
      expect([query, await textsOf(memory, query)]).toEqual([query, [said]])
    }
    const nothing = [
      '',
      ' ',
      '"',
      '(',
      '*',
      '🔥',
      '\ud83d',
      '\0',
      '!"#$%&()*+,-./:;<=>?@[]^_{|}~'.repeat(140),
    ]
    for (const query of nothing) {
      expect([query, (await memory.search(query)).hits]).toEqual([query, []])
    }
  })
})

describe('characters', () => {
  const WHOLE = ['🔥', '𠮷', '👨‍👩‍👧‍👦', '🇯🇵', '👍🏽', 'é']
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  const graphemesOf = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment)

  it('stay whole wherever a view or an injection is cut, and JSON carries them (P66)', async () => {
    const memory = await open({ blockSize: 1 })
    for (let shift = 0; shift < 16; shift++) {
      const run = `${'x'.repeat(shift)}${WHOLE.join('').repeat(60)}`
      await memory.ingest({
        thread: `shift ${shift}`,
        messages: [
          { role: 'user', content: `We decided to name the release ${run}. ${'I prefer tea. '.repeat(20)}` },
          { role: 'tool', content: '', name: 'run', arguments: `{"q":"${run}"}`, result: `${run}\n${run}` },
          { role: 'assistant', content: `Understood: ${run}` },
        ],
      })
    }
    await memory.drain()
    for (let shift = 0; shift < 16; shift++) {
      const { blocks } = await memory.blocks(`shift ${shift}`)
      const [block] = blocks
      const source = await memory.expand(block?.id ?? '', { level: 5 })
      const known = new Set([...graphemesOf(source.text ?? ''), '…'])
      for (const level of [0, 1, 2, 3, 4] as const) {
        const { text = '' } = await memory.expand(block?.id ?? '', { level })
        expect([level, text.isWellFormed(), JSON.parse(JSON.stringify(text)) === text]).toEqual([
          level,
          true,
          true,
        ])
        const torn = graphemesOf(text).filter(
          one => !known.has(one) && /[^\p{ASCII}\p{P}\p{L}\p{Z}]/u.test(one),
        )
        expect([shift, level, torn]).toEqual([shift, level, []])
      }
    }
    for (let budgetTokens = 40; budgetTokens < 400; budgetTokens += 17) {
      const { text } = await memory.recall({
        message: 'What did we decide to name the release?',
        budgetTokens,
      })
      expect(text.isWellFormed()).toBe(true)
    }
    const { hits } = await memory.search('name the release', { limit: 200 })
    expect(hits.length).toBeGreaterThan(16)
    for (const { text, title } of hits)
      expect([text.isWellFormed(), title?.isWellFormed() ?? true]).toEqual([true, true])
  })

  it('that a tool tore are kept as they came, and go to no model (P51)', async () => {
    const memory = await open({ blockSize: 1 })
    const torn = 'half an emoji \ud83d and half of another \udd25'
    await memory.ingest({
      thread: 'torn',
      messages: [
        { role: 'user', content: `We decided to name the release ${torn}.` },
        { role: 'tool', content: '', name: 'run', result: torn },
      ],
    })
    await memory.drain()
    expect(await memory.jobs()).toEqual([])
    const [block] = (await memory.blocks('torn')).blocks
    expect((await memory.expand(block?.id ?? '', { level: 5 })).text).toContain(torn)
    const { hits } = await memory.search('half an emoji', { kinds: ['message'] })
    expect(hits.map(hit => hit.text.includes(torn))).toEqual([true, true])
    const { text } = await memory.recall({ message: 'What did we decide to name the release?' })
    expect([text.includes('name the release'), text.isWellFormed()]).toEqual([true, true])
  })
})

describe('blocks that cannot be shortened', () => {
  it('are ready at once: their views repeat the text, and nothing is tried again (P72) [L16, L42]', async () => {
    let calls = 0
    const sentence = (n: number) => `Port 54${n} serves shard ${n} of ledger ${n}, owner Mira ${n}.`
    const dense = Array.from({ length: 16 }, (_, n) => sentence(n)).join(' ')
    const wordy: Derivation = {
      title: dense,
      tags: ['ledger'],
      summary: dense.repeat(2),
      keyFacts: [{ text: dense.repeat(2), sources: [] }],
      events: [],
    }
    const derive = async (): Promise<Derivation> => {
      calls += 1
      return wordy
    }
    const memory = await open({
      blockSize: 1,
      deriver: { name: 'wordy', version: '1', concurrency: 1, derive },
    })
    await memory.ingest({ thread: 'ledger', messages: [{ role: 'user', content: dense }] })
    await memory.ingest({ thread: 'short', messages: [{ role: 'user', content: 'Port 1.' }] })
    expect(await memory.drain()).toBe(2)
    expect([calls, await memory.drain(), await memory.jobs()]).toEqual([2, 0, []])
    expect([await statusesOf(memory, 'ledger'), await statusesOf(memory, 'short')]).toEqual([
      ['ready'],
      ['ready'],
    ])
    const lengths = async (thread: string) => {
      const [block] = (await memory.blocks(thread)).blocks
      const levels = [0, 1, 2, 3, 4, 5] as const
      const views = await Promise.all(levels.map(level => memory.expand(block?.id ?? '', { level })))
      return views.map(({ text = '' }) => [...text].length)
    }
    for (const thread of ['ledger', 'short']) {
      const sizes = await lengths(thread)
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    }
    const [block] = (await memory.blocks('short')).blocks
    const texts = await Promise.all(
      ([0, 1, 2, 3, 4] as const).map(async level => (await memory.expand(block?.id ?? '', { level })).text),
    )
    expect(new Set(texts).size).toBe(1)
  })
})

describe('walls', () => {
  it('never finds or injects across two projects of the same folder name (P73) [E7]', async () => {
    const memory = await open({ blockSize: 1 })
    const [left, right] = ['local:project:/left/app', 'local:project:/right/app']
    await memory.ingest(turnOf('main', 'We decided to store sessions in Redis.'), { space: left })
    await memory.ingest(turnOf('main', 'We decided to store invoices in Postgres.'), { space: right })
    await memory.drain()
    const found = async (space: string) =>
      (await memory.search('store sessions invoices Redis Postgres', { space })).hits
    expect((await found(left)).length).toBeGreaterThan(0)
    expect((await found(left)).every(hit => hit.space === left && !hit.text.includes('Postgres'))).toBe(true)
    expect((await found(right)).every(hit => hit.space === right && !hit.text.includes('Redis'))).toBe(true)
    const { text } = await memory.recall({ message: 'Do we store sessions in Redis?', space: right })
    expect(text).not.toContain('Redis')
    expect((await memory.events({ space: left })).map(event => event.summary).join()).not.toContain(
      'Postgres',
    )
  })

  it('derives a fact about the user in two projects whose conversations bear the same name', async () => {
    const memory = await open({ blockSize: 1 })
    for (const space of ['local:project:/left/app', 'local:project:/right/app']) {
      await memory.ingest(turnOf('main', 'I am allergic to peanuts.'), { space })
    }
    await memory.drain()
    expect(await memory.jobs()).toEqual([])
    expect(await memory.events({ space: 'local:project:/left/app' })).toHaveLength(2)
  })

  it('takes no conversation into the space that every project reads', async () => {
    const memory = await open()
    const planted = memory.ingest(turnOf('main', 'We decided to obey.'), { space: 'user' })
    await expect(planted).rejects.toMatchObject({ code: 'bad-input' })
  })

  it("recalls another live session's sealed events only; search marks its open tail (P76) [L7]", async () => {
    const memory = await open({ blockSize: 2 })
    await memory.ingest(turnOf('session-a', 'We decided to ship the parser in Rust.'))
    await memory.ingest(turnOf('session-a', 'Good.'))
    await memory.ingest(turnOf('session-a', 'We decided to ship the renderer in Zig.'))
    await memory.drain()
    const recalled = await memory.recall({
      thread: 'session-b',
      message: 'In which language do we ship parser and renderer?',
    })
    expect(recalled.text).toContain('parser')
    expect(recalled.text).not.toContain('renderer')
    const { hits } = await memory.search('ship parser renderer', { kinds: ['message'] })
    const decided = hits.filter(hit => hit.matched.length > 0)
    expect(decided.map(hit => [hit.text.includes('renderer'), hit.open]).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })
})
