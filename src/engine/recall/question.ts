/**
 * A question is read: what to look for, and what it says of who, when and how.
 *
 * Owns: the terms with their weights and the cues of a question, bounded: longer questions are not sharper, and
 * nobody waits for them. Leaves terms to `text`, what a cue is worth to `weights.ts`.
 */
import type { SpaceId } from '../../domain/space.ts'
import type { NamedSpeaker } from '../../storage/search-index.ts'
import type { Store } from '../../storage/store.ts'
import { conceptTerms } from '../../text/concept-terms.ts'
import { ENGLISH_STOP_WORDS } from '../../text/function-words.ts'
import { termKey } from '../../text/term-key.ts'
import { termWeight } from '../../text/term-weight.ts'
import { queryTerms } from '../../text/terms.ts'

/** A question is read this far, in code units. */
const MAX_LENGTH = 4_000
/** Terms that take part; the first ones. */
export const MAX_TERMS = 64
/** What it counts that a text says the same in other words. */
const CONCEPT_WEIGHT = 0.4
/** Concepts that take part; the first ones. */
const MAX_CONCEPTS = 32
/** Openings that ask and are no subject. */
const ASKING =
  /\b(?:what|which) (?:kinds?|types?|sorts?) of\b|\bhow (?:many|much|often|old|far|come)\b|\bwhat (?:day|date|month|year|time)\b/gi

export interface QuestionTerm {
  term: string
  key: number
  /**
   * `name`: part of a named speaker's name, which tells something only where that speaker takes no part; `concept`:
   * what a word stands for, whichever word says it.
   */
  kind: 'word' | 'name' | 'concept'
  /** 1, or less for one that says little. */
  weight: number
}

export interface Question {
  terms: readonly QuestionTerm[]
  /** Speakers of the space that the question names. */
  speakers: readonly NamedSpeaker[]
  /** Whose messages "I", "you" or "the user" mean, if one of them. */
  role: 'user' | 'assistant' | undefined
  asksWhen: boolean
  asksHowMany: boolean
  /** It asks who, where or which, and an answer most likely holds a name. */
  asksName: boolean
  /** The text that was read. */
  text: string
}

/** Reads a question about events or blocks, in which speakers are words like others. */
export function readQuestion(question: string): Question {
  return withTerms(question.slice(0, MAX_LENGTH), [])
}

/** Reads a question about messages: who is named in it is looked up in the space. */
export async function readQuestionIn(store: Store, space: SpaceId, question: string): Promise<Question> {
  const text = question.slice(0, MAX_LENGTH)
  return withTerms(text, await speakersNamed(store, space, text))
}

/** Speakers of the space that a text names. */
export async function speakersNamed(store: Store, space: SpaceId, text: string): Promise<NamedSpeaker[]> {
  const candidates = await store.speakers(space, possibleNames(text).map(termKey), MAX_SPEAKER_SECTIONS)
  // Whole names first: "Speaker 2" does not name Speaker 1 as well.
  const whole = candidates.filter(({ name }) => patternOf([name]).test(text))
  const rest = whole.reduce((left, { name }) => left.replace(patternOf([name]), ' '), text)
  const isWhole = new Set(whole.map(({ number }) => number))
  return candidates.filter(({ number, name }) => isWhole.has(number) || namePattern(name).test(rest))
}

function withTerms(text: string, speakers: readonly NamedSpeaker[]): Question {
  const patterns = speakers.map(({ name }) => namePattern(name))
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ' '), text).replace(ASKING, ' ')
  const subject = queryTerms(rest)
  const words = (subject.length > 0 ? subject : queryTerms(text)).slice(0, MAX_TERMS)
  const names = queryTerms(patterns.flatMap(pattern => text.match(pattern) ?? []).join(' '))
  const concepts = [...new Set(conceptTerms(rest, words))].slice(0, MAX_CONCEPTS)
  return {
    terms: [
      ...words.map(term => toTerm(term, 'word', termWeight(term))),
      ...names.filter(name => !words.includes(name)).map(term => toTerm(term, 'name', 1)),
      ...concepts.map(term => toTerm(term, 'concept', CONCEPT_WEIGHT)),
    ],
    speakers,
    role: speakers.length > 0 ? undefined : roleMeant(text),
    asksWhen: WHEN.test(text),
    asksHowMany: HOW_MANY.test(text),
    asksName: NAME.test(text),
    text,
  }
}

const toTerm = (term: string, kind: QuestionTerm['kind'], weight: number): QuestionTerm => ({
  term,
  key: termKey(term),
  kind,
  weight,
})

// ---- who ------------------------------------------------------------------------------------------------------

const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+/gu
const WORD = /[\p{L}\p{N}_-]+/gu
/** Names are looked for in the beginning of a question, code units. */
const NAMES_WITHIN = 400
const LONGEST_CJK_NAME = 4
/** Sections of a speaker that are told apart, the latest ones. */
const MAX_SPEAKER_SECTIONS = 10_000

