/**
 * From postings to the few places worth a closer look.
 *
 * Owns: one pass over the postings, section by section, newest first, which sums how rare the terms of a place and of
 * its neighbours are. It reads no record and no profile, so its cost is bounded by the caps of the postings. Leaves the
 * exact score to the scorers.
 */
import { placeOf, SECTION_SIZE, sectionOf, slotOf } from '../../storage/profile.ts'
import type { PostingList } from '../../storage/search-index.ts'

/** Places with a rough score, best first; of equal ones the newest first. */
export interface Sweep {
  places: Float64Array
  scores: Float64Array
}

/** How rough scores come about. */
export interface SweepWeights {
  /** What a term counts one, two … places before and after. */
  before: readonly number[]
  after: readonly number[]
  /** What all terms of a section count for each of its places, as a share. */
  section: number
  /** Multiplies the score of every place of a section. */
  sectionFactor?: (section: number) => number
}

/** Rough scores from the places alone, for documents without neighbours. */
export const ALONE: SweepWeights = { before: [], after: [], section: 0 }

/** How rare a term is: BM25's inverse document frequency, never negative. */
export function rarity(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))
}

const REACH = 3
/** Occurrences in a section after which more of them say little. */
const SECTION_SATURATION = 1.5

/**
 * The best `limit` places.
 *
 * @param worthIn what each list is worth in a section: how rare its term is, times the term's weight; 0 = nothing.
 */
export function sweep(
  lists: readonly PostingList[],
  worthIn: (section: number) => readonly number[],
  weights: SweepWeights,
  limit: number,
): Sweep {
  const best = new Best(limit)
  const cursors = lists.map(() => 0)
  const own = new Float64Array(SECTION_SIZE + 2 * REACH)
  const touched: number[] = []
  for (;;) {
    const section = newestSection(lists, cursors)
    if (section < 0) return best.sorted()
    const worth = worthIn(section)
    let shared = 0
    for (let list = 0; list < lists.length; list++) {
      const { places } = lists[list] as PostingList
      const from = cursors[list] as number
      const to = endOfSection(places, from, section)
      cursors[list] = to
      if (to === from || worth[list] === 0) continue
      for (let at = from; at < to; at++) {
        const slot = slotOf(places[at] as number)
        if (own[slot + REACH] === 0) touched.push(slot)
        own[slot + REACH] = (own[slot + REACH] as number) + (worth[list] as number)
      }
      shared += ((worth[list] as number) * (to - from)) / (to - from + SECTION_SATURATION)
    }
    const factor = weights.sectionFactor?.(section) ?? 1
    for (const slot of touched) {
      const score = factor * (scoreAt(own, slot, weights) + weights.section * shared)
      best.offer(placeOf(section, slot), score)
    }
    for (const slot of touched) own[slot + REACH] = 0
    touched.length = 0
  }
}

/** The highest section that any list still points into, or −1. */
function newestSection(lists: readonly PostingList[], cursors: readonly number[]): number {
  let newest = -1
  for (let list = 0; list < lists.length; list++) {
    const { places } = lists[list] as PostingList
    const at = cursors[list] as number
    if (at < places.length && (places[at] as number) > newest) newest = places[at] as number
  }
  return newest < 0 ? -1 : sectionOf(newest)
}

/** Where the places of a section end, from an index that points into it or below. */
function endOfSection(places: Float64Array, from: number, section: number): number {
  const base = placeOf(section, 0)
  let at = from
  while (at < places.length && (places[at] as number) >= base) at++
  return at
}

function scoreAt(own: Float64Array, slot: number, { before, after }: SweepWeights): number {
  let score = own[slot + REACH] as number
  for (let distance = 1; distance <= before.length; distance++) {
    score += (before[distance - 1] as number) * (own[slot + REACH - distance] as number)
    score += (after[distance - 1] as number) * (own[slot + REACH + distance] as number)
  }
  return score
}

/** The best places offered: a binary heap with the worst on top. */
class Best {
  readonly #limit: number
  readonly #scores: Float64Array
  readonly #places: Float64Array
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#scores = new Float64Array(limit)
    this.#places = new Float64Array(limit)
  }

  offer(place: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#up(this.#size++, place, score)
      return
    }
    if (!this.#isWorse(0, place, score)) return
    this.#down(0, place, score)
  }

  sorted(): Sweep {
    const order = Array.from({ length: this.#size }, (_, index) => index)
    order.sort(
      (a, b) =>
        (this.#scores[b] as number) - (this.#scores[a] as number) ||
        (this.#places[b] as number) - (this.#places[a] as number),
    )
    return {
      places: Float64Array.from(order, index => this.#places[index] as number),
      scores: Float64Array.from(order, index => this.#scores[index] as number),
    }
  }

  /** Whether what lies at an index is worse than a place. */
  #isWorse(index: number, place: number, score: number): boolean {
    const own = this.#scores[index] as number
    return own < score || (own === score && (this.#places[index] as number) < place)
  }

  #up(from: number, place: number, score: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isWorse(parent, place, score)) break
      this.#set(at, this.#places[parent] as number, this.#scores[parent] as number)
      at = parent
    }
    this.#set(at, place, score)
  }

  #down(from: number, place: number, score: number): void {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      const other = child + 1
      if (
        other < this.#size &&
        this.#isWorse(other, this.#places[child] as number, this.#scores[child] as number)
      ) {
        child = other
      }
      if (!this.#isWorse(child, place, score)) break
      this.#set(at, this.#places[child] as number, this.#scores[child] as number)
      at = child
    }
    this.#set(at, place, score)
  }

  #set(at: number, place: number, score: number): void {
    this.#places[at] = place
    this.#scores[at] = score
  }
}
