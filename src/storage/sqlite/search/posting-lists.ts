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
/** Bytes of one difference at most. */
const LONGEST = 8

/** One page and the key of its first term. */
export interface ListPage {
  first: number
  bytes: Uint8Array
}

/** Writes lists into pages; terms come in ascending order. */
export class ListWriter {
  readonly #base: number
  readonly #pages: ListPage[] = []
  #keys: number[] = []
  #ends: number[] = []
  #bytes = new Uint8Array(2 * FULL)
  #length = 0

  /** @param base no place is lower. */
  constructor(base: number) {
    this.#base = base
  }

  /** Adds a list: the first `count` of some ascending places. */
  add(key: number, places: Float64Array, count: number): void {
    if (this.#length + 8 * this.#keys.length > FULL) this.#close()
    this.#makeRoom(count * LONGEST)
    const bytes = this.#bytes
    let at = this.#length
    let before = this.#base
    for (let index = 0; index < count; index++) {
      const place = places[index] as number
      let left = place - before
      while (left >= 128) {
        bytes[at++] = (left % 128) + 128
        left = Math.floor(left / 128)
      }
      bytes[at++] = left
      before = place
    }
    this.#length = at
    this.#keys.push(key)
    this.#ends.push(at)
  }

  /** All pages, in order. */
  finish(): readonly ListPage[] {
    if (this.#keys.length > 0) this.#close()
    return this.#pages
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  #close(): void {
    const lists = this.#keys.length
    const headWords = HEAD_WORDS + 2 * lists
    const bytes = new Uint8Array(4 * headWords + this.#length)
    const head = new Uint32Array(bytes.buffer, 0, headWords)
    head[0] = lists
    head[1] = this.#base % 2 ** 32
    head[2] = Math.floor(this.#base / 2 ** 32)
    head.set(this.#keys, HEAD_WORDS)
    head.set(this.#ends, HEAD_WORDS + lists)
    bytes.set(this.#bytes.subarray(0, this.#length), 4 * headWords)
    this.#pages.push({ first: this.#keys[0] as number, bytes })
    this.#keys = []
    this.#ends = []
    this.#length = 0
  }
}

/** A page, read in place. */
export class ListReader {
  /** Lists in the page. */
  readonly size: number
  /** No place is lower. */
  readonly base: number
  readonly #head: Uint32Array
  readonly #bytes: Uint8Array

  constructor(stored: Uint8Array) {
    const bytes = stored.byteOffset % 4 === 0 ? stored : stored.slice()
    this.size = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0] as number
    const headWords = HEAD_WORDS + 2 * this.size
    this.#head = new Uint32Array(bytes.buffer, bytes.byteOffset, headWords)
    this.#bytes = bytes.subarray(4 * headWords)
    this.base = (this.#head[2] as number) * 2 ** 32 + (this.#head[1] as number)
  }

  /** Key of a list's term. */
  key(list: number): number {
    return this.#head[HEAD_WORDS + list] as number
  }

  /** Which list is a term's, or −1. */
  indexOf(key: number): number {
    let low = 0
    let high = this.size - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const own = this.key(middle)
      if (own === key) return middle
      if (own < key) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** At most how many places a list has. */
  most(list: number): number {
    return this.#end(list) - this.#start(list)
  }

  /** Writes the places of a list, ascending, from an index of an array on; gives the index behind them. */
  read(list: number, out: Float64Array, from: number): number {
    const bytes = this.#bytes
    const end = this.#end(list)
    let place = this.base
    let to = from
    for (let at = this.#start(list); at < end; ) {
      let byte = bytes[at++] as number
      let step = byte & 127
      for (let scale = 128; byte >= 128; scale *= 128) {
        byte = bytes[at++] as number
        step += (byte & 127) * scale
      }
      place += step
      out[to++] = place
    }
    return to
  }

  #start(list: number): number {
    return list === 0 ? 0 : this.#end(list - 1)
  }

  #end(list: number): number {
    return this.#head[HEAD_WORDS + this.size + list] as number
  }
}
