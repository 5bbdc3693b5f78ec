/** The real client against a scripted endpoint: what it sends, what it makes of answers, and of faults. */
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatRequest, ModelError } from '../../../src/derive/chat-model.ts'
import type { OpenAICompatibleOptions } from '../../../src/derive/openai-compatible/endpoint.ts'
import { createOpenAICompatibleModel } from '../../../src/derive/openai-compatible/openai-compatible-model.ts'
import { NEVER } from '../blocks.ts'
import { completion, openEndpoint, type ScriptedEndpoint, type Step } from '../scripted-endpoint.ts'

const KEY = 'sk-1234567890abcdef'
const REQUEST: ChatRequest = {
  system: 'Answer in JSON.',
  user: '1: user: SQLite it is.',
  reply: { name: 'summary', schema: { type: 'object' } },
  maxOutputTokens: 900,
}

let endpoint: ScriptedEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint()
})
afterAll(() => endpoint.close())
beforeEach(() => {
  endpoint.asked.length = 0
  endpoint.steps.length = 0
})

const model = (options: OpenAICompatibleOptions = {}) =>
  createOpenAICompatibleModel({ baseUrl: endpoint.url, key: KEY, timeoutMs: 5_000, ...options })

async function chat(steps: readonly Step[], options: OpenAICompatibleOptions = {}) {
  endpoint.steps.push(...steps)
  return model(options).chat(REQUEST, NEVER)
}

async function failure(steps: readonly Step[], options: OpenAICompatibleOptions = {}): Promise<ModelError> {
  const error = await chat(steps, options).then(
    reply => expect.fail(`answered ${JSON.stringify(reply)}`),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

describe('a request', () => {
  it('asks one turn of the model for JSON by schema, without thinking, and gives the reply', async () => {
    expect(await chat(['{"title": "Storage"}'])).toEqual({
      text: '{"title": "Storage"}',
      stop: 'stop',
      usage: { input: 100, output: 20 },
    })
    expect(endpoint.asked).toHaveLength(1)
    expect(endpoint.asked[0]?.path).toBe('/v1/chat/completions')
    expect(endpoint.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(endpoint.asked[0]?.body).toEqual({
      model: 'deepseek-chat',
      messages: [
        { role: 'system', content: REQUEST.system },
        { role: 'user', content: REQUEST.user },
      ],
      temperature: 0,
      thinking: { type: 'disabled' },
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'summary', strict: true, schema: { type: 'object' } },
      },
      max_tokens: 900,
      stream: false,
    })
  })

  it('goes to DeepSeek when nothing else is said', () => {
    expect(createOpenAICompatibleModel().name).toBe('deepseek-chat')
  })

  it('carries what a gateway wants, and nothing that would change model or messages', async () => {
    await chat(['{}'], {
      key: undefined,
      model: 'qwen3',
      headers: { 'x-gateway': 'a' },
      body: { enable_thinking: false, temperature: 0.5, model: 'other', messages: [], stream: true },
    })
    const { headers, body } = endpoint.asked[0]!
    expect(headers.authorization).toBeUndefined()
    expect(headers['x-gateway']).toBe('a')
    expect([body.model, body.temperature, body.enable_thinking, body.stream]).toEqual([
      'qwen3',
      0.5,
      false,
      false,
    ])
    expect(body.messages).toHaveLength(2)
  })

  it('keeps the query of an address, and sends a lone surrogate as a whole character', async () => {
    endpoint.steps.push('{}')
    const own = model({ baseUrl: `${endpoint.url}/?api-version=7` })
    await own.chat({ ...REQUEST, user: 'broken \ud83d here' }, NEVER)
    expect(endpoint.asked[0]?.path).toBe('/v1/chat/completions?api-version=7')
    expect(endpoint.asked[0]?.body.messages[1]?.content).toBe('broken \ufffd here')
  })
})

const refusing = (message: string, status = 400): Step => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' } },
})

