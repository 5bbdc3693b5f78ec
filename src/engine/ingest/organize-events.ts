/**
 * Stored events are put under topics: gathered, organized outside any transaction, written once.
 *
 * Owns: the order of the steps, and what an organizer is given. Leaves what it may say to `engine/topics`, retries to
 * `event-work.ts`. An event that has a place keeps it, whatever becomes of it; what changed is the text made of it.
 */
import type { EventsToOrganize, Organization, Organizer } from '../../derive/organizer.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { USER_SPACE } from '../../domain/space.ts'
import type { EventBatch, Store } from '../../storage/store.ts'
import { type Candidate, candidatesFor, standing } from '../topics/candidates.ts'
import { type Organized, organizedBatch } from '../topics/organizing.ts'
import { subjectOf } from '../topics/subject.ts'
import type { StageOfEvents } from './event-work.ts'

/** Events of a batch, with those of which an overview is written anew. */
const MOST_EVENTS = 12
/** Batches of old events, over the whole store, of an organizer that costs something. */
const BACKLOG = { most: 2, withinMs: 600_000 }

/** What the stage runs on. */
export interface TopicsContext {
  store: Store
  organizer: Organizer
}

/** The stage that puts events under topics. */
export function topicsStage({ store, organizer }: TopicsContext): StageOfEvents {
  return {
    stage: 'topics',
    ...(organizer.hasModel ? { backlog: BACKLOG, least: MOST_EVENTS } : {}),
    async prepare(batch, signal, meter) {
      const gathered = await gather(store, organizer, batch)
      const organization: Organization =
        gathered.given.events.length === 0
          ? { placements: [], overviews: [] }
          : await organizer.organize(gathered.given, signal, meter)
      const organized = organizedBatch({ ...gathered.given, ...gathered, organization })
      return async () => {
        const outcome = await store.applyTopics(batch, organized)
        return outcome === 'stale' ? outcome : outcome === 'done'
      }
    },
  }
}

interface Gathered extends Omit<Organized, 'organization' | 'events' | 'placed'> {
  given: EventsToOrganize
}

/** Events that are seen and have no place, and those of which an overview has to be written anew. */
async function gather(store: Store, organizer: Organizer, batch: EventBatch): Promise<Gathered> {
  const { space } = batch
  const ids = batch.events.map(({ id }) => id)
  const places = await store.placesOf(space, ids)
  const stale = await store.sectionsRestingOn(space, ids)
  const toPlace = batch.events.filter(event => isSeen(event) && !places.has(event.id))
  const again = organizer.hasModel ? await eventsAgain(store, batch, stale) : []
  const events = [...toPlace, ...again].slice(0, MOST_EVENTS)
  const tree = await store.topics(space)
  const candidates = organizer.hasModel
    ? await candidatesFor(store, { space, tree, events }, stale)
    : await staleOnes(store, batch, stale)
  const placed = await store.placesOf(
    space,
    events.map(({ id }) => id),
  )
  return {
    given: {
      events,
      placed,
      candidates,
      chapters: tree.chapters,
      subject: subjectOf(space),
      isAboutUser: space === USER_SPACE,
    },
    batch: batch.events,
    candidates,
    stale,
    madeBy: `${organizer.name}-${organizer.version}`,
  }
}

const isSeen = ({ scope, status }: MemoryEvent): boolean =>
  scope !== 'session' && (status === 'active' || status === 'superseded')

/** Events on which paragraphs rest that can no longer stand. */
async function eventsAgain(
  store: Store,
  { space }: EventBatch,
  stale: readonly string[],
): Promise<MemoryEvent[]> {
  const overviews = await store.overviews(space, stale)
  const ids = new Set(
    overviews.flatMap(overview => {
      const stands = new Set(standing(overview).overview)
      return overview.paragraphs.filter(one => !stands.has(one)).flatMap(({ sources }) => sources)
    }),
  )
  const found = await Promise.all([...ids].map(id => store.event(space, id)))
  return found.flatMap(event => (event?.space === space && isSeen(event) ? [event] : []))
}

/** An organizer that writes no overviews is given none; what stands of the old ones is kept. */
async function staleOnes(
  store: Store,
  { space }: EventBatch,
  stale: readonly string[],
): Promise<Candidate[]> {
  const overviews = await store.overviews(space, stale)
  return overviews.map(overview => ({
    id: overview.section,
    chapter: '',
    section: '',
    ...standing(overview),
  }))
}
