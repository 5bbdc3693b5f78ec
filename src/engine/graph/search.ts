/**
 * Words become nodes with what holds of them.
 *
 * Owns: which words count and for how much, the total order, and the facts that stand beside a hit. A word of a relation
 * finds nothing by itself: it is in no index, and only brings the facts of what was found forward. Reads only.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { Fact, FactStanding, GraphNode, NodeField } from '../../domain/graph.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import { isTime } from '../../domain/time.ts'
import type { GraphStore, NodeMatch } from '../../storage/graph-store.ts'
import { termWeight } from '../../text/term-weight.ts'
import { indexTerms, queryTerms } from '../../text/terms.ts'
import { compareIds, namesOf } from './named.ts'
import { factAt } from './standing.ts'

/** What to look for in the graph. */
export interface GraphRequest {
  /** Words of names, aliases, tags or states; absent: the nodes of which most is said. */
  query?: string
  /** The graph as of then, epoch milliseconds; absent: now. */
  asOf?: number
  /** Most nodes, 1–200; default 20. */
  limit?: number
}

/** A field that matched, and the words of the query that did. */
export interface FieldMatch {
  field: NodeField
  words: readonly string[]
}

/** One node found. */
export interface GraphHit {
  node: GraphNode
  /** In the order name, alias, state, tag; empty when nothing was asked for. */
  matched: readonly FieldMatch[]
  /** Order only. */
  score: number
  /** What holds, is pending or disputed, what matched first; at most eight. */
  facts: readonly Fact[]
  /** Whether there are more. */
  hasMoreFacts: boolean
}

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 200
/** Terms of a query that are looked up, and nodes looked at of each. */
const MAX_TERMS = 32
const CAP = 256
const FACTS_OF_HIT = 8

/** What a term is worth by where it stands. */
const WORTH: Readonly<Record<NodeField, number>> = { name: 4, alias: 3.5, state: 2, tag: 1 }
const FIELD_ORDER: readonly NodeField[] = ['name', 'alias', 'state', 'tag']
/** For a name of which every term was asked for. */
const WHOLE_NAME = 4
const STANDING_ORDER: readonly FactStanding[] = ['current', 'pending', 'disputed']
/** As they stand now; what is over now may have held then. */
const ALL_STANDINGS: readonly FactStanding[] = ['current', 'pending', 'disputed', 'past']

/**
 * Nodes of the space and of the user space, best first.
 *
 * @throws PalimpsestError `bad-input` for an unusable option.
 */
export async function searchGraph(
  store: GraphStore,
  space: SpaceId,
  { query, asOf, limit = DEFAULT_LIMIT }: GraphRequest,
): Promise<GraphHit[]> {
  check('limit', limit, Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT, `1 to ${MAX_LIMIT}`)
  check('asOf', asOf, asOf === undefined || isTime(asOf), 'epoch milliseconds')
  const spaces = space === USER_SPACE ? [space] : [space, USER_SPACE]
  const hits: GraphHit[] = []
  for (const one of spaces) {
    hits.push(
      ...(query === undefined
        ? await listed(store, one, asOf, limit)
        : await found(store, one, query, asOf, limit)),
    )
  }
  return hits.sort(compareHits).slice(0, limit)
}

function check(name: string, value: unknown, isUsable: boolean, wanted: string): void {
  if (isUsable) return
  throw new PalimpsestError(
    'bad-input',
    `graph: ${name} ${JSON.stringify(value)} is not usable; give ${wanted}`,
  )
}

/** The order is total: no two nodes of a space share an id. */
function compareHits(a: GraphHit, b: GraphHit): number {
  return (
    b.score - a.score ||
    b.node.mentions - a.node.mentions ||
    compareIds(a.node, b.node) ||
    Number(a.node.space > b.node.space) - Number(a.node.space < b.node.space)
  )
}

async function listed(
  store: GraphStore,
  space: SpaceId,
  asOf: number | undefined,
  limit: number,
): Promise<GraphHit[]> {
  const nodes = await store.listNodes(space, limit)
  const hits: GraphHit[] = []
  for (const node of nodes) hits.push({ node, matched: [], score: 0, ...(await factsOf(store, node, asOf)) })
  // A node that only values name has no facts of its own; of an earlier time it is shown only with some.
  return asOf === undefined ? hits : hits.filter(hit => hit.facts.length > 0)
}

async function found(
  store: GraphStore,
  space: SpaceId,
  query: string,
  asOf: number | undefined,
  limit: number,
): Promise<GraphHit[]> {
  const terms = askedTerms(query)
  const fields: NodeMatch['field'][] = asOf === undefined ? [...FIELD_ORDER] : [...FIELD_ORDER, 'past']
  const matches = await store.nodeMatches(space, terms, { fields, cap: CAP })
  const byNode = Map.groupBy(
    [...matches, ...(await unnamedMatches(store, space, terms))],
    match => match.node,
  )
  const best = [...byNode]
    .map(([id, own]) => ({ id, own, score: scoreOf(own) }))
    .sort((a, b) => b.score - a.score || compareIds(a, b))
    .slice(0, limit)
  const hits: GraphHit[] = []
  for (const { id, own } of best) {
    const [node] = await store.nodes(space, [id])
    if (node) hits.push(...(await hitOf(store, node, own, { query, terms, asOf })))
  }
  return hits
}