describe('what an endpoint refuses', () => {
  it.each<[string, Step[], (body: Record<string, unknown>) => unknown, unknown]>([
    [
      'JSON by schema',
      [refusing('This response_format type is unavailable now')],
      body => body.response_format,
      { type: 'json_object' },
    ],
    [
      'JSON by schema, said with 422',
      [refusing('response_format: response_format.type `json_schema` is unavailable now', 422)],
      body => body.response_format,
      { type: 'json_object' },
    ],
    [
      'any form',
      [refusing('unknown field json_schema'), refusing('response_format is not supported')],
      body => body.response_format,
      undefined,
    ],
    [
      'thinking',
      [refusing('Unrecognized request argument supplied: thinking')],
      body => body.thinking,
      undefined,
    ],
    [
      'a temperature',
      [refusing("Unsupported value: 'temperature' does not support 0 with this model.")],
      body => body.temperature,
      undefined,
    ],
    [
      'the old name of the limit',
      [refusing("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")],
      body => [body.max_tokens, body.max_completion_tokens],
      [undefined, 900],
    ],
  ])('is left out and stays left out: %s', async (_, refusals, field, expected) => {
    endpoint.steps.push(...refusals, '{"a": 1}', '{"b": 2}')
    const one = model()
    expect((await one.chat(REQUEST, NEVER)).text).toBe('{"a": 1}')
    expect((await one.chat(REQUEST, NEVER)).text).toBe('{"b": 2}')
    const bodies = endpoint.asked.slice(refusals.length).map(({ body }) => field(body))
    expect(bodies).toEqual([expected, expected])
  })

  it('is a refusal when it is nothing that could be left out', async () => {
    const error = await failure([refusing("This model's maximum context length is 8192 tokens")])
    expect([error.code, error.isRetryable]).toEqual(['model-refused', false])
    expect(error.message).toContain('maximum context length')
    expect(endpoint.asked).toHaveLength(1)
  })

  it('is asked for again later when leaving it out did not help', async () => {
    const echo = refusing('invalid text: "my thinking on temperature and response_format"')
    endpoint.steps.push(...Array.from({ length: 6 }, () => echo), '{}')
    const one = model()
    await expect(one.chat(REQUEST, NEVER)).rejects.toMatchObject({ code: 'model-refused' })
    endpoint.steps.splice(0, Number.POSITIVE_INFINITY, '{}')
    await one.chat(REQUEST, NEVER)
    expect(endpoint.asked.at(-1)?.body).toMatchObject({
      temperature: 0,
      response_format: { type: 'json_schema' },
    })
  })

  it('ends when everything was left out', async () => {
    const error = await failure(
      Array.from({ length: 9 }, () => refusing('response_format thinking temperature')),
    )
    expect(error.code).toBe('model-refused')
    expect(endpoint.asked.length).toBeLessThan(7)
  })
})

