/**
 * One story of the demo in three views: what happened, what held when, and where it is filed.
 *
 * Owns: the words of the story and how each view is cut down to it. What is shown is what the store gives for them now.
 */
import type { MemoryEvent } from '../../domain/event.ts'
import { type Fact, type GraphNode, nodeLabel } from '../../domain/graph.ts'
import type { OpenedNode, OpenedTopic } from '../../memory.ts'
import type { Context, Opened } from '../context.ts'
import { inline, type Style, wrap } from '../draw/layout.ts'
import { languageOfTexts } from '../texts/texts.ts'
import { instant, iso, stamp } from '../times.ts'
import { eventJson, marksOf } from './events.ts'
import { factJson, factLines } from './graph.ts'
import { topicLines } from './topics.ts'

/** What is asked for; the best hits are the story. */
const WORDS = 'package manager npm pnpm, CI after the migration'
const EVENTS = 5
/** A day between the change and its outcome. */
const MEANWHILE = '2025-06-10'

/** A fact with the node that it is said of. */
interface Said {
  node: GraphNode
  fact: Fact
}

/** The three views as lines, each under its heading, and as JSON. */
export async function tellStory(context: Context, opened: Opened) {
  const { memory, style } = opened
  const { demo: t } = style.texts
  const events = await eventsOf(opened)
  const ids = new Set(events.map(event => event.id))
  const asOf = instant('--as-of', MEANWHILE, { now: context.io.now(), zone: memory.zone })
  const meanwhile = await factsOf(opened, ids, asOf)
  const atLast = await factsOf(opened, ids)
  const topic = await topicOf(opened, ids)
  return {
    lines: [
      ...view(
        t.history,
        events.flatMap(event => eventLine(event, style)),
        style,
      ),
      ...view(t.stateAt(stamp(asOf, style)), factsLines(meanwhile, style), style),
      ...view(t.stateNow, factsLines(atLast, style), style),
      ...(topic ? view(t.filed, entryLines(topic, ids, style), style) : []),
    ],
    json: {
      words: WORDS,
      events: events.map(event => eventJson(event, memory.zone)),
      states: [
        { asOf: iso(asOf, memory.zone), facts: meanwhile.map(said => saidJson(said, memory.zone)) },
        { asOf: null, facts: atLast.map(said => saidJson(said, memory.zone)) },
      ],
      topic: topic ?? null,
    },
  }
}

function view(title: string, lines: readonly string[], style: Style): string[] {
  return [...wrap(title, style.width, '  ').map(style.colours.dim), ...lines, '']
}

// ---- history --------------------------------------------------------------------------------------------------

/** The events that the words find, in the order in which they were told. */
async function eventsOf(opened: Opened): Promise<MemoryEvent[]> {
  const { memory, space } = opened
  const { hits } = await memory.search(WORDS, { space, kinds: ['event'], limit: EVENTS })
  const told: { event: MemoryEvent; place: number }[] = []
  for (const hit of hits) {
    const shown = await memory.show(hit.id, { space: hit.space })
    if (shown.kind === 'event') told.push({ event: shown.event, place: await placeOf(shown.event, opened) })
  }
  return told
    .toSorted((a, b) => (a.event.mentionedAt ?? 0) - (b.event.mentionedAt ?? 0) || a.place - b.place)
    .map(({ event }) => event)
}

/** Where in its message an event was told: several may be of one. */
async function placeOf({ sources, quotes }: MemoryEvent, { memory, space }: Opened): Promise<number> {
  const [source] = sources
  const shown = source === undefined ? undefined : await memory.show(source, { space })
  return shown?.kind === 'message' ? (shown.message.content ?? '').indexOf(quotes.at(-1) ?? '') : 0
}

function eventLine(event: MemoryEvent, style: Style): string[] {
  const { colours, texts } = style
  const marks = marksOf(event, style).map(mark => ` [${mark}]`)
  const day = stamp(event.mentionedAt, style).slice(0, 'YYYY-MM-DD'.length)
  const [first = '', ...rest] = wrap(
    `${day} ${texts.eventType[event.type]}${texts.colon}${inline(event.title)}${marks.join('')} · ${event.id}`,
    style.width,
    '      ',
  )
  const lines = [`    ${first.trimStart()}`, ...rest]
  return event.status === 'active' ? lines : lines.map(colours.dim)
}

// ---- state ----------------------------------------------------------------------------------------------------

/** What the events say of the state of things, as it stood at a time or stands now; what began first comes first. */
async function factsOf({ memory, space }: Opened, ids: ReadonlySet<string>, asOf?: number): Promise<Said[]> {
  const hits = await memory.graph({ space, query: WORDS, asOf })
  const opened = await Promise.all(hits.map(({ node }) => memory.node(node.id, { space: node.space, asOf })))
  return opened
    .flatMap(node => ofStory(node, ids))
    .toSorted((a, b) => (a.fact.validFrom ?? 0) - (b.fact.validFrom ?? 0))
}

function ofStory({ node, current, pending, disputed, past }: OpenedNode, ids: ReadonlySet<string>): Said[] {
  return [...current, ...pending, ...disputed, ...past]
    .filter(fact => fact.sources.some(id => ids.has(id)))
    .map(fact => ({ node, fact }))
}

function factsLines(all: readonly Said[], style: Style): string[] {
  return all.flatMap(({ node, fact }) => {
    const name = inline(nodeLabel(node, style.texts.graph.unnamed))
    return factLines(fact, { ...style, width: style.width - 2 }, `${name} · `).map(line => `  ${line}`)
  })
}

const saidJson = ({ node, fact }: Said, zone: string) => ({
  node: { id: node.id, name: node.name },
  fact: factJson(fact, zone),
})

// ---- topic ----------------------------------------------------------------------------------------------------

/** The section that holds most of the events. */
async function topicOf({ memory, space, style }: Opened, ids: ReadonlySet<string>) {
  const language = languageOfTexts(style.texts)
  const { chapters } = await memory.topics({ space })
  let best: { topic: OpenedTopic; held: number } | undefined
  for (const chapter of chapters) {
    for (const { id } of chapter.sections) {
      const topic = await memory.topic(id, { space: chapter.space, language })
      const entries = topic.sections.flatMap(section => section.entries)
      const held = entries.filter(entry => ids.has(entry.id)).length
      if (held > (best?.held ?? 0)) best = { topic, held }
    }
  }
  return best?.topic
}

/** Of an opened topic its title and what it says of these events, under the headings of the topic. */
function entryLines(topic: OpenedTopic, ids: ReadonlySet<string>, style: Style): string[] {
  const [title = '', ...rest] = topic.text.split('\n')
  const kept: string[] = [title]
  let heading: string | undefined
  for (const line of rest) {
    if (!line.startsWith('- ')) heading = line
    else if ([...ids].some(id => line.includes(id))) {
      if (heading) kept.push(heading)
      heading = undefined
      kept.push(line)
    }
  }
  const lines = topicLines({ ...topic, text: kept.join('\n') }, { ...style, width: style.width - 4 })
  return lines.map(line => `    ${line}`)
}
