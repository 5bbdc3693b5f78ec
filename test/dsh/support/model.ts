/** A scripted model: an OpenAI-compatible server that keeps every request it gets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one request asked, as the provider saw it. */
export interface ModelRequest {
  /** Session of an agent's request; absent for the host's own. */
  session: string | undefined
  /** When all of it had arrived, milliseconds of `process.hrtime`. */
  at: number
  /** When the last of the answer was sent; absent until then. */
  answeredAt?: number
  messages: readonly { role: string; content: unknown; tool_calls?: unknown }[]
  tools: readonly string[]
  /** The body as it came. */
  raw: string
}

/** What the model says. */
export interface Reply {
  text?: string
  tools?: readonly { name: string; args: object }[]
  /** Milliseconds before each piece of the text. */
  slowMs?: number
  /** The connection stays open and nothing more comes. */
  hangs?: boolean
  /** The answer begins when this resolves. */
  after?: Promise<unknown>
  /** A refusal with this status instead of an answer. */
  refusal?: { status: number; message: string }
}

type Script = (request: ModelRequest) => Reply

export interface Model {
  url: string
  requests: ModelRequest[]
  /** From now on this answers. */
  script: Script
  close(): Promise<void>
}

/** Says little and nothing that is in the request. */
const agree: Script = () => ({ text: 'Understood.' })

export async function startModel(): Promise<Model> {
  const requests: ModelRequest[] = []
  const model = { requests, script: agree } as Model
  const server = createServer((request, response) => {
    answer(model, request, response).catch(error => response.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  model.close = () =>
    new Promise(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return model
}

/** Text of a message's content. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(part => (part as { text?: string }).text ?? '').join('')
}

const clock = () => Number(process.hrtime.bigint()) / 1e6

let answers = 0

async function answer(model: Model, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data: [{ id: 'deepseek-v4-flash', object: 'model' }] }))
    return
  }
  let raw = ''
  for await (const part of request) raw += part
  const at = clock()
  const { messages, tools = [], model: name } = JSON.parse(raw)
  const kept: ModelRequest = {
    session: request.headers['x-deepseek-harness-session-id'] as string | undefined,
    at,
    messages,
    tools: tools.map((tool: { function: { name: string } }) => tool.function.name),
    raw,
  }
  model.requests.push(kept)
  const reply = model.script(kept)
  await reply.after
  if (reply.refusal) {
    const { status, message } = reply.refusal
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message } }))
    return
  }
  await send(response, name, reply, raw.length)
  if (reply.hangs) return
  kept.answeredAt = clock()
  response.end('data: [DONE]\n\n')
}

/** All of an answer but its last line. */
async function send(response: ServerResponse, model: string, reply: Reply, asked: number): Promise<void> {
  answers += 1
  const id = `answer-${answers}`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (delta: object, finish: string | null = null, rest = {}) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    response.write(
      `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created: 0, model, choices, ...rest })}\n\n`,
    )
  }
  write({ role: 'assistant', content: '' })
  for (const piece of reply.text?.match(/[\s\S]{1,40}/g) ?? []) {
    if (reply.slowMs) await new Promise(resolve => setTimeout(resolve, reply.slowMs))
    write({ content: piece })
  }
  if (reply.hangs) return
  reply.tools?.forEach(({ name, args }, index) => {
    const call = { index, id: `call_${id}_${index}`, type: 'function' }
    write({ tool_calls: [{ ...call, function: { name, arguments: JSON.stringify(args) } }] })
  })
  const usage = {
    prompt_tokens: Math.ceil(asked / 4),
    completion_tokens: 20,
    total_tokens: Math.ceil(asked / 4) + 20,
  }
  write({}, reply.tools ? 'tool_calls' : 'stop', { usage })
}

/** Views of blocks among messages, as the plugin writes them. */
export function blockViews(texts: readonly string[]): { block: string; level: number }[] {
  return texts.flatMap(text => {
    const [, block, level] = /^user: \[memory (b_[a-z2-7]{12}) L([0-5]), turns \d+–\d+\]\n/.exec(text) ?? []
    return block === undefined ? [] : [{ block, level: Number(level) }]
  })
}

/** Asks again and again until it is so. */
export async function until(isSo: () => Promise<boolean>, everyMs = 30, withinMs = 20_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it never became so')
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}
