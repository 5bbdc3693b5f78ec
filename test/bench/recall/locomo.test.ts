/** What the recall bench takes from a LoCoMo file: which messages answer a question, and what they cost to show. */
import { describe, expect, it } from 'vitest'
import { type LocomoMessage, readEvidence, readLocomo, shownTokens } from '../../../bench/recall/locomo.ts'

const KNOWN = new Set(['D1:1', 'D8:6', 'D9:1', 'D9:17', 'D11:26', 'D30:5'])

describe('evidence', () => {
  it.each<[string, unknown, string[]]>([
    ['a list of names', ['D9:17', 'D8:6'], ['D9:17', 'D8:6']],
    [
      'several names in one entry',
      ['D8:6; D9:17', 'D9:1 D1:1', 'D30:5,D11:26'],
      [...KNOWN].toSorted(asWritten),
    ],
    ['a name that comes twice', ['D8:6', 'D8:6 D9:1'], ['D8:6', 'D9:1']],
    ['a colon too many', ['D:11:26'], ['D11:26']],
    ['leading zeros', ['D30:05', 'D09:01'], ['D30:5', 'D9:1']],
    ['a small letter', ['d1:1'], ['D1:1']],
    ['a name outside a list', 'D1:1', ['D1:1']],
    ['half a name, and a message that is not there', ['D', 'D8:99', 'D1:1'], ['D1:1']],
    ['an empty list', [], []],
    ['nothing', undefined, []],
    ['null', null, []],
  ])('reads %s', (_, written, names) => {
    expect(readEvidence(written, KNOWN)).toEqual(names)
  })
})

/** The order in which the entry of several names has them. */
function asWritten(a: string, b: string): number {
  const order = ['D8:6', 'D9:17', 'D9:1', 'D1:1', 'D30:5', 'D11:26']
  return order.indexOf(a) - order.indexOf(b)
}

const SAMPLE = {
  sample_id: 'conv-7',
  conversation: {
    speaker_a: 'Nina',
    speaker_b: 'Paul',
    session_10: [{ speaker: 'Paul', dia_id: 'D10:1', text: 'Back home.' }],
    session_2_date_time: '9:05 am on 3 March, 2023',
    session_2: [
      { speaker: 'Nina', dia_id: 'D2:1', text: 'Look!', blip_caption: 'a red kite', query: 'kite festival' },
      { speaker: 'Paul', dia_id: 'D2:2' },
    ],
  },
  qa: [
    { question: 'What did Nina show?', category: 4, evidence: ['D2:1'] },
    { question: 'Where is Paul?', category: 1, evidence: ['D10:01; D2:2'] },
    { question: 'Who is Otto?', category: 5, evidence: ['D3:1'] },
  ],
}

const CONVERSATION = {
  id: 'conv-7',
  speakers: ['Nina', 'Paul'],
  messages: [
    {
      id: 'conv-7/D2:1',
      date: '9:05 am on 3 March, 2023',
      speaker: 'Nina',
      text: 'Look!',
      caption: 'a red kite',
    },
    { id: 'conv-7/D2:2', date: '9:05 am on 3 March, 2023', speaker: 'Paul', text: '', caption: '' },
    { id: 'conv-7/D10:1', date: '', speaker: 'Paul', text: 'Back home.', caption: '' },
  ],
  questions: [
    { conversation: 'conv-7', text: 'What did Nina show?', category: 4, gold: new Set(['conv-7/D2:1']) },
    {
      conversation: 'conv-7',
      text: 'Where is Paul?',
      category: 1,
      gold: new Set(['conv-7/D10:1', 'conv-7/D2:2']),
    },
  ],
}

describe('a file', () => {
  it('gives sessions in the order of their numbers, and the questions that have evidence', () => {
    expect(readLocomo(JSON.stringify([SAMPLE]))).toEqual([CONVERSATION])
  })

  it('may be one sample alone', () => {
    expect(readLocomo(JSON.stringify(SAMPLE))).toEqual([CONVERSATION])
  })
})

describe('the tokens of a message', () => {
  const message: Omit<LocomoMessage, 'id'> = { date: '3 May', speaker: 'Nina', text: 'Look!', caption: '' }

  it.each<[string, Partial<LocomoMessage>, number]>([
    ['date, speaker and text: 19 code units', {}, 6],
    ['a fifth token begun by one code unit', { text: 'Look here' }, 7],
    ['the caption: 38 code units', { caption: 'a red kite' }, 11],
    ['an empty text: 14 code units', { text: '' }, 5],
  ])('count %s', (_, change, tokens) => {
    expect(shownTokens({ ...message, ...change })).toBe(tokens)
  })
})
