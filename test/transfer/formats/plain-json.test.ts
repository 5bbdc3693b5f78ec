import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/transfer/read-conversation.ts'
import { file, fixture, itemsOf, lines, outlineOf, turnsOf } from '../reading.ts'

const ASK = { role: 'user', content: 'Green or black?' }
const ANSWER = { role: 'assistant', content: 'Green.' }

it('reads a list of messages as a thread named after the file', async () => {
  const path = file('tea.json', JSON.stringify([{ ...ASK, time: 1700000000000 }, ANSWER, ASK]))
  expect(await turnsOf(path)).toEqual([
    { thread: 'tea', turn: '1', messages: [{ ...ASK, at: 1700000000000 }, ANSWER] },
    { thread: 'tea', turn: '2', messages: [ASK] },
  ])
})

it('reads a document with messages under its thread, else its id, else the name of the file', async () => {
  const messages = [ASK, ANSWER]
  const path = file(
    'many.json',
    JSON.stringify([{ thread: 'a', id: 'b', messages }, { id: 7, messages }, { messages }]),
  )
  expect((await turnsOf(path)).map(turn => turn.thread)).toEqual(['a', '7', 'many-3'])
})

it('joins the calls of the chat interface to their results', async () => {
  expect(await turnsOf(fixture('chat.json'))).toEqual([
    {
      thread: 'chat',
      turn: '1',
      messages: [
        { role: 'system', content: 'Answer in one sentence.' },
        { role: 'user', content: 'What is the weather in Porto?', speaker: 'Ada' },
        {
          role: 'tool',
          content: '',
          name: 'weather',
          callId: 'call_1',
          arguments: '{"city": "Porto"}',
          result: '18 degrees',
        },
        { role: 'assistant', content: 'It is 18 degrees.' },
        { role: 'tool', content: '', name: 'memory_search', callId: 'call_2', arguments: '{}', own: true },
      ],
    },
    {
      thread: 'chat',
      turn: '2',
      messages: [
        { role: 'user', content: 'Thanks, and tomorrow?' },
        { role: 'assistant', content: 'Rain.' },
      ],
    },
  ])
})

it('names the path of a bad message and leaves out its turn only', async () => {
  const path = file(
    'bad.json',
    JSON.stringify({ messages: [ASK, ANSWER, ASK, { role: 'bot' }, ASK, ANSWER, ASK] }),
  )
  expect(await outlineOf(path)).toEqual([
    'bad/1: Green or black? | Green.',
    'problem: plain-json: messages[3].role "bot" is no role; write user, assistant, system or tool; ' +
      'turn "2" of thread "bad" is not stored',
    'bad/3: Green or black? | Green.',
    'bad/4: Green or black?',
    'end: bad',
  ])
})

it('names what a document lacks', async () => {
  const path = file('lacking.json', JSON.stringify([{ messages: [ASK] }, { messages: 'none' }]))
  expect(await outlineOf(path)).toEqual([
    'lacking-1/1: Green or black?',
    'end: lacking-1',
    'problem: plain-json: [1].messages "none" is no list; write the messages as a list',
  ])
})

it('takes a bad message of the user for the opening of its turn', async () => {
  const path = file('bad-user.json', JSON.stringify([ASK, ANSWER, { ...ASK, time: 'noon' }, ANSWER, ASK]))
  expect(await outlineOf(path)).toEqual([
    'bad-user/1: Green or black? | Green.',
    expect.stringMatching(
      /^problem: plain-json: \[2\]\.time "noon" .* turn "2" of thread "bad-user" is not stored$/,
    ),
    'bad-user/3: Green or black?',
    'end: bad-user',
  ])
})

describe('a document a line', () => {
  const messages = [ASK, ANSWER]

  it('is a conversation each, named by itself, else by the file and its line', async () => {
    const path = file('tuning.jsonl', lines({ messages }, '', { thread: 'tea', messages }, { messages }))
    expect(readConversation(path).format).toBe('plain-json')
    const items = await itemsOf(path)
    expect(items.map(item => (item.kind === 'turn' ? [item.turn.thread, item.line] : item.kind))).toEqual([
      ['tuning-1', 1],
      'thread-end',
      ['tea', 3],
      'thread-end',
      ['tuning-4', 4],
      'thread-end',
    ])
    expect(items.at(-1)?.bytesRead).toBe(readConversation(path).bytes)
  })

  it('is reported with its line when it is broken, the first one too, and the others are read', async () => {
    const broken = { messages: [ASK, { role: 'bot' }, ASK, ANSWER] }
    const path = file('tuning.jsonl', lines('{"messages": [{"role": "us', broken, { messages: 1 }, '7'))
    expect(await outlineOf(path)).toEqual([
      expect.stringMatching(/^problem: plain-json: line 1: .* is where this stops being JSON; /),
      'problem: plain-json: line 2: messages[1].role "bot" is no role; ' +
        'write user, assistant, system or tool; turn "1" of thread "tuning-2" is not stored',
      'tuning-2/2: Green or black? | Green.',
      'end: tuning-2',
      'problem: plain-json: line 3: messages 1 is no list; write the messages as a list',
      'problem: plain-json: line 4: 7 is no JSON object; write {"messages": […]}',
    ])
  })

  it('is one document when there is only one, or when it is an element of a list', async () => {
    const threads = async (name: string, text: string) =>
      (await turnsOf(file(name, text))).map(turn => turn.thread)
    const one = JSON.stringify({ messages })
    expect(await threads('tea.jsonl', `\n${one}\n`)).toEqual(['tea'])
    expect(await threads('tea.json', `[\n${one}\n]\n`)).toEqual(['tea-1'])
  })
})
