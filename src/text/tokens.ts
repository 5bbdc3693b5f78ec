/**
 * The product's one token meter.
 *
 * Owns: the estimate of a text's tokens, from the kinds of its pieces and a price for each kind; no vocabulary is
 * kept. Leaves the prices to `token-prices.ts`, cutting to a budget to `cut.ts`.
 *
 * A text is parted as o200k parts it before merging: words with the one character before them, up to three digits,
 * runs of symbols, white space. How many tokens a piece becomes is estimated from its script, case, length and
 * beginning. How the prices were found and how far they hold: docs/decisions/2026-11-30-token-meter.md.
 */
import {
  ALPHABETIC,
  DIGIT,
  HAN,
  HANGUL,
  HIRAGANA,
  isHighSurrogate,
  isLowSurrogate,
  KATAKANA,
  type Kind,
  kindOf,
  kindOfUnit,
  LATIN,
  MARK,
  SPACE,
  SURROGATE,
  UNSPACED,
} from './script.ts'
import {
  EVERYDAY_SYMBOLS,
  HAN_PRICES,
  HANGUL_PRICES,
  HIRAGANA_PRICES,
  KANJI_PRICES,
  PRICE,
  TIERS,
  WORD_LENGTHS,
  WORD_PRICES,
} from './token-prices.ts'

/** Prices are whole thousandths of a token, so that sums are exact. */
const TOKEN = 1000
/** Longest run read as one piece, in code units. */
const MAX_RUN = 32

/**
 * How many tokens a text counts for: an estimate made to lie between the o200k count and a quarter above it. Whole,
 * 0 for the empty text only, equal on every machine. Linear; about 10 million characters a second.
 */
export function countTokens(text: string): number {
  const meter = new Meter(text)
  while (meter.at < text.length) meter.readPiece()
  return Math.ceil(meter.price / TOKEN)
}

/**
 * About how far a budget of tokens reaches, as a code-unit offset: to the end of the last whole piece inside it, and
 * into the next one by the share that is left. Count again to be sure.
 */
export function reachOf(text: string, maxTokens: number): number {
  const budget = maxTokens * TOKEN
  const meter = new Meter(text)
  while (meter.at < text.length) {
    const { at, price } = meter
    meter.readPiece()
    if (meter.price > budget)
      return at + Math.floor(((meter.at - at) * (budget - price)) / (meter.price - price))
  }
  return text.length
}

/** What stands before a word and belongs to its piece: the row of its prices. */
const NOTHING = 0
const BLANK = 1
const JOINT = 2
const OTHER_SYMBOL = 3
type Lead = number

const SMALL = 0
const CAPITALISED = 1
const OTHER_CASE = 2
const CASES = 3

/** Reads a text piece by piece; `at` is the offset of the next one, `price` the sum so far. */
class Meter {
  at = 0
  price = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  readPiece(): void {
    const kind = this.#kindAt(this.at)
    if (kind === DIGIT) this.#readDigits()
    else if (kind === SPACE) this.#readSpace()
    else if (isLetter(kind)) this.#readLetters(kind, NOTHING)
    else this.#readSymbols()
  }

