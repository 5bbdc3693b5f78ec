/**
 * `events`: what was decided, preferred, planned and found out, newest creation last.
 */

import { PalimpsestError } from '../../domain/errors.ts'
import type { EventType, MemoryEvent } from '../../domain/event.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { inline, type Style, visible, wrap } from '../draw/layout.ts'
import { threadNamed } from '../lookup.ts'
import { eventType, integer } from '../options.ts'
import { iso, rangeText, resolvedJson, stamp } from '../times.ts'

interface EventsOptions {
  thread?: string
  type?: EventType
  limit?: number
  after?: string
}

const DEFAULT_LIMIT = 50

export const addEvents: AddCommand = (program, run, texts) => {
  const { events: t } = texts.commands
  program
    .command('events')
    .summary(t.summary)
    .description(t.description)
    .option('--thread <name>', t.thread)
    .option('--type <type>', t.type, eventType)
    .option('--limit <n>', t.limit, integer(1, 1_000))
    .option('--after <id>', t.after)
    .action((options: EventsOptions, command) =>
      run(command, context => context.withMemory({}, opened => eventsCommand(context, opened, options))),
    )
}

async function eventsCommand(
  context: Context,
  opened: Opened,
  { thread, type, limit = DEFAULT_LIMIT, after }: EventsOptions,
): Promise<Outcome> {
  const { memory, space, style } = opened
  if (thread !== undefined) await threadNamed(context, opened, thread)
  const last = after === undefined ? undefined : await eventBefore(opened, after)
  const events = await memory.events({ space, thread, type, limit, after: last })
  const next = events.length === limit ? (events.at(-1)?.id ?? null) : null
  return {
    json: { space, events: events.map(event => eventJson(event, memory.zone)), next },
    lines: [
      ...events.flatMap(event => [...eventLines(event, style), '']),
      ...(events.length === 0 ? [style.texts.noEvents(space)] : []),
      ...(next === null ? [] : [style.texts.nextPage(`--after ${next}`)]),
    ],
  }
}

/** The id of the event that `--after` names. */
async function eventBefore({ memory, space }: Opened, id: string): Promise<string> {
  const shown = await memory.show(id, { space })
  if (shown.kind === 'event') return shown.event.id
  throw new PalimpsestError(
    'bad-input',
    `events: --after ${JSON.stringify(id)} is a ${shown.kind}; give the id of the last event of the page before`,
  )
}

export function eventJson(event: MemoryEvent, zone: string) {
  const {
    id,
    type,
    title,
    summary,
    tags,
    quotes,
    categoryHints,
    scope,
    criticality,
    origin,
    trust,
    status,
    pinned,
    space,
    sourceSpace,
  } = event
  return {
    id,
    space,
    sourceSpace,
    type,
    title,
    summary,
    tags,
    quotes,
    categoryHints,
    scope,
    criticality,
    origin,
    trust,
    status,
    pinned,
    mentionedAt: iso(event.mentionedAt, zone),
    time: event.time === null ? null : { ...resolvedJson(event.time, zone), status: event.time.status },
    thread: event.thread,
    block: event.block,
    sources: event.sources,
    strength: event.strength,
    relations: event.relations,
    madeBy: event.madeBy,
  }
}

export function eventLines(event: MemoryEvent, style: Style): string[] {
  const { colours, texts } = style
  const indent = '  '
  const facts = [
    stamp(event.mentionedAt, style),
    texts.eventScope[event.scope],
    event.thread,
    event.id,
    event.strength > 1 ? texts.strength(event.strength) : null,
  ]
  const marks = marksOf(event, style).map(mark => ` ${colours.yellow(`[${mark}]`)}`)
  const head = `${colours.cyan(texts.eventType[event.type])} ${colours.bold(inline(event.title))}`
  return [
    ...wrap(head + marks.join(''), style.width),
    ...(event.summary === event.title ? [] : wrap(visible(event.summary), style.width, indent)),
    ...timeLines(event, style).map(line => indent + line),
    ...wrap(
      facts
        .filter(fact => fact !== null)
        .map(inline)
        .join(' · '),
      style.width,
      indent,
    ).map(colours.dim),
  ]
}

/** What is to be known of an event before its words are believed. */
export function marksOf({ status, pinned, relations }: MemoryEvent, { texts }: Style): string[] {
  return [
    ...(status === 'active' ? [] : [texts.eventStatus[status]]),
    ...(relations.conflictsWith.length === 0
      ? []
      : [`${texts.relation.conflictsWith} ${relations.conflictsWith.join(' ')}`]),
    ...(pinned ? [texts.pinned] : []),
  ]
}

/** When it happened or is to happen, in the words of its source and in the calendar; `''` when nothing is said of it. */
export function occurrenceText({ time }: MemoryEvent, style: Style): string {
  if (!time) return ''
  const { texts } = style
  const words = inline(time.originalText)
  if (time.start === null) return words + texts.aside(texts.unknownTime)
  const known = [texts.timePrecision[time.precision], texts.timeStatus[time.status]].filter(one => one !== '')
  return `${words} → ${rangeText(time, style)}${known.length > 0 ? texts.aside(known.join(' · ')) : ''}`
}

function timeLines(event: MemoryEvent, style: Style): string[] {
  const text = occurrenceText(event, style)
  return text === '' ? [] : [style.colours.yellow(text)]
}
