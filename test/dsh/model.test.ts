/** Derivation with the host's own model, in the real host: what is asked, what it costs, and that no turn waits for it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isHostThere, type RunningHost, TestHome } from './support/host.ts'
import { type Model, type ModelRequest, type Reply, startModel, textOf, until } from './support/model.ts'
import { derived, derivedSoFar, inMemory, stored, storedTurns } from './support/world.ts'

const SUMMARY = JSON.stringify({
  title: 'Atlas: package manager',
  tags: ['Atlas', 'pnpm'],
  summary: 'pnpm was chosen for Atlas.',
  keyFacts: [{ text: 'Atlas uses pnpm.', sources: [1] }],
  shouldExtract: true,
})
const EVENTS = JSON.stringify({
  events: [
    {
      type: 'decision',
      title: 'pnpm for Atlas',
      summary: 'Atlas is built with pnpm from now on.',
      tags: ['pnpm'],
      quotes: [],
      criticality: 'routine',
      scope: 'project',
      sources: [1],
      when: null,
      status: 'unknown',
    },
  ],
})

/** What memory asks: calls of no session, with our instructions. */
const isOurs = ({ session, messages }: ModelRequest) =>
  session === undefined && textOf(messages[0]?.content).startsWith('You read one block of a conversation')
const isSummary = ({ messages }: ModelRequest) => textOf(messages.at(-1)?.content).includes('Task: SUMMARY')

/** Answers memory as given, agents shortly. */
const answering = (ours: (request: ModelRequest) => Reply) => (request: ModelRequest) =>
  isOurs(request) ? ours(request) : { text: 'Understood.' }
const wellAnswered = answering(request => ({ text: isSummary(request) ? SUMMARY : EVENTS }))

