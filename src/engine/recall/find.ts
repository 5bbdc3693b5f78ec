/**
 * One kind of document is found: from a question to documents in order.
 *
 * Owns: the steps, each bounded: postings, the sweep, the pages of the best places and of those around them, the
 * score. Leaves what is asked to `question.ts`, what things are worth to the scorers, records to the store. What lies
 * beyond the places that are scored follows in the order of the sweep, so that every page of a result is a part of
 * one order.
 */
import type { HitKind } from '../../domain/search.ts'
import type { SpaceId } from '../../domain/space.ts'
import { type Page, pageOf, placeOf, SECTION_SIZE, sectionOf } from '../../storage/profile.ts'
import type { IndexScope, Postings, Profiles, RecordFilter, Section } from '../../storage/search-index.ts'
import type { Store } from '../../storage/store.ts'
import { type CardScene, explainCard, scoreCards } from './cards.ts'
import { Gathered } from './gathered.ts'
import { explainMessage, type MessageScene, type Signals, scoreMessages } from './messages.ts'
import {
  type DateRange,
  datesNamed,
  type Question,
  type QuestionTerm,
  readQuestion,
  readQuestionIn,
} from './question.ts'
import { ALONE, rarity, type Sweep, sweep } from './sweep.ts'
import { BOUNDS, MESSAGE_WEIGHTS, SWEEP_WEIGHTS } from './weights.ts'

/** What is looked for. */
export interface FindRequest {
  space: SpaceId
  kind: HitKind
  text: string
  viewer?: string
  thread?: string
  filter: RecordFilter
  /** How many of the best are wanted. */
  depth: number
  /** Events or blocks that are scored exactly; default {@link BOUNDS}. The order of all depends on it. */
  scored?: number
  /** IANA zone in which the dates of the question are meant. */
  zone: string
}

/** A document that was found. */
export interface Found {
  kind: HitKind
  /** Key of its record. */
  record: number
  /** Comparable between kinds: 1 = about as good as a text of usual length with every word of the question. */
  score: number
  /** Epoch milliseconds; NaN = unknown. */
  at: number
  /** Orders documents that are equal in all else. */
  rank: number
  /** The question's terms that stand in it. */
  matched: readonly string[]
  /** What each signal adds to its score. */
  explain: () => Signals
}

/** What a question was read as, and how much each part of it tells in the space. */
export interface AskedTerm extends QuestionTerm {
  /** How rare it is among the documents asked, times its weight. */
  worth: number
  /** Documents that hold it. */
  documents: number
}

/** The best documents of a kind, best first, at most `depth`, and the terms they were looked for by. */
export async function find(
  store: Store,
  request: FindRequest,
): Promise<{ found: Found[]; terms: readonly AskedTerm[] }> {
  const { space, kind, text, viewer, thread } = request
  const question = kind === 'message' ? await readQuestionIn(store, space, text) : readQuestion(text)
  if (question.terms.length === 0) return { found: [], terms: [] }
  const scope: IndexScope = { kind, viewer, thread }
  const postings = await store.postings(space, {
    ...scope,
    terms: question.terms.map(term => term.key),
    cap: isFiltered(request) ? BOUNDS.filteredCap : BOUNDS.cap,
    also:
      question.speakers.length === 0 ? undefined : new Set(question.speakers.flatMap(one => one.sections)),
  })
  const terms = question.terms.map((term, list): AskedTerm => {
    const documents = postings.lists[list]?.documents ?? 0
    return { ...term, documents, worth: term.weight * rarity(postings.documents, documents) }
  })
  if (postings.lists.every(list => list.places.length === 0)) return { found: [], terms }
  const asked: Asked = {
    request,
    question,
    postings,
    worth: terms.map(term => term.worth),
    meanLength: Math.max(postings.length / Math.max(postings.documents, 1), 1),
    dates: await datesNamed(question, postings.latestAt, request.zone),
  }
  const found = kind === 'message' ? await findMessages(store, asked) : await findCards(store, asked)
  return { found, terms }
}

/** A question with what the index answered. */
interface Asked {
  request: FindRequest
  question: Question
  postings: Postings
  worth: readonly number[]
  meanLength: number
  dates: readonly DateRange[]
}

function isFiltered({ thread, filter }: FindRequest): boolean {
  return thread !== undefined || Object.values(filter).some(condition => condition !== undefined)
}

