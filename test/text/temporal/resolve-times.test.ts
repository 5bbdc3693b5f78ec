import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatLocal } from '../../../src/text/temporal/format-time.ts'
import { resolveTimes, type TimeContext } from '../../../src/text/temporal/resolve-times.ts'

const WEDNESDAY: TimeContext = { at: Date.parse('2025-06-18T15:30:00+02:00'), zone: 'Europe/Berlin' }

/** What was found, as `words: first day or minute … first one after, precision, basis`. */
function found(text: string, context: TimeContext = WEDNESDAY): string[] {
  const show = (at: number): string => formatLocal(at, context.zone).replace(/ 00:00 .*| [+-]\d\d:\d\d$/, '')
  return resolveTimes(text, context).map(({ originalText, start, end, precision, basis }) =>
    start === null || end === null
      ? `${originalText}: ${precision}`
      : `${originalText}: ${show(start)} … ${show(end)}, ${precision}, ${basis}`,
  )
}

it('reads "this winter" said in January as the winter that is on', () => {
  const january: TimeContext = { at: Date.parse('2025-01-20T10:00:00Z'), zone: 'UTC' }
  expect(found('This winter the pipes froze twice.', january)).toEqual([
    'This winter: 2024-12-01 … 2025-03-01, range, relative',
  ])
})

