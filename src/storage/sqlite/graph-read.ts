/**
 * Reading the graph.
 *
 * Owns: which nodes and facts are there to be read, and in which order. Nodes that nothing visible speaks of, and those
 * that were merged, are not.
 */
import type { Fact, FactMode, FactStanding, GraphNode } from '../../domain/graph.ts'
import type { SpaceId } from '../../domain/space.ts'
import { foldName } from '../../text/fold-name.ts'
import type { FactFilter, NodeMatch } from '../graph-store.ts'
import { fromList } from './codec.ts'
import type { Connection } from './connection.ts'
import { MERGED_TREE, NODE_COLUMNS, type NodeRow, standingNode, toNode } from './graph-nodes.ts'
import { FIELDS } from './graph-terms.ts'
import { findSpace } from './spaces.ts'

/** Events that are listed of a fact. */
const LISTED_SOURCES = 20

/** Nodes that any of the terms stands in; of each term at most `cap`, in order of field and age. */
export function nodeMatches(
  db: Connection,
  space: SpaceId,
  terms: readonly string[],
  { fields, cap }: { fields: readonly NodeMatch['field'][]; cap: number },
): NodeMatch[] {
  const key = findSpace(db, space)
  if (key === undefined) return []
  const numbers = JSON.stringify(fields.map(field => FIELDS.indexOf(field)))
  return db.read(() =>
    terms.flatMap(term =>
      db
        .all<{ node: string; field: number; fact: string | null }>(
          `SELECT node.id AS node, found.field, fact.id AS fact FROM (
             SELECT node, field, source FROM node_term WHERE space = ?1 AND term = ?2
               AND field IN (SELECT value FROM json_each(?3)) ORDER BY field, node, source LIMIT ?4) AS found
           JOIN node ON node.key = found.node LEFT JOIN fact ON fact.key = found.source
           ORDER BY found.field, found.node, found.source`,
          key,
          term,
          numbers,
          cap,
        )
        .map(row => ({
          node: row.node,
          term,
          field: FIELDS[row.field] as NodeMatch['field'],
          fact: row.fact,
        })),
    ),
  )
}

/** Nodes by id, in the order asked; one that was merged stands as the one that stayed. */
export function nodesById(db: Connection, space: SpaceId, ids: readonly string[]): GraphNode[] {
  return db.read(() => {
    const nodes = ids.flatMap(id => {
      const key = nodeKey(db, space, id)
      return key === undefined ? [] : [readNode(db, key)]
    })
    return [...new Map(nodes.flatMap(node => (node ? [[node.id, node]] : []))).values()]
  })
}

/** Key of the node that stands for the id. */
function nodeKey(db: Connection, space: SpaceId, id: string): number | undefined {
  const row = db.get<{ key: number }>(
    'SELECT key FROM node WHERE id = ? AND space = (SELECT key FROM space WHERE name = ?)',
    id,
    space,
  )
  return row && standingNode(db, row.key)
}

function readNode(db: Connection, key: number): GraphNode | undefined {
  const row = db.get<NodeRow>(
    `SELECT ${NODE_COLUMNS} FROM node JOIN space ON space.key = node.space WHERE node.key = ? AND node.claims > 0`,
    key,
  )
  return row && toNode(row)
}

/** Nodes under these names, in any spelling that is one with them. */
export function nodesNamed(db: Connection, space: SpaceId, names: readonly string[]): GraphNode[] {
  const ids = db.all<{ id: string }>(
    `SELECT node.id FROM json_each(?) AS asked JOIN node ON node.name_key = asked.value
       AND node.space = (SELECT key FROM space WHERE name = ?) ORDER BY asked.key`,
    JSON.stringify(names.map(foldName)),
    space,
  )
  return nodesById(
    db,
    space,
    ids.map(row => row.id),
  )
}

/** The nodes of which most is said, then in order of their id. */
export function listNodes(db: Connection, space: SpaceId, limit: number): GraphNode[] {
  return db
    .all<NodeRow>(
      `SELECT ${NODE_COLUMNS} FROM node JOIN space ON space.key = node.space
       WHERE node.space = (SELECT key FROM space WHERE name = ?) AND node.claims > 0
       ORDER BY node.claims DESC, node.id LIMIT ?`,
      space,
      limit,
    )
    .map(toNode)
}

