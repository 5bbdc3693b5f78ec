import { describe, expect, it } from 'vitest'
import type { Message, Role, Turn } from '../../../src/domain/conversation.ts'
import type { EventDraft } from '../../../src/domain/event.ts'
import { type SpaceId, toSpaceId } from '../../../src/domain/space.ts'
import { eventFromInput } from '../../../src/engine/events/given-event.ts'
import { newEvents } from '../../../src/engine/events/new-event.ts'

const SPACE: SpaceId = toSpaceId('local:project:/home/mira/atlas')

function message(id: string, role: Role, at: number | null, own = false): Message {
  return {
    id,
    role,
    at,
    thread: 'atlas',
    turnId: 't',
    position: Number(id.slice(1)),
    content: `${id}: pnpm it is; yes, pnpm`,
    ...(own ? { own } : {}),
  }
}

const TURNS: Turn[] = [
  {
    id: 't1',
    host: 'local',
    thread: 'atlas',
    key: '1',
    ordinal: 1,
    spaceTurn: 41,
    interrupted: false,
    messages: [
      message('m1', 'user', 1_000),
      message('m2', 'tool', 2_000),
      message('m3', 'tool', 2_500, true),
    ],
  },
  {
    id: 't2',
    host: 'local',
    thread: 'atlas',
    key: '2',
    ordinal: 2,
    spaceTurn: 44,
    interrupted: false,
    messages: [message('m4', 'assistant', null)],
  },
]
const SOURCE = { space: SPACE, block: 'b_abcdefghijkl', turns: TURNS, madeBy: 'scripted-1' }

const draft = (change: Partial<EventDraft> = {}): EventDraft => ({
  type: 'decision',
  title: 'pnpm',
  summary: 'Atlas uses pnpm.',
  tags: ['pnpm'],
  quotes: ['pnpm it is'],
  scope: 'project',
  criticality: 'routine',
  sources: ['m1'],
  time: null,
  ...change,
})

describe('events of a block', () => {
  it('take creation turn and mention time from their last source, and the lowest trust of their sources [E11, E12]', () => {
    const events = newEvents(
      [
        draft(),
        draft({ summary: 'CI is green.', sources: ['m1', 'm2'] }),
        draft({ summary: 'Done.', sources: ['m1', 'm4'] }),
      ],
      SOURCE,
    )
    expect(
      events.map(({ createdTurn, mentionedAt, trust }) => ({ createdTurn, mentionedAt, trust })),
    ).toEqual([
      { createdTurn: 41, mentionedAt: 1_000, trust: 8 },
      { createdTurn: 41, mentionedAt: 2_000, trust: -2 },
      { createdTurn: 44, mentionedAt: null, trust: 3 },
    ])
  })

  it('merge when they say the same, keeping all sources and quotes [E30]', () => {
    const events = newEvents(
      [draft(), draft({ summary: ' atlas USES  pnpm.', sources: ['m4'], quotes: ['yes, pnpm'] })],
      SOURCE,
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ sources: ['m1', 'm4'], quotes: ['pnpm it is', 'yes, pnpm'] })
  })

  it('are related to what was offered only, and take its place only where code confirms it [E17, E18]', () => {
    const offered = ['e_npm', 'e_yarn', 'e_ci'].map(id => ({
      id,
      type: 'decision' as const,
      scope: 'project' as const,
      title: id,
      summary: id,
      mentionedAt: null,
      time: null,
    }))
    const relations = { supersedes: ['e_npm', 'e_made_up'], conflictsWith: ['e_yarn'], continues: ['e_ci'] }
    const [unsure] = newEvents([draft({ relations })], { ...SOURCE, offered })
    expect(unsure?.relations).toEqual({ conflictsWith: ['e_yarn', 'e_npm'], continues: ['e_ci'] })
    const isSameKey = (_: unknown, { id }: { id: string }) => id === 'e_npm'
    const [sure] = newEvents([draft({ relations })], { ...SOURCE, offered, isSameKey })
    expect(sure?.relations).toEqual({
      supersedes: ['e_npm'],
      conflictsWith: ['e_yarn'],
      continues: ['e_ci'],
    })
    expect(newEvents([draft({ relations })], SOURCE)[0]).not.toHaveProperty('relations')
  })

  it('of one extraction that say the same keep the relations of each', () => {
    const offered = [
      {
        id: 'e_npm',
        type: 'decision',
        scope: 'project',
        title: 'npm',
        summary: 'npm',
        mentionedAt: null,
        time: null,
      },
      {
        id: 'e_ci',
        type: 'open',
        scope: 'project',
        title: 'CI',
        summary: 'CI',
        mentionedAt: null,
        time: null,
      },
    ] as const
    const drafts = [
      draft({ relations: { conflictsWith: ['e_npm'] } }),
      draft({ relations: { conflictsWith: ['e_npm'], continues: ['e_ci'] } }),
    ]
    const events = newEvents(drafts, { ...SOURCE, offered })
    expect(events.map(({ relations }) => relations)).toEqual([
      { conflictsWith: ['e_npm'], continues: ['e_ci'] },
    ])
  })

  it('of the user live in the space of the installation [L8, E7]', () => {
    const [event] = newEvents([draft({ scope: 'user' })], SOURCE)
    expect(event?.space).toBe('user')
    const elsewhere = { ...SOURCE, space: toSpaceId('local:project:/home/mira/other') }
    expect(newEvents([draft({ scope: 'user' })], elsewhere)[0]?.id).not.toBe(event?.id)
  })

  it('have the same ids every time, others for another step version', () => {
    const [first] = newEvents([draft()], SOURCE)
    expect(newEvents([draft()], SOURCE)[0]?.id).toBe(first?.id)
    expect(newEvents([draft()], { ...SOURCE, madeBy: 'scripted-2' })[0]?.id).not.toBe(first?.id)
  })

  it.each<[string, Partial<EventDraft>, string]>([
    ['without a source', { sources: [] }, 'no source'],
    ['citing a message outside the block', { sources: ['m9'] }, 'm9 is not a message'],
    ['citing a record of our own tools', { sources: ['m3'] }, 'm3 is not a message'],
    ['without a title', { title: ' ' }, 'title is empty'],
    [
      'with a time that ends before it starts',
      {
        time: {
          start: 5,
          end: 5,
          precision: 'day',
          basis: 'explicit',
          originalText: 'then',
          status: 'occurred',
        },
      },
      '5 … 5',
    ],
  ])('are refused %s', (_, change, reason) => {
    expect(() => newEvents([draft(change)], SOURCE)).toThrowError(
      expect.objectContaining({ code: 'derivation', message: expect.stringContaining(reason) }),
    )
  })
})

describe('an event from outside', () => {
  it('bears the same id whenever the same content is given, and at most two short hints [E2, E11]', () => {
    const { sources: _, ...rest } = draft({ categoryHints: ['a'.repeat(80), 'builds', 'third'] })
    const input = { ...rest, origin: 'import' as const, mentionedAt: null }
    const event = eventFromInput(input, SPACE, 7)
    expect(eventFromInput(input, SPACE, 9).id).toBe(event.id)
    expect(event).toMatchObject({
      createdTurn: 7,
      trust: 2,
      sources: [],
      categoryHints: ['a'.repeat(64), 'builds'],
    })
  })
})
