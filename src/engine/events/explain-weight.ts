/**
 * What an event weighs now, and why: the one account that recall orders by and that search and the command line show.
 *
 * Owns: joining an event with the counters of its space. Leaves the formulas to `weight.ts` and `confidence.ts`, reading
 * counters to the flows. Explaining changes nothing.
 */
import type { MemoryEvent } from '../../domain/event.ts'
import { type Confidence, confidenceOf } from './confidence.ts'
import { type WeightParts, weightParts } from './weight.ts'

/** Where memory stands: its clocks, neither of which is the wall's. */
export interface Counters {
  /** Value of the turn counter of the space where the event was said. */
  spaceTurn: number
  /** Time of the newest message known, epoch milliseconds; null = none known. */
  latestAt: number | null
}

/** The weight of an event with every part of it, and beside it how sure it still is. */
export interface WeightExplanation extends WeightParts, Confidence {
  /** Turns of its space since it was created or last reinforced. */
  turns: number
  /** 1, and 1 more for each reinforcement. */
  strength: number
}

/** What of an event decides its weight and confidence. */
type Weighed = Pick<
  MemoryEvent,
  'criticality' | 'pinned' | 'status' | 'strength' | 'reinforcedTurn' | 'trust' | 'mentionedAt'
>

/** Explains the weight of an event as memory stands. */
export function explainWeight(event: Weighed, { spaceTurn, latestAt }: Counters): WeightExplanation {
  const { strength, reinforcedTurn } = event
  const turns = Math.max(0, spaceTurn - reinforcedTurn)
  return { ...weightParts(event, turns, strength), turns, strength, ...confidenceOf(event, latestAt) }
}
