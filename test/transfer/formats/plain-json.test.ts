import { expect, it } from 'vitest'
import { file, fixture, outlineOf, turnsOf } from '../reading.ts'

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
