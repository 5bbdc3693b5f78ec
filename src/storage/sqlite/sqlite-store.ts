/**
 * The store on SQLite: one file, through `node:sqlite`.
 *
 * Owns: the list of what the store can do, that a closed one refuses, and that numbers it counts with are such. Each
 * method is one synchronous step behind a promise; the steps live in the nouns' files.
 */
import { statSync } from 'node:fs'
import type { Anchor, Block, Message, Thread, Turn, View } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import type { Fact, GraphNode } from '../../domain/graph.ts'
import type { HitKind } from '../../domain/search.ts'
import type { SpaceId, SpaceScope } from '../../domain/space.ts'
import type { FactFilter, FoldClaims, NewClaim, NodeMatch } from '../graph-store.ts'
import type {
  FoundRecord,
  NamedSpeaker,
  Postings,
  PostingsRequest,
  Profiles,
  RecordFilter,
} from '../search-index.ts'
import type {
  AppendOutcome,
  ClaimedJob,
  ClaimRequest,
  DerivedBlock,
  EventBatch,
  EventClaimRequest,
  EventFilter,
  EventQueue,
  FoundId,
  Job,
  JobState,
  LatestEventsRequest,
  NewBlock,
  NewEvent,
  NewSpend,
  NewTurn,
  OrganizedBatch,
  PlacedEvent,
  Page as RowPage,
  SpaceCounts,
  SpendReservation,
  SpendRow,
  Store,
  StoredOverview,
  StoreInfo,
  ThreadPage,
  TopicTree,
  WorkedStage,
} from '../store.ts'
import * as blocks from './blocks.ts'
import type { Connection } from './connection.ts'
import { completeDerivation } from './derivation.ts'
import * as queue from './event-jobs.ts'
import * as events from './events.ts'
import * as claims from './graph-claims.ts'
import { mergeNodes, unmergeNode } from './graph-merge.ts'
import * as graph from './graph-read.ts'
import * as jobs from './jobs.ts'
import { findId } from './lookup.ts'
import { openConnection, type SqliteStoreOptions } from './open.ts'
import * as index from './search/read.ts'
import { passing, records } from './search/records.ts'
import { indexWaiting } from './search/write.ts'
import { mergeSpace, renameSpace } from './space-moves.ts'
import * as spaces from './spaces.ts'
import * as spends from './spend.ts'
import * as threads from './threads.ts'
import * as topics from './topics.ts'
import * as turns from './turns.ts'

export { backupStore } from './backup.ts'
export type { SqliteStoreOptions } from './open.ts'

