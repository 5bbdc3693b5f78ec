/**
 * Time expressions of Chinese, in simplified characters (the caller folds traditional ones).
 *
 * Owns: which words say what, and the neighbours that turn them into other words (周到, 今日头条). Leaves dates to
 * `calendar.ts`; 去年 and 三月 are found alone and put together by `join.ts`. Twin of `english.ts`, which also reads
 * dates and times in digits.
 */
import { away, type Clock, type DayPart, type Expression, type Rule, type Unit, VAGUE } from './expression.ts'
import { CHINESE_COUNT, readNumber } from './numerals.ts'

type Groups = Readonly<Record<string, string | undefined>>

const WEEKDAYS = '一二三四五六日'
const SEASONS: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 }
const UNITS: Readonly<Record<string, Unit | 'minute' | 'hour'>> = {
  分钟: 'minute',
  小时: 'hour',
  钟头: 'hour',
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  月: 'month',
  季度: 'quarter',
  年: 'year',
}
const DAY_OFFSETS: Readonly<Record<string, number>> = {
  大前: -3,
  前: -2,
  昨: -1,
  今: 0,
  当: 0,
  明: 1,
  后: 2,
  大后: 3,
}
const PARTS: Readonly<Record<string, DayPart>> = {
  凌晨: 'dawn',
  清晨: 'morning',
  清早: 'morning',
  早晨: 'morning',
  早上: 'morning',
  一早: 'morning',
  早: 'morning',
  晨: 'morning',
  上午: 'morning',
  中午: 'noon',
  正午: 'noon',
  下午: 'afternoon',
  午后: 'afternoon',
  傍晚: 'evening',
  晚上: 'evening',
  晚间: 'evening',
  晚: 'evening',
  夜里: 'night',
  夜间: 'night',
  深夜: 'night',
  夜: 'night',
}

const WEEK = '(?:周|星期|礼拜)'
const WEEKDAY = String.raw`(?<weekday>[一二三四五六日天]|[1-6](?![\d.:点]))(?![程志报均次])`
const SHIFT = '(?<shift>上上|下下|上|下|这|本)一?个?'
const PART = '(?<part>凌晨|清晨|清早|早晨|早上|一早|上午|中午|正午|下午|午后|傍晚|晚上|晚间|夜里|夜间|深夜)'
const NUMERAL = '零〇一二两三四五六七八九十百'
const COUNT = String.raw`(?<!第|几)(?:(?<count>${CHINESE_COUNT})\s?(?<half>个半)?|(?<only>半))\s?个?\s?(?<unit>分钟|小时|钟头|天|日|周|星期|礼拜|(?<=个\s?|半)月|季度|年)(?<tail>半)?`
const BEFORE = '(?:之前|以前|前(?![端台后锋沿提景面者任言排途]))'
const AFTER = '(?:之后|以后|过后|后(?![端台面续半者勤悔果门院排代]|天(?!气)))'
/** "Three days after the launch": counted from what happened, not from the message. */
const EVENT =
  '(?:上线|发布|部署|合并|升级|迁移|启动|出生|毕业|结婚|分手|离职|入职|手术|开始|结束|搬家|签约|出院|了|完[^,。]{0,2})'
const FEW = '(?:好几|几|数|若干|十几|几十|多少|一两|两三|三两|三四|三五|四五|五六|六七|七八|八九)'
const YEAR = String.raw`(?<year>(?<!\d)(?:1[5-9]|2[01])\d\d|(?<![${NUMERAL}])[一二][零〇九八][零〇一二三四五六七八九]{2})`
/** Not the tail of a longer number, a version or an ordinal. */
const WHOLE = String.raw`(?<![\d.第${NUMERAL}])`
const MONTH_NUMBER = '1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]'
const MONTH = String.raw`${WHOLE}(?<month>${MONTH_NUMBER})\s?月`
const DAY_NUMBER = String.raw`3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九]`
const DAY = String.raw`(?<day>${DAY_NUMBER})\s?[日号]`
const TO = '(?:到|至|[-–—~])'
/** Not a line, a room or a model: 地铁15号线, 单号. */
const WHOLE_DAY = String.raw`(?<![\d.第线路版型楼门机单双A-Za-z${NUMERAL}-])`
/** What turns 三月 or 15号 into a part of another word. */
const NOT_MONTH = '(?![球亮饼票薪经光租嫂饷子])'
const NOT_DAY =
  '(?![楼线机房门院桌店厅馆台库车仓位球员井坑种令字服电选文节方案站口柜床路段地块区栋单元室坝舱艇船舰游间均活志报元常语本内外码公技产程服主教]|宿舍|实验|营)'

