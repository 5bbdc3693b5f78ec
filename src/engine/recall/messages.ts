/**
 * What a message is worth for a question, from its profile and those around it.
 *
 * Owns: the score of messages. A message is worth its own words; the words around it, since an answer often repeats
 * none of its question; and the conversation it lies in; then who says it, when, and whether it can be an answer at
 * all. Leaves finding candidates to `find.ts`, the numbers to `weights.ts`.
 */
import { FLAG, type Page, placeOf, ROLE, SECTION_SIZE, sectionOf } from '../../storage/profile.ts'
import type { PostingList, Section } from '../../storage/search-index.ts'
import type { Gathered } from './gathered.ts'
import type { DateRange, Question } from './question.ts'
import type { MessageWeights } from './weights.ts'

/** What each signal adds to a score; the score is their sum. */
export type Signals = Record<string, number>

/** What is known when messages are scored. */
export interface MessageScene {
  question: Question
  /** What each term is worth in a section: how rare it is, times its weight. */
  worthIn: (section: number) => readonly number[]
  lists: readonly PostingList[]
  /** Terms of a message on average. */
  meanLength: number
  /** Sections of what was gathered. */
  sections: readonly Section[]
  dates: readonly DateRange[]
  /** Sections in which someone the question names takes part; undefined when it names nobody. */
  theirs: ReadonlySet<number> | undefined
  weights: MessageWeights
}

/**
 * Scores of the gathered messages, by index; the best `words` and `around` together count 1. A message without a word
 * of the question in it or around it, and of no date named, is not found: −Infinity.
 */
export function scoreMessages(
  gathered: Gathered,
  scene: MessageScene,
): { scores: Float64Array; scale: number } {
  const text = textScores(gathered, scene)
  const scale = text.whole.reduce((most, score) => Math.max(most, score), 0)
  const conversation = sectionScores(scene)
  const scores = new Float64Array(gathered.size)
  for (let index = 0; index < gathered.size; index++) {
    const share = scale > 0 ? (text.whole[index] as number) / scale : 0
    const section = conversation.get(sectionOf(gathered.places[index] as number)) ?? 0
    const { speaker, date, form } = cues(gathered.page(index), gathered.start(index), scene)
    scores[index] = share > 0 || date > 0 ? share + section + speaker + date + form : -Infinity
  }
  return { scores, scale }
}

/** The same score, told apart. */
export function explainMessage(gathered: Gathered, index: number, scene: MessageScene): Signals {
  const text = textScores(gathered, scene)
  const scale = text.whole.reduce((most, score) => Math.max(most, score), 0) || 1
  const own = (text.own[index] as number) / scale
  return {
    words: own,
    around: (text.whole[index] as number) / scale - own,
    conversation: sectionScores(scene).get(sectionOf(gathered.places[index] as number)) ?? 0,
    ...cues(gathered.page(index), gathered.start(index), scene),
  }
}

// ---- words ----------------------------------------------------------------------------------------------------

interface TextScores {
  own: Float64Array
  whole: Float64Array
}

function textScores(gathered: Gathered, scene: MessageScene): TextScores {
  const { size, width, counts } = gathered
  const own = new Float64Array(size)
  const whole = new Float64Array(size)
  const around = new Float64Array(width)
  for (let index = 0; index < size; index++) {
    const base = index * width
    for (let term = 0; term < width; term++) around[term] = counts[base + term] as number
    const norm = lengthNorm(gathered.page(index).length(gathered.start(index)), scene)
    const worth = scene.worthIn(sectionOf(gathered.places[index] as number))
    own[index] = saturated(around, worth, norm, scene.weights.k1)
    addNeighbours(gathered, index, around, scene.weights)
    whole[index] = saturated(around, worth, norm, scene.weights.k1)
  }
  return { own, whole }
}

function lengthNorm(length: number, { weights: { k1, b }, meanLength }: MessageScene): number {
  return k1 * (1 - b + (b * length) / meanLength)
}

function saturated(counts: Float64Array, worth: readonly number[], norm: number, k1: number): number {
  let sum = 0
  for (let term = 0; term < counts.length; term++) {
    const count = counts[term] as number
    if (count > 0) sum += ((worth[term] as number) * count * (k1 + 1)) / (count + norm)
  }
  return sum
}

