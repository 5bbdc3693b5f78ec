/**
 * One memory in one host: its parts put together, and what each event of the host's sessions sets going.
 *
 * Owns: which sessions are kept, when each part works, the end. Holds no memory logic: capture, history and
 * remembering lie in the files beside it, everything else in the engine. Nothing here waits for memory longer than the
 * settings allow.
 */
import { homedir } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { dshPlaces } from '../../config/dsh-home.ts'
import { Capture, refOf, type SessionLog } from './capture.ts'
import { memoryCommand } from './command.ts'
import { Directories } from './directories.ts'
import { History } from './history.ts'
import {
  type HostAgent,
  type HostContext,
  type HostEvent,
  type HostMessage,
  type HostPersistence,
  type HostSession,
  isMain,
  PLUGIN,
  type PreStep,
} from './host.ts'
import { HostModel, type HostModels, type HostRoute } from './host-model.ts'
import { isSupportedHost } from './host-versions.ts'
import type { MemoryCalls } from './memory-calls.ts'
import { MemoryCallError, MemoryLink } from './memory-link.ts'
import { Notices } from './notices.ts'
import { OpenSessions } from './open-sessions.ts'
import { Remembering } from './remembering.ts'
import { asksModel, namedModel, readSettings, type Settings } from './settings.ts'
import { StatusFile } from './status-file.ts'
import { type Trouble, type Words, wordsOf } from './words.ts'

/** How much of the time that a turn may wait the first of a session may wait for what others told last. */
const SHARE_OF_BEGINNING = 0.6
/** Messages that were said and did not enter a step yet; more are asked about when they do. */
const MOST_ASKED = 16
/** How long derivation rests after a host has started, and after a turn has begun. */
const HELD_AT_START_MS = 3_000
const HELD_IN_TURN_MS = 500
/** How long a session that ends is derived before its host may go. */
const LONGEST_DERIVING_MS = 1_000
/** How long the end of the host is held up for turns that are not stored yet. */
const LONGEST_END_MS = 3_000

export class MemoryInHost {
  readonly #ctx: HostContext
  readonly #settings: Settings
  readonly #words: Words
  readonly #notices: Notices
  readonly #status: StatusFile
  readonly #marks: OpenSessions
  readonly #link: MemoryLink
  readonly #capture: Capture
  readonly #history: History
  readonly #remembering: Remembering
  readonly #model: HostModel
  readonly #directories: Directories
  readonly #agents = new Map<string, HostAgent>()
  /** What sessions that have just begun may wait for. */
  readonly #beginnings = new Map<string, Promise<void>>()
  /** What is being looked for, by the id of the message that it goes with. */
  readonly #asked = new Map<string, Promise<HostMessage | undefined>>()
  #release: NodeJS.Timeout | undefined
  readonly #partings = new Set<Promise<void>>()
  /** Whether the history of this host may be changed; known once the host has said its version. */
  #mayFade = false

