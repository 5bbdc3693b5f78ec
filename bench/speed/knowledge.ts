/**
 * What is made of events, asked for beside few of them and beside many: graph, directory, and what goes before a model.
 *
 * Owns: a memory whose events tell of a state of things, a tenth of them about one node, read by rules; and growth as
 * multiples of the size before. Leaves timing to `interleave.ts`. There is no raw side: raw has no word for any of it.
 */
import type { EventInput, Memory } from 'palimpsest-memory'
import type { Corpus } from './corpus.ts'
import { openEngine } from './engine.ts'
import { interleave, type Sample } from './interleave.ts'
import type { Bench, Measure, Row } from './measure.ts'
import { median, percentile, rounded, times } from './statistics.ts'

const QUESTIONS = 200
/** What may be read once more before the next is stored. */
const BATCH = 1_000
const START = Date.UTC(2024, 0, 1)
const MINUTE = 60_000
/** One event in so many is about the hub. */
const HUB_EVERY = 10
/** Events that speak of one and the same service. */
const EVENTS_OF_SERVICE = 20
/** Growth by ten that is still borne, in multiples. */
const BOUND = 4

export const knowledge: Measure = {
  title: `Graph, directory and assembled recall by number of events; times ten, at most ${BOUND} times as slow`,
  async run(bench) {
    const rows: Row[] = []
    let before: Record<string, Sample> | undefined
    for (const events of bench.sizes) {
      const samples = await measured(bench, events)
      rows.push(...Object.entries(samples).map(([asked, sample]) => rowOf(events, asked, sample, before)))
      before = samples
    }
    return rows
  },
}

function rowOf(events: number, asked: string, { wallMs }: Sample, all?: Record<string, Sample>): Row {
  const before = all?.[asked]?.wallMs
  const row: Row = {
    events,
    asked,
    calls: wallMs.length,
    p50Ms: rounded(median(wallMs)),
    p95Ms: rounded(percentile(wallMs, 0.95)),
  }
  if (before === undefined) return row
  const p50x = times(median(wallMs), median(before))
  const p95x = times(percentile(wallMs, 0.95), percentile(before, 0.95))
  return { ...row, p50x, p95x, isWithin: p50x <= BOUND && p95x <= BOUND }
}

async function measured({ corpus, shelf, say }: Bench, events: number): Promise<Record<string, Sample>> {
  const engine = await openEngine(await shelf.folder())
  try {
    await fill(engine.memory, corpus, events, say)
    say(`asking ${events} events`)
    const { memory } = engine
    return await interleave(questionsFor(corpus, events), {
      graph: ({ name }) => memory.graph({ query: name }),
      graphOfHub: ({ hub }) => memory.graph({ query: hub }),
      directory: () => memory.directory(),
      recall: ({ message }) => memory.recall({ message }),
      assembled: async ({ message, name }) => [
        await memory.directory(),
        await memory.recall({ message }),
        await memory.graph({ query: name, limit: 5 }),
      ],
    })
  } finally {
    await engine.close()
  }
}

/** A question about an event, the name of what one speaks of, and words about the hub. */
interface Asked {
  message: string
  name: string
  hub: string
}

function questionsFor(corpus: Corpus, events: number): Asked[] {
  const services = Math.ceil(events / EVENTS_OF_SERVICE)
  return corpus.questions(QUESTIONS, events).map((message, index) => {
    const name = nameOf((index * 7_919) % services)
    return { message, name, hub: `gateway ${name}` }
  })
}

async function fill(memory: Memory, corpus: Corpus, count: number, say: Bench['say']): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    say(`reading events ${first} to ${first + BATCH} of ${count} into the graph and under topics`)
    const inputs = Array.from({ length: Math.min(BATCH, count - first) }, (_, k) =>
      eventOf(corpus, first + k),
    )
    await memory.addEvents(inputs)
    await memory.drain()
  }
}

/** An event of the corpus whose summary begins with a sentence that rules understand. */
function eventOf(corpus: Corpus, index: number): EventInput {
  const { title, summary } = corpus.event(index)
  const service = nameOf(Math.floor(index / EVENTS_OF_SERVICE))
  const stated =
    index % HUB_EVERY === 0
      ? `The gateway depends on ${service}.`
      : `The ${service} service listens on port ${1_024 + (index % 60_000)}.`
  return {
    type: 'outcome',
    title,
    summary: `${stated} ${summary}`,
    tags: [`area-${index % 40}`],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    origin: 'import',
    mentionedAt: START + index * MINUTE,
  }
}

const SYLLABLES = 'Ba Ce Di Fo Gu Ha Je Ki Lo Mu Na Pe Ri So Tu Va'.split(' ')

/** One word for each number: its digits as syllables. */
function nameOf(number: number): string {
  const digits = number.toString(16).padStart(4, '0')
  const word = [...digits].map(digit => SYLLABLES[Number.parseInt(digit, 16)] ?? '').join('')
  return `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`
}
