/**
 * Earlier events that those of a block may be related to.
 *
 * Owns: which are offered, within a bound that does not grow with the store: at most eight that share the block's words,
 * and the four newest. Leaves what is made of them to the deriver, what may be related to `engine/events`.
 */
import type { OfferedEvent } from '../../derive/deriver.ts'
import type { Message, Turn } from '../../domain/conversation.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { type Page, pageOf } from '../../storage/profile.ts'
import type { Postings } from '../../storage/search-index.ts'
import type { ClaimedJob, Store } from '../../storage/store.ts'
import { cutGraphemes } from '../../text/cut.ts'
import { TELLS, tellsOf } from '../../text/telling-words.ts'
import { termKey } from '../../text/term-key.ts'
import { queryTerms } from '../../text/terms.ts'

/** Bounds of what is offered. */
const RELATED = 8
const LATEST = 4
const SUMMARY_LENGTH = 400
/** Bounds of what is looked at: words of the block, places of each, events of which the record is read. */
const TERMS = 24
const PLACES = 128
const CANDIDATES = 24
/** A message is read so far, in code units; of so many messages. */
const READ_OF_MESSAGE = 1_000
const MESSAGES = 48

/** Events created before the block that its conversation may see, in order of creation; none of the block itself. */
export async function timelineOf(
  store: Store,
  job: ClaimedJob,
  turns: readonly Turn[],
): Promise<OfferedEvent[]> {
  const isEarlier = earlierThan(job, turns)
  const related = await relatedTo(store, job, turns)
  const latest = await store.latestEvents(job.space, {
    thread: job.threadKey,
    before: turns[0]?.spaceTurn ?? 0,
    limit: LATEST,
  })
  const newest = new Set(latest.map(({ id }) => id))
  const others = related.filter(event => isEarlier(event) && !newest.has(event.id))
  return [...others.slice(0, RELATED), ...latest.filter(isEarlier)]
    .sort((a, b) => a.createdTurn - b.createdTurn || (a.id < b.id ? -1 : 1))
    .map(offer)
}

function offer({ id, type, scope, title, summary, mentionedAt, time }: MemoryEvent): OfferedEvent {
  return { id, type, scope, title, summary: cutGraphemes(summary, SUMMARY_LENGTH), mentionedAt, time }
}

/** Turns of another space are counted by themselves: there the time of what was said decides. */
function earlierThan(job: ClaimedJob, turns: readonly Turn[]): (event: MemoryEvent) => boolean {
  const turn = turns[0]?.spaceTurn ?? 0
  const at = turns.flatMap(({ messages }) => messages.flatMap(message => message.at ?? []))[0] ?? null
  return event => {
    if (event.status !== 'active' || event.block === job.block) return false
    if ((event.sourceSpace ?? event.space) === job.space) return event.createdTurn < turn
    return at !== null && event.mentionedAt !== null && event.mentionedAt < at
  }
}

/** Events that hold words of the block, those with the rarest first. */
async function relatedTo(store: Store, job: ClaimedJob, turns: readonly Turn[]): Promise<MemoryEvent[]> {
  const terms = wordsOf(turns)
  if (terms.length === 0) return []
  const postings = await store.postings(job.space, {
    kind: 'event',
    viewer: job.thread,
    terms: terms.map(termKey),
    cap: PLACES,
  })
  const worth = worthOfPlaces(postings)
  const best = [...worth].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, CANDIDATES)
  const keys = await recordsAt(
    store,
    job,
    postings,
    best.map(([place]) => place),
  )
  const placed = await store.eventsByKey(job.space, keys, job.threadKey)
  // What is said in one conversation only is seen there, whichever host another of its name belongs to.
  return placed.flatMap(one =>
    one === undefined || (one.event.scope === 'session' && one.turn === null) ? [] : one.event,
  )
}

/** Words that tell something, those that most messages hold first. */
function wordsOf(turns: readonly Turn[]): string[] {
  const spoken = turns.flatMap(turn => turn.messages.filter(isSpoken)).slice(-MESSAGES)
  const counts = new Map<string, number>()
  for (const { content } of spoken) {
    for (const term of queryTerms((content ?? '').slice(0, READ_OF_MESSAGE)))
      if (tellsOf(term) === TELLS.something) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, TERMS)
    .map(([term]) => term)
}

const isSpoken = ({ role, own, content }: Message) =>
  (role === 'user' || role === 'assistant') && !own && content !== null

/** Each place with how rare the words are that stand there, together. */
function worthOfPlaces({ lists, documents }: Postings): Map<number, number> {
  const worth = new Map<number, number>()
  for (const { places, documents: holding } of lists) {
    const rare = Math.log((documents + 1) / (holding + 0.5))
    for (const place of places) worth.set(place, (worth.get(place) ?? 0) + rare)
  }
  return worth
}

/** Keys of the records at some places, in the order of the places. */
async function recordsAt(
  store: Store,
  job: ClaimedJob,
  { latest }: Postings,
  places: readonly number[],
): Promise<number[]> {
  const pages = new Map<number, Page>(latest.map(({ page }) => [page.number, page]))
  const numbers = [...new Set(places.map(pageOf))].filter(number => !pages.has(number))
  for (const page of (await store.profiles(job.space, numbers, false)).pages) pages.set(page.number, page)
  return places.flatMap(place => {
    const page = pages.get(pageOf(place))
    const start = page?.startOf(place)
    return page === undefined || start === undefined ? [] : page.record(start)
  })
}
