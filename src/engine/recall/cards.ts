/**
 * What an event or a block is worth for a question: BM25 over its own words, and the date it bears.
 *
 * Owns: the score of cards. Leaves finding candidates to `find.ts`, the numbers to `weights.ts`.
 */
import type { Gathered } from './gathered.ts'
import { dateFit, type Signals } from './messages.ts'
import type { DateRange } from './question.ts'
import { CARD_WEIGHTS } from './weights.ts'

/** What is known when cards are scored. */
export interface CardScene {
  /** How rare each term is, times its weight. */
  worth: readonly number[]
  /** What the words of the question are worth together. */
  whole: number
  /** Terms of a card on average. */
  meanLength: number
  dates: readonly DateRange[]
}

/** What each signal adds to the score of one card. */
export function explainCard(
  gathered: Gathered,
  index: number,
  scene: CardScene,
): Signals & { words: number; date: number } {
  const page = gathered.page(index)
  const start = gathered.start(index)
  const { k1, b, date } = CARD_WEIGHTS
  const norm = k1 * (1 - b + (b * page.length(start)) / scene.meanLength)
  let words = 0
  for (let term = 0; term < gathered.width; term++) {
    const count = gathered.counts[index * gathered.width + term] as number
    if (count > 0) words += ((scene.worth[term] as number) * count * (k1 + 1)) / (count + norm)
  }
  const most = scene.whole
  return {
    words: most > 0 ? words / most : 0,
    date:
      scene.dates.length === 0 || words === 0
        ? 0
        : (date * dateFit(page.at(start), scene.dates) * words) / most,
  }
}

/** Scores of the gathered cards, by index, −Infinity without a word of the question; about 1 = every word of the question in a card of usual length. */
export function scoreCards(gathered: Gathered, scene: CardScene): Float64Array {
  return Float64Array.from({ length: gathered.size }, (_, index) => {
    const { words, date } = explainCard(gathered, index, scene)
    return words > 0 ? words + date : -Infinity
  })
}