const rule = (pattern: string, read: Rule['read'], weak = false): Rule => ({
  pattern: new RegExp(pattern, 'g'),
  read,
  weak,
})

const day = (offset: number): Expression => ({ kind: 'unit', unit: 'day', offset })
const partOf = (words = ''): DayPart => PARTS[words] ?? 'morning'
const weekdayOf = (words = ''): number =>
  WEEKDAYS.indexOf(words.replace('天', '日').replace(/[1-6]/, n => WEEKDAYS[Number(n) - 1] ?? '')) + 1

/** 上上 = −2 … 下下 = 2. */
function offsetOf(shift = ''): number {
  if (shift.startsWith('上')) return -shift.length
  return shift.startsWith('下') ? shift.length : 0
}

function countOf(groups: Groups): number | null {
  if (groups.only) return 0.5
  const count = readNumber(groups.count ?? '')
  return count === null || !(groups.half ?? groups.tail) ? count : count + 0.5
}

const awayIn = (groups: Groups, direction: -1 | 1): Expression | null => {
  const count = countOf(groups)
  const unit = UNITS[groups.unit ?? '']
  if (unit === undefined || (unit === 'year' && count !== null && count > 999)) return null
  return away(count, unit, direction)
}

function span(groups: Groups, sign: -1 | 1): Expression | null {
  const count = countOf(groups)
  const unit = UNITS[groups.unit ?? '']
  if (unit === undefined) return null
  if (count === 0.5 && unit === 'year') return { kind: 'span', unit: 'month', count: sign * 6 }
  if (count === null || !Number.isInteger(count) || unit === 'minute' || unit === 'hour') return VAGUE
  return { kind: 'span', unit, count: sign * count }
}

/** 二〇二三 or 2023; two digits are of this century. */
function yearOf(words = ''): number | null {
  const year = readNumber(words)
  return year !== null && year < 100 ? 2000 + year : year
}

function dayOfMonth(groups: Groups): Expression | null {
  const number = readNumber(groups.day ?? '')
  if (number === null || number < 1 || number > 31) return null
  const month = groups.month === undefined ? null : readNumber(groups.month)
  return month === null ? { kind: 'date', day: number } : { kind: 'date', month, day: number }
}

function dayRange(groups: Groups): Expression | null {
  const from = dayOfMonth(groups)
  const to = dayOfMonth({ ...groups, day: groups.last })
  return from && to ? { kind: 'between', from, to } : null
}

function monthRange({ month, last }: Groups): Expression | null {
  const from = readNumber(month ?? '')
  const to = readNumber(last ?? '')
  if (from === null || to === null) return null
  return {
    kind: 'between',
    from: { kind: 'months', first: from, count: 1 },
    to: { kind: 'months', first: to, count: 1 },
  }
}

function quarterOf({ quarter }: Groups): Expression {
  return { kind: 'months', first: (readNumber(quarter ?? '') ?? 1) * 3 - 2, count: 3 }
}

function clock({ hour: words, minute: rest, half, quarter }: Groups): Clock | null {
  const hour = readNumber(words ?? '')
  let minute = rest === undefined ? 0 : readNumber(rest.replace(/^[零〇](?=.)/, ''))
  if (half) minute = 30
  if (quarter) minute = quarter === '三' ? 45 : 15
  if (hour === null || minute === null || hour > 24 || minute > 59) return null
  return { kind: 'clock', hour, minute, sure: hour > 12 || hour === 0 || /^0/.test(words ?? '') }
}

