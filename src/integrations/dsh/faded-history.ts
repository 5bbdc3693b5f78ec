/**
 * Which messages of the model's history give way to the view of a block that is due, and how such a message reads.
 *
 * Owns: that decision, as a pure function of the log, the history and the levels, and the first line of a view. Relies
 * on these host facts: the history is a list of entries of the log in the model's order, some of which stand for
 * others; turns end at even tool calls, so whole turns may be replaced without parting a call from its result.
 */
import type { Level, LoggedEnd } from '../../domain/conversation.ts'
import {
  type HostEvent,
  type HostMessage,
  type HostSession,
  type HostSource,
  PLUGIN,
  textOf,
} from './host.ts'
import { isLogged } from './logged-turns.ts'

/** A block as the engine wants it shown. */
export interface DueBlock {
  block: string
  sequence: number
  /** Only these give way. */
  isReady: boolean
  level: Level
  firstTurn: number
  lastTurn: number
  /** Its last turn, and `seq` of the end of that; undefined when the host did not log it. */
  logged?: LoggedEnd
}

/** One replacement: the entries from `start` to `end` of the history by the view of a block. */
export interface Replacement {
  due: DueBlock
  start: number
  end: number
  /** Every entry of the history that it shadows. */
  seqs: readonly number[]
  /** One of them is a message of another plugin that it would send again at the next step only. */
  shadowsContext: boolean
}

/** The part of the log that an entry of the history stands for, both ends inside. */
interface Span {
  seq: number
  first: number
  last: number
}

/**
 * Replacements that bring the history to the levels that are due, in order.
 *
 * A block at L5 whose messages stand there stays. A block of which another (the host's compaction) has replaced a part
 * is left alone: what stands there may be shorter than any view. So is one whose edges are not in the log any more.
 */
export function replacementsDue(
  session: Pick<HostSession, 'events' | 'surface'>,
  blocks: readonly DueBlock[],
  known: KnownLog = { extents: new Map(), ends: new Map() },
): Replacement[] {
  const { events } = session
  const spans = session.surface.nodes.map(seq => ({ seq, ...extentOf(events, seq, known.extents) }))
  const replacements: Replacement[] = []
  let at = 0
  let begin = -1
  let isBegun = true
  for (const due of blocks) {
    const { logged } = due
    if (logged === undefined) return replacements
    const { logEnd } = logged
    const isWhole = isBegun && isEnd(events, logged, known.ends)
    while (at < spans.length && (spans[at]?.last ?? 0) <= begin) at += 1
    const from = at
    while (at < spans.length && isInside(spans[at], begin, logEnd)) at += 1
    const inside = spans.slice(from, at)
    const isCut = at < spans.length && (spans[at]?.first ?? 0) <= logEnd
    begin = logEnd
    isBegun = isEnd(events, logged, known.ends)
    if (!due.isReady || isCut || !isWhole) continue
    const replacement = replacementOf(due, inside, events)
    if (replacement) replacements.push(replacement)
  }
  return replacements
}

const isInside = (span: Span | undefined, begin: number, end: number) =>
  span !== undefined && span.first > begin && span.last <= end

function replacementOf(
  due: DueBlock,
  inside: readonly Span[],
  events: readonly HostEvent[],
): Replacement | undefined {
  const [start, end] = [inside[0], inside.at(-1)]
  if (start === undefined || end === undefined) return undefined
  const shown = inside.map(({ seq }) => shownView(messageOf(events[seq])))
  if (inside.some(({ seq }, index) => isReplacement(events[seq]) && shown[index] === undefined))
    return undefined
  const isAsDue =
    due.level === 5 && shown.every(view => view === undefined)
      ? true
      : shown.length === 1 && shown[0]?.block === due.block && shown[0].level === due.level
  if (isAsDue) return undefined
  const sources = inside.map(({ seq }) => messageOf(events[seq])?.source)
  return {
    due,
    start: start.seq,
    end: end.seq,
    seqs: inside.map(({ seq }) => seq),
    shadowsContext: sources.some(isContext),
  }
}

/** The host's runtime context is sent again when it is gone, but not within the step that lost it. */
const isContext = (source: HostSource | undefined) =>
  source?.kind === 'plugin' && source.plugin !== PLUGIN && source.form === 'snapshot'

// ---- what an entry stands for ---------------------------------------------------------------------------------

const isReplacement = (event: HostEvent | undefined) =>
  event?.surfaceOp !== undefined && event.surfaceOp !== 'append'

const IN_HISTORY = new Set(['user/message', 'assistant/message', 'tool/result'])

/** What was looked up in one session's log, which only grows. */
export interface KnownLog {
  extents: Extents
  /** Whether the turn that is said to end at a `seq` does. */
  ends: Map<string, boolean>
}

/** What replacements stand for, by `seq`. */
type Extents = Map<number, { first: number; last: number }>

function isEnd(events: readonly HostEvent[], logged: LoggedEnd, ends: Map<string, boolean>): boolean {
  const key = `${logged.logEnd} ${logged.turn}`
  const known = ends.get(key) ?? isLogged(events, logged)
  ends.set(key, known)
  return known
}

/** A replacement stands for what its sources stand for; entries that are not in the history say nothing. */
function extentOf(
  events: readonly HostEvent[],
  seq: number,
  extents: Extents,
): { first: number; last: number } {
  const event = events[seq]
  if (event === undefined || !isReplacement(event)) return { first: seq, last: seq }
  const known = extents.get(seq)
  if (known) return known
  const extent = { first: Number.POSITIVE_INFINITY, last: -1 }
  for (const source of event.sourceEventSeqs ?? []) {
    if (!IN_HISTORY.has(events[source]?.type ?? '')) continue
    const { first, last } = extentOf(events, source, extents)
    extent.first = Math.min(extent.first, first)
    extent.last = Math.max(extent.last, last)
  }
  extents.set(seq, extent)
  return extent
}

/** The message of an entry of the history. */
export function messageOf(event: HostEvent | undefined): HostMessage | undefined {
  if (event === undefined) return undefined
  if (event.type === 'user/message') return event.data as HostMessage
  return (event.data as { message?: HostMessage }).message
}

// ---- the view as a message --------------------------------------------------------------------------------------

/** Text of the message that shows a block. */
export function viewMessage({ block, level, firstTurn, lastTurn }: DueBlock, text: string): string {
  return `[memory ${block} L${level}, turns ${firstTurn}–${lastTurn}]\n${text}`
}

const VIEW = /^\[memory (b_[a-z2-7]+) L([0-5]), /

/** The block and level that one of our messages shows; undefined for any other message. */
export function shownView(message: HostMessage | undefined): { block: string; level: Level } | undefined {
  if (message?.source?.kind !== 'plugin' || message.source.plugin !== PLUGIN) return undefined
  const [, block, level] = VIEW.exec(textOf(message.content)) ?? []
  return block === undefined ? undefined : { block, level: Number(level) as Level }
}

const RECALLED = /\[(e_[a-z2-7]+|n_[a-z2-7]+ ← e_[a-z2-7]+)\]/g

/** Ids of the events that a recall message of ours shows. */
export function recalledEvents(message: HostMessage | undefined): string[] {
  const { source } = message ?? {}
  if (source?.plugin !== PLUGIN || source.form !== 'recall' || shownView(message)) return []
  return [...textOf(message?.content).matchAll(RECALLED)].flatMap(([, id]) => id ?? [])
}
