/**
 * Chinese sentences as clauses, and the mood of the words before a verb.
 *
 * Owns: where one statement ends and the next begins, whose it is when it names nobody. Leaves what is stated to
 * `chinese.ts`. The mood stays in the clause, because Chinese words have no edges to take them out by: 会 is “will” and
 * a part of 会议.
 */
import { toSimplified } from '../simplified.ts'
import type { Clause, Mood } from './rule.ts'

const NO_MOOD: Mood = {
  changed: false,
  ended: false,
  future: false,
  ahead: false,
  decided: false,
  underway: false,
  restated: false,
  negated: false,
}
const LONGEST = 120

/** What may stand before a verb, in any order; their mood is told by `chineseMood`. */
export const BEFORE_VERB =
  '(?<pre>(?:现在|目前|如今|当前|已经|已|早就|仍然|仍旧|依然|依旧|仍|还是|照旧|照样|一直|始终|继续|还|又|也|都|同时|正式|终于|最终|最后|最近|刚刚|刚|以后|今后|从现在起|从今天起|从今往后|暂时|主要|平时|平常|一般|统一|全部|还在(?=用|使用|跑)|正在|正|全都|不再|不|将要|将会|将|会(?![说讲议])|要|得|必须|计划|打算|准备|预计|决定|商定|下个?(?:月|周|星期|季度|学期|年)|明年|明天|后天|下半年|[\\d一二三四五六七八九十]+月(?:份|底)?|今年|去年|前年|上个?(?:月|周|星期)|本周|这周|昨天|今天|前天|从[^从，]{1,8}?(?:起|开始)|一律|就){0,6})'

/** What the words before a verb, and the end of the clause, make of it. */
export function chineseMood(before: string, clause: string): Partial<Mood> {
  const isOver = /(?:了|啦)$/.test(clause)
  const denies = /(?<!再)不(?!再)/.test(before)
  return {
    changed: /从现在起|从今|以后|今后/.test(before),
    ended: before.includes('不再') || (denies && isOver),
    negated: denies && !isOver,
    future: /[将会要得]|必须|计划|打算|准备|预计/.test(before),
    ahead: /下个?(?:月|周|星期|季度|学期|年)|明年|明天|后天|下半年/.test(before),
    decided: /决定|商定/.test(before),
    underway: before.includes('正在'),
    restated: /仍|依然|依旧|还是|照旧|照样|继续|一直|始终/.test(before),
  }
}

const BREAK = /(?:[，,；;](?!名?叫|名字)|——|(?:但是|不过|所以|因此|然后|而且|并且|并))+/g
const REASON = /(?:因为|由于|以便|为了).*$/
const CONTRAST = /(?:而不是|而非|不是).*$/
const LEAD =
  /^(?:(?:更正|纠正|更新|说明|备注|记住|记一下|另外|其实|好的|好|对了|那么|那就|用户(?:说|提到|表示|确认|指出|说明|告诉我)了?|结论)[：:，,]?|(?:决定|结论|计划|待办|技术栈|技术选型|选型|先说(?:一下|一句|件事)?|(?:还)?没(?:做)?完成?的|剩下的)[：:])+/
const NO_SUBJECT =
  /^(?:现在|目前|已经|不再|不|还|也|都|仍|将|会|要|从|把|在(?!线)|用|使用|改|换|切|搬|住|部署|托管|养|说|叫|做|当|是|对|和|有|喜欢|讨厌|最|继续|决定|计划|打算|准备|下个?月|明年|离职|加入|入职)/
const SUBJECT =
  /^(?:我们家|我们|咱们|我家|我|用户|(?:这个|本|该|整个)?项目|仓库|[\p{Script=Han}A-Za-z0-9._-]{1,12}?(?=(?:现在|已经|不再|不|还|也|都|仍|将|会|从|在|用|是|住|部署|托管|改|换)))/u

/** The clauses of one sentence, each with a subject where the one before lends it. */
export function chineseClauses(sentence: string): Clause[] {
  const source = plainOf(sentence)
  const plain = toSimplified(source)
  const clauses: Clause[] = []
  let lent = ''
  for (const [from, to] of piecesOf(plain)) {
    const text = plain.slice(from, to)
    if (text.length > LONGEST) continue
    const borrows = lent !== '' && NO_SUBJECT.test(text)
    const start = borrows ? lent : ''
    clauses.push({ text: toSimplified(start) + text, source: start + source.slice(from, to), mood: NO_MOOD })
    const own = borrows ? undefined : SUBJECT.exec(text)?.[0]
    if (own !== undefined) lent = source.slice(from, from + own.length)
  }
  return clauses
}

/** Without blanks beside Chinese characters, quotation marks of names, and the final stop; of one width. */
function plainOf(sentence: string): string {
  return sentence
    .replace(/[`"“”「」『』《》*]/g, '')
    .replace(/[（(][^（）()]{0,60}[）)]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[\u2e80-\u9fff，。：；、]) | (?=[\u2e80-\u9fff，。：；、])/g, '')
    .replace(/[。！!.；;，,：:~～… ]+$/, '')
    .replace(/(?<=.)[哈啊呀哦噢喔嘛啦]+$/, '')
}

/** Offsets of the clauses, without what only leads in, gives a reason or says what it is not. */
function piecesOf(plain: string): [number, number][] {
  const pieces: [number, number][] = []
  let from = 0
  for (const { 0: mark, index } of plain.matchAll(BREAK)) {
    pieces.push([from, index])
    from = index + mark.length
  }
  pieces.push([from, plain.length])
  return pieces.flatMap(([start, end]) => {
    const text = plain.slice(start, end)
    const lead = LEAD.exec(text)?.[0].length ?? 0
    const kept = text.slice(lead).replace(REASON, '').replace(CONTRAST, '').trimEnd()
    return kept === '' ? [] : [[start + lead, start + lead + kept.length] satisfies [number, number]]
  })
}
