/**
 * From what the model says of events to drafts.
 *
 * Owns: the rules that no model can talk its way around: sources are messages of the block, quotes are verbatim, a
 * fact about the user is the user's own word, dates are resolved here. Leaves the form to `events.prompt.ts`.
 */

import type { Message } from '../../domain/conversation.ts'
import type { EventDraft } from '../../domain/event.ts'
import { gistOf } from '../../domain/gist.ts'
import { type Language, languageOf } from '../../text/language.ts'
import type { OfferedEvent } from '../deriver.ts'
import type { Numbered } from './compact-view.ts'
import { relationsOf, relationsOfBoth } from './earlier-events.ts'
import type { EventCard } from './events.prompt.ts'
import { isForeign } from './same-language.ts'
import { timeOf } from './when.ts'

/** The block that the cards are about. */
export interface CardSource {
  /** The messages that were shown. */
  messages: readonly Numbered[]
  zone: string
  language: Language
  /** The earlier events that were shown. */
  timeline: readonly OfferedEvent[]
}

/** Drafts in the order of the cards, those that say the same merged; or what is wrong with the cards. */
export function draftsOf(
  cards: readonly EventCard[],
  source: CardSource,
): { drafts: EventDraft[]; complaints: string[] } {
  const complaints: string[] = []
  const drafts: EventDraft[] = []
  for (const [index, card] of cards.entries()) {
    const cited = citedBy(card.sources, source.messages)
    if (cited.length === 0) continue
    const complaint = complaintAbout(card, cited, source.language)
    if (complaint !== undefined) complaints.push(`events.${index}: ${complaint}`)
    else drafts.push(draftOf(card, cited, source))
  }
  if (cards.length > 0 && drafts.length === 0 && complaints.length === 0)
    complaints.push('no event names in "sources" the NUMBER of a message of the block')
  return { drafts: merged(drafts), complaints }
}

/** The messages of the numbers, in order of the conversation; numbers that no message has are passed over. */
export function citedBy(numbers: readonly number[], messages: readonly Numbered[]): Message[] {
  return messages.filter(({ number }) => numbers.includes(number)).map(({ message }) => message)
}

function complaintAbout(card: EventCard, cited: readonly Message[], language: Language): string | undefined {
  if (card.title.trim() === '') return 'the title is empty'
  if (card.summary.trim() === '') return 'the summary is empty'
  const spoken = cited.filter(({ role }) => role !== 'tool').map(({ content }) => languageOf(content ?? ''))
  return isForeign(card.summary, [language, ...spoken])
    ? 'the summary is not in the language of the conversation'
    : undefined
}

function draftOf(card: EventCard, cited: readonly Message[], { zone, timeline }: CardSource): EventDraft {
  const { type, criticality, when, status } = card
  const quotes = card.quotes.map(quote => quote.trim()).filter(quote => quote !== '' && isSaid(quote, cited))
  return {
    type,
    title: card.title.trim(),
    summary: card.summary.trim(),
    tags: unique(card.tags.map(tag => tag.trim()).filter(tag => tag !== '')),
    quotes: unique(quotes),
    scope: card.scope === 'user' && cited.some(({ role }) => role !== 'user') ? 'project' : card.scope,
    criticality,
    sources: cited.map(({ id }) => id),
    time: timeOf({ when, status, quotes }, cited, zone),
    ...relationsOf(card, timeline),
  }
}

const isSaid = (quote: string, cited: readonly Message[]) =>
  cited.some(({ content, result }) => content?.includes(quote) || result?.includes(quote))

const unique = (texts: readonly string[]) => [...new Set(texts)]

/** Drafts of one type and scope that say the same, white space and case aside, become one with all their sources. */
function merged(drafts: readonly EventDraft[]): EventDraft[] {
  const first = new Map<string, EventDraft>()
  for (const draft of drafts) {
    const key = gistOf(draft)
    const same = first.get(key)
    first.set(key, same ? joined(same, draft) : draft)
  }
  return [...first.values()]
}

function joined(a: EventDraft, b: EventDraft): EventDraft {
  return {
    ...a,
    tags: unique([...a.tags, ...b.tags]),
    quotes: unique([...a.quotes, ...b.quotes]),
    sources: unique([...a.sources, ...b.sources]),
    time: a.time ?? b.time,
    ...relationsOfBoth(a, b),
  }
}
