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
  KOREAN_PARTICLES,
  KOREAN_QUESTION_WORDS,
} from './function-words.ts'
import {
  ALPHABETIC,
  DIGIT,
  HAN,
  HANGUL,
  HIRAGANA,
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
/** Longer words are data, not names: they are not split. */
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
  let at = 0
  while (at < normal.length) {
    const kind = kindAt(normal, at)
    const start = at
    if (kind === LATIN || kind === DIGIT) {
      at = endOfIdentifier(normal, start)
      pushIdentifier(normal.slice(start, at), out)
    } else if (isPaired(kind)) {
      at = endOfRun(normal, start, isPaired)
      pushPairs(normal.slice(start, at), isQuery, out)
    } else if (kind === HANGUL) {
      at = endOfRun(normal, start, isHangulKind)
      pushHangul(normal.slice(start, at), isQuery, out)
    } else if (kind === ALPHABETIC) {
      at = endOfRun(normal, start, isAlphabeticKind)
      out.push(normal.slice(start, at).toLowerCase().slice(0, MAX_TERM))
    } else at += kind === SURROGATE || normal.charCodeAt(at) < 0xd800 || isBasic(normal, at) ? 1 : 2
  }
  return out
}

function kindAt(text: string, at: number): Kind {
  const kind = kindOfUnit(text.charCodeAt(at))
  return kind === SURROGATE ? kindOf(text.codePointAt(at) ?? 0) : kind
}

function isBasic(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) <= 0xffff
}

const isPaired = (kind: Kind) => kind === HAN || kind === HIRAGANA || kind === KATAKANA || kind === UNSPACED
const isHangulKind = (kind: Kind) => kind === HANGUL
const isAlphabeticKind = (kind: Kind) => kind === ALPHABETIC || kind === MARK

function endOfRun(text: string, from: number, belongs: (kind: Kind) => boolean): number {
  let at = from
  while (at < text.length && belongs(kindAt(text, at))) at += isBasic(text, at) ? 1 : 2
  return at
}

// ---- identifiers and words --------------------------------------------------------------------------------

const CONNECTORS = "._-/\\'’"

/** Letters, digits and marks of Latin script, with connectors that stand between two of them. */
function endOfIdentifier(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    while (at < text.length && isWordUnit(text.charCodeAt(at))) at++
    let next = at
    while (next - at < 2 && CONNECTORS.includes(text.charAt(next)) && next < text.length) next++
    if (next > at && isWordUnit(text.charCodeAt(next))) at = next + 1
    else if (isThousands(text, from, at)) at += 4
    else return at + plusOrSharp(text, from, at)
  }
}

function isWordUnit(unit: number): boolean {
  const kind = kindOfUnit(unit)
  return kind === LATIN || kind === DIGIT || kind === MARK
}

function isThousands(text: string, from: number, at: number): boolean {
  return text.charAt(at) === ',' && /^\d{1,3}(?:,\d{3})*,\d{3}(?!\d)/.test(text.slice(from, at + 5))
}

/** `c++`, `c#`, `f#` are names. */
function plusOrSharp(text: string, from: number, at: number): number {
  if (at - from !== 1) return 0
  if (text.startsWith('++', at)) return 2
  return text.charAt(at) === '#' ? 1 : 0
}

let young = new Map<string, readonly string[]>()
let old: ReadonlyMap<string, readonly string[]> = new Map()

function pushIdentifier(raw: string, out: string[]): void {
  for (const term of raw.length <= MAX_CACHED ? cachedTerms(raw) : termsOfIdentifier(raw)) out.push(term)
}

function cachedTerms(raw: string): readonly string[] {
  let terms = young.get(raw)
  if (terms !== undefined) return terms
  terms = old.get(raw) ?? termsOfIdentifier(raw)
  if (young.size >= CACHE_SIZE) {
    old = young
    young = new Map()
  }
  young.set(raw, terms)
  return terms
}

