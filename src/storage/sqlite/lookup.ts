/**
 * Finding records by the beginning of their id.
 *
 * Owns: prefix search over every kind of record. Leaves the records to their own files.
 */
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { FoundId } from '../store.ts'
import type { Connection } from './connection.ts'
import { findScope } from './spaces.ts'

/** Kinds of records, each with its table. */
const KINDS = [
  ['block', 'block'],
  ['chapter', 'chapter'],
  ['event', 'event'],
  ['fact', 'fact'],
  ['message', 'message'],
  ['node', 'node'],
  ['section', 'topic_section'],
  ['turn', 'turn'],
] as const

/** Records whose id starts with the text, in order of id and space. The kind's letter opens an id. */
export function findId(db: Connection, scope: SpaceScope, prefix: string, limit: number): FoundId[] {
  return db.read(() => {
    const space = findScope(db, scope)
    if (space === undefined || prefix === '') return []
    return KINDS.filter(([kind]) => kind.startsWith(prefix.charAt(0))).flatMap(([kind, table]) =>
      db
        .all<{ id: string; space: SpaceId }>(
          `SELECT record.id, space.name AS space FROM ${table} AS record JOIN space ON space.key = record.space
           WHERE record.id >= ?1 AND record.id < ?2 AND (?3 IS NULL OR record.space = ?3)
           ORDER BY record.id, space.name LIMIT ?4`,
          prefix,
          `${prefix}~`,
          space,
          limit,
        )
        .map(row => ({ kind, ...row })),
    )
  })
}
