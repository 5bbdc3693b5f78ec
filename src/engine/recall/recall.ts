/**
 * A human message becomes the few remembered events worth showing beside it.
 *
 * Owns: the steps, and what may stand there: within the budget, each fact once, nothing that is still in view. Leaves
 * finding to `find.ts`, who enters to `recall-gate.ts`, order, validity, places and words to the files beside it. Reads only: building
 * the text changes no count and no anchor, and carries no clock.
 */
import type { ClaimChecker } from '../../domain/code-claim.ts'
import type { Block, Thread } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import { isZone } from '../../domain/time.ts'
import type { Store } from '../../storage/store.ts'
import { countTokens } from '../../text/tokens.ts'
import { levelOf } from '../conversation/fading.ts'
import { explainWeight } from '../events/explain-weight.ts'
import { type CountersOf, readCounters } from './counters.ts'
import { find } from './find.ts'
import { type DateRange, datesNamed, mayNameDate, speakersNamed } from './question.ts'
import { isRelevant, isTouched, type Relevance, relevanceOf, subjectOf } from './recall-gate.ts'
import { type RecallLanguage, recallLanguage } from './recall-language.ts'
import { type AskedMessage, readMessage } from './recall-message.ts'
import { type NodeLine, nodeLines, type RecallItem } from './recall-nodes.ts'
import { fitOf, orderOf, typesNamed } from './recall-order.ts'
import { byPlace, type Candidate, isStale, replacements } from './recall-places.ts'
import { groupSame } from './recall-same.ts'
import { validityOf } from './recall-validity.ts'

export type { RecallItem } from './recall-nodes.ts'

/** The message to recall for. */
export interface RecallRequest {
  /**
   * Name of the conversation that asks: what it still shows is not repeated, its `session` events may be recalled.
   */
  thread?: string
  /** Host of that conversation; default: whichever made the first one of that name. */
  host?: string
  /**
   * What the user says now. A message of few words is read together with the last turns of its conversation, one of more
   * than 64 by its beginning and its end.
   */
  message: string
  /** Ids of events that stand before the model already, such as those recalled earlier, whose facts are left out; and of
   * nodes, each as its line ends: `n_… ← e_…`. */
  inView?: readonly string[]
  /**
   * Absolute path of the project's folder. What remembered lines say of its files, versions, commits and flags is looked
   * up there, locally and without leaving it, and marked `stale` or `checked`; without it such lines say `verify`.
   */
  workspace?: string
  /** Upper bound for the whole text, a positive number; default 900. */
  budgetTokens?: number
  /** IANA zone in which times are shown; default: the memory's. */
  zone?: string
}

/** What to put before the model, and what it is made of. */
export interface Recall {
  /** A heading in the language of the message, one line an event, then one a node; `''` when nothing is relevant. */
  text: string
  /** In order of their lines, the most relevant first; at most four events, then at most four nodes. */
  items: readonly RecallItem[]
  /** Tokens of the whole text. */
  tokens: number
  /** Tokens of the budget that were not used. */
  left: number
}

const MAX_ITEMS = 4
/** How many events are looked at. */
const DEPTH = 64
/** How many, when most of those say one fact again and others may lie behind. */
const DEEPER = 256
/** Facts that are ordered; of pinned and safety events. */
const FACTS = 12
const KEPT_FACTS = 8
/** Blocks read at once. */
const BLOCKS = 1_000

/** Assembles what is injected for one message; the same store, workspace and message give the same bytes. */
export async function recall(
  store: Store,
  space: SpaceId,
  request: RecallRequest,
  settings: { lambda: number; zone: string; checkClaims?: ClaimChecker },
): Promise<Recall> {
  const { budgetTokens: budget = 900, zone = settings.zone } = request
  checkRequest(request)
  const { lambda, checkClaims } = settings
  const scene: Scene = { store, space, request, zone, lambda, checkClaims }
  const asked = await readMessage(store, space, request)
  const shown = await inOrder(scene, asked, await outOfView(scene, asked, await factsAbout(scene, asked)))
  const language = recallLanguage(request.message)
  const { thread, message, inView = [] } = request
  const nodes = asked.isTelling
    ? await nodeLines(store, space, { thread, message, inView, budget, language, zone })
    : []
  if (shown.length === 0 && nodes.length === 0) return { text: '', items: [], tokens: 0, left: budget }
  return assemble(shown, nodes, { language, zone, budget })
}

