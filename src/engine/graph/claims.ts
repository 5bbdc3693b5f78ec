/**
 * Claims of events, placed in time.
 *
 * Owns: since when an event says that something holds, and what a projector is told of the graph. Leaves what follows
 * to `fold.ts`.
 */
import type { EventsToProject } from '../../derive/projector.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { type Claim, PROJECT_NAME, USER_NAME } from '../../domain/graph.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { GraphStore, NewClaim } from '../../storage/graph-store.ts'
import { nodesNamedIn } from './named.ts'

/** What a projector is told of nodes that the events may speak of. */
const MAX_NODES = 24
const MAX_FACTS = 40
const FACTS_OF_ONE = 8

/** Whether the event is read into the graph of its space: those of one conversation are nobody else's. */
export const isProjected = ({ scope, status }: MemoryEvent): boolean =>
  scope !== 'session' && (status === 'active' || status === 'superseded')

/** When it came about, if it did and that is known; else when it was said. What is planned has not come about. */
function placeOf({ time, mentionedAt }: MemoryEvent): number | null {
  const isDone = time !== null && time.status !== 'planned' && time.status !== 'cancelled'
  return isDone && time.start !== null ? time.start : mentionedAt
}

/** Claims with the time of their events. In the user space nothing is said of a project. */
export function placeClaims(
  space: SpaceId,
  events: readonly MemoryEvent[],
  claims: readonly Claim[],
): NewClaim[] {
  const times = new Map(events.map(event => [event.id, placeOf(event)]))
  const isElsewhere = ({ subject, object }: Claim) =>
    space === USER_SPACE && [subject, object].some(named => named?.name === PROJECT_NAME)
  return claims
    .filter(claim => !isElsewhere(claim))
    .map(claim => ({ ...claim, at: times.get(claim.event) ?? null }))
}

/** The events with the nodes that their words name, those that go without a name included, and what holds of them. */
export async function withKnown(
  store: GraphStore,
  space: SpaceId,
  events: readonly MemoryEvent[],
): Promise<EventsToProject> {
  const text = events.flatMap(({ title, summary, quotes }) => [title, summary, ...quotes]).join('\n')
  const unnamed = await store.nodesNamed(space, [USER_NAME, PROJECT_NAME])
  const named = await nodesNamedIn(store, space, text, MAX_NODES - unnamed.length)
  const nodes = [...unnamed, ...named]
  const facts = await store.facts(
    space,
    nodes.map(node => node.id),
    { standings: ['current'], isOpen: true, limit: FACTS_OF_ONE },
  )
  const names = new Map(nodes.map(node => [node.id, node.name]))
  return {
    events,
    nodes: nodes.map(({ name, type, aliases }) => ({ name, type, aliases })),
    facts: facts.slice(0, MAX_FACTS).map(({ node, relation, value }) => ({
      subject: names.get(node) ?? '',
      relation,
      value,
    })),
  }
}
