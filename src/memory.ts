/**
 * Memory: the object a user holds.
 *
 * Owns: the library's face over one store, each method one flow. Leaves every rule to `engine`, and which store
 * and deriver it runs on to `compose.ts`.
 */
import type { Deriver } from './derive/deriver.ts'
import type { Organizer } from './derive/organizer.ts'
import type { Projector } from './derive/projector.ts'
import type { ClaimChecker } from './domain/code-claim.ts'
import type { LoggedEnd, ReadyBlock, Thread, TurnInput } from './domain/conversation.ts'
import { PalimpsestError } from './domain/errors.ts'
import type { EventInput, MemoryEvent } from './domain/event.ts'
import type { SearchOptions, SearchResult } from './domain/search.ts'
import { type SpaceId, type SpaceScope, toSpaceId, USER_SPACE } from './domain/space.ts'
import { isTime } from './domain/time.ts'
import {
  type BlockLevel,
  type BlockList,
  type BlockView,
  type ExpandOptions,
  expandBlock,
  type ListOptions,
  listBlocks,
  listLevels,
} from './engine/conversation/blocks.ts'
import { foldClaims } from './engine/graph/fold.ts'
import { type OpenedNode, openNode } from './engine/graph/open-node.ts'
import { type GraphHit, type GraphRequest, searchGraph } from './engine/graph/search.ts'
import { addEvents } from './engine/ingest/add-events.ts'
import { Allowance, type StageSpend, spendByStage } from './engine/ingest/allowance.ts'
import { DerivationWorker, type DrainOptions } from './engine/ingest/derivation-worker.ts'
import { type DerivationContext, derivationWork } from './engine/ingest/derive-block.ts'
import { eventWork } from './engine/ingest/event-work.ts'
import { IndexWorker } from './engine/ingest/index-worker.ts'
import { type IngestOutcome, ingestTurn } from './engine/ingest/ingest-turn.ts'
import { topicsStage } from './engine/ingest/organize-events.ts'
import { projectionStage } from './engine/ingest/project-events.ts'
import { sealBlocks, sealFullTails, sealOtherTails } from './engine/ingest/seal-blocks.ts'
import { type EventExplanation, explainEvent } from './engine/recall/explain.ts'
import { type Recall, type RecallRequest, recall } from './engine/recall/recall.ts'
import { search } from './engine/recall/search.ts'
import { resolveId, type Shown, showRecord, sourceSpaceOf } from './engine/recall/show.ts'
import {
  type DirectoryOptions,
  type DirectoryTextOptions,
  directoryText,
  readDirectory,
  type TopicDirectory,
} from './engine/topics/directory.ts'
import { type OpenedTopic, type OpenTopicOptions, openTopic } from './engine/topics/opened.ts'
import type {
  EventFilter,
  EventQueue,
  FoundId,
  Job,
  JobState,
  SpaceCounts,
  SpendRow,
  Store,
  StoreInfo,
} from './storage/store.ts'

export type { BlockView } from './engine/conversation/blocks.ts'
export type { OpenedFact, OpenedNode } from './engine/graph/open-node.ts'
export type { FieldMatch, GraphHit, GraphRequest } from './engine/graph/search.ts'
export type { EventExplanation } from './engine/recall/explain.ts'
export type { Shown } from './engine/recall/show.ts'
export { TOPIC_CATEGORIES, type TopicCategory } from './engine/topics/categories.ts'
export type { DirectoryChapter, TopicDirectory } from './engine/topics/directory.ts'
export type { OpenedTopic } from './engine/topics/opened.ts'
export type { EventQueue, Job, SpaceCounts } from './storage/store.ts'

