/**
 * What the plugin adds to a model step, to the end of a turn and to the start of the host, by events in the project's
 * space.
 *
 * The host without the plugin and one for each number of events run side by side and take turns, whoever began a round
 * ends the next, so that what else the machine does falls on all alike. Each is asked the same: words of an event that
 * all of them hold.
 */
import { setTimeout } from 'node:timers/promises'
import { type Corpus, createCorpus } from '../speed/corpus.ts'
import { median, percentile } from '../speed/statistics.ts'
import { type Side, type Turn, withSides } from './side.ts'
import { talk } from './talk.ts'

const SEED = 1
const BATCH = 1_000
const WARM_UP_TURNS = 8
const STARTS = 7
/** People pause; so what memory does after a turn falls on nobody else's. */
const PAUSE_MS = 100

export interface StepRow {
  /** Events in the space; null for the host without the plugin. */
  events: number | null
  turns: number
  /** Share of the measured turns in which something was recalled, percent. */
  recalledPercent: number
  stepP50Ms: number
  stepP95Ms: number
  endP50Ms: number
  endP95Ms: number
  /** Median of several starts. */
  bootMs: number
  /** Of the first message after a start, median. */
  firstStepMs: number
  /** The above less those of the host without the plugin; null there. */
  added: Added | null
}

type Added = Record<
  'stepP50Ms' | 'stepP95Ms' | 'stepPairedMs' | 'endP50Ms' | 'endP95Ms' | 'bootMs' | 'firstStepMs',
  number
>

/** What was measured of one side. */
interface Samples {
  stepMs: number[]
  endMs: number[]
  bootMs: number[]
  firstStepMs: number[]
  recalled: number
}

export async function measureSteps(
  sizes: readonly number[],
  turns: number,
  say: (what: string) => void,
): Promise<StepRow[]> {
  const corpus = createCorpus(SEED)
  const wanted = [null, ...sizes].map(events => ({ name: nameOf(events), isWithPlugin: events !== null }))
  return withSides(wanted, async sides => {
    for (const [index, events] of sizes.entries()) {
      say(`storing ${events} events`)
      await fill(sides[index + 1] as Side, events, corpus)
    }
    const questions = questionsFor(corpus, WARM_UP_TURNS + turns + STARTS, Math.min(...sizes))
    const samples = sides.map(emptySamples)
    for (const side of sides) await side.start()
    await talkToAll(sides, samples, questions.slice(0, WARM_UP_TURNS + turns), say)
    for (const side of sides) await side.exit()
    await startAll(sides, samples, questions.slice(-STARTS), say)
    return samples.map((own, index) => rowOf(sizes[index - 1] ?? null, own, samples[0] as Samples))
  })
}

const nameOf = (events: number | null) => (events === null ? 'no plugin' : `${events} events`)

const emptySamples = (): Samples => ({ stepMs: [], endMs: [], bootMs: [], firstStepMs: [], recalled: 0 })

async function fill(side: Side, events: number, corpus: Corpus): Promise<void> {
  const memory = await side.openMemory()
  for (let first = 0; first < events; first += BATCH) {
    const length = Math.min(BATCH, events - first)
    const inputs = Array.from({ length }, (_, k) => eventOf(corpus, first + k))
    await memory.addEvents(inputs, { space: side.space })
  }
  await memory.close()
}

const eventOf = (corpus: Corpus, index: number) =>
  ({
    type: 'outcome',
    ...corpus.event(index),
    tags: [],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    origin: 'import',
    mentionedAt: Date.UTC(2024, 0, 1) + index * 60_000,
  }) as const

/** A sentence of the conversation and words of one of the first events. */
function questionsFor(corpus: Corpus, count: number, events: number): string[] {
  const asked = corpus.questions(count, events)
  return asked.map(question => `What was it with ${question}?`)
}

// ---- turns ----------------------------------------------------------------------------------------------------

async function talkToAll(
  sides: readonly Side[],
  samples: readonly Samples[],
  questions: readonly string[],
  say: (what: string) => void,
): Promise<void> {
  const { turns } = talk(questions.length, false)
  for (const side of sides) await side.begin('steps')
  for (const [round, question] of questions.entries()) {
    if (round % 10 === 0) say(`turn ${round} of ${questions.length}`)
    for (const index of inTurn(round, sides.length)) {
      const turn = await (sides[index] as Side).say(question, [{ text: turns[round]?.answer ?? '' }])
      if (round >= WARM_UP_TURNS) keep(samples[index] as Samples, turn)
      await setTimeout(PAUSE_MS)
    }
  }
}

/** 0 … count − 1, backwards in every other round. */
const inTurn = (round: number, count: number) => {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return round % 2 === 0 ? indexes : indexes.toReversed()
}

function keep(samples: Samples, { stepMs, endMs, requests }: Turn): void {
  samples.stepMs.push(stepMs)
  samples.endMs.push(endMs)
  if (requests[0]?.messages.at(-1)?.role === 'user' && isRecall(requests[0].messages.at(-1)?.content))
    samples.recalled += 1
}

const isRecall = (content: unknown) =>
  JSON.stringify(content).includes('Remembered from earlier conversations')

// ---- starts ---------------------------------------------------------------------------------------------------

async function startAll(
  sides: readonly Side[],
  samples: readonly Samples[],
  questions: readonly string[],
  say: (what: string) => void,
): Promise<void> {
  for (const [round, question] of questions.entries()) {
    say(`start ${round + 1} of ${questions.length}`)
    for (const index of inTurn(round, sides.length)) {
      const [side, own] = [sides[index] as Side, samples[index] as Samples]
      own.bootMs.push(await side.start())
      await side.begin(`start-${round}`)
      own.firstStepMs.push((await side.say(question, [{ text: 'Yes.' }])).stepMs)
      await side.exit()
    }
  }
}

// ---- the table ------------------------------------------------------------------------------------------------

function rowOf(events: number | null, own: Samples, plain: Samples): StepRow {
  const [mine, base] = [figuresOf(own), figuresOf(plain)]
  const less = (name: keyof typeof mine) => rounded(mine[name] - base[name])
  const pairs = own.stepMs.map((ms, index) => ms - (plain.stepMs[index] ?? 0))
  const added: Added = {
    stepP50Ms: less('stepP50Ms'),
    stepP95Ms: less('stepP95Ms'),
    stepPairedMs: rounded(median(pairs)),
    endP50Ms: less('endP50Ms'),
    endP95Ms: less('endP95Ms'),
    bootMs: less('bootMs'),
    firstStepMs: less('firstStepMs'),
  }
  const shown = Object.fromEntries(Object.entries(mine).map(([name, ms]) => [name, rounded(ms)]))
  return {
    events,
    turns: own.stepMs.length,
    recalledPercent: rounded((100 * own.recalled) / own.stepMs.length),
    ...(shown as typeof mine),
    added: events === null ? null : added,
  }
}

const figuresOf = ({ stepMs, endMs, bootMs, firstStepMs }: Samples) => ({
  stepP50Ms: median(stepMs),
  stepP95Ms: percentile(stepMs, 0.95),
  endP50Ms: median(endMs),
  endP95Ms: percentile(endMs, 0.95),
  bootMs: median(bootMs),
  firstStepMs: median(firstStepMs),
})

/** To a tenth of a millisecond. */
const rounded = (value: number) => Math.round(value * 10) / 10
