/** The built plugin in hosts of which something is missing, renamed or of another form: each goes on (P109). */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Log } from './log.ts'

type Listener = (...values: unknown[]) => unknown
interface Plugin {
  name: string
  Config: unknown
  apply(ctx: unknown, settings: unknown): void
}

/** A host with these services, and nothing else. */
class StrangeHost {
  readonly listeners = new Map<string, Listener>()
  readonly warnings: string[] = []
  readonly #services: Record<string, unknown>
  readonly #ends: (() => unknown)[] = []

  constructor(services: Record<string, unknown> = {}) {
    this.#services = services
  }

  on(event: string, listener: Listener) {
    this.listeners.set(event, listener)
  }
  get(service: string) {
    if (service === 'logger') return () => ({ warn: (text: string) => this.warnings.push(text) })
    return this.#services[service]
  }
  inject(services: readonly string[], use: (ctx: unknown) => void) {
    if (services.every(service => this.#services[service] !== undefined)) use(this)
  }
  effect(start: () => () => unknown) {
    this.#ends.push(start())
  }

  /** A step with what a person says; gives the messages that enter it. */
  async step(session: unknown, text = 'Why pnpm?'): Promise<unknown[]> {
    const message = { id: 'm', role: 'user', content: [{ type: 'text', text }], source: { kind: 'user' } }
    const agent = { session, status: 'running' }
    const enter = async () => ({ kind: 'enter', messages: [message] })
    const decided = this.listeners.get('agent/pre-step')?.({ agent, messages: [message], turn: 1 }, enter)
    const { messages } = (await decided) as { messages: unknown[] }
    return messages
  }
  async end() {
    for (const end of this.#ends) await end()
  }
}

let imports = 0
const FILE = resolve('dist-dsh/lib/plugin.mjs')

describe.skipIf(!existsSync(FILE))('the built plugin', () => {
  let home: string
  let plugin: Plugin
  let host: StrangeHost | undefined
  const before = process.env.DSH_HOME

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'palimpsest-strange-'))
    process.env.DSH_HOME = home
    imports += 1
    // What was told once is not told again, so each test has a plugin of its own.
    plugin = await import(`${pathToFileURL(FILE).href}?${imports}`)
  })
  afterEach(async () => {
    await host?.end()
    process.env.DSH_HOME = before
    if (before === undefined) delete process.env.DSH_HOME
    rmSync(home, { recursive: true, force: true })
  })

  function start(
    services: Record<string, unknown> = {},
    settings: unknown = { recallTimeoutMs: 20_000 },
  ): StrangeHost {
    host = new StrangeHost(services)
    plugin.apply(host, settings)
    return host
  }

  it('loads without any package of the host, and says that the version is not known', async () => {
    expect(plugin.name).toBe('palimpsest-dsh')
    expect(plugin.Config).toBeUndefined()
    const strange = start()
    expect(await strange.step(new Log())).toHaveLength(2)
    expect(strange.warnings).toEqual([expect.stringContaining('not verified with DeepSeek Harness ?')])
    expect(await strange.step(new Log())).toHaveLength(1)
  })

  it('goes on when services are of another form', async () => {
    const thrower = () => {
      throw new Error('renamed')
    }
    const strange = start({
      systemPrompt: {},
      commands: { register: thrower },
      agents: { list: thrower },
      sessions: 7,
      sessionPersistence: { list: thrower, readFrom: thrower },
    })
    expect(await strange.step(new Log())).toHaveLength(2)
  })

  it('tells nothing of a project to an agent of another form', () => {
    const contexts: { name: string; text: (given: unknown) => string }[] = []
    start({ systemPrompt: { context: (one: (typeof contexts)[number]) => contexts.push(one) } })
    expect(contexts.map(({ name }) => name)).toEqual(['palimpsest-dsh:project'])
    for (const given of [undefined, null, {}, { agent: null }, { agent: { session: { id: 'unknown' } } }])
      expect(contexts[0]?.text(given)).toBe('')
  })

  it('goes on when what it hears is not as it expects', async () => {
    const strange = start()
    for (const [name, listener] of strange.listeners) {
      if (name === 'agent/pre-step') continue
      for (const value of [
        undefined,
        null,
        7,
        {},
        { agent: null },
        { agent: {} },
        { agent: { session: null } },
      ]) {
        expect(() => listener(value, value), name).not.toThrow()
      }
    }
    for (const session of [
      undefined,
      null,
      {},
      { header: {} },
      { header: {}, surface: {} },
      { id: 's', header: {}, events: 7, surface: { nodes: [1] } },
    ]) {
      expect((await strange.step(session)).length).toBeGreaterThanOrEqual(1)
    }
    const rejected = strange.listeners.get('agent/pre-step')?.({ agent: {}, messages: [] }, async () => ({
      kind: 'reject',
    }))
    expect(await rejected).toEqual({ kind: 'reject' })
    await expect(
      strange.listeners.get('agent/pre-step')?.({ agent: {}, messages: [] }, async () => {
        throw new Error('of another listener')
      }),
    ).rejects.toThrow('of another listener')
  })

  it('captures and remembers with nothing but the log, and starts anew with other settings', async () => {
    const first = start({}, { blockSize: 1, recallTimeoutMs: 20_000 })
    const log = new Log('kitchen', { cwd: home })
    for (const text of ['We decided to use pnpm because the lockfile is smaller.', 'Good.']) {
      first.listeners.get('session/event')?.(log, log.turn(text))
    }
    await first.end()
    const again = start(
      { agents: { list: () => [{ session: log, status: 'idle' }] } },
      { blockSize: 1, recallTimeoutMs: 20_000 },
    )
    let texts = ''
    for (let tries = 0; tries < 100 && !texts.includes('lockfile is smaller'); tries++) {
      texts = JSON.stringify(await again.step(new Log('office', { cwd: home })))
      await new Promise(resolve => setTimeout(resolve, 800))
    }
    expect(texts).toContain('We decided to use pnpm because the lockfile is smaller.')
  })

  it('writes how it fares beside the database, and names settings that cannot be used', async () => {
    const strange = start({}, { blockSize: 'many', recallTimeoutMs: 20_000 })
    await strange.step(new Log('kitchen', { cwd: home }))
    await strange.end()
    host = undefined
    expect(JSON.parse(readFileSync(join(home, 'palimpsest/status.json'), 'utf8'))).toMatchObject({
      plugin: '0.1.0',
      host: null,
      isVerifiedHost: false,
      lastTurnEndedAt: null,
      trouble: [expect.stringContaining('blockSize'), expect.stringContaining('not verified')],
    })
  })
})