function checkRequest({ message, inView, workspace, budgetTokens, zone }: RecallRequest): void {
  const bad = (what: string) => new PalimpsestError('bad-input', `recall: ${what}`)
  if (typeof message !== 'string') throw bad('message is no text')
  if (inView !== undefined && !Array.isArray(inView))
    throw bad('inView is no list; give an array of event ids')
  if (workspace !== undefined && (typeof workspace !== 'string' || workspace === ''))
    throw bad(`workspace ${JSON.stringify(workspace)} is no folder; give the absolute path of one`)
  if (budgetTokens !== undefined && !(budgetTokens > 0))
    throw bad(`budgetTokens ${budgetTokens} is no budget; give a positive number`)
  if (zone !== undefined && !isZone(zone))
    throw bad(`zone ${JSON.stringify(zone)} is none; give an IANA zone such as Europe/Berlin`)
}

/** What the steps share. */
interface Scene {
  store: Store
  space: SpaceId
  request: RecallRequest
  zone: string
  lambda: number
  checkClaims: ClaimChecker | undefined
}

// ---- the facts ------------------------------------------------------------------------------------------------

/** An event that was found. */
interface Saying {
  event: MemoryEvent
  key: number
  /** Ordinal of the turn in which the asking conversation heard it; null when it did not. */
  turn: number | null
  relevance: Relevance
  /** Terms of the message that stand in it. */
  why: readonly string[]
}

/** A fact that may enter. */
interface Fact {
  /** The events that say it, the newest first. */
  sayings: readonly Saying[]
  /** That of the most relevant of them. */
  relevance: Relevance
  why: readonly string[]
  /** It holds enough of the message, whatever it is. */
  isRelevant: boolean
  /** Pinned or of safety: has its place before others, and enters with less. */
  isKept: boolean
}

/** Facts that the message brings to mind, most relevant first; then kept ones, however many others hold more. */
async function factsAbout(scene: Scene, asked: AskedMessage): Promise<Fact[]> {
  if (!asked.isTelling) return []
  const sayings = await sayingsWithin(scene, asked, DEPTH)
  const facts = factsOf(sayings)
  if (sayings.length - facts.length < DEPTH / 2) return chosen(facts)
  return chosen(factsOf(await sayingsWithin(scene, asked, DEEPER)))
}

/** Of so many events that share most of the message those that may enter, the most relevant first. */
async function sayingsWithin(
  { store, space, request, zone }: Scene,
  { text, own, thread }: AskedMessage,
  depth: number,
): Promise<Saying[]> {
  const viewer = request.thread
  const { found, terms } = await find(store, {
    space,
    kind: 'event',
    text,
    viewer,
    filter: {},
    depth,
    scored: depth,
    zone,
  })
  const subject = subjectOf(terms, own)
  const near = found
    .map(({ record: key, matched: why }) => ({ key, why, relevance: relevanceOf(why, subject) }))
    .filter(({ relevance }) => isRelevant(relevance) || isTouched(relevance))
    .sort((a, b) => b.relevance.held - a.relevance.held)
  if (near.length === 0) return []
  const placed = await store.eventsByKey(
    space,
    near.map(one => one.key),
    thread?.key,
  )
  return near.flatMap((one, index) => {
    const known = placed[index]
    if (known === undefined || !mayEnter(known.event, one.relevance)) return []
    // A conversation of the same name may belong to another host.
    if (known.event.scope === 'session' && known.turn === null) return []
    return [{ ...one, ...known }]
  })
}

