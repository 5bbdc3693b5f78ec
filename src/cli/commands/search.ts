/**
 * `search`: what was said, decided and summarised, found by words, with quote, date and source.
 */
import type { EventType, MemoryEvent, ResolvedTime } from '../../domain/event.ts'
import { HIT_KINDS, type Hit, type HitKind } from '../../domain/search.ts'
import { isTime } from '../../domain/time.ts'
import type { Memory } from '../../memory.ts'
import { resolveTimes } from '../../text/temporal/resolve-times.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { quoted } from '../copyable.ts'
import { EMPHASIS, inline, type Style, wrap } from '../draw/layout.ts'
import { type Quote, quoteOf } from '../draw/quote.ts'
import { threadNamed } from '../lookup.ts'
import { eventType, integer, listOf } from '../options.ts'
import { iso, rangeText, resolvedJson, stamp, type TimeOptions, type TimeRange, timeRange } from '../times.ts'
import { movedLines } from './space.ts'

interface SearchCommandOptions extends TimeOptions {
  in?: HitKind[]
  thread?: string
  speaker?: string
  type?: EventType
  topic?: string
  limit?: number
  cursor?: string
}

/** A hit with what a reader wants beside it. */
export interface DressedHit {
  hit: Hit
  quote: Quote
  /** Time expressions of the quote, or of the event, and what they mean. */
  times: readonly ResolvedTime[]
  /** Of an event: what kind of thing it records. */
  type: EventType | null
  /** Of an event: the messages it rests on. */
  sources: readonly string[]
}

export const addSearch: AddCommand = (program, run, texts) => {
  const { search: t } = texts.commands
  program
    .command('search')
    .summary(t.summary)
    .description(t.description)
    .argument('<query...>', t.query)
    .option('--in <kinds>', t.in, listOf(HIT_KINDS))
    .option('--thread <name>', t.thread)
    .option('--speaker <name>', t.speaker)
    .option('--type <type>', t.type, eventType)
    .option('--topic <id>', t.topic)
    .option('--from <time>', t.from)
    .option('--to <time>', t.to)
    .option('--on <time>', t.on)
    .option('--limit <n>', t.limit, integer(1, 200))
    .option('--cursor <cursor>', t.cursor)
    .action((query: string[], options: SearchCommandOptions, command) =>
      run(command, context =>
        context.withMemory({}, opened => searchCommand(context, opened, query.join(' '), options)),
      ),
    )
}

async function searchCommand(
  context: Context,
  opened: Opened,
  query: string,
  options: SearchCommandOptions,
): Promise<Outcome> {
  const { memory, space, style } = opened
  const range = timeRange(options, { now: context.io.now(), zone: memory.zone })
  const { in: kinds, thread, speaker, type, topic, limit, cursor } = options
  const found = await memory.search(query, {
    space,
    kinds,
    thread,
    speaker,
    type,
    topic,
    limit,
    cursor,
    ...range,
  })
  const hits = await Promise.all(found.hits.map(hit => dressHit(memory, hit)))
  const isUnknown = thread !== undefined && hits.length === 0 && (await memory.hasSpace(space))
  if (isUnknown) await threadNamed(context, opened, thread)
  return {
    json: {
      query,
      space,
      range: { from: iso(range.from ?? null, memory.zone), to: iso(range.to ?? null, memory.zone) },
      hits: hits.map(hit => hitJson(hit, memory.zone)),
      next: found.next ?? null,
    },
    lines: [
      ...rangeLines(range, style),
      ...hits.flatMap((hit, i) => [...hitLines(hit, style, i + 1), '']),
      ...(hits.length === 0 ? await nothingFound(context, opened) : []),
      ...(found.next ? [style.texts.nextPage(`--cursor ${found.next}`)] : []),
    ],
  }
}

/** Adds the quote, the times it speaks of, and for an event its sources. */
export async function dressHit(memory: Memory, hit: Hit): Promise<DressedHit> {
  if (hit.kind === 'event') {
    const shown = await memory.show(hit.id, { space: hit.space })
    if (shown.kind === 'event') return dressEvent(hit, shown.event)
  }
  const quote = quoteOf(hit.text, hit.matched)
  const at = isTime(hit.time) ? hit.time : null
  const times = hit.kind === 'message' ? resolveTimes(quote.text, { at, zone: memory.zone }) : []
  return { hit, quote, times: times.filter(time => time.start !== null), type: null, sources: [] }
}

