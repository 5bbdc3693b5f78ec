/**
 * The host's model as the engine asks it: a chat model whose answers come from the other thread.
 *
 * Owns: questions that wait for their answer. Leaves asking to `host-model.ts`.
 */
import { type ChatModel, type ChatReply, ModelError } from '../../derive/chat-model.ts'
import type { ModelAnswer, ModelAnswerMessage, ModelMessage } from './memory-calls.ts'

export interface ModelOfHost {
  model: ChatModel
  /** An answer has come. */
  hear(message: ModelAnswerMessage): void
}

/** A chat model of this name; what it asks is told to the host's thread. */
export function modelOfHost(name: string, tell: (message: ModelMessage) => void): ModelOfHost {
  const waiting = new Map<number, (answer: ModelAnswer) => void>()
  let calls = 0
  const chat: ChatModel['chat'] = ({ system, user: text, maxOutputTokens, thread }, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason)
    calls += 1
    const call = calls
    return new Promise<ChatReply>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(call)
        tell({ model: 'stop', call })
        reject(signal.reason)
      }
      waiting.set(call, answer => {
        waiting.delete(call)
        signal.removeEventListener('abort', giveUp)
        if ('reply' in answer) resolve(answer.reply)
        else reject(new ModelError(answer.failure.code, answer.failure.message, answer.failure.retryAfterMs))
      })
      signal.addEventListener('abort', giveUp, { once: true })
      const session = thread === undefined ? {} : { session: thread }
      tell({ model: 'ask', call, question: { ...session, system, text, maxOutputTokens } })
    })
  }
  return { model: { name, chat }, hear: ({ call, answer }) => waiting.get(call)?.(answer) }
}