/** Hidden events never do. */
function mayEnter(event: MemoryEvent, relevance: Relevance): boolean {
  if (event.status === 'forgotten' || event.status === 'archived') return false
  return isRelevant(relevance) || isKept(event)
}

const isKept = ({ pinned, criticality }: MemoryEvent) => pinned || criticality === 'safety'

/** Events that say the same become one fact. */
function factsOf(sayings: readonly Saying[]): Fact[] {
  return groupSame(sayings.map(({ event }) => event)).flatMap((group): Fact[] => {
    const said = group.flatMap(index => sayings[index] ?? [])
    const [first] = said
    if (first === undefined) return []
    const { relevance, why } = first
    return [
      {
        sayings: said.toSorted(newestFirst),
        relevance,
        why,
        isRelevant: isRelevant(relevance),
        isKept: said.some(({ event }) => isKept(event)),
      },
    ]
  })
}

/** The first facts, and the first of those that are kept. */
function chosen(facts: readonly Fact[]): Fact[] {
  const kept = facts.filter(fact => fact.isKept).slice(0, KEPT_FACTS)
  return [...facts.filter(fact => !fact.isKept).slice(0, FACTS), ...kept]
}

const timeOf = ({ time, mentionedAt }: MemoryEvent) => time?.start ?? mentionedAt ?? -Infinity
/** By time, unknown last; then by storing. */
const newestFirst = (a: Saying, b: Saying) => {
  const [one, other] = [timeOf(a.event), timeOf(b.event)]
  return one === other ? b.key - a.key : other - one
}

// ---- what is in view --------------------------------------------------------------------------------------------

/** Facts that nothing shows yet: no event recalled before, no open tail of the asking conversation, no block of it down to L2. */
async function outOfView(
  { store, space, request, lambda }: Scene,
  { thread }: AskedMessage,
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const known = new Set(request.inView)
  const fresh = facts.filter(fact => !fact.sayings.some(({ event }) => known.has(event.id)))
  const turns = fresh.flatMap(fact => fact.sayings.flatMap(({ turn }) => turn ?? []))
  if (thread === undefined || turns.length === 0) return fresh
  const isSealed = turns.some(turn => turn <= thread.sealedTurns)
  const blocks = isSealed ? await blocksOf(store, space, thread) : []
  const readySequences = blocks.filter(one => one.status === 'ready').map(one => one.sequence)
  const isInView = (turn: number) => {
    const block = blocks.find(one => one.firstTurn <= turn && turn <= one.lastTurn)
    return block?.status !== 'ready' || levelOf({ anchor: block.anchor, readySequences, lambda }) >= 2
  }
  return fresh.filter(fact => !fact.sayings.some(({ turn }) => turn !== null && isInView(turn)))
}

async function blocksOf(store: Store, space: SpaceId, thread: Thread): Promise<Block[]> {
  const blocks: Block[] = []
  let page: Block[]
  do {
    page = await store.blocks(space, thread.key, { limit: BLOCKS, after: blocks.at(-1)?.sequence })
    blocks.push(...page)
  } while (page.length === BLOCKS)
  return blocks
}

// ---- order ----------------------------------------------------------------------------------------------------

/** A fact as it will be shown. */
interface Shown extends Candidate {
  event: MemoryEvent
  why: readonly string[]
}

/** Facts in order, each as the newest event that says it; those that the workspace contradicts after all others. */
async function inOrder(scene: Scene, asked: AskedMessage, facts: readonly Fact[]): Promise<Shown[]> {
  const told = facts.flatMap(fact => {
    const event = fact.sayings[0]?.event
    return event ? [{ ...fact, event }] : []
  })
  if (told.length === 0) return []
  const events = told.map(one => one.event)
  const counters = await readCounters(scene.store, scene.space, events)
  const order = told.length < 2 ? [0] : await orderOfFacts(scene, asked, told, counters)
  const ordered = order.flatMap(index => told[index] ?? [])
  const validity = await validityOf(
    ordered.map(one => one.event),
    counters(ordered[0]?.event ?? { sourceSpace: null }).latestAt,
    { workspace: scene.request.workspace, checkClaims: scene.checkClaims },
  )
  const shown = ordered.map(({ event, sayings, why, isRelevant, isKept }, index): Shown => {
    const ids = sayings.map(saying => saying.event.id)
    return { event, ids, why, isRelevant, isKept, validity: validity[index] ?? 'unmarked' }
  })
  return [...shown.filter(one => !isStale(one)), ...shown.filter(isStale)]
}

