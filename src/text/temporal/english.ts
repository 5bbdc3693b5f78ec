/**
 * Time expressions of English, and dates and times in digits, which both languages write.
 *
 * Owns: which words say what. Leaves the meaning of "this" and "last" in dates to `calendar.ts`; "May" and "2023"
 * are found alone and put together by `join.ts`. Twin of `chinese.ts`.
 */
import {
  away,
  type Clock,
  type DayPart,
  type Expression,
  numericDate,
  type Rule,
  type Unit,
  VAGUE,
  type Year,
} from './expression.ts'
import { ENGLISH_COUNT, ENGLISH_ORDINAL, readNumber } from './numerals.ts'

type Groups = Readonly<Record<string, string | undefined>>

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SEASONS: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }
const WEEK_OFFSETS: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, next: 1 }

const WEEKDAY = '(?<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)'
const SHORT_WEEKDAY = '(?<weekday>Mon|Tues?|Wed|Thu(?:rs?)?|Fri)'
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const PART = '(?<part>morning|afternoon|evening|night)'
const UNIT = '(?<unit>minute|min|hour|hr|day|week|fortnight|month|quarter|year)s?'
const COUNT = String.raw`(?<![\d.,$#-]|\b(?:or|to)\s)(?:(?<count>${ENGLISH_COUNT})(?<half>\s+and\s+a\s+half)?|half\s+an?|(?<pair>(?:a\s+)?couple(?:\s+of)?))\s+${UNIT}(?<tail>\s+and\s+a\s+half)?`
const DAY = String.raw`(?<day>\d{1,2}(?:st|nd|rd|th)?|${ENGLISH_ORDINAL})`
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`
const HOUR = String.raw`(?<hour>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const MERIDIEM = String.raw`(?<half>a\.m\.?|p\.m\.?|am|pm)(?!\w)`

/** What may follow a number that is a date or a year and not a count of things. */
const NOT_COUNTED = String.raw`(?=$|[ \t]*\n|[^\w\s%°$€'.:/-]|[.:'](?:\D|$)|-(?:\s|$)|\s+(?:$|[^a-z\d%]|(?:we|i|you|he|she|they|it|the|a|an|and|or|but|to|till?|until|through|with|for|at|in|of|on|as|so|if|when|while|because|after|before|by|from|since|my|our|your|his|her|their|its|this|that|these|there|is|was|are|were|will|would|did|does|had|has|have|last|next|morning|afternoon|evening|night|around|about|instead|works?|then|than|not|which|where|until|unless|please|again|too|already|today|tonight|tomorrow|yesterday)\b))`

const rule = (
  pattern: string,
  read: Rule['read'],
  options: { weak?: boolean; flags?: string } = {},
): Rule => ({
  pattern: new RegExp(pattern, options.flags ?? 'gi'),
  read,
  weak: options.weak ?? false,
})

const day = (offset: number): Expression => ({ kind: 'unit', unit: 'day', offset })
const weekdayOf = (words = ''): number => WEEKDAYS.indexOf(words.slice(0, 3).toLowerCase()) + 1
const monthOf = (words = ''): number => MONTHS.indexOf(words.slice(0, 3).toLowerCase()) + 1

/** "may", "march" and "mar" are months only with a capital. */
const isMonth = (words = ''): boolean => !/^(?:may|march|mar|sept?|dec|jan|oct|nov)$/.test(words)

function unitOf(words = ''): Unit | 'minute' | 'hour' {
  const unit = words.toLowerCase()
  if (unit === 'fortnight') return 'week'
  if (unit === 'min') return 'minute'
  return unit === 'hr' ? 'hour' : (unit as Unit | 'minute' | 'hour')
}

function countOf(groups: Groups): number | null {
  const units = groups.unit?.toLowerCase() === 'fortnight' ? 2 : 1
  if (groups.pair !== undefined) return 2 * units
  if (groups.count === undefined) return 0.5 * units
  const count = readNumber(groups.count)
  return count === null ? null : (count + ((groups.half ?? groups.tail) ? 0.5 : 0)) * units
}

/** "His second May" is no date, "the second of May" is. */
const ORDINAL_BEFORE_MONTH =
  /^(?:the\s+)?[a-z-]+(?:st|nd|rd|th)\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** "last March", "next summer": the year is found from the unit that ended before or starts after. */
const yearWord = (words = ''): Year =>
  words.toLowerCase() === 'previous' ? 'last' : (words.toLowerCase() as Year)

function dayOfMonth(groups: Groups, words = ''): Expression | null {
  if (groups.month !== undefined && !isMonth(groups.month)) return null
  if (ORDINAL_BEFORE_MONTH.test(words)) return null
  const number = readNumber((groups.day ?? '').replace(/(?<=\d)(?:st|nd|rd|th)$/i, ''))
  if (number === null || number < 1 || number > 31) return null
  const year = groups.year === undefined ? {} : { year: Number(groups.year) }
  const month = groups.month === undefined ? {} : { month: monthOf(groups.month) }
  return { kind: 'date', day: number, ...month, ...year }
}

/** "May 3 and 7" names two days unless "between" comes first. */
function dayRange(groups: Groups, words: string): Expression | null {
  if (/\band\b/i.test(words) && !/^between\b/i.test(words)) return null
  const from = dayOfMonth(groups)
  const to = dayOfMonth({ ...groups, day: groups.last })
  return from && to ? { kind: 'between', from, to } : null
}

/** 12-hour times are sure with am or pm, others when only the 24-hour clock writes them so. */
function clock(hours: string, minutes: string | undefined, half?: string): Clock | null {
  const hour = readNumber(hours)
  const minute = minutes === undefined ? 0 : Number(minutes)
  if (hour === null || hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null
  if (half === undefined) {
    return {
      kind: 'clock',
      hour,
      minute,
      sure: hour > 12 || hours.startsWith('0') || (hour === 12 && minute > 0),
    }
  }
  if (hour < 1 || hour > 12) return null
  return { kind: 'clock', hour: (hour % 12) + (/^p/i.test(half) ? 12 : 0), minute, sure: true }
}

/** Any letters after a time that name a zone: only UTC is certain, PST and the like differ by season and place. */
function zonedClock(groups: Groups): Clock | null {
  const time = clock(groups.hour ?? '', groups.minute, groups.half)
  const zone = groups.zone?.trim()
  if (!time || zone === undefined) return time
  if (/^(?:z|utc|gmt)$/i.test(zone)) return { ...time, offset: 0, sure: true }
  const signed = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (!signed) return { ...time, offset: 'foreign', sure: true }
  const minutes = Number(signed[2]) * 60 + Number(signed[3])
  return { ...time, offset: signed[1] === '-' ? -minutes : minutes, sure: true }
}

/** "from 2 to 4 pm": the first hour is the one that comes before the second. */
function clockRange(groups: Groups): Expression | null {
  const to = clock(groups.to ?? '', groups.toMinute, groups.half)
  const same = clock(groups.from ?? '', groups.fromMinute, groups.half)
  if (!to || !same) return null
  const earlier = same.hour * 60 + same.minute < to.hour * 60 + to.minute
  const from = earlier ? same : clock(groups.from ?? '', groups.fromMinute, 'am')
  return from && { kind: 'between', from, to }
}

const ZONE = String.raw`(?<zone>\s?(?:UTC|GMT)(?![+-]?\d)|\s?(?:UTC|GMT)[+-]\d{1,2}|\s(?:[ECMP][SD]?T|CES?T|BST|IST|JST|KST|AE[SD]T))(?!\w)`
const TIME = String.raw`(?<![\d:.,/$#])(?<hour>\d{1,2}):(?<minute>[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?![:\d%])`
const AT = String.raw`(?<=\b(?:at|by|until|till?|before|after|from|between|around|about|since|to|and)\s|[@–~])`

const DAYS: Rule[] = [
  rule(String.raw`\b(?:the\s+)?day\s+before\s+yesterday\b`, () => day(-2)),
  rule(String.raw`\b(?:the\s+)?day\s+after\s+tomorrow\b`, () => day(2)),
  rule(String.raw`\byesterday\b`, () => day(-1)),
  rule(String.raw`\btoday\b`, () => day(0)),
  rule(String.raw`\b(?:tomorrow|tmrw)\b`, () => day(1)),
  rule(String.raw`\b(?:tonight|tonite)\b`, () => ({ kind: 'part', part: 'night', day: day(0) })),
  rule(String.raw`\b(?<which>this|last|yesterday|tomorrow)\s+${PART}\b`, ({ which, part }) => {
    const offset = { this: 0, tomorrow: 1 }[(which ?? '').toLowerCase()] ?? -1
    return { kind: 'part', part: (part ?? '').toLowerCase() as DayPart, day: day(offset) }
  }),
  rule(
    String.raw`\b(?:in\s+the\s+)?${PART}\b`,
    ({ part }) => ({ kind: 'part', part: (part ?? '').toLowerCase() as DayPart }),
    { weak: true },
  ),
]

const UNITS: Rule[] = [
  rule(
    String.raw`\b(?<which>last|previous|this|next)\s+(?<unit>week|month|quarter|year)\b(?!\s+of\b)`,
    ({ which, unit }) => ({
      kind: 'unit',
      unit: unitOf(unit) as Unit,
      offset: WEEK_OFFSETS[(which ?? '').toLowerCase()] ?? 0,
    }),
  ),
  rule(
    String.raw`\b(?:the\s+)?(?<unit>week|month|quarter|year)\s+(?:before\s+last|after\s+next)\b`,
    ({ unit }, words) => ({
      kind: 'unit',
      unit: unitOf(unit) as Unit,
      offset: /last$/i.test(words) ? -2 : 2,
    }),
  ),
  rule(
    String.raw`\b(?<which>last|this|next|the)\s+(?:(?<past>past)\s+|coming\s+)?weekend\b(?!\s+(?:after|before|of)\b)`,
    ({ which, past }) => {
      const week = past === undefined ? WEEK_OFFSETS[(which ?? '').toLowerCase()] : -1
      return week === undefined ? { kind: 'weekend' } : { kind: 'weekend', week }
    },
  ),
  rule(String.raw`\b(?:the\s+)?weekend\s+(?:before\s+last|after\s+next)\b`, (_, words) => ({
    kind: 'weekend',
    week: /last$/i.test(words) ? -2 : 2,
  })),
  rule(String.raw`\b${COUNT}\s+(?:ago|back)\b`, groups => away(countOf(groups), unitOf(groups.unit), -1)),
  rule(String.raw`\b${COUNT}\s+from\s+(?:now|today)\b`, groups =>
    away(countOf(groups), unitOf(groups.unit), 1),
  ),
  rule(
    String.raw`\bin\s+${COUNT}(?:'s?\s+time)?(?!'|\w|\s+(?:of|a|or|per|after|before|from|later)\b)`,
    groups => away(countOf(groups), unitOf(groups.unit), 1),
  ),
  rule(String.raw`\b${COUNT}\s+(?:after|before|from|prior\s+to)\b`, () => ({ kind: 'shift' }), {
    weak: true,
  }),
  rule(String.raw`\bweek\s+(?:of|beginning|starting)\b`, () => ({ kind: 'shift' }), { weak: true }),
  rule(String.raw`\b(?:the\s+)?(?<side>past|last|next|coming)\s+${COUNT}\b`, ({ side, ...groups }) =>
    span(side, groups),
  ),
  rule(String.raw`\bthe\s+past\s+(?<unit>day|week|month|quarter|year)\b`, groups =>
    span('past', { ...groups, count: '1' }),
  ),
]

function span(side: string | undefined, groups: Groups): Expression {
  const count = countOf(groups)
  const unit = unitOf(groups.unit)
  if (count === null || !Number.isInteger(count)) return VAGUE
  const sign = /past|last/i.test(side ?? '') ? -1 : 1
  if (unit === 'minute' || unit === 'hour') return VAGUE
  return { kind: 'span', unit, count: sign * count }
}

const NAMED_DAYS: Rule[] = [
  rule(
    String.raw`\b(?:(?<which>last|this|next|past|coming)\s+)?(?:(?<more>past|coming)\s+)?${WEEKDAY}\b`,
    readWeekday,
  ),
  rule(
    String.raw`\b(?:(?<which>[Ll]ast|[Tt]his|[Nn]ext)\s+)?${SHORT_WEEKDAY}(?:\.(?=\s)|(?![\w.])${NOT_COUNTED})`,
    readWeekday,
    { flags: 'g' },
  ),
  rule(String.raw`\b(?<weekday>Sat|Sun)(?:\.(?=\s)|(?![\w.]))`, readWeekday, { flags: 'g', weak: true }),
  rule(
    String.raw`\b(?:the\s+)?(?<nth>first|second|third|fourth|last|1st|2nd|3rd|4th)\s+${WEEKDAY}(?=\s+(?:of|in)\b)`,
    ({ nth, weekday }) => ({
      kind: 'nth',
      nth: /last/i.test(nth ?? '') ? -1 : (readNumber((nth ?? '').replace(/(?<=\d)\D+/, '')) ?? 1),
      weekday: weekdayOf(weekday),
    }),
  ),
]

function readWeekday({ which, more, weekday }: Groups): Expression {
  const named = { kind: 'weekday' as const, weekday: weekdayOf(weekday) }
  const word = (more || which || '').toLowerCase()
  if (word === '') return named
  if (word === 'last' || word === 'past') return { ...named, week: 'latest' }
  return { ...named, week: word === 'coming' ? 'coming' : (WEEK_OFFSETS[word] ?? 0) }
}

const MONTH_DATES: Rule[] = [
  rule(String.raw`\b${MONTH}\.?\s+(?:the\s+)?${DAY}${NOT_COUNTED}`, dayOfMonth),
  rule(String.raw`\b(?:the\s+)?(?<![\d.,:/-])${DAY}(?:\s+of)?\s+${MONTH}\b`, dayOfMonth),
  rule(String.raw`\b${MONTH}\.?\s+${DAY}(?:,\s+|[ \t]+)${YEAR}(?!\w|[-/:]\d)`, dayOfMonth),
  rule(
    String.raw`\b(?:the\s+)?(?<![\d.,:/-])${DAY}(?:\s+of)?\s+${MONTH}\.?(?:,\s+|[ \t]+)${YEAR}(?!\w|[-/:]\d)`,
    dayOfMonth,
  ),
  rule(
    String.raw`\b(?:(?:from|between)\s+)?${MONTH}\.?\s+${DAY}\s?(?:[-–—]|to|through|thru|until|till|and)\s?(?<last>\d{1,2}(?:st|nd|rd|th)?)(?!\w|[:/.]\d)(?:(?:,\s+|[ \t]+)${YEAR}(?!\w))?${NOT_COUNTED}`,
    dayRange,
  ),
  rule(
    String.raw`\b(?:(?:from|between)\s+)?(?<![\d.,:/-])${DAY}\s?(?:[-–—]|to|through|until|till|and)\s?(?<last>\d{1,2}(?:st|nd|rd|th)?)(?:\s+of)?\s+${MONTH}\b(?:(?:,\s+|[ \t]+)${YEAR}(?!\w))?`,
    dayRange,
  ),
  rule(String.raw`\bthe\s+(?<day>${ENGLISH_ORDINAL})${NOT_COUNTED}`, dayOfMonth, { weak: true }),
  rule(String.raw`(?<=^|[.!?\n]\s)the\s+(?<day>(?:1\d|2\d|3[01])(?:st|nd|rd|th))(?=\s?[:,–—])`, dayOfMonth),
  rule(
    String.raw`(?<=\b(?:on|by|before|until|till|since|from|after|for|around|about|to)\s+)the\s+(?<day>${ENGLISH_ORDINAL})(?!\s+(?:and|or|to)\s+(?:the\s+)?\d)${NOT_COUNTED}`,
    groups => (/^(?:first|second|third|fourth|fifth)$/i.test(groups.day ?? '') ? null : dayOfMonth(groups)),
  ),
]

const MONTHS_AND_YEARS: Rule[] = [
  rule(String.raw`\b${MONTH}\b`, readMonth, { weak: true }),
  rule(
    String.raw`(?<=\b(?:in|since|by|until|till|before|after|during|from|early|late|mid|of|for|around|to|between|through)[\s-])${MONTH}\b`,
    readMonth,
  ),
  rule(String.raw`\b(?<which>last|this|next)\s+${MONTH}\b`, readMonth),
  rule(String.raw`\b(?<month>January|February|July|September|October|November|December)\b`, readMonth, {
    flags: 'g',
  }),
  rule(
    String.raw`\b(?:(?<which>last|this|next)\s+)(?<season>spring|summer|autumn|fall|winter)\b`,
    readSeason,
  ),
  rule(String.raw`\b(?:the\s+)?(?<season>spring|summer|autumn|fall|winter)\b`, readSeason, { weak: true }),
  rule(String.raw`\bQ(?<quarter>[1-4])\b`, readQuarter, { flags: 'g', weak: true }),
  rule(
    String.raw`(?<=\b(?:in|since|by|until|before|after|during|for|of|from|to)\s)Q(?<quarter>[1-4])\b(?!\s*[.:=])`,
    readQuarter,
  ),
  rule(
    String.raw`\b(?:the\s+)?(?<quarter>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter\b`,
    ({ quarter }) => readQuarter({ quarter: String(readNumber((quarter ?? '').replace(/(?<=\d)\D+/, ''))) }),
    { weak: true },
  ),
  rule(String.raw`(?<![\w.,$#/:-])${YEAR}(?![\w%]|[.,:/]\d|-\d)`, readYear, { weak: true }),
  rule(
    String.raw`(?<=\b(?:in|since|by|until|till|before|after|during|early|late|mid|of|around|year|from)[\s-])${YEAR}(?!\w|[.,:/]\d|-\d|%)${NOT_COUNTED}`,
    readYear,
  ),
  rule(
    String.raw`\b(?:from\s+|between\s+)(?<year>(?:19|20)\d\d)\s?(?:to|and|until|till|through|[-–—])\s?(?<last>(?:19|20)\d\d)${NOT_COUNTED}`,
    ({ year, last }) => ({
      kind: 'between',
      from: { kind: 'year', year: Number(year) },
      to: { kind: 'year', year: Number(last) },
    }),
  ),
]

function readMonth({ which, month }: Groups): Expression | null {
  if (!isMonth(month)) return null
  const named = { kind: 'months' as const, first: monthOf(month), count: 1 }
  return which === undefined ? named : { ...named, year: yearWord(which) }
}

function readSeason({ which, season }: Groups): Expression {
  const named = { kind: 'months' as const, first: SEASONS[(season ?? '').toLowerCase()] ?? 3, count: 3 }
  return which === undefined ? named : { ...named, year: yearWord(which) }
}

function readQuarter({ quarter }: Groups): Expression {
  return { kind: 'months', first: Number(quarter) * 3 - 2, count: 3 }
}

function readYear({ year }: Groups): Expression {
  return { kind: 'year', year: Number(year) }
}

/** The offset is read only where no time could follow: "09:30-10:30" is a range. */
const TIMESTAMP = String.raw`(?<![\w./-])(?<date>(?:1[5-9]|2[01])\d\d-\d\d-\d\d)(?:T(?<hour>\d\d):(?<minute>\d\d)(?::\d\d(?:\.\d{1,9})?)?|\s(?<lateHour>\d\d):(?<lateMinute>\d\d):\d\d(?:\.\d{1,9})?)\s?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?(?![\w:])`

const DIGITS: Rule[] = [
  rule(TIMESTAMP, ({ date, hour, minute, lateHour, lateMinute, zone }) => {
    const time = zonedClock({ hour: hour ?? lateHour, minute: minute ?? lateMinute, zone })
    const [year, month, day] = (date ?? '').split('-').map(Number)
    if (!time || !year || !month || !day) return null
    return { ...time, sure: true, day: { kind: 'date', year, month, day, numeric: true } }
  }),
  rule(
    String.raw`(?<![\w./-])(?<year>(?:1[5-9]|2[01])\d\d)(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\d|[-/]\w|\.\d)`,
    ({ year, month, day: number }) => {
      const [m, d] = [Number(month), Number(number)]
      return m < 1 || m > 12 || d < 1 || d > 31
        ? null
        : { kind: 'date', year: Number(year), month: m, day: d, numeric: true }
    },
  ),
  rule(
    String.raw`(?<![\w./-])(?<year>(?:19|20)\d\d)-(?<month>0[1-9]|1[0-2])(?![\w/]|-\w|\.\d)`,
    ({ year, month }) => ({
      kind: 'months',
      first: Number(month),
      count: 1,
      year: Number(year),
    }),
  ),
  rule(
    String.raw`(?<![\w./-])(?<first>\d{1,2})(?<mark>[/.-])(?<second>\d{1,2})\k<mark>(?<year>(?:19|20)\d\d)(?![\w/]|[.-]\w)`,
    ({ first, second, year }) => numericDate(Number(first), Number(second), Number(year)),
  ),
  rule(String.raw`(?<![\w./-])\d{1,2}\/\d{1,2}\/\d\d(?![\w/]|[.-]\w)`, () => VAGUE),
]

const TIMES: Rule[] = [
  rule(String.raw`${TIME}(?:\s?${MERIDIEM})?(?:${ZONE})?`, zonedClock, { weak: true }),
  rule(`${AT}${TIME}(?:${ZONE})?`, zonedClock),
  rule(String.raw`(?:(?<=\p{sc=Han})(?<!比分?|比例|比率|第)|(?=[\d:]{4,8}\p{sc=Han}))${TIME}`, zonedClock, {
    flags: 'gu',
  }),
  rule(
    String.raw`(?<![\d:.,/$#-])(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?\s?${MERIDIEM}(?:${ZONE})?`,
    zonedClock,
  ),
  rule(String.raw`\b${HOUR}\s+${MERIDIEM}`, zonedClock),
  rule(String.raw`(?<![\d:.])\b${HOUR}\s+o'clock\b`, zonedClock),
  rule(
    String.raw`(?<=\b(?:at|by|until|till|before|after|around)\s)${HOUR}(?![\w%]|[.:,/-]\d)${NOT_COUNTED}`,
    zonedClock,
    { weak: true },
  ),
  rule(String.raw`\bhalf\s+past\s+${HOUR}\b`, groups => zonedClock({ ...groups, minute: '30' })),
  rule(String.raw`\b(?:noon|midday)\b`, () => ({ kind: 'clock', hour: 12, minute: 0, sure: true })),
  rule(
    String.raw`\b(?:(?:from|between)\s+)?(?<![\d:.,/$#-])(?<from>\d{1,2})(?::(?<fromMinute>[0-5]\d))?\s?(?:to|and|until|till|[-–—])\s?(?<to>\d{1,2})(?::(?<toMinute>[0-5]\d))?\s?${MERIDIEM}`,
    clockRange,
  ),
]

const UNRESOLVED: Rule[] = [
  rule(
    String.raw`\b(?:recently|lately|back\s+then|some\s?day|sometime(?:\s+soon)?(?!\s+(?:in|on|next|this|last|around|after|before|tomorrow|today)\b)|the\s+other\s+(?:day|week|month|night|evening|morning)|one\s+of\s+these\s+days|a\s+(?:little\s+)?while\s+(?:ago|back)|in\s+a\s+while|(?:long|ages)\s+ago|at\s+(?:that|the)\s+time|these\s+days|at\s+some\s+point|before\s+long|in\s+the\s+(?:near\s+)?future)\b`,
    () => VAGUE,
  ),
  rule(String.raw`(?<!\bas\s)\bsoon\b(?!\s+as\b)`, () => VAGUE),
  rule(
    String.raw`\bin\s+the\s+past\b(?!\s+(?:\d|few|couple|one|two|three|four|five|six|seven|eight|nine|ten|twelve|day|week|month|quarter|year))`,
    () => VAGUE,
  ),
  rule(
    String.raw`\b(?:in\s+)?(?:the\s+(?:past|last|next)\s+|over\s+)?(?:a\s+|the\s+(?:last\s+|past\s+|next\s+)?)?(?:few|several|many)\s+(?:minute|hour|day|week|month|year)s(?:\s+(?:ago|back|later|from\s+now|before|after))?\b`,
    (_, words) => (/^in\b|\b(?:ago|back|later|now|past|last|next)\b/i.test(words) ? VAGUE : null),
  ),
  rule(String.raw`\b${COUNT}\s+(?:later|earlier)\b`, () => VAGUE),
  rule(
    String.raw`\b(?:over|more\s+than|less\s+than|at\s+least|nearly\s+|almost\s+)\s?${COUNT}\s+ago\b`,
    () => VAGUE,
  ),
]

const NONE: Rule[] = [
  rule(
    String.raw`\b(?:every|each|any|most|per)\s+(?:other\s+|single\s+|last\s+)?(?:day|week|weekend|month|quarter|year|morning|afternoon|evening|night|spring|summer|autumn|fall|winter|${WEEKDAY}|${MONTH})\b`,
    () => ({ kind: 'none' }),
  ),
  rule(
    String.raw`\b(?:(?:Black|Good|Casual)\s+Friday|(?:Cyber|Blue|Manic)\s+Monday|Super\s+Tuesday|(?:Easter|Palm|Super\s+Bowl|Bloody)\s+Sunday|Ash\s+Wednesday|(?:Friday|Sunday|Monday)s?\s+(?:the\s+13th|Times|Night\s+Football))\b`,
    () => ({ kind: 'none' }),
    { flags: 'g' },
  ),
]

/** In order of preference among words of equal place and length. */
export const ENGLISH: readonly Rule[] = [
  ...NONE,
  ...UNRESOLVED,
  ...DAYS,
  ...UNITS,
  ...NAMED_DAYS,
  ...MONTH_DATES,
  ...MONTHS_AND_YEARS,
  ...DIGITS,
  ...TIMES,
].toSorted((a, b) => Number(a.weak) - Number(b.weak))

/** A text without a match has no expression of {@link ENGLISH}: a cheap look before the rules. */
export const ENGLISH_HINT: RegExp =
  /\d|\b(?:(?:yester|to|mon|tues|wednes|thurs|fri|satur|sun)?days?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|tomorrow|tmrw|tonight|tonite|morning|afternoon|evening|night|noon|midday|minutes?|mins?|hours?|hrs?|weeks?|weekend|fortnights?|months?|quarters?|years?|spring|summer|autumn|fall|winter|january|february|march|april|august|september|october|november|december|recently|lately|soon|then|some\s?day|sometime|while|ago|time|point|long|future|past|o'clock|[ap]m|[ap]\.m)\b/i
