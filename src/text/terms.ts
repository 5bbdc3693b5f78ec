/**
 * The terms of a text: what the index stores and what a query asks it for.
 *
 * Owns: the rules from text to terms, one scanner for both sides, so that a query's terms are always a part of what
 * the same text was indexed under. Leaves the lists of grammar words to `function-words.ts`, weights to the ranking.
 *
 * Rules. Text is NFKC, lower case. English words are stemmed (Porter), stop words dropped, accents folded.
 * Identifiers stand whole and in parts (`src/a/readConfig.ts`: path, base name, words). Han and kana stand as
 * overlapping pairs, Han also as single characters. Hangul words stand whole, without their particle, and as pairs.
 * Scripts glued together are parted. A term has no white space and no quotation mark; of ASCII punctuation only
 * `. _ - / + #`.
 */
import { stemmer } from 'stemmer'
import {
  CJK_QUESTION_WORDS,
  CJK_STOP_CHARACTERS,
  ENGLISH_STOP_WORDS,
  KOREAN_ENDINGS,
  KOREAN_QUESTION_WORDS,
} from './function-words.ts'
import { regularForm } from './irregular-forms.ts'
import {
  ALPHABETIC,
  DIGIT,
  HAN,
  HANGUL,
  HIRAGANA,
  isHighSurrogate,
  KATAKANA,
  type Kind,
  kindOf,
  kindOfUnit,
  LATIN,
  MARK,
  SURROGATE,
  UNSPACED,
} from './script.ts'

/** Longer terms are cut to this many code units, on both sides alike. */
const MAX_TERM = 128
/** Longer words are data, not names: they are neither split nor stemmed. */
const MAX_SPLIT = 64
/** More capital humps than this: encoded data. */
const MAX_HUMPS = 6
/** Longer words are not cached: V8 keeps the whole source text alive behind a slice of 13 units or more. */
const MAX_CACHED = 12
/** Entries of one cache generation; two generations live. */
const CACHE_SIZE = 10_000

/**
 * All terms of a text, in order, duplicates kept. Stop words of English are left out. Never throws; what is no
 * letter, digit or part of an identifier (punctuation, emoji, lone surrogates) gives no term.
 */
export function indexTerms(text: string): string[] {
  return scan(text, false)
}

/**
 * The terms to look for, each once, in order. Question words, particles and pairs of hiragana are left out, unless
 * nothing else is there. May be empty.
 */
export function queryTerms(text: string): string[] {
  const terms = new Set(scan(text, true))
  return terms.size > 0 ? [...terms] : [...new Set(scan(text, false))]
}

function scan(text: string, isQuery: boolean): string[] {
  const out: string[] = []
  const normal = text.normalize('NFKC')
  const visitor: PieceVisitor = {
    word: terms => {
      for (let at = 0; at < terms.length; at++) out.push(terms[at] as string)
    },
    run: run => pushPairs(run, isQuery, out),
    hangul: word => pushHangul(word, isQuery, out),
  }
  for (let at = 0; at < normal.length; ) at = visitPiece(normal, at, visitor)
  return out
}

/** What is done with the pieces of a text. */
export interface PieceVisitor {
  /** Terms of a word of Latin or another alphabetic script, as they are indexed and asked for. */
  word: (terms: readonly string[]) => void
  /** A run of a script without spaces. */
  run: (run: string) => void
  /** A word of Hangul. */
  hangul: (word: string) => void
}

/** Visits the piece of NFKC text that begins at an offset, if one does; gives the offset behind it. */
export function visitPiece(normal: string, start: number, visitor: PieceVisitor): number {
  const kind = kindAt(normal, start)
  if (kind === LATIN || kind === DIGIT) {
    const end = endOfIdentifier(normal, start)
    visitor.word(termsOfWord(normal.slice(start, end)))
    return end
  }
  if (isPaired(kind)) {
    const end = endOfRun(normal, start, isPaired)
    visitor.run(normal.slice(start, end))
    return end
  }
  if (kind === HANGUL) {
    const end = endOfRun(normal, start, isHangulKind)
    visitor.hangul(normal.slice(start, end))
    return end
  }
  if (kind === ALPHABETIC) {
    const end = endOfRun(normal, start, isAlphabeticKind)
    visitor.word([bounded(normal.slice(start, end).toLowerCase())])
    return end
  }
  return start + unitsAt(normal, start)
}

/** The terms of one word of lower-case letters a–z: none, or its stem. */
export function termsOfPlainWord(lower: string): readonly string[] {
  if (ENGLISH_STOP_WORDS.has(lower)) return []
  return [bounded(lower.length <= MAX_SPLIT ? stemmer(regularForm(lower)) : lower)]
}

