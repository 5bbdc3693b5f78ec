/** Every command through the built program, in both languages, with the shapes of its JSON. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deriver, type EventDraft, openMemory } from '../../src/index.ts'
import { Desk, type EachOf, type Told } from './support/palimpsest.ts'
import { SPEECH } from './support/speech.ts'

const text = expect.any(String)
const number = expect.any(Number)
const id = (kind: string) => expect.stringMatching(new RegExp(`^${kind}_[a-z2-7]{12}$`))

/** Makes an event of every message, of the scope that the message names. */
const SCRIBE: Deriver = {
  name: 'scribe',
  version: '1',
  concurrency: 1,
  async derive({ messages }) {
    const events = messages.map(({ id, content }): EventDraft => {
      const scope = content as EventDraft['scope']
      const words = { title: scope, summary: scope, tags: [], quotes: [] }
      return { type: 'decision', ...words, scope, criticality: 'routine', sources: [id], time: null }
    })
    return { title: 'Roses', tags: [], summary: 'Roses.', keyFacts: [], events }
  },
}

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
const jsonEach = <const Lines extends readonly string[][]>(...all: Lines) =>
  desk.jsonEach(all.map(args => ['--db', db, ...args])) as EachOf<Lines, Told>
const printed = <const Lines extends readonly string[][]>(...all: Lines) =>
  desk.runEach(all.map(args => ['--db', db, ...args])).map(({ stdout }) => stdout) as EachOf<Lines, string>
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
    const store = ['--db', 'differs.db']
    const [, second, found] = desk.jsonEach([
      ['ingest', 'first.jsonl', ...store],
      ['ingest', 'second.jsonl', ...store],
      ['search', 'green blue', '--in', 'message', ...store],
    ])
    expect(second).toMatchObject({
      code: 1,
      json: {
        stored: 0,
        problems: 1,
        files: [{ problems: [{ message: expect.stringMatching(/^turn-differs: /) }] }],
      },
    })
    expect(found.json).toMatchObject({ hits: [{ text: 'green' }] })
  })

  it('leaves no database behind when a file or its folder is missing, or nothing could be stored', () => {
    desk.write('useless.jsonl', [{ thread: 'x', role: 'robot', content: 'beep' }])
    const before = readdirSync(desk.cwd)
    const unmade = ['--db', 'unmade.db']
    const told = desk.jsonEach([
      ['ingest', 'nowhere.jsonl', ...unmade],
      ['ingest', 'speech.jsonl', '--db', 'tpyo/memory.db'],
      ['ingest', 'useless.jsonl', ...unmade],
      ['ingest', 'speech.jsonl', '--space', 'my project', ...unmade],
      ['ingest', 'speech.jsonl', '--space', 'user', ...unmade],
    ])
    const database = join(desk.cwd, 'unmade.db')
    const place = join(desk.cwd, 'tpyo', 'memory.db')
    const failed = (code: string, message: unknown = text) => ({
      code: 2,
      json: { error: { code, message } },
    })
    expect(told).toEqual([
      failed('bad-input'),
      failed('config', expect.stringContaining(place)),
      {
        code: 1,
        json: expect.objectContaining({ database, isNew: false, spaces: [], stored: 0, problems: 1 }),
      },
      failed('bad-input'),
      failed('bad-input', expect.stringContaining('the space user is written by deriving only')),
    ])
    const people = desk.run(['ingest', 'useless.jsonl', ...unmade])
    expect(people.stdout).toMatch(/\ndatabase {2}\S+unmade\.db \(not made: nothing is stored\)\nturns /)
    expect(readdirSync(desk.cwd)).toEqual(before)
  })

  it('keeps a database that was there, and makes no space in it where nothing is stored', () => {
    const kept = join(desk.cwd, 'kept.db')
    copyFileSync(db, kept)
    desk.write('useless.jsonl', [{ thread: 'x', role: 'robot', content: 'beep', space: 'local:session:x' }])
    const [useless, listed] = desk.jsonEach([
      ['ingest', 'useless.jsonl', '--db', kept],
      ['space', '--db', kept],
    ])
    expect(useless).toMatchObject({ code: 1, json: { isNew: false, stored: 0, spaces: [] } })
    expect((listed.json as { spaces: { space: string }[] }).spaces.map(one => one.space)).not.toContain(
      'local:session:x',
    )
  })

  it('takes nothing but files, as conversations and as a database, and waits for no pipe', () => {
    if (process.platform === 'win32') return
    execFileSync('mkfifo', ['pipe'], { cwd: desk.cwd })
    const told = desk.jsonEach([
      ['ingest', 'pipe', '--db', 'unmade.db'],
      ['ingest', '/dev/null', '--db', 'unmade.db'],
      ['ingest', 'speech.jsonl', '--db', 'pipe'],
      ['ingest', 'speech.jsonl', '--db', '/dev/null'],
      ['search', 'x', '--db', 'pipe'],
      ['doctor', '--db', 'pipe'],
      ['doctor', '--db', '.'],
      ['status', '--db', '.'],
    ])
    const failed = (what: string) => ({
      code: 2,
      json: { error: { code: 'bad-input', message: expect.stringContaining(what) } },
    })
    const [pipe, folder] = [failed('is no regular file'), failed('is a folder; name a file in it')]
    expect(told).toEqual([pipe, pipe, pipe, pipe, pipe, pipe, folder, folder])
  })

  it('reads a JSON document a line, and reports a time no calendar names and the space user by their lines', () => {
    const messages = [{ role: 'user', content: 'Roses.' }]
    desk.write('tuning.jsonl', [{ messages }, { messages }])
    desk.write('edge.jsonl', [
      { thread: 'edge', role: 'user', content: 'At the edge.', time: 8.64e15 },
      { thread: 'mine', role: 'user', content: 'I am Mira.', space: 'user' },
    ])
    const [tuning, blocks, edge] = desk.jsonEach([
      ['ingest', 'tuning.jsonl', '--db', 'tuning.db'],
      ['blocks', '--db', 'tuning.db'],
      ['ingest', 'edge.jsonl', '--db', 'edge.db'],
    ])
    expect(tuning).toMatchObject({ code: 0, json: { stored: 2, files: [{ format: 'plain-json' }] } })
    expect(blocks.json).toMatchObject({ threads: [{ thread: 'tuning-1' }, { thread: 'tuning-2' }] })
    expect(edge).toMatchObject({
      code: 1,
      json: { stored: 0, files: [{ problems: [{ line: 1 }, { line: 2 }] }] },
    })
  })

  it('ends with 3 when a block failed for good in this run, and says how to try again', () => {
    const path = join(desk.cwd, 'lost.db')
    desk.run(['ingest', 'speech.jsonl', '--db', path, '--no-derive'])
    const store = new DatabaseSync(path)
    store.exec("UPDATE job SET state = 'running', lease_until = 0, losses = 1000 WHERE key = 1")
    store.close()
    const [first, again] = desk.runEach([
      ['ingest', 'speech.jsonl', '--db', path],
      ['ingest', 'speech.jsonl', '--db', path],
    ])
    expect([first.code, again.code]).toEqual([3, 0])
    expect(first.stdout).toMatch(
      /Nothing is lost; to see them and to try again:\n {2}node .* jobs --db lost\.db\n {2}node .* jobs retry --all --db lost\.db\n {2}node .* jobs run --db lost\.db\n/,
    )
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
    const [stored, waiting, run, none, all] = desk.jsonEach([
      args,
      ['jobs', '--db', 'later.db'],
      ['jobs', 'run', '--db', 'later.db'],
      ['jobs', '--db', 'later.db'],
      ['jobs', '--all', '--db', 'later.db'],
    ])
    expect(stored).toMatchObject({ code: 0, json: { stored: 1, blocks: 1, pending: 1, events: 0 } })
    expect(waiting.json).toEqual({
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
          notBefore: null,
          leaseUntil: null,
          lastError: null,
        },
      ],
      events: [],
      next: null,
    })
    expect(run).toEqual({
      code: 0,
      json: { attempts: 1, waiting: 0, dead: 0, events: { waiting: 0, dead: 0 } },
    })
    expect(none.json).toEqual({ jobs: [], events: [], next: null })
    expect(all.json).toMatchObject({ jobs: [{ state: 'done' }] })
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
    const own = 'local:session:conv-1'
    const [ingested, found] = desk.jsonEach([
      ['ingest', 'locomo.json', '--db', 'locomo.db'],
      ['search', 'cat', '--in', 'message', '--limit', '1', '--db', 'locomo.db', '--space', own],
    ])
    expect(ingested.json).toMatchObject({ spaces: [own], stored: 1 })
    expect(found.json).toMatchObject({
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
    expect(
      json('search', 'when', 'was', 'the routing cluster down?', '--in', 'message', '--limit', '1'),
    ).toEqual({
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
            sourceSpace: space,
            thread: 'outage',
            turn: id('t'),
            time: '2025-06-17T09:20:00.000+02:00',
            speaker: 'Mira',
            externalId: null,
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
        next: text,
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
    const search = ['search', 'expired certificate', '--in', 'message', '--limit', '1']
    const [english, chinese, document] = printed(search, [...search, '--lang', 'zh'], [...search, '--json'])
    expect(english).toContain('unknown time · Mira · outage')
    expect(chinese).toContain('时间未知 · Mira · outage')
    expect(JSON.parse(document)).toMatchObject({ hits: [{ time: null }] })
  })

  it('finds by day what was said in it, to its last minute', () => {
    const ranges = [
      ['--on', '2025-06-17'],
      ['--to', '2025-06-17'],
      ['--from', '2025-06-17', '--to', '2025-06-17'],
      ['--to', '2025-06-16'],
      ['--from', '2025-06-18'],
    ]
    const search = ['search', 'routing cluster', '--in', 'message', '--limit', '1']
    const told = jsonEach(...ranges.map(range => [...search, ...range]))
    const threads = told.map(({ json }) =>
      (json as { hits: { thread: string }[] }).hits.map(hit => hit.thread),
    )
    expect(threads).toEqual([['outage'], ['outage'], ['outage'], [], []])
    expect(run('search', 'x', '--on', '2025-06-17').stdout).toContain(
      'from 2025-06-17 00:00 +02:00, before 2025-06-18 00:00 +02:00',
    )
  })

  it('is filtered by speaker, thread, kind and type', () => {
    const told = jsonEach(
      ['search', 'cluster', '--in', 'message', '--speaker', 'Ben'],
      ['search', 'cluster', '--in', 'message', '--thread', '同步'],
      ['search', 'certificates', '--in', 'message,block'],
      ['search', 'certificates', '--in', 'event', '--type', 'identity'],
      ['search', 'certificates', '--thread', 'outgae'],
    )
    const kinds = told
      .slice(0, 4)
      .map(({ json }) => new Set((json as { hits: { kind: string }[] }).hits.map(hit => hit.kind)))
    expect(kinds).toEqual([new Set(), new Set(), new Set(['message', 'block']), new Set()])
    expect(told[4]).toEqual({
      code: 1,
      json: {
        error: {
          code: 'not-found',
          message: expect.stringMatching(
            /^conversation: no thread "outgae" in space local:project:\S+; list them with: node \S+ blocks --db memory\.db$/,
          ),
        },
      },
    })
  })

  it('goes on where a page ended', () => {
    const search = ['search', 'certificates cluster', '--limit', '1']
    const first = json(...search).json as { hits: { id: string }[]; next: string }
    const [second, other, junk] = jsonEach(
      [...search, '--cursor', first.next],
      ['search', 'another question', '--cursor', first.next],
      [...search, '--cursor', `${first.next}!`],
    )
    const hits = (second.json as { hits: { id: string }[] }).hits
    expect(hits).toHaveLength(1)
    expect(hits[0]?.id).not.toBe(first.hits[0]?.id)
    const refused = { code: 2, json: { error: { code: 'bad-input' } } }
    expect([other, junk]).toMatchObject([refused, refused])
  })

  it('takes anything as words, what looks like an option behind -- too', () => {
    const queries = ['"', "' OR 1=1 --", 'NEAR(', '* ^ : AND NOT', '\u{1F600}', '%00', '{{jndi}}', ' ']
    const words = [...queries, '-'.repeat(300), '--lang', '--json']
    const told = jsonEach(...words.map(query => ['search', '--', query]))
    expect(told.map(({ code, json }) => ({ code, ...(json as object) }))).toMatchObject(
      words.map(query => ({ code: 0, query, hits: [] })),
    )
    expect(printed(['search', '--', '--json'])[0]).toMatch(/^Nothing found in /)
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
    const [english, chinese] = printed(['blocks'], ['blocks', '--lang', 'zh'])
    expect(english).toBe(
      'outage  2 turns · 2 blocks\n██ ██\n5  5\n\n同步  1 turn · 1 block\n██\n5\n\n█ L5  ▆ L4  ▅ L3  ▃ L2  ▂ L1  ▁ L0  · pending  ! failed\n',
    )
    expect(chinese).toContain('同步  1 轮 · 1 块\n')
  })

  it('shows one conversation block by block, with its tokens', () => {
    const [shown, lowest, newest] = jsonEach(
      ['blocks', '--thread', '同步', '--text'],
      ['blocks', '--thread', 'outage', '--level', '0'],
      ['blocks', '--thread', 'outage', '--limit', '1'],
    )
    expect(shown.json).toEqual({
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
    expect(lowest.json).toMatchObject({ blocks: [] })
    expect(newest.json).toMatchObject({ blocks: [{ sequence: 2 }], after: 1 })
  })

  it('is where a conversation that is not there is looked for, whichever command asked', () => {
    const { id } = messageAbout('routing cluster')
    const told = jsonEach(
      ['blocks', '--thread', 'nobody'],
      ['events', '--thread', 'nobody', '--space', space],
      ['expand', id, '--thread', 'nobody'],
    )
    expect(
      told.map(({ code, json }) => [code, (json as { error: { message: string } }).error.message]),
    ).toEqual([
      [1, expect.stringMatching(/ list them with: node \S+ blocks --db memory\.db$/)],
      [
        1,
        expect.stringMatching(/ list them with: node \S+ blocks --space local:project:\S+ --db memory\.db$/),
      ],
      [1, expect.stringMatching(/ list them with: node \S+ blocks --db memory\.db$/)],
    ])
  })
})

describe('expand, show, events', () => {
  it('opens the block of any id that was printed, to the level asked', () => {
    const copy = join(desk.cwd, 'expand.db')
    copyFileSync(db, copy)
    const message = messageAbout('routing cluster')
    const expand = (...args: string[]) => ['expand', ...args, '--db', copy]
    const [opened, turn] = desk.jsonEach([expand(message.id, '--level', '3'), expand(message.turn)])
    expect(opened.code).toBe(0)
    expect(opened.json).toMatchObject({
      id: id('b'),
      thread: 'outage',
      level: 3,
      anchor: { level: 3, sequence: 2, by: 'user' },
      text,
    })
    expect(turn.json).toMatchObject({ level: 4 })
    const whole = expand(message.id, '--level', '5')
    const [english, chinese] = desk.runEach([whole, [...whole, '--lang', 'zh']])
    expect(english.stdout).toContain('user: Last week the routing cluster')
    expect(chinese.stdout).toContain('已展开到 L5')
  })

  it('shows a message, a turn, a block and an event with their sources, by a prefix of the id', () => {
    const message = messageAbout('routing cluster')
    const [shown, turn, list] = jsonEach(
      ['show', message.id.slice(0, 8)],
      ['show', message.turn],
      ['blocks', '--thread', 'outage'],
    )
    expect(shown.json).toEqual({
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
    expect(turn.json).toMatchObject({
      kind: 'turn',
      turn: { ordinal: 1, thread: 'outage', interrupted: false },
    })
    const { blocks } = list.json as { blocks: { id: string }[] }
    expect(json('show', blocks[0]?.id ?? '').json).toMatchObject({
      kind: 'block',
      block: { sequence: 1 },
      turns: [{ ordinal: 1 }],
    })
    const [english, chinese] = printed(['show', message.id], ['show', message.id, '--lang', 'zh'])
    expect(english).toContain('▶ user Mira · 2025-06-17 09:20 +02:00')
    expect(chinese).toContain('▶ 用户 Mira · 2025-06-17 09:20 +02:00')
  })

  it('lists events with type, time and source, and shows one with the words it rests on', () => {
    const { events } = json('events', '--type', 'decision').json as { events: { id: string }[] }
    expect(events).toContainEqual({
      id: id('e'),
      space,
      sourceSpace: space,
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
      strength: 1,
      relations: { supersedes: [], supersededBy: [], conflictsWith: [], continues: [] },
      madeBy: text,
    })
    const shown = json('show', events[0]?.id ?? '').json
    expect(shown).toMatchObject({ kind: 'event', event: { id: events[0]?.id }, sources: [{ id: id('m') }] })
    const [english, chinese] = printed(
      ['events', '--type', 'decision'],
      ['events', '--type', 'decision', '--lang', 'zh'],
    )
    expect(english).toMatch(/^decision /m)
    expect(chinese).toMatch(/^决定 /m)
  })

  it('explains the weight of an event in words and in numbers, and changes nothing by it', () => {
    const { events } = json('events', '--type', 'decision').json as { events: { id: string }[] }
    const asked = events[0]?.id ?? ''
    const [explained, again, message] = jsonEach(
      ['explain', asked],
      ['explain', asked],
      ['explain', messageAbout('alert').id],
    )
    expect(explained).toEqual(again)
    expect(explained.json).toMatchObject({
      space,
      event: { id: asked, strength: 1 },
      sources: [{ id: id('m') }],
      weight: {
        weight: number,
        turns: number,
        strength: 1,
        lambda: 0.15,
        faded: number,
        floor: number,
        cap: 1,
        pinned: false,
        confidence: number,
      },
      isToVerify: expect.any(Boolean),
    })
    expect(message).toMatchObject({ code: 2, json: { error: { code: 'bad-input' } } })
    const [english, chinese] = printed(['explain', asked], ['explain', asked, '--lang', 'zh'])
    const row = (name: string) => new RegExp(`^${name} +\\S`, 'm')
    const [names, 名] = [
      ['mentioned', 'happened', 'scope', 'origin', 'trust', 'status', 'relations', 'weight', 'confidence'],
      ['提及时间', '发生时间', '范围', '来源', '可信度', '状态', '关系', '权重', '置信度'],
    ]
    for (const name of names) expect(english).toMatch(row(name))
    for (const name of 名) expect(chinese).toMatch(row(name))
  })

  it('lists the events of one conversation alone, those that matter to it only among them', async () => {
    const path = join(desk.cwd, 'events.db')
    const memory = await openMemory({ path, space, blockSize: 1, derive: 'manual', deriver: SCRIBE })
    for (const [thread, content] of [
      ['a', 'project'],
      ['a', 'session'],
      ['b', 'project'],
    ] as const)
      await memory.ingest({ thread, messages: [{ role: 'user', content }] })
    await memory.drain()
    await memory.close()
    const told = desk.jsonEach(
      [[], ['--thread', 'a'], ['--thread', 'b']].map(args => ['events', ...args, '--db', path]),
    )
    const titles = told.map(({ json }) =>
      (json as { events: { thread: string; scope: string }[] }).events.map(event => [
        event.thread,
        event.scope,
      ]),
    )
    expect(titles).toEqual([
      [
        ['a', 'project'],
        ['b', 'project'],
      ],
      [
        ['a', 'project'],
        ['a', 'session'],
      ],
      [['b', 'project']],
    ])
  })

  it('goes on after the event whose id, or a prefix of it, is named, and after nothing else', () => {
    const ids = (told: unknown) => (told as { events: { id: string }[] }).events.map(event => event.id)
    const all = ids(json('events').json)
    expect(all.length).toBeGreaterThan(1)
    const { id } = messageAbout('routing cluster')
    const afters = [all[0] ?? '', (all[0] ?? '').slice(0, 8), id, 'nonsense', 'e_aaaaaaaaaaaa']
    const told = jsonEach(...afters.map(after => ['events', '--after', after]))
    expect(told.slice(0, 2).map(({ json }) => ids(json))).toEqual([all.slice(1), all.slice(1)])
    expect(
      told.slice(2).map(({ code, json }) => [code, (json as { error: { message: string } }).error.message]),
    ).toEqual([
      [2, `events: --after "${id}" is a message; give the id of the last event of the page before`],
      [2, expect.stringMatching(/^id: "nonsense" is not an id; /)],
      [1, expect.stringMatching(/^id: nothing bears "e_aaaaaaaaaaaa"/)],
    ])
  })

  it('refuses what is no id, and tells an id that nothing bears', () => {
    const none = ['nonsense', 'm_', 'm_zzzzzz!', 'x_aaaaaaaa', '../../etc/passwd', "m_' OR 1"]
    const told = jsonEach(
      ...none.map(bad => ['show', bad]),
      ['show', 'm_aaaaaaaaaaaa'],
      ['expand', 'b_aaaaaaaaaaaa'],
    )
    expect(told).toMatchObject([
      ...none.map(() => ({ code: 2, json: { error: { code: 'bad-input' } } })),
      { code: 1, json: { error: { code: 'not-found' } } },
      { code: 1, json: { error: { code: 'not-found' } } },
    ])
  })

  it('asks for the space of an id that stands whole in two', () => {
    const [a, b] = ['local:session:a', 'local:session:b']
    const store = ['--db', 'twice.db']
    const [, , found] = desk.jsonEach([
      ['ingest', 'speech.jsonl', '--space', a, ...store],
      ['ingest', 'speech.jsonl', '--space', b, ...store],
      ['search', 'cluster', '--in', 'message', '--space', a, ...store],
    ])
    const id = (found.json as { hits: { id: string }[] }).hits[0]?.id ?? ''
    const [which, told] = desk.jsonEach([
      ['show', id, ...store],
      ['show', id, '--space', b, ...store],
    ])
    expect(which).toEqual({
      code: 2,
      json: {
        error: {
          code: 'ambiguous-id',
          message: `id: "${id}" fits several records: ${id} (${a}), ${id} (${b}); name the space: --space KEY`,
        },
      },
    })
    expect(told.json).toMatchObject({ space: b, message: { id } })
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
        jobs: { waiting: 0, dead: 0, isPaused: false, events: [] },
        spend: null,
        deadJobs: [],
      },
    })
    const [english, chinese] = printed(['status'], ['status', '--lang', 'zh'])
    expect(english).toContain('database     ')
    expect(chinese).toContain('时区      Europe/Berlin')
  })

  it('lets derivation rest and go on', () => {
    const isPaused = () => (json('status').json as { jobs: { isPaused: boolean } }).jobs.isPaused
    expect(json('jobs', 'pause')).toEqual({ code: 0, json: { isPaused: true } })
    expect(isPaused()).toBe(true)
    expect(run('status').stdout).toContain('paused')
    expect(json('jobs', 'resume')).toEqual({ code: 0, json: { isPaused: false } })
    expect(isPaused()).toBe(false)
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
    const [found, search] = desk.jsonEach([
      ['doctor', '--db', broken],
      ['search', 'cluster', '--db', broken],
    ])
    expect(found).toMatchObject({
      code: 4,
      json: { sound: false, findings: [{ severity: 'error', what: text, remedy: text }], recovery: null },
    })
    expect(desk.run(['doctor', '--db', broken, '--lang', 'zh']).stdout).toContain('数据库有问题。')
    expect(search).toMatchObject({ code: 4, json: { error: { code: 'store-damaged' } } })
    const { code, json: recovered } = desk.json(['doctor', '--recover', '--db', broken])
    expect(code === 0 || code === 3).toBe(true)
    expect(recovered).toMatchObject({ sound: true, findings: [], recovery: { damaged: text } })
    const { damaged } = (recovered as { recovery: { damaged: string } }).recovery
    expect(readFileSync(damaged).equals(bytes)).toBe(true)
    expect(desk.json(['status', '--db', broken])).toMatchObject({
      code: 0,
      json: { store: { zone: 'Europe/Berlin' } },
    })
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
    const retried = join(desk.cwd, 'retried dead.db')
    copyFileSync(path, retried)
    const people = desk.runEach([
      ['status', '--db', path],
      ['blocks', '--db', path],
      ['jobs', 'retry', '1', '--db', retried],
    ])
    expect(people[0].stdout).toMatch(
      /failed: out of paper\. Nothing is lost; to try again:\n {2}node .* jobs retry 1 --db dead\.db\n/,
    )
    expect(people[1].stdout).toContain('!!')
    expect(people[2].stdout).toMatch(
      /^1 job will be tried again; to run it:\n {2}node .* jobs run --db '(retried dead)\.db'\n$/,
    )
    const here = ['--db', path]
    const [jobs, status, ran, retry, again] = desk.jsonEach([
      ['jobs', ...here],
      ['status', ...here],
      ['jobs', 'run', ...here],
      ['jobs', 'retry', '1', ...here],
      ['jobs', 'run', ...here],
    ])
    expect(jobs).toMatchObject({ code: 0, json: { jobs: [job] } })
    expect(status.json).toMatchObject({ jobs: { waiting: 0, dead: 1 }, deadJobs: [job] })
    expect(ran).toEqual({
      code: 3,
      json: { attempts: 0, waiting: 0, dead: 1, events: { waiting: 0, dead: 0 } },
    })
    expect(retry).toEqual({ code: 0, json: { retried: [1], events: 0 } })
    expect(again).toEqual({
      code: 0,
      json: { attempts: 1, waiting: 0, dead: 0, events: { waiting: 0, dead: 0 } },
    })
  })

  it('knows no dead job where there is none', () => {
    const told = jsonEach(['jobs', 'retry', '7'], ['jobs', 'retry', '--all'], ['jobs', 'retry'])
    expect(told).toMatchObject([
      { code: 1, json: { error: { code: 'not-found' } } },
      { code: 0, json: { retried: [], events: 0 } },
      { code: 2, json: { error: { code: 'bad-input' } } },
    ])
    const [jobs, retry] = printed(['jobs', '--lang', 'zh'], ['jobs', 'retry', '--all', '--lang', 'zh'])
    expect([jobs, retry]).toEqual(['没有任务。\n', '没有失败的内容。\n'])
  })
})
