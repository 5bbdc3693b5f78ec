import { expect, it } from 'vitest'
import { file, fixture, itemsOf, outlineOf } from '../reading.ts'

function sample(session: object): string {
  return JSON.stringify({ sample_id: 'p', conversation: { speaker_a: 'Ben', speaker_b: 'Cleo', ...session } })
}

it('reads a space per sample and a thread per session, in the order of the sessions', async () => {
  const items = await itemsOf(fixture('two-friends.json'))
  expect(items.map(item => [item.kind, 'space' in item && item.space])).toEqual([
    ['turn', 'pair-1'],
    ['turn', 'pair-1'],
    ['thread-end', 'pair-1'],
    ['turn', 'pair-1'],
    ['turn', 'pair-1'],
    ['thread-end', 'pair-1'],
    ['turn', 'pair-1'],
    ['thread-end', 'pair-1'],
    ['turn', 'pair-2'],
    ['thread-end', 'pair-2'],
  ])
  expect(await outlineOf(fixture('two-friends.json'))).toEqual([
    'pair-1/session_1/1: How are you? | I play the violin again.',
    'pair-1/session_1/2: Since when?',
    'end: pair-1/session_1',
    'pair-1/session_2/1: Look at my violin!\n[image: a violin on a chair]',
    'pair-1/session_2/2: Lovely.',
    'end: pair-1/session_2',
    'pair-1/session_10/1: The concert went well.',
    'end: pair-1/session_10',
    'pair-2/session_1/1: Hello, Ben.',
    'end: pair-2/session_1',
  ])
})

it('gives every message the time of its session as UTC, its speaker and its own id', async () => {
  const turns = (await itemsOf(fixture('two-friends.json'))).filter(item => item.kind === 'turn')
  expect(turns[0]?.turn.messages).toEqual([
    {
      role: 'user',
      content: 'How are you?',
      at: Date.UTC(2024, 4, 8, 13, 56),
      speaker: 'Ben',
      externalId: 'pair-1/D1:1',
    },
    {
      role: 'assistant',
      content: 'I play the violin again.',
      at: Date.UTC(2024, 4, 8, 13, 56),
      speaker: 'Cleo',
      externalId: 'pair-1/D1:2',
    },
  ])
  expect(turns.map(item => item.turn.messages[0]?.at)).toEqual([
    Date.UTC(2024, 4, 8, 13, 56),
    Date.UTC(2024, 4, 8, 13, 56),
    Date.UTC(2024, 4, 9, 12, 30),
    Date.UTC(2024, 4, 9, 12, 30),
    Date.UTC(2024, 6, 1, 0, 5),
    undefined,
  ])
})

it('leaves out a session whose time cannot be read, and says so once', async () => {
  const messages = [{ speaker: 'Ben', text: 'Hello.' }]
  const path = file(
    'times.json',
    sample({ session_1: messages, session_1_date_time: '25:00 pm on 8 May, 2024', session_2: messages }),
  )
  expect(await outlineOf(path)).toEqual([
    'problem: locomo: conversation.session_1_date_time "25:00 pm on 8 May, 2024" is no time; ' +
      'write it as "1:56 pm on 8 May, 2023" or leave it out; the session is not stored',
    'p/session_2/1: Hello.',
    'end: p/session_2',
  ])
})

it('leaves out the turn of a message that nobody of the two said, or that has no text', async () => {
  const said = (speaker: string, text?: string): object => ({ speaker, text })
  const path = file(
    'strangers.json',
    sample({
      session_1: [
        said('Ben', 'Hello.'),
        said('Dora', 'Hi.'),
        said('Cleo', 'Oh.'),
        said('Ben', 'Bye.'),
        said('Cleo'),
        said('Ben', 'Late.'),
      ],
    }),
  )
  expect(await outlineOf(path)).toEqual([
    'problem: locomo: conversation.session_1[1].speaker "Dora" is neither speaker_a nor speaker_b; ' +
      'write "Ben" or "Cleo"; turn "1" of thread "p/session_1" is not stored',
    'problem: locomo: conversation.session_1[4].text is missing; write the text of the message; ' +
      'turn "2" of thread "p/session_1" is not stored',
    'p/session_1/3: Late.',
    'end: p/session_1',
  ])
})

it('names a sample without a conversation, and reads the others', async () => {
  const path = file(
    'samples.json',
    `[{"sample_id": "q", "qa": []}, ${sample({ session_1: [{ speaker: 'Ben', text: 'Hi.' }] })}]`,
  )
  expect(await outlineOf(path)).toEqual([
    'problem: locomo: [0].conversation is missing; write the sessions of the sample',
    'p/session_1/1: Hi.',
    'end: p/session_1',
  ])
})
