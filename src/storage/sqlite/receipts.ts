/**
 * Receipts: which turn, of those a thread sees, bears a name.
 *
 * Owns: finding it. A turn's id is made of its host, thread and name, so the unique index of ids finds receipts too
 * and none of names is kept. Leaves comparing digests to `turns.ts`.
 */
import { makeId } from '../../domain/ids.ts'
import { fromStored, type StoredText, toStored } from './codec.ts'
import type { Connection } from './connection.ts'
import { LINEAGE_OF_THREAD } from './lineage.ts'

export interface Receipt {
  id: string
  ordinal: number
  digest: string
}

/** A turn of another thread or name under the id is passed over: storing a second one is refused as a collision. */
const RECEIPT = `SELECT id, ordinal, digest FROM turn
  WHERE id = ? AND space = ? AND thread = ? AND name = ? AND ordinal <= ?`

const SEEN_THREADS = `${LINEAGE_OF_THREAD} SELECT thread.key, thread.host, thread.name, lineage.last_turn
  FROM lineage JOIN thread ON thread.key = lineage.thread`

interface SeenThread {
  key: number
  host: string
  name: StoredText
  last_turn: number
}

/** The receipt of a turn that the thread stored itself or shares with those it was forked from. */
export function findReceipt(
  db: Connection,
  space: number,
  thread: { key: number; host: string; name: string; parent?: unknown },
  turn: string,
): Receipt | undefined {
  const name = toStored(turn)
  const own = idOfTurn(thread.host, thread.name, turn)
  const receipt = db.get<Receipt>(RECEIPT, own, space, thread.key, name, Number.MAX_SAFE_INTEGER)
  if (receipt !== undefined || thread.parent === undefined) return receipt
  for (const seen of db.all<SeenThread>(SEEN_THREADS, thread.key)) {
    const id = idOfTurn(seen.host, fromStored(seen.name), turn)
    const shared = db.get<Receipt>(RECEIPT, id, space, seen.key, name, seen.last_turn)
    if (shared !== undefined) return shared
  }
  return undefined
}

/** The id under which a thread stores a turn. */
export function idOfTurn(host: string, thread: string, turn: string): string {
  return makeId('t', [host, thread, turn])
}
