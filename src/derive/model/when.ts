/**
 * When an event happens: the model names the words, code says what they mean.
 *
 * Owns: finding the words in the sources and choosing what they resolve to. Leaves what they mean to
 * `text/temporal`. What is not in a source, or could mean two times, is never a date.
 */
import type { Message } from '../../domain/conversation.ts'
import type { EventTime, ResolvedTime, TimeStatus } from '../../domain/event.ts'
import { resolveTimes, type TimeMention } from '../../text/temporal/resolve-times.ts'
import type { Tense } from '../../text/temporal/tense.ts'

/** What the model said of an event's time. */
interface Told {
  when: string | null
  status: TimeStatus
  /** Verbatim; the words are meant where they stand in one of these, if they do. */
  quotes: readonly string[]
}

/** Far more than a sentence, on either side of the words. */
const AROUND = 1_000

/** The time of an event; null when no words of a source tell of it. */
export function timeOf(told: Told, cited: readonly Message[], zone: string): EventTime | null {
  const words = told.when?.trim() ?? ''
  if (words === '') return null
  const places = cited.flatMap(message => placesOf(words, message))
  const [first] = places
  if (!first) return null
  const quoted = places.filter(place => told.quotes.some(quote => isInside(place, quote)))
  const meant = (quoted.length > 0 ? quoted : places).flatMap(place => meaningsAt(place, told.status, zone))
  const [one] = meant
  if (one && meant.every(other => other.start === one.start && other.end === one.end)) {
    const { start, end, precision, basis, originalText, at } = one
    return { start, end, precision, basis, originalText, status: statusOf(told.status, start, at) }
  }
  const originalText = first.text.slice(first.index, first.index + first.length)
  return { start: null, end: null, precision: 'unknown', basis: 'unknown', originalText, status: told.status }
}

/** Where the words stand in a message. */
interface Place {
  text: string
  index: number
  length: number
  at: number | null
}

function placesOf(words: string, { content, result, at }: Message): Place[] {
  const pattern = new RegExp(words.split(/\s+/u).map(escaped).join('\\s+'), 'giu')
  return [content, result].flatMap(text =>
    [...(text ?? '').matchAll(pattern)].map(({ 0: found, index }) => ({
      text: text ?? '',
      index,
      length: found.length,
      at,
    })),
  )
}

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function isInside({ text, index, length }: Place, quote: string): boolean {
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    if (start <= index && index + length <= start + quote.length) return true
  }
  return false
}

interface Meaning extends ResolvedTime {
  at: number | null
}

/** What the words mean there; where their sentence leaves the direction open, the status tells it. */
function meaningsAt(place: Place, status: TimeStatus, zone: string): Meaning[] {
  const asSaid = mentionsAt(place, zone, undefined)
  const known = asSaid.filter(({ start }) => start !== null)
  const tense = TENSES[status]
  const found =
    known.length > 0 || !tense ? known : mentionsAt(place, zone, tense).filter(m => m.start !== null)
  return found.map(mention => ({ ...mention, at: place.at }))
}

const TENSES: Partial<Record<TimeStatus, Tense>> = {
  planned: 'future',
  cancelled: 'future',
  occurred: 'past',
}

function mentionsAt(
  { text, index, length, at }: Place,
  zone: string,
  tense: Tense | undefined,
): TimeMention[] {
  const from = Math.max(0, index - AROUND)
  const around = text.slice(from, index + length + AROUND)
  const start = index - from
  return resolveTimes(around, tense ? { at, zone, tense } : { at, zone }).filter(
    mention => mention.index < start + length && start < mention.index + mention.length,
  )
}

/** What lies ahead of the message has not happened, whatever the model says. */
function statusOf(status: TimeStatus, start: number | null, at: number | null): TimeStatus {
  return status === 'occurred' && start !== null && at !== null && start > at ? 'planned' : status
}
