import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MessageInput, ROLES, type TurnInput } from '../../../src/domain/conversation.ts'
import { PalimpsestError } from '../../../src/domain/errors.ts'
import { checkTurn, groupTurns, turnDigest } from '../../../src/engine/conversation/turns.ts'

const user = (content: string): MessageInput => ({ role: 'user', content })
const assistant = (content: string): MessageInput => ({ role: 'assistant', content })

/** Turns as words of first letters: `u` user, `a` assistant, `s` system, `t` tool. */
function turnsOf(roles: string, ended = true): string[] {
  const messages = [...roles].map(letter => ({ role: ROLES.find(role => role[0] === letter) ?? 'user' }))
  return groupTurns(messages, ended).map(turn => turn.messages.map(({ role }) => role[0]).join(''))
}

describe('dividing a thread into turns', () => {
  it('opens a turn at each user message that follows an answer [L3]', () => {
    expect(turnsOf('uauaua')).toEqual(['ua', 'ua', 'ua'])
  })

  it('keeps tool calls, results and everything after the answer in the turn [L3]', () => {
    expect(turnsOf('uatatasua')).toEqual(['uatatas', 'ua'])
  })

  it('takes several requests before one answer as one turn', () => {
    expect(turnsOf('uuuauua')).toEqual(['uuua', 'uua'])
  })

  it('opens the first turn at whatever comes first', () => {
    expect(turnsOf('suaua')).toEqual(['sua', 'ua'])
    expect(turnsOf('aua')).toEqual(['a', 'ua'])
    expect(turnsOf('tsu')).toEqual(['tsu'])
  })

  it('does not take a tool record for an answer', () => {
    expect(turnsOf('ututua')).toEqual(['ututua'])
  })

  it('leaves the last turn open until the source has ended', () => {
    const messages = [user('Where is Mira?'), assistant('At the bakery.'), user('And Tom?')]
    expect(groupTurns(messages, false)).toEqual([
      { messages: messages.slice(0, 2), complete: true },
      { messages: messages.slice(2), complete: false },
    ])
    expect(groupTurns(messages, true).map(turn => turn.complete)).toEqual([true, true])
    expect(groupTurns([], false)).toEqual([])
  })

  it('leaves no message out and moves none, and gives no more turns than requests with answers', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ROLES)), fc.boolean(), (roles, ended) => {
        const messages = roles.map((role, index) => ({ role, index }))
        const turns = groupTurns(messages, ended)
        expect(turns.flatMap(turn => turn.messages)).toEqual(messages)
        const laterOnes = turns.slice(1).map(turn => turn.messages[0]?.role)
        expect(laterOnes).toEqual(laterOnes.map(() => 'user'))
        const closed = turns.slice(0, -1).map(turn => turn.messages.some(({ role }) => role === 'assistant'))
        expect(closed).toEqual(closed.map(() => true))
      }),
    )
  })
})

describe('the digest of a turn', () => {
  const turn: MessageInput[] = [
    { role: 'user', content: 'Where is Mira?', at: 1_772_600_000_000, speaker: 'Tom', externalId: 'D1:3' },
    {
      role: 'tool',
      content: '',
      name: 'find',
      callId: 'c1',
      arguments: '{}',
      result: 'bakery',
      isError: true,
      own: true,
    },
  ]

  it('stays what it is: receipts of stored turns are compared with it', () => {
    expect(turnDigest(turn, false)).toBe('9cf2769e60fd0ccf106c59e83f159642eb133e3bc4a64ec517bab6d04f34d8fd')
  })

  it('changes with every field, with the order of messages and with the interruption', () => {
    const others: MessageInput[][] = [
      ...turn.flatMap((message, index) =>
        Object.keys(message).map(field => turn.toSpliced(index, 1, { ...message, [field]: 'other' })),
      ),
      turn.toReversed(),
      turn.slice(0, 1),
      [...turn, user('')],
    ]
    const digests = [
      turnDigest(turn, false),
      turnDigest(turn, true),
      ...others.map(other => turnDigest(other, false)),
    ]
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('tells an absent text from an empty one, but an absent flag is false', () => {
    const [, record] = turn as [MessageInput, MessageInput]
    const { result: _, ...withoutResult } = record
    expect(turnDigest([withoutResult], false)).not.toBe(turnDigest([{ ...record, result: '' }], false))
    expect(turnDigest([{ ...user('hi'), own: false, isError: false }], false)).toBe(
      turnDigest([user('hi')], false),
    )
    expect(turnDigest([{ ...user('hi'), name: undefined }], false)).toBe(turnDigest([user('hi')], false))
  })

  it('keeps lone surrogates apart from each other and from the replacement character', () => {
    const contents = ['\ud83d', '\udd25', '\ud83d\udd25', '\ufffd', '\ud83d\u0000', '']
    expect(new Set(contents.map(content => turnDigest([user(content)], false))).size).toBe(contents.length)
  })

  it('is not fooled by content that imitates the boundary between messages', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 })
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (a, b) => {
        const isSame = turnDigest(a.map(user), false) === turnDigest(b.map(user), false)
        expect(isSame).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
    expect(turnDigest([user('a\nmessage\nrole 8\nuser')], false)).not.toBe(
      turnDigest([user('a'), user('')], false),
    )
  })
})

