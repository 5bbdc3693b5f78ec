/**
 * Whether a sentence is worth an event, and of which type.
 *
 * Owns: the one decision. Cues of a type add up; a sentence needs the weight of one strong cue or of two weak ones
 * that meet, something concrete that it is about, and nothing that blocks it, be it in the sentence, before it or
 * anywhere in the message. Leaves the words to the language twins.
 */
import type { EventScope, EventType } from '../../domain/event.ts'
import { isForOnce, isOfUndertaking } from '../../text/lasting.ts'
import { type Blocker, type Cue, type CueTable, type Direction, STRONG } from './cue-table.ts'

/** A sentence as the decision sees it. */
export interface Clue {
  plain: string
  /** The sentence before it, empty where there is none. */
  before: string
  /** The whole message that it is a part of. */
  message: string
  role: 'user' | 'assistant'
  /** Directions of the times it names. */
  directions: ReadonlySet<Direction>
}

export interface Verdict {
  type: EventType
  scope: EventScope
}

/** Of types with equal evidence the earlier one is taken: what is worse to miss comes first, safety in any case. */
const PRECEDENCE: readonly EventType[] = [
  'safety',
  'identity',
  'preference',
  'change',
  'decision',
  'cause',
  'outcome',
  'done',
  'failed',
  'open',
  'requirement',
  'constraint',
  'plan',
]
const ABOUT_THE_PERSON: ReadonlySet<EventType> = new Set(['safety', 'identity', 'preference'])

/** The verdict, or `undefined` when the sentence is no evidence or says too little. */
export function classify(clue: Clue, table: CueTable): Verdict | undefined {
  const blocked = blockedTypes(clue, table.blockers)
  if (blocked === 'all') return undefined
  const isConcrete = table.concrete.test(clue.plain)
  const found = table.cues.filter(
    cue => !blocked.has(cue.type) && (isConcrete || ABOUT_THE_PERSON.has(cue.type)) && isFound(cue, clue),
  )
  let best: { type: EventType; score: number } | undefined
  for (const type of PRECEDENCE) {
    const score = found.filter(cue => cue.type === type).reduce((sum, cue) => sum + cue.weight, 0)
    if (score >= STRONG && score > (best?.score ?? 0)) best = { type, score }
    if (best?.type === 'safety') break
  }
  if (!best) return undefined
  const { type } = best
  const special = found.find(cue => cue.type === type && cue.scope)?.scope
  return { type, scope: special ?? scopeOf(type, clue.plain) }
}

/** What is wished for once, or of this undertaking, says nothing about the person. */
function scopeOf(type: EventType, plain: string): EventScope {
  if (!ABOUT_THE_PERSON.has(type)) return 'project'
  if (type !== 'preference') return 'user'
  if (isOfUndertaking(plain)) return 'project'
  return isForOnce(plain) ? 'session' : 'user'
}

function isFound(cue: Cue, { plain, role, directions }: Clue): boolean {
  if (role === 'assistant' && cue.from !== 'any') return false
  if (cue.when && !directions.has(cue.when)) return false
  return cue.pattern?.test(plain) ?? true
}

function blockedTypes(clue: Clue, blockers: readonly Blocker[]): ReadonlySet<EventType> | 'all' {
  const types = new Set<EventType>()
  for (const { pattern, types: only, from, where = 'plain', unless } of blockers) {
    if ((from && from !== clue.role) || !pattern.test(clue[where]) || unless?.test(clue.plain)) continue
    if (!only) return 'all'
    for (const type of only) types.add(type)
  }
  return types
}
