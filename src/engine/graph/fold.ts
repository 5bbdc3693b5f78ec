/**
 * What the claims of one key come to.
 *
 * Owns: when a value takes the place of another, when nobody can decide, and what an announcement waits for. Pure: the
 * claims are read in the order of time, whatever the order in which they are given. Leaves which claims share a key to
 * the store.
 *
 * Facts only grow as claims are read: sources are added, an end is set, once. So what stood at any earlier time can be
 * told from the facts of today (`standing.ts`).
 */
import { TRUST } from '../../domain/event.ts'
import { makeId } from '../../domain/ids.ts'
import type { Folded, FoldedFact, PlacedClaim } from '../../storage/graph-store.ts'

/** A value that so many events gave is not given up for one that merely says otherwise. */
const FIRM_SUPPORT = 3

/** A fact while claims are read. */
interface Growing {
  kind: 'held' | 'announced' | 'disputed'
  opener: PlacedClaim
  claims: PlacedClaim[]
  events: Set<string>
  /** Of the most trusted claim. */
  trust: number
  closer: PlacedClaim | undefined
  isReplaced: boolean
}

interface Folding {
  facts: Growing[]
  /** Those that await their outcome, or a word that decides. */
  open: { announced: Growing[]; disputed: Growing[] }
  conflicts: { claim: number; other: number }[]
  current: Growing | undefined
}

/** Folds claims of one subject and relation; of one value too, where values stand side by side. */
export function foldClaims(claims: readonly PlacedClaim[]): Folded {
  const folding: Folding = {
    facts: [],
    open: { announced: [], disputed: [] },
    conflicts: [],
    current: undefined,
  }
  for (const claim of claims.toSorted(byPlace)) READ[claim.says](folding, claim)
  return { facts: folding.facts.map(toFact), conflicts: folding.conflicts }
}

const READ: Record<PlacedClaim['says'], (folding: Folding, claim: PlacedClaim) => void> = {
  holds: readHolding,
  ended: readEnding,
  pending: readPending,
}

function readHolding(folding: Folding, claim: PlacedClaim): void {
  const { current } = folding
  const isOther = current !== undefined && !isSameValue(current, claim)
  if (isOther && isUndecided(claim, current)) {
    dispute(folding, claim, current)
    return
  }
  closeOpen(folding, 'announced', claim, () => true)
  closeOpen(folding, 'disputed', claim, fact => isSameValue(fact, claim) || !isUndecided(claim, fact))
  if (current !== undefined && !isOther) {
    support(current, claim)
    return
  }
  if (current !== undefined) close(current, claim, true)
  folding.current = open(folding, 'held', claim)
}

function readEnding(folding: Folding, claim: PlacedClaim): void {
  const { current } = folding
  if (current !== undefined && isMeant(current, claim)) {
    if (isUndecided(claim, current)) {
      contradict(folding, claim, current)
      return
    }
    close(current, claim)
    folding.current = undefined
  }
  const isEnded = (fact: Growing) => isMeant(fact, claim) && !isUndecided(claim, fact)
  closeOpen(folding, 'announced', claim, isEnded)
  closeOpen(folding, 'disputed', claim, isEnded)
}

function readPending(folding: Folding, claim: PlacedClaim): void {
  const announced = folding.open.announced.find(one => isSameValue(one, claim))
  if (announced) support(announced, claim)
  else open(folding, 'announced', claim)
}

function dispute(folding: Folding, claim: PlacedClaim, current: Growing): void {
  contradict(folding, claim, current)
  const disputed = folding.open.disputed.find(one => isSameValue(one, claim))
  if (disputed) support(disputed, claim)
  else open(folding, 'disputed', claim)
}

/** The pair is told by the latest claim of what holds. */
function contradict(folding: Folding, claim: PlacedClaim, current: Growing): void {
  const other = current.claims.at(-1) as PlacedClaim
  if (other.event !== claim.event) folding.conflicts.push({ claim: claim.key, other: other.key })
}

/** Whether nobody can tell that the claim takes the place of what it contradicts. */
function isUndecided(claim: PlacedClaim, against: Growing): boolean {
  const isOfLittleTrust = claim.trust < 0 && against.trust > 0
  const isOfOthers = claim.isOfUser && claim.trust < TRUST.user && against.trust >= TRUST.user
  const isMereRestatement = claim.says === 'holds' && !claim.isChange && against.events.size >= FIRM_SUPPORT
  return isOfLittleTrust || isOfOthers || isMereRestatement || isWithoutOrder(claim, against)
}

/** Neither has a time, and they were said in different conversations. */
function isWithoutOrder(claim: PlacedClaim, against: Growing): boolean {
  const last = against.claims.at(-1) as PlacedClaim
  const isOneConversation = claim.thread !== null && claim.thread === last.thread
  return claim.at === null && last.at === null && !isOneConversation && claim.event !== last.event
}

const isSameValue = (fact: Growing, claim: PlacedClaim) => fact.opener.valueKey === claim.valueKey
const isMeant = (fact: Growing, claim: PlacedClaim) => claim.valueKey === '' || isSameValue(fact, claim)

/** Ends those of a kind that the claim gives their outcome, or decides against. */
function closeOpen(
  { open: still }: Folding,
  kind: keyof Folding['open'],
  closer: PlacedClaim,
  isOver: (fact: Growing) => boolean,
): void {
  if (still[kind].length === 0) return
  const over = still[kind].filter(isOver)
  for (const fact of over) close(fact, closer)
  still[kind] = still[kind].filter(fact => fact.closer === undefined)
}

function open(folding: Folding, kind: Growing['kind'], opener: PlacedClaim): Growing {
  const fact: Growing = {
    kind,
    opener,
    claims: [],
    events: new Set(),
    trust: opener.trust,
    closer: undefined,
    isReplaced: false,
  }
  support(fact, opener)
  folding.facts.push(fact)
  if (kind !== 'held') folding.open[kind].push(fact)
  return fact
}

function support(fact: Growing, claim: PlacedClaim): void {
  fact.claims.push(claim)
  fact.events.add(claim.event)
  fact.trust = Math.max(fact.trust, claim.trust)
}

function close(fact: Growing, closer: PlacedClaim, isReplaced = false): void {
  fact.closer = closer
  fact.isReplaced = isReplaced
}

function toFact({ kind, opener, claims, closer, isReplaced }: Growing): FoldedFact {
  const { subject, relation, event, ordinal } = opener
  return {
    id: makeId('f', [subject, relation, event, ordinal]),
    standing: standingOf(kind, closer !== undefined),
    wasPending: kind === 'announced',
    validFrom: opener.at,
    validTo: closer?.at ?? null,
    openedBy: opener.key,
    closedBy: closer?.key ?? null,
    isReplaced,
    claims: claims.map(claim => claim.key),
  }
}

/** A dispute that was decided stays one: what it said never held. */
function standingOf(kind: Growing['kind'], isClosed: boolean): FoldedFact['standing'] {
  if (kind === 'disputed') return 'disputed'
  if (isClosed) return 'past'
  return kind === 'held' ? 'current' : 'pending'
}

function byPlace(a: PlacedClaim, b: PlacedClaim): number {
  return (
    nullFirst(a.at, b.at) ||
    nullFirst(a.mentionedAt, b.mentionedAt) ||
    a.createdTurn - b.createdTurn ||
    Number(a.event > b.event) - Number(a.event < b.event) ||
    a.ordinal - b.ordinal
  )
}

function nullFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a - b
}