describe.skipIf(!isHostThere)('a model of DeepSeek Harness', () => {
  let model: Model
  let home: TestHome
  let host: RunningHost

  beforeEach(async () => {
    model = await startModel()
    model.script = wellAnswered
    home = new TestHome({ model, settings: { blockSize: 1, model: 'host' } })
  })
  afterEach(async () => {
    await home.remove()
    await model.close()
  })

  const ours = () => model.requests.filter(isOurs)
  const bodyOf = ({ raw }: ModelRequest) => JSON.parse(raw)
  const start = async (settings: Record<string, unknown> = {}) => {
    host = await home.start({ settings: { blockSize: 1, model: 'host', ...settings } })
    return host
  }
  const command = async (line: string): Promise<string> => {
    const { result } = (await host.step('command', { session: 'atlas', line })) as {
      result: { text: string }
    }
    return result.text
  }
  const status = () => command('/memory status')
  const SAID = 'For Atlas we take pnpm from now on.'

  it('is asked twice for a sealed block, and what it says is in the database and is recalled', async () => {
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await derived(home, 1)
    expect(ours().map(isSummary)).toEqual([true, false])
    expect(ours().map(request => ({ ...bodyOf(request), messages: 2 }))).toEqual(
      Array(2).fill({
        model: 'deepseek-v4-flash',
        messages: 2,
        stream: true,
        stream_options: { include_usage: true },
        thinking: { type: 'disabled' },
        max_tokens: 4_000,
      }),
    )
    const space = `dsh:project:${home.workspace('atlas')}`
    const { events, spend } = await inMemory(home, async memory => ({
      events: await memory.events({ space }),
      spend: await memory.spend(),
    }))
    expect(events.map(({ summary, madeBy }) => ({ summary, by: madeBy }))).toEqual([
      { summary: 'Atlas is built with pnpm from now on.', by: expect.stringMatching(/^model\/host-/) },
    ])
    const inputs = ours().map(({ raw }) => Math.ceil(raw.length / 4))
    expect(spend).toMatchObject([
      {
        thread: 'atlas',
        stage: 'events',
        model: 'deepseek-official/deepseek-v4-flash',
        input: inputs[1],
        output: 20,
      },
      {
        thread: 'atlas',
        stage: 'summary',
        model: 'deepseek-official/deepseek-v4-flash',
        input: inputs[0],
        output: 20,
        estimated: 0,
      },
    ])
    // Nothing of it is conversation.
    expect(storedTurns(home, 'atlas')).toHaveLength(1)
    expect(JSON.stringify(await host.step('log', { session: 'atlas' }))).not.toContain('You read one block')
    await host.create('next', home.workspace('atlas'))
    await host.say('next', 'Is pnpm what we take for Atlas?')
    expect(
      model.requests
        .at(-1)
        ?.messages.map(({ content }) => textOf(content))
        .join('\n'),
    ).toContain('Atlas is built with pnpm from now on.')
    expect(await status()).toMatch(
      /Model: host\. Tokens on \d{4}-\d\d-\d\d: \d+ of 200000 \(\w+ \d+ in \d calls/,
    )
  })

  it('never delays a turn, however long it takes to answer', async () => {
    let answerNow: () => void = () => {}
    const held = new Promise<void>(resolve => {
      answerNow = resolve
    })
    model.script = answering(request => ({ text: isSummary(request) ? SUMMARY : EVENTS, after: held }))
    await start({ blockSize: 2 })
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await stored(home, 'atlas', 1)
    await host.kill()
    // A conversation that begins closes what the last one left open, and does not wait for what becomes of it.
    await start({ blockSize: 2 })
    await host.create('next', home.workspace('atlas'))
    const turns = [await host.say('next', 'Why pnpm?')]
    await until(async () => ours().length === 1)
    for (const text of ['Is it faster?', 'And smaller?']) turns.push(await host.say('next', text))
    expect(turns.map(({ end, notices }) => ({ end, notices }))).toEqual(
      Array(3).fill({ end: 'completed', notices: [] }),
    )
    for (const { ms } of turns) expect(ms).toBeLessThan(2_500)
    expect((await derivedSoFar(home)).ready).toBe(0)
    answerNow()
    await derived(home, 2)
  })

  it('is not asked for more than the tokens of a day; capture and finding go on', async () => {
    await start({ dailyTokens: 100 })
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await stored(home, 'atlas', 1)
    await until(async () => (await status()).includes('waits for tomorrow'), 200)
    await host.say('atlas', 'And corepack brings it.')
    await stored(home, 'atlas', 2)
    const { hits } = await inMemory(home, memory =>
      memory.search('corepack', { space: `dsh:project:${home.workspace('atlas')}` }),
    )
    expect(hits[0]?.text).toContain('corepack')
    expect(ours()).toEqual([])
    expect(await status()).toContain('0 of 100')
  })

  it('is not asked while derivation is paused, and is asked when it goes on', async () => {
    await start()
    await host.create('atlas', home.workspace('atlas'))
    expect(await command('/memory pause')).toContain('Derivation rests')
    await host.say('atlas', SAID)
    await stored(home, 'atlas', 1)
    await new Promise(resolve => setTimeout(resolve, 4_000))
    expect(ours()).toEqual([])
    expect(await status()).toContain('Derivation is paused. To go on: /memory resume')
    await command('/memory resume')
    await derived(home, 1)
    expect(ours()).toHaveLength(2)
  })

  it('that answers rubbish is asked again, then the block is dead, named, and can be tried again', async () => {
    model.script = answering(() => ({ text: 'I would rather talk about bread.' }))
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await until(async () => (await status()).includes('failed: 1'), 300, 40_000)
    // Three attempts, in each a correction.
    expect(ours()).toHaveLength(6)
    const told = await status()
    expect(told).toMatch(
      /Block 1 of atlas failed \(job \d+\): derive\/model: the answer of host for summary \(ended by: stop\) cannot be used/,
    )
    expect(told).toContain('To try them again: /memory retry')
    model.script = wellAnswered
    expect(await command('/memory retry')).toBe('1 block will be tried again.')
    await derived(home, 1)
  })

  it('gets no secret', async () => {
    const key = 'sk-proj-9fK2mQ7xLw3ZtB8vR5nJ1hYdC4sPaE6gUoTqXiWb'
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', `${SAID} The key is ${key}.`)
    await derived(home, 1)
    expect(ours()).toHaveLength(2)
    for (const { raw } of ours()) expect(raw).not.toContain(key)
    expect(ours()[0]?.raw).toContain('take pnpm from now on')
  })

  it('derives after a restart what waited, though no session is opened', async () => {
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await command('/memory pause')
    await host.say('atlas', SAID)
    await stored(home, 'atlas', 1)
    await host.exit()
    await inMemory(home, memory => memory.resumeDerivation())
    expect(ours()).toEqual([])
    await start()
    await derived(home, 1)
    expect(ours()).toHaveLength(2)
  })

  it('is asked again by the next host when the first was killed while it answered', async () => {
    model.script = answering(() => ({ hangs: true }))
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await until(async () => ours().length === 1)
    await host.kill()
    model.script = wellAnswered
    await start()
    // Until then the job belongs to the process that is gone.
    await until(async () => (await derivedSoFar(home)).ready === 1, 200, 40_000)
    expect(ours()).toHaveLength(3)
    const jobs = await inMemory(home, memory => memory.jobs({ states: ['done'] }))
    expect(jobs.map(({ attempts }) => attempts)).toEqual([0])
  })

  it('does not hold up the end of the host, and an answer that was cut off counts as no attempt', async () => {
    model.script = answering(() => ({ hangs: true }))
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await until(async () => ours().length === 1)
    const begun = performance.now()
    expect(await host.exit()).toBe(0)
    expect(performance.now() - begun).toBeLessThan(8_000)
    const jobs = await inMemory(home, memory => memory.jobs())
    expect(jobs.map(({ attempts, lastError }) => ({ attempts, lastError }))).toEqual([
      { attempts: 0, lastError: null },
    ])
  })

  it('is that of the conversation while it is open, and the default of the host when it is not', async () => {
    await start()
    await host.create('atlas', home.workspace('atlas'), {}, 'deepseek-v4-pro')
    await host.say('atlas', SAID)
    await derived(home, 1)
    expect(ours().map(request => bodyOf(request).model)).toEqual(['deepseek-v4-pro', 'deepseek-v4-pro'])
    await command('/memory pause')
    await host.say('atlas', 'And corepack brings it.')
    await stored(home, 'atlas', 2)
    await host.step('dispose', { session: 'atlas' })
    await inMemory(home, memory => memory.resumeDerivation())
    await host.create('next', home.workspace('atlas'))
    await host.say('next', 'Go on.')
    await derived(home, 2)
    expect(
      ours()
        .slice(2, 4)
        .map(request => bodyOf(request).model),
    ).toEqual(['deepseek-v4-flash', 'deepseek-v4-flash'])
  })

  it('is the one that the setting names', async () => {
    await start({ model: 'deepseek-official/deepseek-v4-pro' })
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await derived(home, 1)
    expect(ours().map(request => bodyOf(request).model)).toEqual(['deepseek-v4-pro', 'deepseek-v4-pro'])
  })

  it('that refuses the key is not asked again, and status says what to look at', async () => {
    model.script = answering(() => ({ refusal: { status: 401, message: 'Bad key sk-abcdefgh12345678' } }))
    await start()
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', SAID)
    await until(async () => (await status()).includes('failed: 1'), 200)
    expect(ours()).toHaveLength(1)
    expect(await status()).toContain(
      "dsh: the host's model: deepseek-official/deepseek-v4-flash failed with AUTH; look at the key of that provider",
    )
    expect(await status()).not.toContain('sk-abcdefgh')
  })

  it('is left alone unless it is chosen', async () => {
    host = await home.start({ settings: { blockSize: 1 } })
    await host.create('atlas', home.workspace('atlas'))
    await host.say('atlas', 'We decided to use pnpm because the lockfile is smaller.')
    await derived(home, 1)
    expect(ours()).toEqual([])
    expect(await status()).not.toContain('Model')
  })
})
