/**
 * The only door to stored memory. SQLite implements it; a second database implements the same contract suite
 * (`test/contracts/store.ts`).
 *
 * Owns: the shapes that cross the seam and their promises. Leaves rules (when to seal, what a view says, who may
 * see what) to the engine.
 *
 * Promises, for every implementation: a method is one atomic step; when its promise resolves, the step is in the
 * file. Nothing is held in memory between calls, so any number of processes may work on one store. Every method
 * takes a space (or, for maintenance, a scope) first.
 *
 * Errors: `store-busy` when another process held the store longer than the busy timeout, `store-damaged` when the
 * file cannot be read, `closed` after `close()`; others are named at the method.
 */
import type {
  Anchor,
  Block,
  BlockStatus,
  Message,
  MessageInput,
  Thread,
  Turn,
  View,
} from '../domain/conversation.ts'
import type { EventDraft, EventInput, EventScope, EventType, MemoryEvent } from '../domain/event.ts'
import type { SpaceId, SpaceScope } from '../domain/space.ts'
import type { Chapter, OverviewParagraph, Section } from '../domain/topic.ts'
import type { FoldClaims, GraphStore, NewClaim } from './graph-store.ts'
import type { SearchIndex } from './search-index.ts'

/** A page by key: ask again with `after` = the last row's key until a page comes back short. */
export interface Page {
  /** Most rows of a page, 1–1,000. */
  limit: number
}

// ---- conversation -----------------------------------------------------------------------------------------

/** A checked turn on its way in. */
export interface NewTurn {
  host: string
  thread: string
  /** The host's turn id; undefined = the ordinal the turn gets. */
  turn?: string
  messages: readonly MessageInput[]
  interrupted: boolean
  /** First turn of a fork: the thread it left, and the host's id of the last turn that both share. */
  parent?: { thread: string; lastSharedTurn: string }
  /** Where the host's log stood when the turn ended. */
  logEnd?: number
  /** Digest of the turn's content; makes the receipt comparable. */
  digest: string
  /** Turns of a block, as the writer of this turn seals them; the thread keeps the last one told. */
  blockSize: number
}

/** What became of a turn that was offered. */
export interface AppendOutcome {
  status: 'stored' | 'already-stored'
  turnId: string
  ordinal: number
  /** Messages of the space that are stored and found, and yet to be brought into the index; 0 for a known turn. */
  waiting: number
  /** As it is after the turn. */
  thread: Thread
}

/** A block as sealing makes it; its job is written with it. */
export interface NewBlock {
  /** Key of the thread. */
  thread: number
  /** The place it takes; that after the newest block. */
  sequence: number
  /** Ordinals of the first and the last turn, both inside. */
  firstTurn: number
  lastTurn: number
  /** L3, L4, and L5 for its size. */
  views: readonly View[]
}

/** A page of threads. */
export interface ThreadPage extends Page {
  /** Key of the last thread of the page before. */
  after?: number
}

// ---- jobs -------------------------------------------------------------------------------------------------

/**
 * How far a job is. `pending`: waits until it is due and its turn in the thread; `running`: leased by a worker;
 * `done`; `dead`: gave up after three failures, or because it lost its workers, and waits for `retryJob`.
 */
export type JobState = 'pending' | 'running' | 'done' | 'dead'

/** The derivation of one block, as the store queues it. */
export interface Job {
  /** Store-internal number, valid for one store; `jobs` and `retryJob` use it. */
  key: number
  space: SpaceId
  kind: 'derive'
  /** Id of the block. */
  block: string
  /** Name of the thread that sealed the block. */
  thread: string
  /** Place of the block in its thread; a thread is derived in this order. */
  sequence: number
  state: JobState
  /** Attempts that failed since it was queued or last retried by hand; dead at the third. */
  attempts: number
  /** Epoch milliseconds: not claimed before; 0 = at once. */
  notBefore: number
  /** Epoch milliseconds: after this another worker may take it over; null while none has it. */
  leaseUntil: number | null
  /** Message of the latest failure; null when there was none, and once done. */
  lastError: string | null
}

