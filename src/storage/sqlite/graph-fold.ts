/**
 * Facts kept in step with the claims they are folded from.
 *
 * Owns: the table `fact`, where each claim stands, and what that says of events: which are superseded, by which, and
 * which contradict each other. Leaves what claims come to to the fold it is given.
 */
import type { FoldClaims, FoldedFact, PlacedClaim } from '../graph-store.ts'
import type { Connection } from './connection.ts'
import { queueEvent } from './event-jobs.ts'
import { refreshNode } from './graph-nodes.ts'
import { dropFactTerms, writeFactTerms } from './graph-terms.ts'

/** Claims that are folded together; `slot` is the value where values stand side by side, else ''. */
export interface Slot {
  holder: number
  relation: string
  slot: string
}

/** What a step has touched, to be brought in order at its end. */
export class Touched {
  readonly slots = new Map<string, Slot>()
  readonly nodes = new Set<number>()
  readonly events = new Set<number>()

  /** Notes claims as they stand; `WHERE` names them, with its parameters. */
  note(db: Connection, where: string, ...values: (number | string)[]): void {
    const rows = db.all<Slot & { target: number | null; event: number }>(
      `SELECT holder, relation, slot, target, event FROM claim WHERE ${where}`,
      ...values,
    )
    for (const { target, event, ...slot } of rows) {
      this.slots.set(JSON.stringify([slot.holder, slot.relation, slot.slot]), slot)
      this.nodes.add(slot.holder)
      if (target !== null) this.nodes.add(target)
      this.events.add(event)
    }
  }
}

/** Folds every key that was touched, then brings its nodes and events in step. */
export function settle(db: Connection, touched: Touched, fold: FoldClaims): void {
  for (const slot of touched.slots.values()) refold(db, slot, fold, touched)
  for (const event of touched.events) settleEvent(db, event)
  for (const node of touched.nodes) refreshNode(db, node)
}

interface ClaimRow extends Omit<PlacedClaim, 'isChange' | 'isOfUser'> {
  isChange: number
  isOfUser: number
  eventKey: number
  space: number
  value: string
  target: number | null
  fact: number | null
  against: number | null
}

const CLAIMS_OF_SLOT = `
  SELECT claim.key, event.id AS event, claim.ordinal, subject.id AS subject, claim.relation, claim.mode,
    coalesce(target.name_key, claim.value_key) AS valueKey, claim.says, claim.is_change AS isChange, claim.at,
    claim.mentioned_at AS mentionedAt, claim.created_turn AS createdTurn, event.thread, event.trust,
    holder.name_key = '@user' AS isOfUser, event.key AS eventKey, claim.space, claim.value, claim.target, claim.fact,
    claim.against
  FROM claim JOIN event ON event.key = claim.event JOIN node AS subject ON subject.key = claim.subject
    JOIN node AS holder ON holder.key = claim.holder LEFT JOIN node AS target ON target.key = claim.target
  WHERE claim.holder = ? AND claim.relation = ? AND claim.slot = ? AND claim.is_hidden = 0`

interface FactRow {
  key: number
  id: string
  mode: string
  value: string
  target: number | null
  standing: string
  was_pending: number
  valid_from: number | null
  valid_to: number | null
  closed_by: number | null
  is_replaced: number
  support: number
}

function refold(db: Connection, slot: Slot, fold: FoldClaims, touched: Touched): void {
  const rows = db.all<ClaimRow>(CLAIMS_OF_SLOT, slot.holder, slot.relation, slot.slot)
  const { facts, conflicts } = fold(
    rows.map(row => ({ ...row, isChange: row.isChange === 1, isOfUser: row.isOfUser === 1 })),
  )
  const byKey = new Map(rows.map(row => [row.key, row]))
  const standsIn = new Map<number, number>()
  const known = new Map(factsOfSlot(db, slot).map(row => [row.id, row]))
  for (const fact of facts) {
    const claims = fact.claims.flatMap(key => byKey.get(key) ?? [])
    const { key, isChanged } = writeFact(db, slot, fact, claims, known.get(fact.id))
    known.delete(fact.id)
    for (const claim of claims) {
      standsIn.set(claim.key, key)
      if (isChanged) touched.events.add(claim.eventKey)
    }
  }
  for (const gone of known.values()) {
    dropFactTerms(db, gone.key)
    db.run('DELETE FROM fact WHERE key = ?', gone.key)
  }
  const against = new Map(conflicts.map(({ claim, other }) => [claim, other]))
  for (const row of rows)
    placeClaim(db, row, standsIn.get(row.key) ?? null, against.get(row.key) ?? null, touched)
}

