/**
 * From what a deriver proposes to what may be stored: provenance checked, identical cards merged.
 *
 * Owns: ids, trust, creation turn and mention time of events, and the checks that no deriver can talk its way
 * around. Leaves finding facts in text to `derive`.
 */

import type { OfferedEvent } from '../../derive/deriver.ts'
import type { Message, Turn } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { type EventDraft, type EventRelation, TRUST } from '../../domain/event.ts'
import { gistOf } from '../../domain/gist.ts'
import { makeId } from '../../domain/ids.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import { isTime } from '../../domain/time.ts'
import type { NewEvent } from '../../storage/store.ts'
import { cutGraphemes } from '../../text/cut.ts'
import { scopeOf } from './scope.ts'

/** The block that drafts were taken from. */
export interface EventSource {
  /** Where the block lies; user-scope events leave it for the user space. */
  space: SpaceId
  /** Id of the block. */
  block: string
  /** Those of the block; their messages, `own` ones aside, are what a draft may cite. */
  turns: readonly Turn[]
  /** Name and version of the deriver. */
  madeBy: string
  /** The earlier events that drafts may be related to; default none. */
  offered?: readonly OfferedEvent[]
  /**
   * Whether a draft and an earlier event speak of one thing in one respect, so that one can take the other's place;
   * default: nothing does, and what a deriver calls superseded is a conflict.
   */
  isSameKey?: (draft: EventDraft, earlier: OfferedEvent) => boolean
}

/**
 * Turns drafts into events of a block, in order. Drafts that say the same (type, scope and summary alike, white
 * space and case aside) become one with all their sources.
 *
 * @throws PalimpsestError `derivation` when a draft has no scope, no title, no source, or cites a message that is
 *   not evidence of this block; nothing of the extraction may be stored then.
 */
export function newEvents(drafts: readonly EventDraft[], source: EventSource): NewEvent[] {
  const evidence = new Map<string, Cited>()
  for (const turn of source.turns) {
    for (const message of turn.messages) if (!message.own) evidence.set(message.id, { message, turn })
  }
  const citedBy = (draft: EventDraft) => {
    checkDraft(draft)
    return draft.sources.map(id => {
      const found = evidence.get(id)
      if (!found) throw invalid(draft, `source ${id} is not a message of block ${source.block}`)
      return found
    })
  }
  const founded = drafts.map(draft => foundedOn(draft, citedBy(draft)))
  return mergeIdentical(founded).map((draft, ordinal) => {
    const cited = citedBy(draft)
    const last = cited.reduce((a, b) => (isLater(b, a) ? b : a))
    const { relations: _, ...rest } = tidied(draft)
    return {
      ...rest,
      ...relationsOf(draft, source),
      ...placeOf(draft, ordinal, source),
      origin: 'conversation',
      trust: Math.min(...cited.map(({ message }) => trustOf(message))),
      mentionedAt: last.message.at,
      createdTurn: last.turn.spaceTurn,
      madeBy: source.madeBy,
      isOnce: true,
    }
  })
}

/** Of the draft what its sources hold: verbatim quotes, and the scope they allow. */
function foundedOn(draft: EventDraft, cited: readonly Cited[]): EventDraft {
  const messages = cited.map(({ message }) => message)
  const quotes = draft.quotes.filter(quote => messages.some(message => isSaid(quote, message)))
  return { ...draft, quotes, scope: scopeOf({ ...draft, quotes }, messages) }
}

interface Cited {
  message: Message
  turn: Turn
}

function isLater(a: Cited, b: Cited): boolean {
  return a.turn.ordinal === b.turn.ordinal
    ? a.message.position > b.message.position
    : a.turn.ordinal > b.turn.ordinal
}

/** How far what a message says may be trusted. */
export function trustOf(message: Pick<Message, 'role'>): number {
  if (message.role === 'user') return TRUST.user
  return message.role === 'assistant' ? TRUST.assistant : TRUST.tool
}