/** A job in the hands of its worker. */
export interface ClaimedJob extends Job {
  /** Proof of ownership; a worker whose lease was taken over cannot finish. */
  lease: string
  /** Key of the thread, for `turns` and `blocks`. */
  threadKey: number
}

/** Who claims, and for how long. */
export interface ClaimRequest {
  /** Epoch milliseconds. */
  now: number
  /** How long a lease lasts, milliseconds, at most an hour: one that seems longer is no longer believed. */
  leaseMs: number
  /** A random token made by the caller. */
  lease: string
  /** A job whose worker was lost this often is dead: it takes its worker down with it. */
  maxLosses: number
}

/** Tokens that one call of a model spent. */
export interface NewSpend {
  /** What the call was for, in the words of the deriver; not empty. */
  stage: string
  model: string
  input: number
  output: number
  /** The model did not say; counted by our own meter. */
  isEstimated: boolean
}

/** Tokens set aside for one call. */
export interface SpendReservation {
  /** Local day of the installation, `2025-06-17`. */
  day: string
  /** Key of the thread that it is spent on; 0 for what came from outside a conversation. */
  thread: number
  tokens: number
  /** Most that a day may spend, over all spaces. */
  allowance: number
}

/** What one conversation spent for one stage with one model on one day. */
export interface SpendRow {
  day: string
  space: SpaceId
  /** Null for what came from outside a conversation, or from several. */
  thread: string | null
  stage: string
  model: string
  calls: number
  input: number
  output: number
  /** How much of the tokens was counted by our own meter. */
  estimated: number
}

/** What derivation writes, with the job's end, in one step. */
export interface DerivedBlock {
  /** Title and tags by themselves, for showing and search; L0 joins them. */
  title: string
  tags: readonly string[]
  /** L0, L1, L2. */
  views: readonly View[]
  events: readonly NewEvent[]
  /** The block after, if its L2 was ready at claim time and served as context. */
  contextBlock: string | null
}

/** An event ready to be written; `space` is the user space for user-scope events. */
export interface NewEvent extends EventDraft {
  id: string
  space: SpaceId
  origin: EventInput['origin']
  trust: number
  mentionedAt: number | null
  createdTurn: number
  madeBy: string
  /**
   * What says exactly the same (type, scope, and the words of the summary) is this event: it is not stored beside an
   * active one, or, of a block, beside a given one, which then gains its sources. Default false.
   */
  isOnce?: boolean
}

/** What is done with events after they are stored: read into the graph, put under topics. */
export type EventStage = 'graph' | 'topics'

/** A stage that somebody works on. */
export interface WorkedStage {
  stage: EventStage
  /** As in {@link EventClaimRequest}. */
  backlog?: EventClaimRequest['backlog']
  least?: EventClaimRequest['least']
}

/** Which events to take, and for how long. */
export interface EventClaimRequest {
  stage: EventStage
  /** Epoch milliseconds. */
  now: number
  /** How long a lease lasts, milliseconds. */
  leaseMs: number
  /** A random token made by the caller. */
  lease: string
  /**
   * Most batches of events that were stored before their stage existed, over the whole store, within a time that ends
   * now; counted when they are claimed. Absent: no bound.
   */
  backlog?: { most: number; withinMs: number }
  /** A batch of a space is begun when so many of its events wait; absent: one. What was tried before does not wait. */
  least?: number
}

/** Events in the hands of their worker: of one space and the same number of attempts. */
export interface EventBatch {
  stage: EventStage
  /** Where the events lie. */
  space: SpaceId
  /** Where their conversation lies; `space` when they are of none, or of several. */
  sourceSpace: SpaceId
  /** Key of their conversation; 0 when they are of none, or of several. */
  threadKey: number
  /** In the order in which they were stored: at most twelve at the first attempt, four at the second, one at the third. */
  events: readonly MemoryEvent[]
  /** Attempts with this one, from 1. */
  attempt: number
  lease: string
}

