/**
 * A human message becomes the few remembered events worth showing beside it.
 *
 * Owns: the steps, and what may stand there: within the budget, each fact once, nothing that is still in view. Leaves
 * finding to `find.ts`, who enters to `recall-gate.ts`, order and words to the files beside it. Reads only: building
 * the text changes no count and no anchor, and carries no clock.
 */
import type { Thread } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import { isZone } from '../../domain/time.ts'
import type { FoundRecord } from '../../storage/search-index.ts'
import type { Store } from '../../storage/store.ts'
import { countTokens } from '../../text/tokens.ts'
import { levelOf } from '../conversation/fading.ts'
import { weightOf } from '../events/weight.ts'
import { type Found, find } from './find.ts'
import { datesNamed, type Question, readQuestion, readQuestionIn } from './question.ts'
import { isRelevant, isTouched, type Relevance, relevanceOf, type Subject, subjectOf } from './recall-gate.ts'
import { fitOf, orderOf, type Structure, typesNamed } from './recall-order.ts'
import { groupSame } from './recall-same.ts'
import { headingOf, lineOf, type RecallLanguage, recallLanguage } from './recall-text.ts'
import { tellsOf } from './recall-words.ts'

/** The message to recall for. */
export interface RecallRequest {
  /**
   * Name of the conversation that asks: what it still shows is not repeated, its `session` events may be recalled.
   */
  thread?: string
  /** Host of that conversation; default: whichever made the first one of that name. */
  host?: string
  /** What the user says now. A message of few words is read together with the last turns of its conversation. */
  message: string
  /** Upper bound for the whole text, a positive number; default 900. */
  budgetTokens?: number
  /** IANA zone in which times are shown; default: the memory's. */
  zone?: string
}

/** One event that was recalled, for showing where a line of the text comes from. */
export interface RecallItem {
  id: string
  kind: 'event'
  /** Tokens of its line. */
  tokens: number
  /**
   * The terms of the message that the event shares, in order: words lower-case and stemmed, Chinese and kana in
   * pairs.
   */
  why: readonly string[]
}

/** What to put before the model, and what it is made of. */
export interface Recall {
  /** A heading in the language of the message and one line an event; `''` when nothing is relevant. */
  text: string
  /** In order of their lines, the most relevant first; at most four. */
  items: readonly RecallItem[]
  /** Tokens of the whole text. */
  tokens: number
  /** Tokens of the budget that were not used. */
  left: number
}

const MAX_ITEMS = 4
/** Places of the four that pinned and safety events have before others, and with less relevance. */
const MAX_KEPT = 2
/** How many events are looked at by their shared terms, and how many facts by their records. */
const DEPTH = 256
const FACTS = 12
const TOUCHED = 32
const TOUCHED_FACTS = 8
/** Events of a fact that are tried for one that is not hidden. */
const TRIED = 4
/** Postings read per term to learn how rare it is; beyond them it is estimated. */
const RARITY_CAP = 128
/** A message with fewer terms that tell anything is read together with the last turns of its conversation. */
const SHORT_MESSAGE_TERMS = 3
const CONTEXT_TURNS = 2
const CONTEXT_LENGTH = 2_000

/** Assembles what is injected for one message; the same store and message give the same bytes. */
export async function recall(
  store: Store,
  space: SpaceId,
  request: RecallRequest,
  settings: { lambda: number; zone: string },
): Promise<Recall> {
  const { budgetTokens: budget = 900, zone = settings.zone } = request
  checkRequest(request.message, budget, zone)
  const scene: Scene = { store, space, request, zone, lambda: settings.lambda }
  const asked = await readMessage(scene)
  const facts = await factsAbout(scene, asked)
  const shown = await inOrder(scene, asked, facts)
  return assemble(shown, { language: recallLanguage(request.message), zone, budget })
}

