/**
 * Which of the facts that may be shown are offered a place first.
 *
 * Owns: the places of what is kept, that what is stale comes after what is not, and that no fact stands beside the one
 * that took its place. Leaves the order of relevance to `recall-order.ts`, the budget to `recall.ts`.
 */
import type { MemoryEvent } from '../../domain/event.ts'
import type { Validity } from './recall-validity.ts'

/** A fact in its order. */
export interface Candidate {
  event: Pick<MemoryEvent, 'id' | 'relations'>
  /** Ids of all events that say it. */
  ids: readonly string[]
  isRelevant: boolean
  /** Pinned or of safety. */
  isKept: boolean
  validity: Validity
}

/** Places that pinned and safety events have before others, and with less relevance. */
const MAX_KEPT = 2

export const isStale = ({ validity }: Pick<Candidate, 'validity'>) => typeof validity === 'object'

/** The order in which places are given: two that are kept, what is relevant, what is stale. */
export function byPlace<One extends Candidate>(candidates: readonly One[]): One[] {
  const kept = candidates.filter(one => one.isKept && !isStale(one)).slice(0, MAX_KEPT)
  const others = candidates.filter(one => one.isRelevant && !isStale(one) && !kept.includes(one))
  const staleKept = candidates.filter(one => one.isKept && isStale(one)).slice(0, MAX_KEPT - kept.length)
  const stale = candidates.filter(one => isStale(one) && (one.isRelevant || staleKept.includes(one)))
  return [...kept, ...others, ...stale]
}

/**
 * The candidates that supersede each one, at first or second hand; none for most. One is to be given its place after
 * all that supersede it, which is in order of their number.
 */
export function replacements<One extends Candidate>(candidates: readonly One[]): Map<One, ReadonlySet<One>> {
  const byId = new Map(candidates.flatMap(one => one.ids.map(id => [id, one] as const)))
  const direct = (one: One) => one.event.relations.supersededBy.flatMap(id => byId.get(id) ?? [])
  return new Map(
    candidates.map(one => {
      const found = new Set<One>()
      const open = direct(one)
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (next === one || found.has(next)) continue
        found.add(next)
        open.push(...direct(next))
      }
      return [one, found]
    }),
  )
}