/** Events that wait for a stage, or that it gave up. */
export interface EventQueue {
  space: SpaceId
  stage: EventStage
  waiting: number
  /** Given up after three attempts. */
  dead: number
  /** Message of the latest failure; null when there is none. */
  lastError: string | null
}

// ---- topics -----------------------------------------------------------------------------------------------

/** How many events of each type there are; absent: none. */
export type TypeCounts = Readonly<Partial<Record<EventType, number>>>

/** A section as it is listed. */
export interface ListedSection extends Section {
  /** Its title before any renaming. */
  firstTitle: string
  /** Events that are seen, by type; none of a section of which every event is hidden. */
  events: TypeCounts
}

/** A chapter as it is listed. */
export interface ListedChapter extends Chapter {
  /** Its title before any renaming. */
  firstTitle: string
  /** In order of creation. */
  sections: readonly ListedSection[]
}

/** All topics of a space. */
export interface TopicTree {
  /** In order of creation. */
  chapters: readonly ListedChapter[]
  /** Events that are seen and in no section yet. */
  notPlaced: TypeCounts
}

/** A section of the store, or one by its titles: found by them, by those before a renaming, or made. */
export type TopicPlace = { id: string } | { chapter: string; section: string }

/** What organizing a batch of events gave. */
export interface OrganizedBatch {
  /** By event, what {@link eventVersion} gave when it was read; the text is made from these. */
  versions: Readonly<Record<string, string>>
  placements: readonly { event: string; place: TopicPlace }[]
  /** New overviews; one without paragraphs ends the overview. */
  overviews: readonly { place: TopicPlace; paragraphs: readonly OverviewParagraph[] }[]
  madeBy: string
}

/** A stored overview. */
export interface StoredOverview {
  /** Id of its section. */
  section: string
  paragraphs: readonly OverviewParagraph[]
  /** By source, its version when the text was made. */
  versions: Readonly<Record<string, string>>
  /** Sources that changed since, or are gone: the text must not be shown. */
  changed: readonly string[]
}

// ---- reading ----------------------------------------------------------------------------------------------

/** Which events to list. */
export interface EventFilter extends Page {
  /** Only events of these scopes; default all. */
  scopes?: readonly EventScope[]
  /**
   * Only events whose source this conversation sees, `session` ones included; without it no `session` event is
   * listed.
   */
  thread?: string
  type?: EventType
  /** Only events derived from this block. */
  block?: string
  /** Id of the last event of the page before. */
  after?: string
}

/** An event and where one conversation hears it. */
export interface PlacedEvent {
  event: MemoryEvent
  /** Ordinal of the latest turn that it rests on; null when the thread does not see that turn, or none was asked. */
  turn: number | null
}

/** Asks for what was stored last. */
export interface LatestEventsRequest {
  /** Key of the thread that sees them. */
  thread: number
  /** Value of the space's turn counter: only events created earlier. */
  before: number
  limit: number
}

/** A record whose id fits. */
export interface FoundId {
  id: string
  kind: 'message' | 'turn' | 'block' | 'event' | 'node' | 'fact' | 'chapter' | 'section'
  space: SpaceId
}

/** How much a space holds. */
export interface SpaceCounts {
  space: SpaceId
  /** Threads, turns and messages stored; what forks share is counted once. */
  threads: number
  turns: number
  messages: number
  /** By status, 0 where there is none. */
  blocks: Record<BlockStatus, number>
  /** User-scope events count in the space `user`. */
  events: number
}

/** What the store says of itself. */
export interface StoreInfo {
  /** Path of the database, for people. */
  location: string
  /** Version of its tables. */
  schema: number
  /** IANA zone of the installation, written when the store was made. */
  zone: string
  /** Size of the file and its write-ahead log. */
  bytes: number
}

