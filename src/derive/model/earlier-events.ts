/**
 * Earlier events as a model reads them, under labels it can name them by.
 *
 * Owns: labels, form and size of that part of a request, and the way back from labels to ids. Leaves which events are
 * offered to `engine/ingest`.
 */
import type { EventDraft, EventRelation } from '../../domain/event.ts'
import { cutToTokens } from '../../text/cut.ts'
import { oneLine } from '../../text/one-line.ts'
import type { OfferedEvent } from '../deriver.ts'
import type { EventCard } from './events.prompt.ts'

/** Most tokens of one event, so that twelve of them stay far below a block. */
const EVENT_TOKENS = 110
const LONGEST_TITLE = 24

/** One line an event: `E1 [decision, project] 2025-06-17 Title: summary`; empty without events. */
export function earlierEvents(timeline: readonly OfferedEvent[], redact: (text: string) => string): string {
  return timeline
    .map((event, index) => {
      const { type, scope, title, summary, mentionedAt } = event
      const day = mentionedAt === null ? '' : ` ${new Date(mentionedAt).toISOString().slice(0, 10)}`
      const said = oneLine(redact(summary))
      const name = cutToTokens(oneLine(redact(title)), LONGEST_TITLE)
      const text = said.startsWith(name.replace(/…$/u, '')) ? said : `${name}: ${said}`
      return `${labelOf(index)} [${type}, ${scope}]${day} ${cutToTokens(text, EVENT_TOKENS)}`
    })
    .join('\n')
}

const labelOf = (index: number) => `E${index + 1}`

/** What a card says of earlier events, by their ids; labels that nothing bears are passed over. */
export function relationsOf(
  { supersedes, conflicts, continues }: EventCard,
  timeline: readonly OfferedEvent[],
): Pick<EventDraft, 'relations'> {
  const ids = new Map(timeline.map(({ id }, index) => [labelOf(index), id]))
  const idsOf = (labels: readonly string[]) => labels.flatMap(label => ids.get(label) ?? [])
  return withRelations({
    supersedes: idsOf(supersedes),
    conflictsWith: idsOf(conflicts),
    continues: idsOf(continues),
  })
}

/** What either of two drafts says. */
export function relationsOfBoth(a: EventDraft, b: EventDraft): Pick<EventDraft, 'relations'> {
  const both = (kind: EventRelation) => [a, b].flatMap(({ relations }) => relations?.[kind] ?? [])
  return withRelations({
    supersedes: both('supersedes'),
    conflictsWith: both('conflictsWith'),
    continues: both('continues'),
  })
}

/** Each id once, kinds that name none left out. */
function withRelations(ids: Record<EventRelation, readonly string[]>): Pick<EventDraft, 'relations'> {
  const named = Object.entries(ids).filter(([, of]) => of.length > 0)
  if (named.length === 0) return {}
  return { relations: Object.fromEntries(named.map(([kind, of]) => [kind, [...new Set(of)]])) }
}
