/** Dates: the model names words, code finds them in the sources and resolves them, or leaves them open. */
import { describe, expect, it } from 'vitest'
import { timeOf } from '../../../src/derive/model/when.ts'
import type { Message } from '../../../src/domain/conversation.ts'
import type { TimeStatus } from '../../../src/domain/event.ts'
import { assistant, block, user } from '../blocks.ts'

const ZONE = 'Europe/Berlin'
/** Start and end as local days, and what else is known. Messages are of Wednesday, 18 June 2025, 14:00 in Berlin. */
function resolve(when: string | null, status: TimeStatus, messages: Message[], quotes: string[] = []) {
  const time = timeOf({ when, status, quotes }, block(messages).messages, ZONE)
  if (!time) return time
  const day = (ms: number | null) =>
    ms === null ? null : new Intl.DateTimeFormat('sv', { timeZone: ZONE }).format(ms)
  return [day(time.start), day(time.end), time.status, time.basis, time.originalText]
}

describe('words of a source', () => {
  it.each<[string, string, TimeStatus, unknown[]]>([
    [
      'Let us ship it tomorrow.',
      'tomorrow',
      'planned',
      ['2025-06-19', '2025-06-20', 'planned', 'relative', 'tomorrow'],
    ],
    [
      'We moved there last week.',
      'last week',
      'occurred',
      ['2025-06-09', '2025-06-16', 'occurred', 'relative', 'last week'],
    ],
    ['我们下周五演示。', '下周五', 'planned', ['2025-06-27', '2025-06-28', 'planned', 'relative', '下周五']],
    [
      'Launch: 3 July 2025.',
      '3 July 2025',
      'planned',
      ['2025-07-03', '2025-07-04', 'planned', 'explicit', '3 July 2025'],
    ],
    [
      'Due by Friday at the latest.',
      'by Friday at the latest',
      'planned',
      ['2025-06-20', '2025-06-21', 'planned', 'relative', 'Friday'],
    ],
    ['Demo Friday', 'friday', 'planned', ['2025-06-20', '2025-06-21', 'planned', 'relative', 'Friday']],
    [
      'It broke  on\nMonday.',
      'on monday',
      'occurred',
      ['2025-06-16', '2025-06-17', 'occurred', 'relative', 'Monday'],
    ],
  ])('become a range: %s [E16]', (text, when, status, expected) => {
    expect(resolve(when, status, [user(text)])).toEqual(expected)
  })

  it('that lie ahead have not happened, whatever the model says [E14]', () => {
    expect(resolve('tomorrow', 'occurred', [user('We ship it tomorrow.')])?.[2]).toBe('planned')
  })

  it('that no rule resolves stay words [E15]', () => {
    expect(resolve('when the client signs', 'planned', [user('We start when the client signs.')])).toEqual([
      null,
      null,
      'planned',
      'unknown',
      'when the client signs',
    ])
  })

  it('that mean two times in two places stay words, unless a quote tells which is meant', () => {
    const monday = { ...user('I will do it tomorrow.'), at: Date.parse('2025-06-16T09:00:00Z') }
    const both = [monday, assistant('The demo is tomorrow.')]
    expect(resolve('tomorrow', 'planned', both)?.slice(0, 2)).toEqual([null, null])
    expect(resolve('tomorrow', 'planned', both, ['The demo is tomorrow.'])?.[0]).toBe('2025-06-19')
  })

  it('are found in what a tool gave, far into a long text', () => {
    const record: Message = {
      ...assistant(''),
      role: 'tool',
      result: `${'x '.repeat(90_000)}released 1 May 2025.`,
    }
    expect(resolve('1 May 2025', 'occurred', [record])?.[0]).toBe('2025-05-01')
  })

  it('relative to a message without a time stay words [E15]', () => {
    expect(resolve('tomorrow', 'planned', [{ ...user('We ship it tomorrow.'), at: null }])?.[0]).toBeNull()
  })
})

describe('words that no source holds', () => {
  it.each(['2025-06-19', 'next Tuesday', '', '  ', null, '(.*)', 'a+\\'])('are no time: %j', when => {
    expect(resolve(when, 'planned', [user('We ship it tomorrow.')])).toBeNull()
  })
})
