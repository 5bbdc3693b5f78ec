/**
 * The two tasks as stages: what each asks, how its answer is read, how two halves become one.
 *
 * Owns: the way from an answer's text to a value or to what is wrong with it. Leaves asking to `calls.ts`.
 */
import * as z from 'zod/mini'
import type { EventDraft } from '../../domain/event.ts'
import type { ChatRequest } from '../chat-model.ts'
import { complaintOf } from '../derivation-schema.ts'
import type { Derivation } from '../deriver.ts'
import { type CardSource, citedBy, draftsOf } from './event-drafts.ts'
import { EVENTS_FORM, EVENTS_TASK } from './events.prompt.ts'
import { jsonIn } from './reply-json.ts'
import { isForeign } from './same-language.ts'
import { SUMMARY_FORM, type SummaryForm, summaryTask } from './summary.prompt.ts'
import { isEvents, isSummary, tidyEvents, tidySummary } from './tidy-answer.ts'

/** What an answer gives: a value, or what was wrong with it in words that the model can act on. */
export type Read<T> = { value: T } | { complaints: string[] }

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
      const answer = formOf(text, SUMMARY_FORM, isSummary, tidySummary)
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

/** Events, checked and dated. */
export const EVENTS_STAGE: Stage<EventDraft[]> = {
  name: 'events',
  task: EVENTS_TASK,
  reply: { name: 'events', schema: schemaOf(EVENTS_FORM) },
  read(text, source) {
    const answer = formOf(text.trim() === '[]' ? '{"events": []}' : text, EVENTS_FORM, isEvents, tidyEvents)
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

function formOf<T>(
  text: string,
  form: z.ZodMiniType<T>,
  isWanted: (value: unknown) => boolean,
  tidy: (value: unknown) => unknown,
): Read<T> {
  if (text.trim() === '') return { complaints: ['it was empty'] }
  const value = jsonIn(text, isWanted)
  if (value === undefined) return { complaints: ['it holds no whole JSON object in the form of the task'] }
  const parsed = form.safeParse(tidy(value))
  return parsed.success
    ? { value: parsed.data }
    : { complaints: parsed.error.issues.map(issue => `${issue.path.join('.')} ${complaintOf(issue)}`) }
}

function schemaOf(form: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(form)
  return schema
}
