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
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { url = '', headers } = request
    asked.push({ path: url, headers, body: JSON.parse(Buffer.concat(pieces).toString('utf8')) })
    answer(steps.shift() ?? { status: 500, body: 'the script is at its end' }, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    steps,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
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
