/** The way from memory to a model of the host: what each answer and each failure becomes. */
import { describe, expect, it } from 'vitest'
import type { ChatRequest } from '../../../src/derive/chat-model.ts'
import { HostModel, type HostModels } from '../../../src/integrations/dsh/host-model.ts'
import type { ModelMessage } from '../../../src/integrations/dsh/memory-calls.ts'
import { modelOfHost } from '../../../src/integrations/dsh/model-of-host.ts'

const ROUTE = { provider: 'bakery', model: 'rye-1' }
const QUESTION = { session: 'kitchen', system: 'Be short.', text: 'Which flour?', maxOutputTokens: 50 }
const patient = () => new AbortController().signal

type Call = Parameters<HostModels['stream']>[0]
type Piece = Awaited<ReturnType<AsyncIterator<unknown>['next']>>['value']

/** A service that answers with these pieces, and what it was called with. */
function service(pieces: readonly object[], rest: Partial<HostModels> = {}) {
  const calls: Call[] = []
  const models: HostModels = {
    async *stream(call) {
      calls.push(call)
      for (const piece of pieces) yield piece as Piece
    },
    ...rest,
  }
  return { calls, models }
}

/** The service of the host, there at once. */
function asked(models: HostModels, options: Partial<ConstructorParameters<typeof HostModel>[0]> = {}) {
  const model = new HostModel({ routeOf: () => ROUTE, ...options })
  model.use(models)
  return model.ask(QUESTION, patient())
}

const finish = (kind: string, failure?: object) => ({ type: 'finish', reason: { kind, failure } })

describe('a model of the host', () => {
  it('is asked once, outside any session, with the least thinking that it offers', async () => {
    const { calls, models } = service(
      [
        { type: 'reasoning-delta', index: 0, text: 'Flour…' },
        { type: 'text-delta', index: 1, text: 'Ry' },
        { type: 'text-delta', index: 1, text: 'e.' },
        { type: 'block-end', index: 1, block: { type: 'text', text: 'Rye.' } },
        { type: 'usage', usage: { inputTokens: 10, cacheReadTokens: 30, outputTokens: 4 } },
        finish('stop'),
      ],
      { resolveModelInfo: async () => ({ reasoning: { efforts: [{ id: 'high' }, { id: 'off' }] } }) },
    )
    expect(await asked(models)).toEqual({
      reply: { text: 'Rye.', stop: 'stop', usage: { input: 40, output: 4 }, model: 'bakery/rye-1' },
    })
    expect(calls.map(({ signal: _, messages, ...call }) => ({ ...call, said: messages }))).toEqual([
      {
        ...ROUTE,
        system: 'Be short.',
        maxTokens: 50,
        reasoningEffort: 'off',
        said: [
          {
            id: expect.any(String),
            role: 'user',
            content: [{ type: 'text', text: 'Which flour?' }],
            source: { kind: 'plugin', plugin: 'palimpsest-dsh' },
          },
        ],
      },
    ])
  })

  it('thinks as the host has set it where no lesser effort is known, and its tokens may be unknown', async () => {
    const resolveModelInfo = async () => {
      throw new Error('no such model in the list')
    }
    const { calls, models } = service([{ type: 'text-delta', text: 'Rye' }, finish('max-tokens')], {
      resolveModelInfo,
    })
    expect(await asked(models)).toEqual({
      reply: { text: 'Rye', stop: 'length', usage: null, model: 'bakery/rye-1' },
    })
    expect(calls[0]).not.toHaveProperty('reasoningEffort')
  })

  it.each([
    ['AUTH', 'model-unauthorised', null],
    ['MISSING_CREDENTIAL', 'model-unauthorised', null],
    ['RATE_LIMIT', 'model-busy', 60_000],
    ['QUOTA', 'model-refused', null],
    ['CONTEXT_WINDOW_EXCEEDED', 'model-refused', null],
    ['EMPTY_RESPONSE', 'model-reply', null],
    ['SERVER', 'model-unavailable', 60_000],
    ['TIMEOUT', 'model-unavailable', 60_000],
    ['NO_ADAPTER', 'model-unavailable', 60_000],
    ['OF_A_LATER_HOST', 'model-unavailable', 60_000],
  ])('that fails with %s is %s', async (code, ours, retryAfterMs) => {
    const { models } = service([finish('error', { code, message: 'the oven\nis cold' })])
    expect(await asked(models)).toEqual({
      failure: {
        code: ours,
        retryAfterMs,
        message: expect.stringContaining(`bakery/rye-1 failed with ${code}`),
      },
    })
  })

  it('tells when the provider wants to be asked again, and repeats no part of a key', async () => {
    const busy = service([
      finish('error', { code: 'RATE_LIMIT', message: 'slowly', providerRetryAfterMs: 5 }),
    ])
    expect(await asked(busy.models)).toMatchObject({
      failure: { retryAfterMs: 5, message: expect.stringContaining('(slowly)') },
    })
    const refused = service([finish('error', { code: 'AUTH', message: 'bad key sk-12345678' })])
    expect(JSON.stringify(await asked(refused.models))).not.toContain('sk-12345678')
  })

  it('that hangs is given up in time, and at once when nobody waits any more', async () => {
    let isEnded = false
    const hanging: HostModels = {
      stream: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => {}),
          return: async () => {
            isEnded = true
            return { done: true, value: undefined }
          },
        }),
      }),
    }
    expect(await asked(hanging, { timeoutMs: 20 })).toMatchObject({
      failure: { code: 'model-unavailable', message: expect.stringContaining('no whole answer in 20 ms') },
    })
    expect(isEnded).toBe(true)
    const model = new HostModel({ routeOf: () => ROUTE })
    model.use(hanging)
    expect(await model.ask(QUESTION, AbortSignal.abort())).toMatchObject({
      failure: { message: expect.stringContaining('given up') },
    })
  })

  it('is waited for while the host starts, and missed when it never comes', async () => {
    const late = new HostModel({ routeOf: () => ROUTE })
    const answer = late.ask(QUESTION, patient())
    late.use(service([{ type: 'text-delta', text: 'Rye' }, finish('stop')]).models)
    expect(await answer).toMatchObject({ reply: { text: 'Rye' } })
    const never = new HostModel({ routeOf: () => ROUTE, serviceWaitMs: 10 })
    expect(await never.ask(QUESTION, patient())).toMatchObject({
      failure: { code: 'model-unavailable', message: expect.stringContaining('no model service') },
    })
    expect(await asked(service([]).models, { routeOf: () => undefined })).toMatchObject({
      failure: { code: 'model-unavailable', message: expect.stringContaining('none is chosen') },
    })
  })

  it('whose service breaks or ends without an end is unavailable', async () => {
    const broken: HostModels = {
      stream: () => {
        throw new Error('renamed')
      },
    }
    expect(await asked(broken)).toMatchObject({
      failure: { code: 'model-unavailable', message: expect.stringContaining('renamed') },
    })
    expect(await asked(service([{ type: 'text-delta', text: 'R' }]).models)).toMatchObject({
      failure: { code: 'model-unavailable', message: expect.stringContaining('has no end') },
    })
  })
})