/** The whole, then path segments, then words, then humps; each only where it differs from what it is part of. */
function termsOfIdentifier(raw: string): readonly string[] {
  const whole = plain(raw)
  const terms: string[] = []
  add(whole, terms)
  if (whole.length > MAX_SPLIT * 4) return terms
  for (const segment of whole.split('/')) {
    if (segment !== whole) add(segment, terms)
    for (const word of segment.split(/[_-]+|(?<!\d)\.|\.(?!\d)/)) {
      if (word !== segment) add(word, terms)
      if (word.length > MAX_SPLIT) continue
      for (const hump of humps(word)) add(hump, terms)
    }
  }
  return terms
}

/** Accents, apostrophes and thousands' commas folded away; case kept for the humps. */
function plain(raw: string): string {
  const bare = raw
    .replace(/['’]s$/i, '')
    .replace(/['’,]/g, '')
    .replaceAll('\\', '/')
  if (/^[\0-\x7f]*$/.test(bare)) return bare
  return bare
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđæœı]/gi, letter => FOLDED[letter.toLowerCase()] ?? letter)
}

const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

function humps(word: string): readonly string[] {
  const parts = word.split(
    /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{3})(?=\d)|(?<=^[vV])(?=\d)/,
  )
  return parts.length > 1 && parts.length <= MAX_HUMPS ? parts : []
}

function add(text: string, terms: string[]): void {
  const lower = text.toLowerCase()
  if (lower === '' || ENGLISH_STOP_WORDS.has(lower)) return
  const version = /^v(\d+(?:\.\d+)+.*)$/.exec(lower)?.[1]
  const term = version ?? (/^[a-z]+$/.test(lower) ? stemmer(lower) : lower)
  terms.push(term.length > MAX_TERM ? term.slice(0, MAX_TERM) : term)
}

// ---- Han, kana and other scripts without spaces -----------------------------------------------------------

/** Overlapping pairs, and Han characters alone. */
function pushPairs(run: string, isQuery: boolean, out: string[]): void {
  const characters = [...run]
  const masked = isQuery ? maskOf(characters) : undefined
  for (const [at, character] of characters.entries()) {
    if (masked?.[at]) continue
    const kind = kindOf(character.codePointAt(0) ?? 0)
    const next = characters[at + 1]
    if (next !== undefined && !masked?.[at + 1] && !(isQuery && isHiraganaPair(kind, next)))
      out.push(character + next)
    const standsAlone =
      kind === HAN ? !(isQuery && CJK_STOP_CHARACTERS.has(character)) : characters.length === 1
    if (standsAlone) out.push(character)
  }
}

function isHiraganaPair(kind: Kind, next: string): boolean {
  return kind === HIRAGANA && kindOf(next.codePointAt(0) ?? 0) === HIRAGANA
}

const LONGEST_QUESTION_WORD = Math.max(...[...CJK_QUESTION_WORDS].map(word => word.length))

/** Marks the characters of question words, longest first. */
function maskOf(characters: readonly string[]): boolean[] {
  const masked: boolean[] = new Array(characters.length).fill(false)
  for (let at = 0; at < characters.length; at++) {
    for (let length = Math.min(LONGEST_QUESTION_WORD, characters.length - at); length > 0; length--) {
      if (!CJK_QUESTION_WORDS.has(characters.slice(at, at + length).join(''))) continue
      masked.fill(true, at, at + length)
      at += length - 1
      break
    }
  }
  return masked
}

// ---- Hangul -----------------------------------------------------------------------------------------------

/** The word, the word without its particle, and overlapping pairs of its syllables. */
function pushHangul(word: string, isQuery: boolean, out: string[]): void {
  const stem = withoutParticle(word)
  if (isQuery && (KOREAN_QUESTION_WORDS.has(stem) || KOREAN_QUESTION_WORDS.has(word))) return
  out.push(word.slice(0, MAX_TERM))
  if (stem !== word) out.push(stem.slice(0, MAX_TERM))
  const paired = isQuery ? stem : word
  for (let at = 0; at + 2 <= paired.length; at++) {
    if (paired.length > 2 || paired !== word) out.push(paired.slice(at, at + 2))
  }
}

function withoutParticle(word: string): string {
  const particle = KOREAN_PARTICLES.find(end => word.length > end.length && word.endsWith(end))
  return particle === undefined ? word : word.slice(0, -particle.length)
}