// ---- messages -------------------------------------------------------------------------------------------------

async function findMessages(store: Store, asked: Asked): Promise<Found[]> {
  const { question, postings, dates } = asked
  const weights = MESSAGE_WEIGHTS
  const theirs = sectionsOfNamed(asked)
  const worthIn = worthBySection(asked, theirs)
  const dated = new Set(await sectionsOfDates(store, asked))
  const places = await accepted(
    store,
    asked,
    sweep(
      postings.lists,
      worthIn,
      {
        before: weights.before,
        after: weights.after,
        section: SWEEP_WEIGHTS.section,
        sectionFactor: section =>
          (theirs === undefined || theirs.has(section) ? 1 : SWEEP_WEIGHTS.amongStrangers) *
          (dated.has(section) ? SWEEP_WEIGHTS.dated : 1),
      },
      placesSwept(asked, BOUNDS.messages),
    ),
    BOUNDS.messages,
  )
  const near = pagesNear(places.subarray(0, BOUNDS.messages), dated)
  const { gathered, sections } = await gather(store, asked, near)
  const scene: MessageScene = {
    question,
    worthIn,
    lists: postings.lists,
    meanLength: asked.meanLength,
    sections: withLatest(sections, postings.latest, gathered),
    dates,
    theirs,
    weights,
  }
  const { scores, scale } = scoreMessages(gathered, scene)
  const unit = scale / subjectWorth(asked)
  return ordered(store, asked, {
    gathered,
    scores: scores.map(score => score * unit),
    explain: index => scaled(explainMessage(gathered, index, scene), unit),
    places,
  })
}

/** A name tells something only in conversations in which its bearer takes no part. */
function worthBySection(
  { question, worth }: Asked,
  theirs: ReadonlySet<number> | undefined,
): (section: number) => readonly number[] {
  const amongThem = worth.map((one, term) => (question.terms[term]?.kind === 'name' ? 0 : one))
  return section => (theirs?.has(section) ? amongThem : worth)
}

/** What the words of the subject are worth together. */
function subjectWorth({ question, worth }: Asked): number {
  return worth.reduce((sum, one, term) => (question.terms[term]?.kind === 'word' ? sum + one : sum), 0)
}

/** The sections of what was gathered, with what was added to them lately. */
function withLatest(counted: readonly Section[], latest: Postings['latest'], gathered: Gathered): Section[] {
  const sections = new Map<number, Section>()
  for (let index = 0; index < gathered.size; index++) {
    const key = sectionOf(gathered.places[index] as number)
    if (!sections.has(key)) sections.set(key, { key, documents: 0, length: 0 })
  }
  for (const section of counted) if (sections.has(section.key)) sections.set(section.key, { ...section })
  eachLatest(latest, (page, start) => {
    const section = sections.get(sectionOf(page.place(start)))
    if (section === undefined) return
    section.documents += 1
    section.length += page.length(start)
  })
  return [...sections.values()]
}

function sectionsOfNamed({ question: { speakers }, postings: { latest } }: Asked): Set<number> | undefined {
  if (speakers.length === 0) return undefined
  const sections = new Set(speakers.flatMap(speaker => speaker.sections))
  const numbers = new Set(speakers.map(speaker => speaker.number))
  eachLatest(latest, (page, start) => {
    if (numbers.has(page.speaker(start))) sections.add(sectionOf(page.place(start)))
  })
  return sections
}

async function sectionsOfDates(store: Store, { request, dates }: Asked): Promise<number[]> {
  const sections: number[] = []
  for (const { start, end } of dates) {
    sections.push(...(await store.sectionsBetween(request.space, start, end, BOUNDS.sections)))
  }
  return sections
}

/** Visits the documents that were added lately. */
function eachLatest(latest: Postings['latest'], visit: (page: Page, start: number) => void): void {
  for (const { page, counted } of latest) for (const start of page.starts.slice(counted)) visit(page, start)
}

/** Pages of places, of those around them, and the beginnings of some sections. */
function pagesNear(places: Float64Array, sections: Iterable<number>): number[] {
  const reach = MESSAGE_WEIGHTS.before.length
  const pages = new Set<number>()
  for (const place of places) {
    const first = placeOf(sectionOf(place), 0)
    pages.add(pageOf(Math.max(place - reach, first)))
    pages.add(pageOf(Math.min(place + reach, first + SECTION_SIZE - 1)))
  }
  for (const section of sections) pages.add(pageOf(placeOf(section, 0)))
  return [...pages]
}

