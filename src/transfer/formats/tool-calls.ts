/**
 * Calls that wait for their results, in formats that write the two apart.
 *
 * Owns: joining a call and its result to one tool record. Leaves where each stands in a file to its format.
 */
import type { MessageInput } from '../../domain/conversation.ts'
import { ownMark, present } from './message-fields.ts'

/** A call as an assistant message carries it. */
export interface ToolCall {
  callId: string
  name?: string
  /** Arguments as received, or as JSON text. */
  arguments?: string
  at?: number
  externalId?: string
}

/** What came back for a call. */
export interface ToolResult {
  callId: string
  result: string
  isError?: boolean
  at?: number
  externalId?: string
}

/** The calls of one thread that have no result yet. */
export class OpenCalls {
  readonly #calls = new Map<string, ToolCall>()

  add(call: ToolCall): void {
    this.#calls.set(call.callId, call)
  }

  /** The record of a call with its result, at the time the result came. A result nobody asked for has no name. */
  settle(result: ToolResult): MessageInput {
    const call = this.#calls.get(result.callId)
    this.#calls.delete(result.callId)
    const { at: _calledAt, externalId: _callLine, ...asked } = call ?? { callId: result.callId }
    return toolRecord({ ...asked, ...result })
  }

  /** Records of the calls that no result came for, in the order of the calls; they are open no more. */
  abandon(): MessageInput[] {
    const records = [...this.#calls.values()].map(call => toolRecord(call))
    this.#calls.clear()
    return records
  }
}

function toolRecord(fields: ToolCall & Partial<ToolResult>): MessageInput {
  return present<MessageInput>({ ...fields, role: 'tool', content: '', own: ownMark(fields.name) })
}
