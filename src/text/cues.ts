/**
 * What a text is seen to be at a glance: that it asks, names a time, holds a number or a name.
 *
 * Owns: the few words and signs that tell. Leaves what times mean to `temporal/`.
 */

/** What was seen in a text. */
export interface Cues {
  /** It ends as a question. */
  asks: boolean
  hasTime: boolean
  hasNumber: boolean
  /** A word inside a sentence begins with a capital: in English mostly a name. */
  hasName: boolean
}

const ENDS_AS_QUESTION = /[?？]["'”’)）\s]*$|[吗嗎呢么麼]\s*$/
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|once|twice)\b|[一二两三四五六七八九十百千万](?:[个只次年月天本件位张家块人杯種回枚匹冊台番時]|つ)/i
const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week(?:end)?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|morning|summer|winter|spring|autumn|recently)\b|\b(?:19|20)\d\d\b|[昨今明前后後去来來翌先][天日年月晚週周]|[上下这這]个?[周月]|周[一二三四五六日末]|星期|月|年|[0-9一二三四五六七八九十]日/i

const NAME = /[a-z,;:)'’]\s+[A-Z][a-z]{2,}/

/** Looks at the first 2,000 code units, and at the end for the question. */
export function seeCues(text: string): Cues {
  const head = text.length > 2_000 ? text.slice(0, 2_000) : text
  return {
    asks: ENDS_AS_QUESTION.test(text.slice(-8)),
    hasTime: TIME.test(head),
    hasNumber: NUMBER.test(head),
    hasName: NAME.test(head),
  }
}