const DAYS: Rule[] = [
  rule(
    '(?<which>大前|大后|(?<![之以目眼当提门])前|昨|今|(?<![说声证表发]|之|以)明|(?<![之以然最今随而先])后)天(?!性|气|然|失调|养成)',
    ({ which }) => day(DAY_OFFSETS[which ?? ''] ?? 0),
  ),
  rule('(?<which>大前|大后|昨|今|明|(?<![之以然最今随而先])后)天(?=气)', ({ which }) =>
    day(DAY_OFFSETS[which ?? ''] ?? 0),
  ),
  rule('(?<which>昨|今|明)[日儿](?!头条|说法|方舟|之星|之子|重现|香)', ({ which }) =>
    day(DAY_OFFSETS[which ?? ''] ?? 0),
  ),
  rule('(?<which>昨|今|明)(?<part>早|晨|晚|夜)(?:上|间|里)?', ({ which, part }) => ({
    kind: 'part',
    part: partOf(part),
    day: day(DAY_OFFSETS[which ?? ''] ?? 0),
  })),
  rule(PART, ({ part }) => ({ kind: 'part', part: partOf(part) }), true),
  rule(
    '(?<=天|周[一二三四五六日天]|日|号)(?<part>早|晚)(?!餐|饭|会|点|安|自习|班)',
    ({ part }) => ({ kind: 'part', part: partOf(part) }),
    true,
  ),
]

const AWAY: Rule[] = [
  rule(`${SHIFT}${WEEK}(?![期围边长转刊报岁密易遭旋折身末])`, ({ shift }) => ({
    kind: 'unit',
    unit: 'week',
    offset: offsetOf(shift),
  })),
  rule('(?<shift>上上|下下|上|下|这|本)一?(?:个月|月(?![球台亮光饼]))', ({ shift }) => ({
    kind: 'unit',
    unit: 'month',
    offset: offsetOf(shift),
  })),
  rule(`${SHIFT}季度?`, ({ shift }) => ({ kind: 'unit', unit: 'quarter', offset: offsetOf(shift) })),
  rule(
    '(?<which>大前|(?<![之以目])前|(?<!过)去|今|明|(?<![以之百今最])后)年(?![轻龄代份糕])',
    ({ which }) => ({
      kind: 'unit',
      unit: 'year',
      offset: which === '去' ? -1 : (DAY_OFFSETS[which ?? ''] ?? 0),
    }),
  ),
  rule('本年度?', () => ({ kind: 'unit', unit: 'year', offset: 0 })),
  rule(`(?:${SHIFT})?${WEEK}末`, ({ shift }) =>
    shift === undefined ? { kind: 'weekend' } : { kind: 'weekend', week: offsetOf(shift) },
  ),
  rule(`${COUNT}${BEFORE}`, groups => awayIn(groups, -1)),
  rule(`${COUNT}${AFTER}`, groups => awayIn(groups, 1)),
  rule(`再过${COUNT}`, groups => awayIn(groups, 1)),
  rule('一刻钟(?<side>之前|以前|前|之后|以后|后)', ({ side }) => ({
    kind: 'elapsed',
    minutes: side?.includes('前') ? -15 : 15,
  })),
  rule(`(?:最近这?|过去这?|近|这|前)${COUNT}(?:来|以来|内|里|间)?(?!前|后|之|以|半)`, (groups, words) =>
    /^[这前]/.test(words) ? VAGUE : span(groups, -1),
  ),
  rule(`(?:未来|接下来|今后|往后)的?${COUNT}(?:内|里|间)?(?!前|后|之|以|半)`, groups => span(groups, 1)),
]

