/**
 * What the words of a text stand for: terms that all words of one meaning share.
 *
 * Owns: finding words of `concepts.ts` in a text. A concept's term is no word of any text, and stays what it is when
 * other classes of the list change.
 */
import { conceptClasses } from './concepts.ts'
import { KATAKANA, kindOfUnit } from './script.ts'
import { indexTerms } from './terms.ts'

/** Words of the list, each with the terms of its classes. */
interface Lexicon {
  /** By stemmed term. */
  latin: ReadonlyMap<string, readonly string[]>
  cjk: ReadonlyMap<string, readonly string[]>
  /** The longest word that begins with two characters, by {@link pairAt}. */
  longest: ReadonlyMap<number, number>
}

/** Read when first needed: five thousand words take some milliseconds. */
let lexicon: Lexicon | undefined

function readLexicon(): Lexicon {
  const latin = new Map<string, string[]>()
  const cjk = new Map<string, string[]>()
  const longest = new Map<number, number>()
  for (const words of conceptClasses()) {
    const concept = `=${words.slice(0, 2).join('/')}`
    for (const word of words) {
      if (/^[a-z]+$/.test(word)) add(latin, indexTerms(word)[0] ?? word, concept)
      else if (word.length > 1) {
        add(cjk, word, concept)
        longest.set(pairAt(word, 0), Math.max(longest.get(pairAt(word, 0)) ?? 0, word.length))
      }
    }
  }
  return { latin, cjk, longest }
}

function add(map: Map<string, string[]>, word: string, concept: string): void {
  const known = map.get(word)
  if (known === undefined) map.set(word, [concept])
  else if (!known.includes(concept)) known.push(concept)
}

const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]{2,}/gu

/**
 * Terms of the concepts that a text names, in order, repeated ones kept. Words of one Han character are too often part
 * of another word and name none.
 *
 * @param terms of the text, from {@link indexTerms} or a query.
 */
export function conceptTerms(text: string, terms: readonly string[]): string[] {
  const found = terms.flatMap(conceptsOfTerm)
  for (const [run] of text.normalize('NFKC').matchAll(CJK_RUN)) found.push(...conceptsOfRun(run))
  return found
}

/** Concepts of one term of a Latin word. */
export function conceptsOfTerm(term: string): readonly string[] {
  lexicon ??= readLexicon()
  return lexicon.latin.get(term) ?? NONE
}

const NONE: readonly string[] = []

/** Concepts of a run of Han and kana. */
export function conceptsOfRun(run: string): string[] {
  lexicon ??= readLexicon()
  const found: string[] = []
  pushConcepts(run, lexicon, found)
  return found
}

/** The longest word at each place, then on after it; none ends inside the run of Katakana it begins with. */
function pushConcepts(run: string, { cjk, longest }: Lexicon, found: string[]): void {
  for (let at = 0; at < run.length; ) {
    const katakana = endOfKatakana(run, at) - at
    const length = wordAt(run, at, cjk, longest)
    const isWord = length > 1 && length >= katakana
    if (isWord) found.push(...(cjk.get(run.slice(at, at + length)) ?? NONE))
    at += isWord ? length : Math.max(katakana, 1)
  }
}

/** Where a run of Katakana that begins at an offset ends; the offset when none does. */
function endOfKatakana(run: string, from: number): number {
  let at = from
  while (at < run.length && kindOfUnit(run.charCodeAt(at)) === KATAKANA) at++
  return at
}

function wordAt(run: string, at: number, words: Lexicon['cjk'], longest: Lexicon['longest']): number {
  if (at + 1 >= run.length) return 0
  const most = Math.min(longest.get(pairAt(run, at)) ?? 0, run.length - at)
  for (let length = most; length > 1; length--) if (words.has(run.slice(at, at + length))) return length
  return 0
}

/** Two code units as one number. */
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)
