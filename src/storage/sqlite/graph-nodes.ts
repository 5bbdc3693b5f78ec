/**
 * Nodes as they stand in their rows.
 *
 * Owns: the table `node`, making one under a name, what of it follows from the claims that name it, and which node
 * stands for one that was merged. Leaves claims to `graph-claims.ts`, its terms to `graph-terms.ts`.
 */
import type { GraphNode, Named, NodeType } from '../../domain/graph.ts'
import { PROJECT_NAME, USER_NAME } from '../../domain/graph.ts'
import { makeId } from '../../domain/ids.ts'
import type { SpaceId } from '../../domain/space.ts'
import { foldName } from '../../text/fold-name.ts'
import { fromList, toList } from './codec.ts'
import type { Connection } from './connection.ts'
import { writeNodeTerms } from './graph-terms.ts'

/** Bounds of what is kept of a node. */
const MAX_ALIASES = 24
const MAX_TAGS = 12
/** Its tags are those of so many claims, the latest. */
const TAGGED_CLAIMS = 200

/** The node of that name, made when it is new: whoever comes second finds the one of the first. */
export function openNode(db: Connection, space: number, name: SpaceId, named: Named): number {
  const nameKey = foldName(named.name)
  const find = () =>
    db.get<{ key: number }>('SELECT key FROM node WHERE space = ? AND name_key = ?', space, nameKey)?.key
  const known = find()
  if (known !== undefined) return known
  return db.run(
    `INSERT INTO node (space, id, name_key, name, type, aliases, tags, claims)
     VALUES (?, ?, ?, ?, ?, '[]', '[]', 0)`,
    space,
    makeId('n', [name, nameKey]),
    nameKey,
    named.name,
    named.type,
  ).rowid
}

/** The node that stands for it: itself, unless it was merged. */
export function standingNode(db: Connection, node: number): number {
  return db.one<{ key: number }>(
    `WITH RECURSIVE path(key, next, step) AS (
       SELECT key, merged_into, 0 FROM node WHERE key = ?
       UNION ALL SELECT node.key, node.merged_into, step + 1 FROM path JOIN node ON node.key = path.next)
     SELECT key FROM path ORDER BY step DESC LIMIT 1`,
    node,
  ).key
}

/** The node and all that were merged into it, by way of others too. */
export const MERGED_TREE = `WITH RECURSIVE tree(key) AS (
  SELECT ?1 UNION SELECT node.key FROM tree JOIN node ON node.merged_into = tree.key)`

interface NamingRow {
  name: string
  type: NodeType
}

interface StoredNode extends NamingRow {
  space: number
  name_key: string
  aliases: string
  tags: string
  claims: number
}

/** Works out anew what follows from the claims that name the node. */
export function refreshNode(db: Connection, node: number): void {
  const before = db.get<StoredNode>(
    'SELECT space, name_key, name, type, aliases, tags, claims FROM node WHERE key = ?',
    node,
  )
  if (before === undefined) return
  const first = firstNaming(db, node)
  const name = isUnnamed(before.name_key) ? before.name_key : (first?.name ?? before.name)
  const aliases = aliasesOf(db, node, name)
  const tags = tagsOf(db, node)
  const claims = first === undefined ? 0 : countClaims(db, node)
  db.run(
    'UPDATE node SET name = ?, type = ?, aliases = ?, tags = ?, claims = ? WHERE key = ?',
    name,
    first?.type ?? before.type,
    toList(aliases),
    toList(tags),
    claims,
    node,
  )
  const isFoundAsBefore =
    before.claims > 0 === claims > 0 &&
    before.name === name &&
    before.aliases === toList(aliases) &&
    before.tags === toList(tags)
  if (isFoundAsBefore) return
  const fields = claims === 0 ? [] : [isUnnamed(name) ? [] : [name], aliases, tags]
  writeNodeTerms(db, { space: before.space, node }, fields)
}

const isUnnamed = (nameKey: string) => nameKey === USER_NAME || nameKey === PROJECT_NAME

/** In the order in which claims are folded; for `claim JOIN event`. */
const IN_PLACE = 'claim.at, claim.mentioned_at, claim.created_turn, event.id, claim.ordinal'

