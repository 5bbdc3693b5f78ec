/**
 * A chapter or section, opened: its overview and its entries, within a budget.
 *
 * Owns: when a stored overview is shown (as long as no source of it changed), what of each section is shown first, and
 * the text. Reads only, calls no model, reinforces nothing. Leaves the list of topics to `directory.ts`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { EventType, MemoryEvent } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import { OVERVIEW_PARTS, type OverviewParagraph, type OverviewPart } from '../../domain/topic.ts'
import type { ListedSection, Store } from '../../storage/store.ts'
import { cutToTokens } from '../../text/cut.ts'
import { oneLine } from '../../text/one-line.ts'
import { countTokens } from '../../text/tokens.ts'
import { countOf } from './categories.ts'
import { type EntryMark, languageOfTitles, type TopicLanguage, wordsOf } from './words.ts'

/** An event as an opened topic lists it. */
export interface TopicEntry {
  /** Id of the event. */
  id: string
  type: EventType
  title: string
  /** Local day, month or year that it speaks of, or else was mentioned on; null = unknown. */
  date: string | null
  marks: readonly EntryMark[]
  /** What it tells of its section. */
  part: OverviewPart
}

/** A section of an opened topic. */
export interface OpenedSection {
  id: string
  title: string
  /** Events that are seen in it. */
  events: number
  /** What of its stored overview is shown; empty when there is none, or a source of it changed. */
  overview: readonly OverviewParagraph[]
  /** What is shown of its entries, newest first. */
  entries: readonly TopicEntry[]
  /** How much is not shown. */
  leftOut: { paragraphs: number; entries: number }
}

/** An opened topic. */
export interface OpenedTopic {
  id: string
  kind: 'chapter' | 'section'
  space: SpaceId
  title: string
  /** Title of its chapter; its own, of a chapter. */
  chapter: string
  /** The section itself, or those of the chapter in order of creation. */
  sections: readonly OpenedSection[]
  /** All of it as text, within the budget. */
  text: string
  tokens: number
}

/** How a topic is opened. */
export interface OpenTopicOptions {
  /** Most tokens of the text; default 2,400. */
  budgetTokens?: number
  /** Default: that of the title. */
  language?: TopicLanguage
}

const OPENED_TOKENS = 2_400
/** More entries of a section than any budget in use holds. */
const MOST_ENTRIES = 400
/** Most tokens of an entry's title. */
const TITLE_TOKENS = 48

const PART: Readonly<Record<EventType, OverviewPart>> = {
  identity: 'background',
  preference: 'background',
  requirement: 'background',
  constraint: 'background',
  safety: 'background',
  cause: 'background',
  outcome: 'progress',
  done: 'progress',
  failed: 'progress',
  decision: 'decisions',
  change: 'changes',
  open: 'open',
  plan: 'open',
}

/**
 * Opens a topic by its whole id.
 *
 * @throws PalimpsestError `not-found`; `bad-input` for a budget that is not positive.
 */
export async function openTopic(
  store: Store,
  { space, id }: { space: SpaceId; id: string },
  { budgetTokens = OPENED_TOKENS, language }: OpenTopicOptions,
  zone: string,
): Promise<OpenedTopic> {
  if (!(budgetTokens > 0)) {
    throw new PalimpsestError(
      'bad-input',
      `topics: budgetTokens ${budgetTokens} is not positive; give a number of tokens`,
    )
  }
  const { chapter, sections, title, kind } = await topicNamed(store, space, id)
  const full = await Promise.all(sections.map(section => readSection(store, space, section, zone)))
  const head = { title, chapter, kind, words: wordsOf(language ?? languageOfTitles([title, chapter])) }
  const shown = withinBudget(head, full, budgetTokens)
  return { id, kind, space, title, chapter, ...shown, tokens: countTokens(shown.text) }
}

async function topicNamed(store: Store, space: SpaceId, id: string) {
  for (const chapter of (await store.topics(space)).chapters) {
    const seen = chapter.sections.filter(({ events }) => countOf(events) > 0)
    if (chapter.id === id)
      return { kind: 'chapter' as const, title: chapter.title, chapter: chapter.title, sections: seen }
    const section = chapter.sections.find(one => one.id === id)
    if (section)
      return {
        kind: 'section' as const,
        title: section.title,
        chapter: chapter.title,
        sections: [section],
      }
  }
  throw new PalimpsestError('not-found', `topics: there is no topic ${id} in ${space}; the topics list them`)
}

/** A section with all that could be shown of it. */
interface FullSection {
  id: string
  title: string
  events: number
  overview: readonly OverviewParagraph[]
  entries: readonly TopicEntry[]
}

async function readSection(
  store: Store,
  space: SpaceId,
  { id, title, events }: ListedSection,
  zone: string,
): Promise<FullSection> {
  const found = await store.eventsOfSection(space, id, MOST_ENTRIES)
  const [overview] = await store.overviews(space, [id])
  const { formatLocal } = await import('../../text/temporal/format-time.ts')
  const dateOf = ({ time, mentionedAt }: MemoryEvent) => {
    if (time !== null && time.start !== null) {
      const isUnit = time.precision === 'month' || time.precision === 'year'
      return formatLocal(time.start, zone, isUnit ? time.precision : 'day')
    }
    return mentionedAt === null ? null : formatLocal(mentionedAt, zone, 'day')
  }
  return {
    id,
    title,
    events: countOf(events),
    // Derived text hides at once when what it rests on changed; the entries stand in until it is made anew.
    overview: overview !== undefined && overview.changed.length === 0 ? overview.paragraphs : [],
    entries: found.map(event => entryOf(event, dateOf(event))),
  }
}

