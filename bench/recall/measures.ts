/**
 * How well a ranking answers a question.
 *
 * Owns: what each measure means, their means, and how they are rounded. Knows nothing of where a ranking came from.
 */

const CUTOFFS = [5, 10, 25, 50] as const
const BUDGETS = [900, 2_000] as const

type Cutoff = (typeof CUTOFFS)[number]

/**
 * `recall@k`: share of the gold messages among the first k. `hit@k`: whether any of them is there. `all@k`: whether
 * all are. `mrr`: one divided by the rank of the first gold message. `tokens@n`: share of the gold messages among
 * those that fit n tokens, taken in order up to the first that does not.
 */
export type MeasureName =
  | `${'recall' | 'hit' | 'all'}@${Cutoff}`
  | 'mrr'
  | `tokens@${(typeof BUDGETS)[number]}`

/** One value a measure. Of a question: shares, 0 to 1. Of many: the means in percent, with one decimal. */
export type Measures = Record<MeasureName, number>

/** Scores of one question. */
export interface Outcome {
  category: number
  measures: Measures
}

/** What many questions come to. Category 5 asks what was never said, so it stands apart from the overall mean. */
export interface Summary {
  /** Means over categories 1 to 4. */
  overall: Measures
  /** Means of each category there is, 5 included. */
  byCategory: Record<string, Measures>
}

/**
 * Scores a ranking.
 *
 * @param ranking ids, best first; one that comes again counts at its first place.
 * @param gold at least one id.
 * @param tokensOf tokens of the message with an id.
 */
export function measure(
  ranking: readonly string[],
  gold: ReadonlySet<string>,
  tokensOf: (id: string) => number,
): Measures {
  const order = [...new Set(ranking)]
  const share = (ids: readonly string[]) => ids.filter(id => gold.has(id)).length / gold.size
  const first = order.findIndex(id => gold.has(id))
  const shares = CUTOFFS.map(k => [k, share(order.slice(0, k))] as const)
  return Object.fromEntries([
    ...shares.map(([k, found]) => [`recall@${k}`, found]),
    ...shares.map(([k, found]) => [`hit@${k}`, Number(found > 0)]),
    ...shares.map(([k, found]) => [`all@${k}`, Number(found === 1)]),
    ['mrr', first < 0 ? 0 : 1 / (first + 1)],
    ...BUDGETS.map(budget => [`tokens@${budget}`, share(fitting(order, budget, tokensOf))]),
  ]) as Measures
}

function fitting(order: readonly string[], budget: number, tokensOf: (id: string) => number): string[] {
  let left = budget
  const end = order.findIndex(id => {
    left -= tokensOf(id)
    return left < 0
  })
  return order.slice(0, end < 0 ? order.length : end)
}

/** The means over questions, overall and by category. */
export function summarize(outcomes: readonly Outcome[]): Summary {
  const categories = Map.groupBy(outcomes, ({ category }) => String(category))
  return {
    overall: means(outcomes.filter(({ category }) => category !== 5)),
    byCategory: Object.fromEntries([...categories].map(([category, some]) => [category, means(some)])),
  }
}

/** Every measure is NaN, null in JSON, where there is no question. */
function means(outcomes: readonly Outcome[]): Measures {
  const names = Object.keys(measure([], new Set(['']), () => 0)) as MeasureName[]
  const mean = (name: MeasureName) =>
    outcomes.reduce((sum, { measures }) => sum + measures[name], 0) / outcomes.length
  return Object.fromEntries(names.map(name => [name, rounded(100 * mean(name), 1)])) as Measures
}

/** A number with so many decimals. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
