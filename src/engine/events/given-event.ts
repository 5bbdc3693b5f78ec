/**
 * An event that is given, rather than derived from a block, becomes one that may be stored.
 *
 * Owns: the checks of bulk load and transfer. Leaves what every event must be to `new-event.ts`. Read only when events
 * are given: its schema is of no use to others.
 */
import { checkEventDraft } from '../../derive/derivation-schema.ts'
import type { Message } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { type EventDraft, type EventInput, type EventOrigin, TRUST } from '../../domain/event.ts'
import { makeId } from '../../domain/ids.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import { isTime } from '../../domain/time.ts'
import type { NewEvent } from '../../storage/store.ts'
import { checkDraft, tidied, trustOf } from './new-event.ts'
import { isByUserAlone } from './scope.ts'

/**
 * An event from outside a conversation (bulk load, transfer), ready to be stored. One that cites messages of anybody but
 * the user is none about the user, and is trusted no more than they are unless its trust is given.
 *
 * @param cited the messages of its sources, as far as they are known.
 * @throws PalimpsestError `bad-input` naming the field that cannot be used.
 */
export function eventFromInput(
  input: EventInput,
  space: SpaceId,
  createdTurn: number,
  cited: readonly Pick<Message, 'role'>[] = [],
): NewEvent {
  const { key, origin, mentionedAt, trust = trustFrom(origin, cited), ...rest } = input
  const offered = draftOf({ ...rest, sources: rest.sources ?? [], time: rest.time ?? null })
  const isMisplaced = offered.scope === 'user' && !isByUserAlone(cited)
  const draft: EventDraft = isMisplaced ? { ...offered, scope: 'project' } : offered
  if (!ORIGINS.includes(origin))
    throw unusable(`origin ${JSON.stringify(origin)} is not one of ${ORIGINS.join(', ')}`)
  if (mentionedAt !== null && !isTime(mentionedAt)) {
    throw unusable(
      `mentionedAt ${mentionedAt} is no time; give epoch milliseconds of the years 0001 to 9999, or null`,
    )
  }
  if (!(trust >= -10 && trust <= 10)) throw unusable(`trust ${trust} is not between -10 and 10`)
  const naturalKey = key ?? JSON.stringify([draft.type, draft.title, draft.summary, mentionedAt])
  return {
    ...tidied(draft),
    id: makeId('e', ['given', origin, naturalKey]),
    space: draft.scope === 'user' ? USER_SPACE : space,
    origin,
    trust,
    mentionedAt,
    createdTurn,
    madeBy: `given-${origin}`,
    isOnce: key === undefined,
  }
}

const trustFrom = (origin: EventOrigin, cited: readonly Pick<Message, 'role'>[]) =>
  Math.min(origin === 'agent' ? TRUST.agent : TRUST.import, ...cited.map(trustOf))

const ORIGINS: readonly EventOrigin[] = ['conversation', 'agent', 'import']

function draftOf(value: object): EventDraft {
  try {
    const draft = checkEventDraft(value)
    checkDraft({ ...draft, sources: ['outside'] })
    return draft
  } catch (error) {
    throw error instanceof PalimpsestError ? unusable(error.message) : error
  }
}

const unusable = (what: string) => new PalimpsestError('bad-input', `event: ${what}`)
