/**
 * Whether speed was bought with answers: questions cut from an event, which is then looked for in what is found.
 *
 * Both sides are asked the same tokens; raw ranks by the full bm25 of all of them.
 */
import { LIMIT, type Measure } from './measure.ts'
import { withOpen } from './shelf.ts'
import type { OpenSide } from './side.ts'
import { mean, rounded, times } from './statistics.ts'

const QUESTIONS = 100

export const knownItem: Measure = {
  title: `Known item of ${QUESTIONS} questions in the best ${LIMIT}: mean reciprocal rank and share found`,
  async run({ corpus, shelf, sizes, say }) {
    const rows = []
    for (const events of sizes) {
      const pair = await shelf.events(events)
      say(`looking for known items among ${events} events`)
      const items = corpus
        .knownItems(QUESTIONS, events)
        .map(({ query, event }) => ({ query, text: corpus.event(event).summary }))
      const scores = await withOpen(pair, async ({ raw, engine }) => ({
        raw: await score(raw, items),
        engine: await score(engine, items),
      }))
      rows.push({
        events,
        mrrx: times(scores.engine.mrr, scores.raw.mrr),
        engineMrr: rounded(scores.engine.mrr),
        rawMrr: rounded(scores.raw.mrr),
        engineHit20: rounded(scores.engine.hit),
        rawHit20: rounded(scores.raw.hit),
      })
    }
    return rows
  },
}

async function score(side: OpenSide, items: readonly { query: string; text: string }[]) {
  const ranks: number[] = []
  for (const { query, text } of items) {
    const found = await side.searchEvents(query, LIMIT)
    ranks.push(found.findIndex(row => row.text === text) + 1)
  }
  return {
    mrr: mean(ranks.map(rank => (rank === 0 ? 0 : 1 / rank))),
    hit: mean(ranks.map(rank => (rank === 0 ? 0 : 1))),
  }
}
