/**
 * Whether a space feels its neighbours: the same messages alone in a file, and among twenty other spaces.
 *
 * The neighbours are stored half before the space and half after it, so that it lies elsewhere in the file. What is
 * found must be the same to the byte, scores included.
 */
import { toTurnInput } from '../speed-adapter.mjs'
import { type OpenEngine, openEngine } from './engine.ts'
import { interleave, ratiosOf } from './interleave.ts'
import { LIMIT, type Measure } from './measure.ts'
import type { Texts } from './side.ts'
import { mean, rounded } from './statistics.ts'

const MESSAGES = 1_000
const TURNS = MESSAGES / 2
const NEIGHBOURS = 20
const QUESTIONS = 200
const SPACE = 'bench:project:/home'

export const walls: Measure = {
  title: `A space of ${MESSAGES} messages beside ${NEIGHBOURS} others, as multiples of alone`,
  async run({ corpus, shelf, n, say }) {
    const alone = await openEngine(await shelf.folder())
    const beside = await openEngine(await shelf.folder())
    try {
      say(`storing ${2 * n} messages beside a space`)
      await store(alone, SPACE, corpus, 0, TURNS)
      await storeNeighbours(beside, corpus, TURNS, TURNS + n / 2)
      await store(beside, SPACE, corpus, 0, TURNS)
      await storeNeighbours(beside, corpus, TURNS + n / 2, TURNS + n)
      say('searching through walls')
      const questions = corpus.messageQuestions(QUESTIONS, MESSAGES)
      const samples = await interleave(questions, {
        alone: query => ask(alone, query),
        beside: query => ask(beside, query),
      })
      return [
        {
          messages: MESSAGES,
          neighbours: 2 * n,
          calls: samples.alone.wallMs.length,
          ...ratiosOf(samples.beside, samples.alone),
          besideCpuMs: rounded(mean(samples.beside.cpuMs)),
          aloneCpuMs: rounded(mean(samples.alone.cpuMs)),
          ...(await answersApart(alone, beside, questions)),
        },
      ]
    } finally {
      await alone.close()
      await beside.close()
    }
  },
}

const ask = ({ memory }: OpenEngine, query: string) => memory.search(query, { space: SPACE, limit: LIMIT })

async function store({ memory }: OpenEngine, space: string, texts: Texts, from: number, to: number) {
  for (let index = from; index < to; index++) {
    await memory.ingest(toTurnInput(texts.turn(index), index), { space })
  }
}

async function storeNeighbours(engine: OpenEngine, texts: Texts, from: number, to: number) {
  const share = Math.ceil((to - from) / NEIGHBOURS)
  for (let neighbour = 0; neighbour < NEIGHBOURS; neighbour++) {
    const first = from + neighbour * share
    await store(engine, `bench:project:/neighbour-${neighbour}`, texts, first, Math.min(first + share, to))
  }
}

async function answersApart(alone: OpenEngine, beside: OpenEngine, questions: readonly string[]) {
  let differing = 0
  for (const question of questions) {
    const answers = [await ask(alone, question), await ask(beside, question)]
    const [one, other] = answers.map(answer => JSON.stringify(answer))
    if (one !== other) differing += 1
  }
  return { identical: differing === 0, differing }
}
