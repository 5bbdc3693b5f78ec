/**
 * What an endpoint takes, learnt from what it refuses.
 *
 * Owns: the request's fields that endpoints differ in, and which of them a refusal speaks of. Nothing here goes by
 * the name of a provider.
 */
import type { ChatRequest } from '../chat-model.ts'

/** How an endpoint is spoken to. */
export interface Habits {
  format: 'json_schema' | 'json_object' | 'text'
  /** Thinking costs time and tokens and changes little in extraction. */
  thinkingOff: boolean
  temperature: boolean
  limit: 'max_tokens' | 'max_completion_tokens'
}

/** Everything asked for; what an endpoint refuses is left out from then on. */
export const FULL: Habits = {
  format: 'json_schema',
  thinkingOff: true,
  temperature: true,
  limit: 'max_tokens',
}

/** The fields of a request that endpoints differ in. */
export function differingFields(
  habits: Habits,
  { reply, maxOutputTokens }: ChatRequest,
): Record<string, unknown> {
  return {
    ...(habits.temperature ? { temperature: 0 } : {}),
    ...(habits.thinkingOff ? { thinking: { type: 'disabled' } } : {}),
    ...formatField(habits.format, reply),
    [habits.limit]: maxOutputTokens,
  }
}

function formatField(format: Habits['format'], reply: ChatRequest['reply']): Record<string, unknown> {
  if (format === 'text') return {}
  if (format === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, schema } = reply
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
}

/** The habits without what the endpoint complained of; `undefined` when it complained of something else. */
export function withoutRefused(habits: Habits, complaint: string): Habits | undefined {
  if (/response_format|json_schema|json_object|structured.?output/i.test(complaint)) {
    if (habits.format === 'text') return undefined
    return { ...habits, format: habits.format === 'json_schema' ? 'json_object' : 'text' }
  }
  if (habits.limit === 'max_tokens' && /max_completion_tokens/i.test(complaint))
    return { ...habits, limit: 'max_completion_tokens' }
  if (habits.thinkingOff && /\bthinking\b/i.test(complaint)) return { ...habits, thinkingOff: false }
  if (habits.temperature && /\btemperature\b/i.test(complaint)) return { ...habits, temperature: false }
  return undefined
}
