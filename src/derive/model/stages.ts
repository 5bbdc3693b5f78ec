/**
 * The two tasks as stages: what each asks, how its answer is read, how two halves become one.
 *
 * Owns: the way from an answer's text to a value or to what is wrong with it. Leaves asking to `calls.ts`.
 */
import type { EventDraft } from '../../domain/event.ts'
import type { ChatRequest } from '../chat-model.ts'
import type { Derivation } from '../deriver.ts'
import { formOf, schemaOf } from './answer-form.ts'
import type { Read } from './asking.ts'
import { type CardSource, citedBy, draftsOf } from './event-drafts.ts'
import { EVENTS_FORM, EVENTS_TASK } from './events.prompt.ts'
import { isForeign } from './same-language.ts'
import { SUMMARY_FORM, type SummaryForm, summaryTask } from './summary.prompt.ts'
import { isEvents, isSummary, tidyEvents, tidySummary } from './tidy-answer.ts'

/** One task. */
export interface Stage<T> {
  name: 'summary' | 'events'
  /** The last line of the request. */
  task: string
  reply: ChatRequest['reply']
  read(text: string, source: CardSource): Read<T>
  merge(first: T, second: T): T
}

/** What the first stage gives. */
export type Summary = Omit<Derivation, 'events'> & { shouldExtract: boolean }

/** Title, tags, summary, key facts, and whether to go on. */
export function summaryStage(sourceTokens: number): Stage<Summary> {
  return {
    name: 'summary',
    task: summaryTask(sourceTokens),
    reply: { name: 'summary', schema: schemaOf(SUMMARY_FORM) },
    read(text, source) {
      const answer = formOf(text, { form: SUMMARY_FORM, isWanted: isSummary, tidy: tidySummary })
      return 'value' in answer ? summaryOf(answer.value, source) : answer
    },
    merge: (first, second) => ({
      title: first.title,
      tags: [...first.tags, ...second.tags],
      summary: `${first.summary} ${second.summary}`,
      keyFacts: [...first.keyFacts, ...second.keyFacts],
      shouldExtract: first.shouldExtract || second.shouldExtract,
    }),
  }
}

/** An empty list and nothing beside it, in a fence or not. */
const NOTHING = /^\s*(?:```\w*\s*)?\[\s*\]\s*(?:```\s*)?$/

/** Events, checked and dated. */
export const EVENTS_STAGE: Stage<EventDraft[]> = {
  name: 'events',
  task: EVENTS_TASK,
  reply: { name: 'events', schema: schemaOf(EVENTS_FORM) },
  read(text, source) {
    const answer = formOf(NOTHING.test(text) ? '{"events": []}' : text, {
      form: EVENTS_FORM,
      isWanted: isEvents,
      tidy: tidyEvents,
    })
    if (!('value' in answer)) return answer
    const { drafts, complaints } = draftsOf(answer.value.events, source)
    return complaints.length > 0 ? { complaints } : { value: drafts }
  },
  merge: (first, second) => [...first, ...second],
}

function summaryOf(form: SummaryForm, { messages, language }: CardSource): Read<Summary> {
  const { title, summary, keyFacts } = form
  if (title.trim() === '') return { complaints: ['the title is empty'] }
  if (summary.trim() === '') return { complaints: ['the summary is empty'] }
  if (isForeign([title, summary, ...keyFacts.map(({ text }) => text)].join('\n'), [language]))
    return { complaints: ['it is not in the language of the conversation'] }
  const cited = keyFacts.map(({ text, sources }) => ({
    text: text.trim(),
    sources: citedBy(sources, messages).map(({ id }) => id),
  }))
  const founded = cited.filter(({ text, sources }) => text !== '' && sources.length > 0)
  if (cited.length > 0 && founded.length === 0)
    return { complaints: ['no key fact names in "sources" the NUMBER of a message of the block'] }
  return { value: { ...form, title: title.trim(), summary: summary.trim(), keyFacts: founded } }
}