// ---- events and blocks ----------------------------------------------------------------------------------------

async function findCards(store: Store, asked: Asked): Promise<Found[]> {
  const { request, postings, worth, dates, meanLength } = asked
  const { scored = BOUNDS.cards } = request
  const swept = sweep(postings.lists, () => worth, ALONE, placesSwept(asked, scored))
  const places = await accepted(store, asked, swept, scored)
  const best = places.subarray(0, scored)
  const gathered = await gatherAt(store, asked, best)
  const scene: CardScene = { worth, whole: subjectWorth(asked), meanLength, dates }
  return ordered(store, asked, {
    gathered,
    scores: scoreCards(gathered, scene),
    explain: index => explainCard(gathered, index, scene),
    places,
  })
}

// ---- steps ----------------------------------------------------------------------------------------------------

/** How many places of the sweep are kept: with a filter all, since it may drop any; of hidden records one more each. */
function placesSwept({ request, postings }: Asked, scored: number): number {
  const all = postings.lists.reduce((sum, list) => sum + list.places.length, 0)
  return isFiltered(request)
    ? all
    : Math.min(all, Math.max(scored, request.depth + scored) + postings.hidden.size)
}

/** Places read at once while filtering. */
const PART = 512

/** Of the swept places those that are not hidden and pass the filter, until there are enough to score and to give. */
async function accepted(
  store: Store,
  asked: Asked,
  { places }: Sweep,
  scored: number,
): Promise<Float64Array> {
  if (!isFiltered(asked.request) && asked.postings.hidden.size === 0) return places
  const wanted = Math.max(scored, asked.request.depth + scored)
  const passed: number[] = []
  for (let from = 0; from < places.length && passed.length < wanted; from += PART) {
    const part = places.subarray(from, from + PART)
    const gathered = await gatherAt(store, asked, part)
    const listed = await passing(store, asked, gathered)
    for (const place of part) {
      const index = gathered.indexOf(place)
      if (index >= 0 && listed(index)) passed.push(place)
    }
  }
  return Float64Array.from(passed)
}

/** Profiles of pages that the conversation may see. */
async function gather(
  store: Store,
  asked: Asked,
  numbers: readonly number[],
): Promise<{ gathered: Gathered; sections: readonly Section[] }> {
  const { pages, sections } = await profilesOf(store, asked, numbers, true)
  const keys = asked.question.terms.map(term => term.key)
  const isSeen = seenIn(asked.request, asked.postings.lastSeen)
  const startsOf = (page: Page) =>
    isSeen === undefined ? page.starts : page.starts.filter(start => isSeen(page, start))
  return { gathered: new Gathered(pages, keys, startsOf), sections }
}

/** The profiles at some places, as far as the conversation may see them. */
async function gatherAt(store: Store, asked: Asked, places: Float64Array): Promise<Gathered> {
  const slots = Map.groupBy(places, pageOf)
  const { pages } = await profilesOf(store, asked, [...slots.keys()], false)
  const keys = asked.question.terms.map(term => term.key)
  const isSeen = seenIn(asked.request, asked.postings.lastSeen)
  return new Gathered(pages, keys, page =>
    (slots.get(page.number) ?? [])
      .flatMap(place => page.startOf(place) ?? [])
      .filter(start => isSeen === undefined || isSeen(page, start))
      .sort((a, b) => a - b),
  )
}

/** Pages as the postings know them, the others from the store. */
async function profilesOf(
  store: Store,
  { request, postings: { latest } }: Asked,
  numbers: readonly number[],
  withSections: boolean,
): Promise<Profiles> {
  const known = new Map(latest.map(({ page }) => [page.number, page]))
  const stored = await store.profiles(request.space, numbers, withSections)
  const found = new Map(stored.pages.map(page => [page.number, page]))
  return {
    pages: numbers.flatMap(number => known.get(number) ?? found.get(number) ?? []),
    sections: stored.sections,
  }
}

/** Whether a document may be seen; undefined when all may. */
function seenIn(
  { thread }: FindRequest,
  lastSeen: Postings['lastSeen'],
): ((page: Page, start: number) => boolean) | undefined {
  if (thread === undefined && lastSeen.size === 0) return undefined
  return (page, start) => {
    const last = lastSeen.get(sectionOf(page.place(start)))
    return last === undefined ? thread === undefined : page.ordinal(start) <= last
  }
}

