/** Every command through the built program, in both languages, with the shapes of its JSON. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.ts'
import { Desk } from './support/palimpsest.ts'

const SPEECH = [
  {
    thread: 'outage',
    role: 'user',
    content: 'Last week the routing cluster was down for forty minutes.',
    time: '2025-06-17T09:20:00+02:00',
    speaker: 'Mira',
  },
  {
    thread: 'outage',
    role: 'assistant',
    content: 'Noted. What was the cause?',
    time: '2025-06-17T09:20:10+02:00',
  },
  {
    thread: 'outage',
    role: 'user',
    content: 'An expired certificate. We decided to renew certificates automatically.',
    speaker: 'Mira',
  },
  { thread: 'outage', role: 'assistant', content: 'Good.' },
  {
    thread: '同步',
    role: 'user',
    content: '离线同步改用 CRDT，因为两台设备离线修改时会丢字。',
    time: '2025-03-06T15:10:00+08:00',
    speaker: '林晓雨',
  },
  { thread: '同步', role: 'assistant', content: '记下了。', time: '2025-03-06T15:10:08+08:00' },
]

const text = expect.any(String)
const number = expect.any(Number)
const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}_[a-z2-7]{12}$`))

let desk: Desk
let db: string
let space: string

beforeAll(() => {
  desk = new Desk()
  db = join(desk.cwd, 'memory.db')
  space = `local:project:${desk.cwd}`
  desk.write('speech.jsonl', SPEECH)
  const { code, stderr } = desk.run(['ingest', 'speech.jsonl', '--db', 'memory.db', '--block-size', '1'])
  if (code !== 0) throw new Error(stderr)
})
afterAll(() => desk.clear())

const json = (...args: string[]) => desk.json([...args, '--db', db])
const run = (...args: string[]) => desk.run([...args, '--db', db])
const messageAbout = (query: string) => {
  const { hits } = json('search', query, '--in', 'message', '--limit', '1').json as {
    hits: { id: string; turn: string }[]
  }
  return hits[0] ?? { id: '', turn: '' }
}

describe('ingest', () => {
  it('says what was stored, and stores nothing twice', () => {
    const args = ['ingest', 'speech.jsonl', '--db', 'fresh.db', '--block-size', '1']
    const file = join(desk.cwd, 'speech.jsonl')
    const database = join(desk.cwd, 'fresh.db')
    const counts = { problems: 0, pending: 0, failed: 0, isStopped: false, spaces: [space], database }
    expect(desk.json(args)).toEqual({
      code: 0,
      json: {
        ...counts,
        isNew: true,
        stored: 3,
        alreadyStored: 0,
        blocks: 3,
        events: number,
        files: [{ file, format: 'jsonl', threads: 2, stored: 3, alreadyStored: 0, blocks: 3, problems: [] }],
      },
    })
    expect(desk.json(args)).toEqual({
      code: 0,
      json: {
        ...counts,
        isNew: false,
        stored: 0,
        alreadyStored: 3,
        blocks: 0,
        events: 0,
        files: [{ file, format: 'jsonl', threads: 2, stored: 0, alreadyStored: 3, blocks: 0, problems: [] }],
      },
    })
  })

  it('stores the other turns of a file with bad lines, names them, and ends with 3', () => {
    desk.write('bad.jsonl', [
      ...SPEECH.slice(0, 2),
      '{"thread": "outage", "role": "user", "content": ',
      { thread: 'other', role: 'robot', content: 'beep' },
      ...SPEECH.slice(4),
    ])
    const { code, json: report } = desk.json(['ingest', 'bad.jsonl', '--db', 'bad.db'])
    expect(code).toBe(3)
    expect(report).toMatchObject({
      problems: 2,
      files: [
        {
          problems: [
            { line: 3, message: text },
            { line: 4, message: text },
          ],
        },
      ],
    })
    expect((report as { stored: number }).stored).toBeGreaterThan(0)
    const people = desk.run(['ingest', 'bad.jsonl', '--db', 'bad.db'])
    expect(people.code).toBe(3)
    expect(people.stdout).toMatch(/✗ jsonl: line 3: .*\n(.*\n)*.*✗ jsonl: line 4: role "robot"/)
  })

  it('tells a turn that is known with other content, and leaves the stored one', () => {
    desk.write('first.jsonl', [{ thread: 'x', turn: '1', role: 'user', content: 'green' }])
    desk.write('second.jsonl', [{ thread: 'x', turn: '1', role: 'user', content: 'blue' }])
    desk.run(['ingest', 'first.jsonl', '--db', 'differs.db'])
    const { code, json: report } = desk.json(['ingest', 'second.jsonl', '--db', 'differs.db'])
    expect(code).toBe(1)
    expect(report).toMatchObject({
      stored: 0,
      problems: 1,
      files: [{ problems: [{ message: expect.stringMatching(/^turn-differs: /) }] }],
    })
    expect(desk.json(['search', 'green blue', '--in', 'message', '--db', 'differs.db']).json).toMatchObject({
      hits: [{ text: 'green' }],
    })
  })

  it('makes no database when a file is missing or its folder is', () => {
    expect(desk.run(['ingest', 'nowhere.jsonl', '--db', 'unmade.db']).code).toBe(2)
    expect(existsSync(join(desk.cwd, 'unmade.db'))).toBe(false)
    const { code, json: failure } = desk.json(['ingest', 'speech.jsonl', '--db', 'tpyo/memory.db'])
    expect(code).toBe(2)
    expect(failure).toEqual({
      error: { code: 'config', message: expect.stringContaining(join(desk.cwd, 'tpyo', 'memory.db')) },
    })
    expect(existsSync(join(desk.cwd, 'tpyo'))).toBe(false)
  })

  it('can leave deriving to jobs run, and tails open', () => {
    const args = [
      'ingest',
      'speech.jsonl',
      '--db',
      'later.db',
      '--block-size',
      '1',
      '--no-derive',
      '--no-seal',
    ]
    expect(desk.json(args)).toMatchObject({ code: 0, json: { stored: 1, blocks: 1, pending: 1, events: 0 } })
    expect(desk.json(['jobs', '--db', 'later.db']).json).toEqual({
      jobs: [
        {
          key: number,
          space,
          kind: 'derive',
          block: id('b'),
          thread: 'outage',
          sequence: 1,
          state: 'pending',
          attempts: 0,
          notBefore: text,
          leaseUntil: null,
          lastError: null,
        },
      ],
      next: null,
    })
    expect(desk.json(['jobs', 'run', '--db', 'later.db'])).toEqual({
      code: 0,
      json: { attempts: 1, waiting: 0, dead: 0 },
    })
    expect(desk.json(['jobs', '--db', 'later.db']).json).toEqual({ jobs: [], next: null })
    expect(desk.json(['jobs', '--all', '--db', 'later.db']).json).toMatchObject({
      jobs: [{ state: 'done', attempts: 1 }],
    })
  })

  it('gives every sample of a LoCoMo file a space of its own', () => {
    const sample = {
      sample_id: 'conv-1',
      conversation: {
        speaker_a: 'Ann',
        speaker_b: 'Ben',
        session_1_date_time: '1:56 pm on 8 May, 2023',
        session_1: [
          { speaker: 'Ann', dia_id: 'D1:1', text: 'I adopted a cat yesterday.' },
          { speaker: 'Ben', dia_id: 'D1:2', text: 'Congratulations!' },
        ],
      },
    }
    desk.write('locomo.json', [[sample]])
    expect(desk.json(['ingest', 'locomo.json', '--db', 'locomo.db']).json).toMatchObject({
      spaces: ['local:session:conv-1'],
      stored: 1,
    })
    const found = desk.json([
      'search',
      'cat',
      '--in',
      'message',
      '--db',
      'locomo.db',
      '--space',
      'local:session:conv-1',
    ]).json
    expect(found).toMatchObject({
      hits: [
        {
          thread: 'conv-1/session_1',
          speaker: 'Ann',
          time: '2023-05-08T15:56:00.000+02:00',
          times: [
            {
              words: 'yesterday',
              from: '2023-05-07T00:00:00.000+02:00',
              to: '2023-05-08T00:00:00.000+02:00',
            },
          ],
        },
      ],
    })
  })
})

describe('search', () => {
  it('gives quote, date with offset, speaker, source and what its words of time mean', () => {
    expect(json('search', 'when', 'was', 'the routing cluster down?', '--in', 'message')).toEqual({
      code: 0,
      json: {
        query: 'when was the routing cluster down?',
        space,
        range: { from: null, to: null },
        hits: [
          {
            id: id('m'),
            kind: 'message',
            type: null,
            space,
            thread: 'outage',
            turn: id('t'),
            time: '2025-06-17T09:20:00.000+02:00',
            speaker: 'Mira',
            title: null,
            quote: 'Last week the routing cluster was down for forty minutes.',
            text: 'Last week the routing cluster was down for forty minutes.',
            matched: expect.arrayContaining([text]),
            times: [
              {
                words: 'Last week',
                from: '2025-06-09T00:00:00.000+02:00',
                to: '2025-06-16T00:00:00.000+02:00',
                precision: 'range',
                basis: 'relative',
              },
            ],
            sources: [],
            score: number,
            open: false,
          },
        ],
        next: null,
      },
    })
    const { stdout } = run('search', 'routing cluster', '--in', 'message')
    expect(stdout).toContain('Last week → 2025-06-09 – 2025-06-15')
    expect(stdout).toContain('2025-06-17 09:20 +02:00 · Mira · outage')
  })

  it('finds Chinese words, and answers in Chinese when asked to', () => {
    const { stdout } = run('search', '离线同步为什么改用 CRDT', '--in', 'message', '--lang', 'zh')
    expect(stdout).toContain('1.  消息\n    离线同步改用 CRDT')
    expect(stdout).toContain('2025-03-06 08:10 +01:00 · 林晓雨 · 同步')
  })

  it('shows an unknown time as unknown, never as now', () => {
    expect(run('search', 'expired certificate', '--in', 'message').stdout).toContain(
      'unknown time · Mira · outage',
    )
    expect(run('search', 'expired certificate', '--in', 'message', '--lang', 'zh').stdout).toContain(
      '时间未知 · Mira · outage',
    )
    expect(json('search', 'expired certificate', '--in', 'message').json).toMatchObject({
      hits: [{ time: null }],
    })
  })

  it('finds by day what was said in it, to its last minute', () => {
    const threadsOn = (...range: string[]) =>
      (
        json('search', 'routing cluster', '--in', 'message', ...range).json as { hits: { thread: string }[] }
      ).hits.map(hit => hit.thread)
    expect([
      threadsOn('--on', '2025-06-17'),
      threadsOn('--to', '2025-06-17'),
      threadsOn('--from', '2025-06-17', '--to', '2025-06-17'),
      threadsOn('--to', '2025-06-16'),
      threadsOn('--from', '2025-06-18'),
    ]).toEqual([['outage'], ['outage'], ['outage'], [], []])
    expect(run('search', 'x', '--on', '2025-06-17').stdout).toContain(
      'from 2025-06-17 00:00 +02:00, before 2025-06-18 00:00 +02:00',
    )
  })

  it('is filtered by speaker, thread, kind and type', () => {
    const kinds = (...args: string[]) =>
      (json('search', ...args).json as { hits: { kind: string }[] }).hits.map(hit => hit.kind)
    expect(kinds('cluster', '--in', 'message', '--speaker', 'Ben')).toEqual([])
    expect(kinds('cluster', '--in', 'message', '--thread', '同步')).toEqual([])
    expect(new Set(kinds('certificates', '--in', 'message,block'))).toEqual(new Set(['message', 'block']))
    expect(kinds('certificates', '--in', 'event', '--type', 'identity')).toEqual([])
  })

  it('goes on where a page ended', () => {
    const first = json('search', 'certificates cluster', '--limit', '1').json as {
      hits: { id: string }[]
      next: string
    }
    const second = json('search', 'certificates cluster', '--limit', '1', '--cursor', first.next).json as {
      hits: { id: string }[]
    }
    expect(second.hits).toHaveLength(1)
    expect(second.hits[0]?.id).not.toBe(first.hits[0]?.id)
    expect(json('search', 'another question', '--cursor', first.next)).toMatchObject({
      code: 2,
      json: { error: { code: 'bad-input' } },
    })
  })

  it.each([
    '"',
    "' OR 1=1 --",
    'NEAR(',
    '* ^ : AND NOT',
    '\u{1F600}',
    '%00',
    '-'.repeat(300),
    '{{jndi}}',
    ' ',
  ])('takes %j as words', query => {
    expect(desk.json(['search', '--db', db, '--', query])).toMatchObject({ code: 0, json: { hits: [] } })
  })

  it('names the spaces there are when this one is empty', () => {
    const elsewhere = desk.folder('elsewhere')
    const { code, stdout } = desk.run(['search', 'cluster', '--db', db], { cwd: elsewhere })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `There are no memories in local:project:${elsewhere}. Spaces of this database:\n  --space ${space}\n`,
    })
  })
})

describe('blocks', () => {
  it('shows every conversation as a strip', () => {
    expect(json('blocks').json).toEqual({
      space,
      threads: [
        {
          thread: 'outage',
          host: 'local',
          turns: 2,
          blocks: 2,
          openTurns: 0,
          parent: null,
          newest: [
            { id: id('b'), sequence: 1, status: 'ready', level: 5 },
            { id: id('b'), sequence: 2, status: 'ready', level: 5 },
          ],
        },
        {
          thread: '同步',
          host: 'local',
          turns: 1,
          blocks: 1,
          openTurns: 0,
          parent: null,
          newest: [{ id: id('b'), sequence: 1, status: 'ready', level: 5 }],
        },
      ],
      next: null,
    })
    expect(run('blocks').stdout).toBe(
      'outage  2 turns · 2 blocks\n██ ██\n5  5\n\n同步  1 turn · 1 block\n██\n5\n\n█ L5  ▆ L4  ▅ L3  ▃ L2  ▂ L1  ▁ L0  · pending  ! failed\n',
    )
    expect(run('blocks', '--lang', 'zh').stdout).toContain('同步  1 轮 · 1 块\n')
  })

  it('shows one conversation block by block, with its tokens', () => {
    const { json: shown } = json('blocks', '--thread', '同步', '--text')
    expect(shown).toEqual({
      space,
      thread: '同步',
      host: 'local',
      blocks: [
        {
          id: id('b'),
          host: 'local',
          thread: '同步',
          sequence: 1,
          firstTurn: 1,
          lastTurn: 1,
          status: 'ready',
          level: 5,
          anchor: { level: 5, sequence: 1, by: 'sealing' },
          title: text,
          tokens: number,
          sourceTokens: number,
          from: '2025-03-06T08:10:00.000+01:00',
          to: '2025-03-06T08:10:08.000+01:00',
          text: 'user: 离线同步改用 CRDT，因为两台设备离线修改时会丢字。\n\nassistant: 记下了。',
        },
      ],
      openTail: { firstTurn: 2, turns: 0, tokens: 0 },
      totals: { blocks: 1, tokens: number, sourceTokens: number },
      after: 0,
      next: null,
    })
    expect(run('blocks', '--thread', '同步').stdout).toMatch(/^ ?#\s+id\s+turns\s+level\s+tokens\s+title$/m)
    expect(json('blocks', '--thread', 'outage', '--level', '0').json).toMatchObject({ blocks: [] })
    expect(json('blocks', '--thread', 'outage', '--limit', '1').json).toMatchObject({
      blocks: [{ sequence: 2 }],
      after: 1,
    })
  })

  it('does not know a conversation that is not there', () => {
    expect(json('blocks', '--thread', 'nobody')).toMatchObject({
      code: 1,
      json: { error: { code: 'not-found' } },
    })
  })
})

describe('expand, show, events', () => {
  it('opens the block of any id that was printed, to the level asked', () => {
    const copy = join(desk.cwd, 'expand.db')
    copyFileSync(db, copy)
    const message = messageAbout('routing cluster')
    const { code, json: opened } = desk.json(['expand', message.id, '--level', '3', '--db', copy])
    expect(code).toBe(0)
    expect(opened).toMatchObject({
      id: id('b'),
      thread: 'outage',
      level: 3,
      anchor: { level: 3, sequence: 2, by: 'user' },
      text,
    })
    expect(desk.json(['expand', message.turn, '--db', copy]).json).toMatchObject({ level: 4 })
    expect(desk.run(['expand', message.id, '--level', '5', '--db', copy]).stdout).toContain(
      'user: Last week the routing cluster',
    )
    expect(desk.run(['expand', message.id, '--level', '5', '--db', copy, '--lang', 'zh']).stdout).toContain(
      '已展开到 L5',
    )
  })

  it('shows a message, a turn, a block and an event with their sources, by a prefix of the id', () => {
    const message = messageAbout('routing cluster')
    expect(json('show', message.id.slice(0, 8)).json).toEqual({
      kind: 'message',
      space,
      message: {
        id: message.id,
        thread: 'outage',
        turnId: message.turn,
        position: 0,
        role: 'user',
        content: 'Last week the routing cluster was down for forty minutes.',
        speaker: 'Mira',
        time: '2025-06-17T09:20:00.000+02:00',
      },
      neighbours: expect.arrayContaining([expect.objectContaining({ role: 'assistant' })]),
    })
    expect(json('show', message.turn).json).toMatchObject({
      kind: 'turn',
      turn: { ordinal: 1, thread: 'outage', interrupted: false },
    })
    const { blocks } = json('blocks', '--thread', 'outage').json as { blocks: { id: string }[] }
    expect(json('show', blocks[0]?.id ?? '').json).toMatchObject({
      kind: 'block',
      block: { sequence: 1 },
      turns: [{ ordinal: 1 }],
    })
    expect(run('show', message.id).stdout).toContain('▶ user Mira · 2025-06-17 09:20 +02:00')
    expect(run('show', message.id, '--lang', 'zh').stdout).toContain('▶ 用户 Mira · 2025-06-17 09:20 +02:00')
  })

  it('lists events with type, time and source, and shows one with the words it rests on', () => {
    const { events } = json('events', '--type', 'decision').json as { events: { id: string }[] }
    expect(events).toContainEqual({
      id: id('e'),
      type: 'decision',
      title: text,
      summary: text,
      tags: expect.any(Array),
      quotes: expect.arrayContaining([text]),
      categoryHints: expect.any(Array),
      scope: 'project',
      criticality: text,
      origin: 'conversation',
      trust: number,
      status: 'active',
      pinned: false,
      mentionedAt: null,
      time: null,
      thread: 'outage',
      block: id('b'),
      sources: [id('m')],
      madeBy: text,
    })
    const shown = json('show', events[0]?.id ?? '').json
    expect(shown).toMatchObject({ kind: 'event', event: { id: events[0]?.id }, sources: [{ id: id('m') }] })
    expect(run('events', '--type', 'decision').stdout).toMatch(/^decision /m)
    expect(run('events', '--type', 'decision', '--lang', 'zh').stdout).toMatch(/^决定 /m)
  })

  it.each(['nonsense', 'm_', 'm_zzzzzz!', 'x_aaaaaaaa', '../../etc/passwd', "m_' OR 1"])(
    'refuses %j as an id',
    bad => {
      expect(json('show', bad)).toMatchObject({ code: 2, json: { error: { code: 'bad-input' } } })
    },
  )

  it('tells an id that nothing bears', () => {
    expect(json('show', 'm_aaaaaaaaaaaa')).toMatchObject({ code: 1, json: { error: { code: 'not-found' } } })
    expect(json('expand', 'b_aaaaaaaaaaaa')).toMatchObject({
      code: 1,
      json: { error: { code: 'not-found' } },
    })
  })
})

describe('status, doctor, jobs', () => {
  it('says which store this is and what is in it', () => {
    expect(json('status')).toEqual({
      code: 0,
      json: {
        store: { path: db, namedBy: 'option', schema: number, zone: 'Europe/Berlin', bytes: number },
        config: { file: join(desk.root, 'home', 'config', 'palimpsest', 'config.json'), exists: false },
        zone: 'Europe/Berlin',
        space,
        spaces: expect.arrayContaining([
          {
            space,
            threads: 2,
            turns: 3,
            messages: 6,
            blocks: { pending: 0, ready: 3, failed: 0 },
            events: number,
          },
        ]),
        jobs: { waiting: 0, dead: 0 },
        deadJobs: [],
      },
    })
    expect(run('status').stdout).toContain('database     ')
    expect(run('status', '--lang', 'zh').stdout).toContain('时区      Europe/Berlin')
  })

  it('finds a sound database sound', () => {
    expect(json('doctor')).toEqual({
      code: 0,
      json: {
        database: db,
        namedBy: 'option',
        config: { file: text, exists: false },
        sound: true,
        findings: [],
        recovery: null,
      },
    })
    expect(run('doctor', '--lang', 'zh').stdout).toContain('数据库完好。')
  })

  it('finds a damaged one damaged, recovers it when asked to, and keeps the damaged file', () => {
    const broken = join(desk.cwd, 'broken.db')
    const bytes = readFileSync(db)
    // Every page but the first is broken: the header still says whose file it is.
    for (let at = 4096; at < bytes.length; at += 4096) bytes.fill(0x78, at, at + 16)
    writeFileSync(broken, bytes, { mode: 0o600 })
    expect(desk.json(['doctor', '--db', broken])).toMatchObject({
      code: 4,
      json: { sound: false, findings: [{ severity: 'error', what: text, remedy: text }], recovery: null },
    })
    expect(desk.run(['doctor', '--db', broken, '--lang', 'zh']).stdout).toContain('数据库有问题。')
    expect(desk.json(['search', 'cluster', '--db', broken])).toMatchObject({
      code: 4,
      json: { error: { code: 'store-damaged' } },
    })
    const { code, json: recovered } = desk.json(['doctor', '--recover', '--db', broken])
    expect(code === 0 || code === 3).toBe(true)
    expect(recovered).toMatchObject({ sound: true, findings: [], recovery: { damaged: text } })
    const { damaged } = (recovered as { recovery: { damaged: string } }).recovery
    expect(readFileSync(damaged).equals(bytes)).toBe(true)
    expect(desk.run(['status', '--db', broken]).code).toBe(0)
  })

  it('tells what could not be derived and how to try again', async () => {
    const path = join(desk.cwd, 'dead.db')
    const failing = {
      name: 'failing',
      version: '1',
      concurrency: 1,
      derive: () => Promise.reject(new Error('out of paper')),
    }
    let clock = Date.now()
    // Each look at the clock is an hour later, so that no retry has to be waited for.
    const now = () => {
      clock += 3_600_000
      return clock
    }
    const memory = await openMemory({ path, space, blockSize: 1, derive: 'manual', deriver: failing, now })
    await memory.ingest({ thread: 'deploy', messages: [{ role: 'user', content: 'We deploy on Friday.' }] })
    await memory.drain()
    await memory.close()

    const job = { key: 1, state: 'dead', attempts: 3, thread: 'deploy', lastError: 'out of paper' }
    expect(desk.json(['jobs', '--db', path])).toMatchObject({ code: 0, json: { jobs: [job] } })
    expect(desk.json(['status', '--db', path]).json).toMatchObject({
      jobs: { waiting: 0, dead: 1 },
      deadJobs: [job],
    })
    expect(desk.run(['status', '--db', path]).stdout).toMatch(
      /failed: out of paper\. Nothing is lost; to try again:\n {2}node .* jobs retry 1 --db dead\.db\n/,
    )
    expect(desk.run(['blocks', '--db', path]).stdout).toContain('!!')
    expect(desk.json(['jobs', 'run', '--db', path])).toEqual({
      code: 3,
      json: { attempts: 0, waiting: 0, dead: 1 },
    })
    expect(desk.json(['jobs', 'retry', '1', '--db', path])).toEqual({ code: 0, json: { retried: [1] } })
    expect(desk.json(['jobs', 'run', '--db', path])).toEqual({
      code: 0,
      json: { attempts: 1, waiting: 0, dead: 0 },
    })
  })

  it('knows no dead job where there is none', () => {
    expect(json('jobs', 'retry', '7')).toMatchObject({ code: 1, json: { error: { code: 'not-found' } } })
    expect(json('jobs', 'retry', '--all')).toEqual({ code: 0, json: { retried: [] } })
    expect(json('jobs', 'retry')).toMatchObject({ code: 2, json: { error: { code: 'bad-input' } } })
    expect(run('jobs', '--lang', 'zh').stdout).toBe('没有任务。\n')
  })
})

describe('which database is meant', () => {
  it('is the option, then the variable, then the config file', () => {
    const config = join(desk.root, 'config.json')
    writeFileSync(config, JSON.stringify({ db }))
    const namedBy = (args: string[], env: Record<string, string>) =>
      (desk.json(['status', ...args], { env }).json as { store: { namedBy: string } }).store.namedBy
    const all = { PALIMPSEST_CONFIG: config, PALIMPSEST_DB: db }
    expect([
      namedBy(['--db', db], all),
      namedBy([], all),
      namedBy([], { PALIMPSEST_CONFIG: config }),
    ]).toEqual(['option', 'environment', 'config'])
  })

  it('is made at the place of the platform by ingest alone', () => {
    const home = new Desk()
    try {
      home.write('speech.jsonl', SPEECH)
      const path = join(home.root, 'home', 'data', 'palimpsest', 'palimpsest.db')
      for (const command of [
        ['search', 'x'],
        ['blocks'],
        ['events'],
        ['status'],
        ['doctor'],
        ['jobs'],
        ['jobs', 'run'],
        ['show', 'm_aaaaaaaa'],
        ['expand', 'm_aaaaaaaa'],
      ]) {
        expect(home.json(command)).toEqual({
          code: 2,
          json: { error: { code: 'store-missing', message: expect.stringContaining(path) } },
        })
      }
      expect(existsSync(join(home.root, 'home', 'data'))).toBe(false)
      expect(home.json(['ingest', 'speech.jsonl'])).toMatchObject({
        code: 0,
        json: { database: path, isNew: true },
      })
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
    } finally {
      home.clear()
    }
  })

  it('is told with the stores that are there when it is missing', () => {
    const { code, stderr, stdout } = desk.run(['search', 'x', '--db', 'memroy.db'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^No database: there is none at .*memroy\.db \(named by --db\); seen: /)
    expect(stderr).toContain(db)
    expect(desk.run(['search', 'x', '--db', 'memroy.db', '--lang', 'zh']).stderr).toMatch(/^没有数据库：/)
    expect(existsSync(join(desk.cwd, 'memroy.db'))).toBe(false)
  })

  it('is never another, empty one because of a typing error', () => {
    const home = new Desk()
    try {
      home.write('speech.jsonl', SPEECH)
      const config = home.write('config.json', [{ dbb: 'x.db' }])
      const path = join(home.root, 'home', 'data', 'palimpsest', 'palimpsest.db')
      const cases: [string[], Record<string, string>][] = [
        [[], { PALIMPSEST_CONFIG: config }],
        [[], { PALIMPSEST_CONFIG: 'nowhere.json' }],
        [[], { PALIMPSEST_DBB: 'x.db' }],
        [[], { PALIMPSEST_LANG: 'klingon' }],
      ]
      for (const [args, env] of cases) {
        const { code, json: failure } = home.json(['ingest', 'speech.jsonl', ...args], { env })
        expect({ code, failure }).toEqual({
          code: 2,
          failure: { error: { code: 'config', message: expect.stringContaining(path) } },
        })
      }
      for (const url of ['postgres://mira:secret@host/db', 'file:x.db', ':memory:', '']) {
        const failed = home.run(['ingest', 'speech.jsonl', '--db', url])
        expect(failed.code).toBe(2)
        expect(failed.stderr).not.toContain('secret')
        expect(home.run(['ingest', 'speech.jsonl'], { env: { PALIMPSEST_DB: url } }).code).toBe(2)
      }
      expect(existsSync(join(home.root, 'home', 'data'))).toBe(false)
      expect(readdirSync(home.cwd).sort()).toEqual(['config.json', 'speech.jsonl'])
    } finally {
      home.clear()
    }
  })

  it('is not touched when it belongs to something else', () => {
    const path = desk.write('notes.db', [
      'these are my notes, not a database, and they are longer than a page'.repeat(100),
    ])
    const before = statSync(path)
    for (const command of [['ingest', 'speech.jsonl'], ['search', 'x'], ['status'], ['doctor']]) {
      expect(desk.run([...command, '--db', path]).code).toBe(4)
    }
    expect(statSync(path).mtimeMs).toBe(before.mtimeMs)
    rmSync(path)
  })

  it('is told when it may not be written', () => {
    if (process.getuid?.() === 0) return expect(process.getuid()).toBe(0)
    const path = join(desk.cwd, 'locked.db')
    copyFileSync(db, path)
    chmodSync(path, 0o400)
    expect(desk.json(['ingest', 'speech.jsonl', '--db', path])).toMatchObject({
      code: 2,
      json: { error: { code: 'bad-input' } },
    })
  })
})

describe('which project is meant', () => {
  it('is the same from the folder, a folder in it, a symlink and a trailing slash', () => {
    const proj = desk.folder('w', 'proj')
    const sub = desk.folder('w', 'proj', 'sub')
    const link = join(desk.root, 'w', 'link')
    symlinkSync(proj, link)
    desk.write('speech.jsonl', SPEECH)
    const store = join(desk.root, 'w', 'memory.db')
    desk.run(['ingest', join(desk.cwd, 'speech.jsonl'), '--db', store], { cwd: proj })
    for (const cwd of [proj, sub, link, `${link}/sub/`]) {
      const found = desk.json(['search', 'routing cluster', '--in', 'message', '--db', store], { cwd }).json
      expect(found).toMatchObject({ space: `local:project:${proj}`, hits: [{ thread: 'outage' }] })
    }
  })

  it('is never another one of the same name', () => {
    const mine = desk.folder('mine', 'app')
    const other = desk.folder('other', 'app')
    const store = join(desk.root, 'both.db')
    desk.run(['ingest', join(desk.cwd, 'speech.jsonl'), '--db', store], { cwd: mine })
    expect(desk.json(['search', 'routing cluster', '--db', store], { cwd: other }).json).toMatchObject({
      hits: [],
    })
    expect(desk.json(['events', '--db', store], { cwd: other }).json).toMatchObject({ events: [] })
    expect(desk.json(['blocks', '--db', store], { cwd: other }).json).toMatchObject({ threads: [] })
  })
})

describe('the command line itself', () => {
  it('has a version and helps in both languages', () => {
    expect(desk.run(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(desk.run(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('find messages, blocks and events by words'),
    })
    expect(desk.run(['--help', '--lang', 'zh']).stdout).toContain('按词语查找消息、块和事件')
    expect(desk.run(['help', 'search'], { env: { LC_ALL: 'zh_CN.UTF-8' } }).stdout).toContain('用法：')
    expect(desk.run([])).toMatchObject({ code: 2, stdout: expect.stringContaining('Usage:') })
  })

  it('ends with 2 and one line for what it does not know', () => {
    expect(desk.run(['serch'])).toEqual({
      code: 2,
      stdout: '',
      stderr: "The command line is wrong: unknown command 'serch'\n(Did you mean search?)\n",
    })
    expect(run('search', 'x', '--limit', '0').stderr).toContain('Give a whole number from 1 to 200.')
    expect(run('search', 'x', '--nope').code).toBe(2)
    expect(run('show').code).toBe(2)
    expect(run('status', 'extra').code).toBe(2)
    expect(json('search', 'x', '--in', 'nodes')).toMatchObject({
      code: 2,
      json: { error: { code: 'usage' } },
    })
    expect(run('search', 'x', '--limit', '0', '--lang', 'zh').stderr).toMatch(/^命令行有误：/)
    expect(run('search', 'x', '--space', 'my project').code).toBe(2)
  })

  it('prints no colours into a pipe', () => {
    for (const args of [['blocks'], ['search', 'cluster'], ['status'], ['--help'], ['show', 'm_zz']]) {
      const { stdout, stderr } = desk.run([...args, '--db', db], {
        env: { CI: 'true', FORCE_COLOR: '1', COLORTERM: 'truecolor' },
      })
      expect(stdout + stderr).not.toContain('\x1b')
    }
  })

  it('shows stored control characters as pictures', () => {
    desk.write('evil.jsonl', [
      { thread: 'evil\x1b[2J', role: 'user', content: 'red \x1b[31malert\x07', speaker: '\x9b1mEve' },
    ])
    desk.run(['ingest', 'evil.jsonl', '--db', 'evil.db'])
    for (const args of [['search', 'alert'], ['blocks'], ['events']]) {
      expect(desk.run([...args, '--db', 'evil.db']).stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
      expect(desk.run([...args, '--db', 'evil.db', '--json']).stdout).not.toMatch(
        /[\x00-\x09\x0b-\x1f\x7f-\x9f]/,
      )
    }
    expect(desk.json(['search', 'red', '--in', 'message', '--db', 'evil.db']).json).toMatchObject({
      hits: [{ text: 'red \x1b[31malert\x07' }],
    })
  })

  it('ends quietly when the reader has read enough', async () => {
    expect(await desk.head(['blocks', '--db', db])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('is no different beside lock and PID files of others', () => {
    writeFileSync(`${db}.lock`, '999999')
    writeFileSync(join(desk.cwd, 'palimpsest.pid'), String(process.pid))
    expect(json('status').code).toBe(0)
  })
})
