/**
 * From what the model says of events to claims.
 *
 * Owns: the rules that no model can talk its way around: the event is one that was shown, names and values are within
 * their bounds, a relation is a word. Leaves the form to `claims.prompt.ts`.
 */
import type { MemoryEvent } from '../../../domain/event.ts'
import type { Claim } from '../../../domain/graph.ts'
import type { Read } from '../asking.ts'
import type { ClaimCard } from './claims.prompt.ts'

const LONGEST_NAME = 120
const LONGEST_VALUE = 200
const RELATION = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const LONGEST_RELATION = 64

/** An event and the number by which the model knows it, from 1. */
export interface NumberedEvent {
  number: number
  event: MemoryEvent
}

/** Claims in order of their events; or what is wrong with the cards. Cards of events that were not shown are dropped. */
export function claimsOfCards(cards: readonly ClaimCard[], shown: readonly NumberedEvent[]): Read<Claim[]> {
  const complaints: string[] = []
  const claims: Claim[] = []
  for (const { number, event } of shown) {
    for (const card of cards.filter(one => one.event === number)) {
      const relation = relationOf(card.relation)
      const complaint = complaintAbout(card, relation)
      if (complaint !== undefined) complaints.push(`claims of event ${number}: ${complaint}`)
      else claims.push(claimOf(card, event.id, relation))
    }
  }
  return complaints.length > 0 ? { complaints } : { value: claims }
}

const relationOf = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

function complaintAbout({ subject, value, says }: ClaimCard, relation: string): string | undefined {
  if (subject.trim() === '') return 'the subject is empty'
  if (subject.length > LONGEST_NAME) return `a subject has at most ${LONGEST_NAME} characters`
  if (relation.length > LONGEST_RELATION || !RELATION.test(relation))
    return `the relation ${JSON.stringify(relation.slice(0, LONGEST_RELATION))} is not English words joined by hyphens`
  if (value.length > LONGEST_VALUE) return `a value has at most ${LONGEST_VALUE} characters`
  return value.trim() === '' && says !== 'ended' ? 'the value is empty' : undefined
}

function claimOf(card: ClaimCard, event: string, relation: string): Claim {
  const value = card.value.trim()
  const isNode = card.object !== null && value !== '' && value.length <= LONGEST_NAME
  return {
    event,
    subject: { name: card.subject.trim(), type: card.subjectType },
    relation,
    // A relation leads to a node; without one it is a state.
    mode: card.mode === 'relation' && !isNode ? 'state' : card.mode,
    value,
    object: isNode && card.object !== null ? { name: value, type: card.object } : null,
    says: card.says,
    isChange: card.change,
  }
}