function checkRequest(message: unknown, budget: number, zone: string): void {
  const bad = (what: string) => new PalimpsestError('bad-input', `recall: ${what}`)
  if (typeof message !== 'string') throw bad('message is no text')
  if (!(budget > 0)) throw bad(`budgetTokens ${budget} is no budget; give a positive number`)
  if (!isZone(zone))
    throw bad(`zone ${JSON.stringify(zone)} is none; give an IANA zone such as Europe/Berlin`)
}

/** What the steps share. */
interface Scene {
  store: Store
  space: SpaceId
  request: RecallRequest
  zone: string
  lambda: number
}

// ---- the message ----------------------------------------------------------------------------------------------

/** A message that was read. */
interface Asked {
  question: Question
  subject: Subject
  /** The conversation that asks. */
  thread: Thread | undefined
  /** Time of the latest event, epoch milliseconds. */
  latestAt: number | null
}

async function readMessage({ store, space, request }: Scene): Promise<Asked> {
  const { thread: viewer, host, message } = request
  const thread = viewer === undefined ? undefined : await store.thread(space, viewer, host)
  const own = readQuestion(message)
  const isShort = own.terms.filter(({ term }) => tellsOf(term) > 0).length < SHORT_MESSAGE_TERMS
  const context = isShort && thread ? await lastTurns(store, space, thread) : ''
  const question = context === '' ? own : readQuestion(`${message}\n${context}`)
  const { terms } = question
  const postings = await store.postings(space, {
    kind: 'event',
    viewer,
    terms: terms.map(term => term.key),
    cap: RARITY_CAP,
  })
  const ownTerms = new Set(own.terms.map(({ term }) => term))
  const subject = subjectOf(
    terms.map(({ term }, list) => ({
      term,
      holding: postings.lists[list]?.documents ?? 0,
      isContext: !ownTerms.has(term),
    })),
    postings.documents,
  )
  return { question, subject, thread, latestAt: postings.latestAt }
}

/** What was said last in the open tail; neither tools nor our own records. */
async function lastTurns(store: Store, space: SpaceId, thread: Thread): Promise<string> {
  const first = Math.max(thread.sealedTurns, thread.turns - CONTEXT_TURNS) + 1
  if (first > thread.turns) return ''
  const turns = await store.turns(space, thread.key, first, thread.turns)
  return turns
    .flatMap(turn => turn.messages)
    .filter(message => !message.own && message.role !== 'tool' && message.role !== 'system')
    .map(message => message.content ?? '')
    .join('\n')
    .slice(-CONTEXT_LENGTH)
    .toWellFormed()
}

// ---- the facts ------------------------------------------------------------------------------------------------

/** An event with what it holds of the message. */
interface Judged {
  found: Found
  relevance: Relevance
}

/** An event that says a fact, with the key it was found by. */
type Saying = FoundRecord & { key: number }

/** A fact that entered. */
interface Fact extends Judged {
  /** The events that say it, the newest first; `found` is the most relevant of them. */
  sayings: readonly Saying[]
}

/**
 * Facts that hold enough of the message, most relevant first; then those of safety that it touches, however many hold
 * more, and others it touches, which enter when they are pinned.
 */
async function factsAbout({ store, space, request, zone }: Scene, asked: Asked): Promise<Fact[]> {
  if (asked.subject.total === 0) return []
  const { found } = await find(store, {
    space,
    kind: 'event',
    text: asked.question.text,
    viewer: request.thread,
    filter: {},
    depth: DEPTH,
    zone,
  })
  const judged = found.map(one => ({ found: one, relevance: relevanceOf(one.matched, asked.subject) }))
  const byHeld = judged.toSorted((a, b) => b.relevance.held - a.relevance.held)
  const touched = byHeld.filter(one => isTouched(one.relevance))
  const safety = await ofSafety(store, space, touched)
  const others = byHeld.filter(one => !safety.has(one.found.record))
  return [
    ...(await gathered(
      store,
      space,
      others.filter(one => isRelevant(one.relevance)),
      FACTS,
    )),
    ...(await gathered(
      store,
      space,
      [
        ...touched.filter(one => safety.has(one.found.record)),
        ...others.filter(one => isTouched(one.relevance) && !isRelevant(one.relevance)),
      ].slice(0, TOUCHED),
      TOUCHED_FACTS,
    )),
  ]
}

