/**
 * The few nodes that a message speaks of, for what is shown beside it.
 *
 * Owns: when a node is meant: its name, an alias or a whole state of it stands in the message; of the user and the project
 * what the message names of them. Deterministic, reads
 * only, and its cost does not grow with the graph.
 */
import { type Fact, type GraphNode, PROJECT_NAME, USER_NAME } from '../../domain/graph.ts'
import { relationLabel } from '../../domain/relations.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { GraphStore } from '../../storage/graph-store.ts'
import { foldName } from '../../text/fold-name.ts'
import { TELLS, tellsOf } from '../../text/telling-words.ts'
import { indexTerms } from '../../text/terms.ts'
import { compareIds, isNamedIn, nodesNamedIn } from './named.ts'
import { openFacts } from './search.ts'

/** A node that a message speaks of. */
export interface MentionedNode {
  node: GraphNode
  /** How: by its name or an alias, or by a value that holds of it or is pending. */
  by: 'name' | 'state'
  /**
   * What holds of it and what is pending, at most six; of the user and the project, of whom everything is said, only
   * what the message asks for.
   */
  facts: readonly Fact[]
}

const MAX_NODES = 4
const MAX_FACTS = 6
/** Facts of the user and of the project among which those that are asked for are looked for. */
const MAX_READ = 64
/** Terms of a message that are looked up, and nodes looked at of each. */
const MAX_TERMS = 64
const CAP = 16

/** Nodes of the space and of the user space that the message speaks of, at most four: those it names first. */
export async function nodesFor(store: GraphStore, space: SpaceId, message: string): Promise<MentionedNode[]> {
  const mentioned: Omit<MentionedNode, 'facts'>[] = []
  const folded = foldName(message)
  for (const one of space === USER_SPACE ? [space] : [space, USER_SPACE]) {
    // More than are shown: one may have nothing to show.
    for (const node of await nodesNamedIn(store, one, message, 2 * MAX_NODES))
      mentioned.push({ node, by: 'name' })
    for (const node of await stated(store, one, message)) mentioned.push({ node, by: 'state' })
    // Words such as "project" and "I" name nothing: the two without a name are meant by what holds of them.
    for (const node of await store.nodesNamed(one, [USER_NAME, PROJECT_NAME]))
      mentioned.push({ node, by: 'state' })
  }
  const first = mentioned
    .sort((a, b) => Number(a.by === 'state') - Number(b.by === 'state'))
    .filter(
      ({ node }, place, all) => all.findIndex(one => one.node === node || isSame(one.node, node)) === place,
    )
  const nodes: MentionedNode[] = []
  for (const one of first) {
    if (nodes.length === MAX_NODES) break
    const isUnnamed = one.node.name.startsWith('@')
    const facts = await openFacts(store, one.node, undefined, isUnnamed ? MAX_READ : MAX_FACTS)
    const shown = facts
      .filter(fact => fact.standing !== 'disputed' && (!isUnnamed || isAskedFor(fact, folded)))
      .slice(0, MAX_FACTS)
    if (shown.length > 0) nodes.push({ ...one, facts: shown })
  }
  return nodes
}

/** Whether its value stands in the message, or what it is called in either language. */
function isAskedFor({ relation, value, object }: Fact, folded: string): boolean {
  const names = [object?.name ?? value, relationLabel(relation, 'en'), relationLabel(relation, 'zh')]
  return names.some(name => name !== '' && isNamedIn(folded, name))
}

const isSame = (a: GraphNode, b: GraphNode) => a.id === b.id && a.space === b.space

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