  constructor(ctx: HostContext, given: unknown) {
    const { settings, unusable } = readSettings(given)
    const places = dshPlaces({ env: process.env, home: homedir(), cwd: process.cwd() })
    this.#ctx = ctx
    this.#settings = settings
    this.#words = wordsOf(settings.language)
    this.#notices = new Notices(this.#words, text => this.#warn(text))
    this.#marks = new OpenSessions(places.open)
    this.#status = new StatusFile(places.status, atStart(settings))
    this.#model = new HostModel({ routeOf: session => this.#routeOf(session) })
    this.#link = new MemoryLink({
      file: new URL('./memory-thread.mjs', import.meta.url),
      path: places.database,
      settings,
      onReady: session => this.#isReady(session),
      onWarning: message => this.#warn(message),
      ask: (question, signal) => this.#model.ask(question, signal),
    })
    this.#capture = new Capture({
      call: (name, asked) => this.#link.call(name, asked),
      onRead: (session, stored) => this.#isRead(session, stored),
      onFailure: error => this.#tellFailure(error),
    })
    this.#history = new History((name, asked, timeoutMs) => this.#link.call(name, asked, timeoutMs))
    this.#remembering = new Remembering({
      call: (name, asked, timeoutMs) => this.#link.call(name, asked, timeoutMs),
      budgetTokens: settings.recallTokens,
    })
    this.#directories = new Directories({
      call: (name, asked) => this.#link.call(name, asked),
      language: this.#words.language,
    })
    if (unusable.length > 0) this.#raise('settings', unusable.join(', '))
    void this.#learnHost()
    this.#deriveIn(HELD_AT_START_MS)
  }

  /** The one text that stands in every request; it never changes while the plugin runs. */
  get guidance(): string {
    return this.#words.guidance
  }

  // ---- sessions ---------------------------------------------------------------------------------------------

  /** A session is there; `startup` is the source of one that begins. */
  meet(agent: HostAgent, source: string | undefined): void {
    const { session } = agent
    if (!this.#isKept(session)) return
    this.#agents.set(session.id, agent)
    this.#link.call('warm', { session: refOf(session) }).catch(() => {
      // Memory that does not answer has its notice when a turn waits for it.
    })
    if (source === 'startup' && isMain(session.header)) this.#beginnings.set(session.id, this.#begin(session))
    void this.#directories.renew(session)
    this.#capture.note(session)
    this.fade(session.id)
  }

  /** An entry has come into the log of a session. */
  hear(session: HostSession, { type }: HostEvent): void {
    if ((type !== 'turn/start' && type !== 'turn/end') || !this.#isKept(session)) return
    if (type === 'turn/start') {
      this.#marks.mark(session.id)
      return
    }
    this.#status.update({ lastTurnEndedAt: new Date().toISOString() })
    this.#capture.note(session)
  }

  /** A session has left the host. */
  part(agent: HostAgent): void {
    if (this.#agents.get(agent.session.id) !== agent) return
    this.#agents.delete(agent.session.id)
    this.#directories.forget(agent.session.id)
    const parting = this.#part(agent.session)
    this.#partings.add(parting)
    void parting.then(() => this.#partings.delete(parting))
  }

  /** Others of its space told something a moment ago: it is stored and derived. */
  async #begin(session: HostSession): Promise<void> {
    try {
      await this.#capture.settle()
      const timeoutMs = this.#settings.recallTimeoutMs * SHARE_OF_BEGINNING
      await this.#link.call('begin', { session: refOf(session), timeoutMs })
    } catch {
      // Memory that does not answer has its notice.
    } finally {
      this.#beginnings.delete(session.id)
    }
  }

  /** Its last turns become a block. */
  async #part(session: HostSession): Promise<void> {
    try {
      await this.#store(session)
      await this.#link.call('end', { session: refOf(session), timeoutMs: LONGEST_DERIVING_MS })
    } catch {
      // Memory that does not answer has its notice; the next session that begins in the space seals the tail.
    }
    this.#capture.forget(session.id)
  }

  /** Blocks of a session became ready. */
  #isReady(session: string): void {
    this.fade(session)
    const agent = this.#agents.get(session)
    if (agent) void this.#directories.renew(agent.session)
  }

  #isKept({ header }: Pick<HostSession, 'header'>): boolean {
    return this.#settings.subagents || isMain(header)
  }

  /** The log of a session was read to its end, and so many of its turns were stored now. */
  #isRead(session: string, stored: number): void {
    if (stored > 0) {
      this.#status.update({ lastStoredAt: new Date().toISOString() })
      this.fade(session)
    }
    if (this.#agents.get(session)?.status !== 'running') this.#marks.clear(session)
  }

  /** Stores what a log holds; a failure is tried again later, as with any other. */
  async #store(log: SessionLog): Promise<void> {
    this.#capture.note(log)
    await this.#capture.settle()
  }

  /** The same of a log that was read from the disk. */
  async #storeOnce(log: SessionLog): Promise<void> {
    if (this.#agents.has(log.id)) return
    await this.#store(log)
    this.#capture.forget(log.id)
  }

  // ---- the model's history ----------------------------------------------------------------------------------

  /** Brings the history of an idle session to what is due. */
  fade(session: string): void {
    const agent = this.#agents.get(session)
    if (agent === undefined || !this.#mayFade) return
    this.#history.fade(agent).then(
      isChanged => {
        if (isChanged) void this.#flush(agent.session)
      },
      () => {
        // Memory that does not answer has its notice; a turn that began meanwhile ends with another try.
      },
    )
  }

  /** Somebody said something: what is remembered of it is looked for while the host prepares the step. */
  expect(agent: HostAgent, message: HostMessage): void {
    // A message that comes while others are answered is asked about when it enters: what these show is not repeated.
    if (!this.#isKept(agent.session) || message.source.kind !== 'user' || agent.status !== 'idle') return
    if (this.#asked.size >= MOST_ASKED) this.#asked.clear()
    this.#hold()
    this.#asked.set(message.id, this.#lookFor(agent.session, [message], true))
  }

  /** Messages for the model beside what a person says in a step; the history is brought up to date meanwhile. */
  async beside({ agent, messages, step }: PreStep): Promise<HostMessage[]> {
    const { session } = agent
    const spoken = messages.filter(({ source }) => source.kind === 'user')
    if (!this.#isKept(session) || spoken.length === 0) return []
    this.#hold()
    const [first] = spoken
    const expected = spoken.length === 1 && first ? this.#asked.get(first.id) : undefined
    for (const { id } of spoken) this.#asked.delete(id)
    const remembered = await (expected ?? this.#lookFor(session, spoken, step === 1))
    this.#deriveIn(HELD_IN_TURN_MS)
    return [...(remembered ? [remembered] : []), ...this.#notices.take()]
  }

  /**
   * What is remembered beside these messages; when a turn begins with them the history is brought up to date meanwhile.
   * Never rejects.
   */
  async #lookFor(
    session: HostSession,
    spoken: readonly HostMessage[],
    isBeginning: boolean,
  ): Promise<HostMessage | undefined> {
    const { recallTimeoutMs } = this.#settings
    const until = performance.now() + recallTimeoutMs
    await within(recallTimeoutMs * SHARE_OF_BEGINNING, this.#beginnings.get(session.id))
    const left = Math.max(1, until - performance.now())
    const [remembered] = await Promise.allSettled([
      this.#remembering.beside(session, spoken, left),
      isBeginning && this.#mayFade ? this.#history.fadeInTurn(session, left) : undefined,
    ])
    if (remembered.status === 'fulfilled') return remembered.value
    this.#tellFailure(remembered.reason)
    return undefined
  }

  /** The machine is needed for a turn: derivation rests. */
  #hold(): void {
    clearTimeout(this.#release)
    this.#release = undefined
    this.#tellThread('hold')
  }

  /** Derivation goes on after a while, when the model has been asked and thinks. */
  #deriveIn(ms: number): void {
    clearTimeout(this.#release)
    this.#release = setTimeout(() => this.#tellThread('release'), ms)
    this.#release.unref()
  }

  #tellThread(what: 'hold' | 'release'): void {
    this.#link.call(what, {}).catch(() => {
      // A thread that has ended derives nothing.
    })
  }

  /** Lets the host write what was replaced; it would do so later anyway. */
  async #flush(session: HostSession): Promise<void> {
    try {
      const sessions = this.#ctx.get('sessions') as
        | { flush?: (session: HostSession) => Promise<unknown> }
        | undefined
      await sessions?.flush?.(session)
    } catch {
      // It has its own ways of telling that it cannot write.
    }
  }

  // ---- the host's model -------------------------------------------------------------------------------------

  /** The host's model service is there. */
  useModels(models: HostModels): void {
    this.#model.use(models)
  }

  /** The model that is asked about a session: the one set, else its own while it is open, else the host's default. */
  #routeOf(session: string | undefined): HostRoute | undefined {
    return namedModel(this.#settings) ?? this.#ownRoute(session) ?? this.#defaultRoute()
  }

  #ownRoute(session = ''): HostRoute | undefined {
    try {
      return routeIn(this.#agents.get(session)?.session.requestHeader?.()?.config)
    } catch {
      // Another form of the host: its default serves as well.
      return undefined
    }
  }

  #defaultRoute(): HostRoute | undefined {
    try {
      const chosen = this.#ctx.get('agentDefaultModel') as
        | { currentSelection?: () => Partial<HostRoute> }
        | undefined
      return routeIn(chosen?.currentSelection?.())
    } catch {
      // It has none: whoever asks is told so.
      return undefined
    }
  }

  // ---- what is offered --------------------------------------------------------------------------------------

  /** The command `/memory`, as the host's service `commands` takes it. */
  command(): ReturnType<typeof memoryCommand> {
    return memoryCommand({
      words: this.#words,
      isWithModel: asksModel(this.#settings),
      status: asked => this.#link.call('status', asked),
      pause: isPaused => this.#link.call('pause', { isPaused }),
      retry: () => this.#link.call('retry', {}),
      trouble: () => this.#notices.all,
      backfill: async () => {
        const persistence = this.#ctx.get('sessionPersistence') as HostPersistence | undefined
        if (persistence === undefined) return undefined
        const logged = (asked: MemoryCalls['logged']['given']) => this.#link.call('logged', asked)
        const live = new Set([...this.#agents.keys(), ...(await this.#marks.live())])
        return { persistence, logged, live, subagents: this.#settings.subagents }
      },
      store: log => this.#storeOnce(log),
    })
  }

  /** What a session is told of its project; '' for nothing. Called by the host for every step. */
  directory(given: unknown): string {
    const { agent } = (given ?? {}) as { agent?: { session?: { id?: string } } }
    return this.#directories.textOf(agent?.session?.id ?? '')
  }

  // ---- the beginning and the end ------------------------------------------------------------------------------

  /** Stores what is left of sessions whose process died before all of it was stored. */
  async takeUp(persistence: HostPersistence): Promise<void> {
    for (const id of await this.#marks.abandoned()) {
      try {
        const { meta, events } = await persistence.readFrom(id, 0)
        if (this.#isKept({ header: meta })) await this.#storeOnce({ id, header: meta, events })
        if (!this.#capture.isDue(id)) this.#marks.clear(id)
      } catch {
        // The session is gone, or cannot be read: there is nothing to store.
        this.#marks.clear(id)
      }
    }
  }

  /** Stores what is due and lets the database go, each within its time. */
  async end(): Promise<void> {
    // The host's loader is gone when the host ends; when only the plugin is started anew, its sessions go on.
    clearTimeout(this.#release)
    const isHostEnding = this.#ctx.get('loader') === undefined
    // What a model is asked now nobody would wait for.
    if (asksModel(this.#settings)) this.#tellThread('hold')
    for (const agent of [...this.#agents.values()]) {
      if (isHostEnding) this.part(agent)
      else this.#capture.note(agent.session)
    }
    await within(LONGEST_END_MS, Promise.all([...this.#partings, this.#capture.settle()]))
    this.#capture.stop()
    const last = [this.#marks.settle(), this.#status.settle(), this.#link.close(LONGEST_END_MS)]
    await within(LONGEST_END_MS, Promise.all(last))
  }

  async #learnHost(): Promise<void> {
    const version = await hostVersion()
    const isVerifiedHost = isSupportedHost(version)
    this.#mayFade = isVerifiedHost && this.#settings.context === 'layers'
    this.#status.update({ host: version ?? null, isVerifiedHost })
    if (!isVerifiedHost) this.#raise('unverified-host', version ?? '?')
    for (const session of this.#agents.keys()) this.fade(session)
  }

  // ---- what is told -----------------------------------------------------------------------------------------

  #raise(trouble: Trouble, detail: string): void {
    this.#notices.raise(trouble, detail)
    this.#status.update({ trouble: this.#notices.all })
  }

  #tellFailure(error: unknown): void {
    if (error instanceof MemoryCallError && error.code === 'closed') return
    this.#raise('unavailable', error instanceof Error ? error.message : String(error))
  }

  #warn(text: string): void {
    try {
      const logger = this.#ctx.get('logger') as ((name: string) => { warn(text: string): void }) | undefined
      logger?.(PLUGIN).warn(text)
    } catch {
      // A host without a log: the notice in the conversation and the status file say the same.
    }
  }
}

/** Agents that were there before the plugin, when it is started anew with other settings. */
export function liveAgents(ctx: HostContext): readonly HostAgent[] {
  try {
    const agents = ctx.get('agents') as { list?: () => readonly HostAgent[] } | undefined
    return agents?.list?.() ?? []
  } catch {
    return []
  }
}

const routeIn = ({ provider, model }: Partial<HostRoute> = {}): HostRoute | undefined =>
  provider && model ? { provider, model } : undefined

const atStart = (settings: Settings) => ({
  plugin: manifest.version,
  host: null,
  isVerifiedHost: false,
  pid: process.pid,
  startedAt: new Date().toISOString(),
  lastTurnEndedAt: null,
  lastStoredAt: null,
  trouble: [],
  model: asksModel(settings) ? settings.model : null,
  dailyTokens: asksModel(settings) ? settings.dailyTokens : null,
})

/** The harness's version, as it names itself to providers. */
async function hostVersion(): Promise<string | undefined> {
  try {
    const { APP_IDENTITY } = await import('@deepseek-ai/dsh-llm')
    return APP_IDENTITY?.version
  } catch {
    return undefined
  }
}

/** Waits for something, but not for ever. */
async function within(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  if (work === undefined) return
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}
