/**
 * The salient words of a block, as tags.
 *
 * Owns: what may be a tag, and their order. Identifiers, versions and names of tools come first, then names, then
 * words and Chinese names that the block comes back to. Leaves terms for search to `text/terms.ts`: those are stems,
 * tags are read by people.
 */
import { ENGLISH_STOP_WORDS } from '../../text/function-words.ts'
import type { Said } from './sentences-of.ts'

/** A run of Latin letters and digits with the joints of identifiers. */
const WORD =
  /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}\p{M}]*(?:[._/+#'’-]+[\p{Script=Latin}\p{N}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu
/** Holds a joint, an inner capital or a digit after a letter; or is all capitals. */
const IS_IDENTIFIER = /\p{L}[._/#+-]|[._/#-]\p{L}|\p{Ll}\p{Lu}|\p{L}\d|^\p{Lu}{2,}s?$/u
const NO_TAG =
  /^(?:[\p{N}.,/:-]+|please|every|everything|everyone|nothing|anything|something|really|simply|maybe|actually|always|never|today|tomorrow|yesterday|thanks|okay|help|[KMGT]i?B|kB|ms|px|km|kg|cm|think|want|need|make|just|like|good|great|nice|know|look|still|also|thing|things|much|many|going|back|because|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/iu
const MIN_WORD = 4
const MAX_TAG = 32
const HAN_RUN = /\p{Script=Han}{2,}/gu
const HAN_LENGTH = { min: 2, max: 4 }
/** Said once, a plain word is any word, and a run of Han characters any cut through a sentence. */
const MIN_TIMES = 2
/** Characters that are no part of a name. */
const HAN_GRAMMAR = new Set(
  '的了吗呢吧是在和与及或也都就还又把被让给对从到于以之其该这那我你您他她它们个很不没会能要想说去来上下里中再先只用做有一几多少后前等更最可已将为得着过天周月年日号点条台张份项位名种些次件部量',
)

const IDENTIFIER_WEIGHT = 3
const NAME_WEIGHT = 2
const WORD_WEIGHT = 1

interface Term {
  text: string
  weight: number
  /** Nothing in its spelling makes it a name. */
  isPlain: boolean
  /** Han only: the characters around it, empty at the edge of the run. */
  around?: readonly [string, string]
}

interface Candidate extends Term {
  times: number
  before: Set<string>
  after: Set<string>
}

/** The salient words of a block, heaviest first, then as they came; what people say counts twice. */
export function salientTerms(said: readonly Said[]): string[] {
  const found = new Map<string, Candidate>()
  for (const { text, message } of said) {
    const factor = message.role === 'user' ? 2 : 1
    for (const term of [...latinTerms(text), ...hanTerms(text)]) count(found, term, factor)
  }
  return [...found.values()]
    .filter(isSalient)
    .sort((a, b) => b.weight - a.weight)
    .map(({ text }) => text)
}

/**
 * Identifiers and names count at once. Of Chinese, a word stands beside different ones; a cut through words always
 * beside the same rest of them.
 */
function isSalient({ isPlain, around, times, before, after }: Candidate): boolean {
  if (!isPlain) return true
  return times >= MIN_TIMES && (!around || [before, after].every(side => side.size > 1 || side.has('')))
}

/** Those of the terms that a text holds, in their order. */
export function termsIn(text: string, terms: readonly string[]): string[] {
  const own = new Set([...latinTerms(text), ...hanTerms(text)].map(term => term.text.toLowerCase()))
  return terms.filter(term => own.has(term.toLowerCase()))
}

/** The first terms, none a part of another. */
export function tagsAmong(terms: readonly string[], max: number): string[] {
  const tags: string[] = []
  for (const term of terms) {
    if (tags.length === max) break
    const lower = term.toLowerCase()
    if (!tags.some(tag => tag.toLowerCase().includes(lower) || lower.includes(tag.toLowerCase())))
      tags.push(term)
  }
  return tags
}

function count(found: Map<string, Candidate>, term: Term, factor: number): void {
  const key = term.text.toLowerCase()
  const known = found.get(key) ?? { ...term, weight: 0, times: 0, before: new Set(), after: new Set() }
  known.weight += term.weight * factor
  known.times++
  if (term.around) {
    known.before.add(term.around[0])
    known.after.add(term.around[1])
  }
  found.set(key, known)
}

function* latinTerms(text: string): Generator<Term> {
  for (const match of text.matchAll(WORD)) {
    const term = match[0].replace(/['’]s$/iu, '')
    if (
      term.length > MAX_TAG ||
      NO_TAG.test(term) ||
      ENGLISH_STOP_WORDS.has(term.toLowerCase().replace(/['’]/gu, ''))
    )
      continue
    if (IS_IDENTIFIER.test(term)) yield { text: term, weight: IDENTIFIER_WEIGHT, isPlain: false }
    else if (/^\p{Lu}/u.test(term) && match.index > 0 && term.length > 2)
      yield { text: term, weight: NAME_WEIGHT, isPlain: false }
    else if (term.length >= MIN_WORD && !/['’]/u.test(term))
      yield { text: term.toLowerCase(), weight: WORD_WEIGHT, isPlain: true }
  }
}

/** Runs of two to four characters without grammar in them, overlapping. */
function* hanTerms(text: string): Generator<Term> {
  for (const [run] of text.matchAll(HAN_RUN)) {
    const characters = [...run]
    for (let length = HAN_LENGTH.min; length <= HAN_LENGTH.max; length++) {
      for (let at = 0; at + length <= characters.length; at++) {
        const piece = characters.slice(at, at + length)
        if (piece.some(character => HAN_GRAMMAR.has(character))) continue
        yield {
          text: piece.join(''),
          weight: length,
          isPlain: true,
          around: [characters[at - 1] ?? '', characters[at + length] ?? ''],
        }
      }
    }
  }
}