/** Keys of those that are of type `safety`. */
async function ofSafety(
  store: Store,
  space: SpaceId,
  judged: readonly Judged[],
): Promise<ReadonlySet<number>> {
  if (judged.length === 0) return new Set()
  return store.passing(
    space,
    'event',
    judged.map(one => one.found.record),
    { type: 'safety' },
  )
}

/** Events that say the same become one fact, the first `limit` facts. */
async function gathered(
  store: Store,
  space: SpaceId,
  judged: readonly Judged[],
  limit: number,
): Promise<Fact[]> {
  if (judged.length === 0) return []
  const keys = judged.map(one => one.found.record)
  const records = await store.records(space, 'event', keys)
  const said = judged.flatMap((one, index) => {
    const record = records[index]
    return record ? [{ ...one, saying: { ...record, key: one.found.record } }] : []
  })
  const groups = groupSame(said.map(({ saying }) => saying.text || (saying.title ?? '')))
  return groups.slice(0, limit).flatMap(group => {
    const members = group.flatMap(index => said[index] ?? [])
    const [first] = members
    if (first === undefined) return []
    const sayings = members.map(one => one.saying).sort(newestFirst)
    return { found: first.found, relevance: first.relevance, sayings }
  })
}

/** By time, unknown last; then by storing. */
const newestFirst = (a: Saying, b: Saying) =>
  a.time === b.time ? b.key - a.key : (b.time ?? -Infinity) - (a.time ?? -Infinity)

// ---- order ----------------------------------------------------------------------------------------------------

/** A fact as it will be shown. */
interface Shown {
  event: MemoryEvent
  /** How many events say it. */
  support: number
  why: readonly string[]
  /** It holds enough of the message, whatever it is. */
  isRelevant: boolean
  /** Pinned or of safety: has its place before others. */
  isKept: boolean
}

/** Facts that may be shown, in order. */
async function inOrder(scene: Scene, asked: Asked, facts: readonly Fact[]): Promise<Shown[]> {
  const view = new View(scene, asked.thread)
  const shown: (Shown & { fact: Fact })[] = []
  for (const fact of facts) {
    const event = await shownEvent(scene, fact, view)
    if (event === undefined) continue
    const isKept = event.pinned || event.criticality === 'safety'
    const own = { fact, event, support: fact.sayings.length, why: fact.found.matched, isKept }
    const holdsEnough = isRelevant(fact.relevance)
    if (isKept || holdsEnough) shown.push({ ...own, isRelevant: holdsEnough })
  }
  if (shown.length < 2) return shown
  const turns = await turnsOfSpaces(
    scene,
    shown.map(one => one.event),
  )
  const structure: Structure = {
    dates: datesNamed(asked.question, asked.latestAt, scene.zone),
    types: typesNamed(scene.request.message),
  }
  const named = await ofNamed(scene, facts)
  const order = orderOf(
    shown.map(({ fact, event }) => ({
      held: fact.relevance.held,
      weight: weightOf(event, turns(event), 1),
      fit: fitOf(
        event,
        structure,
        fact.sayings.some(saying => named.has(saying.key)),
      ),
    })),
  )
  return order.flatMap(index => shown[index] ?? [])
}

/** The newest event of a fact that is not hidden; undefined when the conversation still shows the fact. */
async function shownEvent(
  { store, request }: Scene,
  fact: Fact,
  view: View,
): Promise<MemoryEvent | undefined> {
  const own = fact.sayings.find(saying => saying.thread === request.thread)
  for (const saying of fact.sayings.slice(0, TRIED)) {
    const event = await store.event(saying.space, saying.id)
    if (event === undefined || event.status === 'forgotten' || event.status === 'archived') continue
    const mine = own && own.id !== event.id ? await store.event(own.space, own.id) : undefined
    return (await view.shows(event)) || (mine && (await view.shows(mine))) ? undefined : event
  }
  return undefined
}

