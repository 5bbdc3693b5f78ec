/**
 * Categories of events, for browsing only.
 *
 * Owns: which type of event belongs to which category, and counting by them.
 */
import type { EventType } from '../../domain/event.ts'
import type { TypeCounts } from '../../storage/store.ts'

/** A category for browsing. */
export type TopicCategory = 'preferences' | 'decisions' | 'work' | 'communication' | 'other'

/** Every one, in the order in which they are listed. */
export const TOPIC_CATEGORIES: readonly TopicCategory[] = [
  'preferences',
  'decisions',
  'work',
  'communication',
  'other',
]

const CATEGORY: Readonly<Record<EventType, TopicCategory>> = {
  preference: 'preferences',
  requirement: 'preferences',
  constraint: 'preferences',
  decision: 'decisions',
  plan: 'decisions',
  open: 'decisions',
  change: 'work',
  outcome: 'work',
  cause: 'work',
  done: 'work',
  failed: 'work',
  identity: 'communication',
  safety: 'other',
}

/** Events of a category; of all types without one. */
export const countOf = (counts: TypeCounts, category?: TopicCategory): number =>
  Object.entries(counts).reduce(
    (sum, [type, n]) => (category === undefined || CATEGORY[type as EventType] === category ? sum + n : sum),
    0,
  )