/** What a memory runs on; `openMemory` fills it in. */
export interface MemoryParts {
  store: Store
  deriver: Deriver
  projector: Projector
  /** Loads the judge of whether a draft can take the place of an earlier event. */
  loadSameKey: DerivationContext['loadSameKey']
  /** Puts events under topics. */
  organizer: Organizer
  /** Space of calls that name none. */
  space: SpaceId
  /** IANA zone in which times are shown. */
  zone: string
  /** Zone in which relative times are derived: that of the store, so that every process derives the same. */
  derivationZone: string
  blockSize: number
  lambda: number
  derive: 'background' | 'manual'
  /** Most tokens that derivation may spend in a day. */
  dailyTokens: number | undefined
  leaseMs: number
  /** Epoch milliseconds. */
  now: () => number
  onWarning: (error: unknown) => void
  onReady: (block: ReadyBlock) => void
  /** Looks up what a text claims of a workspace. */
  checkClaims: ClaimChecker
}

/** How large a store is, what it holds, and whether derivation goes on. */
export interface MemoryStatus {
  store: StoreInfo
  spaces: readonly SpaceCounts[]
  isPaused: boolean
  /** Most tokens that derivation may spend in a day; undefined: no bound, or no model. */
  dailyTokens: number | undefined
}

/** Tokens, in and out, of one day. */
export interface SpentToday {
  /** Such as `2025-06-17`. */
  day: string
  tokens: number
  /** The most first. */
  stages: readonly StageSpend[]
  rows: readonly SpendRow[]
}

/** Every call may name another space than the memory's own. */
export interface InSpace {
  /** A space key; default: the memory's own space. */
  space?: SpaceId | string
}

/**
 * Long-term memory over one store; `openMemory` gives it.
 *
 * Every method rejects with `bad-input` for a space key that is none, `store-busy` when another process held the
 * file longer than the busy timeout, `store-damaged` when it cannot be read, and `closed` after `close()`; others
 * are named at the method. A conversation asked for by name, without a host, is the first one made under it.
 */
export class Memory {
  readonly #parts: MemoryParts
  readonly #allowance: Allowance
  readonly #worker: DerivationWorker
  readonly #indexer: IndexWorker
  readonly #resumed: Promise<void>