/** Indexes of facts, the best first. */
async function orderOfFacts(
  scene: Scene,
  asked: AskedMessage,
  facts: readonly (Fact & { event: MemoryEvent })[],
  counters: CountersOf,
): Promise<number[]> {
  const structure = { dates: await datesMeant(scene, asked), types: typesNamed(scene.request.message) }
  const named = await ofNamed(scene, asked, facts)
  return orderOf(
    facts.map(({ sayings, relevance, event }) => ({
      held: relevance.held,
      weight: explainWeight(event, counters(event)).weight,
      fit: fitOf(
        event,
        structure,
        sayings.some(({ key }) => named.has(key)),
      ),
    })),
  )
}

/** Dates that the message names; one without a year is that next to the latest event. */
async function datesMeant({ store, space, request, zone }: Scene, asked: AskedMessage): Promise<DateRange[]> {
  if (!mayNameDate(asked.text)) return []
  const { latestAt } = await store.postings(space, {
    kind: 'event',
    viewer: request.thread,
    terms: [],
    cap: 1,
  })
  return datesNamed(asked, latestAt, zone)
}

/** Keys of events that cite a message of someone the message names. */
async function ofNamed(
  { store, space }: Scene,
  { message }: AskedMessage,
  facts: readonly Fact[],
): Promise<Set<number>> {
  const keys = facts.flatMap(fact => fact.sayings.map(({ key }) => key))
  const named = new Set<number>()
  for (const { name } of await speakersNamed(store, space, message)) {
    for (const key of await store.passing(space, 'event', keys, { speaker: name })) named.add(key)
  }
  return named
}

// ---- the text ---------------------------------------------------------------------------------------------------

/** Takes whole lines while they fit, in the order of their places; gives them in order. */
async function assemble(
  shown: readonly Shown[],
  nodes: readonly NodeLine[],
  { language, zone, budget }: { language: RecallLanguage; zone: string; budget: number },
): Promise<Recall> {
  const { headingOf, lineOf } = await import('./recall-text.ts')
  const heading = headingOf(language)
  const textOf = (lines: readonly string[]) =>
    [heading, ...lines, ...nodes.map(({ line }) => line)].join('\n')
  const replacing = replacements(shown)
  const places = byPlace(shown).sort((a, b) => (replacing.get(a)?.size ?? 0) - (replacing.get(b)?.size ?? 0))
  let taken: { one: Shown; line: string }[] = []
  let text = textOf([])
  if (nodes.length === 0 || countTokens(text) > budget) text = ''
  for (const one of places) {
    if (taken.length === MAX_ITEMS) break
    if (taken.some(other => replacing.get(one)?.has(other.one))) continue
    const line = lineOf(one.event, { support: one.ids.length, validity: one.validity }, { language, zone })
    const more = [...taken, { one, line }].sort((a, b) => shown.indexOf(a.one) - shown.indexOf(b.one))
    const longer = textOf(more.map(each => each.line))
    if (countTokens(longer) > budget) continue
    taken = more
    text = longer
  }
  const events = taken.map(({ one, line }): RecallItem => {
    return { id: one.event.id, kind: 'event', tokens: countTokens(line), why: one.why }
  })
  const items = text === '' ? [] : [...events, ...nodes.map(({ item }) => item)]
  const tokens = countTokens(text)
  return { text, items, tokens, left: budget - tokens }
}
