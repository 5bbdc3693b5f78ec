/**
 * Which nodes a text names.
 *
 * Owns: when a name stands in a text. Leaves what is done with them to the caller.
 */
import { type GraphNode, nodeLabel, PROJECT_NAME, UNNAMED, USER_NAME } from '../../domain/graph.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { GraphStore } from '../../storage/graph-store.ts'
import { foldName } from '../../text/fold-name.ts'
import { indexTerms } from '../../text/terms.ts'

/** Terms of a text that are looked up, and nodes looked at of each. */
const MAX_TERMS = 400
const CAP = 16

const WORD_CHARACTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u

/** Whether the folded text holds the name as words of its own; one of a single character never does. */
export function isNamedIn(foldedText: string, name: string): boolean {
  const folded = foldName(name)
  if ([...folded].length < 2) return false
  for (let at = foldedText.indexOf(folded); at >= 0; at = foldedText.indexOf(folded, at + 1)) {
    const end = at + folded.length
    if (!isGlued(foldedText, at) && !isGlued(foldedText, end)) return true
  }
  return false
}

/** Whether two characters of words without spaces between them meet there. */
function isGlued(text: string, at: number): boolean {
  return WORD_CHARACTER.test(text.charAt(at - 1)) && WORD_CHARACTER.test(text.charAt(at))
}

/** Every name that people may use for the node. */
export function namesOf(node: GraphNode): string[] {
  if (node.name !== USER_NAME && node.name !== PROJECT_NAME) return [node.name, ...node.aliases]
  return [nodeLabel(node, UNNAMED.en), nodeLabel(node, UNNAMED.zh), ...node.aliases]
}

/** Nodes of the space whose name or alias stands in the text, longer names first. */
export async function nodesNamedIn(
  store: GraphStore,
  space: SpaceId,
  text: string,
  limit: number,
): Promise<GraphNode[]> {
  const folded = foldName(text)
  const terms = [...new Set(indexTerms(text))].slice(0, MAX_TERMS)
  const matches = await store.nodeMatches(space, terms, { fields: ['name', 'alias'], cap: CAP })
  const nodes = await store.nodes(space, [...new Set(matches.map(match => match.node))])
  const longest = (node: GraphNode) =>
    Math.max(0, ...namesOf(node).map(name => (isNamedIn(folded, name) ? name.length : 0)))
  return nodes
    .map(node => ({ node, length: longest(node) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length || compareIds(a.node, b.node))
    .slice(0, limit)
    .map(({ node }) => node)
}

/** In order of their ids, which no two nodes of a space share. */
export const compareIds = (a: { id: string }, b: { id: string }) => Number(a.id > b.id) - Number(a.id < b.id)
