/**
 * What a run of the recall bench found out, for programs and for people.
 *
 * Owns: the form of the JSON, and which of its numbers a person is shown first.
 */
import type { Result } from './compare.ts'
import type { MeasureName } from './measures.ts'

/** What is known of a haystack once it is stored. */
export interface Haystack {
  /** Foreign messages. */
  haystack: number
  /** Seconds it took to store all messages. */
  indexSeconds: number
  /** Size of the file and its write-ahead log. */
  fileMB: number
}

/** What is printed as JSON. */
export interface Report extends Partial<Haystack> {
  data: string
  conversations: readonly string[]
  /** Questions asked, category 5 included. */
  questions: number
  systems: Record<string, Result>
}

/** Those that fit the width of a screen. */
const SHOWN_MEASURES: readonly MeasureName[] = [
  'recall@5',
  'recall@10',
  'recall@25',
  'recall@50',
  'hit@10',
  'all@10',
  'mrr',
  'tokens@900',
  'tokens@2000',
]

const CATEGORIES: Record<string, string> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
}

/** Prints a report as tables. */
export function printReport({ systems, data, conversations, questions, ...rest }: Report): void {
  console.log(
    `${questions} questions on ${conversations.length} conversations of ${data}; shares in percent.`,
  )
  if (rest.haystack !== undefined) {
    const { haystack, indexSeconds, fileMB } = rest
    console.log(`One space among ${haystack} foreign messages: stored in ${indexSeconds} s, ${fileMB} MB.`)
  }
  console.log('\nCategories 1 to 4:')
  printTable(systems, ({ overall }) => Object.fromEntries(SHOWN_MEASURES.map(name => [name, overall[name]])))
  console.log('\nrecall@10 by category, and milliseconds a query:')
  printTable(systems, ({ byCategory, msPerQuery, questions: asked }) => ({
    ...recallByCategory(byCategory),
    ...msPerQuery,
    ...(asked !== undefined && { questions: asked }),
  }))
}

function printTable(systems: Report['systems'], row: (result: Result) => Record<string, number>): void {
  console.table(Object.fromEntries(Object.entries(systems).map(([name, result]) => [name, row(result)])))
}

function recallByCategory(byCategory: Result['byCategory']): Record<string, number> {
  const each = Object.entries(byCategory)
  return Object.fromEntries(
    each.map(([category, measures]) => [CATEGORIES[category] ?? category, measures['recall@10']]),
  )
}