const raw = (body: string | Uint8Array, headers: Record<string, string> = {}): Step => ({ headers, body })
const dropped: Step = response => response.destroy()
const droppedMidway: Step = response => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"choices": [')
  setTimeout(() => response.destroy(), 20)
}
const slow: Step = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(' ')
}
const silent: Step = () => {}
const huge: Step = response => {
  response.writeHead(200)
  const piece = 'x'.repeat(1024 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
const TORN = Buffer.concat([
  Buffer.from('{"choices":[{"message":{"content":"'),
  Buffer.from([0xe4, 0xb8, 0xff]),
  Buffer.from('"}}]}'),
])

describe('a fault', () => {
  it.each<[string, Step, string, boolean]>([
    ['401', { status: 401, body: { error: { message: `bad key ${KEY}` } } }, 'model-unauthorised', false],
    ['403', { status: 403, body: { error: { message: 'not for you' } } }, 'model-unauthorised', false],
    [
      '402, no balance',
      { status: 402, body: { error: { message: 'Insufficient Balance' } } },
      'model-refused',
      false,
    ],
    ['404', { status: 404, body: '<html>nginx</html>' }, 'model-refused', false],
    ['413', { status: 413, body: 'too large' }, 'model-refused', false],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
      'model-refused',
      false,
    ],
    ['408', { status: 408, body: '' }, 'model-unavailable', true],
    ['429 without a word', { status: 429, body: '' }, 'model-busy', true],
    ['500', { status: 500, body: { error: { message: 'oops' } } }, 'model-unavailable', true],
    [
      '502 with a page',
      { status: 502, body: '<!doctype html><h1>Bad gateway</h1>' },
      'model-unavailable',
      true,
    ],
    ['503', { status: 503, body: '' }, 'model-unavailable', true],
    ['529', { status: 529, body: 'overloaded' }, 'model-unavailable', true],
    ['a connection dropped at once', dropped, 'model-unavailable', true],
    ['a connection dropped midway', droppedMidway, 'model-unavailable', true],
    ['an answer that never ends', slow, 'model-unavailable', true],
    ['no answer at all', silent, 'model-unavailable', true],
    ['a page', raw('<html>Sign in</html>', { 'content-type': 'text/html' }), 'model-reply', true],
    [
      'a stream of events',
      raw('data: {"choices":[{"delta":{"content":"{"}}]}\n\ndata: [DONE]\n\n', {
        'content-type': 'text/event-stream',
      }),
      'model-reply',
      true,
    ],
    ['nothing', raw(''), 'model-reply', true],
    ['half of a JSON', raw('{"choices": [{"message": {"content": "{'), 'model-reply', true],
    ['no UTF-8', raw(TORN), 'model-reply', true],
    ['a huge answer', huge, 'model-reply', true],
    ['no choices', { body: { id: 'c', usage: null } }, 'model-reply', true],
    ['empty choices', { body: { choices: [] } }, 'model-reply', true],
    ['a choice without a message', { body: { choices: [{ finish_reason: 'stop' }] } }, 'model-reply', true],
    ['a list', raw('[1, 2]'), 'model-reply', true],
    ['null', raw('null'), 'model-reply', true],
    [
      'an error wrapped into a success',
      { body: { error: { message: 'slow down', code: 429 } } },
      'model-busy',
      true,
    ],
    ['an error without a status in a success', { body: { error: 'upstream' } }, 'model-unavailable', true],
    ['a filter', { body: completion('', { end: 'content_filter' }) }, 'model-refused', false],
    [
      'a model that declines',
      { body: completion(null, { message: { refusal: 'No.' } }) },
      'model-refused',
      false,
    ],
    [
      'a provider out of resources',
      { body: completion('{', { end: 'insufficient_system_resource' }) },
      'model-unavailable',
      true,
    ],
  ])('of the endpoint has its code: %s', async (_, step, code, isRetryable) => {
    const error = await failure([step], { timeoutMs: 400 })
    expect([error.code, error.isRetryable]).toEqual([code, isRetryable])
    expect(error.message).toMatch(/^derive\/openai-compatible: .+; .+/)
    expect(error.message).not.toContain('<')
    expect(endpoint.asked).toHaveLength(1)
  })

  it('of the way there has its code, and its reason', async () => {
    const gone = await openEndpoint()
    await gone.close()
    const error = await failure([], { baseUrl: gone.url })
    expect(error).toMatchObject({ code: 'model-unavailable', isRetryable: true })
    expect(error.message).toContain(`${new URL(gone.url).host} could not be asked (ECONNREFUSED)`)
  })
})

describe('patience', () => {
  const busy = (after: string, status = 429): Step => ({
    status,
    headers: { 'retry-after': after },
    body: '',
  })

  it('waits as long as the endpoint says, and asks again', async () => {
    const start = performance.now()
    expect((await chat([busy('1'), '{}'])).text).toBe('{}')
    expect(performance.now() - start).toBeGreaterThan(950)
    expect(endpoint.asked).toHaveLength(2)
  })

  it('reads milliseconds, and dates by the clock of the endpoint', async () => {
    const headers = {
      date: 'Wed, 18 Jun 2025 12:00:00 GMT',
      'retry-after': 'Wed, 18 Jun 2025 12:00:40 GMT',
    }
    const error = await failure([
      { status: 503, headers: { 'retry-after-ms': '10' }, body: '' },
      { status: 503, headers, body: '' },
    ])
    expect([error.code, error.retryAfterMs, endpoint.asked.length]).toEqual(['model-unavailable', 40_000, 2])
  })

  it('fails at once where the wait is longer, and says how long it is', async () => {
    const error = await failure([busy('31')])
    expect([error.code, error.retryAfterMs, endpoint.asked.length]).toEqual(['model-busy', 31_000, 1])
  })

  it('is not for what would be refused again', async () => {
    const error = await failure([busy('0', 401), '{}'])
    expect([error.code, endpoint.asked.length]).toEqual(['model-unauthorised', 1])
  })

  it('ends after two repeats, however short the waits are', async () => {
    const error = await failure([busy('0'), busy('0'), busy('0'), '{}'])
    expect([error.code, endpoint.asked.length]).toEqual(['model-busy', 3])
  })

  it('ends with the signal, while waiting and while asking', async () => {
    for (const step of [busy('5'), silent]) {
      endpoint.steps.push(step)
      const stop = new AbortController()
      const waiting = model().chat(REQUEST, stop.signal)
      setTimeout(() => stop.abort(new Error('closing')), 100)
      await expect(waiting).rejects.toThrow('closing')
    }
  })
})

describe('a reply', () => {
  it.each<[string, unknown, string, string]>([
    [
      'beside its reasoning',
      completion('{}', { message: { reasoning_content: 'Hm. {"x": 1}' } }),
      '{}',
      'stop',
    ],
    ['after its thinking', completion('<think>Is it {"a": 1}?</think>\n{"b": 2}'), '{"b": 2}', 'stop'],
    [
      'after thinking whose beginning is lost',
      completion('so {"a": 1}\n</think>{"b": 2}'),
      '{"b": 2}',
      'stop',
    ],
    ['of thinking only', completion('<think>I wonder'), '', 'stop'],
    ['of reasoning only', completion(null, { message: { reasoning_content: 'Hm.' } }), '', 'stop'],
    [
      'that speaks of thinking',
      completion('{"title": "</think> tags"}'),
      '{"title": "</think> tags"}',
      'stop',
    ],
    [
      'in parts',
      completion([
        { type: 'text', text: '{"a"' },
        { type: 'text', text: ': 1}' },
      ]),
      '{"a": 1}',
      'stop',
    ],
    ['cut at its limit', completion('{"a', { end: 'length' }), '{"a', 'length'],
    ['that ended somehow', completion('{}', { end: 'tool_calls' }), '{}', 'other'],
    ['after empty lines that kept the connection', `\n\n\n${JSON.stringify(completion('{}'))}`, '{}', 'stop'],
  ])('is read: %s', async (_, body, text, stop) => {
    expect(await chat([{ body }])).toMatchObject({ text, stop })
  })

  it.each([
    null,
    {},
    { prompt_tokens: '7', completion_tokens: 1 },
    { prompt_tokens: -1, completion_tokens: 1 },
  ])('has no usage when the provider says %j', async usage => {
    expect((await chat([{ body: completion('{}', { usage }) }])).usage).toBeNull()
  })
})

describe('a key', () => {
  const faults: Step[] = [
    { status: 401, body: { error: { message: `Incorrect key ${KEY}` } } },
    { status: 400, body: { error: { message: `you sent ${KEY} and gate-secret-1` } } },
    { status: 500, body: `trace: authorization: Bearer ${KEY}, x-gate: gate-secret-1` },
    dropped,
    raw(KEY),
  ]

  it('is in no error', async () => {
    for (const step of faults) {
      const error = await failure([step], { headers: { 'x-gate': 'gate-secret-1' } })
      const all = inspect(error, { depth: 9, showHidden: true })
      expect(all).not.toContain(KEY)
      expect(all).not.toContain('gate-secret-1')
    }
  })

  it('is not seen in the model', () => {
    expect(inspect(model(), { depth: 9, showHidden: true }) + JSON.stringify(model())).not.toContain('sk-')
  })

  it.each<OpenAICompatibleOptions>([
    { key: `${KEY}\n` },
    { key: '' },
    { headers: { 'x-gate': `${KEY}\r\nx: y` } },
    { headers: { [`${KEY} x`]: 'y' } },
    { baseUrl: `https://me:${KEY}@example.com` },
    { baseUrl: KEY },
    { baseUrl: `ftp://${KEY}` },
    { model: ' ' },
    { timeoutMs: 0 },
    { timeoutMs: 2 ** 31 },
    { patienceMs: -1 },
  ])('and what else cannot be used is refused at the door: %#', options => {
    expect(() => createOpenAICompatibleModel(options)).toThrow(
      expect.objectContaining({ code: 'config', message: expect.not.stringContaining('1234567890') }),
    )
  })
})
