/**
 * Every question put to every system, with the time it took.
 *
 * Owns: the order of asking and the clocks. Each question goes to all systems one after the other, and each time
 * another one is first, so what else the machine does falls on all alike. Leaves scoring to `measures.ts`.
 */
import type { Question } from './locomo.ts'
import { type Outcome, rounded, type Summary, summarize } from './measures.ts'

/** Something that ranks messages. */
export interface System {
  name: string
  /** Ids of messages for the question, best first. */
  rank(question: Question): readonly string[] | Promise<readonly string[]>
  /** A slow system is asked at most so many questions, spread over all of them; default: every question. */
  questions?: number
}

/** Milliseconds a query. */
interface Times {
  /** Median and 95th percentile of the time that passed. */
  p50: number
  p95: number
  /** Mean of the time that processors worked. */
  cpu: number
}

/** What one system achieved. */
export interface Result extends Summary {
  msPerQuery: Times
  /** How many questions it was asked, where that is not all of them. */
  questions?: number
}

const WARM_UP_QUESTIONS = 1_000

/**
 * @param score scores a ranking for a question.
 * @param onProgress told after each question how many are done.
 */
export async function compare(
  systems: readonly System[],
  questions: readonly Question[],
  score: (question: Question, ranking: readonly string[]) => Outcome,
  onProgress: (done: number) => void,
): Promise<Record<string, Result>> {
  const runs = systems.map(system => new Run(system, questions))
  for (const question of evenly(questions, WARM_UP_QUESTIONS)) {
    for (const { system } of runs) await system.rank(question)
  }
  for (const [place, question] of questions.entries()) {
    const first = place % runs.length
    for (const run of [...runs.slice(first), ...runs.slice(0, first)]) await run.ask(question, score)
    onProgress(place + 1)
  }
  return Object.fromEntries(runs.map(run => [run.system.name, run.result()]))
}

/** What one system did so far. */
class Run {
  readonly system: System
  readonly #questions: ReadonlySet<Question>
  readonly #outcomes: Outcome[] = []
  readonly #wallMs: number[] = []
  #cpuMs = 0

  constructor(system: System, questions: readonly Question[]) {
    this.system = system
    this.#questions = new Set(evenly(questions, system.questions))
  }

  async ask(
    question: Question,
    score: (question: Question, ranking: readonly string[]) => Outcome,
  ): Promise<void> {
    if (!this.#questions.has(question)) return
    const cpu = process.cpuUsage()
    const began = performance.now()
    const ranking = await this.system.rank(question)
    this.#wallMs.push(performance.now() - began)
    const { user, system } = process.cpuUsage(cpu)
    this.#cpuMs += (user + system) / 1_000
    this.#outcomes.push(score(question, ranking))
  }

  result(): Result {
    const sorted = this.#wallMs.toSorted((a, b) => a - b)
    const at = (share: number) => rounded(sorted[Math.floor(share * sorted.length)] ?? 0, 3)
    return {
      ...summarize(this.#outcomes),
      msPerQuery: { p50: at(0.5), p95: at(0.95), cpu: rounded(this.#cpuMs / sorted.length, 3) },
      ...(this.system.questions !== undefined && { questions: sorted.length }),
    }
  }
}

/** Every k-th item, with the smallest k that leaves at most `most`. */
export function evenly<T>(items: readonly T[], most = items.length): readonly T[] {
  const step = Math.ceil(items.length / most)
  return items.filter((_, place) => place % step === 0)
}
