/**
 * How much an event still weighs: how fast it fades by turns, and what keeps it from fading.
 *
 * Owns: the formula, the floors and the caps. Leaves what the weight orders to `engine/recall`. The weight is no
 * probability of truth; fading deletes nothing, and days do not count.
 */
import type { Criticality, EventStatus, MemoryEvent } from '../../domain/event.ts'

/** How fast an event fades that was never reinforced, per turn. */
const FADING = 0.15
/** How much each reinforcement slows it. */
const SLOWING = 1.5
/** Below this an event of its criticality never fades. */
const FLOORS: Readonly<Record<Criticality, number>> = {
  routine: 0,
  preference: 0.3,
  identity: 0.9,
  safety: 1,
}
/** What an event of its status never weighs more than, pinned or not. */
const CAPS: Readonly<Record<EventStatus, number>> = { active: 1, superseded: 0.1, forgotten: 0, archived: 0 }

/** What a weight is made of. */
export interface WeightParts {
  /** 0 … 1: the larger of `floor` and `faded`, or 1 when pinned; at most `cap`. */
  weight: number
  /** How fast it fades by the turn. */
  lambda: number
  /** What the turns have left of 1. */
  faded: number
  floor: number
  cap: number
  pinned: boolean
}

/**
 * The weight of an event and its parts: `min(cap, max(floor, exp(−λ(n)·t)))` with `λ(n) = 0.15 / (1 + 1.5·ln n)`. A
 * pinned one weighs 1, a superseded one at most 0.1 even when pinned, a forgotten or archived one 0.
 *
 * @param turns t: turns of the space since it was created or last reinforced; below 0 counts as 0.
 * @param strength n: 1, and 1 more for each reinforcement.
 */
export function weightParts(
  { criticality, pinned, status }: Pick<MemoryEvent, 'criticality' | 'pinned' | 'status'>,
  turns: number,
  strength: number,
): WeightParts {
  const lambda = FADING / (1 + SLOWING * Math.log(Math.max(strength, 1)))
  const faded = Math.exp(-lambda * Math.max(turns, 0))
  const [floor, cap] = [FLOORS[criticality], CAPS[status]]
  const weight = Math.min(cap, pinned ? 1 : Math.max(floor, faded))
  return { weight, lambda, faded, floor, cap, pinned }
}
