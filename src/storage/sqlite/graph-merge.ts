/**
 * Nodes that are one, and nodes of two spaces that become one.
 *
 * Owns: merging, undoing it, and moving the graph of a space into another. Claims keep the node that they named, so
 * nothing that was said is lost by it.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { FoldClaims } from '../graph-store.ts'
import type { Connection } from './connection.ts'
import { settle, Touched } from './graph-fold.ts'
import { MERGED_TREE, standingNode } from './graph-nodes.ts'

/** Lets all that was said of `other` be said of `keep`. */
export function mergeNodes(
  db: Connection,
  space: SpaceId,
  keep: string,
  other: string,
  fold: FoldClaims,
): void {
  db.write(() => {
    const [stays, goes] = [keep, other].map(id => standingNode(db, storedNode(db, space, id))) as [
      number,
      number,
    ]
    if (stays === goes)
      throw new PalimpsestError('bad-input', `graph: ${keep} and ${other} are one node already; name two`)
    db.run('UPDATE node SET merged_into = ? WHERE key = ?', stays, goes)
    moveClaims(db, goes, stays, goes, fold)
  })
}

/** Takes a node, with all that was merged into it, out of the one it was merged into. */
export function unmergeNode(db: Connection, space: SpaceId, id: string, fold: FoldClaims): void {
  db.write(() => {
    const node = storedNode(db, space, id)
    const from = standingNode(db, node)
    if (from === node)
      throw new PalimpsestError('bad-input', `graph: ${id} was not merged; name one that was`)
    db.run('UPDATE node SET merged_into = NULL WHERE key = ?', node)
    moveClaims(db, from, node, node, fold)
  })
}

function storedNode(db: Connection, space: SpaceId, id: string): number {
  const row = db.get<{ key: number }>(
    'SELECT node.key FROM node JOIN space ON space.key = node.space WHERE node.id = ? AND space.name = ?',
    id,
    space,
  )
  if (row !== undefined) return row.key
  throw new PalimpsestError(
    'not-found',
    `graph: no node ${id} in space ${space}; name one that a search shows`,
  )
}

/** Claims of `root` and what was merged into it are from now on those of `to` instead of `from`. */
function moveClaims(db: Connection, from: number, to: number, root: number, fold: FoldClaims): void {
  const touched = new Touched()
  touched.nodes.add(from).add(to)
  touched.note(db, 'holder = ?1 OR target = ?1', from)
  const ofTree = (column: string) => `${column} IN (${MERGED_TREE.replace('?1', '?3')} SELECT key FROM tree)`
  db.run(`UPDATE claim SET holder = ?2 WHERE holder = ?1 AND ${ofTree('subject')}`, from, to, root)
  db.run(`UPDATE claim SET target = ?2 WHERE target = ?1 AND ${ofTree('object')}`, from, to, root)
  placeSetValues(db, 'target = ?', to)
  placeSetValues(db, 'target = ?', from)
  touched.note(db, 'holder = ?1 OR target = ?1', to)
  settle(db, touched, fold)
}

/** Where a value is a node that stands beside others, it is the key. */
function placeSetValues(db: Connection, where: string, ...values: (number | string)[]): void {
  db.run(
    `UPDATE claim SET slot = (SELECT name_key FROM node WHERE node.key = claim.target)
     WHERE mode = 'set' AND target IS NOT NULL AND ${where}`,
    ...values,
  )
}

/** Of events that are dropped nothing is claimed. */
export function dropClaims(db: Connection, event: number): void {
  db.run('DELETE FROM claim WHERE event = ?', event)
}

/**
 * Moves the graph of one space into another, in which nodes of one name become one. The events have moved already, and
 * their turns are raised.
 */
export function moveGraph(db: Connection, source: number, target: number, fold: FoldClaims): void {
  const moved = JSON.stringify(
    db
      .all<{ event: number }>('SELECT DISTINCT event FROM claim WHERE space = ?', source)
      .map(row => row.event),
  )
  db.run('DELETE FROM node_term WHERE space = ?', source)
  db.run('DELETE FROM fact WHERE space = ?', source)
  for (const { own, twin } of twinsOf(db, source, target)) replaceNode(db, own, twin)
  db.run('UPDATE node SET space = ?, claims = 0 WHERE space = ?', target, source)
  db.run('UPDATE claim SET space = ?, fact = NULL, against = NULL WHERE space = ?', target, source)
  const isOfMoved = 'event IN (SELECT value FROM json_each(?))'
  placeUnderStanding(db, 'subject', 'holder', isOfMoved, moved)
  placeUnderStanding(db, 'object', 'target', isOfMoved, moved)
  placeSetValues(db, isOfMoved, moved)
  const touched = new Touched()
  touched.note(db, isOfMoved, moved)
  raiseTurns(db, touched)
  settle(db, touched, fold)
}

function twinsOf(db: Connection, source: number, target: number): { own: number; twin: number }[] {
  return db.all(
    `SELECT one.key AS own, other.key AS twin FROM node AS one JOIN node AS other ON other.name_key = one.name_key
     WHERE one.space = ? AND other.space = ?`,
    source,
    target,
  )
}

/** The twin stays, and keeps what it was merged into. */
function replaceNode(db: Connection, own: number, twin: number): void {
  for (const column of ['subject', 'holder', 'object', 'target'])
    db.run(`UPDATE claim SET ${column} = ?1 WHERE ${column} = ?2`, twin, own)
  db.run('UPDATE node SET merged_into = ?1 WHERE merged_into = ?2', twin, own)
  db.run('DELETE FROM node WHERE key = ?', own)
}

function placeUnderStanding(
  db: Connection,
  named: string,
  standing: string,
  where: string,
  value: string,
): void {
  const rows = db.all<{ node: number }>(
    `SELECT DISTINCT ${named} AS node FROM claim WHERE ${named} IS NOT NULL AND ${where}`,
    value,
  )
  for (const { node } of rows)
    db.run(
      `UPDATE claim SET ${standing} = ? WHERE ${named} = ? AND ${where}`,
      standingNode(db, node),
      node,
      value,
    )
}

/** Turns of events were raised, those of user events that were said in the space too. */
function raiseTurns(db: Connection, touched: Touched): void {
  const turn = '(SELECT created_turn FROM event WHERE event.key = claim.event)'
  touched.note(db, `created_turn <> ${turn}`)
  db.run(`UPDATE claim SET created_turn = ${turn} WHERE created_turn <> ${turn}`)
}
