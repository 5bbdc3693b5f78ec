/**
 * Events and claims in a form that fits on a line.
 *
 * Owns: the event around a sentence, and the line that tells everything of a claim but its event.
 */

import { claimsOf } from '../../../src/derive/offline/claims/claims.ts'
import type { EventScope, EventType, MemoryEvent } from '../../../src/domain/event.ts'
import type { Claim, Named } from '../../../src/domain/graph.ts'
import type { SpaceId } from '../../../src/domain/space.ts'

/** The event of a sentence that the user said. */
export function eventOf(summary: string, rest: Partial<MemoryEvent> = {}): MemoryEvent {
  return {
    id: 'e1',
    type: 'decision',
    title: '',
    summary,
    tags: [],
    quotes: [],
    scope: 'project',
    criticality: 'routine',
    sources: [],
    time: null,
    categoryHints: [],
    origin: 'conversation',
    trust: 8,
    status: 'active',
    pinned: false,
    mentionedAt: null,
    createdTurn: 1,
    strength: 1,
    reinforcedTurn: 1,
    relations: { supersedes: [], supersededBy: [], conflictsWith: [], continues: [] },
    space: 'test:project:/p' as SpaceId,
    sourceSpace: null,
    thread: null,
    block: null,
    madeBy: 'test',
    ...rest,
  }
}

/** An event about the user. */
export function ofUser(
  summary: string,
  type: EventType = 'identity',
  scope: EventScope = 'user',
): MemoryEvent {
  return eventOf(summary, { type, scope })
}

/** What an event says, one line for each claim. */
export function said(event: MemoryEvent): string[] {
  return claimsOf(event).map(lineOf)
}

/** `subject:type relation/mode = value:type says change`. */
function lineOf({ subject, relation, mode, value, object, says, isChange }: Claim): string {
  const told = `${named(subject)} ${relation}/${mode} = ${object ? named(object) : value}`
  const differs = object && object.name !== value ? ` (${value})` : ''
  return `${told}${differs} ${says}${isChange ? ' change' : ''}`
}

function named({ name, type }: Named): string {
  return name.startsWith('@') ? name : `${name}:${type}`
}