/** Stored memory. A space that is not known holds nothing: reading it gives an empty answer, never an error. */
export interface Store extends SearchIndex, GraphStore {
  /**
   * Stores a turn with its receipt, raises the space's turn counter, lets its messages wait for the index, where search
   * finds them.
   * A known key with the same digest is answered `already-stored`.
   *
   * @throws PalimpsestError `turn-differs` for a known key with another digest; `not-found` when the parent of a
   *   fork or its last shared turn is not stored; `id-collision`.
   */
  appendTurn(space: SpaceId, turn: NewTurn): Promise<AppendOutcome>

  /**
   * Brings the messages of a space that wait longest into the index, at most 128 in one step.
   *
   * @returns how many still wait.
   */
  indexWaiting(space: SpaceId): Promise<number>

  /** A thread by name; without a host the first one made under it. */
  thread(space: SpaceId, name: string, host?: string): Promise<Thread | undefined>
  /** The space that holds a thread of a host, the first one stored where several do; undefined when none does. */
  spaceOfThread(name: string, host: string): Promise<SpaceId | undefined>
  /** Threads in order of creation. */
  threads(space: SpaceId, page: ThreadPage): Promise<Thread[]>
  /**
   * Threads of the scope in order of creation whose tail fills a block of their own size, which is what a crash left
   * undone; or with `any` those that have a tail at all.
   */
  threadsToSeal(
    scope: SpaceScope,
    limit: number,
    tail?: 'full' | 'any',
  ): Promise<{ space: SpaceId; thread: Thread }[]>
  /** Turns `first … last` (inclusive, 1-based) of a thread, shared ones included, in order. */
  turns(space: SpaceId, thread: number, first: number, last: number): Promise<Turn[]>

  /**
   * Seals a block with its views and its derivation job.
   *
   * @returns false when the place is taken or does not join the last block: another process was first.
   */
  sealBlock(space: SpaceId, block: NewBlock): Promise<boolean>
  /** Blocks of a thread in sequence, shared ones included, with this thread's anchors. */
  blocks(space: SpaceId, thread: number, page: Page & { after?: number }): Promise<Block[]>
  /** A block as the thread that sealed it sees it. */
  block(space: SpaceId, id: string): Promise<Block | undefined>
  /** The block that holds a turn of the thread, with this thread's anchor; undefined in the open tail. */
  blockAt(space: SpaceId, thread: number, turn: number): Promise<Block | undefined>
  /** Sequences of the thread's ready blocks, ascending. */
  readySequences(space: SpaceId, thread: number): Promise<number[]>
  /** Stored views of a block, ascending by level, L5 for its size only; references are resolved by the engine. */
  views(space: SpaceId, block: string): Promise<View[]>
  /**
   * Makes a block fade anew from the anchor, in one thread only.
   *
   * @throws PalimpsestError `not-found` when the thread does not see the block.
   */
  setAnchor(space: SpaceId, thread: number, block: string, anchor: Anchor): Promise<void>

  /** A message with up to `around` neighbours of its thread on each side; undefined when unknown. */
  message(
    space: SpaceId,
    id: string,
    around: number,
  ): Promise<{ message: Message; neighbours: Message[] } | undefined>
  /** A turn by id, with its messages. */
  turn(space: SpaceId, id: string): Promise<Turn | undefined>

