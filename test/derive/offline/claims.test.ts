/** Claims by rule: whose they are, what the event around the words changes, and that any text is survived. */
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { claimsOf } from '../../../src/derive/offline/claims/claims.ts'
import { createOfflineProjector } from '../../../src/derive/offline/offline-projector.ts'
import type { EventTime } from '../../../src/domain/event.ts'
import { type Claim, NODE_TYPES } from '../../../src/domain/graph.ts'
import { relationKind } from '../../../src/domain/relations.ts'
import { codePoints } from '../../../src/text/cut.ts'
import { eventOf, ofUser, said } from './claims-events.ts'

const time = (status: EventTime['status']): EventTime => ({
  start: null,
  end: null,
  precision: 'unknown',
  basis: 'unknown',
  originalText: '',
  status,
})

describe('the move from npm to pnpm', () => {
  it('is told in English from the first state to the confirmed one', () => {
    const story = [
      'The project uses npm.',
      'We decided to switch the project from npm to pnpm because of disk space.',
      'CI after the migration is still unverified.',
      'CI is green with pnpm.',
    ]
    expect(story.map(text => said(eventOf(text)))).toEqual([
      ['@project package-manager/relation = npm:tool holds'],
      ['@project package-manager/relation = pnpm:tool holds change'],
      ['CI:project verified/state = passed pending'],
      ['CI:project verified/state = passed holds'],
    ])
  })

  it('is told in Chinese from the first state to the confirmed one', () => {
    const story = [
      '项目用 npm。',
      '我们决定把项目从 npm 换成 pnpm，因为磁盘空间不够。',
      '迁移后的 CI 还没验证。',
      'CI 在 pnpm 下验证通过。',
    ]
    expect(story.map(text => said(eventOf(text)))).toEqual([
      ['@project package-manager/relation = npm:tool holds'],
      ['@project package-manager/relation = pnpm:tool holds change'],
      ['CI:project verified/state = 通过 pending'],
      ['CI:project verified/state = 通过 holds'],
    ])
  })

  it('is read in traditional characters, and values stay as they were written', () => {
    expect(said(eventOf('我們決定把專案從 npm 換成 pnpm。'))).toEqual([
      '專案:project package-manager/relation = pnpm:tool holds change',
    ])
    expect(said(eventOf('支付服務由張偉負責。'))).toEqual([
      '支付服務:project owner/relation = 張偉:person holds',
    ])
  })
})

describe('whose a claim is', () => {
  it('takes “I” for the user in the user’s own words, not in an assistant’s', () => {
    expect(said(eventOf('I live in Porto.', { trust: 8 }))).toEqual([
      '@user lives-in/relation = Porto:place holds',
    ])
    expect(said(eventOf('I live in Porto.', { trust: 3 }))).toEqual([])
    expect(said(eventOf('The user lives in Porto.', { trust: 3 }))).toEqual([
      '@user lives-in/relation = Porto:place holds',
    ])
    expect(said(eventOf('我住在杭州。', { trust: 3 }))).toEqual([])
    expect(said(eventOf('用户住在杭州。', { trust: 3 }))).toEqual([
      '@user lives-in/relation = 杭州:place holds',
    ])
  })

  it('takes “we” for the project, and for the user where the event is about the user', () => {
    expect(said(eventOf('We have a cat named Mia.'))).toEqual([])
    expect(said(ofUser('We have a cat named Mia.'))).toEqual(['@user pet/set = Mia holds'])
    expect(said(ofUser('We use Postgres.'))).toEqual([])
  })

  it('lends the subject of a clause to the next one that has none', () => {
    expect(said(ofUser('I live in Porto and work at Acme.'))).toEqual([
      '@user lives-in/relation = Porto:place holds',
      '@user works-at/relation = Acme:organization holds',
    ])
    expect(said(ofUser('我住在杭州，在阿里上班。'))).toEqual([
      '@user lives-in/relation = 杭州:place holds',
      '@user works-at/relation = 阿里:organization holds',
    ])
  })

  it('lets likings be no more than talk where the event is not about the user', () => {
    expect(said(eventOf('I love sushi.'))).toEqual([])
    expect(said(ofUser('I love sushi.'))).toEqual(['@user attitude-sushi/state = loves holds'])
  })
})

describe('what the event around the words changes', () => {
  it('makes what is planned or open pending, and what is cancelled nothing', () => {
    const move = 'We moved the database from MySQL to Postgres.'
    const pending = ['@project database/relation = Postgres:tool pending change']
    expect(said(eventOf(move, { time: time('planned') }))).toEqual(pending)
    expect(said(eventOf(move, { type: 'plan' }))).toEqual(pending)
    expect(said(eventOf(move, { type: 'open' }))).toEqual(pending)
    expect(said(eventOf(move, { time: time('cancelled') }))).toEqual([])
    expect(said(ofUser('I will move to Berlin in May.', 'plan'))).toEqual([
      '@user lives-in/relation = Berlin:place pending change',
    ])
    expect(said(ofUser('我打算五月搬到柏林。', 'plan'))).toEqual([
      '@user lives-in/relation = 柏林:place pending change',
    ])
  })

  it('takes what has to be used for used, and a move that has to be made for pending', () => {
    const must = { type: 'requirement' } as const
    expect(said(eventOf('The API has to run on Node 22.', must))).toEqual([
      '@project runtime/relation = Node:tool holds',
      'Node:tool version/state = 22 holds',
    ])
    expect(said(eventOf('我们必须用 Postgres。', must))).toEqual([
      '@project database/relation = Postgres:tool holds',
    ])
    expect(said(eventOf('We have to switch from MySQL to Postgres.', must))).toEqual([
      '@project database/relation = Postgres:tool pending change',
    ])
    expect(said(eventOf('We will use Postgres.'))).toEqual([
      '@project database/relation = Postgres:tool pending',
    ])
  })

  it('leaves a date that is still to come a date that holds', () => {
    expect(said(eventOf('The report is due on 21 May.', { time: time('planned') }))).toEqual([
      'report:project due-date/state = 21 May holds',
    ])
  })

  it('reads of a cause only what changed, and of a failure only the outcome', () => {
    expect(said(eventOf('The server runs on Heroku.', { type: 'cause' }))).toEqual([])
    expect(said(eventOf('We switched to pnpm.', { type: 'cause' }))).toEqual([
      '@project package-manager/relation = pnpm:tool holds change',
    ])
    expect(said(eventOf('We switched to pnpm.', { type: 'failed' }))).toEqual([])
    expect(said(eventOf('CI failed on Windows.', { type: 'failed' }))).toEqual([
      'CI:project verified/state = failed holds',
    ])
  })

  it('reads the title where the summary states nothing, but not where the summary doubts', () => {
    const title = 'Switched from npm to pnpm'
    const expected = ['@project package-manager/relation = pnpm:tool holds change']
    expect(said(eventOf('Disk space was short.', { title }))).toEqual(expected)
    expect(said(eventOf('Maybe that was a mistake?', { title }))).toEqual([])
    expect(said(eventOf('We did not do it.', { title }))).toEqual([])
    expect(said(eventOf('We switched from npm to pnpm. Just kidding!'))).toEqual([])
  })
})

