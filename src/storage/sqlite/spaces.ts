/**
 * Spaces: their numbers, counters and sizes.
 *
 * Owns: the table `space`. A space comes into being with the first record that is stored in it.
 */
import type { BlockStatus } from '../../domain/conversation.ts'
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { SpaceCounts } from '../store.ts'
import type { Connection } from './connection.ts'

/** The space's number, or undefined when nothing was ever stored in it. */
export function findSpace(db: Connection, space: SpaceId): number | undefined {
  return db.get<{ key: number }>('SELECT key FROM space WHERE name = ?', space)?.key
}

/** A space as it stands in its row. */
export interface StoredSpace {
  key: number
  turn_count: number
}

/** The space; made when it is new. */
export function openSpace(db: Connection, space: SpaceId): StoredSpace {
  const stored = db.get<StoredSpace>('SELECT key, turn_count FROM space WHERE name = ?', space)
  if (stored !== undefined) return stored
  return { key: db.run('INSERT INTO space (name, turn_count) VALUES (?, 0)', space).rowid, turn_count: 0 }
}

/** The space's number; makes the space when it is new. */
export function ensureSpace(db: Connection, space: SpaceId): number {
  return openSpace(db, space).key
}

/** The number to ask with: null stands for every space, undefined for a space that holds nothing. */
export function findScope(db: Connection, scope: SpaceScope): number | null | undefined {
  return scope === 'all' ? null : findSpace(db, scope)
}

/** Raises the turn counter of a space that was read in this step by one and gives its new value. */
export function raiseTurnCount(db: Connection, { key, turn_count }: StoredSpace): number {
  db.run('UPDATE space SET turn_count = ? WHERE key = ?', turn_count + 1, key)
  return turn_count + 1
}

export function spaceTurn(db: Connection, space: SpaceId): number {
  return db.get<{ turn_count: number }>('SELECT turn_count FROM space WHERE name = ?', space)?.turn_count ?? 0
}

/** How much each space of the scope holds, in order of its name. */
export function counts(db: Connection, scope: SpaceScope): SpaceCounts[] {
  return db.read(() => {
    const key = findScope(db, scope)
    if (key === undefined) return []
    const spaces = db.all<{ key: number; name: SpaceId }>(
      'SELECT key, name FROM space WHERE ?1 IS NULL OR key = ?1 ORDER BY name',
      key,
    )
    const threads = countBySpace(db, 'thread')
    const turns = countBySpace(db, 'turn')
    const messages = countBySpace(db, 'message')
    const events = countBySpace(db, 'event')
    const blocks = countBlocks(db)
    return spaces.map(space => ({
      space: space.name,
      threads: threads.get(space.key) ?? 0,
      turns: turns.get(space.key) ?? 0,
      messages: messages.get(space.key) ?? 0,
      blocks: blocks.get(space.key) ?? noBlocks(),
      events: events.get(space.key) ?? 0,
    }))
  })
}

function countBySpace(db: Connection, table: 'thread' | 'turn' | 'message' | 'event'): Map<number, number> {
  const rows = db.all<{ space: number; count: number }>(
    `SELECT space, count(*) AS count FROM ${table} GROUP BY space`,
  )
  return new Map(rows.map(row => [row.space, row.count]))
}

function countBlocks(db: Connection): Map<number, Record<BlockStatus, number>> {
  const rows = db.all<{ space: number; status: BlockStatus; count: number }>(
    'SELECT space, status, count(*) AS count FROM block GROUP BY space, status',
  )
  const bySpace = new Map<number, Record<BlockStatus, number>>()
  for (const row of rows) {
    const counted = bySpace.get(row.space) ?? noBlocks()
    counted[row.status] = row.count
    bySpace.set(row.space, counted)
  }
  return bySpace
}

function noBlocks(): Record<BlockStatus, number> {
  return { pending: 0, ready: 0, failed: 0 }
}