/**
 * Opens the store in a file, making or migrating it first.
 *
 * @throws PalimpsestError `store-missing` (no file and `create` is false), `store-newer`, `store-damaged`,
 *   `store-busy`; `bad-input` for a path that is no file or may not be used.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return new SqliteStore(await openConnection(options))
}

class SqliteStore implements Store {
  readonly #connection: Connection
  #isClosed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get #db(): Connection {
    if (this.#isClosed)
      throw new PalimpsestError('closed', 'store: it was closed before the call; open it again')
    return this.#connection
  }

  // ---- conversation

  async appendTurn(space: SpaceId, turn: NewTurn): Promise<AppendOutcome> {
    checkNumber('block size', turn.blockSize, 1)
    return turns.appendTurn(this.#db, space, turn)
  }

  async indexWaiting(space: SpaceId): Promise<number> {
    return indexWaiting(this.#db, space)
  }

  async thread(space: SpaceId, name: string, host?: string): Promise<Thread | undefined> {
    return threads.findThread(this.#db, space, name, host)
  }

  async spaceOfThread(name: string, host: string): Promise<SpaceId | undefined> {
    return threads.spaceOfThread(this.#db, name, host)
  }

  async threads(space: SpaceId, page: ThreadPage): Promise<Thread[]> {
    checkPage(page)
    return threads.threads(this.#db, space, page)
  }

  async threadsToSeal(
    scope: SpaceScope,
    limit: number,
    tail: 'full' | 'any' = 'full',
  ): Promise<{ space: SpaceId; thread: Thread }[]> {
    checkPage({ limit })
    return threads.threadsToSeal(this.#db, scope, limit, tail)
  }

  async turns(space: SpaceId, thread: number, first: number, last: number): Promise<Turn[]> {
    checkNumber('turn', first)
    checkNumber('turn', last)
    return turns.turnsOfThread(this.#db, space, thread, first, last)
  }

  async turn(space: SpaceId, id: string): Promise<Turn | undefined> {
    return turns.turnById(this.#db, space, id)
  }

  async message(
    space: SpaceId,
    id: string,
    around: number,
  ): Promise<{ message: Message; neighbours: Message[] } | undefined> {
    checkNumber('number of neighbours', around, 0)
    return turns.messageById(this.#db, space, id, around)
  }

  // ---- blocks

  async sealBlock(space: SpaceId, block: NewBlock): Promise<boolean> {
    return blocks.sealBlock(this.#db, space, block)
  }

  async blocks(space: SpaceId, thread: number, page: RowPage & { after?: number }): Promise<Block[]> {
    checkPage(page)
    return blocks.blocksOfThread(this.#db, space, thread, page)
  }

  async block(space: SpaceId, id: string): Promise<Block | undefined> {
    return blocks.blockById(this.#db, space, id)
  }

  async blockAt(space: SpaceId, thread: number, turn: number): Promise<Block | undefined> {
    checkNumber('turn', turn)
    return blocks.blockAt(this.#db, space, thread, turn)
  }

  async readySequences(space: SpaceId, thread: number): Promise<number[]> {
    return blocks.readySequences(this.#db, space, thread)
  }

  async views(space: SpaceId, block: string): Promise<View[]> {
    return blocks.viewsOfBlock(this.#db, space, block)
  }

  async setAnchor(space: SpaceId, thread: number, block: string, anchor: Anchor): Promise<void> {
    blocks.setAnchor(this.#db, space, thread, block, anchor)
  }

  // ---- derivation

  async claimJob(scope: SpaceScope, request: ClaimRequest): Promise<ClaimedJob | undefined> {
    checkNumber('time', request.now)
    checkNumber('lease', request.leaseMs, 1)
    checkNumber('bound of losses', request.maxLosses, 1)
    return jobs.claimJob(this.#db, scope, request)
  }

  async renewLease(_space: SpaceId, job: ClaimedJob, until: number): Promise<boolean> {
    checkNumber('end of a lease', until)
    return jobs.renewLease(this.#db, job, until)
  }

  async completeDerivation(space: SpaceId, job: ClaimedJob, derived: DerivedBlock): Promise<boolean> {
    return completeDerivation(this.#db, space, job, derived)
  }

  async postponeJob(_space: SpaceId, job: ClaimedJob, until: number): Promise<boolean> {
    checkNumber('time', until, 0)
    return jobs.postponeJob(this.#db, job, until)
  }

  async failJob(
    _space: SpaceId,
    job: ClaimedJob,
    failure: { error: string; retryAt: number | null },
  ): Promise<boolean> {
    if (failure.retryAt !== null) checkNumber('time of a retry', failure.retryAt)
    return jobs.failJob(this.#db, job, failure)
  }

  async retryJob(scope: SpaceScope, key: number): Promise<boolean> {
    checkNumber('key of a job', key)
    return jobs.retryJob(this.#db, scope, key)
  }

  async jobs(
    scope: SpaceScope,
    page: RowPage & { after?: number; states?: readonly JobState[] },
  ): Promise<Job[]> {
    checkPage(page)
    return jobs.jobs(this.#db, scope, page)
  }

  async nextJobAt(
    scope: SpaceScope,
    now?: number,
    stages: readonly WorkedStage[] = [],
  ): Promise<number | undefined> {
    if (now !== undefined) checkNumber('time', now)
    const times = [jobs.nextJobAt(this.#db, scope, now), queue.nextEventsAt(this.#db, scope, stages, now)]
    const known = times.filter(time => time !== undefined)
    return known.length > 0 ? Math.min(...known) : undefined
  }

  async claimEvents(scope: SpaceScope, request: EventClaimRequest): Promise<EventBatch | undefined> {
    checkNumber('time', request.now)
    checkNumber('lease', request.leaseMs, 1)
    return queue.claimEvents(this.#db, scope, request)
  }

  async renewEvents(batch: EventBatch, until: number): Promise<boolean> {
    checkNumber('end of a lease', until)
    return queue.renewEvents(this.#db, batch, until)
  }

  async failEvents(batch: EventBatch, failure: { error: string; retryAt: number | null }): Promise<boolean> {
    if (failure.retryAt !== null) checkNumber('time of a retry', failure.retryAt)
    return queue.failEvents(this.#db, batch, failure)
  }

  async postponeEvents(batch: EventBatch, until: number): Promise<boolean> {
    checkNumber('time', until, 0)
    return queue.postponeEvents(this.#db, batch, until)
  }

  async eventQueues(scope: SpaceScope): Promise<EventQueue[]> {
    return queue.eventQueues(this.#db, scope)
  }

  async retryEvents(scope: SpaceScope): Promise<number> {
    return queue.retryEvents(this.#db, scope)
  }

  // ---- graph

  async applyClaims(
    batch: EventBatch,
    claimed: readonly NewClaim[],
    madeBy: string,
    fold: FoldClaims,
  ): Promise<boolean> {
    return claims.applyClaims(this.#db, batch, claimed, madeBy, fold)
  }

  async setEventStatus(
    space: SpaceId,
    changed: readonly string[],
    status: 'active' | 'forgotten' | 'archived',
    fold: FoldClaims,
  ): Promise<number> {
    return claims.setEventStatus(this.#db, space, changed, status, fold)
  }

  async mergeNodes(space: SpaceId, keep: string, other: string, fold: FoldClaims): Promise<void> {
    mergeNodes(this.#db, space, keep, other, fold)
  }

  async unmergeNode(space: SpaceId, id: string, fold: FoldClaims): Promise<void> {
    unmergeNode(this.#db, space, id, fold)
  }

  async nodeMatches(
    space: SpaceId,
    terms: readonly string[],
    request: { fields: readonly NodeMatch['field'][]; cap: number },
  ): Promise<NodeMatch[]> {
    checkNumber('cap', request.cap, 1)
    return graph.nodeMatches(this.#db, space, terms, request)
  }

  async nodes(space: SpaceId, ids: readonly string[]): Promise<GraphNode[]> {
    return graph.nodesById(this.#db, space, ids)
  }

  async nodesNamed(space: SpaceId, names: readonly string[]): Promise<GraphNode[]> {
    return graph.nodesNamed(this.#db, space, names)
  }

  async listNodes(space: SpaceId, limit: number): Promise<GraphNode[]> {
    checkNumber('limit', limit, 1)
    return graph.listNodes(this.#db, space, limit)
  }

  async mergedInto(space: SpaceId, node: string): Promise<{ id: string; name: string }[]> {
    return graph.mergedInto(this.#db, space, node)
  }

  async facts(space: SpaceId, nodes: readonly string[], filter: FactFilter): Promise<Fact[]> {
    checkFilter(filter)
    return graph.factsOf(this.#db, space, nodes, filter)
  }

  async factsAbout(space: SpaceId, node: string, filter: FactFilter): Promise<Fact[]> {
    checkFilter(filter)
    return graph.factsAbout(this.#db, space, node, filter)
  }

  async fact(space: SpaceId, id: string): Promise<Fact | undefined> {
    return graph.factById(this.#db, space, id)
  }

  // ---- topics

  async applyTopics(batch: EventBatch, organized: OrganizedBatch): Promise<'done' | 'lost' | 'stale'> {
    return topics.applyTopics(this.#db, batch, organized)
  }

  async topics(space: SpaceId): Promise<TopicTree> {
    return topics.topics(this.#db, space)
  }

  async placesOf(space: SpaceId, placed: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return topics.placesOf(this.#db, space, placed)
  }

  async eventsOfSection(space: SpaceId, section: string, limit: number): Promise<MemoryEvent[]> {
    checkNumber('limit', limit, 1)
    return topics.eventsOfSection(this.#db, space, section, limit)
  }

  async overviews(space: SpaceId, sections: readonly string[]): Promise<StoredOverview[]> {
    return topics.overviews(this.#db, space, sections)
  }

  async sectionsRestingOn(space: SpaceId, sources: readonly string[]): Promise<string[]> {
    return topics.sectionsRestingOn(this.#db, space, sources)
  }

  async renameTopic(space: SpaceId, id: string, title: string): Promise<void> {
    topics.renameTopic(this.#db, space, id, title)
  }

  // ---- events and finding

  async addEvents(space: SpaceId, added: readonly NewEvent[]): Promise<number> {
    return events.addEvents(this.#db, space, added)
  }

  async reinforce(space: SpaceId, reinforced: readonly string[]): Promise<void> {
    events.reinforce(this.#db, space, reinforced)
  }

  async events(space: SpaceId, filter: EventFilter): Promise<MemoryEvent[]> {
    checkNumber('limit', filter.limit, 1)
    return events.events(this.#db, space, filter)
  }

  async event(space: SpaceId, id: string): Promise<MemoryEvent | undefined> {
    return events.eventById(this.#db, space, id)
  }

  async eventsByKey(
    space: SpaceId,
    keys: readonly number[],
    thread?: number,
  ): Promise<readonly (PlacedEvent | undefined)[]> {
    if (thread !== undefined) checkNumber('key of a thread', thread)
    return events.eventsByKey(this.#db, space, keys, thread)
  }

  async latestEvents(space: SpaceId, request: LatestEventsRequest): Promise<MemoryEvent[]> {
    checkNumber('key of a thread', request.thread)
    checkNumber('limit', request.limit, 1)
    return events.latestEvents(this.#db, space, request)
  }

  async postings(space: SpaceId, request: PostingsRequest): Promise<Postings> {
    checkNumber('cap', request.cap, 1)
    return index.postings(this.#db, space, request)
  }

  async profiles(_space: SpaceId, pages: readonly number[], withSections: boolean): Promise<Profiles> {
    return index.profiles(this.#db, pages, withSections)
  }

  async sectionsBetween(space: SpaceId, from: number, to: number, limit: number): Promise<number[]> {
    checkNumber('limit', limit, 1)
    return index.sectionsBetween(this.#db, space, from, to, limit)
  }

  async speakers(space: SpaceId, words: readonly number[], maxSections: number): Promise<NamedSpeaker[]> {
    checkNumber('limit', maxSections, 1)
    return index.speakers(this.#db, space, words, maxSections)
  }

  async records(
    space: SpaceId,
    kind: HitKind,
    keys: readonly number[],
  ): Promise<readonly (FoundRecord | undefined)[]> {
    return records(this.#db, space, kind, keys)
  }

  async passing(
    _space: SpaceId,
    kind: HitKind,
    keys: readonly number[],
    filter: RecordFilter,
  ): Promise<ReadonlySet<number>> {
    return passing(this.#db, kind, keys, filter)
  }

  async findId(scope: SpaceScope, prefix: string, limit: number): Promise<FoundId[]> {
    checkNumber('limit', limit, 1)
    return findId(this.#db, scope, prefix, limit)
  }

  // ---- the whole

  async hasSpace(space: SpaceId): Promise<boolean> {
    return spaces.findSpace(this.#db, space) !== undefined
  }

  async spaceTurn(space: SpaceId): Promise<number> {
    return spaces.spaceTurn(this.#db, space)
  }

  async renameSpace(from: SpaceId, to: SpaceId): Promise<void> {
    renameSpace(this.#db, from, to)
  }

  async mergeSpace(
    from: SpaceId,
    to: SpaceId,
    fold: FoldClaims,
  ): Promise<{ threads: number; events: number }> {
    return mergeSpace(this.#db, from, to, fold)
  }

  async counts(scope: SpaceScope): Promise<SpaceCounts[]> {
    return spaces.counts(this.#db, scope)
  }

  // ---- costs

  async reserveSpend(space: SpaceId, reservation: SpendReservation): Promise<boolean> {
    checkNumber('number of tokens', reservation.tokens, 0)
    return spends.reserveSpend(this.#db, space, reservation)
  }

  async settleSpend(
    space: SpaceId,
    reservation: SpendReservation,
    spent: readonly NewSpend[],
  ): Promise<void> {
    for (const { input, output } of spent) {
      checkNumber('number of tokens', input, 0)
      checkNumber('number of tokens', output, 0)
    }
    spends.settleSpend(this.#db, space, reservation, spent)
  }

  async spentOn(day: string): Promise<number> {
    return spends.spentOn(this.#db, day)
  }

  async spend(scope: SpaceScope, page: RowPage & { from?: string; to?: string }): Promise<SpendRow[]> {
    checkPage({ limit: page.limit })
    return spends.spend(this.#db, scope, page)
  }

  async isPaused(): Promise<boolean> {
    return this.#db.get(`SELECT 1 FROM meta WHERE key = 'paused'`) !== undefined
  }

  async setPaused(isPaused: boolean): Promise<void> {
    const sql = isPaused
      ? `INSERT OR IGNORE INTO meta (key, value) VALUES ('paused', 'yes')`
      : `DELETE FROM meta WHERE key = 'paused'`
    this.#db.write(() => this.#db.run(sql))
  }

  async info(): Promise<StoreInfo> {
    const { path } = this.#db
    const row = this.#db.one<{ schema: number; zone: string }>(
      `SELECT user_version AS schema, (SELECT value FROM meta WHERE key = 'zone') AS zone FROM pragma_user_version`,
    )
    const bytes = [path, `${path}-wal`].reduce((sum, file) => sum + sizeOf(file), 0)
    return { location: path, schema: row.schema, zone: row.zone, bytes }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#connection.close()
  }
}

/** Refuses what SQL cannot count with, which would come back as an error of the database, or as no row at all. */
function checkNumber(what: string, value: number, least: number = Number.MIN_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value >= least) return
  const bound = least === Number.MIN_SAFE_INTEGER ? '' : ` of at least ${least}`
  throw new PalimpsestError('bad-input', `store: ${what} ${value} is not usable; give a whole number${bound}`)
}

function checkPage({ limit, after }: RowPage & { after?: number }): void {
  checkNumber('limit', limit, 1)
  if (after !== undefined) checkNumber('place', after)
}

function checkFilter({ limit, asOf }: FactFilter): void {
  checkNumber('limit', limit, 1)
  if (asOf !== undefined) checkNumber('time', asOf)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
