/**
 * Profiles: what ranking knows of a document without reading its text.
 *
 * Owns: the form in which eight neighbouring documents lie in one page of 32-bit words, and reading it in place.
 * Leaves which documents there are to the store and what they are worth to the ranking.
 *
 * A page is a sequence of profiles: seven words of header, then one word per distinct term (its key and how often it
 * occurs, up to 15). Words are little-endian, as on every platform Node runs on.
 */

/** Documents of a page: neighbours of one section. */
export const PAGE_SIZE = 8
/** Documents of a section, a stretch of one conversation. */
export const SECTION_SIZE = 128
/** Pages of a section. */
export const SECTION_PAGES = SECTION_SIZE / PAGE_SIZE

/** The number of a document: its section and its slot there. Neighbours in a conversation are neighbours in number. */
export const placeOf = (section: number, slot: number): number => section * SECTION_SIZE + slot
export const sectionOf = (place: number): number => Math.floor(place / SECTION_SIZE)
export const slotOf = (place: number): number => place % SECTION_SIZE
export const pageOf = (place: number): number => Math.floor(place / PAGE_SIZE)

/** Who speaks in a message; of other documents `user`. */
export const ROLE = { user: 0, assistant: 1, tool: 2, system: 3 } as const
/** What a text is seen to be; bits of a profile. */
export const FLAG = { asks: 1, hasTime: 2, hasNumber: 4, hasName: 8 } as const

/** A document as it is given to the index. */
export interface DocumentProfile {
  /** Key of the record it stands for. */
  record: number
  /** Fixed order of documents of equal rank, from the record's id. */
  rank: number
  /** Place of its turn (of a block: its sequence) in the conversation; 0 for what has none. */
  ordinal: number
  /** Epoch milliseconds; null = unknown. */
  at: number | null
  role: number
  /** Number of the speaker in the space; 0 = unnamed. */
  speaker: number
  flags: number
  /** Terms of the text, repeated ones counted. */
  length: number
  /** Its terms and the concepts they stand for, each once: `key << 4 | count up to 15`. */
  terms: Uint32Array
}

const HEADER_WORDS = 7
const MAX_SHORT = 0xffff

/** The bytes of one profile, for slot 0. */
export function encodeProfile(document: DocumentProfile): Uint8Array {
  const distinct = Math.min(document.terms.length, MAX_SHORT)
  const words = new Uint32Array(HEADER_WORDS + distinct)
  words[0] = (document.role << 4) | (document.flags << 6) | (document.speaker << 16)
  words[1] = Math.min(document.length, MAX_SHORT) | (distinct << 16)
  words[2] = document.record
  words[3] = document.ordinal
  words[4] = document.rank
  TIME_VALUE[0] = document.at ?? Number.NaN
  words[5] = TIME[0] as number
  words[6] = TIME[1] as number
  words.set(document.terms.subarray(0, distinct), HEADER_WORDS)
  return new Uint8Array(words.buffer)
}

/** A copy of a profile's bytes for a slot of its page. */
export function withSlot(profile: Uint8Array, slot: number): Uint8Array {
  const bytes = profile.slice()
  bytes[0] = ((bytes[0] as number) & 0xf0) | slot
  return bytes
}

/** Carries a float through its two words. */
const TIME = new Uint32Array(2)
const TIME_VALUE = new Float64Array(TIME.buffer)

/** A page, read in place. Profiles lie in order of their slots. */
export class Page {
  /** Number of the page: the place of its first slot divided by {@link PAGE_SIZE}. */
  readonly number: number
  readonly words: Uint32Array
  /** Where each profile begins. */
  readonly starts: readonly number[]

  constructor(number: number, bytes: Uint8Array) {
    this.number = number
    const isAligned = bytes.byteOffset % 4 === 0
    const own = isAligned ? bytes : bytes.slice()
    this.words = new Uint32Array(own.buffer, own.byteOffset, own.byteLength >>> 2)
    const starts: number[] = []
    for (let at = 0; at < this.words.length; at += HEADER_WORDS + this.distinct(at)) starts.push(at)
    this.starts = starts
  }

  /** Where the profile of a place begins; undefined when the page has none. */
  startOf(place: number): number | undefined {
    const expected = this.starts[place % PAGE_SIZE]
    if (expected !== undefined && this.place(expected) === place) return expected
    return this.starts.find(start => this.place(start) === place)
  }

  place(start: number): number {
    return this.number * PAGE_SIZE + (this.#word(start) & 15)
  }

  role(start: number): number {
    return (this.#word(start) >>> 4) & 3
  }

  has(start: number, flag: number): boolean {
    return ((this.#word(start) >>> 6) & flag) !== 0
  }

  speaker(start: number): number {
    return this.#word(start) >>> 16
  }

  length(start: number): number {
    return this.#word(start + 1) & MAX_SHORT
  }

  distinct(start: number): number {
    return this.#word(start + 1) >>> 16
  }

  record(start: number): number {
    return this.#word(start + 2)
  }

  ordinal(start: number): number {
    return this.#word(start + 3)
  }

  rank(start: number): number {
    return this.#word(start + 4)
  }

  /** Epoch milliseconds; NaN = unknown. */
  at(start: number): number {
    TIME[0] = this.#word(start + 5)
    TIME[1] = this.#word(start + 6)
    return TIME_VALUE[0] as number
  }

  /** Where the term words of a profile begin and, exclusive, end; a word is `key << 4 | count`. */
  termsFrom(start: number): number {
    return start + HEADER_WORDS
  }

  termsTo(start: number): number {
    return start + HEADER_WORDS + this.distinct(start)
  }

  #word(at: number): number {
    return this.words[at] as number
  }
}