function dressEvent(hit: Hit, event: MemoryEvent): DressedHit {
  const quote = quoteOf(event.quotes[0] ?? event.summary, hit.matched)
  return {
    hit,
    quote,
    times: event.time?.start == null ? [] : [event.time],
    type: event.type,
    sources: event.sources,
  }
}

/** Quote first, then who, when, where: the words are what is read, the rest is how they are checked. */
export function hitLines(
  { hit, quote, times, type, sources }: DressedHit,
  style: Style,
  number: number,
): string[] {
  const { colours, texts } = style
  const indent = ' '.repeat(4)
  const kind =
    type === null ? texts.hitKind[hit.kind] : `${texts.hitKind[hit.kind]} · ${texts.eventType[type]}`
  const isTold = hit.title === null || inline(quote.text).includes(inline(hit.title))
  const title = isTold ? '' : ` ${colours.bold(inline(hit.title ?? ''))}`
  const head = `${colours.dim(`${number}.`.padEnd(3))} ${colours.cyan(kind)}${title}`
  const facts = [stamp(hit.time, style), hit.speaker, hit.thread, hit.open ? texts.open : null, hit.id]
  return [
    head,
    ...emphasised(wrap(quote.marked, style.width, indent), style),
    ...wrap(
      facts
        .filter(fact => fact !== null)
        .map(fact => inline(fact))
        .join(' · '),
      style.width,
      indent,
    ).map(colours.dim),
    ...times
      .filter(time => rangeText(time, style) !== time.originalText)
      .flatMap(time =>
        wrap(`${inline(time.originalText)} → ${rangeText(time, style)}`, style.width, indent).map(
          colours.yellow,
        ),
      ),
    ...(sources.length > 0
      ? wrap(`${texts.sources}${texts.colon}${sources.join(' ')}`, style.width, indent).map(colours.dim)
      : []),
  ]
}

/** The marks become colour, or nothing where there is none. */
function emphasised(lines: readonly string[], { colours }: Pick<Style, 'colours'>): string[] {
  let isOpen = false
  return lines.map(line => {
    const parts = line.split(new RegExp(`([${EMPHASIS.start}${EMPHASIS.end}])`))
    return parts
      .map(part => {
        if (part === EMPHASIS.start || part === EMPHASIS.end) {
          isOpen = part === EMPHASIS.start
          return ''
        }
        return isOpen && part.trim() !== '' ? colours.bold(colours.green(part)) : part
      })
      .join('')
  })
}

export function hitJson({ hit, quote, times, type, sources }: DressedHit, zone: string) {
  const {
    id,
    kind,
    space,
    sourceSpace,
    thread,
    turn,
    title,
    text,
    speaker,
    externalId,
    score,
    matched,
    open,
  } = hit
  return {
    id,
    kind,
    type,
    space,
    sourceSpace,
    thread,
    turn,
    time: iso(hit.time, zone),
    speaker,
    externalId,
    title,
    quote: quote.text,
    text,
    matched,
    times: times.map(time => resolvedJson(time, zone)),
    sources,
    score,
    open,
  }
}

function rangeLines({ from, to }: TimeRange, style: Style): string[] {
  if (from === undefined && to === undefined) return []
  const text = style.texts.timeRange(
    from === undefined ? null : stamp(from, style),
    to === undefined ? null : stamp(to, style),
  )
  return [style.colours.dim(text), '']
}

/** Nothing found in a space without memories is most often a question asked in the wrong folder. */
async function nothingFound(context: Context, opened: Opened): Promise<string[]> {
  const { memory, space, style } = opened
  const { texts } = style
  if (await memory.hasSpace(space)) return [texts.nothingFound(space)]
  const { spaces } = await memory.status()
  const others = spaces.filter(other => other.turns > 0).map(other => other.space)
  return [
    texts.emptySpace(space),
    ...others.map(other => `  --space ${quoted(other)}`),
    ...(await movedLines(context, opened, spaces)),
  ]
}