describe('the check at the door', () => {
  const good: TurnInput = { thread: 'shop', messages: [user('Where is Mira?'), assistant('At the bakery.')] }

  it('fills in host and interruption and leaves absent fields out', () => {
    const offered = { ...good, messages: [{ ...user('hi'), at: undefined }] }
    const { messages, ...rest } = checkTurn(offered)
    expect(rest).toStrictEqual({ host: 'local', thread: 'shop', interrupted: false })
    expect(messages.map(message => Object.entries(message))).toEqual([
      [
        ['role', 'user'],
        ['content', 'hi'],
      ],
    ])
  })

  it('refuses a field nobody knows: a misspelt one would silently be absent', () => {
    const late = { ...good, messages: [{ ...user('hi'), time: 5 }] }
    expect(() => checkTurn(late)).toThrow(
      'turn.messages[0]: "time" cannot be used; it is no field; known are role,',
    )
    const moody = { ...good, mood: 'fine' }
    expect(() => checkTurn(moody)).toThrow('turn: "mood" cannot be used')
  })

  it('marks records of our own tools, whoever brings them [L10]', () => {
    const tool = { role: 'tool', content: '', name: 'memory_search', result: 'x' } as const
    const other = { ...tool, name: 'memorise' }
    const { messages } = checkTurn({
      ...good,
      messages: [user('hi'), tool, { ...tool, name: 'mcp__palimpsest__memory_note' }, other],
    })
    expect(messages.map(message => message.own)).toEqual([undefined, true, true, undefined])
  })

  it('lets every field of a full turn through, code unit for code unit', () => {
    const full: TurnInput = {
      thread: 'shop',
      turn: '7',
      host: 'dsh',
      interrupted: true,
      parent: { thread: 'shop-before', lastSharedTurn: '6' },
      messages: [
        { role: 'system', content: '' },
        { role: 'user', content: 'half \ud83d', at: -62_135_596_800_000, speaker: '美拉', externalId: 'x' },
        {
          role: 'tool',
          content: '',
          name: 'n',
          callId: 'c',
          arguments: '',
          result: '',
          isError: false,
          own: true,
        },
      ],
    }
    expect(checkTurn(full)).toStrictEqual(full)
  })

  it('accepts a turn of empty content', () => {
    expect(checkTurn({ thread: 'shop', messages: [user('')] }).messages).toEqual([user('')])
  })

  const bad: [part: string, change: Record<string, unknown>][] = [
    ['turn.thread', { thread: '' }],
    ['turn.thread', { thread: ' \n' }],
    ['turn.thread', { thread: 7 }],
    ['turn.thread', { thread: undefined }],
    ['turn.thread', { thread: 'half \ud83d' }],
    ['turn.turn', { turn: '' }],
    ['turn.turn', { turn: 7 }],
    ['turn.host', { host: 'DSH' }],
    ['turn.host', { host: '' }],
    ['turn.interrupted', { interrupted: 'no' }],
    ['turn.parent', { parent: 'shop-before' }],
    ['turn.parent.thread', { parent: { thread: 'shop', lastSharedTurn: '6' } }],
    ['turn.parent.lastSharedTurn', { parent: { thread: 'shop-before', lastSharedTurn: 6 } }],
    ['turn.messages', { messages: [] }],
    ['turn.messages', { messages: undefined }],
    ['turn.messages', { messages: 'hi' }],
    ['turn.messages[0]', { messages: ['hi'] }],
    ['turn.messages[0]', { messages: [null] }],
    ['turn.messages[0]', { messages: new Array(1) }],
    ['turn.messages[1].role', { messages: [user('hi'), { role: 'human', content: 'hi' }] }],
    ['turn.messages[0].content', { messages: [{ role: 'user' }] }],
    ['turn.messages[0].content', { messages: [{ role: 'user', content: null }] }],
    ['turn.messages[0].content', { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] }],
    ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1, '2026-03-04', null].map(
      (at): [string, Record<string, unknown>] => [
        'turn.messages[0].at',
        { messages: [{ ...user('hi'), at }] },
      ],
    ),
    ...['speaker', 'externalId', 'name', 'callId'].flatMap((field): [string, Record<string, unknown>][] => [
      [`turn.messages[0].${field}`, { messages: [{ ...user('hi'), [field]: '' }] }],
      [`turn.messages[0].${field}`, { messages: [{ ...user('hi'), [field]: 7 }] }],
    ]),
    ['turn.messages[0].arguments', { messages: [{ ...user('hi'), arguments: { path: 'a' } }] }],
    ['turn.messages[0].result', { messages: [{ ...user('hi'), result: ['a'] }] }],
    ['turn.messages[0].isError', { messages: [{ ...user('hi'), isError: 1 }] }],
    ['turn.messages[0].own', { messages: [{ ...user('hi'), own: 'true' }] }],
  ]

  it.each(bad)('refuses an unusable %s and names it', (part, change) => {
    const error = refusal({ ...good, ...change } as TurnInput)
    expect(error.code).toBe('bad-input')
    expect(error.message.startsWith(`${part}: `)).toBe(true)
  })

  it('refuses what is no turn at all', () => {
    expect(refusal(undefined as unknown as TurnInput).message).toBe(
      'turn: undefined cannot be used; offer an object with thread and messages',
    )
  })

  it('says part, value and remedy, and cuts a long value', () => {
    expect(refusal({ thread: 'shop', messages: [{ role: 'human' as 'user', content: 'hi' }] }).message).toBe(
      'turn.messages[0].role: "human" cannot be used; use one of user, assistant, system, tool',
    )
    const long = refusal({ ...good, host: 'X'.repeat(10_000) })
    expect(long.message.length).toBeLessThan(200)
  })
})

function refusal(turn: TurnInput): PalimpsestError {
  try {
    checkTurn(turn)
  } catch (error) {
    if (error instanceof PalimpsestError) return error
    throw error
  }
  throw new Error('the turn was accepted')
}
