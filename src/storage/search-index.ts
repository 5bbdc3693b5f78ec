/**
 * What ranking can ask of stored memory: the part of the store's door that finding goes through.
 *
 * Owns: the shapes of postings, sections and hits' records. Leaves the form of a profile to `profile.ts`, weights
 * and order to `engine/recall`.
 *
 * A **document** stands for one message, ready block or event. Its **place** is a number: documents of one
 * conversation lie in **sections** of up to 128, in the order they came. A **shelf** holds the documents of one kind
 * of one space; nothing that is asked of it costs more, or answers otherwise, because other shelves are full.
 */
import type { EventType } from '../domain/event.ts'
import type { Hit, HitKind } from '../domain/search.ts'
import type { SpaceId } from '../domain/space.ts'
import type { Page } from './profile.ts'

/** Which documents are meant. Events are those of the space and of the user space together. */
export interface IndexScope {
  kind: HitKind
  /** The conversation that asks: its `session` events are meant too. */
  viewer?: string
  /** Only what this conversation sees, its `session` events included. */
  thread?: string
}

/** Asks which documents hold each of some terms. */
export interface PostingsRequest extends IndexScope {
  /** Keys of terms (`text/term-key.ts`), each once. */
  terms: readonly number[]
  /** Most places given per term and shelf, the newest ones. */
  cap: number
  /** Sections of which places are given beyond the cap, as many again. */
  also?: ReadonlySet<number>
}

/** Where one term stands. */
export interface PostingList {
  /** Places of documents that hold it, newest first. */
  places: Float64Array
  /** Documents that hold it: counted, or estimated when there are more than the cap. */
  documents: number
}

/** The answer to a {@link PostingsRequest}. */
export interface Postings {
  /** Documents on the shelves asked, before any narrowing to a conversation. */
  documents: number
  /** Terms in them, repeated ones counted. */
  length: number
  /** Time of the latest of them, epoch milliseconds; null when none has one. */
  latestAt: number | null
  /** One list a term, in the order asked. */
  lists: readonly PostingList[]
  /**
   * Last ordinal that may be seen, by section, where the conversation sees a section in part or where only listed
   * sections were asked.
   */
  lastSeen: ReadonlyMap<number, number>
  /**
   * Pages of which documents were added lately; {@link SearchIndex.profiles} knows these pages without them, or not at
   * all.
   */
  latest: readonly LatestPage[]
  /** Keys of the records that are not to be found though they are indexed: events forgotten or archived. */
  hidden: ReadonlySet<number>
}

/** A page with documents that the rest of the index does not count yet. */
export interface LatestPage {
  page: Page
  /** Documents of it that are counted: those before are not new. */
  counted: number
}

/** What ranking knows of a section. */
export interface Section {
  key: number
  documents: number
  /** Terms in them, repeated ones counted. */
  length: number
}

/** A speaker whose name may stand in a question. */
export interface NamedSpeaker {
  /** Number in the profiles of the space. */
  number: number
  name: string
  /** Sections in which the speaker said something, the latest ones first, at most as many as asked. */
  sections: readonly number[]
}

/** What ranking looks at closely. */
export interface Profiles {
  pages: readonly Page[]
  /** Sections that the pages asked for lie in; none when not asked. */
  sections: readonly Section[]
}

/** Conditions that need the records themselves. */
export interface RecordFilter {
  speaker?: string
  type?: EventType
  /** Id of a chapter or section that the events are in. */
  topic?: string
  from?: number
  to?: number
}

/** A found record before it is dressed as a hit. */
export type FoundRecord = Omit<Hit, 'matched' | 'score' | 'explain'>

/** Reading the index; part of every store. */
export interface SearchIndex {
  postings(space: SpaceId, request: PostingsRequest): Promise<Postings>
  /** Pages by number, with their sections if asked; one that does not exist is left out. */
  profiles(space: SpaceId, pages: readonly number[], withSections: boolean): Promise<Profiles>
  /**
   * Sections of messages said wholly or partly in `[from, to)`, the latest ones first, at most `limit`. One that
   * began more than 60 days before is not looked for. Sections of documents that wait have the numbers they have in
   * {@link Postings.latest}.
   */
  sectionsBetween(space: SpaceId, from: number, to: number, limit: number): Promise<number[]>
  /** Speakers of the space with a name of which one of the words, by its key, is a whole word. */
  speakers(space: SpaceId, words: readonly number[], maxSections: number): Promise<NamedSpeaker[]>
  /** Records in the order of their keys as asked; undefined for one that is gone. */
  records(
    space: SpaceId,
    kind: HitKind,
    keys: readonly number[],
  ): Promise<readonly (FoundRecord | undefined)[]>
  /** Which of the records pass; in the order asked. */
  passing(
    space: SpaceId,
    kind: HitKind,
    keys: readonly number[],
    filter: RecordFilter,
  ): Promise<ReadonlySet<number>>
}
