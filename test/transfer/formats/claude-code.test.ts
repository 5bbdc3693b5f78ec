import { describe, expect, it } from 'vitest'
import { file, fixture, itemsOf, lines, outlineOf, problemsOf, turnsOf } from '../reading.ts'

/** An entry of the person, or of the assistant where the uuid begins with `a`. */
function entry(uuid: string, content: unknown, more: object = {}): object {
  const type = uuid.startsWith('a') ? 'assistant' : 'user'
  return { type, uuid, sessionId: 's1', message: { role: type, content }, ...more }
}

const at = (minute: number, second: number): number => Date.UTC(2025, 3, 2, 10, minute, second)

describe('a transcript', () => {
  it('becomes turns named after the request, tools as one record each where the result came', async () => {
    expect((await turnsOf(fixture('session.jsonl')))[0]).toEqual({
      thread: 's-garden',
      turn: 'e2',
      messages: [
        {
          role: 'system',
          content: '<command-name>/model</command-name>\n<command-args></command-args>',
          at: at(0, 1),
          externalId: 'e1',
        },
        { role: 'user', content: 'Where do the beans go?\n[image]', at: at(0, 2), externalId: 'e2' },
        {
          role: 'system',
          content: '<system-reminder>Be brief.</system-reminder>',
          at: at(0, 2),
          externalId: 'e2',
        },
        { role: 'assistant', content: 'I look at the plan.', at: at(0, 4), externalId: 'e4' },
        {
          role: 'tool',
          content: '',
          name: 'mcp__palimpsest__memory_search',
          callId: 't2',
          arguments: '{"query":"beans"}',
          result: 'beans: south wall\n[image]',
          at: at(0, 7),
          externalId: 'e7',
          own: true,
        },
        {
          role: 'tool',
          content: '',
          name: 'Read',
          callId: 't1',
          arguments: '{"file_path":"plan.md"}',
          result: 'no such file',
          isError: true,
          at: at(0, 8),
          externalId: 'e8',
        },
        { role: 'assistant', content: 'At the south wall.', at: at(0, 9), externalId: 'e9' },
      ],
    })
  })

  it('marks a turn that the person stopped, with the call that never came back', async () => {
    expect((await turnsOf(fixture('session.jsonl')))[1]).toEqual({
      thread: 's-garden',
      turn: 'e10',
      interrupted: true,
      messages: [
        { role: 'user', content: 'Dig the bed over.', at: at(1, 0), externalId: 'e10' },
        {
          role: 'tool',
          content: '',
          name: 'Bash',
          callId: 't3',
          arguments: '{"command":"dig"}',
          at: at(1, 1),
          externalId: 'e11',
        },
      ],
    })
  })

  it('keeps what the person sent meanwhile, and what the host said as system', async () => {
    const turn = (await turnsOf(fixture('session.jsonl')))[2]
    expect(turn?.messages.map(message => [message.role, message.content])).toEqual([
      ['user', 'Only the left half.'],
      ['user', 'And water it.'],
      ['system', 'API Error: overloaded'],
      ['assistant', 'Done.'],
      ['system', 'Conversation compacted'],
    ])
  })

  it('ends once, and gives no more than these three turns', async () => {
    const items = await itemsOf(fixture('session.jsonl'))
    expect(items.map(item => item.kind)).toEqual(['turn', 'turn', 'turn', 'thread-end'])
  })

  it('leaves the time unknown where an entry has none', async () => {
    expect((await turnsOf(file('untimed.jsonl', lines(entry('u1', 'Brew it.')))))[0]?.messages).toStrictEqual(
      [{ role: 'user', content: 'Brew it.', externalId: 'u1' }],
    )
  })

  it('keeps a text that quotes the tags of the host in its middle', async () => {
    const text = 'Why does it print <system-reminder>x</system-reminder> here?'
    expect((await turnsOf(file('quoting.jsonl', lines(entry('u1', text)))))[0]?.messages).toEqual([
      { role: 'user', content: text, externalId: 'u1' },
    ])
  })

  it('parts what the host set before and after the text of the person [L9]', async () => {
    const text =
      '<ide_selection>line 3</ide_selection>\n\n  Rename it.\n<system-reminder>Be kind.</system-reminder>'
    const [turn] = await turnsOf(file('parted.jsonl', lines(entry('u1', text))))
    expect(turn?.messages.map(message => [message.role, message.content])).toEqual([
      ['user', 'Rename it.'],
      ['system', '<ide_selection>line 3</ide_selection>\n<system-reminder>Be kind.</system-reminder>'],
    ])
  })

  it('parts an interruption from the request that comes with it', async () => {
    const both = [
      { type: 'text', text: '[Request interrupted by user]' },
      { type: 'text', text: 'Tea instead.' },
    ]
    const path = file('both.jsonl', lines(entry('u1', 'Coffee.'), entry('u2', both)))
    expect(
      (await turnsOf(path)).map(turn => [turn.turn, turn.interrupted, turn.messages[0]?.content]),
    ).toEqual([
      ['u1', true, 'Coffee.'],
      ['u2', undefined, 'Tea instead.'],
    ])
  })

  it('keeps a result that no call is known for', async () => {
    const result = { type: 'tool_result', tool_use_id: 't9', content: { rows: 2 } }
    const [turn] = await turnsOf(file('orphan.jsonl', lines(entry('u1', 'Count.'), entry('u2', [result]))))
    expect(turn?.messages[1]).toEqual({
      role: 'tool',
      content: '',
      callId: 't9',
      result: '{"rows":2}',
      externalId: 'u2',
    })
  })

  it('says that a file of a sub-agent holds no conversation', async () => {
    const path = file('agent-1.jsonl', lines(entry('u1', 'You are a helper.', { isSidechain: true })))
    expect((await problemsOf(path)).map(problem => problem.message)).toEqual([
      'claude-code: there is no message of a conversation in the file; check that it is the right one',
    ])
  })
})

describe('a bad entry', () => {
  it('is reported with its line, and its turn left out', async () => {
    const path = file(
      'bad-entries.jsonl',
      lines(
        entry('u1', 'Brew it.'),
        entry('a1', 'Brewed.'),
        entry('u2', 'Pour it.'),
        entry('a2', 'Poured.', { timestamp: '2025-04-02 10:00' }),
        entry('u3', 'Drink it.'),
        '{"type":"assistant","uuid":"a3","sess',
        entry('u4', 'Wash up.'),
        entry('a4', [{ type: 'text', text: 'Washed.' }, {}]),
        entry('u5', 'Again.'),
      ),
    )
    expect(await outlineOf(path)).toEqual([
      's1/u1: Brew it. | Brewed.',
      'problem: claude-code: line 4: timestamp "2025-04-02 10:00" is no instant; ' +
        'write ISO 8601 with its offset or leave it out; turn "u2" of thread "s1" is not stored',
      expect.stringMatching(/^problem: claude-code: line 6: .* turn "u3" of thread "s1" is not stored$/),
      'problem: claude-code: line 8: message.content[1].type is missing; write the type of the part; ' +
        'turn "u4" of thread "s1" is not stored',
      's1/u5: Again.',
      'end: s1',
    ])
  })

  it('without a message is missing it', async () => {
    const path = file('no-message.jsonl', lines({ type: 'user', uuid: 'u1', sessionId: 's1' }))
    expect((await problemsOf(path)).map(problem => [problem.field, problem.message])).toEqual([
      ['message', expect.stringContaining('message is missing; write the message of the entry')],
    ])
  })
})
