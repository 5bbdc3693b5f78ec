/**
 * Slips in the form of an answer that have one meaning only.
 *
 * Owns: capital letters in fixed words, numbers as text, a list of one without its brackets, what may be left out.
 * Leaves everything else to the check of the form: what has two meanings is asked for again.
 */

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is an answer to the summary's task at all. */
export const isSummary = (value: unknown): boolean =>
  isObject(value) && 'title' in value && 'summary' in value

/** Whether a value is an answer to the events' task at all; the bare list is one. */
export const isEvents = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0 && value.every(one => isObject(one) && 'summary' in one)
  return isObject(value) && 'events' in value
}

/** Whether a value is an answer to the topics' task at all. */
export const isTopics = (value: unknown): boolean => isObject(value) && 'placements' in value

/** An answer to the topics' task, tidied. Without overviews there are none. */
export function tidyTopics(value: unknown): unknown {
  if (!isObject(value)) return value
  return {
    placements: list(value.placements).map(one =>
      isObject(one) ? { ...one, event: numbers(one.event)[0] } : one,
    ),
    overviews: list(value.overviews).map(one =>
      isObject(one) ? { ...one, paragraphs: list(one.paragraphs).map(tidyParagraph) } : one,
    ),
  }
}

const tidyParagraph = (paragraph: unknown): unknown =>
  isObject(paragraph)
    ? { ...paragraph, part: lower(paragraph.part), sources: numbers(paragraph.sources) }
    : paragraph

/** An answer to the summary's task, tidied. Without a word on extraction, there is something to extract. */
export function tidySummary(value: unknown): unknown {
  if (!isObject(value)) return value
  return {
    ...value,
    tags: list(value.tags),
    keyFacts: list(value.keyFacts).map(fact =>
      isObject(fact) ? { ...fact, sources: numbers(fact.sources) } : fact,
    ),
    shouldExtract: truth(value.shouldExtract ?? true),
  }
}

/** An answer to the events' task, tidied. */
export function tidyEvents(value: unknown): unknown {
  const events = isObject(value) ? (value.events ?? []) : value
  return { events: Array.isArray(events) ? events.map(tidyCard) : events }
}

function tidyCard(card: unknown): unknown {
  if (!isObject(card)) return card
  return {
    ...card,
    type: lower(card.type),
    tags: list(card.tags),
    quotes: list(card.quotes),
    scope: lower(card.scope),
    criticality: lower(card.criticality),
    sources: numbers(card.sources),
    when: card.when ?? null,
    status: lower(card.status ?? 'unknown'),
    supersedes: labels(card.supersedes),
    conflicts: labels(card.conflicts),
    continues: labels(card.continues),
  }
}

const lower = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)

const list = (value: unknown): unknown[] => {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** `E3`, `e3` and `[E3]` are one label. */
const labels = (value: unknown): unknown[] =>
  list(value).map(one => (typeof one === 'string' ? one.replace(/[\s[\]]/g, '').toUpperCase() : one))

/** `3`, `"3"` and `"#3"` are one number. */
const numbers = (value: unknown): unknown[] =>
  list(value).map(one =>
    typeof one === 'string' && /^#?\d{1,6}$/.test(one) ? Number(one.replace('#', '')) : one,
  )

const truth = (value: unknown) => {
  const word = lower(value)
  return word === 'true' || (word === 'false' ? false : word)
}