/** The name and type that the earliest claim gives the node, one about it before one that names it as a value. */
function firstNaming(db: Connection, node: number): NamingRow | undefined {
  const firstOf = (side: 'holder' | 'target', own: 'subject' | 'object') =>
    db.get<
      NamingRow & { at: number | null; mentioned_at: number | null; created_turn: number; event: string }
    >(
      `SELECT claim.${own}_name AS name, claim.${own}_type AS type, claim.at, claim.mentioned_at, claim.created_turn,
         event.id AS event
       FROM claim JOIN event ON event.key = claim.event
       WHERE claim.${side} = ?1 AND claim.is_hidden = 0 AND claim.${own} = ?1 ORDER BY ${IN_PLACE} LIMIT 1`,
      node,
    )
  const namings = [firstOf('holder', 'subject'), firstOf('target', 'object')].filter(row => row !== undefined)
  const place = (row: (typeof namings)[number]) =>
    [row.at ?? -Infinity, row.mentioned_at ?? -Infinity, row.created_turn, row.event] as const
  return namings.toSorted((a, b) => comparePlaces(place(a), place(b)))[0] ?? firstOfMerged(db, node)
}

/** A node that only the claims of merged ones speak of keeps its own name. */
function firstOfMerged(db: Connection, node: number): NamingRow | undefined {
  return db.get<NamingRow>(
    `SELECT node.name, node.type FROM node WHERE key = ?1 AND EXISTS (
       SELECT 1 FROM claim WHERE is_hidden = 0 AND (holder = ?1 OR target = ?1))`,
    node,
  )
}

function comparePlaces(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] as string | number
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

function countClaims(db: Connection, node: number): number {
  return db.one<{ count: number }>(
    `SELECT (SELECT count(*) FROM claim WHERE holder = ?1 AND is_hidden = 0)
       + (SELECT count(*) FROM claim WHERE target = ?1 AND is_hidden = 0 AND target IS NOT NULL) AS count`,
    node,
  ).count
}

/** Every other spelling that its sources use, and the names of nodes that were merged into it; in order. */
function aliasesOf(db: Connection, node: number, name: string): string[] {
  const rows = db.all<{ alias: string }>(
    `${MERGED_TREE}
     SELECT node.name AS alias FROM tree JOIN node ON node.key = tree.key WHERE tree.key <> ?1
     UNION SELECT given.value FROM tree JOIN claim ON claim.subject = tree.key
       JOIN json_each(claim.subject_aliases) AS given WHERE claim.subject_aliases IS NOT NULL AND claim.is_hidden = 0
     UNION SELECT given.value FROM tree JOIN claim ON claim.object = tree.key
       JOIN json_each(claim.object_aliases) AS given WHERE claim.object_aliases IS NOT NULL AND claim.is_hidden = 0`,
    node,
  )
  const own = foldName(name)
  const byKey = new Map(
    rows
      .map(row => row.alias)
      .sort()
      .toReversed()
      .map(alias => [foldName(alias), alias] as const),
  )
  return [...byKey]
    .flatMap(([key, alias]) => (key === own || key === '' ? [] : [alias]))
    .sort()
    .slice(0, MAX_ALIASES)
}

function tagsOf(db: Connection, node: number): string[] {
  const rows = db.all<{ tag: string }>(
    `SELECT tag.value AS tag, count(*) AS times FROM (
       SELECT DISTINCT event FROM (
         SELECT event FROM claim WHERE holder = ?1 AND is_hidden = 0
         ORDER BY at DESC, mentioned_at DESC, created_turn DESC LIMIT ${TAGGED_CLAIMS})) AS told
     JOIN event ON event.key = told.event JOIN json_each(event.tags) AS tag
     GROUP BY tag ORDER BY times DESC, tag LIMIT ${MAX_TAGS}`,
    node,
  )
  return rows.map(row => row.tag)
}

/** A node as it is read; of the table `node` and the name of its space. */
export interface NodeRow {
  id: string
  space: SpaceId
  name: string
  type: NodeType
  aliases: string
  tags: string
  claims: number
}

export const NODE_COLUMNS =
  'node.id, space.name AS space, node.name, node.type, node.aliases, node.tags, node.claims'

export function toNode(row: NodeRow): GraphNode {
  const { id, space, name, type, claims } = row
  return {
    id,
    space,
    name,
    type,
    aliases: fromList(row.aliases),
    tags: fromList(row.tags),
    mentions: claims,
  }
}