function addNeighbours(
  gathered: Gathered,
  index: number,
  around: Float64Array,
  weights: MessageWeights,
): void {
  const { before, after } = weights
  for (let distance = 1; distance <= before.length; distance++) {
    const earlier = gathered.neighbour(index, -distance)
    if (earlier >= 0) {
      const answer = isAnswer(gathered, earlier, index) ? (weights.answer[distance - 1] as number) : 0
      addCounts(gathered, earlier, around, (before[distance - 1] as number) + answer)
    }
    const later = gathered.neighbour(index, distance)
    if (later >= 0) addCounts(gathered, later, around, after[distance - 1] as number)
  }
}

function addCounts(gathered: Gathered, index: number, around: Float64Array, share: number): void {
  const { width, counts } = gathered
  for (let term = 0; term < width; term++) {
    around[term] = (around[term] as number) + share * (counts[index * width + term] as number)
  }
}

/** Whether the earlier message is a question, and of another speaker. */
function isAnswer(gathered: Gathered, asking: number, answering: number): boolean {
  const page = gathered.page(asking)
  const start = gathered.start(asking)
  if (!page.has(start, FLAG.asks)) return false
  const next = gathered.page(answering)
  const at = gathered.start(answering)
  return page.role(start) !== next.role(at) || page.speaker(start) !== next.speaker(at)
}

// ---- the conversation -----------------------------------------------------------------------------------------

/** What its section adds to each message, by section: BM25 over how many messages hold a term. */
function sectionScores(scene: MessageScene): Map<number, number> {
  const { sections, lists, weights } = scene
  const mean = sections.reduce((sum, section) => sum + section.length, 0) / Math.max(sections.length, 1)
  const scores = new Map<number, number>()
  let most = 0
  for (const section of sections) {
    const { sectionK1: k1, sectionB: b } = weights
    const norm = k1 * (1 - b + (b * section.length) / Math.max(mean, 1))
    const worth = scene.worthIn(section.key)
    let score = 0
    lists.forEach(({ places }, list) => {
      const count = countWithin(places, section.key)
      if (count > 0) score += ((worth[list] as number) * count * (k1 + 1)) / (count + norm)
    })
    scores.set(section.key, score)
    most = Math.max(most, score)
  }
  if (most > 0) for (const [key, score] of scores) scores.set(key, (weights.section * score) / most)
  return scores
}

/** How many of the places, newest first, lie in a section. */
function countWithin(places: Float64Array, section: number): number {
  const first = placeOf(section, 0)
  return firstBelow(places, first) - firstBelow(places, first + SECTION_SIZE)
}

function firstBelow(places: Float64Array, bound: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] as number) >= bound) low = middle + 1
    else high = middle
  }
  return low
}

// ---- cues -----------------------------------------------------------------------------------------------------

interface Cues extends Signals {
  speaker: number
  date: number
  form: number
}

function cues(page: Page, start: number, scene: MessageScene): Cues {
  return {
    speaker: speakerCue(page, start, scene),
    date: scene.dates.length === 0 ? 0 : scene.weights.date * dateFit(page.at(start), scene.dates),
    form: formCue(page, start, scene),
  }
}

function speakerCue(page: Page, start: number, { question, theirs, weights }: MessageScene): number {
  if (question.role !== undefined) return page.role(start) === ROLE[question.role] ? weights.role : 0
  if (theirs === undefined) return 0
  if (!theirs.has(sectionOf(page.place(start)))) return weights.stranger
  const speaker = page.speaker(start)
  if (question.speakers.some(({ number }) => number === speaker)) return weights.speaker
  return question.speakers.length === 1 && speaker !== 0 ? weights.otherSpeaker : 0
}

function formCue(page: Page, start: number, { question, weights }: MessageScene): number {
  return (
    (question.asksWhen && page.has(start, FLAG.hasTime) ? weights.when : 0) +
    (question.asksHowMany && page.has(start, FLAG.hasNumber) ? weights.howMany : 0) +
    (question.asksName && page.has(start, FLAG.hasName) ? weights.name : 0) +
    (page.has(start, FLAG.asks) ? weights.asks : 0)
  )
}

const DAY = 86_400_000

/** 1 in the range named, less in the days and the month after it: people tell of things afterwards. */
export function dateFit(at: number, dates: readonly DateRange[]): number {
  let best = 0
  for (const { start, end } of dates) {
    if (at >= start && at < end) return 1
    if (at >= end && at < end + 10 * DAY) best = Math.max(best, 0.78)
    else if (at >= end && at < end + 40 * DAY) best = Math.max(best, 0.3)
    else if (at < start && at >= start - 3 * DAY) best = Math.max(best, 0.3)
  }
  return best
}
