/**
 * From the records of a file to whole turns.
 *
 * Owns: the turn rule of `engine/conversation/turns.ts` over threads that may be interleaved, with one open turn a
 * thread in memory; ids the source states; and that a turn with an unusable place is left out whole. Leaves reading
 * and progress to `read-conversation.ts`.
 */

import type { MessageInput, Role, TurnInput } from '../domain/conversation.ts'
import { opensTurn } from '../engine/conversation/turns.ts'
import type { Complaint, SourceRecord } from './formats/format.ts'

/** What the records amount to. */
export type Assembled =
  | { kind: 'turn'; turn: TurnInput; space?: string; line?: number }
  | {
      kind: 'fault'
      complaint: Complaint
      line?: number
      thread?: string
      turn?: string
      consequence?: string
    }
  | { kind: 'thread-end'; thread: string; space?: string }

interface OpenTurn {
  id: string
  /** Whether the source states the id: then the id alone says what belongs to the turn. */
  isNamed: boolean
  line: number | undefined
  messages: MessageInput[]
  isAnswered: boolean
  isInterrupted: boolean
  isSpoiled: boolean
}

interface OpenThread {
  thread: string
  space: string | undefined
  /** Turns opened so far, those left out counted. */
  ordinal: number
  /** Whether a turn was given. */
  hasTurns: boolean
  open: OpenTurn | undefined
  /** Stated ids of the turns that are closed. */
  closed: Set<string>
}

type MessageRecord = Extract<SourceRecord, { kind: 'message' }>
type FaultRecord = Extract<SourceRecord, { kind: 'fault' }>
/** What decides whether a record continues the open turn. */
type Opening = { role?: Role; turn?: string; opensAs?: string; line?: number }

/** One pass over the records of a file. */
export class TurnAssembler {
  readonly #threads = new Map<string, OpenThread>()
  #latest: OpenThread | undefined
  /** An unusable place stood before every thread: it belongs to the turn that is opened next. */
  #spoilsNext = false
  #messages = 0

  /** Whether any message was seen, usable or not. */
  get isEmpty(): boolean {
    return this.#messages === 0
  }

  /** Takes the next record; gives what it completes, a turn before what came after it. */
  *accept(record: SourceRecord): Generator<Assembled> {
    if (record.kind === 'fault') yield* this.#fault(record)
    else if (record.kind === 'message') yield* this.#message(record)
    else if (record.kind === 'thread-end')
      yield* this.#endThread(this.#threadOf(record.thread, record.space), true)
    else {
      const { open } = this.#threadOf(record.thread, record.space)
      if (open) open.isInterrupted = true
    }
  }

  /** Closes every thread. With `ended` false, last turns are left for a later reading unless they were interrupted. */
  *end(ended: boolean): Generator<Assembled> {
    for (const thread of this.#threads.values()) yield* this.#endThread(thread, ended)
  }

  *#message(record: MessageRecord): Generator<Assembled> {
    this.#messages++
    const thread = this.#threadOf(record.thread, record.space)
    const { message, line } = record
    yield* this.#open(thread, { ...record, role: message.role })
    const { open } = thread
    if (open) {
      if (isFirstRequest(open, message)) open.id = record.opensAs ?? open.id
      open.messages.push(message)
      return
    }
    const text = 'names a turn that ended before; put the messages of a turn together'
    const complaint = { field: 'turn', value: JSON.stringify(record.turn), text }
    yield* this.#fault({ kind: 'fault', complaint, alone: true, ...(line !== undefined && { line }) })
  }