  #unit(at: number): number {
    return this.#text.charCodeAt(at)
  }

  #kindAt(at: number): Kind {
    const unit = this.#unit(at)
    const kind = kindOfUnit(unit)
    return kind === SURROGATE && this.#isPair(at) ? kindOf(this.#text.codePointAt(at) ?? 0) : kind
  }

  #isPair(at: number): boolean {
    return isHighSurrogate(this.#unit(at)) && isLowSurrogate(this.#unit(at + 1))
  }

  #readDigits(): void {
    const start = this.at++
    while (this.at - start < 3 && kindOfUnit(this.#unit(this.at)) === DIGIT) this.at++
    this.price += PRICE.digits
  }

  /** Line ends are one piece with the white space before them; a single space belongs to what follows it. */
  #readSpace(): void {
    const start = this.at
    let end = start
    let lineEnd = 0
    while (end - start < MAX_RUN * 2 && kindOfUnit(this.#unit(end)) === SPACE) {
      if (isLineEnd(this.#unit(end++))) lineEnd = end
    }
    if (lineEnd > 0) {
      this.at = lineEnd
      this.price += PRICE.lineEnds
      return
    }
    const next = this.#kindAt(end)
    const isLead = this.#unit(end - 1) === 0x20 && end < this.#text.length && next !== DIGIT && next !== SPACE
    this.at = isLead ? end - 1 : end
    if (this.at > start) this.price += PRICE.spaces + ((this.at - start) >> 4) * PRICE.moreSpaces
    else this.#readAfterBlank(next)
  }

  #readAfterBlank(next: Kind): void {
    this.at++
    if (isLetter(next)) this.#readLetters(next, BLANK)
    else this.#readSymbolRun()
  }

  #readLetters(kind: Kind, lead: Lead): void {
    if (kind === LATIN) {
      this.#readWord(lead)
      return
    }
    if (lead === BLANK) this.price += PRICE.cjkAfterSpace
    else if (lead !== NOTHING) this.price += PRICE.cjkAfterSymbol
    this.#readRun(kind)
  }

  /** Capitals, then small letters. */
  #readWord(lead: Lead): void {
    const start = this.at
    while (isCapital(this.#unit(this.at))) this.at++
    const capitals = this.at - start
    while (isSmall(this.#unit(this.at))) {
      if (this.#unit(this.at++) >= 0x80) this.price += PRICE.accent
    }
    const length = this.at - start
    const shape = capitals === 0 ? SMALL : capitals === 1 && length > 1 ? CAPITALISED : OTHER_CASE
    const row = (lead * CASES + shape) * WORD_LENGTHS
    this.price += WORD_PRICES[row + Math.min(length, WORD_LENGTHS) - 1] ?? 0
    if (length > WORD_LENGTHS) this.price += (length - WORD_LENGTHS) * PRICE.longLetter
    this.#skipContraction()
  }

  /** `'s`, `n't`'s `'t`, `'re` … are free: common words are one token with them. */
  #skipContraction(): void {
    if (this.#unit(this.at) !== 0x27) return
    const end = /^'(?:s|t|m|d|re|ve|ll)/i.exec(this.#text.slice(this.at, this.at + 3))?.[0]
    if (end !== undefined) this.at += end.length
  }

  /** Letters of one script. */
  #readRun(kind: Kind): void {
    const start = this.at
    while (this.at - start < MAX_RUN && this.#kindAt(this.at) === kind)
      this.at += this.#isPair(this.at) ? 2 : 1
    if (kind === HAN) this.#payHan(start)
    else if (kind === HIRAGANA) this.#pay(start, PRICE.hiraganaRun, HIRAGANA_PRICES)
    else if (kind === HANGUL) this.#pay(start, PRICE.hangulRun, HANGUL_PRICES)
    else if (kind === KATAKANA) this.price += PRICE.katakanaRun + (this.at - start) * PRICE.katakana
    else this.#payLetters(start)
  }

  #payHan(start: number): void {
    if (isKana(this.#unit(start - 1)) || isKana(this.#unit(this.at))) {
      this.#pay(start, PRICE.kanjiRun, KANJI_PRICES)
    } else this.#pay(start, PRICE.hanRun, HAN_PRICES)
  }

  #pay(start: number, run: number, byTier: readonly number[]): void {
    this.price += run
    for (let at = start; at < this.at; at++) {
      if (this.#isPair(at)) {
        this.price += PRICE.farLetter
        at++
      } else this.price += byTier[TIERS[this.#unit(at)] ?? 0] ?? 0
    }
  }

  #payLetters(start: number): void {
    this.price += PRICE.letterRun
    for (let at = start; at < this.at; at++) {
      const unit = this.#unit(at)
      if (unit >= 0x400 && unit < 0x530) this.price += PRICE.cyrillic
      else if (unit < 0x1200 || unit >= 0x1e00)
        this.price += unit < 0xd800 ? PRICE.letter : PRICE.farLetter / 2
      else this.price += PRICE.rareLetter
    }
  }

  /** One ASCII symbol before a letter belongs to the word; other symbols are a run of their own. */
  #readSymbols(): void {
    const unit = this.#unit(this.at)
    const next = this.#kindAt(this.at + 1)
    if (unit >= 0x80 || !isLetter(next)) {
      this.#readSymbolRun()
      return
    }
    this.at++
    this.#readLetters(next, isJoint(unit) ? JOINT : OTHER_SYMBOL)
  }

  #readSymbolRun(): void {
    const start = this.at
    let before = -1
    while (this.at - start < MAX_RUN && this.at < this.#text.length && isSymbol(this.#kindAt(this.at))) {
      const codePoint = this.#text.codePointAt(this.at) ?? 0
      this.price += symbolPrice(codePoint, before)
      before = codePoint
      this.at += codePoint > 0xffff ? 2 : 1
    }
    while (isLineEnd(this.#unit(this.at))) this.at++
  }
}

const isLetter = (kind: Kind) => kind === LATIN || (kind >= ALPHABETIC && kind <= UNSPACED)
const isSymbol = (kind: Kind) => kind !== SPACE && kind !== DIGIT && !isLetter(kind)
const isLineEnd = (unit: number) => unit === 0x0a || unit === 0x0d
const isCapital = (unit: number) => unit >= 0x41 && unit <= 0x5a
const isKana = (unit: number) => kindOfUnit(unit) === HIRAGANA || kindOfUnit(unit) === KATAKANA
/** `.`, `_`, `/`, `-`: joints of names, more often one token with the word after them than other symbols. */
const isJoint = (unit: number) => unit === 0x2e || unit === 0x5f || unit === 0x2f || unit === 0x2d

function isSmall(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x61 && unit <= 0x7a
  const kind = kindOfUnit(unit)
  return kind === LATIN || kind === MARK
}

function symbolPrice(codePoint: number, before: number): number {
  if (codePoint < 0x80) {
    if (before === -1) return PRICE.symbol
    return codePoint === before ? PRICE.sameSymbol : PRICE.nextSymbol
  }
  if (codePoint < 0x1f000) {
    if (codePoint === 0x200d || codePoint === 0xfe0f) return PRICE.joiner
    return EVERYDAY_SYMBOLS.has(codePoint) ? PRICE.everydaySymbol : PRICE.rareSymbol
  }
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return PRICE.skinTone
  if (codePoint >= 0x1f600 && codePoint <= 0x1f64f) return PRICE.face
  return codePoint >= 0x1f900 || (codePoint >= 0x1f500 && codePoint <= 0x1f5ff) ? PRICE.newEmoji : PRICE.emoji
}
