/**
 * Calls of one endpoint: what it refuses is left out, when it asks for patience it gets some.
 *
 * Owns: the order of the steps of a call.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type ChatModel, type ChatReply, type ChatRequest, ModelError } from '../chat-model.ts'
import { type Answer, answerTo } from './answer.ts'
import { replyIn } from './completion.ts'
import type { Endpoint } from './endpoint.ts'
import { failureOf } from './failures.ts'
import { differingFields, FULL, type Habits, withoutRefused } from './habits.ts'

/** However soon an endpoint wants to be asked again, a call asks it no more often than this. */
const MOST_REPEATS = 2

/** `chat` of an endpoint. What helped is remembered as long as the function lives; what did not help is not. */
export function completions(endpoint: Endpoint): ChatModel['chat'] {
  let learnt = FULL
  const ask = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    for (let habits = learnt; ; ) {
      const answer = told(await answerTo(endpoint, bodyOf(endpoint, habits, request), signal))
      if (isSuccess(answer.status)) {
        learnt = habits
        return replyIn(answer.text)
      }
      const fewer = isComplaint(answer.status) ? withoutRefused(habits, answer.text) : undefined
      if (!fewer) throw failureOf(answer, endpoint)
      habits = fewer
    }
  }
  return (request, signal) => patiently(() => ask(request, signal), endpoint.patienceMs, signal)
}

/** Some gateways wrap the error of whoever is behind them into a success; its status is inside then. */
function told(answer: Answer): Answer {
  if (!isSuccess(answer.status) || !/^\s*\{\s*"error"/.test(answer.text)) return answer
  const status = Number(/"(?:code|status)"\s*:\s*"?([45]\d\d)\b/.exec(answer.text)?.[1] ?? 502)
  return { ...answer, status }
}

const isSuccess = (status: number) => status >= 200 && status < 300
/** That the request itself is wrong. */
const isComplaint = (status: number) => status === 400 || status === 422

function bodyOf({ model, body }: Endpoint, habits: Habits, request: ChatRequest): string {
  return JSON.stringify({
    ...differingFields(habits, request),
    ...body,
    model,
    messages: [
      { role: 'system', content: request.system.toWellFormed() },
      { role: 'user', content: request.user.toWellFormed() },
    ],
    stream: false,
  })
}

/** Asks again after the wait that the endpoint named, as long as all waits together stay within the patience. */
async function patiently<T>(ask: () => Promise<T>, patienceMs: number, signal: AbortSignal): Promise<T> {
  let waited = 0
  for (let repeats = 0; ; repeats++) {
    try {
      return await ask()
    } catch (error) {
      const wait = error instanceof ModelError && error.isRetryable ? error.retryAfterMs : null
      if (wait === null || repeats === MOST_REPEATS || waited + wait > patienceMs) throw error
      waited += wait
      // An aborted wait rejects with an error of its own; callers know the signal's reason.
      await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
