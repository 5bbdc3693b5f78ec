/**
 * Profiles gathered for a closer look, with how often each term of the question stands in them.
 *
 * Owns: counting terms over pages, and finding neighbours. Leaves what counts are worth to the scorers.
 */
import { PAGE_SIZE, type Page, sectionOf } from '../../storage/profile.ts'

/** Documents in order of their places. */
export class Gathered {
  readonly size: number
  readonly places: Float64Array
  /** Terms of the question. */
  readonly width: number
  /** `width` counts a document. */
  readonly counts: Float32Array
  readonly #pages: readonly Page[]
  /** Of each document its page's index and where its profile begins. */
  readonly #pageOf: Int32Array
  readonly #starts: Int32Array

  /**
   * @param keys of the terms, in order.
   * @param startsOf where the profiles begin that are taken from a page, in order.
   */
  constructor(pages: readonly Page[], keys: readonly number[], startsOf: (page: Page) => readonly number[]) {
    const most = pages.length * PAGE_SIZE
    this.width = keys.length
    this.#pages = pages.toSorted((a, b) => a.number - b.number)
    this.#pageOf = new Int32Array(most)
    this.#starts = new Int32Array(most)
    this.places = new Float64Array(most)
    this.counts = new Float32Array(most * keys.length)
    const table = new KeyTable(keys)
    let size = 0
    for (let at = 0; at < this.#pages.length; at++) {
      const page = this.#pages[at] as Page
      for (const start of startsOf(page)) {
        this.#pageOf[size] = at
        this.#starts[size] = start
        this.places[size] = page.place(start)
        countTerms(page, start, table, this.counts, size * keys.length)
        size += 1
      }
    }
    this.size = size
  }

  /** Index of the document so many places away in the same section, or −1. */
  neighbour(index: number, distance: number): number {
    const at = index + distance
    if (at < 0 || at >= this.size) return -1
    const place = this.places[index] as number
    if (this.places[at] !== place + distance) return -1
    return sectionOf(place) === sectionOf(place + distance) ? at : -1
  }

  indexOf(place: number): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.places[middle] as number) < place) low = middle + 1
      else high = middle
    }
    return this.places[low] === place ? low : -1
  }

  page(index: number): Page {
    return this.#pages[this.#pageOf[index] as number] as Page
  }

  start(index: number): number {
    return this.#starts[index] as number
  }
}

function countTerms(page: Page, start: number, table: KeyTable, counts: Float32Array, base: number): void {
  const { words } = page
  const end = page.termsTo(start)
  for (let at = page.termsFrom(start); at < end; at++) {
    const word = words[at] as number
    const term = table.indexOf(word >>> 4)
    if (term >= 0) counts[base + term] = word & 15
  }
}

/** Finds a key among few, fast: most are none of them. Open addressing, at most a quarter full. */
class KeyTable {
  readonly #mask: number
  readonly #keys: Int32Array
  readonly #indexes: Int16Array

  constructor(keys: readonly number[]) {
    const size = 2 ** Math.ceil(Math.log2(4 * keys.length + 4))
    this.#mask = size - 1
    this.#keys = new Int32Array(size).fill(-1)
    this.#indexes = new Int16Array(size)
    keys.forEach((key, index) => {
      let at = key & this.#mask
      while (this.#keys[at] !== -1) at = (at + 1) & this.#mask
      this.#keys[at] = key
      this.#indexes[at] = index
    })
  }

  indexOf(key: number): number {
    let at = key & this.#mask
    for (;;) {
      const own = this.#keys[at] as number
      if (own === key) return this.#indexes[at] as number
      if (own === -1) return -1
      at = (at + 1) & this.#mask
    }
  }
}
