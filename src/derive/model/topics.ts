/**
 * Events put under topics by a model: one question about a batch.
 *
 * Owns: what is sent within the bound (secrets taken out first), and that only known events are placed and only sources
 * that were shown are cited. Leaves asking to `asking.ts`, the words to `topics.prompt.ts`, and what is stored to the
 * engine, which checks again.
 */
import { type MemoryEvent, TRUST } from '../../domain/event.ts'
import { topicKey, toTopicTitle } from '../../domain/topic.ts'
import { cutToTokens } from '../../text/cut.ts'
import { languageOf } from '../../text/language.ts'
import { oneLine } from '../../text/one-line.ts'
import { redactSecrets } from '../../text/redaction/redact.ts'
import { countTokens } from '../../text/tokens.ts'
import type { ChatRequest } from '../chat-model.ts'
import type { CandidateTopic, EventsToOrganize, Organization, Organizer, Placement } from '../organizer.ts'
import { formOf, schemaOf } from './answer-form.ts'
import { type Attempt, answerTo, type Question, type Read } from './asking.ts'
import type { ModelDeriverSettings } from './options.ts'
import { isForeign } from './same-language.ts'
import { isTopics, tidyTopics } from './tidy-answer.ts'
import {
  type Contents,
  type NumberedTopic,
  TOPICS_FORM,
  TOPICS_SYSTEM,
  type TopicsAnswer,
  topicsText,
} from './topics.prompt.ts'

/** No call has more input, whatever the settings allow. */
const MOST_INPUT = 20_000
/** Kept free for complaints and for what the parts cost together. */
const RESERVE_TOKENS = 400
/** Tokens of a summary, as far as there is room. */
const SUMMARY_TOKENS = [200, 80, 24, 0]
const TITLE_TOKENS = 60
const MOST_COMPLAINTS = 5

const withoutSecrets = (text: string) => redactSecrets(text).text

/** `organize` of a model organizer. */
export function organizations({
  redact = withoutSecrets,
  ...settings
}: ModelDeriverSettings): Organizer['organize'] {
  return (given, signal, meter) => {
    const reading = new Reading({ ...settings, redact }, given)
    const attempt: Attempt = { model: settings.model, signal, meter }
    return answerTo(reading.question(), given.events, attempt)
  }
}

/** One batch, its events and topics numbered and clean. */
class Reading {
  readonly #settings: Required<ModelDeriverSettings>
  readonly #given: EventsToOrganize
  /** Number of each event that may be cited, by id: first those of the batch, then sources of overviews so far. */
  readonly #numbers: ReadonlyMap<string, number>
  readonly #language: Contents['language']

  constructor(settings: Required<ModelDeriverSettings>, given: EventsToOrganize) {
    this.#settings = settings
    this.#given = given
    const sources = given.candidates.flatMap(({ overview }) => overview.flatMap(one => one.sources))
    const ids = [...new Set([...given.events.map(({ id }) => id), ...sources])]
    this.#numbers = new Map(ids.map((id, index) => [id, index + 1]))
    this.#language = languageOf(given.events.map(({ title, summary }) => `${title}\n${summary}`).join('\n'))
  }

  question(): Question<MemoryEvent, Organization> {
    return {
      stage: 'topics',
      request: (events, complaints) => this.#request(events, complaints),
      read: (text, events) => this.#read(text, events),
      merge: joined,
    }
  }

  // ---- what is sent

  #request(events: readonly MemoryEvent[], complaints: readonly string[]): ChatRequest {
    const { inputTokens, outputTokens, redact } = this.#settings
    const room = Math.min(inputTokens, MOST_INPUT) - RESERVE_TOKENS - countTokens(TOPICS_SYSTEM)
    return {
      system: TOPICS_SYSTEM,
      // Once more as a whole: what is hidden may have come together only here.
      user: redact(this.#withinRoom(events, complaints, room)),
      reply: { name: 'topics', schema: schemaOf(TOPICS_FORM) },
      maxOutputTokens: outputTokens,
    }
  }

  /** Summaries get shorter, then the farthest topics are left out, then titles get shorter. */
  #withinRoom(events: readonly MemoryEvent[], complaints: readonly string[], room: number): string {
    const topics = this.#given.candidates.map(candidate => this.#topic(candidate))
    for (let shown = topics.length; shown >= 0; shown--) {
      for (const summaryTokens of SUMMARY_TOKENS) {
        const text = this.#text(events, topics.slice(0, shown), { complaints, summaryTokens })
        if (countTokens(text) <= room) return text
      }
    }
    return cutToTokens(this.#text(events, [], { complaints: [], summaryTokens: 0 }), room)
  }

