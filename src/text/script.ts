/**
 * Which kind of character a code unit or code point is, from one table of ours.
 *
 * Owns: the ranges of scripts, digits, white space and marks, so that terms, tokens and sentences come out the
 * same under every Node version (Unicode properties of regular expressions follow the engine's data). Leaves what
 * is done with the kinds to the files beside it.
 */

/** The kinds. `SYMBOL` is everything that is no letter, digit, mark or white space: punctuation, emoji, the unknown. */
export const SYMBOL = 0
export const SPACE = 1
export const DIGIT = 2
export const LATIN = 3
/** Letters of alphabets and syllabaries that put spaces between words: Greek, Cyrillic, Arabic, Devanagari … */
export const ALPHABETIC = 4
/** Combining marks: they belong to the character before them. */
export const MARK = 5
export const HAN = 6
export const HIRAGANA = 7
export const KATAKANA = 8
export const HANGUL = 9
/** Letters of scripts that write words together: Thai, Lao, Khmer, Burmese. */
export const UNSPACED = 10
/** Half of a surrogate pair; look at the code point instead. */
export const SURROGATE = 11

/** Han, kana and Hangul. */
export const CJK_KINDS: ReadonlySet<Kind> = new Set([HAN, HIRAGANA, KATAKANA, HANGUL])

/** One of the kinds above. */
export type Kind = number

const HIGH_SURROGATES = 0xd800
const LOW_SURROGATES = 0xdc00
const AFTER_SURROGATES = 0xe000

/** Kind, then inclusive ranges; a later row overrides an earlier one. */
const BASIC_RANGES: readonly (readonly [Kind, readonly (readonly [number, number])[]])[] = [
  [
    SPACE,
    [
      [0x09, 0x0d],
      [0x20, 0x20],
      [0x85, 0x85],
      [0xa0, 0xa0],
      [0x1680, 0x1680],
      [0x2000, 0x200a],
      [0x2028, 0x2029],
      [0x202f, 0x202f],
      [0x205f, 0x205f],
      [0x3000, 0x3000],
      [0xfeff, 0xfeff],
    ],
  ],
  [
    DIGIT,
    [
      [0x30, 0x39],
      [0xff10, 0xff19],
    ],
  ],
  [
    LATIN,
    [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0xaa, 0xaa],
      [0xba, 0xba],
      [0xc0, 0x2af],
      [0x1e00, 0x1eff],
      [0x2c60, 0x2c7f],
      [0xa722, 0xa7ff],
      [0xfb00, 0xfb06],
      [0xff21, 0xff3a],
      [0xff41, 0xff5a],
    ],
  ],
  [
    ALPHABETIC,
    [
      [0x370, 0x373],
      [0x376, 0x377],
      [0x37b, 0x37d],
      [0x37f, 0x37f],
      [0x386, 0x386],
      [0x388, 0x481],
      [0x48a, 0x556],
      [0x561, 0x587],
      [0x5d0, 0x5f2],
      [0x620, 0x66f],
      [0x671, 0x6d3],
      [0x6d5, 0x6ff],
      [0x710, 0x7b1],
      [0x7ca, 0x7ea],
      [0x800, 0x8ff],
      [0x900, 0xdff],
      [0xf00, 0xfff],
      [0x10a0, 0x10ff],
      [0x1200, 0x135a],
      [0x1380, 0x16ea],
      [0x1700, 0x1711],
      [0x1800, 0x18ff],
      [0x1c80, 0x1c8a],
      [0x1d00, 0x1dbf],
      [0x1f00, 0x1fff],
      [0x2c00, 0x2c5f],
      [0x2c80, 0x2cee],
      [0x2d00, 0x2d6f],
      [0xa500, 0xa69f],
      [0xfb1d, 0xfdfb],
      [0xfe70, 0xfefc],
    ],
  ],
  [
    MARK,
    [
      [0x300, 0x36f],
      [0x483, 0x489],
      [0x591, 0x5bd],
      [0x610, 0x61a],
      [0x64b, 0x65f],
      [0x6d6, 0x6dc],
      [0x6df, 0x6e8],
      [0x6ea, 0x6ed],
      [0x900, 0x903],
      [0x93a, 0x94f],
      [0x962, 0x963],
      [0x981, 0x983],
      [0x9bc, 0x9cd],
      [0xa01, 0xa03],
      [0xa3c, 0xa4d],
      [0xa81, 0xa83],
      [0xabc, 0xacd],
      [0xb3c, 0xb57],
      [0xbbe, 0xbcd],
      [0xc3e, 0xc56],
      [0xcbc, 0xcd6],
      [0xd3b, 0xd4d],
      [0xdca, 0xddf],
      [0x1dc0, 0x1dff],
      [0x20d0, 0x20ff],
      [0xfe20, 0xfe2f],
    ],
  ],
  [
    HAN,
    [
      [0x2e80, 0x2fdf],
      [0x3005, 0x3007],
      [0x3021, 0x3029],
      [0x3038, 0x303b],
      [0x3105, 0x312f],
      [0x31a0, 0x31bf],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xf900, 0xfaff],
    ],
  ],
  [
    HIRAGANA,
    [
      [0x3041, 0x3096],
      [0x309d, 0x309f],
    ],
  ],
  [
    KATAKANA,
    [
      [0x30a1, 0x30fa],
      [0x30fc, 0x30ff],
      [0x31f0, 0x31ff],
      [0xff66, 0xff9f],
    ],
  ],
  [
    HANGUL,
    [
      [0x1100, 0x11ff],
      [0x3131, 0x318e],
      [0xa960, 0xa97c],
      [0xac00, 0xd7fb],
      [0xffa1, 0xffdc],
    ],
  ],
  [
    UNSPACED,
    [
      [0xe01, 0xe3a],
      [0xe40, 0xe4e],
      [0xe81, 0xece],
      [0x1000, 0x104f],
      [0x1780, 0x17d3],
    ],
  ],
  [
    SYMBOL,
    [
      [0xd7, 0xd7],
      [0xf7, 0xf7],
      [0x3004, 0x3004],
      [0x964, 0x965],
      [0x970, 0x970],
    ],
  ],
  [SURROGATE, [[HIGH_SURROGATES, AFTER_SURROGATES - 1]]],
]