function mergeIdentical(drafts: readonly EventDraft[]): EventDraft[] {
  const merged = new Map<string, EventDraft>()
  for (const draft of drafts) {
    const key = gistOf(draft)
    const same = merged.get(key)
    if (!same) merged.set(key, draft)
    else
      merged.set(key, {
        ...same,
        tags: union(same.tags, draft.tags),
        quotes: union(same.quotes, draft.quotes),
        sources: union(same.sources, draft.sources),
        ...withRelations(RELATIONS.map(kind => [kind, union(related(same, kind), related(draft, kind))])),
      })
  }
  return [...merged.values()]
}

const RELATIONS: readonly EventRelation[] = ['supersedes', 'conflictsWith', 'continues']
const related = ({ relations }: EventDraft, kind: EventRelation) => relations?.[kind] ?? []

/** Without the kinds that name nothing. */
function withRelations(
  pairs: readonly (readonly [EventRelation, readonly string[]])[],
): Pick<EventDraft, 'relations'> {
  const named = pairs.filter(([, ids]) => ids.length > 0)
  return named.length > 0 ? { relations: Object.fromEntries(named) } : {}
}

/** Relations to what was offered; one takes another's place only where code can tell that they are of one thing. */
function relationsOf(draft: EventDraft, { offered = [], isSameKey = () => false }: EventSource) {
  const known = new Map(offered.map(event => [event.id, event]))
  const of = (kind: EventRelation) => related(draft, kind).flatMap(id => known.get(id) ?? [])
  const [confirmed, unsure] = [true, false].map(isSure =>
    of('supersedes').filter(earlier => isSameKey(draft, earlier) === isSure),
  )
  const ids = (events: readonly OfferedEvent[] = []) => events.map(({ id }) => id)
  return withRelations([
    ['supersedes', ids(confirmed)],
    ['conflictsWith', union(ids(of('conflictsWith')), ids(unsure))],
    ['continues', ids(of('continues'))],
  ])
}

const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]

/**
 * User-scope events of all spaces lie together: block ids say nothing of their space, so the space enters the
 * natural key of theirs.
 */
function placeOf(draft: EventDraft, ordinal: number, { space, block, madeBy }: EventSource) {
  return draft.scope === 'user'
    ? { id: makeId('e', [space, block, ordinal, madeBy]), space: USER_SPACE }
    : { id: makeId('e', [block, ordinal, madeBy]), space }
}

/** Longer texts are no title, summary or tag: in code points, and in how many of them. */
const LIMITS = { title: 200, summary: 2_000, tag: 64, tags: 12, hint: 64, hints: 2, quotes: 8 }

/** The draft within the bounds of what is stored. */
export function tidied(draft: EventDraft): EventDraft & { categoryHints: string[] } {
  const short = (texts: readonly string[], count: number, length: number) =>
    texts.slice(0, count).map(text => cutGraphemes(text, length))
  return {
    ...draft,
    title: cutGraphemes(draft.title, LIMITS.title),
    summary: cutGraphemes(draft.summary, LIMITS.summary),
    tags: short(draft.tags, LIMITS.tags, LIMITS.tag),
    quotes: short(draft.quotes, LIMITS.quotes, LIMITS.summary),
    categoryHints: short(draft.categoryHints ?? [], LIMITS.hints, LIMITS.hint),
  }
}

const isSaid = (quote: string, { content, result }: Message) =>
  (content?.includes(quote) ?? false) || (result?.includes(quote) ?? false)

/** @throws PalimpsestError `derivation` naming what the draft lacks. */
export function checkDraft(draft: EventDraft): void {
  if (draft.title.trim() === '') throw invalid(draft, 'the title is empty')
  if (draft.sources.length === 0) throw invalid(draft, 'no source message is named')
  const { time } = draft
  if (time === null || time.precision === 'unknown') return
  if (!isTime(time.start) || !isTime(time.end) || time.start >= time.end) {
    throw invalid(
      draft,
      `time ${time.start} … ${time.end} is no range; give [start, end) in epoch milliseconds or precision unknown`,
    )
  }
}

function invalid(draft: EventDraft, what: string): PalimpsestError {
  return new PalimpsestError(
    'derivation',
    `event ${JSON.stringify(draft.title)}: ${what}; nothing of this extraction was stored`,
  )
}
