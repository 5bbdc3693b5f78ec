/**
 * The few nodes that a message speaks of, for what is shown beside it.
 *
 * Owns: when a node is meant: its name, an alias or a whole state of it stands in the message. Deterministic, reads
 * only, and its cost does not grow with the graph.
 */
import { type Fact, type GraphNode, PROJECT_NAME, USER_NAME } from '../../domain/graph.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { GraphStore } from '../../storage/graph-store.ts'
import { foldName } from '../../text/fold-name.ts'
import { TELLS, tellsOf } from '../../text/telling-words.ts'
import { indexTerms } from '../../text/terms.ts'
import { compareIds, isNamedIn, namesOf, nodesNamedIn } from './named.ts'
import { openFacts } from './search.ts'

/** A node that a message speaks of. */
export interface MentionedNode {
  node: GraphNode
  /** How: by its name or an alias, or by a value that holds of it or is pending. */
  by: 'name' | 'state'
  /** What holds of it and what is pending, at most six. */
  facts: readonly Fact[]
}

const MAX_NODES = 4
const MAX_FACTS = 6
/** Terms of a message that are looked up, and nodes looked at of each. */
const MAX_TERMS = 64
const CAP = 16

/** Nodes of the space and of the user space that the message speaks of, at most four: those it names first. */
export async function nodesFor(store: GraphStore, space: SpaceId, message: string): Promise<MentionedNode[]> {
  const mentioned: Omit<MentionedNode, 'facts'>[] = []
  for (const one of space === USER_SPACE ? [space] : [space, USER_SPACE]) {
    for (const node of await named(store, one, message)) mentioned.push({ node, by: 'name' })
    for (const node of await stated(store, one, message)) mentioned.push({ node, by: 'state' })
  }
  const first = mentioned
    .sort((a, b) => Number(a.by === 'state') - Number(b.by === 'state'))
    .filter(
      ({ node }, place, all) => all.findIndex(one => one.node === node || isSame(one.node, node)) === place,
    )
  const nodes: MentionedNode[] = []
  for (const one of first) {
    if (nodes.length === MAX_NODES) break
    const facts = await openFacts(store, one.node, undefined, MAX_FACTS)
    const shown = facts.filter(fact => fact.standing !== 'disputed').slice(0, MAX_FACTS)
    if (shown.length > 0) nodes.push({ ...one, facts: shown })
  }
  return nodes
}

const isSame = (a: GraphNode, b: GraphNode) => a.id === b.id && a.space === b.space

async function named(store: GraphStore, space: SpaceId, message: string): Promise<GraphNode[]> {
  const folded = foldName(message)
  const unnamed = await store.nodesNamed(space, [USER_NAME, PROJECT_NAME])
  const spoken = unnamed.filter(node => namesOf(node).some(name => isNamedIn(folded, name)))
  // More than are shown: one may have nothing to show.
  return [...(await nodesNamedIn(store, space, message, 2 * MAX_NODES)), ...spoken]
}

/** Nodes of which a whole value, with a word that tells something, stands in the message. */
async function stated(store: GraphStore, space: SpaceId, message: string): Promise<GraphNode[]> {
  const terms = new Set(indexTerms(message))
  const telling = [...terms].filter(term => tellsOf(term) === TELLS.something).slice(0, MAX_TERMS)
  const matches = await store.nodeMatches(space, telling, { fields: ['state'], cap: CAP })
  const folded = foldName(message)
  const found = new Map<string, number>()
  for (const { node, fact: id } of matches) {
    const fact = id === null || found.has(node) ? undefined : await store.fact(space, id)
    if (fact && isNamedIn(folded, fact.value)) found.set(node, fact.value.length)
  }
  const ids = [...found].sort(([a, long], [b, other]) => other - long || compareIds({ id: a }, { id: b }))
  return store.nodes(
    space,
    ids.slice(0, MAX_NODES).map(([id]) => id),
  )
}