  *#fault(record: FaultRecord): Generator<Assembled> {
    this.#messages++
    const { complaint, line } = record
    const fault = { kind: 'fault' as const, complaint, ...(line !== undefined && { line }) }
    const thread = this.#threadOfFault(record)
    if (record.alone) {
      yield fault
    } else if (!thread) {
      this.#spoilsNext = true
      yield {
        ...fault,
        consequence: 'the turn it stands in is unknown, so the first turn after it is not stored',
      }
    } else {
      yield* this.#open(thread, record)
      yield { ...fault, ...spoil(thread) }
    }
  }

  /** Closes the open turn if the record does not belong to it, and opens one unless the stated id was closed. */
  *#open(thread: OpenThread, record: Opening): Generator<Assembled> {
    const { role, turn } = record
    if (thread.open && !continues(thread.open, role, turn)) yield* close(thread)
    if (!thread.open && (turn === undefined || !thread.closed.has(turn))) {
      thread.ordinal++
      thread.open = {
        id: turn ?? record.opensAs ?? String(thread.ordinal),
        isNamed: turn !== undefined,
        line: record.line,
        messages: [],
        isAnswered: false,
        isInterrupted: false,
        isSpoiled: this.#spoilsNext,
      }
      this.#spoilsNext = false
    }
    // A line whose role cannot be read is most likely an answer: else it would draw the next turn into its own.
    if (thread.open && (role === 'assistant' || role === undefined)) thread.open.isAnswered = true
  }

  *#endThread(thread: OpenThread, ended: boolean): Generator<Assembled> {
    const { open, thread: name, space } = thread
    if (open && (ended || open.isInterrupted)) yield* close(thread)
    if (ended && thread.hasTurns)
      yield { kind: 'thread-end', thread: name, ...(space !== undefined && { space }) }
    this.#threads.delete(threadKey(name, space))
    if (this.#latest === thread) this.#latest = undefined
  }

  /** A fault that does not say its thread, or not in which space, stands in the thread of the record before. */
  #threadOfFault({ thread, space }: FaultRecord): OpenThread | undefined {
    const isLatest = thread === undefined || (space === undefined && thread === this.#latest?.thread)
    return isLatest ? this.#latest : this.#threadOf(thread, space)
  }

  #threadOf(name: string, space: string | undefined): OpenThread {
    const key = threadKey(name, space)
    const known = this.#threads.get(key)
    const thread = known ?? {
      thread: name,
      space,
      ordinal: 0,
      hasTurns: false,
      open: undefined,
      closed: new Set<string>(),
    }
    if (!known) this.#threads.set(key, thread)
    this.#latest = thread
    return thread
  }
}

function threadKey(thread: string, space: string | undefined): string {
  return JSON.stringify([thread, space])
}

/** The turn rule; an id that the source states goes before it, an interruption stands for the answer. */
function continues(open: OpenTurn, role: Role | undefined, turn: string | undefined): boolean {
  if (turn !== undefined) return open.isNamed && open.id === turn
  return !opensTurn(role, open.isAnswered || open.isInterrupted)
}

/** Marks the open turn, if there is one: the place may name a turn that was given already. */
function spoil({ thread, open }: OpenThread): { thread: string; turn?: string; consequence?: string } {
  if (!open) return { thread }
  open.isSpoiled = true
  const consequence = `turn ${JSON.stringify(open.id)} of thread ${JSON.stringify(thread)} is not stored`
  return { thread, turn: open.id, consequence }
}

function isFirstRequest(open: OpenTurn, message: MessageInput): boolean {
  return !open.isNamed && message.role === 'user' && open.messages.every(({ role }) => role !== 'user')
}

function* close(thread: OpenThread): Generator<Assembled> {
  const { open, space } = thread
  if (!open) return
  thread.open = undefined
  if (open.isNamed) thread.closed.add(open.id)
  if (open.isSpoiled || open.messages.length === 0) return
  thread.hasTurns = true
  yield {
    kind: 'turn',
    turn: {
      thread: thread.thread,
      turn: open.id,
      messages: open.messages,
      ...(open.isInterrupted && { interrupted: true }),
    },
    ...(space !== undefined && { space }),
    ...(open.line !== undefined && { line: open.line }),
  }
}
