/**
 * A question in words becomes hits with their sources.
 *
 * Owns: checking the request, joining the kinds, paging, and dressing what was found as hits. Leaves finding to
 * `find.ts`. Reads only.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import {
  HIT_KINDS,
  type Hit,
  type HitKind,
  type SearchOptions,
  type SearchResult,
} from '../../domain/search.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { termKey } from '../../text/term-key.ts'
import { explainWeight } from '../events/explain-weight.ts'
import { readCounters } from './counters.ts'
import { compareFound, type Found, find } from './find.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 200
/**
 * Finds what holds words of the query. Any string is a safe query; one without words finds nothing.
 *
 * @throws PalimpsestError `bad-input` for an unusable option or a cursor of another query.
 */
export async function search(
  store: Store,
  space: SpaceId,
  query: string,
  options: SearchOptions,
  { zone }: { zone: string },
): Promise<SearchResult> {
  if (typeof query !== 'string') throw bad(`query ${String(query)} is no text`)
  const request = checkRequest(options)
  const fingerprint = fingerprintOf(space, query, request)
  const offset = options.cursor === undefined ? 0 : readCursor(options.cursor, fingerprint)
  const depth = offset + request.limit + 1
  const found: Found[] = []
  for (const kind of kindsAsked(request)) {
    const { thread, limit: _limit, kinds: _kinds, ...filter } = request
    const ofKind = await find(store, { space, kind, text: query, thread, filter, depth, zone })
    found.push(...ofKind.found)
  }
  if (request.kinds.length > 1) found.sort(compareFound)
  const page = found.slice(offset, offset + request.limit)
  const hits = await toHits(store, space, page, options.explain === true)
  return found.length > offset + request.limit
    ? { hits, next: writeCursor(offset + request.limit, fingerprint) }
    : { hits }
}

/** A speaker names messages and the events that cite them; a type or topic, events only. */
function kindsAsked({ kinds, speaker, type, topic }: CheckedOptions): HitKind[] {
  return [...new Set(kinds)].filter(
    kind =>
      kind === 'event' ||
      (type === undefined && topic === undefined && (kind === 'message' || speaker === undefined)),
  )
}

/** Found documents as hits, in order; one whose record went meanwhile is left out. */
async function toHits(
  store: Store,
  space: SpaceId,
  page: readonly Found[],
  withSignals: boolean,
): Promise<Hit[]> {
  const hits = new Map<Found, Hit>()
  for (const kind of new Set(page.map(one => one.kind))) {
    const ofKind = page.filter(one => one.kind === kind)
    const records = await store.records(
      space,
      kind,
      ofKind.map(one => one.record),
    )
    const weights = withSignals && kind === 'event' ? await weightsOf(store, space, ofKind) : () => ({})
    ofKind.forEach((one, index) => {
      const record = records[index]
      if (record === undefined) return
      const { score, matched } = one
      const explain = withSignals ? { explain: { ...one.explain(), ...weights(one.record) } } : {}
      hits.set(one, { ...record, score, matched, ...explain })
    })
  }
  return page.flatMap(one => hits.get(one) ?? [])
}

/** What events weigh now, by the keys of their records: told beside the signals, it enters no score. */
async function weightsOf(
  store: Store,
  space: SpaceId,
  found: readonly Found[],
): Promise<(key: number) => { weight?: number }> {
  const keys = found.map(one => one.record)
  const placed = await store.eventsByKey(space, keys)
  const events = new Map(keys.flatMap((key, index) => (placed[index] ? [[key, placed[index].event]] : [])))
  const counters = await readCounters(store, space, [...events.values()])
  return key => {
    const event = events.get(key)
    return event === undefined ? {} : { weight: explainWeight(event, counters(event)).weight }
  }
}

/** Options that were checked, with their defaults. */
type CheckedOptions = Required<Pick<SearchOptions, 'kinds' | 'limit'>> &
  Pick<SearchOptions, 'thread' | 'speaker' | 'type' | 'topic' | 'from' | 'to'>

function checkRequest(options: SearchOptions): CheckedOptions {
  const { kinds = HIT_KINDS, limit = DEFAULT_LIMIT, thread, speaker, type, topic, from, to } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw bad(`limit ${limit} is not between 1 and ${MAX_LIMIT}`)
  }
  if (!Array.isArray(kinds) || kinds.length === 0 || kinds.some(kind => !HIT_KINDS.includes(kind))) {
    throw bad(`kinds ${JSON.stringify(kinds)} must name some of ${HIT_KINDS.join(', ')}`)
  }
  for (const [name, value] of Object.entries({ thread, speaker, type, topic })) {
    if (value !== undefined && typeof value !== 'string') throw bad(`${name} ${String(value)} is no text`)
  }
  for (const [name, value] of Object.entries({ from, to })) {
    if (value !== undefined && !Number.isFinite(value))
      throw bad(`${name} ${value} is no time; give epoch milliseconds`)
  }
  if (from !== undefined && to !== undefined && from >= to) throw bad(`from ${from} is not before to ${to}`)
  return { kinds, limit, thread, speaker, type, topic, from, to }
}

// ---- cursor: where the next page starts, bound to its query -------------------------------------------------

function fingerprintOf(space: SpaceId, query: string, { limit: _, ...rest }: CheckedOptions): string {
  const text = JSON.stringify([space, query, rest])
  return [termKey(text), termKey(`${text} `)].map(key => key.toString(36).padStart(6, '0')).join('')
}

const writeCursor = (offset: number, fingerprint: string) => `${fingerprint}.${offset.toString(36)}`

function readCursor(cursor: string, fingerprint: string): number {
  const [, print, place = ''] = /^([0-9a-z]{12})\.([0-9a-z]{1,9})$/.exec(cursor) ?? []
  const offset = Number.parseInt(place, 36)
  if (print === fingerprint && Number.isSafeInteger(offset)) return offset
  throw bad(
    `cursor ${JSON.stringify(cursor)} is not the next page of this query; repeat the query without it`,
  )
}

function bad(what: string): PalimpsestError {
  return new PalimpsestError('bad-input', `search: ${what}`)
}