/** Words, and in scripts without spaces every stretch of up to four characters. */
function possibleNames(text: string): string[] {
  const plain = text.slice(0, NAMES_WITHIN).normalize('NFKC').toLowerCase()
  const names = new Set<string>()
  for (const [word] of plain.matchAll(WORD)) {
    names.add(word)
    for (const [run] of word.matchAll(CJK_RUN)) addStretches(run, names)
  }
  return [...names]
}

function addStretches(run: string, names: Set<string>): void {
  const points = [...run]
  for (let from = 0; from < points.length; from++) {
    for (let length = 1; length <= LONGEST_CJK_NAME && from + length <= points.length; length++) {
      names.add(points.slice(from, from + length).join(''))
    }
  }
}

/** The whole name or one word of it, with a genitive; in Latin letters as whole words only. */
function namePattern(name: string): RegExp {
  return patternOf([name, ...name.split(/[\s·・,.]+/u).filter(isCalled)])
}

/** Whether a part of a name may stand for its bearer: no word of grammar, no number, no initial. */
const isCalled = (part: string): boolean =>
  part.length > 0 &&
  !/^(?:[\p{N}]+|\p{Script=Latin})$/u.test(part) &&
  !ENGLISH_STOP_WORDS.has(part.toLowerCase())

function patternOf(words: readonly string[]): RegExp {
  const any = [...new Set(words)].map(word => {
    const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return /^[\p{Script=Latin}\p{N}\s'’.-]+$/u.test(word)
      ? `(?<![\\p{L}\\p{N}_])${escaped}(?:['’]s)?(?![\\p{L}\\p{N}_])`
      : escaped
  })
  return new RegExp(any.join('|'), 'giu')
}

const USER =
  /\b(?:i|me|my|mine|myself|i'm|i've)\b|\bthe user(?:'s)?\b|我(?!们)|咱|用户|俺|僕|私(?![人有立])|ユーザー/i
const ASSISTANT = /\b(?:you|your|yours|the assistant(?:'s)?)\b|[你您](?!们)|助手|あなた|アシスタント/i

/** Of both or neither nothing is known. */
function roleMeant(text: string): 'user' | 'assistant' | undefined {
  const isUser = USER.test(text)
  const isAssistant = ASSISTANT.test(text)
  if (isUser === isAssistant) return undefined
  return isUser ? 'user' : 'assistant'
}

// ---- when and how many ----------------------------------------------------------------------------------------

const WHEN =
  /\bwhen\b|\bwhat (?:date|day|month|year|time)\b|\bhow long\b|什么时候|什麼時候|何时|几时|哪天|哪年|哪一年|几月|几号|多久|いつ|何月|何日|何年|언제/i
const HOW_MANY =
  /\bhow (?:many|much|often|old)\b|多少|几[个只次年岁天本件位张家块人]|多大|いくつ|いくら|何[人個回枚匹冊台番時歳]|몇|얼마/i
const NAME =
  /\b(?:who|whose|whom|where|which)\b|\bwhat(?:'s| is| was) the (?:name|title)\b|\bwhat (?:city|country|state|place|book|movie|song|band|game|team|brand|company)s?\b/i
/** Looking for times costs more than all the rest, and most questions name none. */
const MAY_NAME_TIME =
  /\d|\b(?:january|february|march|april|june|july|august|september|october|november|december|yesterday|today|tonight)\b|\bmay\b(?! (?:i|we|you|he|she|it|they|be|have|not)\b)(?<=\b(?:in|of|on|since|by|early|late|mid|last|until) may)|\b(?:last|next|this|past) (?:week|month|year|spring|summer|autumn|fall|winter|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|[一二三四五六七八九十][年月日号]|[今昨前去明][天日年]|[上下本这][个]?[周月]|先[週月日]|周[一二三四五六日末]/i

/** Half-open, epoch milliseconds. */
export interface DateRange {
  start: number
  end: number
}

/** Longest range that says where to look; a whole year is told by too many messages. */
const LONGEST_RANGE = 93 * 86_400_000

/** Dates that take part; the first ones. */
const MAX_DATES = 16

/** Whether a text may name a date: false says that {@link datesNamed} finds none. */
export function mayNameDate(text: string): boolean {
  return MAY_NAME_TIME.test(text)
}

/** The dates a question names; ones without a year are those next to the latest message. */
export async function datesNamed(
  { text }: Pick<Question, 'text'>,
  latestAt: number | null,
  zone: string,
): Promise<DateRange[]> {
  if (!mayNameDate(text)) return []
  const { resolveTimes } = await import('../../text/temporal/resolve-times.ts')
  const ranges = new Map<string, DateRange>()
  for (const { start, end } of resolveTimes(text, { at: latestAt, zone, tense: 'past' })) {
    if (start === null || end === null || end - start > LONGEST_RANGE) continue
    if (ranges.size < MAX_DATES) ranges.set(`${start} ${end}`, { start, end })
  }
  return [...ranges.values()]
}