const NAMED_DAYS: Rule[] = [
  rule(`${SHIFT}${WEEK}${WEEKDAY}`, ({ shift, weekday }) => ({
    kind: 'weekday',
    weekday: weekdayOf(weekday),
    week: offsetOf(shift),
  })),
  rule(`(?<![\\d半几每整逢四这上下本个${NUMERAL}])${WEEK}${WEEKDAY}`, ({ weekday }) => ({
    kind: 'weekday',
    weekday: weekdayOf(weekday),
  })),
  rule(`(?:第(?<nth>[一二三四])|(?<last>最后一))个${WEEK}${WEEKDAY}`, ({ nth, weekday }) => ({
    kind: 'nth',
    nth: nth === undefined ? -1 : (readNumber(nth) ?? 1),
    weekday: weekdayOf(weekday),
  })),
]

const DATES: Rule[] = [
  rule(`${MONTH}${DAY}`, dayOfMonth),
  rule(`${MONTH}(?<day>${DAY_NUMBER})[日号]?\\s?${TO}\\s?(?<last>${DAY_NUMBER})\\s?[日号]`, dayRange),
  rule(
    `${WHOLE}(?<day>${DAY_NUMBER})[日号]?\\s?${TO}\\s?(?<last>${DAY_NUMBER})\\s?[日号]${NOT_DAY}`,
    dayRange,
  ),
  rule(`${WHOLE_DAY}${DAY}(?![前后])${NOT_DAY}`, dayOfMonth),
  rule(`(?<=上个?月|下个?月|这个?月|本月)${DAY}${NOT_DAY}`, dayOfMonth, true),
  rule(`${WHOLE_DAY}${DAY}(?=之?前|之?后|以[前后])`, dayOfMonth),
  rule(`${MONTH}份?${NOT_MONTH}`, ({ month }) => ({
    kind: 'months',
    first: readNumber(month ?? '') ?? 1,
    count: 1,
  })),
  rule(
    `${WHOLE}(?<month>${MONTH_NUMBER})月?${TO}(?<last>${MONTH_NUMBER})月份?(?!\\d|[${NUMERAL}])`,
    monthRange,
  ),
  rule(`${YEAR}\\s?年`, ({ year }) => ({ kind: 'year', year: yearOf(year) ?? 0 })),
  rule(
    `(?<!\\d)(?<year>[0-4]\\d)年(?=\\s?(?:1[0-2]|0?[1-9])\\s?月)`,
    ({ year }) => ({ kind: 'year', year: yearOf(year) ?? 0 }),
    true,
  ),
  rule(`(?<!\\d)(?<year>(?:19|20)\\d\\d)年?${TO}(?<last>(?:19|20)\\d\\d)年`, ({ year, last }) => ({
    kind: 'between',
    from: { kind: 'year', year: Number(year) },
    to: { kind: 'year', year: Number(last) },
  })),
  rule('第?(?<quarter>[一二三四1-4])季度', quarterOf),
  rule('(?<![A-Za-z])[Qq](?<quarter>[1-4])(?!\\d)', quarterOf, true),
  rule(
    '(?<half>[上下])半年',
    ({ half }) => ({ kind: 'months', first: half === '上' ? 1 : 7, count: 6 }),
    true,
  ),
  rule(
    '(?<season>[春夏秋冬])[天季]|(?<=年的?)(?<bare>[春夏秋冬])(?![节运游装])',
    ({ season, bare }) => ({ kind: 'months', first: SEASONS[season ?? bare ?? ''] ?? 3, count: 3 }),
    true,
  ),
]

