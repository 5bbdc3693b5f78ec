/**
 * Numbers as people write them: digits, English words, Chinese numerals.
 *
 * Owns: the spellings and their values. Leaves what a number counts to the grammars beside it. Digits are ASCII
 * here: the caller has folded full-width ones.
 */

const BELOW_TEN = 'one two three four five six seven eight nine'
const ONES = `${BELOW_TEN} ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'

const WORD_VALUES = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ...ONES.split(' ').map((word, i) => [word, i + 1] as const),
  ...TENS.split(' ').map((word, i) => [word, 20 + 10 * i] as const),
  ...ORDINALS.split(' ').map((word, i) => [word, i + 1] as const),
  ['thirtieth', 30],
])

const HAN_DIGITS = new Map([...'零一二三四五六七八九'].map((digit, value) => [digit, value]))
HAN_DIGITS.set('〇', 0).set('两', 2)

const any = (words: string): string => words.split(' ').join('|')

/** Pattern source of a count in English: `3`, `2.5`, `a`, `twelve`, `twenty-one`. No capturing groups. */
export const ENGLISH_COUNT: string = String.raw`(?:\d{1,4}(?:\.\d)?|(?:${any(TENS)})(?:[- ](?:${any(BELOW_TEN)}))?|(?:${any(ONES)})|an?)`

/** Pattern source of a day of the month as an ordinal: `7th`, `seventh`, `twenty-first`. No capturing groups. */
export const ENGLISH_ORDINAL: string = String.raw`(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|(?:${any(ORDINALS)})|thirtieth)`

/** Pattern source of a count in Chinese: `3`, `2.5`, 十二, 二十一, 两. No capturing groups. */
export const CHINESE_COUNT: string = String.raw`(?:(?<![\d.])\d{1,4}(?:\.\d)?|(?<![零〇一二两三四五六七八九十百])[零〇一二两三四五六七八九十百]{1,5})`

/**
 * The value of a number matched by one of the patterns of this file.
 *
 * @returns null when the words name no single number, such as 两三 ("two or three").
 */
export function readNumber(words: string): number | null {
  if (/^\d/.test(words)) return Number.parseFloat(words)
  if (/^[a-z]/i.test(words)) return readEnglish(words)
  return /[十百]/.test(words) ? readHanCount(words) : readHanDigits(words)
}

function readEnglish(words: string): number | null {
  let sum = 0
  for (const word of words.toLowerCase().split(/[- ]/)) {
    const value = WORD_VALUES.get(word)
    if (value === undefined) return null
    sum += value
  }
  return sum
}

/** 二〇二三 digit by digit; a row of two or three digits is a guess between them (三五天), not a number. */
function readHanDigits(words: string): number | null {
  if (words.length !== 1 && words.length !== 4) return null
  let value = 0
  for (const character of words) {
    const digit = HAN_DIGITS.get(character)
    if (digit === undefined) return null
    value = value * 10 + digit
  }
  return value
}

/** Numbers below a thousand with 十 and 百. */
function readHanCount(words: string): number | null {
  const parts = /^(?:(.)百)?零?(?:(.?)十)?(.?)$/.exec(words)
  if (!parts) return null
  const [, hundreds, tens, ones] = parts
  const digit = (character: string | undefined, absent: number): number =>
    character ? (HAN_DIGITS.get(character) ?? Number.NaN) : absent
  const value = digit(hundreds, 0) * 100 + (tens === undefined ? 0 : digit(tens, 1) * 10) + digit(ones, 0)
  return Number.isNaN(value) ? null : value
}
