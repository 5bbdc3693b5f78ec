/**
 * Sections that events may belong to, the nearest first.
 *
 * Owns: their order, by the words they share with the events. Leaves where an event goes to the organizer.
 */
import type { CandidateTopic } from '../../derive/organizer.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { OverviewParagraph } from '../../domain/topic.ts'
import type { Store, StoredOverview, TopicTree } from '../../storage/store.ts'
import { termWeight } from '../../text/term-weight.ts'
import { indexTerms } from '../../text/terms.ts'

/** Most candidates of a batch. */
const MOST_CANDIDATES = 12
/** Sections looked at closely, the newest ones. */
const MOST_LOOKED_AT = 200
/** Of each section so many of its newest events tell what it is about. */
const EVENTS_READ = 4

/** A candidate with what its overview was made from. */
export interface Candidate extends CandidateTopic {
  /** By source of the overview as it is given, its version. */
  versions: Readonly<Record<string, string>>
}

/**
 * At most twelve sections.
 *
 * @param wanted ids of sections that come first whatever their words.
 */
export async function candidatesFor(
  store: Store,
  { space, tree, events }: { space: SpaceId; tree: TopicTree; events: readonly MemoryEvent[] },
  wanted: readonly string[],
): Promise<Candidate[]> {
  const sections = tree.chapters
    .flatMap(chapter =>
      chapter.sections.map(({ id, title }) => ({ id, chapter: chapter.title, section: title })),
    )
    .slice(-MOST_LOOKED_AT)
  const overviews = new Map(
    (
      await store.overviews(
        space,
        sections.map(({ id }) => id),
      )
    ).map(overview => [overview.section, overview]),
  )
  const asked = termsOf(events)
  const scored = await Promise.all(
    sections.map(async section => {
      const recent = await store.eventsOfSection(space, section.id, EVENTS_READ)
      const told = overviews.get(section.id)?.paragraphs.map(({ text }) => text) ?? []
      const own = [section.chapter, section.section, ...told, ...recent.map(({ title }) => title)]
      return { section, score: wanted.includes(section.id) ? Number.POSITIVE_INFINITY : shared(asked, own) }
    }),
  )
  return scored
    .toSorted((a, b) => (a.score === b.score ? 0 : b.score - a.score))
    .slice(0, MOST_CANDIDATES)
    .map(({ section }) => ({ ...section, ...standing(overviews.get(section.id)) }))
}

const termsOf = (events: readonly MemoryEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap(({ title, summary }) => indexTerms(`${title}\n${summary}`)))

const shared = (asked: ReadonlySet<string>, texts: readonly string[]): number =>
  [...new Set(indexTerms(texts.join('\n')))].reduce(
    (sum, term) => (asked.has(term) ? sum + termWeight(term) : sum),
    0,
  )

/** What of an overview still stands: paragraphs none of whose sources changed. */
export function standing(overview: StoredOverview | undefined): {
  overview: readonly OverviewParagraph[]
  versions: Readonly<Record<string, string>>
} {
  if (overview === undefined) return { overview: [], versions: {} }
  const changed = new Set(overview.changed)
  const paragraphs = overview.paragraphs.filter(({ sources }) => sources.every(id => !changed.has(id)))
  const sources = new Set(paragraphs.flatMap(one => one.sources))
  const versions = Object.entries(overview.versions).filter(([id]) => sources.has(id))
  return { overview: paragraphs, versions: Object.fromEntries(versions) }
}
