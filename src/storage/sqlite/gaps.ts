/**
 * Keys that no row bears because the row was dropped on purpose.
 *
 * Owns: how many they are per table, written down in `meta` at each such step, so that recovery does not take them
 * for rows that damage took. A last key that was dropped is given out again and counts for nothing.
 */
import type { Connection } from './connection.ts'

/** Writes down the free keys that each of the tables has now; part of the step that dropped rows. */
export function noteGaps(db: Connection, tables: readonly string[]): void {
  for (const table of tables) {
    db.run(
      `INSERT INTO meta (key, value) SELECT ?, coalesce(max(key), 0) - count(*) FROM ${table} WHERE true
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      nameOf(table),
    )
  }
}

/** The free keys of a table that were written down; 0 when none were. */
export function notedGaps(db: Connection, table: string): number {
  const row = db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', nameOf(table))
  return row === undefined ? 0 : Number(row.value)
}

const nameOf = (table: string): string => `gaps ${table}`
