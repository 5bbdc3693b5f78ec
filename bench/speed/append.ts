/** Storing one turn durably and searchable: against raw, and beside many rows against beside few. */
import type { Corpus } from './corpus.ts'
import { compare, interleave, ratiosOf } from './interleave.ts'
import type { Bench, Measure, Row } from './measure.ts'
import { type Pair, withOpen } from './shelf.ts'
import type { OpenSide } from './side.ts'

const TURNS = 1_000
const FEW = 1_000
/** A multiple of the turns of a thread, above all that is stored: both files seal at the same calls. */
const FIRST_TURN = 2 ** 20

export const append: Measure = {
  title: 'One turn stored and indexed, one commit each, against raw',
  async run({ corpus, shelf, n, say }) {
    const pair = await shelf.copy(await shelf.events(n))
    say(`appending beside ${n} events`)
    const found = await withOpen(pair, ({ raw, engine }) =>
      compare(turnsOf(corpus), { raw: appendTo(raw), engine: appendTo(engine) }),
    )
    return [{ events: n, ...found }]
  },
}

export const appendGrowth: Measure = {
  title: 'One turn stored beside many rows, as multiples of beside few',
  async run(bench) {
    return [
      ...(await growth(bench, 'events', bench.shelf.events)),
      ...(await growth(bench, 'messages', bench.shelf.messages)),
    ]
  },
}

async function growth(
  { corpus, shelf, n, say }: Bench,
  beside: string,
  pairOf: (count: number) => Promise<Pair>,
): Promise<Row[]> {
  const few = await shelf.copy(await pairOf(FEW))
  const many = await shelf.copy(await pairOf(n))
  say(`appending beside ${FEW} and ${n} ${beside}`)
  const samples = await withOpen(few, small =>
    withOpen(many, large =>
      interleave(turnsOf(corpus), {
        engineFew: appendTo(small.engine),
        engineMany: appendTo(large.engine),
        rawFew: appendTo(small.raw),
        rawMany: appendTo(large.raw),
      }),
    ),
  )
  const names = { beside, few: FEW, many: n }
  return [
    { side: 'engine', ...names, ...ratiosOf(samples.engineMany, samples.engineFew) },
    { side: 'raw', ...names, ...ratiosOf(samples.rawMany, samples.rawFew) },
  ]
}

/** Texts are made ahead, so that making them is not measured. */
function turnsOf(corpus: Corpus) {
  return Array.from({ length: TURNS }, (_, k) => ({
    index: FIRST_TURN + k,
    turn: corpus.turn(FIRST_TURN + k),
  }))
}

type IndexedTurn = ReturnType<typeof turnsOf>[number]

const appendTo =
  (side: OpenSide) =>
  ({ turn, index }: IndexedTurn) =>
    side.append(turn, index)
