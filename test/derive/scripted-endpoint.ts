/** An endpoint of chat completions on 127.0.0.1 that answers from a script, one step for each request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A text is what the model says; a function answers itself. */
export type Step = string | Partial<Answer> | ((response: ServerResponse) => void)

interface Answer {
  status: number
  headers: Record<string, string>
  /** Sent as it is; what is no text or bytes, as JSON. */
  body: unknown
}

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: {
    model: string
    messages: { role: string; content: string }[]
    [field: string]: unknown
  }
}

export interface ScriptedEndpoint {
  url: string
  /** Everything asked so far. */
  asked: Asked[]
  /** The steps still to come. */
  steps: Step[]
  /** What answers when no step is left; default: a failure. */
  otherwise: (asked: Asked) => Step
  close(): Promise<void>
}

/** A whole completion around what the model says. */
export function completion(content: unknown, rest: { end?: string; usage?: unknown; message?: object } = {}) {
  const { end = 'stop', usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } } = rest
  const message = { role: 'assistant', content, ...rest.message }
  return { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: end }], usage }
}

export async function openEndpoint(): Promise<ScriptedEndpoint> {
  const asked: Asked[] = []
  const steps: Step[] = []
  const endpoint: ScriptedEndpoint = {
    url: '',
    asked,
    steps,
    otherwise: () => ({ status: 500, body: 'the script is at its end' }),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { url = '', headers } = request
    const one: Asked = { path: url, headers, body: JSON.parse(Buffer.concat(pieces).toString('utf8')) }
    asked.push(one)
    answer(steps.shift() ?? endpoint.otherwise(one), response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  endpoint.url = `http://127.0.0.1:${port}/v1`
  return endpoint
}

function answer(step: Step, response: ServerResponse): void {
  if (typeof step === 'function') {
    step(response)
    return
  }
  const { status = 200, headers = {}, body } = typeof step === 'string' ? { body: completion(step) } : step
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
}
