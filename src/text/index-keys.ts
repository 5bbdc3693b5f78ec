/**
 * A text as the index stores it: the numbers of its terms and of the concepts they name, with their counts.
 *
 * Owns: going from text to numbers in one pass, without making a string of each word: most words are plain letters and
 * come again and again. Leaves the rules of terms to `terms.ts`; whatever is no plain word goes that way.
 */
import { conceptsOfRun, conceptsOfTerm } from './concept-terms.ts'
import { termKey } from './term-key.ts'
import { type PieceVisitor, termsOfHangul, termsOfPlainWord, termsOfRun, visitPiece } from './terms.ts'

/** What the index stores of a text. */
export interface IndexKeys {
  /** Terms and concepts, each once: `key << 4 | count up to 15`. */
  terms: Uint32Array
  /** Terms, repeated ones counted; concepts add nothing to it. */
  length: number
}

export function indexKeys(text: string): IndexKeys {
  const normal = text.normalize('NFKC')
  counter.take()
  const visitor = new KeyVisitor()
  for (let at = 0; at < normal.length; ) {
    const end = plainWord(normal, at)
    if (end < 0) at = visitPiece(normal, at, visitor)
    else {
      visitor.plain(normal, at, end)
      at = end
    }
  }
  return { terms: counter.take(), length: visitor.length }
}

// ---- plain words ----------------------------------------------------------------------------------------------

/** Longer ones are looked at as others are. */
const LONGEST_PLAIN = 32

/** Two hashes of the last word that was looked at, lower-case. */
let oneHash = 0
let otherHash = 0

/** Where a word of letters a–z ends, of which only the first may be a capital; −1 when none begins here. */
function plainWord(text: string, from: number): number {
  let code = text.charCodeAt(from)
  if (!isLetter(code)) return -1
  let one = 0x811c9dc5
  let other = 0x2545f491
  let at = from
  do {
    const lower = code | 32
    one = Math.imul(one ^ lower, 0x01000193)
    other = Math.imul(other + lower, 0x85ebca6b) ^ (other >>> 15)
    code = text.charCodeAt(++at)
  } while (code >= 97 && code <= 122)
  if (at - from > LONGEST_PLAIN || !endsWord(text, at, code)) return -1
  oneHash = one
  otherHash = other
  return at
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** Whether a word ends before a character: a blank, the end, or a mark that joins nothing to it. */
function endsWord(text: string, at: number, code: number): boolean {
  if (code === 32 || code === 10 || Number.isNaN(code)) return true
  if (code === 44 || code === 33 || code === 63 || code === 59 || code === 58)
    return !(text.charCodeAt(at + 1) > 32)
  return code === 46 && !(text.charCodeAt(at + 1) > 32)
}

/** Words that were looked at lately, each at the place its hash gives; a later one takes the place of an earlier. */
const KEPT = 16_384
const keptOne = new Int32Array(KEPT)
const keptOther = new Int32Array(KEPT)
const keptKeys: (readonly number[] | undefined)[] = new Array(KEPT).fill(undefined)

// ---- keys -----------------------------------------------------------------------------------------------------

class KeyVisitor implements PieceVisitor {
  length = 0

  /** Takes the word of which the hashes were just made. */
  plain(text: string, from: number, to: number): void {
    const slot = (oneHash ^ (oneHash >>> 13)) & (KEPT - 1)
    let keys = keptOne[slot] === oneHash && keptOther[slot] === otherHash ? keptKeys[slot] : undefined
    if (keys === undefined) {
      keys = keysOf(termsOfPlainWord(text.slice(from, to).toLowerCase()))
      keptOne[slot] = oneHash
      keptOther[slot] = otherHash
      keptKeys[slot] = keys
    }
    if (keys.length === 0) return
    this.length += 1
    for (let at = 0; at < keys.length; at++) counter.add(keys[at] as number)
  }

  readonly word = (terms: readonly string[]): void => {
    this.length += terms.length
    for (const key of keysOf(terms)) counter.add(key)
  }

  readonly run = (run: string): void => {
    const terms = termsOfRun(run)
    this.length += terms.length
    for (const term of terms) counter.add(termKey(term))
    for (const concept of conceptsOfRun(run)) counter.add(termKey(concept))
  }

  readonly hangul = (word: string): void => {
    const terms = termsOfHangul(word)
    this.length += terms.length
    for (const term of terms) counter.add(termKey(term))
  }
}

function keysOf(terms: readonly string[]): number[] {
  const keys = terms.map(termKey)
  for (const term of terms) for (const concept of conceptsOfTerm(term)) keys.push(termKey(concept))
  return keys
}

/** Counts keys, in the order of their first occurrence: open addressing, at most half full. Used again and again. */
class Counter {
  #words = new Uint32Array(512)
  #size = 0
  #table = new Int32Array(1_024).fill(-1)

  add(key: number): void {
    const mask = this.#table.length - 1
    let at = key & mask
    for (;;) {
      const index = this.#table[at] as number
      if (index < 0) break
      const word = this.#words[index] as number
      if (word >>> 4 === key) {
        if ((word & 15) < 15) this.#words[index] = word + 1
        return
      }
      at = (at + 1) & mask
    }
    if (this.#size === this.#words.length) {
      this.#grow()
      this.add(key)
      return
    }
    this.#table[at] = this.#size
    this.#words[this.#size++] = ((key << 4) | 1) >>> 0
  }

  /** What was counted; counting begins anew. */
  take(): Uint32Array {
    const counted = this.#words.slice(0, this.#size)
    if (this.#size > this.#table.length >> 3) this.#table.fill(-1)
    else for (let index = this.#size - 1; index >= 0; index--) this.#forget(index)
    this.#size = 0
    return counted
  }

  /** Frees the slot of a key; the latest first, so that none before it lies behind a gap. */
  #forget(index: number): void {
    const mask = this.#table.length - 1
    let at = ((this.#words[index] as number) >>> 4) & mask
    while (this.#table[at] !== index) at = (at + 1) & mask
    this.#table[at] = -1
  }

  #grow(): void {
    const words = new Uint32Array(2 * this.#words.length)
    words.set(this.#words)
    this.#words = words
    this.#table = new Int32Array(2 * words.length).fill(-1)
    const mask = this.#table.length - 1
    for (let index = 0; index < this.#size; index++) {
      let at = ((words[index] as number) >>> 4) & mask
      while ((this.#table[at] as number) >= 0) at = (at + 1) & mask
      this.#table[at] = index
    }
  }
}

const counter = new Counter()
