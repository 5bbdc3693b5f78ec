/** Searching events and messages on files of growing size. */
import { type Comparison, compare } from './interleave.ts'
import { type Bench, LIMIT, type Measure, type Row } from './measure.ts'
import { withOpen } from './shelf.ts'
import { times } from './statistics.ts'

const TERM_QUERIES = 300
const QUESTIONS = 200

export const eventSearch: Measure = {
  title: `Event search, best ${LIMIT} with their rows, against raw FTS5`,
  async run(bench) {
    const { termQueries, questions } = bench.corpus
    return [
      ...(await searchEvents(bench, '2–5 terms', events => termQueries(TERM_QUERIES, events))),
      ...(await searchEvents(bench, 'questions', events => questions(QUESTIONS, events))),
    ]
  },
}

export const messageSearch: Measure = {
  title: `Message search by natural questions, best ${LIMIT} with their rows, against raw FTS5`,
  run({ corpus, shelf, sizes, say }) {
    return growing(sizes, async messages => {
      const pair = await shelf.messages(messages)
      say(`searching ${messages} messages`)
      const found = await withOpen(pair, ({ raw, engine }) =>
        compare(corpus.messageQuestions(QUESTIONS, messages), {
          raw: query => raw.searchMessages(query, LIMIT),
          engine: query => engine.searchMessages(query, LIMIT),
        }),
      )
      return { names: { messages }, found }
    })
  },
}

function searchEvents(
  { shelf, sizes, say }: Bench,
  queries: string,
  queriesFor: (events: number) => string[],
): Promise<Row[]> {
  return growing(sizes, async events => {
    const pair = await shelf.events(events)
    say(`searching ${events} events by ${queries}`)
    const found = await withOpen(pair, ({ raw, engine }) =>
      compare(queriesFor(events), {
        raw: query => raw.searchEvents(query, LIMIT),
        engine: query => engine.searchEvents(query, LIMIT),
      }),
    )
    return { names: { queries, events }, found }
  })
}

/** A row for each size; growth is the CPU of a call over that at the size before. */
async function growing(
  sizes: readonly number[],
  measure: (size: number) => Promise<{ names: Row; found: Comparison }>,
): Promise<Row[]> {
  const rows: Row[] = []
  let before: Comparison | undefined
  for (const size of sizes) {
    const { names, found } = await measure(size)
    rows.push({ ...names, ...found, ...(before === undefined ? {} : growthOf(found, before)) })
    before = found
  }
  return rows
}

const growthOf = (now: Comparison, before: Comparison) => ({
  engineCpuGrowth: times(now.engineCpuMs, before.engineCpuMs),
  rawCpuGrowth: times(now.rawCpuMs, before.rawCpuMs),
})
