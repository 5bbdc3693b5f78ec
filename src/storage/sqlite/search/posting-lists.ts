/**
 * Posting lists as bytes: the places of some terms, in one page.
 *
 * Owns: the form of a page. Its head is one 32-bit word with the number of lists, two with the lowest place, then one per
 * list with its term's key, ascending, and one per list, where it ends; then come the lists themselves: differences of
 * ascending places, seven bits a byte, the lowest first. Leaves where pages lie to `segments.ts`.
 */

/** A page is closed when it holds so many bytes: it fits a page of the database. */
const FULL = 3_900
const HEAD_WORDS = 3

/** Places by term; ascending. */
export type PostingMap = Map<number, number[]>

/** One page and the key of its first term. */
export interface ListPage {
  first: number
  bytes: Uint8Array
}

/** All lists as pages, in order of the keys. */
export function encodeLists(postings: PostingMap): ListPage[] {
  const keys = Uint32Array.from(postings.keys()).sort()
  const base = lowestPlace(postings)
  const pages: ListPage[] = []
  let page = new PageWriter(base)
  for (const key of keys) {
    const places = postings.get(key) ?? []
    if (page.isFull) {
      pages.push(page.finish())
      page = new PageWriter(base)
    }
    page.add(key, places)
  }
  if (keys.length > 0) pages.push(page.finish())
  return pages
}

function lowestPlace(postings: PostingMap): number {
  let lowest = Infinity
  for (const [first = Infinity] of postings.values()) lowest = Math.min(lowest, first)
  return lowest === Infinity ? 0 : lowest
}

class PageWriter {
  readonly #base: number
  readonly #keys: number[] = []
  readonly #ends: number[] = []
  readonly #bytes: number[] = []

  constructor(base: number) {
    this.#base = base
  }

  get isFull(): boolean {
    return this.#bytes.length + 8 * this.#keys.length > FULL
  }

  add(key: number, places: readonly number[]): void {
    let before = this.#base
    for (const place of places) {
      let left = place - before
      while (left >= 128) {
        this.#bytes.push((left % 128) + 128)
        left = Math.floor(left / 128)
      }
      this.#bytes.push(left)
      before = place
    }
    this.#keys.push(key)
    this.#ends.push(this.#bytes.length)
  }

  finish(): ListPage {
    const lists = this.#keys.length
    const headWords = HEAD_WORDS + 2 * lists
    const bytes = new Uint8Array(4 * headWords + this.#bytes.length)
    const head = new Uint32Array(bytes.buffer, 0, headWords)
    head[0] = lists
    head[1] = this.#base % 2 ** 32
    head[2] = Math.floor(this.#base / 2 ** 32)
    head.set(this.#keys, HEAD_WORDS)
    head.set(this.#ends, HEAD_WORDS + lists)
    bytes.set(this.#bytes, 4 * headWords)
    return { first: this.#keys[0] ?? 0, bytes }
  }
}

/** A page, read in place. */
export class ListReader {
  readonly #lists: number
  readonly #head: Uint32Array
  readonly #bytes: Uint8Array
  readonly #base: number

  constructor(stored: Uint8Array) {
    const bytes = stored.byteOffset % 4 === 0 ? stored : stored.slice()
    this.#lists = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] as number
    const headWords = HEAD_WORDS + 2 * this.#lists
    this.#head = new Uint32Array(bytes.buffer, bytes.byteOffset, headWords)
    this.#bytes = bytes.subarray(4 * headWords)
    this.#base = (this.#head[2] as number) * 2 ** 32 + (this.#head[1] as number)
  }

  /** Adds the places of a term, ascending, to a list; nothing when the page has none. */
  pushPlaces(key: number, out: number[]): void {
    const at = this.#indexOf(key)
    if (at >= 0) this.#decode(at, out)
  }

  /** Visits every list of the page. */
  forEach(visit: (key: number, places: number[]) => void): void {
    for (let at = 0; at < this.#lists; at++) {
      const places: number[] = []
      this.#decode(at, places)
      visit(this.#head[HEAD_WORDS + at] as number, places)
    }
  }

  #indexOf(key: number): number {
    let low = 0
    let high = this.#lists - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const own = this.#head[HEAD_WORDS + middle] as number
      if (own === key) return middle
      if (own < key) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  #decode(list: number, out: number[]): void {
    const bytes = this.#bytes
    const end = this.#end(list)
    let place = this.#base
    for (let at = list === 0 ? 0 : this.#end(list - 1); at < end; ) {
      let byte = bytes[at++] as number
      let scale = 128
      let step = byte & 127
      while (byte >= 128) {
        byte = bytes[at++] as number
        step += (byte & 127) * scale
        scale *= 128
      }
      place += step
      out.push(place)
    }
  }

  #end(list: number): number {
    return this.#head[HEAD_WORDS + this.#lists + list] as number
  }
}
