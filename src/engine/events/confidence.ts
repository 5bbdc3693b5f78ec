/**
 * How sure it still is that an event holds, by its trust and its age.
 *
 * Owns: the formula and who is to be checked. Separate from the weight: it is shown and sets the mark "verify", and
 * enters no order, weight or gate. Memory's own clock counts, the time of its newest message: idle days change nothing.
 */
import type { EventType, MemoryEvent } from '../../domain/event.ts'

/** Days after which confidence has halved. */
const HALF_LIFE_DAYS = 30
const DAY = 86_400_000
/** Below this an event is to be checked before it is relied on. */
const ENOUGH = 0.5
/** What a person is or likes, and what could harm, is not outdated by time alone. */
const LASTING: readonly EventType[] = ['preference', 'identity', 'safety']

/** What confidence is made of. */
export interface Confidence {
  /** 0 … 1. */
  confidence: number
  /** Days since it was mentioned, below 0 none; null = unknown, then age takes nothing away. */
  days: number | null
}

/**
 * Time-aware confidence: `c · exp(−ln 2 · days / 30)`, `c` being (trust + 10) / 20 within 0.3 … 1.
 *
 * @param latestAt time of the newest message known, epoch milliseconds; null = none known.
 */
export function confidenceOf(
  { trust, mentionedAt }: Pick<MemoryEvent, 'trust' | 'mentionedAt'>,
  latestAt: number | null,
): Confidence {
  const base = Math.min(1, Math.max(0.3, (trust + 10) / 20))
  const days = mentionedAt === null || latestAt === null ? null : Math.max(0, (latestAt - mentionedAt) / DAY)
  return { confidence: base * Math.exp((-Math.LN2 * (days ?? 0)) / HALF_LIFE_DAYS), days }
}

/** Whether age and trust leave too little to rely on an event unchecked. */
export function isToVerify(
  event: Pick<MemoryEvent, 'type' | 'trust' | 'mentionedAt'>,
  latestAt: number | null,
): boolean {
  return !LASTING.includes(event.type) && confidenceOf(event, latestAt).confidence < ENOUGH
}
