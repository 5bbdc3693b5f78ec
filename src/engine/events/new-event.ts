/**
 * From what a deriver proposes to what may be stored: provenance checked, identical cards merged.
 *
 * Owns: ids, trust, creation turn and mention time of events, and the checks that no deriver can talk its way
 * around. Leaves finding facts in text to `derive`.
 */
import type { Message, Turn } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { type EventDraft, type EventInput, TRUST } from '../../domain/event.ts'
import { makeId } from '../../domain/ids.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import type { NewEvent } from '../../storage/store.ts'
import { cutGraphemes } from '../../text/cut.ts'

export interface EventSource {
  space: SpaceId
  /** Id of the block the drafts were taken from. */
  block: string
  turns: readonly Turn[]
  /** Name and version of the deriver. */
  madeBy: string
}

const MAX_HINTS = 2
const MAX_HINT_LENGTH = 64

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
  return mergeIdentical(drafts).map((draft, ordinal) => {
    checkDraft(draft)
    const cited = draft.sources.map(id => {
      const found = evidence.get(id)
      if (!found) throw invalid(draft, `source ${id} is not a message of block ${source.block}`)
      return found
    })
    const last = cited.reduce((a, b) => (isLater(b, a) ? b : a))
    return {
      ...draft,
      id: makeId('e', [source.block, ordinal, source.madeBy]),
      space: draft.scope === 'user' ? USER_SPACE : source.space,
      categoryHints: tidyHints(draft.categoryHints),
      origin: 'conversation',
      trust: Math.min(...cited.map(({ message }) => trustOf(message))),
      mentionedAt: last.message.at,
      createdTurn: last.turn.spaceTurn,
      madeBy: source.madeBy,
    }
  })
}

/** An event from outside a conversation (bulk load, transfer), ready to be stored. */
export function eventFromInput(input: EventInput, space: SpaceId, createdTurn: number): NewEvent {
  checkDraft({ ...input, sources: ['outside'], time: input.time ?? null })
  const { key, ...event } = input
  return {
    ...event,
    id: makeId('e', [
      'given',
      input.origin,
      key ?? JSON.stringify([input.type, input.title, input.summary, input.mentionedAt]),
    ]),
    space: input.scope === 'user' ? USER_SPACE : space,
    sources: input.sources ?? [],
    time: input.time ?? null,
    categoryHints: tidyHints(input.categoryHints),
    trust: input.trust ?? (input.origin === 'agent' ? TRUST.agent : TRUST.import),
    createdTurn,
    madeBy: `given-${input.origin}`,
  }
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

function trustOf(message: Message): number {
  if (message.role === 'user') return TRUST.user
  return message.role === 'assistant' ? TRUST.assistant : TRUST.tool
}

function mergeIdentical(drafts: readonly EventDraft[]): EventDraft[] {
  const merged = new Map<string, EventDraft>()
  for (const draft of drafts) {
    const key = [draft.type, draft.scope, fold(draft.summary)].join('\n')
    const same = merged.get(key)
    if (!same) merged.set(key, draft)
    else
      merged.set(key, {
        ...same,
        tags: union(same.tags, draft.tags),
        quotes: union(same.quotes, draft.quotes),
        sources: union(same.sources, draft.sources),
      })
  }
  return [...merged.values()]
}

const fold = (text: string) => text.replace(/\s+/gu, ' ').trim().toLowerCase()
const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]

function tidyHints(hints: readonly string[] = []): string[] {
  return hints.slice(0, MAX_HINTS).map(hint => cutGraphemes(hint, MAX_HINT_LENGTH))
}

const SCOPES = ['session', 'project', 'user']

function checkDraft(draft: EventDraft): void {
  if (!SCOPES.includes(draft.scope))
    throw invalid(draft, `scope ${JSON.stringify(draft.scope)} is not one of ${SCOPES.join(', ')}`)
  if (draft.title.trim() === '') throw invalid(draft, 'the title is empty')
  if (draft.sources.length === 0) throw invalid(draft, 'no source message is named')
  const { time } = draft
  if (
    time &&
    time.precision !== 'unknown' &&
    !(time.start !== null && time.end !== null && time.start < time.end)
  ) {
    throw invalid(
      draft,
      `time ${time.start} … ${time.end} is no range; give [start, end) or precision unknown`,
    )
  }
}

function invalid(draft: EventDraft, what: string): PalimpsestError {
  return new PalimpsestError(
    'derivation',
    `event ${JSON.stringify(draft.title)}: ${what}; nothing of this extraction was stored`,
  )
}