/** Whether a gathered document is not hidden and passes the conditions on records. */
async function passing(
  store: Store,
  { request: { space, kind, filter }, postings: { hidden } }: Asked,
  gathered: Gathered,
): Promise<(index: number) => boolean> {
  const keyAt = (index: number) => gathered.page(index).record(gathered.start(index))
  const isShown = (index: number) => !hidden.has(keyAt(index))
  if (Object.values(filter).every(condition => condition === undefined)) return isShown
  const keys = Array.from({ length: gathered.size }, (_, index) => keyAt(index))
  const passed = await store.passing(space, kind, keys, filter)
  return index => isShown(index) && passed.has(keyAt(index))
}

interface Scored {
  gathered: Gathered
  scores: Float64Array
  explain: (index: number) => Signals
  /** All places of the sweep; those that were scored are left out of the rest. */
  places: Float64Array
}

/** The scored documents in order, then the rest as swept. */
async function ordered(store: Store, asked: Asked, scored: Scored): Promise<Found[]> {
  const { gathered, scores, explain, places } = scored
  const { depth } = asked.request
  const listed = await passing(store, asked, gathered)
  const order: number[] = []
  for (let index = 0; index < gathered.size; index++) {
    if ((scores[index] as number) > -Infinity && listed(index)) order.push(index)
  }
  order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || compareTies(gathered, a, b))
  // Documents that moved between two steps of this search stand at two places.
  const records = new Set<number>()
  const isFirst = (index: number) => {
    const record = gathered.page(index).record(gathered.start(index))
    return records.size < records.add(record).size
  }
  const found = order
    .filter(isFirst)
    .slice(0, depth)
    .map(index => toFound(asked, gathered, index, scores[index] as number, () => explain(index)))
  if (found.length >= depth) return found
  const rest = places.filter(place => gathered.indexOf(place) < 0).subarray(0, depth - found.length)
  return [...found, ...(await restInOrder(store, asked, rest, { below: found.at(-1)?.score ?? 0, records }))]
}

/** Newest first, without a time last, then the order of ids. */
function compareTies(gathered: Gathered, a: number, b: number): number {
  const [one, other] = [gathered.page(a), gathered.page(b)]
  const [start, otherStart] = [gathered.start(a), gathered.start(b)]
  return compareTimes(one.at(start), other.at(otherStart)) || one.rank(start) - other.rank(otherStart)
}

function compareTimes(a: number, b: number): number {
  const [one, other] = [Number.isNaN(a) ? -Infinity : a, Number.isNaN(b) ? -Infinity : b]
  if (one === other) return 0
  return other > one ? 1 : -1
}

/** Between two documents that were not scored; they are told apart by their order only. */
const STEP = 1e-6

/** Documents that were not scored: each a little below the one before, all below the last that was. */
async function restInOrder(
  store: Store,
  asked: Asked,
  rest: Float64Array,
  { below, records }: { below: number; records: ReadonlySet<number> },
): Promise<Found[]> {
  if (rest.length === 0) return []
  const gathered = await gatherAt(store, asked, rest)
  return [...rest].flatMap((place, position) => {
    const index = gathered.indexOf(place)
    if (index < 0 || records.has(gathered.page(index).record(gathered.start(index)))) return []
    const score = below - (position + 1) * STEP
    return toFound(asked, gathered, index, score, () => ({ words: score }))
  })
}

function toFound(
  { request, question }: Asked,
  gathered: Gathered,
  index: number,
  score: number,
  explain: () => Signals,
): Found {
  const page = gathered.page(index)
  const start = gathered.start(index)
  const { width, counts } = gathered
  return {
    kind: request.kind,
    record: page.record(start),
    score,
    at: page.at(start),
    rank: page.rank(start),
    matched: question.terms
      .filter(({ kind: of }, term) => of !== 'concept' && counts[index * width + term] !== 0)
      .map(({ term }) => term),
    explain,
  }
}

/** Higher score first, then newest (without a time last), then the order of ids. */
export function compareFound(a: Found, b: Found): number {
  return b.score - a.score || compareTimes(a.at, b.at) || a.rank - b.rank || a.kind.localeCompare(b.kind)
}

function scaled(signals: Signals, unit: number): Signals {
  return Object.fromEntries(Object.entries(signals).map(([name, value]) => [name, value * unit]))
}
