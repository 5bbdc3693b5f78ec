/**
 * Whether a sentence speaks of what was or of what is to be.
 *
 * Owns: the verb forms and particles that tell. Leaves what the direction means for a date to `calendar.ts`.
 */

import { foldCharacters } from './fold-characters.ts'

/** Which side of the message's time a sentence speaks of. */
export type Tense = 'past' | 'future'

const IRREGULAR =
  'was|were|did|had|went|met|got|came|saw|made|took|gave|left|found|told|said|sent|built|bought|brought|began|became|broke|caught|chose|drove|fell|felt|flew|forgot|grew|heard|held|kept|knew|led|lost|paid|ran|sold|slept|spent|spoke|stood|swam|taught|thought|threw|understood|woke|won|wrote|ate|drank|drew|hid|rode|rose|sang|sat|shook|shot|stuck|stole|swore|tore|wore|dealt|dug|fought|froze|hung|laid|lent|lit|meant|overslept|split|withdrew'
const PARTICIPLE =
  'been|done|gone|seen|taken|given|written|known|driven|eaten|flown|broken|chosen|fallen|begun|become|run'
const SCHEDULED =
  'starts?|begins?|opens?|closes?|leaves?|departs?|arrives?|ends?|expires?|lands?|launch(?:es)?|returns?|ships?|comes?|flies|goes|moves|kicks'
const ORDER =
  'call|send|finish|submit|meet|ship|book|pay|buy|schedule|move|check|review|deploy|release|cancel|bring|pick|fix|write|prepare|add|do|make|see|get|give|come|join|keep|set|put|update|deliver|return|complete|email|ping|tell|ask|start'
const BE = String.raw`(?:am|is|are|\w*'(?:m|re|s))`

const words = (...forms: string[]): RegExp => new RegExp(String.raw`\b(?:${forms.join('|')})\b`, 'i')

const FUTURE = words(
  String.raw`will|won't|shall|should|must|may|might|needs?|\w+'ll|gonna|gotta`,
  String.raw`(?:${BE}|not)\s+(?:\w+\s+)?(?:going\s+to|about\s+to|due|planning|scheduled|supposed|expected|booked|set\s+(?:for|to)|hoping|meant\s+to)`,
  String.raw`(?:plans?|hopes?|intends?|expects?|wants?|have|has|ought|tr(?:y|ies)|agree|promise|going|aims?|remember)\s+to`,
  String.raw`(?:would|\w+'d)\s+(?:like|love|prefer|better)`,
  String.raw`(?:could|can)\s+(?:we|you|i)`,
  String.raw`let's|let\s+us|remind|don't\s+forget|deadline|due|upcoming|(?:plan(?:ned)?|scheduled)\s+(?:is|for)`,
  String.raw`tomorrow|next\s+(?:week|month|quarter|year)`,
)

/** Weaker: the present tense of a plan, or an order. Counted only where nothing says "past". */
const PLANNED = words(
  String.raw`${BE}\s+(?:not\s+|also\s+|all\s+)?\w+ing`,
  String.raw`(?:is|are|\w*'s)\s+(?:on|at|in|this)|(?:have|has|got)\s+(?:an?|my|our|the|two|three)`,
  String.raw`${SCHEDULED}|takes\s+place|can|by|until|any\s+plans`,
)
/** "Review on May 7" may as well be a heading. */
const ORDERED = new RegExp(String.raw`^\W{0,3}(?:please|(?:${ORDER})\b(?!\s+(?:on|in|at|from|of)\b))`, 'i')

