/**
 * Whether two events speak of one thing in one respect.
 *
 * Owns: the comparison. Leaves what events claim to `claims.ts`.
 */
import { TRUST } from '../../../domain/event.ts'
import { claimsOf } from './claims.ts'
import type { Stated } from './rule.ts'

/** What is compared. */
type Said = Omit<Stated, 'id' | 'trust'>

/**
 * Whether rules find in both a claim about the same subject and the same relation, where one value takes the place of
 * another. Values that stand side by side take nobody's place.
 */
export function isSameKey(one: Said, other: Said): boolean {
  const keys = keysOf(one)
  return keysOf(other).some(key => keys.includes(key))
}

const keysOf = (event: Said): string[] =>
  claimsOf({ ...event, id: '', trust: TRUST.user })
    .filter(({ mode }) => mode !== 'set')
    .map(({ subject, relation }) => `${subject.name.normalize('NFKC').toLowerCase()}\n${relation}`)