describe('the projector', () => {
  it('gives the claims of all events in their order, each with its event', async () => {
    const events = [
      eventOf('We use pnpm.', { id: 'a' }),
      eventOf('Should we?', { id: 'b' }),
      eventOf('我们用 Vitest 做测试。', { id: 'c' }),
    ]
    const claims = await createOfflineProjector().project(
      { events, nodes: [], facts: [] },
      new AbortController().signal,
    )
    const tool = (event: string, relation: string, value: string): Claim => ({
      event,
      subject: { name: '@project', type: 'project' },
      relation,
      mode: 'relation',
      value,
      object: { name: value, type: 'tool' },
      says: 'holds',
      isChange: false,
    })
    expect(claims).toEqual([tool('a', 'package-manager', 'pnpm'), tool('c', 'test-runner', 'Vitest')])
  })

  it('stops when it was given up', async () => {
    const given = { events: [], nodes: [], facts: [] }
    await expect(createOfflineProjector().project(given, AbortSignal.abort())).rejects.toThrow()
  })
})

const PIECES = [
  'I',
  'we',
  'We',
  'The project',
  'the billing service',
  'Maria',
  'use',
  'uses',
  'switched',
  'from',
  'to',
  'npm',
  'pnpm',
  'live in',
  'Munich',
  'no longer',
  'still',
  'not',
  'and',
  ',',
  '.',
  '?',
  'is',
  'my favourite',
  'colour',
  'deadline',
  '14 May',
  'love',
  '我们',
  '我',
  '项目',
  '用',
  '不再',
  '从',
  '换成',
  '搬到',
  '北京',
  '的',
  '截止日期',
  '是',
  '，',
  '。',
  '张伟',
  '负责',
  '喜欢',
  '\n',
  '`',
  '\ud800',
  'x'.repeat(130),
  '寿'.repeat(130),
]
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map(pieces => pieces.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map(pieces => pieces.join('')),
)
const events = fc.record({
  summary: texts,
  title: texts,
  type: fc.constantFrom('decision', 'plan', 'open', 'failed', 'cause', 'preference', 'identity'),
  scope: fc.constantFrom('project', 'user'),
  trust: fc.integer({ min: -10, max: 10 }),
} as const)

describe('any text', () => {
  it('gives valid claims, the same each time', () => {
    fc.assert(
      fc.property(events, fields => {
        const event = eventOf('', { ...fields, id: 'this' })
        const claims = claimsOf(event)
        for (const claim of claims) expectSound(claim)
        expect(claimsOf(event)).toEqual(claims)
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['sentences', 'We moved the billing service from MySQL to Postgres. 我们把项目从npm换成了pnpm。'],
    ['a list without end', 'we use Redis, Kafka and '],
    ['one word', 'from'],
    ['capitals', 'The Big New Name Of '],
    ['Chinese without a stop', '我们的项目从北京把'],
    ['blanks', '   '],
    ['commas', ',，、'],
  ])('costs in proportion to its length: %s', (_, piece) => {
    const short = workOf(piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000))
    const long = workOf(piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000))
    expect(long / short).toBeLessThan(2.2)
  })
})

function expectSound({ event, subject, relation, mode, value, object, says, isChange }: Claim): void {
  const kind = relationKind(relation)
  const isName = ({ name, type }: { name: string; type: Claim['subject']['type'] }) =>
    name.trim() !== '' && codePoints(name) <= 120 && NODE_TYPES.includes(type)
  expect({
    event,
    subject: isName(subject),
    relation:
      /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(relation) && codePoints(relation) <= 64,
    mode,
    value: codePoints(value) <= 200 && (value !== '' || says === 'ended'),
    isNode: object !== null,
    object: object === null || (isName(object) && object.name === value),
    isChange: typeof isChange,
  }).toEqual({
    event: 'this',
    subject: true,
    relation: true,
    mode: kind?.mode,
    value: true,
    isNode: kind?.object !== null && value !== '',
    object: true,
    isChange: 'boolean',
  })
}

/** Code units that patterns were run over, each as often as it was. */
function workOf(summary: string): number {
  let units = 1
  const exec = RegExp.prototype.exec
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    units += (found ? found.index + found[0].length : text.length) - from
    return found
  })
  try {
    claimsOf(eventOf(summary))
  } finally {
    spy.mockRestore()
  }
  return units
}
