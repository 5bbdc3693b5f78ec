/** Blocks for the tests of derivers: messages written as `role: text`. */
import type { BlockToDerive } from '../../src/derive/deriver.ts'
import type { Message, Role } from '../../src/domain/conversation.ts'

/** Wednesday, 14:00 in Berlin. */
export const AT = Date.parse('2025-06-18T14:00:00+02:00')

export function message(role: Role, content: string | null, rest: Partial<Message> = {}): Message {
  return { id: 'm_1', thread: 'atlas', turnId: 't_1', position: 0, role, content, at: AT, ...rest }
}

/** Messages get the ids `m_1`, `m_2` … in order. */
export function block(messages: readonly Message[], rest: Partial<BlockToDerive> = {}): BlockToDerive {
  return {
    id: 'b_1',
    thread: 'atlas',
    zone: 'Europe/Berlin',
    messages: messages.map((m, position) => ({ ...m, id: `m_${position + 1}`, position })),
    previousKeyFacts: null,
    nextKeyFacts: null,
    timeline: [],
    sourceTokens: 500,
    ...rest,
  }
}

export const user = (content: string) => message('user', content)
export const assistant = (content: string) => message('assistant', content)
export const NEVER = new AbortController().signal
