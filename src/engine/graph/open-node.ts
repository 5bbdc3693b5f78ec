/**
 * One node opened: what holds of it, held, awaits its outcome or is disputed, and the events that say so.
 *
 * Owns: what belongs to an opened node, and its bounds. Reads only.
 */
import type { MemoryEvent } from '../../domain/event.ts'
import type { Fact, GraphNode } from '../../domain/graph.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { FactFilter } from '../../storage/graph-store.ts'
import type { Store } from '../../storage/store.ts'
import { factAt } from './standing.ts'

/** A fact of another node whose value is this one. */
interface EdgeIn {
  from: GraphNode
  fact: Fact
}

/** A node with all that is said of it; of each list at most a hundred, what began last first. */
export interface OpenedNode {
  node: GraphNode
  /** Nodes that were merged into it. */
  merged: readonly { id: string; name: string }[]
  current: readonly Fact[]
  pending: readonly Fact[]
  disputed: readonly Fact[]
  /** What held, and what was pending until its outcome. */
  past: readonly Fact[]
  edges: { out: readonly Fact[]; in: readonly EdgeIn[] }
  /** Events that the facts rest on or were ended by, in the order in which they are listed; at most a hundred. */
  sources: readonly MemoryEvent[]
}

/** A fact with its node and its sources. */
export interface OpenedFact {
  fact: Fact
  node: GraphNode
  sources: readonly MemoryEvent[]
}

const LISTED = 100

/** The node as of a time, or now; undefined when nothing bears the id. */
export async function openNode(
  store: Store,
  space: SpaceId,
  id: string,
  asOf?: number,
): Promise<OpenedNode | undefined> {
  const [node] = await store.nodes(space, [id])
  if (node === undefined) return undefined
  const facts = await readFacts(filter => store.facts(space, [node.id], filter), asOf)
  const about = await readFacts(filter => store.factsAbout(space, node.id, filter), asOf)
  const of = (standing: Fact['standing']) => facts.filter(fact => fact.standing === standing).slice(0, LISTED)
  const holding = about.filter(isEdge)
  return {
    node,
    merged: await store.mergedInto(space, node.id),
    current: of('current'),
    pending: of('pending'),
    disputed: of('disputed'),
    past: of('past'),
    edges: {
      out: facts.filter(fact => fact.object !== null && isEdge(fact)),
      in: await withNodes(store, space, holding),
    },
    sources: await eventsOf(store, space, facts),
  }
}

const isEdge = ({ standing }: Fact) => standing === 'current' || standing === 'pending'

async function readFacts(
  read: (filter: FactFilter) => Promise<Fact[]>,
  asOf: number | undefined,
): Promise<Fact[]> {
  const standings = ['current', 'pending', 'disputed', 'past'] as const
  const facts = await read({
    standings,
    ...(asOf === undefined ? {} : { asOf }),
    isOpen: false,
    limit: LISTED,
  })
  return asOf === undefined ? facts : facts.flatMap(fact => factAt(fact, asOf) ?? [])
}

async function withNodes(store: Store, space: SpaceId, facts: readonly Fact[]): Promise<EdgeIn[]> {
  const nodes = await store.nodes(space, [...new Set(facts.map(fact => fact.node))])
  const byId = new Map(nodes.map(node => [node.id, node]))
  return facts.flatMap(fact => {
    const from = byId.get(fact.node)
    return from ? [{ from, fact }] : []
  })
}

/** A fact by its id; undefined when nothing bears it. */
export async function openFact(store: Store, space: SpaceId, id: string): Promise<OpenedFact | undefined> {
  const fact = await store.fact(space, id)
  const [node] = fact ? await store.nodes(space, [fact.node]) : []
  return fact && node && { fact, node, sources: await eventsOf(store, space, [fact]) }
}

async function eventsOf(store: Store, space: SpaceId, facts: readonly Fact[]): Promise<MemoryEvent[]> {
  const ids = facts.flatMap(fact => [...fact.sources, ...(fact.closedBy === null ? [] : [fact.closedBy])])
  const events: MemoryEvent[] = []
  for (const id of [...new Set(ids)].slice(0, LISTED)) {
    const event = await store.event(space, id)
    if (event) events.push(event)
  }
  return events
}
