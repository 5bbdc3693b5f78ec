/**
 * The words of what has been remembered: chapters, sections, overviews.
 *
 * Owns: their record types. Leaves putting events under topics to `derive`, budgets and ids to `engine/topics`.
 */
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
