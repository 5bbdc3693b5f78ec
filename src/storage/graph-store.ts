/**
 * The part of the store's seam that holds the graph: claims of events, the facts folded from them, nodes.
 *
 * Owns: the shapes that cross it. Leaves what follows from claims to `engine/graph`, whose fold is handed in: whenever
 * the claims of a key change, the store folds all that are left of it in the same step.
 */
import type { Fact, FactMode, FactStanding, GraphNode, Named, NodeField } from '../domain/graph.ts'
import type { SpaceId } from '../domain/space.ts'

/** A claim on its way in, checked and cut. */
export interface NewClaim {
  /** Id of an event of the batch. */
  event: string
  subject: Named
  relation: string
  mode: FactMode
  /** '' = whatever it was. */
  value: string
  object: Named | null
  says: 'holds' | 'ended' | 'pending'
  isChange: boolean
  /** Since when, epoch milliseconds; null = unknown. */
  at: number | null
}

/** A claim as the fold reads it. All that are folded together speak of one subject and relation. */
export interface PlacedClaim {
  /** Store-internal number. */
  key: number
  event: string
  /** Place among the claims of its event, from 0. */
  ordinal: number
  /** Id of the node that it names as its subject, whatever that was merged into since. */
  subject: string
  relation: string
  mode: FactMode
  /** Equal where the values are one; '' = whatever it was. */
  valueKey: string
  says: NewClaim['says']
  isChange: boolean
  /** Since when; with the two after it, its event and ordinal, the order in which claims are folded, null first. */
  at: number | null
  mentionedAt: number | null
  createdTurn: number
  /** Number of its conversation; null when it is of none. */
  thread: number | null
  /** Of its event. */
  trust: number
  /** Its subject is the user. */
  isOfUser: boolean
}

/** A fact as the fold gives it. */
export interface FoldedFact {
  id: string
  standing: FactStanding
  wasPending: boolean
  validFrom: number | null
  validTo: number | null
  /** Key of the claim that opened it: its value is the fact's. */
  openedBy: number
  /** Key of the claim that ended it, gave its outcome or decided against it. */
  closedBy: number | null
  /** It held until another value took its place. */
  isReplaced: boolean
  /** Keys of the claims that say it, in order. */
  claims: readonly number[]
}

/** What claims of one key come to. */
export interface Folded {
  facts: readonly FoldedFact[]
  /** Pairs of claims that contradict each other, undecided. */
  conflicts: readonly { claim: number; other: number }[]
}

/** Pure; gives the same whatever the order of the claims. */
export type FoldClaims = (claims: readonly PlacedClaim[]) => Folded

/** A node that a term stands in. */
export interface NodeMatch {
  /** Id of the node. */
  node: string
  term: string
  /** `past` is a value that held of it. */
  field: NodeField | 'past'
  /** Id of the fact whose value it is; null for other fields. */
  fact: string | null
}

/** Which facts to read. */
export interface FactFilter {
  /** As they stand now. */
  standings: readonly FactStanding[]
  /** Only what was said by then, epoch milliseconds. Absent: all. */
  asOf?: number
  /** Whether only those that are not ended, have no outcome and are not decided, or had not been by then. */
  isOpen: boolean
  /** Most of each node and standing. */
  limit: number
}

/** The graph, one space at a time; what rests on forgotten and archived events alone is not there. */
export interface GraphStore {
  /**
   * Hides events, or brings them back: what rests on them in the graph is folded again in the same step, and they wait
   * for the stage `topics` again. Unknown ids are passed over.
   *
   * @returns how many changed.
   */
  setEventStatus(
    space: SpaceId,
    events: readonly string[],
    status: 'active' | 'forgotten' | 'archived',
    fold: FoldClaims,
  ): Promise<number>
  /**
   * Lets all that was said of one node be said of another.
   *
   * @throws PalimpsestError `not-found`; `bad-input` when both are one already.
   */
  mergeNodes(space: SpaceId, keep: string, other: string, fold: FoldClaims): Promise<void>
  /**
   * Takes a node out of the one that it was merged into.
   *
   * @throws PalimpsestError `not-found`; `bad-input` when it was not merged.
   */
  unmergeNode(space: SpaceId, id: string, fold: FoldClaims): Promise<void>

  /** Nodes that any of the terms stands in: of each term at most `cap`, names first. */
  nodeMatches(
    space: SpaceId,
    terms: readonly string[],
    request: { fields: readonly NodeMatch['field'][]; cap: number },
  ): Promise<NodeMatch[]>
  /** Nodes by id, in the order asked; one that was merged stands as the one that stayed; unknown ids are passed over. */
  nodes(space: SpaceId, ids: readonly string[]): Promise<GraphNode[]>
  /** Nodes under these names, in any spelling that is one with them; what none bears is passed over. */
  nodesNamed(space: SpaceId, names: readonly string[]): Promise<GraphNode[]>
  /** The nodes of which most is said, then in order of their id. */
  listNodes(space: SpaceId, limit: number): Promise<GraphNode[]>
  /** Ids and names of the nodes that were merged into it, by way of others too, in order. */
  mergedInto(space: SpaceId, node: string): Promise<{ id: string; name: string }[]>
  /**
   * Facts of nodes: node after node, of each the standings in the order asked, what began last first, unknown
   * beginnings last.
   */
  facts(space: SpaceId, nodes: readonly string[], filter: FactFilter): Promise<Fact[]>
  /** Facts whose value is the node, as {@link facts}. */
  factsAbout(space: SpaceId, node: string, filter: FactFilter): Promise<Fact[]>
  /** A fact by id. */
  fact(space: SpaceId, id: string): Promise<Fact | undefined>
}
