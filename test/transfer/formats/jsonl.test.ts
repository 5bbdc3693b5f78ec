import { describe, expect, it } from 'vitest'
import { file, fixture, itemsOf, lines, outlineOf, problemsOf, turnsOf } from '../reading.ts'

const ASK = { thread: 'tea', role: 'user', content: 'Green or black?' }
const ANSWER = { thread: 'tea', role: 'assistant', content: 'Green.' }

describe('our own lines', () => {
  it('become turns of interleaved threads, each with its end', async () => {
    expect(await outlineOf(fixture('trip.jsonl'))).toEqual([
      'lisbon/1: Find a hotel in Lisbon for May. | find_hotels → ["Hotel Tejo","Casa Azul"] | Hotel Tejo is free.',
      'lisbon/2: Book it. | Booked.',
      'end: lisbon',
      'packing/1: What do I pack\nfor a week? | Seven shirts.',
      'end: packing',
    ])
  })

  it('keep every field, times with offset as UTC, other values of a tool as JSON text', async () => {
    const [first, second] = await turnsOf(fixture('trip.jsonl'))
    expect(first).toEqual({
      thread: 'lisbon',
      turn: '1',
      messages: [
        {
          role: 'user',
          content: 'Find a hotel in Lisbon for May.',
          at: Date.UTC(2025, 2, 1, 8),
          speaker: 'Ada',
          externalId: 'a1',
        },
        {
          role: 'tool',
          content: '',
          at: Date.UTC(2025, 2, 1, 8, 0, 5),
          name: 'find_hotels',
          callId: 'c1',
          arguments: '{"city":"Lisbon"}',
          result: '["Hotel Tejo","Casa Azul"]',
        },
        { role: 'assistant', content: 'Hotel Tejo is free.', at: Date.UTC(2025, 2, 1, 8, 0, 10) },
      ],
    })
    expect(second?.messages[0]).toStrictEqual({
      role: 'user',
      content: 'Book it.',
      at: Date.UTC(2025, 2, 1, 8, 1),
    })
  })

  it('leave an absent time unknown, and null as absent as nothing', async () => {
    const path = file('null.jsonl', lines({ ...ASK, time: null, speaker: null, result: null }, ANSWER))
    expect((await turnsOf(path))[0]?.messages).toStrictEqual([
      { role: 'user', content: 'Green or black?' },
      { role: 'assistant', content: 'Green.' },
    ])
  })

  it('name their space, and one thread in two spaces is two', async () => {
    const home = { ...ASK, space: 'local:session:home' }
    const work = { ...ASK, space: 'local:project:/home/mira/' }
    const items = await itemsOf(file('spaces.jsonl', lines(home, work, { ...ANSWER, space: home.space })))
    expect(items.map(item => [item.kind, 'space' in item && item.space])).toEqual([
      ['turn', 'local:session:home'],
      ['thread-end', 'local:session:home'],
      ['turn', 'local:project:/home/mira'],
      ['thread-end', 'local:project:/home/mira'],
    ])
  })

  it('mark calls of our own tools', async () => {
    const call = { thread: 'tea', role: 'tool', name: 'memory_search', content: 'green tea, in May' }
    const other = { ...call, name: 'find_memory_' }
    const [turn] = await turnsOf(file('own.jsonl', lines(ASK, call, other, ANSWER)))
    expect(turn?.messages.map(message => message.own)).toEqual([undefined, true, undefined, undefined])
  })
})

describe('turn ids', () => {
  it('keep messages together whatever their roles, and part those that the rule would keep', async () => {
    const path = file(
      'ids.jsonl',
      lines(
        { ...ASK, turn: 'first' },
        { ...ANSWER, turn: 'first' },
        { ...ASK, turn: 'first', content: 'Surely?' },
        { ...ASK, turn: 2 },
        { ...ASK, turn: 3, content: 'Black?' },
        ANSWER,
        ASK,
      ),
    )
    expect(await outlineOf(path)).toEqual([
      'tea/first: Green or black? | Green. | Surely?',
      'tea/2: Green or black?',
      'tea/3: Black? | Green.',
      'tea/4: Green or black?',
      'end: tea',
    ])
  })

  it('that come back after their turn ended are a problem of their line', async () => {
    const path = file(
      'back.jsonl',
      lines({ ...ASK, turn: 'a' }, { ...ASK, turn: 'b' }, { ...ANSWER, turn: 'a' }),
    )
    expect(await outlineOf(path)).toEqual([
      'tea/a: Green or black?',
      'tea/b: Green or black?',
      'problem: jsonl: line 3: turn "a" names a turn that ended before; put the messages of a turn together',
      'end: tea',
    ])
  })
})

