/**
 * The directory of topics: page by page to browse, or as one text within a budget.
 *
 * Owns: what is listed and in which order (that of creation, so that what is new moves nothing), pages, and what stands
 * in for what does not fit. Reads only, and calls no model. Leaves an opened topic to `opened.ts`.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { ListedChapter, Store, TopicTree } from '../../storage/store.ts'
import { cutToTokens } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import { countOf, TOPIC_CATEGORIES, type TopicCategory } from './categories.ts'
import { languageOfTitles, type TopicLanguage, wordsOf } from './words.ts'

/** A section in a directory. */
export interface DirectorySection {
  id: string
  title: string
  /** Events that are listed in it. */
  events: number
}

/** A chapter in a directory. */
export interface DirectoryChapter {
  id: string
  title: string
  /** `user` for what is remembered about the user in every space. */
  space: SpaceId
  /** Events of the chapter as a whole. */
  events: number
  /** In order of creation. */
  sections: readonly DirectorySection[]
}

/** One page of the directory. */
export interface TopicDirectory {
  /** From 1. */
  page: number
  /** At least 1. */
  pages: number
  /** Sections of all pages. */
  sectionCount: number
  /** The page's sections, at most 20, under their chapters in order of creation; those about the user come first. */
  chapters: readonly DirectoryChapter[]
  /** Events that are in no section yet; they are found and listed all the same. */
  notOrganised: number
  /** All events of the space and of the user, by category. */
  categories: Readonly<Record<TopicCategory, number>>
}

/** Which page is wanted. */
export interface DirectoryOptions {
  /** From 1, the default; one beyond the last is empty. */
  page?: number
  /** Only events of this category are counted, and sections without one are left out. */
  category?: TopicCategory
}

/** Sections of a page. */
const PAGE_SIZE = 20

/**
 * A page of the topics of a space and of the user.
 *
 * @throws PalimpsestError `bad-input` for a page that is no number from 1, or an unknown category.
 */
export async function readDirectory(
  store: Store,
  space: SpaceId,
  { page = 1, category }: DirectoryOptions,
): Promise<TopicDirectory> {
  if (!Number.isSafeInteger(page) || page < 1) throw bad(`page ${page} is none; give a number from 1`)
  if (category !== undefined && !TOPIC_CATEGORIES.includes(category))
    throw bad(`category ${JSON.stringify(category)} is unknown; give one of ${TOPIC_CATEGORIES.join(', ')}`)
  const trees = await treesOf(store, space)
  const chapters = trees.flatMap(tree => listed(tree, category))
  const sectionCount = chapters.reduce((sum, { sections }) => sum + sections.length, 0)
  return {
    page,
    pages: Math.max(1, Math.ceil(sectionCount / PAGE_SIZE)),
    sectionCount,
    chapters: pageOf(chapters, page),
    notOrganised: trees.reduce((sum, { notPlaced }) => sum + countOf(notPlaced, category), 0),
    categories: byCategory(trees),
  }
}

/** What is remembered about the user stands before what the space remembers: it changes least. */
async function treesOf(store: Store, space: SpaceId): Promise<TopicTree[]> {
  const spaces = space === USER_SPACE ? [USER_SPACE] : [USER_SPACE, space]
  return Promise.all(spaces.map(one => store.topics(one)))
}

/** Chapters with the sections in which something is seen. */
function listed({ chapters }: TopicTree, category: TopicCategory | undefined): DirectoryChapter[] {
  return chapters.map(chapter => inDirectory(chapter, category)).filter(({ sections }) => sections.length > 0)
}

function inDirectory(
  { id, title, space, sections }: ListedChapter,
  category: TopicCategory | undefined,
): DirectoryChapter {
  const seen = sections
    .map(section => ({ id: section.id, title: section.title, events: countOf(section.events, category) }))
    .filter(section => section.events > 0)
  return { id, title, space, events: seen.reduce((sum, section) => sum + section.events, 0), sections: seen }
}

function pageOf(chapters: readonly DirectoryChapter[], page: number): DirectoryChapter[] {
  let before = 0
  return chapters.flatMap(chapter => {
    const from = (page - 1) * PAGE_SIZE - before
    before += chapter.sections.length
    const sections = chapter.sections.slice(Math.max(0, from), Math.max(0, from + PAGE_SIZE))
    return sections.length > 0 ? [{ ...chapter, sections }] : []
  })
}

function byCategory(trees: readonly TopicTree[]): Record<TopicCategory, number> {
  const counts = trees.flatMap(({ chapters, notPlaced }) => [
    notPlaced,
    ...chapters.flatMap(({ sections }) => sections.map(({ events }) => events)),
  ])
  return Object.fromEntries(
    TOPIC_CATEGORIES.map(category => [
      category,
      counts.reduce((sum, one) => sum + countOf(one, category), 0),
    ]),
  ) as Record<TopicCategory, number>
}