function factsOfSlot(db: Connection, { holder, relation, slot }: Slot): FactRow[] {
  return db.all<FactRow>(
    `SELECT key, id, mode, value, target, standing, was_pending, valid_from, valid_to, closed_by, is_replaced, support
     FROM fact WHERE node = ? AND relation = ? AND slot = ?`,
    holder,
    relation,
    slot,
  )
}

function writeFact(
  db: Connection,
  { holder, relation, slot }: Slot,
  fact: FoldedFact,
  claims: readonly ClaimRow[],
  known: FactRow | undefined,
): { key: number; isChanged: boolean } {
  const [opener] = claims as [ClaimRow, ...ClaimRow[]]
  const row: Omit<FactRow, 'key'> = {
    id: fact.id,
    mode: opener.mode,
    value: opener.value,
    target: opener.target,
    standing: fact.standing,
    was_pending: Number(fact.wasPending),
    valid_from: fact.validFrom,
    valid_to: fact.validTo,
    closed_by: fact.closedBy,
    is_replaced: Number(fact.isReplaced),
    support: new Set(claims.map(claim => claim.eventKey)).size,
  }
  const columns = Object.keys(row) as (keyof typeof row)[]
  if (known !== undefined && columns.every(column => known[column] === row[column]))
    return { key: known.key, isChanged: false }
  // The fact may stand under the node that this one was taken out of, or merged into: it moves here.
  const { key } = db.one<{ key: number }>(
    `INSERT INTO fact (space, node, relation, slot, ${columns.join(', ')})
     VALUES (?, ?, ?, ?, ${columns.map(() => '?').join(', ')})
     ON CONFLICT (id, space) DO UPDATE SET node = excluded.node, relation = excluded.relation, slot = excluded.slot,
       ${columns.map(column => `${column} = excluded.${column}`).join(', ')}
     RETURNING key`,
    opener.space,
    holder,
    relation,
    slot,
    ...columns.map(column => row[column]),
  )
  const isFoundAsBefore = known?.value === row.value && known.standing === row.standing
  if (!isFoundAsBefore) writeFactTerms(db, { space: opener.space, node: holder }, { ...row, key })
  return { key, isChanged: true }
}

function placeClaim(
  db: Connection,
  claim: ClaimRow,
  fact: number | null,
  against: number | null,
  touched: Touched,
): void {
  if (claim.fact === fact && claim.against === against) return
  db.run('UPDATE claim SET fact = ?, against = ? WHERE key = ?', fact, against, claim.key)
  touched.events.add(claim.eventKey)
}

/** Relations that follow from facts; others are of whoever told them. */
export const BY_RULE = 'rule'

/**
 * An event is superseded when everything it says was replaced by another value; it comes back when that is no longer so.
 */
function settleEvent(db: Connection, event: number): void {
  const { isReplaced } = db.one<{ isReplaced: number }>(
    `SELECT count(*) > 0 AND min(fact.is_replaced IS 1) AS isReplaced
     FROM claim LEFT JOIN fact ON fact.key = claim.fact WHERE claim.event = ? AND claim.is_hidden = 0`,
    event,
  )
  const [from, to] = isReplaced === 1 ? ['active', 'superseded'] : ['superseded', 'active']
  const { changes } = db.run('UPDATE event SET status = ? WHERE key = ? AND status = ?', to, event, from)
  if (changes > 0) {
    const { space } = db.one<{ space: number }>('SELECT space FROM event WHERE key = ?', event)
    queueEvent(db, space, event, ['topics'])
  }
  relateEvent(db, event, isReplaced === 1)
}

function relateEvent(db: Connection, event: number, isReplaced: boolean): void {
  db.run(
    `DELETE FROM event_relation WHERE made_by = ?1
       AND (event = ?2 AND kind = 'conflictsWith' OR other = ?2 AND kind = 'supersedes')`,
    BY_RULE,
    event,
  )
  db.run(
    `INSERT INTO event_relation (event, kind, other, made_by)
     SELECT DISTINCT claim.event, 'conflictsWith', other.event, ?1 FROM claim JOIN claim AS other
       ON other.key = claim.against
     WHERE claim.event = ?2 AND claim.is_hidden = 0 AND other.event <> claim.event ON CONFLICT DO NOTHING`,
    BY_RULE,
    event,
  )
  if (!isReplaced) return
  db.run(
    `INSERT INTO event_relation (event, kind, other, made_by)
     SELECT DISTINCT closer.event, 'supersedes', claim.event, ?1 FROM claim JOIN fact ON fact.key = claim.fact
       JOIN claim AS closer ON closer.key = fact.closed_by
     WHERE claim.event = ?2 AND claim.is_hidden = 0 AND closer.event <> claim.event ON CONFLICT DO NOTHING`,
    BY_RULE,
    event,
  )
}