/** Single characters of Chinese are left to those who ask for nothing else: they stand in every other word. */
function askedTerms(query: string): string[] {
  const terms = queryTerms(query)
  const longer = terms.filter(term => [...term].length > 1)
  return (longer.length > 0 ? longer : terms).slice(0, MAX_TERMS)
}

/** The user and the project, by the words that stand for them. */
async function unnamedMatches(
  store: GraphStore,
  space: SpaceId,
  terms: readonly string[],
): Promise<NodeMatch[]> {
  const nodes = await store.nodesNamed(space, ['@user', '@project'])
  return nodes.flatMap(node => {
    const own = new Set(namesOf(node).flatMap(indexTerms))
    return terms
      .filter(term => own.has(term))
      .map(term => ({ node: node.id, term, field: 'name' as const, fact: null }))
  })
}

/** Each term counts once, for the best field that it stands in. */
function scoreOf(matches: readonly NodeMatch[]): number {
  const best = new Map<string, number>()
  for (const { term, field } of matches) {
    const worth = WORTH[field === 'past' ? 'state' : field] * termWeight(term)
    best.set(term, Math.max(best.get(term) ?? 0, worth))
  }
  return [...best.values()].reduce((sum, worth) => sum + worth, 0)
}

/** The hit; none when nothing of the node matches at that time. */
async function hitOf(
  store: GraphStore,
  node: GraphNode,
  matches: readonly NodeMatch[],
  asked: { query: string; terms: readonly string[]; asOf: number | undefined },
): Promise<GraphHit[]> {
  const { query, terms, asOf } = asked
  const own = await factsOf(store, node, asOf, terms)
  const standing = new Set(own.open.map(fact => fact.id))
  // Of an earlier time a value counts when it stood then; now the index holds just those that do.
  const valid = matches.filter(({ fact }) => fact === null || asOf === undefined || standing.has(fact))
  if (valid.length === 0) return []
  const isWhole = namesOf(node).some(name => isWholeIn(name, terms))
  const { facts, hasMoreFacts } = own
  return [
    {
      node,
      matched: matchedFields(valid, query),
      score: scoreOf(valid) + (isWhole ? WHOLE_NAME : 0),
      facts,
      hasMoreFacts,
    },
  ]
}

function isWholeIn(name: string, terms: readonly string[]): boolean {
  const own = askedTerms(name)
  return own.length > 0 && own.every(term => terms.includes(term))
}

function matchedFields(matches: readonly NodeMatch[], query: string): FieldMatch[] {
  const fieldOf = ({ field }: NodeMatch): NodeField => (field === 'past' ? 'state' : field)
  const wordOf = asWritten(query)
  return FIELD_ORDER.flatMap(field => {
    const own = matches.filter(match => fieldOf(match) === field)
    const words = [...new Set(own.map(match => wordOf(match.term)))]
    return words.length > 0 ? [{ field, words }] : []
  })
}

/** The word of the query that a term was made of; in scripts without spaces the term itself. */
function asWritten(query: string): (term: string) => string {
  const words = query.split(/[^\p{L}\p{M}\p{N}._+#/-]+/u).filter(word => /\p{Script=Latin}/u.test(word))
  const terms = words.map(word => new Set(indexTerms(word)))
  return term => words[terms.findIndex(own => own.has(term))] ?? term
}

/** What is open of a node at the time; what the terms speak of first. */
async function factsOf(
  store: GraphStore,
  node: GraphNode,
  asOf: number | undefined,
  terms: readonly string[] = [],
): Promise<{ facts: Fact[]; hasMoreFacts: boolean; open: readonly Fact[] }> {
  const open = await openFacts(store, node, asOf, 4 * FACTS_OF_HIT)
  const asked = new Set(terms)
  const told = ({ relation, value }: Fact) =>
    new Set(indexTerms(`${relation.replaceAll('-', ' ')} ${value}`).filter(term => asked.has(term))).size
  const inOrder = open
    .map((fact, place) => ({ fact, place, told: told(fact) }))
    .sort((a, b) => b.told - a.told || a.place - b.place)
    .map(({ fact }) => fact)
  return { facts: inOrder.slice(0, FACTS_OF_HIT), hasMoreFacts: open.length > FACTS_OF_HIT, open }
}

/** Facts of a node that hold, are pending or disputed at the time: in that order, what began last first. */
export async function openFacts(
  store: GraphStore,
  { id, space }: Pick<GraphNode, 'id' | 'space'>,
  asOf: number | undefined,
  limit: number,
): Promise<Fact[]> {
  const read = await store.facts(space, [id], {
    standings: asOf === undefined ? STANDING_ORDER : ALL_STANDINGS,
    ...(asOf === undefined ? {} : { asOf }),
    isOpen: true,
    limit,
  })
  const facts = asOf === undefined ? read : read.flatMap(fact => factAt(fact, asOf) ?? [])
  return facts
    .map((fact, place) => ({ fact, place }))
    .sort(
      (a, b) =>
        STANDING_ORDER.indexOf(a.fact.standing) - STANDING_ORDER.indexOf(b.fact.standing) ||
        a.place - b.place,
    )
    .map(({ fact }) => fact)
}
