/**
 * A session's log becomes the turns that memory stores.
 *
 * Owns: what of the log belongs to a turn, and which turns are kept. Relies on these host facts: `turn/start` and
 * `turn/end` enclose a turn and bear its number, which counts on over resume and fork; a person's words are
 * `user/message` with source `user`; a turn that was cut off by a crash is closed when the session is opened again;
 * replacements in the model's history are no new messages.
 */
import type { LoggedEnd, MessageInput } from '../../domain/conversation.ts'
import { type HostBlock, type HostEvent, type HostMessage, textOf } from './host.ts'

/** A turn as the log tells it. */
export interface LoggedTurn {
  /**
   * The host's number of the turn and when it started: a log that lost its end in a crash gives the same number to
   * another turn.
   */
  turn: string
  messages: MessageInput[]
  interrupted: boolean
  /** `seq` of its end. */
  logEnd: number
}

/**
 * Completed turns in which a person spoke, in order.
 *
 * What the agent did in turns without a person (a job that ended, another plugin) is kept at the beginning of the next
 * one that has one, so that nothing that the model saw of it is lost; what was injected is not kept. A turn that is
 * still open is left out.
 *
 * @param events entries of the log from the end of the last turn stored, or all of them.
 */
export function turnsOfLog(events: Iterable<HostEvent>): LoggedTurn[] {
  const turns: LoggedTurn[] = []
  let open = new TurnReader()
  for (const event of events) {
    if (event.type !== 'turn/end') {
      open.read(event)
      continue
    }
    open.endCalls()
    if (!open.isHuman) continue
    const { turn, reason } = event.data as { turn: number; reason?: { kind?: string } }
    turns.push({
      turn: turnKey(turn, open.startedAt ?? event.time),
      messages: open.messages,
      interrupted: reason?.kind !== 'completed',
      logEnd: event.seq,
    })
    open = new TurnReader()
  }
  return turns
}

const turnKey = (turn: number, startedAt: number) => `${turn}@${startedAt}`

/** Whether a turn ends in the log where it is said to; it does not where a crash took the end of the log. */
export function isLogged(events: readonly HostEvent[], { turn, logEnd }: LoggedEnd): boolean {
  if (events[logEnd]?.type !== 'turn/end') return false
  for (let seq = logEnd - 1; seq >= 0; seq--) {
    const event = events[seq]
    if (event?.type === 'turn/end') return false
    if (event?.type === 'turn/start')
      return turnKey((event.data as { turn: number }).turn, event.time) === turn
  }
  return false
}

/** The last human turn that ended before an entry; undefined when none did. */
export function lastTurnBefore(events: readonly HostEvent[], seq: number): LoggedTurn | undefined {
  return turnsOfLog(events.slice(0, seq)).at(-1)
}

/** Collects the messages between two ends of turns. */
class TurnReader {
  readonly messages: MessageInput[] = []
  isHuman = false
  /** When the turn started; that of the last one, if there were others without a person. */
  startedAt: number | undefined
  /** Calls without a result yet, by id. */
  readonly #calls = new Map<string, MessageInput>()

  read({ type, data, time: at, surfaceOp }: HostEvent): void {
    if (surfaceOp !== undefined && surfaceOp !== 'append') return
    if (type === 'turn/start') this.startedAt = at
    else if (type === 'user/message') this.#user(data as HostMessage, at)
    else if (type === 'assistant/message') this.#assistant((data as { message: HostMessage }).message, at)
    else if (type === 'tool/call') this.#call(data as ToolCall, at)
    else if (type === 'tool/result') this.#result((data as { message: HostMessage }).message, at)
  }

  /** Calls that got no result stand without one. */
  endCalls(): void {
    this.messages.push(...this.#calls.values())
    this.#calls.clear()
  }

  #user({ id, source, content }: HostMessage, at: number): void {
    if (source?.kind !== 'user') return
    this.isHuman = true
    this.messages.push({ role: 'user', content: textOf(content), at, externalId: id })
  }

  #assistant({ id, content }: HostMessage, at: number): void {
    const text = textOf(content)
    if (text !== '') this.messages.push({ role: 'assistant', content: text, at, externalId: id })
  }

  #call({ callId, name, arguments: given }: ToolCall, at: number): void {
    this.#calls.set(callId, { role: 'tool', content: '', name, callId, arguments: asText(given), at })
  }

  /** A result takes the place of its call, which said nothing but name and arguments. */
  #result({ content }: HostMessage, at: number): void {
    for (const block of content) {
      if (block.type !== 'tool-result' || block.toolCallId === undefined) continue
      const call = this.#calls.get(block.toolCallId)
      this.#calls.delete(block.toolCallId)
      const isError = block.isError === true
      this.messages.push({
        ...(call ?? { role: 'tool', content: '', callId: block.toolCallId }),
        at,
        result: resultText(block),
        ...(isError ? { isError } : {}),
      })
    }
  }
}

interface ToolCall {
  callId: string
  name: string
  arguments?: unknown
}

const resultText = ({ content, text }: HostBlock): string =>
  typeof content === 'string'
    ? content
    : textOf(content ?? (text === undefined ? [] : [{ type: 'text', text }]))

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
