/**
 * The terms by which nodes are found.
 *
 * Owns: the table `node_term`. The words of relations are not in it: whatever they alone find is noise. Leaves scores to
 * `engine/graph`.
 */
import { indexTerms } from '../../text/terms.ts'
import type { NodeMatch } from '../graph-store.ts'
import type { Connection } from './connection.ts'

/** Numbers of the fields, in the order in which a capped read prefers them. */
export const FIELDS: readonly NodeMatch['field'][] = ['name', 'alias', 'state', 'tag', 'past']
const STATE = FIELDS.indexOf('state')
const PAST = FIELDS.indexOf('past')
/** The fields that are the node's own, in the order in which they are given. */
const OWN = [FIELDS.indexOf('name'), FIELDS.indexOf('alias'), FIELDS.indexOf('tag')]

interface Place {
  space: number
  node: number
}

/** Puts the terms of name, aliases and tags in the place of those that were there. */
export function writeNodeTerms(db: Connection, place: Place, texts: readonly (readonly string[])[]): void {
  db.run('DELETE FROM node_term WHERE source = 0 AND node = ?', place.node)
  texts.forEach((list, index) => {
    for (const text of list) addTerms(db, place, OWN[index] as number, 0, text)
  })
}

/** Puts the terms of a fact's value in the place of those that were there; a disputed one is not found. */
export function writeFactTerms(
  db: Connection,
  place: Place,
  fact: { key: number; value: string; standing: string },
): void {
  dropFactTerms(db, fact.key)
  if (fact.standing === 'disputed') return
  addTerms(db, place, fact.standing === 'past' ? PAST : STATE, fact.key, fact.value)
}

export function dropFactTerms(db: Connection, fact: number): void {
  db.run('DELETE FROM node_term WHERE source = ?', fact)
}

function addTerms(db: Connection, { space, node }: Place, field: number, source: number, text: string): void {
  for (const term of new Set(indexTerms(text)))
    db.run(
      `INSERT INTO node_term (space, term, field, node, source) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      space,
      term,
      field,
      node,
      source,
    )
}
