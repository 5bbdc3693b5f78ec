/**
 * An event that is given, rather than derived from a block, becomes one that may be stored.
 *
 * Owns: the checks of bulk load and transfer. Leaves what every event must be to `new-event.ts`. Read only when events
 * are given: its schema is of no use to others.
 */
import { checkEventDraft } from '../../derive/derivation-schema.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { type EventDraft, type EventInput, type EventOrigin, TRUST } from '../../domain/event.ts'
import { makeId } from '../../domain/ids.ts'
import { type SpaceId, USER_SPACE } from '../../domain/space.ts'
import { isTime } from '../../domain/time.ts'
import type { NewEvent } from '../../storage/store.ts'
import { checkDraft, tidied } from './new-event.ts'

/**
 * An event from outside a conversation (bulk load, transfer), ready to be stored.
 *
 * @throws PalimpsestError `bad-input` naming the field that cannot be used.
 */
export function eventFromInput(input: EventInput, space: SpaceId, createdTurn: number): NewEvent {
  const { key, origin, mentionedAt, trust = origin === 'agent' ? TRUST.agent : TRUST.import, ...rest } = input
  const draft = draftOf({ ...rest, sources: rest.sources ?? [], time: rest.time ?? null })
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
  }
}

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