/** The terms that a run of a script without spaces, or a word of Hangul, is indexed under. */
export function termsOfRun(run: string): string[] {
  const out: string[] = []
  pushPairs(run, false, out)
  return out
}

export function termsOfHangul(word: string): string[] {
  const out: string[] = []
  pushHangul(word, false, out)
  return out
}

function kindAt(text: string, at: number): Kind {
  const kind = kindOfUnit(text.charCodeAt(at))
  return kind === SURROGATE ? kindOf(text.codePointAt(at) ?? 0) : kind
}

/** Code units of the code point at an offset. */
function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

const isPaired = (kind: Kind) => kind === HAN || kind === HIRAGANA || kind === KATAKANA || kind === UNSPACED
const isHangulKind = (kind: Kind) => kind === HANGUL
const isAlphabeticKind = (kind: Kind) => kind === ALPHABETIC || kind === MARK

function endOfRun(text: string, from: number, belongs: (kind: Kind) => boolean): number {
  let at = from
  while (at < text.length && belongs(kindAt(text, at))) at += unitsAt(text, at)
  return at
}

/** Cut to the longest term, never inside a surrogate pair. */
function bounded(term: string): string {
  if (term.length <= MAX_TERM) return term
  return term.slice(0, isHighSurrogate(term.charCodeAt(MAX_TERM - 1)) ? MAX_TERM - 1 : MAX_TERM)
}

// ---- identifiers and words --------------------------------------------------------------------------------

const SPACE_UNIT = 0x20
const CONNECTORS = "._-/\\'’"

/** Letters, digits and marks of Latin script, with connectors that stand between two of them. */
function endOfIdentifier(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    while (isWordUnit(text.charCodeAt(at))) at++
    if (text.charCodeAt(at) === SPACE_UNIT || at >= text.length) return at
    let next = at
    while (next - at < 2 && next < text.length && CONNECTORS.includes(text.charAt(next))) next++
    if (next > at && isWordUnit(text.charCodeAt(next))) at = next + 1
    else if (isThousands(text, from, at)) at += 4
    else return at + plusOrSharp(text, from, at)
  }
}

function isWordUnit(unit: number): boolean {
  const kind = kindOfUnit(unit)
  return kind === LATIN || kind === DIGIT || kind === MARK
}

/** A comma before exactly three digits, in a number of which the same is true so far: `1,000`. */
function isThousands(text: string, from: number, at: number): boolean {
  return text.charAt(at) === ',' && /^\d{1,3}(?:,\d{3})+\D?$/.test(text.slice(from, at + 5))
}

/** `c++`, `c#`, `f#` are names. */
function plusOrSharp(text: string, from: number, at: number): number {
  if (at - from !== 1) return 0
  if (text.startsWith('++', at)) return 2
  return text.charAt(at) === '#' ? 1 : 0
}

let young = new Map<string, readonly string[]>()
let old: ReadonlyMap<string, readonly string[]> = new Map()

function termsOfWord(raw: string): readonly string[] {
  return raw.length <= MAX_CACHED ? cachedTerms(raw) : termsOfIdentifier(raw)
}

function cachedTerms(raw: string): readonly string[] {
  const known = young.get(raw)
  if (known !== undefined) return known
  const terms = old.get(raw) ?? termsOfIdentifier(raw)
  if (young.size >= CACHE_SIZE) {
    old = young
    young = new Map()
  }
  young.set(raw, terms)
  return terms
}

/** The whole, then path segments, then words, then humps; each only where it differs from what it is part of. */
function termsOfIdentifier(raw: string): readonly string[] {
  if (PLAIN_WORD.test(raw)) return termsOfPlainWord(raw.toLowerCase())
  const whole = plain(raw)
  const terms: string[] = []
  add(whole, terms)
  if (whole.length > MAX_TERM * 2) return terms
  for (const segment of whole.split('/')) {
    if (segment !== whole) add(segment, terms)
    for (const word of wordsOf(segment)) {
      if (word !== segment) add(word, terms)
      for (const hump of humpsOf(word)) add(hump, terms)
    }
  }
  return terms
}

/** What most words are: no parts, nothing to fold. */
const PLAIN_WORD = /^[A-Za-z][a-z]*$/