describe('the chat model in the thread of memory', () => {
  const request: ChatRequest = {
    system: 'Be short.',
    user: 'Which flour?',
    reply: { name: 'flour', schema: {} },
    maxOutputTokens: 50,
    thread: 'kitchen',
  }

  it('gives each answer to whoever asked, and a failure as an error of its code', async () => {
    const told: ModelMessage[] = []
    const { model, hear } = modelOfHost('host', message => told.push(message))
    const [first, second] = [model.chat(request, patient()), model.chat(request, patient())]
    expect(told).toEqual([
      { model: 'ask', call: 1, question: QUESTION },
      { model: 'ask', call: 2, question: QUESTION },
    ])
    const reply = { text: 'Rye.', stop: 'stop', usage: null, model: 'bakery/rye-1' } as const
    hear({ model: 'answer', call: 2, answer: { reply } })
    const failure = { code: 'model-busy', message: 'dsh: slowly', retryAfterMs: 7 } as const
    hear({ model: 'answer', call: 1, answer: { failure } })
    expect(await second).toEqual(reply)
    await expect(first).rejects.toMatchObject({ code: 'model-busy', retryAfterMs: 7, isRetryable: true })
  })

  it('tells the host to stop when it is aborted, and passes over an answer that comes too late', async () => {
    const told: ModelMessage[] = []
    const { model, hear } = modelOfHost('host', message => told.push(message))
    const stop = new AbortController()
    const answer = model.chat(request, stop.signal)
    stop.abort('enough')
    await expect(answer).rejects.toBe('enough')
    expect(told.at(-1)).toEqual({ model: 'stop', call: 1 })
    hear({ model: 'answer', call: 1, answer: { reply: { text: 'Rye.', stop: 'stop', usage: null } } })
    await expect(model.chat(request, stop.signal)).rejects.toBe('enough')
    expect(told).toHaveLength(2)
  })
})
