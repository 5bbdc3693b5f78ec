/**
 * The words of what has been remembered: chapters, sections, overviews.
 *
 * Owns: their record types, when two titles are one, and what of an event an overview rests on. Leaves putting events under topics to `derive`, budgets and ids to `engine/topics`.
 */
import type { MemoryEvent } from './event.ts'
import type { SpaceId } from './space.ts'

/** A lasting subject. */
export interface Chapter {
  /** `c_…`, kept through renames. */
  id: string
  space: SpaceId
  title: string
  /** Place in order of creation, from 1. */
  ordinal: number
}

/** Related matters inside a chapter. */
export interface Section {
  /** `s_…`, kept through renames. */
  id: string
  chapter: string
  /** Occurs once in its chapter. */
  title: string
  /** Place in the chapter in order of creation, from 1. */
  ordinal: number
}

/** What a paragraph of an overview is about. */
export type OverviewPart = 'background' | 'progress' | 'decisions' | 'changes' | 'open'

/** Every one, in the order in which an overview has them. */
export const OVERVIEW_PARTS: readonly OverviewPart[] = [
  'background',
  'progress',
  'decisions',
  'changes',
  'open',
]

/** One paragraph of an overview. */
export interface OverviewParagraph {
  part: OverviewPart
  text: string
  /** Ids of the events it rests on; never empty. */
  sources: readonly string[]
}

/** Most code points of a title. */
const LONGEST_TITLE = 60

/** A title as it is stored: one line of at most 60 code points; empty when nothing is left. */
export function toTopicTitle(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return [...line].slice(0, LONGEST_TITLE).join('').trim()
}

/** What two titles share that are the same but for case, width and white space. */
export const topicKey = (title: string): string =>
  title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** What may change of an event while its text stays: a text made from it rests on this too. */
export function eventVersion({ status, relations }: Pick<MemoryEvent, 'status' | 'relations'>): string {
  const { supersedes, supersededBy, conflictsWith, continues } = relations
  return JSON.stringify([status, supersedes, supersededBy, conflictsWith, continues])
}
