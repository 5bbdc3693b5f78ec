/**
 * A model behind any endpoint that speaks OpenAI's chat completions.
 *
 * Owns: what a user makes. Leaves the options to `endpoint.ts`, the call to `complete.ts`, which is read when the first
 * one is made.
 */
import type { ChatModel } from '../chat-model.ts'
import { endpointOf, type OpenAICompatibleOptions } from './endpoint.ts'

/**
 * A model behind an endpoint. The first call learns what the endpoint takes (JSON by schema, JSON, or text; thinking
 * switched off or not), the model remembers it. A key is kept inside: neither errors nor inspection show it.
 *
 * @throws PalimpsestError `config` when an option is not usable.
 */
export function createOpenAICompatibleModel(options: OpenAICompatibleOptions = {}): ChatModel {
  const endpoint = endpointOf(options)
  let calls: Promise<ChatModel['chat']> | undefined
  return {
    name: endpoint.model,
    async chat(request, signal) {
      signal.throwIfAborted()
      calls ??= import('./complete.ts').then(({ completions }) => completions(endpoint))
      const chat = await calls
      return chat(request, signal)
    },
  }
}
