/**
 * The typed facts of a block, each with the words it rests on.
 *
 * Owns: the way from sentences to event drafts. Leaves the decision to `classify.ts`, time to `when.ts`.
 */
import type { Criticality, EventDraft, EventType } from '../../domain/event.ts'
import { codePoints, cutGraphemes } from '../../text/cut.ts'
import { resolveTimes, type TimeMention } from '../../text/temporal/resolve-times.ts'
import { classify } from './classify.ts'
import { joinSentences, type Said } from './sentences-of.ts'
import { tagsAmong, termsIn } from './tags.ts'
import { directionsOf, timeOf } from './when.ts'

/** A sentence and the event it makes. */
export interface Fact {
  said: Said
  event: EventDraft
}

const TITLE_LENGTH = 80
const EVENT_TAGS = 4

/**
 * Facts in order of the conversation, at most one for each sentence.
 *
 * @param terms salient terms of the block, heaviest first; those a sentence holds are its event's tags.
 */
export function factsOf(said: readonly Said[], terms: readonly string[], zone: string): Fact[] {
  return said.flatMap(sentence => factOf(sentence, terms, zone) ?? [])
}

function factOf(said: Said, terms: readonly string[], zone: string): Fact | undefined {
  const { table, plain, text, before, message } = said
  if (!table || (message.role !== 'user' && message.role !== 'assistant')) return undefined
  const { at, role } = message
  const times = timesIn(text, { at, zone })
  const directions = directionsOf(times, at)
  const verdict = classify(
    { plain, before: before?.plain ?? '', message: said.whole, role, directions },
    table,
  )
  if (!verdict) return undefined
  const quotes = before && table.dependent.test(plain) ? [before.text, text] : [text]
  const event: EventDraft = {
    ...verdict,
    title: titleOf(text, table.pleasantry),
    summary: joinSentences(quotes),
    tags: tagsAmong(termsIn(text, terms), EVENT_TAGS),
    quotes,
    criticality: criticalityOf(verdict.type),
    sources: [message.id],
    time: timeOf(times, { type: verdict.type, text, plain, at }, table),
  }
  return { said, event }
}

/** Where the tense leaves a weekday or a date open, nobody has said that it is over: it is still to come. */
function timesIn(text: string, context: { at: number | null; zone: string }): TimeMention[] {
  const asSaid = resolveTimes(text, context)
  if (asSaid.every(time => time.start !== null)) return asSaid
  const ahead = resolveTimes(text, { ...context, tense: 'future' })
  return asSaid.map(time =>
    time.start === null ? (ahead.find(({ index }) => index === time.index) ?? time) : time,
  )
}

function criticalityOf(type: EventType): Criticality {
  return type === 'safety' || type === 'identity' || type === 'preference' ? type : 'routine'
}

/** The sentence without greeting and final stop. */
function titleOf(text: string, pleasantry: RegExp): string {
  const line = text.replace(/\s+/gu, ' ').replace(pleasantry, '').trim() || text
  const bare = line.replace(/[.。!！;；]+$/u, '')
  return codePoints(bare) <= TITLE_LENGTH ? bare : `${cutGraphemes(bare, TITLE_LENGTH - 1).trimEnd()}…`
}
