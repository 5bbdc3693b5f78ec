/**
 * The nodes of the graph that a message speaks of, as lines to stand beside it.
 *
 * Owns: which of their facts the asking conversation does not tell itself, what is in view already, and their share of
 * the budget. Leaves which nodes a message means to `engine/graph`, words to `recall-text.ts`.
 */
import type { Fact } from '../../domain/graph.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { countTokens } from '../../text/tokens.ts'
import { type MentionedNode, nodesFor } from '../graph/nodes-for.ts'
import type { RecallLanguage } from './recall-language.ts'

/** One event or node that was recalled, for showing where a line of the text comes from. */
export interface RecallItem {
  id: string
  kind: 'event' | 'node'
  /** Tokens of its line. */
  tokens: number
  /**
   * The terms of the message that the event shares, in order: words lower-case and stemmed, Chinese and kana in
   * pairs; of a node `name` or `state`, what of it stands in the message.
   */
  why: readonly string[]
}

/** A node as it is shown. */
export interface NodeLine {
  line: string
  item: RecallItem
}

/** Of the budget this part is for nodes at most. */
const SHARE = 1 / 3

/** What the lines are made for. */
interface NodeRequest {
  /** Name of the asking conversation. */
  thread: string | undefined
  message: string
  /** What stands before the model already, events and nodes. */
  inView: readonly string[]
  budget: number
  language: RecallLanguage
  zone: string
}

/** Lines of at most four nodes, those the message names first, within their share of the budget. */
export async function nodeLines(store: Store, space: SpaceId, request: NodeRequest): Promise<NodeLine[]> {
  const mentioned = await nodesFor(store, space, request.message)
  if (mentioned.length === 0) return []
  const { nodeLineOf, nodeMark } = await import('./recall-text.ts')
  const lines: NodeLine[] = []
  let left = request.budget * SHARE
  for (const one of mentioned) {
    const facts = await elsewhere(store, space, one, request.thread)
    const newest = newestSource(facts)
    if (newest === undefined || request.inView.includes(nodeMark(one.node.id, newest))) continue
    const line = nodeLineOf(one.node, facts, newest, request)
    const tokens = countTokens(`\n${line}`)
    if (tokens > left) continue
    left -= tokens
    lines.push({ line, item: { id: one.node.id, kind: 'node', tokens: countTokens(line), why: [one.by] } })
  }
  return lines
}

/** Facts that some other conversation tells, or none; who is told something knows it. */
async function elsewhere(
  store: Store,
  space: SpaceId,
  { facts }: MentionedNode,
  thread: string | undefined,
): Promise<Fact[]> {
  if (thread === undefined) return [...facts]
  const kept: Fact[] = []
  for (const fact of facts) {
    const [first] = fact.sources
    const event = first === undefined ? undefined : await store.event(space, first)
    if (event?.thread !== thread) kept.push(fact)
  }
  return kept
}

/** The event that tells the newest of the facts: with another one the line is another. */
function newestSource(facts: readonly Fact[]): string | undefined {
  const [newest] = facts.toSorted(
    (a, b) => (b.validFrom ?? -Infinity) - (a.validFrom ?? -Infinity) || (a.id < b.id ? -1 : 1),
  )
  return newest?.sources.at(-1)
}