const PAST = words(
  String.raw`${IRREGULAR}|wasn't|weren't|didn't|hadn't|used\s+to`,
  String.raw`(?:have|has|haven't|hasn't|\w*'(?:ve|s))\s+(?:\w+ly\s+|just\s+|already\s+|never\s+|not\s+)?(?:${PARTICIPLE}|\w+ed)`,
  String.raw`since|ago|yesterday|last\s+(?:week|month|night|quarter|year)`,
)
/** A regular past form, unless it is a participle after a present "to be", or an adjective after an article. */
const REGULAR_PAST =
  /(?<!\b(?:is|are|am|be|being|get|gets|a|an|the|this|that|our|my|your|very|to)\s|'(?:s|re|m)\s)\b(?!(?:shed|sled|need|indeed|feed|speed|seed|weed|bleed|breed|exceed|proceed|succeed|embed|hundred|sacred|naked|kindred|unsolicited)\b)[a-z]+[^e\W]ed\b/i

const han = (...forms: string[]): RegExp => new RegExp(forms.join('|'))

const FUTURE_HAN = han(
  '(?<![重主只不摘概需首紧纲])要(?![求点么素件闻塞害领])',
  '(?<![开机例周社晚聚约大年协照班都宴集体过了]|这个|那个|有个)会(?![议员上场见后前计谈])',
  '(?<![麻干主])将(?![军近领])|即将|需要|应该|必须|得(?=[在去把先])|再(?=[去来说看])|待会',
  '准备|打算|计划|预计|争取|希望|预定|(?:定|安排|约)在|约好|(?<![理思感])想(?![法象到起念过])',
  '别忘|记得|提醒|截止|到期|请[你您]?(?!假|客|了)|能(?=[^力]{1,8}[吗?])',
  '明天|后天|下周|下个?月|明年|快[^慢乐了]{1,6}了|之前(?=[^,。]{0,4}(?:完成|交|做完|搞定|上线|发))',
)
/** Weaker, as {@link PLANNED}. */
const PLANNED_HAN = /[吧见][。!~.\s]{0,3}$|[帮给叫让]我|(?:[日号底]|周[一二三四五六日])之?前/
const PAST_HAN = han(
  '了(?![解却])|(?<=[^通经超不渡难错路])过(?![年程期来去滤敏于度分节渡几两三一])|已经?|曾|刚刚?|终于|以来',
  '没(?=[^有]?[去来做见到写交完睡出吃看])|是(?=[^,。]{0,14}的[。,!?]?$)',
  '当时|昨[天日晚]|前天|上周|上个?月|去年',
)
/** 要交报告了: the particle at the end announces, it does not report. */
const ANNOUNCED_HAN = /(?:要|将|会|快|该)[^,。]{1,12}了[啊呢吧呀]?[。!?.]{0,3}$/

/** 周五不上线了, 不等四月了: what will no longer be; the particle marks the change of plan, not the past. */
const NO_LONGER_HAN = /(?:不(?![过是得见多少了])|别(?![的人处]))[^,。]{1,12}了[啊呢吧呀]?[。!?.,]{0,3}$/

/**
 * The direction in which a sentence speaks, from its verb forms and particles; undefined when nothing tells, or
 * when it speaks of both.
 */
export function tenseOf(sentence: string): Tense | undefined {
  const text = foldCharacters(sentence).replace(/\bMay\b/g, '')
  const end = text.trimEnd()
  const noLonger = NO_LONGER_HAN.test(end)
  const reported = PAST_HAN.test(text) && !ANNOUNCED_HAN.test(end) && !noLonger
  const past = PAST.test(text) || REGULAR_PAST.test(text) || reported
  const future = FUTURE.test(text) || FUTURE_HAN.test(text) || noLonger
  if (past !== future) return past ? 'past' : 'future'
  const planned = PLANNED.test(text) || ORDERED.test(text) || PLANNED_HAN.test(text)
  return planned && !past ? 'future' : undefined
}

/** A full stop after an abbreviation (5 p.m., Dec.) ends nothing. */
const SENTENCE_END =
  /(?<!\b(?:[a-z]{1,2}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun|etc|mrs))\.(?=\s|$)|[。!?;\n]/gi
const CLAUSE_END =
  /[,、:;]|\s(?:and|but|because|so|while|which|then|after|before)\s|但是?|不过|所以|因为|然后|而且/gi

/**
 * Reads the tense around a place of the text: of its clause, or of the whole sentence where the clause tells nothing.
 * Each clause and sentence is read once.
 */
export function tenseReader(text: string): (index: number, length: number) => Tense | undefined {
  let sentences: Stretch[] | undefined
  return (index, length) => {
    sentences ??= stretches(text, 0, text.length, SENTENCE_END)
    const sentence = holding(sentences, index + length)
    if (!sentence) return undefined
    sentence.clauses ??= stretches(text, sentence.start, sentence.end, CLAUSE_END)
    const clause = holding(sentence.clauses, index + length)
    return (clause && tenseIn(clause, text)) ?? tenseIn(sentence, text)
  }
}

/** A sentence or clause; its tense is read on demand and kept. */
interface Stretch {
  start: number
  end: number
  clauses?: Stretch[]
  tense?: { of: Tense | undefined }
}

function stretches(text: string, start: number, end: number, separator: RegExp): Stretch[] {
  const found: Stretch[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(separator)) {
    const to = start + match.index + match[0].length
    found.push({ start: from, end: to })
    from = to
  }
  if (from < end) found.push({ start: from, end })
  return found
}

/** The stretch that holds the character before `place`, by bisection. */
function holding(all: readonly Stretch[], place: number): Stretch | undefined {
  let low = 0
  let high = all.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?.end ?? 0) >= place) high = middle
    else low = middle + 1
  }
  return all[low]
}

function tenseIn(stretch: Stretch, text: string): Tense | undefined {
  stretch.tense ??= { of: tenseOf(text.slice(stretch.start, stretch.end)) }
  return stretch.tense.of
}