const bad = (what: string) => new PalimpsestError('bad-input', `topics: ${what}`)

// ---- as one text ----------------------------------------------------------------------------------------------

/** How a directory is written. */
export interface DirectoryTextOptions {
  /** Default: that of the titles. */
  language?: TopicLanguage
  /** Most tokens; default 400. */
  budgetTokens?: number
}

const DIRECTORY_TOKENS = 400

/**
 * The whole directory as text, the same bytes as long as memory is the same; empty when nothing is remembered. Where it
 * would be larger than the budget, sections, then chapters give way to how many there are and on which page, and the
 * categories are told.
 */
export async function directoryText(
  store: Store,
  space: SpaceId,
  { language, budgetTokens = DIRECTORY_TOKENS }: DirectoryTextOptions,
): Promise<string> {
  if (!(budgetTokens > 0)) throw bad(`budgetTokens ${budgetTokens} is not positive; give a number of tokens`)
  const trees = await treesOf(store, space)
  const chapters = trees.flatMap(tree => listed(tree, undefined))
  const notOrganised = trees.reduce((sum, { notPlaced }) => sum + countOf(notPlaced), 0)
  if (chapters.length === 0 && notOrganised === 0) return ''
  const words = wordsOf(language ?? languageOfTitles(chapters.map(({ title }) => title)))
  const writing: Writing = { chapters, notOrganised, categories: byCategory(trees), words }
  return fitting(writing, budgetTokens)
}

interface Writing {
  chapters: readonly DirectoryChapter[]
  notOrganised: number
  categories: Readonly<Record<TopicCategory, number>>
  words: ReturnType<typeof wordsOf>
}

/** As many sections of each chapter as fit, then as many chapters, then the counts alone. */
function fitting(writing: Writing, budget: number): string {
  const most = Math.max(0, ...writing.chapters.map(({ sections }) => sections.length))
  const bySections = largest(most, shown => written(writing, writing.chapters.length, shown), budget)
  if (bySections !== undefined) return bySections
  const byChapters = largest(writing.chapters.length, shown => written(writing, shown, 0), budget)
  return byChapters ?? cutToTokens(written(writing, 0, 0), budget)
}

/** The text with the largest number that is within the budget; undefined when not even that with 0 is. */
function largest(most: number, text: (n: number) => string, budget: number): string | undefined {
  let low = 0
  let high = most
  let best: string | undefined
  let n = most
  while (low <= high) {
    const tried = text(n)
    if (countTokens(tried) <= budget) {
      best = tried
      low = n + 1
    } else high = n - 1
    n = (low + high) >> 1
  }
  return best
}

/** The text with the first chapters, and the first sections of each. */
function written(
  { chapters, notOrganised, categories, words }: Writing,
  chaptersShown: number,
  shown: number,
): string {
  const lines = chapters.slice(0, chaptersShown).map(chapter => {
    const sections = chapter.sections.slice(0, shown).map(({ title, events }) => `${title} ${events}`)
    const more = chapter.sections.length - sections.length
    const rest = more === 0 ? [] : [words.moreSections(more)]
    return `${chapter.id} ${chapter.title}${words.colon}${[...sections, ...rest].join(words.comma)}`
  })
  const left = leftOut(chapters, chaptersShown, shown)
  const standIns =
    left === undefined
      ? []
      : [words.moreTopics(left.chapters, left.sections, left.page), categoryLine(categories, words)]
  const waiting = notOrganised === 0 ? [] : [words.notOrganised(notOrganised)]
  return [words.directory, ...lines, ...standIns, ...waiting].join('\n')
}

/** What is not named, and on which page it begins; undefined when everything is. */
function leftOut(chapters: readonly DirectoryChapter[], chaptersShown: number, shown: number) {
  let first: number | undefined
  let sections = 0
  let before = 0
  chapters.forEach((chapter, index) => {
    const named = index < chaptersShown ? Math.min(shown, chapter.sections.length) : 0
    if (named < chapter.sections.length) first ??= before + named
    sections += chapter.sections.length - named
    before += chapter.sections.length
  })
  if (first === undefined) return undefined
  return {
    chapters: Math.max(0, chapters.length - chaptersShown),
    sections,
    page: Math.floor(first / PAGE_SIZE) + 1,
  }
}

function categoryLine(categories: Writing['categories'], words: Writing['words']): string {
  const counted = TOPIC_CATEGORIES.filter(category => categories[category] > 0).map(
    category => `${words.categories[category]} ${categories[category]}`,
  )
  return `${words.byCategory}${counted.join(words.comma)}`
}