const BASIC_KINDS = makeTable()

function makeTable(): Uint8Array {
  const kinds = new Uint8Array(0x10000)
  for (const [kind, ranges] of BASIC_RANGES) {
    for (const [first, last] of ranges) kinds.fill(kind, first, last + 1)
  }
  return kinds
}

/** The kind of a UTF-16 code unit; `SURROGATE` for both halves of a pair and for lone ones. */
export function kindOfUnit(unit: number): Kind {
  return BASIC_KINDS[unit] ?? SYMBOL
}

/** The kind of a code point; a lone surrogate is `SURROGATE`. */
export function kindOf(codePoint: number): Kind {
  if (codePoint < 0x10000) return kindOfUnit(codePoint)
  if (codePoint >= 0x20000 && codePoint < 0x40000) return HAN
  if (codePoint >= 0x1aff0 && codePoint < 0x1b170) return HIRAGANA
  if (codePoint < 0x17000 || (codePoint >= 0x1e900 && codePoint < 0x1e960)) return ALPHABETIC
  return SYMBOL
}

/** Whether the unit is the first half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= HIGH_SURROGATES && unit < LOW_SURROGATES
}

/** Whether the unit is the second half of a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= LOW_SURROGATES && unit < AFTER_SURROGATES
}

/** Whether the code point is a Han character (Chinese characters, kanji, hanja; the signs 々 〆 〇 included). */
export function isHan(codePoint: number): boolean {
  return kindOf(codePoint) === HAN
}

/** Whether the code point is hiragana or katakana, half-width forms and the long-vowel sign included. */
export function isKana(codePoint: number): boolean {
  const kind = kindOf(codePoint)
  return kind === HIRAGANA || kind === KATAKANA
}

/** Whether the code point is a Hangul syllable or letter. */
export function isHangul(codePoint: number): boolean {
  return kindOf(codePoint) === HANGUL
}

/** Whether the code point is Han, kana or Hangul. */
export function isCjk(codePoint: number): boolean {
  return CJK_KINDS.has(kindOf(codePoint))
}

/** Whether the code point is a Latin letter, accented and full-width ones included. */
export function isLatin(codePoint: number): boolean {
  return kindOf(codePoint) === LATIN
}
