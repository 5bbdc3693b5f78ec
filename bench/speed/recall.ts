/** What goes before the model, assembled for one message, against raw finding rows for the same message. */
import { compare } from './interleave.ts'
import { LIMIT, type Measure } from './measure.ts'
import { withOpen } from './shelf.ts'

const MESSAGES = 200

export const recall: Measure = {
  title: `Automatic recall for a message, against raw event search for it, best ${LIMIT}`,
  async run({ corpus, shelf, n, say }) {
    const pair = await shelf.events(n)
    say(`recalling among ${n} events`)
    const found = await withOpen(pair, ({ raw, engine }) =>
      compare(corpus.questions(MESSAGES, n), {
        raw: message => raw.searchEvents(message, LIMIT),
        engine: message => engine.memory.recall({ message }),
      }),
    )
    return [{ events: n, ...found }]
  },
}