const HOUR = String.raw`(?<![\d.:第${NUMERAL}])(?<hour>\d{1,2}|十[一二]?|二十[一二三四]?|[一二两三四五六七八九])`
const TIMES: Rule[] = [
  rule(`${HOUR}\\s?[点时](?<half>半)`, clock),
  rule(`${HOUR}\\s?点(?<quarter>[一三])刻`, clock),
  rule(`${HOUR}\\s?[点时]\\s?(?<minute>[0-5]?\\d|[${NUMERAL}]{1,3})\\s?分(?![之钟])`, clock),
  rule(
    `${HOUR}\\s?点(?<minute>[0-5]\\d|[零〇][一二三四五六七八九]|[一二三四五]?十[一二三四五六七八九]?)(?![${NUMERAL}\\d分])`,
    clock,
    true,
  ),
  rule(`${HOUR}\\s?(?:点[钟整]|时整)`, clock),
  rule(`${HOUR}\\s?[点时](?![儿点也都不没就间候空段\\d])`, clock, true),
  rule('(?<![\\d.:])(?<hour>1[3-9]|2[0-3])点(?![\\d一二三四五六七八九十建意要])', clock),
]

const UNRESOLVED: Rule[] = [
  rule(
    '最近(?!的?(?:一家|一次|的))|近来|近期|近日|前(?:几|些|两)(?:天|日|周|年|个?月|个星期)|前(?:阵子|一?阵|段时间|段日子|不久)|(?:这|那)(?:几|些|两)天|这阵子|那阵子|那段时间|当时|那时候?|(?:不|没)久(?:前|之前|以前|后|之后|以后)|很久(?:以前|之前)|好久以前|过(?:几|些|两)(?:天|日|周|年|个?月|个星期)|过(?:一?阵子|一?段时间|段日子)|改天|有一?天(?=[,我你他她])|总有一天|早些时候|后来|将来|日后|迟早',
    () => VAGUE,
  ),
  rule('(?<=^|[\\s,。!?;:、我你他她们它从等再说留])以[前后](?![后端台])', () => VAGUE),
  rule(`(?<=${EVENT})(?:${COUNT})(?:${BEFORE}|${AFTER})`, () => VAGUE),
  rule('(?<!\\d)\\d000年(?:以|之)?前', () => VAGUE),
  rule(`${FEW}(?:多)?个?(?:分钟|小时|钟头|天|日|周|星期|礼拜|月|季度|年)(?:${BEFORE}|${AFTER})`, () => VAGUE),
  rule(`(?:最近|过去|近|未来|接下来)这?${FEW}个?(?:分钟|小时|天|日|周|星期|礼拜|月|季度|年)`, () => VAGUE),
  rule(
    `${CHINESE_COUNT}多?个?(?:分钟|小时|钟头|天|日|周|星期|礼拜|月|年)多?(?:${BEFORE}|${AFTER})`,
    (_, words) => (words.includes('多') ? VAGUE : null),
  ),
]

const NONE: Rule[] = [
  rule(
    `[每逢](?:隔|个|逢)?(?:周|星期|礼拜)(?:末|[一二三四五六日天](?:[、和到至][一二三四五六日天])?)`,
    () => ({ kind: 'none' }),
  ),
  rule(`[每逢]个?(?:月|年)的?(?:${DAY_NUMBER})?(?:[月日号](?:(?:${DAY_NUMBER})[日号])?)?`, () => ({
    kind: 'none',
  })),
  rule('[每逢]个?(?:天|日|晚|早|季度|春天|夏天|秋天|冬天|逢?周)', () => ({ kind: 'none' })),
  rule(`农历(?:${MONTH}|正月|腊月)?`, () => ({ kind: 'none' })),
  rule('周日程|五月天|十月革命|一二·?九', () => ({ kind: 'none' })),
]

/** In order of preference among words of equal place and length. */
export const CHINESE: readonly Rule[] = [
  ...NONE,
  ...UNRESOLVED,
  ...DAYS,
  ...AWAY,
  ...NAMED_DAYS,
  ...DATES,
  ...TIMES,
].toSorted((a, b) => Number(a.weak) - Number(b.weak))

/** A text without a match has no expression of {@link CHINESE}: a cheap look before the rules. */
export const CHINESE_HINT: RegExp =
  /[天日周月年号点时早晚晨夜午]|星期|礼拜|分钟|小时|钟头|刻钟|季度?|Q[1-4]|[春夏秋冬]|最近|近[来期]|以[前后]|[阵久]|日子|改天|后来|将来|迟早/i