/** Apostrophes, accents and thousands' commas folded away; case kept for the humps. */
function plain(raw: string): string {
  const bare = raw
    .replace(/['’]s$/i, '')
    .replace(/['’,]/g, '')
    .replaceAll('\\', '/')
  if (/^[\0-\x7f]*$/.test(bare)) return bare
  const folded = bare.normalize('NFD').replace(/\p{M}+/gu, '')
  return folded.replace(/[ßøłđæœı]/gi, letter => FOLDED[letter.toLowerCase()] ?? letter)
}

/** Letters that Unicode does not take apart. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

/** Parts between underscores, hyphens and dots; a dot between digits stays. */
function wordsOf(segment: string): readonly string[] {
  return /[._-]/.test(segment) ? segment.split(/[_-]+|(?<!\d)\.|\.(?!\d)/) : [segment]
}

/** `readConfig`, `HTTPServer`, `python3`, `v2`: parts by case, and the number after three letters or a `v`. */
function humpsOf(word: string): readonly string[] {
  if (word.length > MAX_SPLIT || !/[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d/.test(word)) return []
  const version = /^v(\d+)$/i.exec(word)?.[1]
  if (version !== undefined) return [version]
  const humps = word.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{3})(?=\d)/)
  return humps.length > 1 && humps.length <= MAX_HUMPS ? humps : []
}

/** Adds a part in its final form, unless it is empty or a stop word. */
function add(part: string, terms: string[]): void {
  const lower = part.toLowerCase()
  if (lower === '' || ENGLISH_STOP_WORDS.has(lower)) return
  if (/^[a-z]+$/.test(lower))
    terms.push(bounded(lower.length <= MAX_SPLIT ? stemmer(regularForm(lower)) : lower))
  else terms.push(bounded(lower.replace(/^v(?=\d+\.\d)/, '')))
}

// ---- Han, kana and other scripts without spaces -----------------------------------------------------------

/** Overlapping pairs, and Han characters alone. A run of one character stands alone whatever it is. */
function pushPairs(run: string, isQuery: boolean, out: string[]): void {
  const masked = isQuery ? maskOf(run) : undefined
  for (let at = 0; at < run.length; ) {
    const next = at + unitsAt(run, at)
    if (!masked?.[at]) pushPairAt(run, at, next, masked, out)
    at = next
  }
}

function pushPairAt(run: string, at: number, next: number, masked: Mask | undefined, out: string[]): void {
  const kind = kindAt(run, at)
  if (next < run.length && !masked?.[next] && !(masked && isHiraganaPair(run, at, next))) {
    out.push(run.slice(at, next + unitsAt(run, next)))
  }
  const character = run.slice(at, next)
  const isAlone = kind === HAN ? !(masked && CJK_STOP_CHARACTERS.has(character)) : next - at === run.length
  if (isAlone) out.push(character)
}

function isHiraganaPair(run: string, at: number, next: number): boolean {
  return kindAt(run, at) === HIRAGANA && kindAt(run, next) === HIRAGANA
}

/** Code units of a run that belong to a question word. */
type Mask = readonly boolean[]

const LONGEST_QUESTION_WORD = Math.max(...[...CJK_QUESTION_WORDS].map(word => word.length))

/** Marks question words, the longest at each place. */
function maskOf(run: string): Mask {
  const masked: boolean[] = new Array(run.length).fill(false)
  for (let at = 0; at < run.length; at++) {
    const length = questionWordAt(run, at)
    masked.fill(true, at, at + length)
    at += Math.max(length - 1, 0)
  }
  return masked
}

/** The length of the longest question word at an offset, 0 when there is none. */
function questionWordAt(run: string, at: number): number {
  if (!QUESTION_OPENERS.has(run.charAt(at))) return 0
  for (let length = Math.min(LONGEST_QUESTION_WORD, run.length - at); length > 0; length--) {
    if (CJK_QUESTION_WORDS.has(run.slice(at, at + length))) return length
  }
  return 0
}

const QUESTION_OPENERS: ReadonlySet<string> = new Set([...CJK_QUESTION_WORDS].map(word => word.charAt(0)))

// ---- Hangul -----------------------------------------------------------------------------------------------

/** The word, overlapping pairs of its syllables, and what is left without its particle or polite ending. */
function pushHangul(word: string, isQuery: boolean, out: string[]): void {
  const stem = withoutEnding(word)
  if (isQuery && (KOREAN_QUESTION_WORDS.has(stem) || KOREAN_QUESTION_WORDS.has(word))) return
  out.push(bounded(word))
  if (stem !== word && stem.length !== 2) out.push(bounded(stem))
  const paired = isQuery ? stem : word
  if (word.length <= 2) return
  for (let at = 0; at + 2 <= paired.length; at++) out.push(paired.slice(at, at + 2))
}

function withoutEnding(word: string): string {
  const ending = KOREAN_ENDINGS.find(end => word.length > end.length && word.endsWith(end))
  return ending === undefined ? word : word.slice(0, -ending.length)
}