  /** @internal */
  constructor(parts: MemoryParts) {
    this.#parts = parts
    const zone = parts.derivationZone
    const allowance = new Allowance({ ...parts, zone })
    this.#allowance = allowance
    const { deriver, onWarning } = parts
    this.#worker = new DerivationWorker({
      ...parts,
      works: [
        derivationWork({ ...parts, zone, allowance }),
        eventWork({ ...parts, allowance }, projectionStage(parts)),
        eventWork({ ...parts, allowance }, topicsStage(parts)),
      ],
      concurrency: deriver.concurrency,
      allowance,
      onError: onWarning,
    })
    this.#indexer = new IndexWorker({ store: parts.store, onError: parts.onWarning })
    this.#resumed = parts.derive === 'background' ? this.#resume() : Promise.resolve()
  }

  /** IANA zone in which times are shown. */
  get zone(): string {
    return this.#parts.zone
  }

  /** Space of calls that name none. */
  get space(): SpaceId {
    return this.#parts.space
  }

  /**
   * Stores one complete turn; when the promise resolves it is in the file. The same turn offered again is answered
   * `already-stored`. Blocks that become full are sealed; deriving them never holds this call up.
   *
   * @throws PalimpsestError `bad-input` (the turn is not usable), `turn-differs` (its id is known with other
   *   content), `not-found` (parent of a fork, or the last turn both share). Nothing is stored then.
   */
  async ingest(turn: TurnInput, { space }: InSpace = {}): Promise<IngestOutcome> {
    const { store, blockSize, onWarning } = this.#parts
    const outcome = await ingestTurn(store, this.#spaceToFill(space), turn, {
      blockSize,
      onWarning,
      onWaiting: (filled, waiting) => this.#indexer.wake(filled, waiting),
    })
    if (outcome.sealed.length > 0) this.#wake()
    return outcome
  }

  /**
   * The conversation has ended: closes its open tail into a shorter block. Later turns start a new one.
   *
   * @returns ids of the blocks sealed, in sequence; empty when no turn was open.
   * @throws PalimpsestError `not-found` for an unknown thread.
   */
  async seal(thread: string, { space, host }: InSpace & { host?: string } = {}): Promise<readonly string[]> {
    const { store, blockSize } = this.#parts
    const spaceId = this.#spaceOf(space)
    const found = await store.thread(spaceId, thread, host)
    if (!found)
      throw new PalimpsestError('not-found', `seal: no thread ${JSON.stringify(thread)} in space ${spaceId}`)
    const sealed = await sealBlocks(store, spaceId, found, { blockSize, endOfThread: true })
    if (sealed.length > 0) this.#wake()
    return sealed
  }

  /**
   * A conversation begins: closes the open tails of all others of the same host in the space into shorter blocks, so
   * that what they hold can be recalled in it. They may go on later.
   *
   * @returns ids of the blocks sealed.
   */
  async sealOthers(
    thread: string,
    { space, host = 'local' }: InSpace & { host?: string } = {},
  ): Promise<readonly string[]> {
    const sealed = await sealOtherTails(this.#parts.store, this.#spaceOf(space), { name: thread, host })
    if (sealed.length > 0) this.#wake()
    return sealed
  }

  /**
   * Derives until nothing is left to do, waiting for retries and for other workers; ends when derivation is paused, or
   * the tokens of the day are spent. Every attempt calls the deriver once.
   *
   * @returns the number of attempts at blocks made, failed ones counted; see `jobs` for what ended as dead.
   */
  async drain(options?: DrainOptions): Promise<number> {
    await sealFullTails(this.#parts.store)
    return this.#worker.drain(options)
  }

  /**
   * Stores events as given, for bulk load and transfer; all of them or, when one is refused, none. A known one
   * stays as it is, and one without a `key` that says exactly what an active event of the space says is known. One of scope `user` that
   * cites messages of anybody but the user becomes one of the project.
   *
   * @returns how many were new.
   * @throws PalimpsestError `bad-input` naming the field that cannot be used, `not-found` for a source that is no
   *   message of the space.
   */
  async addEvents(events: readonly EventInput[], { space }: InSpace = {}): Promise<number> {
    return addEvents(this.#parts.store, this.#spaceToFill(space), events)
  }

  /**
   * Finds messages, blocks and events by words, best first; any string is a safe query. Reads only.
   *
   * @throws PalimpsestError `bad-input` for an unusable option, or a cursor of another query; `not-found` or
   *   `ambiguous-id` for its topic.
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    const spaceId = this.#spaceOf(options.space)
    await this.#indexer.rest(spaceId)
    const { topic } = options
    const narrowed =
      typeof topic === 'string' ? { ...options, topic: (await this.#topic(topic, spaceId)).id } : options
    return search(this.#parts.store, spaceId, query, narrowed, this.#parts)
  }

  /**
   * Assembles the few events worth showing beside a message; `text` is empty when none is relevant. Reads only,
   * calls no model; the same store, workspace and request give the same text.
   *
   * @throws PalimpsestError `bad-input` for a budget that is not positive, a workspace that is no path, or a message that is
   *   no text.
   */
  async recall(request: RecallRequest & InSpace): Promise<Recall> {
    const spaceId = this.#spaceOf(request.space)
    await this.#indexer.rest(spaceId)
    return recall(this.#parts.store, spaceId, request, this.#parts)
  }

  /**
   * Blocks of a conversation, in sequence, with the level each is shown at now. Reads only.
   *
   * @throws PalimpsestError `not-found` for an unknown thread.
   */
  async blocks(thread: string, options: ListOptions & InSpace = {}): Promise<BlockList> {
    return listBlocks(this.#parts.store, this.#spaceOf(options.space), thread, options, this.#parts.lambda)
  }

  /**
   * All blocks of a conversation in sequence, each with the level it has faded to, without texts: what a host holds
   * against the history it shows. Empty for an unknown thread. Reads only.
   */
  async levels(
    thread: string,
    { space, host }: InSpace & { host?: string } = {},
  ): Promise<readonly BlockLevel[]> {
    return listLevels(this.#parts.store, this.#spaceOf(space), thread, host, this.#parts.lambda)
  }

  /**
   * The newest turn stored of a conversation, and where the host's log stood when it ended; undefined while none is
   * stored, or when the host never said.
   */
  async logged(
    thread: string,
    { space, host }: InSpace & { host?: string } = {},
  ): Promise<LoggedEnd | undefined> {
    const { store } = this.#parts
    const spaceId = this.#spaceOf(space)
    const found = await store.thread(spaceId, thread, host)
    const [turn] = found ? await store.turns(spaceId, found.key, found.turns, found.turns) : []
    return turn?.logEnd === undefined ? undefined : { turn: turn.key, logEnd: turn.logEnd }
  }

  /**
   * Opens the block that holds the id (block, turn, message or event, or a unique prefix of six characters or more)
   * and lets it fade again from there. One that is not ready is shown in full and stays as it is.
   *
   * @throws PalimpsestError `not-found` when nothing bears the id or no block holds it yet, `ambiguous-id`,
   *   `bad-input` for an unusable id or option.
   */
  async expand(id: string, options: ExpandOptions & InSpace = {}): Promise<BlockView> {
    const { store, lambda } = this.#parts
    const found = await this.#found(id, options.space)
    return expandBlock(store, await sourceSpaceOf(store, found), found.id, options, lambda)
  }

  /**
   * A record by its id, or a unique prefix of six characters or more, with its sources; without a space all of them
   * are looked through. Reads only.
   *
   * @throws PalimpsestError `not-found`, `ambiguous-id`, `bad-input` for a text that is no id.
   */
  async show(id: string, { space }: InSpace = {}): Promise<Shown> {
    return showRecord(this.#parts.store, await this.#found(id, space), this.#parts)
  }

  /**
   * What has been remembered, by chapter and section, 20 sections a page; what is remembered about the user comes
   * first. Reads only, calls no model, reinforces nothing.
   *
   * @throws PalimpsestError `bad-input` for an unusable page or category.
   */
  async topics({ space, ...options }: DirectoryOptions & InSpace = {}): Promise<TopicDirectory> {
    return readDirectory(this.#parts.store, this.#spaceOf(space), options)
  }

  /**
   * Opens a chapter or section by its id, or a unique prefix of six characters or more: its overview and its entries,
   * newest first, at most 2,400 tokens unless `budgetTokens` says otherwise; what is left out is said. Without a space
   * all of them are looked through. Reads only, calls no model, reinforces nothing.
   *
   * @throws PalimpsestError `not-found`, `ambiguous-id`, `bad-input`.
   */
  async topic(id: string, { space, ...options }: OpenTopicOptions & InSpace = {}): Promise<OpenedTopic> {
    const { store, zone } = this.#parts
    return openTopic(store, await this.#topic(id, space), options, zone)
  }

  /**
   * The topics of the space and of the user as text to put before a model, at most about 400 tokens unless
   * `budgetTokens` says otherwise: the same bytes as long as memory is the same; empty when nothing is remembered.
   *
   * @throws PalimpsestError `bad-input` for a budget that is not positive.
   */
  async directory({ space, ...options }: DirectoryTextOptions & InSpace = {}): Promise<string> {
    return directoryText(this.#parts.store, this.#spaceOf(space), options)
  }

  /**
   * Gives a chapter or section another title, of at most 60 characters; its id, its place and what it holds stay, and
   * what would have gone under the old title goes there.
   *
   * @returns the whole id and its space.
   * @throws PalimpsestError `bad-input` for an empty title or one that is taken, `not-found`, `ambiguous-id`.
   */
  async renameTopic(
    id: string,
    title: string,
    { space }: InSpace = {},
  ): Promise<{ id: string; space: SpaceId }> {
    const found = await this.#topic(id, space)
    await this.#parts.store.renameTopic(found.space, found.id, title)
    return { id: found.id, space: found.space }
  }

  /**
   * An event by its id, or a unique prefix of six characters or more, with its sources and what it weighs now, part by
   * part; without a space all of them are looked through. Reads only: neither this nor search or recall reinforces.
   *
   * @throws PalimpsestError `not-found`, `ambiguous-id`, `bad-input` for a text that is no id, or the id of no event.
   */
  async explain(id: string, { space }: InSpace = {}): Promise<EventExplanation> {
    return explainEvent(this.#parts.store, await this.#found(id, space), this.#spaceOf(space))
  }

  /**
   * Events of the space and of the `user` space, in order of their creation turn, then id, forgotten and archived ones
   * left out; with `thread` only those
   * whose source that conversation sees, `session` ones included. A page has 50 unless `limit` (1–1,000) says
   * otherwise; `after` is the id of the last event of the page before.
   */
  async events({
    space,
    limit = 50,
    ...filter
  }: Partial<EventFilter> & InSpace = {}): Promise<readonly MemoryEvent[]> {
    return this.#parts.store.events(this.#spaceOf(space), { ...filter, limit })
  }

  /**
   * The current state of the things that a space and the `user` space speak of: nodes found by words of their names,
   * aliases, states and tags, best first, or, without a query, those of which most is said; each with what holds of it,
   * is pending or disputed. With `asOf` as it stood then. Reads only.
   *
   * @throws PalimpsestError `bad-input` for an unusable option.
   */
  async graph({ space, ...request }: GraphRequest & InSpace = {}): Promise<readonly GraphHit[]> {
    return searchGraph(this.#parts.store, this.#spaceOf(space), request)
  }

  /**
   * A node by its id, or a unique prefix of six characters or more: what holds of it, held, is pending or disputed, its
   * edges, and the events that say so. One that was merged opens as the one that it was merged into. Reads only.
   *
   * @throws PalimpsestError `not-found`, `ambiguous-id`, `bad-input` for a text that is no id of a node, or an unusable
   *   time.
   */
  async node(id: string, { space, asOf }: InSpace & { asOf?: number } = {}): Promise<OpenedNode> {
    if (asOf !== undefined && !isTime(asOf))
      throw new PalimpsestError('bad-input', `node: asOf ${asOf} is no time; give epoch milliseconds`)
    const found = await this.#foundNode(id, space)
    const opened = await openNode(this.#parts.store, found.space, found.id, asOf)
    if (opened) return opened
    throw new PalimpsestError('not-found', `node: nothing is said of ${found.id} any more`)
  }

  /**
   * Two nodes are one: all that is said of the second is from now on said of the first, and the facts are worked out
   * again. Both lie in one space. `unmergeNode` undoes it.
   *
   * @throws PalimpsestError as {@link node}; `bad-input` when they are one already, or lie in two spaces.
   */
  async mergeNodes(keep: string, other: string, { space }: InSpace = {}): Promise<OpenedNode> {
    const [stays, goes] = [await this.#foundNode(keep, space), await this.#foundNode(other, space)]
    if (stays.space !== goes.space) {
      throw new PalimpsestError(
        'bad-input',
        `graph: ${stays.id} lies in ${stays.space} and ${goes.id} in ${goes.space}; merge nodes of one space`,
      )
    }
    await this.#parts.store.mergeNodes(stays.space, stays.id, goes.id, foldClaims)
    return this.node(stays.id, { space: stays.space })
  }

  /**
   * Takes a node that was merged out again, with all that is said of it.
   *
   * @throws PalimpsestError as {@link node}; `bad-input` when it was not merged.
   */
  async unmergeNode(id: string, { space }: InSpace = {}): Promise<OpenedNode> {
    const found = await this.#foundNode(id, space)
    await this.#parts.store.unmergeNode(found.space, found.id, foldClaims)
    return this.node(found.id, { space: found.space })
  }

  /**
   * Conversations of a space in order of creation; `limit` 1–1,000, default 50; `after` is the `key` of the last
   * one of the page before.
   */
  async threads({
    space,
    after,
    limit = 50,
  }: InSpace & { after?: number; limit?: number } = {}): Promise<readonly Thread[]> {
    return this.#parts.store.threads(this.#spaceOf(space), { after, limit })
  }

  /** A conversation by name; undefined when the space has none. */
  async thread(name: string, { space, host }: InSpace & { host?: string } = {}): Promise<Thread | undefined> {
    return this.#parts.store.thread(this.#spaceOf(space), name, host)
  }

  /** The space that holds a conversation of a host, the first one stored; undefined when none does. */
  async spaceOfThread(name: string, host: string): Promise<SpaceId | undefined> {
    return this.#parts.store.spaceOfThread(name, host)
  }

  /** Whether anything was ever stored in the space. */
  async hasSpace(space: string): Promise<boolean> {
    return this.#parts.store.hasSpace(toSpaceId(space))
  }

  /**
   * Gives all memory of a space to another key: a project folder that moved keeps its memory. The space of calls that
   * name none stays what it was.
   *
   * @throws PalimpsestError `not-found` when `from` holds nothing; `bad-input` when `to` holds something (merge then),
   *   when either is no space key or `user`, or both are the same.
   */
  async renameSpace(from: string, to: string): Promise<void> {
    await this.#parts.store.renameSpace(toSpaceId(from), toSpaceId(to))
    this.#wake()
  }

  /**
   * Brings all memory of one space into another, after all that the other remembers; the first is then gone. What moves
   * is indexed anew in the one step, some thousand messages a second, and other writers wait meanwhile.
   *
   * @returns how many conversations and events moved; an event that the other knows is not moved.
   * @throws PalimpsestError `not-found` when either holds nothing (rename then); `bad-input` when a conversation of the
   *   same host and name lies in both, when either is no space key or `user`, or both are the same.
   */
  async mergeSpace(from: string, to: string): Promise<{ threads: number; events: number }> {
    const moved = await this.#parts.store.mergeSpace(toSpaceId(from), toSpaceId(to), foldClaims)
    this.#wake()
    return moved
  }

  /**
   * How large the store is and what each space of it holds, in order of their keys; one space when the scope names
   * it.
   */
  async status(scope: SpaceScope = 'all'): Promise<MemoryStatus> {
    const { store, dailyTokens } = this.#parts
    return {
      store: await store.info(),
      spaces: await store.counts(scope),
      isPaused: await store.isPaused(),
      dailyTokens,
    }
  }

  /**
   * Derivation jobs of all spaces in order of their key; by default those that still want work, dead ones included.
   * `limit` 1–1,000, default 50; `after` is the key of the last one of the page before.
   */
  async jobs({
    states,
    after,
    limit = 50,
  }: {
    states?: readonly JobState[]
    after?: number
    limit?: number
  } = {}): Promise<readonly Job[]> {
    return this.#parts.store.jobs('all', { states: states ?? ['pending', 'running', 'dead'], after, limit })
  }

  /**
   * Lets derivation rest, in all processes and until `resumeDerivation`: capture and search go on. What runs is ended.
   */
  async pauseDerivation(): Promise<void> {
    await this.#parts.store.setPaused(true)
  }

  /** Derivation goes on. */
  async resumeDerivation(): Promise<void> {
    await this.#parts.store.setPaused(false)
    this.#wake()
  }

  /**
   * Tokens that derivation spent, by day, conversation, stage and model; newest day first. `from` and `to` are local
   * days such as `2025-06-17`, both inside; `limit` 1–1,000, default 1,000.
   */
  async spend({
    scope = 'all',
    from,
    to,
    limit = 1_000,
  }: {
    scope?: SpaceScope
    from?: string
    to?: string
    limit?: number
  } = {}): Promise<readonly SpendRow[]> {
    return this.#parts.store.spend(scope, { limit, ...(from ? { from } : {}), ...(to ? { to } : {}) })
  }

  /** What derivation spent today, all in all, by stage, and as `spend` tells it; the day is one of the store's own zone. */
  async spentToday(): Promise<SpentToday> {
    const day = await this.#allowance.today()
    const rows = await this.spend({ from: day, to: day })
    const stages = spendByStage(rows)
    return { day, tokens: stages.reduce((sum, one) => sum + one.tokens, 0), stages, rows }
  }

  /**
   * Keeps this process from beginning derivation in the background until `releaseDerivation`: something else needs the
   * machine now. `drain` is not held.
   */
  holdDerivation(): void {
    this.#worker.hold()
  }

  /** Derivation in the background goes on. */
  releaseDerivation(): void {
    this.#worker.release()
  }

  /** Events that wait for a later stage, such as the graph, or were given up by it, by space and stage. */
  async eventQueues(scope: SpaceScope = 'all'): Promise<readonly EventQueue[]> {
    return this.#parts.store.eventQueues(scope)
  }

  /** Makes events that a stage gave up, or that wait for another attempt, due at once with new attempts; how many. */
  async retryEvents(scope: SpaceScope = 'all'): Promise<number> {
    const retried = await this.#parts.store.retryEvents(scope)
    if (retried > 0) this.#wake()
    return retried
  }

  /** Makes a dead or waiting job due at once, with three new attempts; false when no such job bears the key. */
  async retryJob(key: number): Promise<boolean> {
    const retried = await this.#parts.store.retryJob('all', key)
    if (retried) this.#wake()
    return retried
  }

  /**
   * Ends after the running jobs, or after one lease if they do not end. What is left undone is taken up by whoever
   * opens the store next.
   */
  async close(): Promise<void> {
    await this.#resumed
    await this.#worker.stop()
    await this.#indexer.stop()
    await this.#parts.store.close()
  }

  /** Where conversation goes in: the user space holds events only, written by derivation. */
  #spaceToFill(space: SpaceId | string | undefined): SpaceId {
    const filled = this.#spaceOf(space)
    if (filled !== USER_SPACE) return filled
    throw new PalimpsestError(
      'bad-input',
      'space: "user" takes in no conversation and no given events; name another space',
    )
  }

  #spaceOf(space: SpaceId | string | undefined): SpaceId {
    return space === undefined ? this.#parts.space : toSpaceId(space)
  }

  #wake(): void {
    if (this.#parts.derive === 'background') this.#worker.wake()
  }

  async #resume(): Promise<void> {
    try {
      await sealFullTails(this.#parts.store)
      this.#worker.wake()
    } catch (error) {
      this.#parts.onWarning(error)
    }
  }

  async #foundNode(id: string, space: InSpace['space']): Promise<FoundId> {
    const found = await this.#found(id, space)
    if (found.kind === 'node') return found
    throw new PalimpsestError('bad-input', `node: ${found.id} is a ${found.kind}; name a node, n_…`)
  }

  /** The chapter or section that an id means. */
  async #topic(id: string, space: InSpace['space']): Promise<FoundId> {
    const found = await this.#found(id, space)
    if (found.kind === 'chapter' || found.kind === 'section') return found
    throw new PalimpsestError(
      'bad-input',
      `topics: ${JSON.stringify(id)} is a ${found.kind}; give the id of a chapter (c_…) or section (s_…)`,
    )
  }

  #found(id: string, space: InSpace['space']): Promise<FoundId> {
    const scope = space === undefined ? 'all' : toSpaceId(space)
    return resolveId(this.#parts.store, id, scope, this.#parts.space)
  }
}