describe('a bad line', () => {
  const role = 'write user, assistant, system or tool'
  const time =
    'write ISO 8601 with its offset (2023-05-08T13:56:00Z) or epoch milliseconds, years 1 to 9999, or leave it out'
  const cases: [object | string, string, string | undefined, string][] = [
    [{ ...ANSWER, role: 'bot' }, 'role', '"bot"', `is no role; ${role}`],
    [{ ...ANSWER, role: undefined }, 'role', undefined, `is missing; ${role}`],
    [{ ...ANSWER, content: undefined }, 'content', undefined, 'is missing; write the text of the message'],
    [{ ...ANSWER, content: null }, 'content', 'null', 'is missing; write the text of the message'],
    [{ ...ANSWER, content: 7 }, 'content', '7', 'is neither a text nor a list of parts; write a text'],
    [
      {
        ...ANSWER,
        content: [
          { type: 'text', text: 'Green.' },
          { type: 'image_url', image_url: {} },
        ],
      },
      'content[1].type',
      '"image_url"',
      'is no text part; write {"type": "text", "text": …} parts only',
    ],
    [
      { ...ANSWER, content: [{ type: 'text' }] },
      'content[0].text',
      undefined,
      'is missing; write the text of the part',
    ],
    [{ ...ANSWER, time: '2023-05-08T13:56:00' }, 'time', '"2023-05-08T13:56:00"', `is no instant; ${time}`],
    [{ ...ANSWER, time: '2023-02-30T13:56:00Z' }, 'time', '"2023-02-30T13:56:00Z"', `is no instant; ${time}`],
    [{ ...ANSWER, time: 'yesterday' }, 'time', '"yesterday"', `is no instant; ${time}`],
    [{ ...ANSWER, time: 1.5 }, 'time', '1.5', `is no instant; ${time}`],
    [{ ...ANSWER, time: 8.64e15 }, 'time', '8640000000000000', `is no instant; ${time}`],
    [{ ...ANSWER, time: '0000-01-01T00:00:00Z' }, 'time', '"0000-01-01T00:00:00Z"', `is no instant; ${time}`],
    [{ ...ANSWER, time: true }, 'time', 'true', `is no time; ${time}`],
    [{ ...ANSWER, turn: ' ' }, 'turn', '" "', 'is blank or holds half a character; write an id'],
    [
      { ...ANSWER, isError: 'no' },
      'isError',
      '"no"',
      'is not true or false; write true or false or leave it out',
    ],
    [{ ...ANSWER, speaker: 4 }, 'speaker', '4', 'is no text; write a name or leave it out'],
    [
      { ...ANSWER, space: 'home' },
      'space',
      '"home"',
      'is no space key; write HOST:project:PATH, HOST:session:ID or HOST:global',
    ],
    [
      { ...ANSWER, space: 'user' },
      'space',
      '"user"',
      'is written by deriving only; write the space of the conversation or leave it out',
    ],
  ]

  it.each(cases)('%j is reported with line, field, value and remedy', async (bad, field, value, text) => {
    const path = file('bad.jsonl', lines(ASK, ANSWER, ASK, bad, ASK, ANSWER, ASK, ANSWER))
    const items = await itemsOf(path)
    const problems = items.filter(item => item.kind === 'problem')
    expect(problems).toEqual([
      {
        kind: 'problem',
        line: 4,
        field,
        ...(value !== undefined && { value }),
        thread: 'tea',
        turn: '2',
        message: `jsonl: line 4: ${[field, value, text].filter(part => part !== undefined).join(' ')}; turn "2" of thread "tea" is not stored`,
        bytesRead: expect.any(Number),
      },
    ])
    const turns = items.filter(item => item.kind === 'turn')
    expect(turns.map(item => [item.turn.turn, item.line])).toEqual([
      ['1', 1],
      ['3', 5],
      ['4', 7],
    ])
  })

  it('shows a long value cut to 60 characters', async () => {
    const [problem] = await problemsOf(file('long-value.jsonl', lines({ ...ASK, role: 'b'.repeat(500) })))
    expect(problem?.value).toBe(`"${'b'.repeat(58)}…`)
  })

  it('that opens a turn spoils that turn only', async () => {
    const path = file('bad-opening.jsonl', lines(ASK, ANSWER, { ...ASK, time: 'noon' }, ANSWER, ASK, ANSWER))
    expect((await outlineOf(path)).map(item => item.slice(0, 5))).toEqual([
      'tea/1',
      'probl',
      'tea/3',
      'end: ',
    ])
  })

  it('that is cut off still says which thread and role it has', async () => {
    const cut = '{"thread":"tea","turn":2,"role":"user","content":"Gre'
    const path = file('cut.jsonl', lines(ASK, ANSWER, { ...ASK, thread: 'milk' }, cut))
    expect(await outlineOf(path)).toEqual([
      'tea/1: Green or black? | Green.',
      'problem: jsonl: line 4: "2,\\"role\\":\\"user\\",\\"content\\":\\"Gre" is where this stops being JSON; ' +
        'write a whole JSON value; turn "2" of thread "tea" is not stored',
      'end: tea',
      'milk/1: Green or black?',
      'end: milk',
    ])
  })

  it('without a thread belongs to the thread before it, and spoils what follows in its turn', async () => {
    const path = file('junk.jsonl', lines(ASK, ANSWER, '\u0000\u0001 junk', ANSWER, ASK, ANSWER))
    expect((await problemsOf(path)).map(problem => [problem.line, problem.thread, problem.turn])).toEqual([
      [3, 'tea', '1'],
    ])
    expect((await turnsOf(path)).map(turn => turn.turn)).toEqual(['2'])
  })

  it('before every thread spoils the first turn after it', async () => {
    const path = file('junk-first.jsonl', lines('42', ANSWER, ASK, ANSWER))
    expect(await outlineOf(path)).toEqual([
      'problem: jsonl: line 1: 42 is no JSON object; write one message a line; ' +
        'the turn it stands in is unknown, so the first turn after it is not stored',
      'tea/2: Green or black? | Green.',
      'end: tea',
    ])
  })

  it('whose space is none belongs to the thread before it of that name', async () => {
    const space = 'local:session:home'
    const path = file(
      'bad-space.jsonl',
      lines({ ...ASK, space }, { ...ANSWER, space: 'home' }, { ...ASK, space }, { ...ANSWER, space }),
    )
    expect((await problemsOf(path)).map(problem => problem.turn)).toEqual(['1'])
    expect((await turnsOf(path)).map(turn => turn.turn)).toEqual(['2'])
  })

  it('has arguments nested deeper than they can be written', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const path = file('deep.jsonl', lines(`{"thread":"tea","role":"tool","name":"brew","arguments":${deep}}`))
    const [problem] = await problemsOf(path)
    expect([problem?.field, problem?.value]).toEqual(['arguments', '[…]'])
  })
})
