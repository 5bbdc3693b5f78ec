/**
 * From what an organizer said to what is written.
 *
 * Owns: the rules that no organizer can talk its way around: only events that were given are placed, once each;
 * a paragraph rests on events of its own section; titles, texts and sources are bounded; and what everything rests on
 * is noted, so that nothing is written from events that changed meanwhile.
 */
import type { CandidateTopic, Organization, Placement } from '../../derive/organizer.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import {
  eventVersion,
  OVERVIEW_PARTS,
  type OverviewParagraph,
  topicKey,
  toTopicTitle,
} from '../../domain/topic.ts'
import type { OrganizedBatch, TopicPlace } from '../../storage/store.ts'
import { cutToTokens } from '../../text/cut.ts'
import type { Candidate } from './candidates.ts'

/** Bounds of an overview. */
const MOST_PARAGRAPHS = 8
const PARAGRAPH_TOKENS = 160
const MOST_SOURCES = 6

/** What was organized, and from what. */
export interface Organized {
  organization: Organization
  /** Every event of the batch, those that are hidden included. */
  batch: readonly MemoryEvent[]
  /** The events that the organizer was given. */
  events: readonly MemoryEvent[]
  /** Ids of those of them that have a place, with their section. */
  placed: ReadonlyMap<string, string>
  candidates: readonly Candidate[]
  /** Sections of which the overview rests on what changed. */
  stale: readonly string[]
  madeBy: string
}

/**
 * What is written of it.
 *
 * @throws PalimpsestError `derivation` when an event is placed that was not given.
 */
export function organizedBatch(organized: Organized): OrganizedBatch {
  const placements = placementsOf(organized)
  const overviews = overviewsOf(organized, placements)
  const touched = new Set(overviews.flatMap(({ place }) => ('id' in place ? [place.id] : [])))
  // What stood on changed events and was not written anew keeps the paragraphs that still stand.
  const remains = organized.stale
    .filter(id => !touched.has(id))
    .map(id => ({
      place: { id },
      paragraphs: organized.candidates.find(candidate => candidate.id === id)?.overview ?? [],
    }))
  return {
    versions: versionsOf(organized),
    placements: placements.map(({ event, place }) => ({ event, place })),
    overviews: [...overviews, ...remains],
    madeBy: organized.madeBy,
  }
}

function versionsOf({ batch, events, candidates }: Organized): Record<string, string> {
  const read = [...batch, ...events].map(event => [event.id, eventVersion(event)])
  return { ...Object.assign({}, ...candidates.map(({ versions }) => versions)), ...Object.fromEntries(read) }
}

interface Placed {
  event: string
  place: TopicPlace
  key: string
}

function placementsOf({ organization, events, placed, candidates }: Organized): Placed[] {
  const given = new Set(events.map(({ id }) => id))
  const done = new Set(placed.keys())
  return organization.placements.flatMap((placement): Placed[] => {
    if (!given.has(placement.event)) {
      throw new PalimpsestError(
        'derivation',
        `topics: the organizer placed ${placement.event}, which it was not given; place events that were given`,
      )
    }
    const place = placeOf(placement, candidates)
    if (place === undefined || done.has(placement.event)) return []
    done.add(placement.event)
    return [{ event: placement.event, place, key: keyOf(placement) }]
  })
}

const keyOf = ({ chapter, section }: Pick<Placement, 'chapter' | 'section'>): string =>
  JSON.stringify([topicKey(toTopicTitle(chapter)), topicKey(toTopicTitle(section))])

/** The candidate of those titles, or the titles; undefined when one is empty. */
function placeOf(
  titles: Pick<Placement, 'chapter' | 'section'>,
  candidates: readonly CandidateTopic[],
): TopicPlace | undefined {
  const key = keyOf(titles)
  const known = candidates.find(candidate => keyOf(candidate) === key)
  if (known) return { id: known.id }
  const place = { chapter: toTopicTitle(titles.chapter), section: toTopicTitle(titles.section) }
  return place.chapter === '' || place.section === '' ? undefined : place
}

function overviewsOf(
  organized: Organized,
  placements: readonly Placed[],
): OrganizedBatch['overviews'][number][] {
  const { organization, placed, candidates } = organized
  const seen = new Set<string>()
  return organization.overviews.flatMap(overview => {
    const key = keyOf(overview)
    const known = candidates.find(candidate => keyOf(candidate) === key)
    const own = [
      ...placements.filter(one => one.key === key).map(({ event }) => event),
      ...[...placed].filter(([, section]) => section === known?.id).map(([event]) => event),
    ]
    const place = placeOf(overview, candidates)
    if (own.length === 0 || place === undefined || seen.has(key)) return []
    seen.add(key)
    const before = known?.overview.flatMap(({ sources }) => sources) ?? []
    const paragraphs = founded(overview.paragraphs, new Set([...own, ...before]))
    return paragraphs.length === 0 ? [] : [{ place, paragraphs }]
  })
}

/** Paragraphs that rest on events of the section, by part. */
function founded(
  paragraphs: readonly OverviewParagraph[],
  sources: ReadonlySet<string>,
): OverviewParagraph[] {
  const kept = paragraphs.flatMap(({ part, text, sources: named }): OverviewParagraph[] => {
    const valid = [...new Set(named)].filter(id => sources.has(id)).slice(0, MOST_SOURCES)
    const said = cutToTokens(text.replace(/\s+/gu, ' ').trim(), PARAGRAPH_TOKENS)
    return valid.length > 0 && said !== '' && OVERVIEW_PARTS.includes(part)
      ? [{ part, text: said, sources: valid }]
      : []
  })
  return OVERVIEW_PARTS.flatMap(part => kept.filter(one => one.part === part)).slice(0, MOST_PARAGRAPHS)
}