  #text(
    events: readonly MemoryEvent[],
    topics: readonly NumberedTopic[],
    { complaints, summaryTokens }: { complaints: readonly string[]; summaryTokens: number },
  ): string {
    const contents: Contents = {
      subject: this.#given.isAboutUser ? 'the user' : this.#clean(this.#given.subject),
      events: events.map(event => ({
        number: this.#numbers.get(event.id) ?? 0,
        type: event.type,
        marks: this.#marks(event),
        title: cutToTokens(this.#clean(event.title), TITLE_TOKENS),
        summary: event.summary === event.title ? '' : cutToTokens(this.#clean(event.summary), summaryTokens),
      })),
      topics,
      language: this.#language,
    }
    return topicsText(contents, complaints)
  }

  #marks({ id, status, time, trust, relations }: MemoryEvent): string[] {
    const place = this.#given.placed.get(id)
    const topic = this.#given.candidates.find(candidate => candidate.id === place)
    return [
      ...(time !== null && time.status !== 'occurred' && time.status !== 'unknown' ? [time.status] : []),
      ...(status === 'superseded' ? ['superseded'] : []),
      ...(relations.conflictsWith.length > 0 ? ['in conflict'] : []),
      ...(trust <= TRUST.tool ? ['said by a tool or document only'] : []),
      ...(topic === undefined ? [] : [`stays in ${JSON.stringify(this.#clean(topic.section))}`]),
    ]
  }

  #topic({ chapter, section, overview }: CandidateTopic): NumberedTopic {
    return {
      chapter: this.#clean(chapter),
      section: this.#clean(section),
      paragraphs: overview.map(({ part, text, sources }) => ({
        part,
        text: this.#clean(text),
        sources: sources.flatMap(id => this.#numbers.get(id) ?? []),
      })),
    }
  }

  readonly #clean = (text: string): string => oneLine(this.#settings.redact(text))

  // ---- what comes back

  #read(text: string, events: readonly MemoryEvent[]): Read<Organization> {
    const answer = formOf(text, { form: TOPICS_FORM, isWanted: isTopics, tidy: tidyTopics })
    if (!('value' in answer)) return answer
    const complaints = this.#complaints(answer.value, events)
    if (complaints.length > 0) return { complaints: complaints.slice(0, MOST_COMPLAINTS) }
    const ids = new Map([...this.#numbers].map(([id, number]) => [number, id]))
    return {
      value: {
        placements: answer.value.placements.map(({ event, ...titles }) => ({
          event: ids.get(event) as string,
          ...this.#titles(titles),
        })),
        overviews: answer.value.overviews.map(({ paragraphs, ...titles }) => ({
          ...this.#titles(titles),
          paragraphs: paragraphs
            .map(one => ({ ...one, sources: one.sources.flatMap(number => ids.get(number) ?? []) }))
            .filter(one => this.#bearsNumbers(one)),
        })),
      },
    }
  }

  #complaints({ placements, overviews }: TopicsAnswer, events: readonly MemoryEvent[]): string[] {
    const wanted = events
      .filter(({ id }) => !this.#given.placed.has(id))
      .map(({ id }) => this.#numbers.get(id))
    const known = new Set(events.map(({ id }) => this.#numbers.get(id)))
    const placed = new Set(placements.map(({ event }) => event))
    const text = overviews.flatMap(({ paragraphs }) => paragraphs.map(one => one.text)).join('\n')
    return [
      ...placements.filter(({ event }) => !known.has(event)).map(({ event }) => `there is no event ${event}`),
      ...wanted
        .filter(number => !placed.has(number as number))
        .map(number => `event ${number} has no placement`),
      ...(placements.some(one => toTopicTitle(one.chapter) === '' || toTopicTitle(one.section) === '')
        ? ['a chapter or section has no title']
        : []),
      ...(isForeign(text, [this.#language]) ? ['an overview is not in the language of the events'] : []),
    ]
  }

  /** The candidate's own titles, where the model repeats those that it was shown. */
  #titles({ chapter, section }: Pick<Placement, 'chapter' | 'section'>) {
    const isShown = (own: string, told: string) => topicKey(this.#clean(own)) === topicKey(told)
    const known =
      this.#given.candidates.find(one => isShown(one.chapter, chapter) && isShown(one.section, section)) ??
      this.#given.candidates.find(one => isShown(one.chapter, chapter))
    if (known === undefined) return { chapter, section }
    return { chapter: known.chapter, section: isShown(known.section, section) ? known.section : section }
  }

  /** A number that stands in nothing the paragraph rests on is the model's own. */
  #bearsNumbers({ text, sources }: { text: string; sources: readonly string[] }): boolean {
    const events = this.#given.events.filter(({ id }) => sources.includes(id))
    const paragraphs = this.#given.candidates
      .flatMap(({ overview }) => overview)
      .filter(one => one.sources.some(id => sources.includes(id)))
    const said = [
      ...events.map(({ title, summary }) => `${title} ${summary}`),
      ...paragraphs.map(one => one.text),
    ].join(' ')
    const numbers = new Set(said.match(NUMBER) ?? [])
    return (text.match(NUMBER) ?? []).every(number => numbers.has(number))
  }
}

const NUMBER = /\d+(?:[.,:/-]\d+)*/g

/** Two halves of a batch; what both say of one section stands together. */
function joined(first: Organization, second: Organization): Organization {
  const overviews = [...first.overviews]
  for (const overview of second.overviews) {
    const at = overviews.findIndex(
      one => one.chapter === overview.chapter && one.section === overview.section,
    )
    const same = overviews[at]
    if (same === undefined) overviews.push(overview)
    else overviews[at] = { ...same, paragraphs: [...same.paragraphs, ...overview.paragraphs] }
  }
  return { placements: [...first.placements, ...second.placements], overviews }
}