  /**
   * Leases the next due job: per thread the first block that is neither done nor dead, and only when no live
   * lease holds that thread. A lease that ran out is taken over and its worker counted as lost; at
   * `request.maxLosses` the job is dead instead, and the next one is leased. After a clock was put back, a lease
   * that ends more than an hour, or a retry more than a day, after `request.now` is not believed.
   */
  claimJob(scope: SpaceScope, request: ClaimRequest): Promise<ClaimedJob | undefined>
  /** Prolongs a lease; false when it was lost. */
  renewLease(space: SpaceId, job: ClaimedJob, until: number): Promise<boolean>
  /**
   * Writes L0–L2, the events and the job's end in one step; the block becomes ready.
   *
   * @returns false when the lease was lost: nothing was written.
   * @throws PalimpsestError `derivation` when an event cites a message outside the block.
   */
  completeDerivation(space: SpaceId, job: ClaimedJob, derived: DerivedBlock): Promise<boolean>
  /**
   * Counts a failed attempt and puts the job back for `retryAt`, or, with null, ends it as dead, its block as
   * failed; false when the lease was lost.
   */
  failJob(
    space: SpaceId,
    job: ClaimedJob,
    failure: { error: string; retryAt: number | null },
  ): Promise<boolean>
  /** Puts a held job back until a time, with no attempt counted; false when the lease was lost. */
  postponeJob(space: SpaceId, job: ClaimedJob, until: number): Promise<boolean>
  /**
   * Leases the events that wait longest for a stage; no two batches of one space and stage are leased at a time. The
   * attempt is counted now, so that a worker that dies has had one. Those with three attempts are dead instead.
   */
  claimEvents(scope: SpaceScope, request: EventClaimRequest): Promise<EventBatch | undefined>
  /** Prolongs a lease; false when it was lost. */
  renewEvents(batch: EventBatch, until: number): Promise<boolean>
  /**
   * Puts the claims in the place of those that the batch's events made before, folds what they touch and ends the
   * batch, in one step. Nodes are made as they are named; two who name one at once make one.
   *
   * @returns false when the lease was lost: nothing was written.
   * @throws PalimpsestError `derivation` when a claim is of no event of the batch.
   */
  applyClaims(
    batch: EventBatch,
    claims: readonly NewClaim[],
    madeBy: string,
    fold: FoldClaims,
  ): Promise<boolean>
  /** Puts a held batch back until a time; with null, its last attempt failed. False when the lease was lost. */
  failEvents(batch: EventBatch, failure: { error: string; retryAt: number | null }): Promise<boolean>
  /** Puts a held batch back until a time, with its attempt not counted; false when the lease was lost. */
  postponeEvents(batch: EventBatch, until: number): Promise<boolean>
  /** What waits, by space and stage in their order; nothing where nothing does. */
  eventQueues(scope: SpaceScope): Promise<EventQueue[]>
  /** Makes events that were given up, or wait, due at once with new attempts; how many. */
  retryEvents(scope: SpaceScope): Promise<number>
  /**
   * Writes places and overviews with the end of the batch in one step. A section that is named by its titles and not
   * there is made, with its chapter, after those there are.
   *
   * @returns `lost`: the lease was; `stale`: an event or a source of an overview is not what it was when it was read.
   *   Nothing was written then.
   */
  applyTopics(batch: EventBatch, organized: OrganizedBatch): Promise<'done' | 'lost' | 'stale'>
  /** Chapters and sections of this space alone, empty ones included. */
  topics(space: SpaceId): Promise<TopicTree>
  /** Id of the section that each of the events is in; absent: none. */
  placesOf(space: SpaceId, events: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Events of a section that are seen, the newest created first, then the last mentioned; `limit` 1–1,000. */
  eventsOfSection(space: SpaceId, section: string, limit: number): Promise<MemoryEvent[]>
  /** Stored overviews of the sections, in no order; nothing for a section without one. */
  overviews(space: SpaceId, sections: readonly string[]): Promise<StoredOverview[]>
  /** Ids of sections whose overview rests on one of the events. */
  sectionsRestingOn(space: SpaceId, events: readonly string[]): Promise<string[]>
  /**
   * Gives a chapter or section another title; its id stays.
   *
   * @throws PalimpsestError `not-found`; `bad-input` when another one of the space, or of the chapter, bears the title.
   */
  renameTopic(space: SpaceId, id: string, title: string): Promise<void>

  /** Makes a dead or pending job due at once with nothing counted; false for any other. */
  retryJob(scope: SpaceScope, key: number): Promise<boolean>
  /** Jobs in order of their key. */
  jobs(scope: SpaceScope, page: Page & { after?: number; states?: readonly JobState[] }): Promise<Job[]>
  /**
   * When the earliest unfinished job, or event that waits for a stage, can next be claimed (due time or end of lease);
   * undefined when none is left.
   *
   * @param now what a claim at this time would not believe counts as due; absent: every time is believed.
   * @param stages those whose events count; default: none.
   */
  nextJobAt(scope: SpaceScope, now?: number, stages?: readonly WorkedStage[]): Promise<number | undefined>

  /** Sets tokens of a day aside in one step; false when the allowance does not hold them. */
  reserveSpend(space: SpaceId, reservation: SpendReservation): Promise<boolean>
  /** Puts what was spent in the place of what was reserved for it; nothing when the call was not made. */
  settleSpend(space: SpaceId, reservation: SpendReservation, spends: readonly NewSpend[]): Promise<void>
  /** Tokens of a day, spent and reserved, over all spaces. */
  spentOn(day: string): Promise<number>
  /** What was spent from one day to another, both inside: newest day first, then by space, thread, stage, model. */
  spend(scope: SpaceScope, page: Page & { from?: string; to?: string }): Promise<SpendRow[]>
  /** Whether derivation is to rest in all processes. */
  isPaused(): Promise<boolean>
  setPaused(isPaused: boolean): Promise<void>

  /** Writes events as they are; a known one (by its id, or as {@link NewEvent} says) is left as it is. Returns how many were new. */
  addEvents(space: SpaceId, events: readonly NewEvent[]): Promise<number>
  /** Counts a reinforcement of each event, and lets it fade anew from the turn of its space; unknown ids are passed over. */
  reinforce(space: SpaceId, events: readonly string[]): Promise<void>
  /** Events of this space and of the user space, in order of creation turn, then id; hidden ones are left out. */
  events(space: SpaceId, filter: EventFilter): Promise<MemoryEvent[]>
  /** An event of this space, or else of the user space. */
  event(space: SpaceId, id: string): Promise<MemoryEvent | undefined>
  /**
   * Events of this space and of the user space by the keys of their records, in the order asked; undefined for one
   * that is gone.
   *
   * @param thread key of a thread of the space, to be told where it hears each of them.
   */
  eventsByKey(
    space: SpaceId,
    keys: readonly number[],
    thread?: number,
  ): Promise<readonly (PlacedEvent | undefined)[]>
  /**
   * Active events of the space itself that were created before a turn of it, the newest first; `session` ones only where
   * the thread sees what they rest on. Only the 64 newest of all are looked at.
   */
  latestEvents(space: SpaceId, request: LatestEventsRequest): Promise<MemoryEvent[]>
  /** Whether anything was ever stored in the space. */
  hasSpace(space: SpaceId): Promise<boolean>
  /** Value of the space's turn counter. */
  spaceTurn(space: SpaceId): Promise<number>

  /**
   * Gives all that is stored in a space another key. Ids stay. A running job goes back to the queue, and its worker's
   * lease is lost; so it is in a merge.
   *
   * @throws PalimpsestError `not-found` when `from` holds nothing; `bad-input` when `to` holds something, when either
   *   is the user space, or both are the same.
   */
  renameSpace(from: SpaceId, to: SpaceId): Promise<void>
  /**
   * Makes all that is stored in one space part of another, and ends the first. Ids stay. What moves counts as created
   * after all that `to` holds: its turns, and the events made of them, user events included, are raised by the counter
   * of `to`. An event whose id `to` knows is dropped; nodes of one name become one.
   *
   * @returns how many threads and events moved.
   * @throws PalimpsestError `not-found` when either holds nothing; `bad-input` when threads of one host and name lie in
   *   both (up to five are named), when either is the user space, or both are the same. Nothing is changed then.
   */
  mergeSpace(from: SpaceId, to: SpaceId, fold: FoldClaims): Promise<{ threads: number; events: number }>

  /** Records whose id starts with the text, at most `limit`, in order of id and space. */
  findId(scope: SpaceScope, prefix: string, limit: number): Promise<FoundId[]>

  /** How much each space of the scope holds, the user space included, in order of its key. */
  counts(scope: SpaceScope): Promise<SpaceCounts[]>
  /** Where the store lies, its version, zone and size. */
  info(): Promise<StoreInfo>
  /** Lets the file go; a second call does nothing. */
  close(): Promise<void>
}
