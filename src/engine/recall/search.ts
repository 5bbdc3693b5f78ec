/**
 * A question in words becomes hits with their sources.
 *
 * Owns: checking the request, paging, and dressing rows as hits. Leaves matching to the store's index and terms
 * to `text/terms.ts`. Reads only.
 */
import { createHash } from 'node:crypto'
import { PalimpsestError } from '../../domain/errors.ts'
import { HIT_KINDS, type Hit, type SearchOptions, type SearchResult } from '../../domain/search.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { FoundRow, SearchRequest, Store } from '../../storage/store.ts'
import { indexTerms } from '../../text/terms.ts'
import { boundedQueryTerms } from './query.ts'

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
): Promise<SearchResult> {
  if (typeof query !== 'string') throw bad(`query ${String(query)} is no text`)
  const terms = boundedQueryTerms(query)
  const request = checkRequest(terms, options)
  const fingerprint = fingerprintOf(space, request)
  const offset = options.cursor === undefined ? 0 : readCursor(options.cursor, fingerprint)
  if (terms.length === 0) return { hits: [] }
  const rows = await store.search(space, { ...request, limit: request.limit + 1, offset })
  const hits = rows.slice(0, request.limit).map(row => toHit(row, terms))
  return rows.length > request.limit
    ? { hits, next: writeCursor(offset + request.limit, fingerprint) }
    : { hits }
}

function toHit(row: FoundRow, terms: readonly string[]): Hit {
  const present = new Set(indexTerms(`${row.title ?? ''}\n${row.text}`))
  return { ...row, matched: terms.filter(term => present.has(term)) }
}

function checkRequest(terms: readonly string[], options: SearchOptions): Omit<SearchRequest, 'offset'> {
  const { kinds = HIT_KINDS, limit = DEFAULT_LIMIT, thread, speaker, type, from, to } = options
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw bad(`limit ${limit} is not between 1 and ${MAX_LIMIT}`)
  }
  if (!Array.isArray(kinds) || kinds.length === 0 || kinds.some(kind => !HIT_KINDS.includes(kind))) {
    throw bad(`kinds ${JSON.stringify(kinds)} must name some of ${HIT_KINDS.join(', ')}`)
  }
  for (const [name, value] of Object.entries({ thread, speaker, type })) {
    if (value !== undefined && typeof value !== 'string') throw bad(`${name} ${String(value)} is no text`)
  }
  for (const [name, value] of Object.entries({ from, to })) {
    if (value !== undefined && !Number.isFinite(value))
      throw bad(`${name} ${value} is no time; give epoch milliseconds`)
  }
  if (from !== undefined && to !== undefined && from >= to) throw bad(`from ${from} is not before to ${to}`)
  return { terms, kinds, limit, thread, speaker, type, from, to }
}

// ---- cursor: where the next page starts, bound to its query -------------------------------------------------

function fingerprintOf(space: SpaceId, { limit: _, ...rest }: Omit<SearchRequest, 'offset'>): string {
  return createHash('sha256')
    .update(JSON.stringify([space, rest]))
    .digest('base64url')
    .slice(0, 8)
}

const writeCursor = (offset: number, fingerprint: string) => `${fingerprint}.${offset.toString(36)}`

function readCursor(cursor: string, fingerprint: string): number {
  const [, print, place = ''] = /^([\w-]{8})\.([0-9a-z]{1,9})$/.exec(cursor) ?? []
  const offset = Number.parseInt(place, 36)
  if (print === fingerprint && Number.isSafeInteger(offset)) return offset
  throw bad(
    `cursor ${JSON.stringify(cursor)} is not the next page of this query; repeat the query without it`,
  )
}

function bad(what: string): PalimpsestError {
  return new PalimpsestError('bad-input', `search: ${what}`)
}