/** The nodes that were merged into it, in order of their names. */
export function mergedInto(db: Connection, space: SpaceId, node: string): { id: string; name: string }[] {
  const key = nodeKey(db, space, node)
  if (key === undefined) return []
  return db.all<{ id: string; name: string }>(
    `${MERGED_TREE} SELECT node.id, node.name FROM tree JOIN node ON node.key = tree.key
     WHERE tree.key <> ?1 ORDER BY node.name, node.id`,
    key,
  )
}

interface FactRow {
  id: string
  node: string
  relation: string
  mode: FactMode
  value: string
  target: string | null
  target_name: string | null
  standing: FactStanding
  was_pending: number
  valid_from: number | null
  valid_to: number | null
  closed_by: string | null
  support: number
  sources: string
}

/** Parameters: 1 the time, or null. Sources are the events of its claims, in the order in which they are folded. */
const FACT_COLUMNS = `fact.id, holder.id AS node, fact.relation, fact.mode, fact.value, target.id AS target,
  target.name AS target_name, fact.standing, fact.was_pending, fact.valid_from, fact.valid_to,
  (SELECT event.id FROM claim JOIN event ON event.key = claim.event WHERE claim.key = fact.closed_by) AS closed_by,
  iif(?1 IS NULL, fact.support, (SELECT count(DISTINCT event) FROM claim
    WHERE claim.fact = fact.key AND (claim.at IS NULL OR claim.at <= ?1))) AS support,
  (SELECT json_group_array(id) FROM (
    SELECT event.id FROM claim JOIN event ON event.key = claim.event
    WHERE claim.fact = fact.key AND (?1 IS NULL OR claim.at IS NULL OR claim.at <= ?1)
    ORDER BY claim.at, claim.mentioned_at, claim.created_turn, event.id, claim.ordinal
    LIMIT ${LISTED_SOURCES})) AS sources`

const FROM_FACT = `fact JOIN node AS holder ON holder.key = fact.node LEFT JOIN node AS target ON target.key = fact.target`

/** Facts of nodes: node after node, standing after standing, what began last first. */
export function factsOf(
  db: Connection,
  space: SpaceId,
  nodes: readonly string[],
  filter: FactFilter,
): Fact[] {
  return db.read(() =>
    nodes.flatMap(id => {
      const key = nodeKey(db, space, id)
      return key === undefined ? [] : readFacts(db, 'node', key, filter)
    }),
  )
}

/** Facts whose value is the node. */
export function factsAbout(db: Connection, space: SpaceId, node: string, filter: FactFilter): Fact[] {
  return db.read(() => {
    const key = nodeKey(db, space, node)
    return key === undefined ? [] : readFacts(db, 'target', key, filter)
  })
}

function readFacts(
  db: Connection,
  side: 'node' | 'target',
  node: number,
  { standings, asOf, isOpen, limit }: FactFilter,
): Fact[] {
  return standings.flatMap(standing =>
    db
      .all<FactRow>(
        `SELECT ${FACT_COLUMNS} FROM ${FROM_FACT} WHERE fact.${side} = ?2 AND fact.standing = ?3
           AND (?1 IS NULL OR fact.valid_from IS NULL OR fact.valid_from <= ?1)
           AND (?5 = 0 OR fact.closed_by IS NULL OR fact.valid_to > ?1)
         ORDER BY fact.valid_from DESC, fact.id DESC LIMIT ?4`,
        asOf ?? null,
        node,
        standing,
        limit,
        Number(isOpen),
      )
      .map(toFact),
  )
}

export function factById(db: Connection, space: SpaceId, id: string): Fact | undefined {
  const row = db.get<FactRow>(
    `SELECT ${FACT_COLUMNS} FROM ${FROM_FACT}
     WHERE fact.id = ?2 AND fact.space = (SELECT key FROM space WHERE name = ?3)`,
    null,
    id,
    space,
  )
  return row && toFact(row)
}

function toFact(row: FactRow): Fact {
  const { id, node, relation, mode, value, standing, support } = row
  return {
    id,
    node,
    relation,
    mode,
    value,
    object: row.target === null ? null : { id: row.target, name: row.target_name ?? value },
    standing,
    wasPending: row.was_pending === 1,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    closedBy: row.closed_by,
    support,
    sources: [...new Set(fromList(row.sources))],
  }
}