describe('a range of days', () => {
  it.each([
    [
      'The sprint ran Monday to Friday last week.',
      'Monday to Friday last week: 2025-06-09 … 2025-06-14, range, relative',
    ],
    [
      'We will be away from Friday to Monday.',
      'from Friday to Monday: 2025-06-20 … 2025-06-24, range, relative',
    ],
    [
      'We were away from Friday to Monday.',
      'from Friday to Monday: 2025-06-13 … 2025-06-17, range, relative',
    ],
    ['The fair is June 3-5, 2026 in Oslo.', 'June 3-5, 2026: 2026-06-03 … 2026-06-06, range, explicit'],
    [
      'Our trip is from the 3rd to the 10th of July.',
      'from the 3rd to the 10th of July: 2025-07-03 … 2025-07-11, range, inferred',
    ],
    ['March to May 2023', 'March to May 2023: 2023-03-01 … 2023-06-01, range, explicit'],
    [
      'Our busy time is from December to February.',
      'from December to February: 2025-12-01 … 2026-03-01, range, inferred',
    ],
    ['2023年三月到六月', '2023年三月到六月: 2023-03-01 … 2023-07-01, range, explicit'],
    ['下周一到周五我出差。', '下周一到周五: 2025-06-23 … 2025-06-28, range, relative'],
    ['上个月3日到5日', '上个月3日到5日: 2025-05-03 … 2025-05-06, range, relative'],
    ['over the next two weeks we test', 'the next two weeks: 2025-06-18 … 2025-07-03, range, relative'],
    ['未来三天有雨。', '未来三天: 2025-06-18 … 2025-06-22, range, relative'],
  ])('of "%s" begins with the first and ends after the last', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it('is two days, not a range, when something was moved from one to the other', () => {
    expect(found('We moved the demo from Friday to Monday.')).toEqual([
      'Friday: 2025-06-13 … 2025-06-14, day, relative',
      'Monday: 2025-06-16 … 2025-06-17, day, relative',
    ])
  })
})

describe('a time of day', () => {
  it.each([
    [
      'Dinner is on Friday at 8 in the evening.',
      'Friday at 8 in the evening: 2025-06-20 20:00 … 2025-06-20 20:01, instant, relative',
    ],
    [
      'tomorrow from 2 to 4 pm',
      'tomorrow from 2 to 4 pm: 2025-06-19 14:00 … 2025-06-19 16:01, range, relative',
    ],
    ['tomorrow 14:30-15:30', 'tomorrow 14:30-15:30: 2025-06-19 14:30 … 2025-06-19 15:31, range, relative'],
    ['明天下午两点到四点', '明天下午两点到四点: 2025-06-19 14:00 … 2025-06-19 16:01, range, relative'],
    ['周五5pm见', '周五5pm: 2025-06-20 17:00 … 2025-06-20 17:01, instant, relative'],
    ['今天凌晨两点', '今天凌晨两点: 2025-06-18 02:00 … 2025-06-18 02:01, instant, relative'],
    [
      'log 2023-05-07T09:30:15-05:00',
      '2023-05-07T09:30:15-05:00: 2023-05-07 16:30 … 2023-05-07 16:31, instant, explicit',
    ],
    [
      'yesterday at 3 pm UTC',
      'yesterday at 3 pm UTC: 2025-06-17 17:00 … 2025-06-17 17:01, instant, relative',
    ],
  ])('is read in "%s"', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it.each([
    ["Let's meet tomorrow at 3.", 'tomorrow: 2025-06-19 … 2025-06-20, day, relative'],
    ['明天三点开会。', '明天: 2025-06-19 … 2025-06-20, day, relative'],
    ['今晚12点截止。', '今晚: 2025-06-18 … 2025-06-19, day, relative'],
  ])('stays out of "%s", where nothing tells morning from afternoon', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it('stays unknown in a zone that is named by letters other than UTC', () => {
    expect(found('We call at 3 pm PST tomorrow.')).toEqual(['3 pm PST tomorrow: unknown'])
  })
})

describe('what belongs together', () => {
  it.each([
    ['我下周Friday去', '下周Friday: 2025-06-27 … 2025-06-28, day, relative'],
    ["Let's meet 周五下午3点", '周五下午3点: 2025-06-20 15:00 … 2025-06-20 15:01, instant, relative'],
    ['２０２３年５月７日', '２０２３年５月７日: 2023-05-07 … 2023-05-08, day, explicit'],
    ['後天下午三點', '後天下午三點: 2025-06-20 15:00 … 2025-06-20 15:01, instant, relative'],
    ['The last Friday of May was quiet.', 'The last Friday of May: 2025-05-30 … 2025-05-31, day, inferred'],
    ['五月的第一个周一', '五月的第一个周一: 2025-05-05 … 2025-05-06, day, inferred'],
    ['24年3月我们搬了家。', '24年3月: 2024-03-01 … 2024-04-01, month, explicit'],
    [
      'Friday, June 20 at 10:30 am works.',
      'Friday, June 20 at 10:30 am: 2025-06-20 10:30 … 2025-06-20 10:31, instant, inferred',
    ],
  ])('is one expression in "%s"', (text, expected) => {
    expect(found(text)).toEqual([expected])
  })

  it.each([
    'a week from Friday',
    'Two weeks after May 7, 2023',
    'two weeks ago today',
    '两年前的今天',
    'Friday, May 10',
    '2024-02-30',
    '03/04/2023',
    '两三天前',
    '二十多天前',
  ])('stays unknown as a whole in "%s"', text => {
    expect(found(text)).toEqual([`${text}: unknown`])
  })

  it('ends with its line, so that the lines of a list stay apart', () => {
    expect(found('Review on May 7\n2024 roadmap\n- 3 pm\n- tomorrow\n3 pm')).toEqual([
      'May 7: 2025-05-07 … 2025-05-08, day, inferred',
      '3 pm: 2025-06-18 15:00 … 2025-06-18 15:01, instant, relative',
      'tomorrow: 2025-06-19 … 2025-06-20, day, relative',
      '3 pm: 2025-06-18 15:00 … 2025-06-18 15:01, instant, relative',
    ])
  })

  it('leaves a day alone that is named after a recurring one', () => {
    expect(found('We sync every Friday, tomorrow too.')).toEqual([
      'tomorrow: 2025-06-19 … 2025-06-20, day, relative',
    ])
  })

  it('takes the tense of each clause of its own', () => {
    expect(found('I met Bob on Friday and we will meet again on Monday.')).toEqual([
      'Friday: 2025-06-13 … 2025-06-14, day, relative',
      'Monday: 2025-06-23 … 2025-06-24, day, relative',
    ])
  })

  it('prefers the tense that is handed in', () => {
    expect(found('Friday', { ...WEDNESDAY, tense: 'past' })).toEqual([
      'Friday: 2025-06-13 … 2025-06-14, day, relative',
    ])
    expect(found('Friday', { ...WEDNESDAY, tense: 'future' })).toEqual([
      'Friday: 2025-06-20 … 2025-06-21, day, relative',
    ])
    expect(found('Friday')).toEqual(['Friday: unknown'])
  })
})

describe('words that only look like a time', () => {
  it.each([
    'May I ask? We may march on. She will march 10 miles.',
    'Release 2.10.3 on port 8080, error 404 after 2000 ms in 2000 files.',
    'rated 10/10, score 3:2, ratio 16:9, 24/7 support',
    'See https://example.com/2023/05/07/post and file-2023-05-07.log',
    'Answer as soon as possible. The sun is up, I sat down, mon ami.',
    'The 2nd attempt failed on the 15th floor in the 1990s.',
    'It took 3 days. We built it in three days.',
    'We sync every Friday at 3pm; I read on Fridays. Black Friday deals.',
    'I have three points. A 3-day trip, 5 years of work.',
    '日本、周到、四周、一周一次、周围、今生、明白。',
    '快一点，有一点点慢，我有三点建议，说三点。',
    '地铁15号线，3号楼，端口8080，第3天，版本2.10.3。',
    '每周五下午三点开例会，每个周末都加班，每月15号发工资。',
    '今日头条、五月天、目前天气、过去年轻的时候、三天前端的问题。',
    '农历三月初三',
  ])('give nothing: %s', text => {
    expect(found(text)).toEqual([])
  })
})

describe('the message', () => {
  it('of 2023 dates nothing in the present, whenever it is replayed', () => {
    const said: TimeContext = { at: Date.parse('2023-05-10T09:00:00+08:00'), zone: 'Asia/Shanghai' }
    const transcript =
      'Last week we shipped. Next month we rest, and in Q4 we will hire. 上周三开会了，明年三月要搬家。See you on Friday.'
    expect(found(transcript, said)).toEqual([
      'Last week: 2023-05-01 … 2023-05-08, range, relative',
      'Next month: 2023-06-01 … 2023-07-01, month, relative',
      'Q4: 2023-10-01 … 2024-01-01, range, inferred',
      '上周三: 2023-05-03 … 2023-05-04, day, relative',
      '明年三月: 2024-03-01 … 2024-04-01, month, relative',
      'Friday: 2023-05-12 … 2023-05-13, day, relative',
    ])
  })

  it('without a time resolves explicit expressions only', () => {
    const context: TimeContext = { at: null, zone: 'Asia/Shanghai' }
    expect(found('yesterday, May 7, on Friday and in May 2023', context)).toEqual([
      'yesterday: unknown',
      'May 7: unknown',
      'Friday: unknown',
      'May 2023: 2023-05-01 … 2023-06-01, month, explicit',
    ])
  })

  it.each([
    ['Asia/Shanghai', '2025-03-10T01:30:00+08:00', '2025-03-09T00:00:00+08:00', '2025-03-10T00:00:00+08:00'],
    [
      'America/Los_Angeles',
      '2025-03-10T20:00:00-07:00',
      '2025-03-09T00:00:00-08:00',
      '2025-03-10T00:00:00-07:00',
    ],
  ])('has the yesterday of its own zone, half-open, in %s', (zone, at, start, end) => {
    for (const text of ['yesterday', '昨天', '2025-03-09', 'March 9, 2025', '2025年3月9日']) {
      expect(resolveTimes(text, { at: Date.parse(at), zone })).toMatchObject([
        { start: Date.parse(start), end: Date.parse(end), precision: 'day' },
      ])
    }
  })

  it.each([
    ['2025-03-30', 23],
    ['2025-10-26', 25],
    ['2025-06-18', 24],
  ])('has a day of %s with %i hours', (day, hours) => {
    const [mention] = resolveTimes(day, WEDNESDAY)
    expect(((mention?.end ?? 0) - (mention?.start ?? 0)) / 3_600_000).toBe(hours)
  })
})

describe('the machine', () => {
  const texts = [
    'yesterday at 3 pm',
    '下周五下午三点',
    'We met on Friday.',
    'May 7',
    'in half an hour',
    '2023-05-07 14:30',
  ]
  const resolved = (): unknown => texts.map(text => resolveTimes(text, WEDNESDAY))
  const zoneOfProcess = process.env.TZ

  afterEach(() => {
    vi.useRealTimers()
    if (zoneOfProcess === undefined) delete process.env.TZ
    else process.env.TZ = zoneOfProcess
  })

  it('gives the same ranges whatever its clock and zone', () => {
    const expected = resolved()
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env.TZ = zone
      vi.useFakeTimers({ now: Date.parse('2031-12-31T23:59:59Z') })
      expect(new Date().getFullYear()).toBe(zone === 'Pacific/Auckland' ? 2032 : 2031)
      expect(resolved()).toEqual(expected)
    }
  })
})

describe('any text', () => {
  const piece = fc.constantFrom(
    ...'last next this in on at from to the of and between every two 3 15 2023 May Friday week weeks month year day days ago morning pm 14:30 Q3 summer first'.split(
      ' ',
    ),
    ...'上 下 周 五 一 三 月 日 号 年 前 后 天 点 半 到 从 的 今 明 去 每 两 个 小时 下午 2024 春天 末 初 之'.split(
      ' ',
    ),
    ...[' ', ', ', '-', '/', '.', '\n', '’', '，'],
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join('')),
    fc.array(piece, { maxLength: 14 }).map(pieces => pieces.join(' ')),
  )
  const context = fc.record({
    at: fc.option(fc.integer({ min: Date.parse('1971-01-01'), max: Date.parse('2100-01-01') })),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia'),
    tense: fc.constantFrom('past' as const, 'future' as const),
  })

  it('gives mentions in order, without overlap, in its own words, and ranges that end after they start', () => {
    fc.assert(
      fc.property(text, context, fc.boolean(), (words, { at, zone, tense }, isTold) => {
        let last = 0
        for (const mention of resolveTimes(words, isTold ? { at, zone, tense } : { at, zone })) {
          expect(mention.index).toBeGreaterThanOrEqual(last)
          last = mention.index + mention.length
          expect(mention.originalText).toBe(words.slice(mention.index, last))
          expect(mention.start === null).toBe(mention.precision === 'unknown')
          expect([mention.end === null, mention.basis === 'unknown']).toEqual([
            mention.start === null,
            mention.start === null,
          ])
          if (mention.start !== null) expect(mention.start).toBeLessThan(mention.end ?? 0)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['in the'.padEnd(20_000), 0],
    ['1'.repeat(20_000), 0],
    [`${'!'.repeat(20_000)}a Friday`, 1],
    [`${'a'.repeat(20_000)} on Friday`, 1],
    [`${'过'.repeat(20_000)}周五`, 1],
    [`.${'\n'.repeat(20_000)}Friday`, 1],
    ['Friday '.repeat(3_000), 3_000],
    ['on the 15th of May 2023 at 3 pm, 下周五下午三点 '.repeat(450), 900],
  ])('is read in linear steps, however long and odd: %#', (long, mentions) => {
    expect(resolveTimes(long, WEDNESDAY)).toHaveLength(mentions)
  })
})
