/**
 * What is remembered is put beside the person's message.
 *
 * Owns: which message is asked for, what the history shows already, the time that a turn waits. Relies on these host
 * facts: messages that a `agent/pre-step` listener adds behind the others reach the model in that order and stay in
 * the history; a listener that throws ends the turn, so nothing here may.
 */
import { refOf } from './capture.ts'
import { messageOf, recalledEvents } from './faded-history.ts'
import { type HostMessage, type HostSession, ourMessage, textOf } from './host.ts'
import type { MemoryCalls } from './memory-calls.ts'

export interface RememberingOptions {
  call: (
    name: 'recall',
    given: MemoryCalls['recall']['given'],
    timeoutMs: number,
  ) => Promise<MemoryCalls['recall']['answer']>
  budgetTokens: number
}

export class Remembering {
  readonly #options: RememberingOptions
  /** Events shown by entries of a session's history, by `seq`; what an entry shows never changes. */
  readonly #shown = new WeakMap<HostSession, Map<number, readonly string[]>>()

  constructor(options: RememberingOptions) {
    this.#options = options
  }

  /**
   * The message to add behind what a person said; undefined when nothing is relevant or nobody spoke.
   *
   * @throws MemoryCallError when memory did not answer.
   */
  async beside(
    session: HostSession,
    messages: readonly HostMessage[],
    timeoutMs: number,
  ): Promise<HostMessage | undefined> {
    const { call, budgetTokens } = this.#options
    const message = spokenText(messages)
    if (message === '' || budgetTokens <= 0) return undefined
    const inView = this.#inView(session)
    const text = await call('recall', { session: refOf(session), message, inView, budgetTokens }, timeoutMs)
    return text === '' ? undefined : ourMessage(text, { form: 'recall' })
  }

  /** Events that recall messages in the history still show. */
  #inView(session: HostSession): string[] {
    const shown = this.#shown.get(session) ?? new Map<number, readonly string[]>()
    this.#shown.set(session, shown)
    const { nodes } = session.surface
    const unread = nodes.filter(seq => !shown.has(seq))
    const { events } = unread.length > 0 ? session : { events: [] }
    for (const seq of unread) shown.set(seq, recalledEvents(messageOf(events[seq])))
    return [...new Set(nodes.flatMap(seq => shown.get(seq) ?? []))]
  }
}

/** What people say in these messages. */
function spokenText(messages: readonly HostMessage[]): string {
  return messages
    .filter(({ source }) => source.kind === 'user')
    .map(({ content }) => textOf(content))
    .filter(text => text !== '')
    .join('\n')
}
