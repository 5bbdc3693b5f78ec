/**
 * How facts stood at an earlier time.
 *
 * Owns: reading that off their intervals, which gives what folding only the claims up to then would.
 */
import type { Fact, FactStanding } from '../../domain/graph.ts'

/** The fact as it stood at the time; undefined when it was not known yet. Its sources are left as they are. */
export function factAt<Known extends Omit<Fact, 'sources' | 'support'>>(
  fact: Known,
  at: number,
): Known | undefined {
  if (fact.validFrom !== null && fact.validFrom > at) return undefined
  const isClosed = fact.closedBy !== null && (fact.validTo === null || fact.validTo <= at)
  if (isClosed || fact.closedBy === null) return fact
  return { ...fact, standing: standingBefore(fact), validTo: null, closedBy: null }
}

function standingBefore({ standing, wasPending }: Pick<Fact, 'standing' | 'wasPending'>): FactStanding {
  if (standing === 'disputed') return 'disputed'
  return wasPending ? 'pending' : 'current'
}