/** Turns of an event's space since it was created. */
async function turnsOfSpaces(
  { store, space }: Scene,
  events: readonly MemoryEvent[],
): Promise<(event: MemoryEvent) => number> {
  const counters = new Map<SpaceId, number>()
  for (const { sourceSpace } of events) {
    const home = sourceSpace ?? space
    if (!counters.has(home)) counters.set(home, await store.spaceTurn(home))
  }
  return event => (counters.get(event.sourceSpace ?? space) ?? 0) - event.createdTurn
}

/** Keys of events that cite a message of someone the message names. */
async function ofNamed({ store, space, request }: Scene, facts: readonly Fact[]): Promise<Set<number>> {
  const { speakers } = await readQuestionIn(store, space, request.message)
  const keys = facts.flatMap(fact => fact.sayings.map(saying => saying.key))
  const named = new Set<number>()
  for (const { name } of speakers) {
    for (const key of await store.passing(space, 'event', keys, { speaker: name })) named.add(key)
  }
  return named
}

// ---- what is in view --------------------------------------------------------------------------------------------

/** What the asking conversation still shows: its open tail, and blocks down to L2. */
class View {
  readonly #scene: Scene
  readonly #thread: Thread | undefined
  #ready: Promise<number[]> | undefined

  constructor(scene: Scene, thread: Thread | undefined) {
    this.#scene = scene
    this.#thread = thread
  }

  async shows(event: MemoryEvent): Promise<boolean> {
    const { store, space, lambda } = this.#scene
    const thread = this.#thread
    const source = event.sources.at(-1)
    if (thread === undefined || event.sourceSpace !== space || source === undefined) return false
    const turnId = (await store.message(space, source, 0))?.message.turnId
    const turn = turnId === undefined ? undefined : await store.turn(space, turnId)
    if (turn === undefined) return false
    const [seen] = await store.turns(space, thread.key, turn.ordinal, turn.ordinal)
    if (seen?.id !== turn.id) return false
    const block = await store.blockAt(space, thread.key, turn.ordinal)
    if (block?.status !== 'ready') return true
    this.#ready ??= store.readySequences(space, thread.key)
    return levelOf({ anchor: block.anchor, readySequences: await this.#ready, lambda }) >= 2
  }
}

// ---- the text ---------------------------------------------------------------------------------------------------

interface TextSettings {
  language: RecallLanguage
  zone: string
  budget: number
}

/** Takes whole lines while they fit, those of pinned and safety events first; gives them in order. */
function assemble(shown: readonly Shown[], { language, zone, budget }: TextSettings): Recall {
  const heading = headingOf(language)
  let taken: { index: number; one: Shown; line: string }[] = []
  let text = ''
  for (const { index, one } of byPlace(shown)) {
    if (taken.length === MAX_ITEMS) break
    const line = lineOf(one.event, one.support, { language, zone })
    const more = [...taken, { index, one, line }].sort((a, b) => a.index - b.index)
    const longer = [heading, ...more.map(each => each.line)].join('\n')
    if (countTokens(longer) > budget) continue
    taken = more
    text = longer
  }
  const items = taken.map(({ one, line }): RecallItem => {
    return { id: one.event.id, kind: 'event', tokens: countTokens(line), why: one.why }
  })
  const tokens = countTokens(text)
  return { text, items, tokens, left: budget - tokens }
}

/** What may be shown, in the order in which places are given: two that are kept, then what is relevant. */
function byPlace(shown: readonly Shown[]): { index: number; one: Shown }[] {
  const all = shown.map((one, index) => ({ index, one }))
  const kept = all.filter(({ one }) => one.isKept).slice(0, MAX_KEPT)
  return [...kept, ...all.filter(place => place.one.isRelevant && !kept.includes(place))]
}