function entryOf(event: MemoryEvent, date: string | null): TopicEntry {
  const marks = marksOf(event)
  const isOpen = marks.includes('conflict') || marks.includes('planned')
  const part = isOpen && event.status === 'active' ? 'open' : PART[event.type]
  return { id: event.id, type: event.type, title: oneLine(event.title), date, marks, part }
}

function marksOf({ type, status, time, relations }: MemoryEvent): EntryMark[] {
  const marks: EntryMark[] = []
  if (time?.status === 'cancelled') marks.push('cancelled')
  else if (time?.status === 'planned' || type === 'plan') marks.push('planned')
  if (status === 'superseded') marks.push('superseded')
  if (relations.conflictsWith.length > 0) marks.push('conflict')
  return marks
}

// ---- within a budget ------------------------------------------------------------------------------------------

interface Head {
  title: string
  chapter: string
  kind: OpenedTopic['kind']
  words: ReturnType<typeof wordsOf>
}

/** How many sections are named, and how many items of each are shown: paragraphs first, then entries. */
interface Extent {
  sections: number
  items: readonly number[]
}

/** Every section is named, then one item of each is shown, then a second one, as far as the budget goes. */
function withinBudget(head: Head, full: readonly FullSection[], budget: number) {
  const most = Math.max(0, ...full.map(itemsOf))
  const steps: Extent[] = []
  for (let sections = 0; sections <= full.length; sections++)
    steps.push({ sections, items: full.map(() => 0) })
  for (let round = 1; round <= most; round++)
    full.forEach((_, index) => {
      steps.push({
        sections: full.length,
        items: full.map((section, at) => Math.min(itemsOf(section), at <= index ? round : round - 1)),
      })
    })
  const textOf = (step: number) => written(head, full, steps[step] as Extent)
  let step = lastFitting(steps.length, at => countTokens(textOf(at)) <= budget)
  while (step > 0 && countTokens(textOf(step)) > budget) step--
  return {
    sections: full.flatMap((section, index) => shownOf(section, steps[step] as Extent, index)),
    text: cutToTokens(textOf(step), budget),
  }
}

/** The last of the steps that fits, as far as those before one that fits do too. */
function lastFitting(steps: number, fits: (step: number) => boolean): number {
  let low = 0
  let high = steps - 1
  if (fits(high)) return high
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

const itemsOf = ({ overview, entries }: FullSection): number => overview.length + entries.length

function shownOf(section: FullSection, extent: Extent, index: number): OpenedSection[] {
  if (index >= extent.sections) return []
  const items = extent.items[index] ?? 0
  const overview = section.overview.slice(0, items)
  const entries = section.entries.slice(0, Math.max(0, items - overview.length))
  const leftOut = {
    paragraphs: section.overview.length - overview.length,
    entries: section.events - entries.length,
  }
  return [{ ...section, overview, entries, leftOut }]
}

function written(head: Head, full: readonly FullSection[], extent: Extent): string {
  const { words, title, chapter, kind } = head
  const events = full.reduce((sum, section) => sum + section.events, 0)
  const name = kind === 'chapter' ? title : `${chapter} / ${title}`
  const lines = [`# ${name} (${words.events(events)})`]
  full.forEach((section, index) => {
    for (const shown of shownOf(section, extent, index)) lines.push(...sectionLines(shown, head))
  })
  const left = full.length - extent.sections
  if (left > 0) lines.push(words.moreSections(left))
  if (events === 0) lines.push(words.noEvents)
  return lines.join('\n')
}

function sectionLines(section: OpenedSection, { kind, words }: Head): string[] {
  const { overview, entries, leftOut } = section
  const heading =
    kind === 'chapter' ? [`## ${section.title} (${words.events(section.events)}, ${section.id})`] : []
  const isLeft = leftOut.paragraphs + leftOut.entries > 0
  return [
    ...heading,
    ...overview.map(
      ({ part, text, sources }) => `${words.parts[part]}${words.colon}${text} (${sources.join(', ')})`,
    ),
    ...(overview.length > 0 ? grouped(words.entries, entries, words) : entriesByPart(entries, words)),
    ...(isLeft ? [words.leftOut(leftOut.paragraphs, leftOut.entries)] : []),
  ]
}

/** Without a text that was made of them, the entries themselves tell the parts of an overview. */
function entriesByPart(entries: readonly TopicEntry[], words: Head['words']): string[] {
  return OVERVIEW_PARTS.flatMap(part =>
    grouped(
      words.parts[part],
      entries.filter(entry => entry.part === part),
      words,
    ),
  )
}

function grouped(name: string, entries: readonly TopicEntry[], words: Head['words']): string[] {
  if (entries.length === 0) return []
  return [`${name}${words.colon.trimEnd()}`, ...entries.map(entry => entryLine(entry, words))]
}

function entryLine({ id, type, title, date, marks }: TopicEntry, words: Head['words']): string {
  const told = marks.filter(mark => !(mark === 'planned' && type === 'plan')).map(mark => words.marks[mark])
  const mark = told.length === 0 ? '' : ` [${told.join(words.comma)}]`
  const what = cutToTokens(title, TITLE_TOKENS)
  return `- ${date ?? words.unknownTime} ${words.types[type]}${words.colon}${what}${mark} (${id})`
}
