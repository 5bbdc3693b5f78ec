/**
 * The language a text is written in, by its scripts.
 *
 * Owns: telling Chinese, Japanese, Korean and Latin-letter text apart, code and logs mixed in. Leaves the ranges
 * of the scripts to `script.ts`; tells no two languages of one alphabet apart.
 */
import { ENGLISH_STOP_WORDS } from './function-words.ts'
import { ALPHABETIC, HAN, HANGUL, HIRAGANA, KATAKANA, kindOf, LATIN, UNSPACED } from './script.ts'

export { isCjk, isHan, isHangul, isKana, isLatin } from './script.ts'

/** `en` stands for all text in Latin letters; `other` for other alphabets and for text without letters. */
export type Language = 'en' | 'zh' | 'ja' | 'ko' | 'other'

interface Letters {
  han: number
  kana: number
  hangul: number
  latin: number
  other: number
}

const FENCE = /^ {0,3}(```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm
const INLINE_CODE = /`[^`\n]+`/g
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi
/** Indented, ended by a bracket or semicolon, or the opening of a log line, an error or a command. */
const CODE_LINE = /^(?: {4}|\t| +at |[$>] |\[?\d{4}-\d\d-\d\d|\w*(?:Error|Exception|Warning)\b)|[;{})]\s*$/
/** A Latin word as prose has it: no digits, no inner capitals, not part of a path or identifier. */
const PROSE_WORD = /(?<![\w./\\-])[A-Za-zÀ-ɏ]['’a-zß-ɏ]*(?![\w/\\À-ɏ]|[.-]\w)/g

/** How many Latin words weigh as much as one Han, kana or Hangul character, times two. */
const CJK_WEIGHT = 3
const LATIN_WEIGHT = 2
/** In prose at least every sixth English word is a function word; a line with fewer is a log or code. */
const PROSE_SHARE = 6
/** Chinese may quote a Japanese word; in Japanese every tenth character at least is kana. */
const KANA_SHARE = 10

/**
 * The language of a text: kana make it `ja`, Hangul `ko`, Han without kana `zh`, Latin letters `en`, other letters
 * or none `other`. What looks like code, a log line, an address or an identifier counts only when nothing else is
 * there, so a Chinese message with pasted output stays `zh`.
 */
export function languageOf(text: string): Language {
  const prose = countProse(text)
  return decide(prose) ?? decide(countLetters(text)) ?? 'other'
}

function decide({ han, kana, hangul, latin, other }: Letters): Language | undefined {
  const cjk = han + kana + hangul
  if (cjk > 0 && cjk * CJK_WEIGHT >= Math.max(latin, other) * LATIN_WEIGHT) {
    if (hangul >= han + kana) return 'ko'
    return kana > 0 && kana * KANA_SHARE >= han ? 'ja' : 'zh'
  }
  if (latin + other === 0) return undefined
  return latin >= other ? 'en' : 'other'
}

/** CJK characters, Latin words (function words twice) and letters of other scripts, outside of code. */
function countProse(text: string): Letters {
  const total: Letters = { han: 0, kana: 0, hangul: 0, latin: 0, other: 0 }
  const bare = text.replace(FENCE, '\n').replace(INLINE_CODE, ' ').replace(ADDRESS, ' ')
  for (const line of bare.split('\n')) {
    const letters = countLetters(line)
    const cjk = letters.han + letters.kana + letters.hangul
    const words = line.match(PROSE_WORD) ?? []
    const functionWords = words.filter(word => ENGLISH_STOP_WORDS.has(word.toLowerCase())).length
    const isCode = CODE_LINE.test(line) || functionWords * PROSE_SHARE < words.length
    total.han += letters.han
    total.kana += letters.kana
    total.hangul += letters.hangul
    total.other += letters.other
    if (cjk > 0 || !isCode) total.latin += words.length + functionWords
  }
  return total
}

function countLetters(text: string): Letters {
  const letters: Letters = { han: 0, kana: 0, hangul: 0, latin: 0, other: 0 }
  for (let at = 0; at < text.length; at++) {
    const codePoint = text.codePointAt(at) ?? 0
    if (codePoint > 0xffff) at++
    const kind = kindOf(codePoint)
    if (kind === HAN) letters.han++
    else if (kind === HIRAGANA || kind === KATAKANA) letters.kana++
    else if (kind === HANGUL) letters.hangul++
    else if (kind === LATIN) letters.latin++
    else if (kind === ALPHABETIC || kind === UNSPACED) letters.other++
  }
  return letters
}
