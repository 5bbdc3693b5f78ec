/**
 * Palimpsest inside DeepSeek Harness: listens, and hands on.
 *
 * Owns: which of the host's events leads to what, and that nothing that goes wrong here reaches the user's turn. Holds no
 * memory logic: turns, fading and recall lie in the files beside it and in the engine. Relies on these host facts: no
 * service is sure to be there, so none is required; a listener of `agent/pre-step` that throws ends the turn; a
 * disposer is waited for up to five seconds.
 */
import { homedir } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { dshPlaces } from '../../config/dsh-home.ts'
import { Capture, type SessionLog } from './capture.ts'
import { memoryCommand } from './command.ts'
import { History } from './history.ts'
import {
  type HostAgent,
  type HostContext,
  type HostEvent,
  type HostPersistence,
  type HostSession,
  isMain,
  PLUGIN,
  type PreStep,
  type PreStepDecision,
} from './host.ts'
import { isSupportedHost } from './host-versions.ts'
import { MemoryCallError, MemoryLink } from './memory-link.ts'
import { Notices } from './notices.ts'
import { OpenSessions } from './open-sessions.ts'
import { Remembering } from './remembering.ts'
import { readSettings, schemaOf } from './settings.ts'
import { StatusFile } from './status-file.ts'
import { wordsOf } from './words.ts'

export const name: string = PLUGIN

/** The host's form for the settings; undefined in a host that has none. */
export const Config = await import('@deepseek-ai/schemastery').then(
  library => schemaOf(library.default),
  () => undefined,
)

/** How long the end of the host is held up for turns that are not stored yet, milliseconds. */
const LONGEST_END_MS = 3_000

/** Called by the host once, and again whenever the settings have changed. */
export function apply(ctx: HostContext, given: unknown): void {
  const { settings, unusable } = readSettings(given)
  const words = wordsOf(settings.language)
  const places = dshPlaces({ env: process.env, home: homedir(), cwd: process.cwd() })
  const notices = new Notices(words, text => warn(ctx, text))
  const status = new StatusFile(places.status, {
    plugin: manifest.version,
    host: null,
    isVerifiedHost: false,
    pid: process.pid,
    startedAt: new Date().toISOString(),
    lastTurnEndedAt: null,
    lastStoredAt: null,
    trouble: [],
  })
  const agents = new Map<string, HostAgent>()
  const marks = new OpenSessions(places.open)

  const raise = (...what: Parameters<Notices['raise']>) => {
    notices.raise(...what)
    status.update({ trouble: notices.all })
  }
  if (unusable.length > 0) raise('settings', unusable.join(', '))

  const link = new MemoryLink({
    file: new URL('./memory-thread.mjs', import.meta.url),
    path: places.database,
    settings,
    onReady: session => fade(agents.get(session)),
    onWarning: message => warn(ctx, message),
  })
  const call: MemoryLink['call'] = (...what) => link.call(...what)

  const tellFailure = (error: unknown) => {
    const { code, message } =
      error instanceof MemoryCallError ? error : { code: 'failed', message: String(error) }
    if (code !== 'closed') raise(code === 'slow' ? 'slow' : 'unavailable', message)
  }

  const capture = new Capture({
    call,
    onStored: session => {
      status.update({ lastStoredAt: new Date().toISOString() })
      fade(agents.get(session))
      if (agents.get(session)?.status !== 'running' && !capture.isDue(session)) marks.clear(session)
    },
    onFailure: tellFailure,
  })
  const history = new History(call)
  const remembering = new Remembering({
    call,
    budgetTokens: settings.recallTokens,
    timeoutMs: settings.recallTimeoutMs,
  })
  const isKept = ({ header }: Pick<HostSession, 'header'>) => settings.subagents || isMain(header)

  /** Whether the history of this host may be changed; known once the host has said its version. */
  let mayFade = false
  const host = hostVersion().then(found => {
    const isVerifiedHost = isSupportedHost(found)
    mayFade = isVerifiedHost && settings.context === 'layers'
    status.update({ host: found ?? null, isVerifiedHost })
    if (!isVerifiedHost) raise('unverified-host', found ?? '?')
  })

  function fade(agent: HostAgent | undefined): void {
    if (agent === undefined || !mayFade) return
    history.fade(agent).then(
      isChanged => {
        if (isChanged) void flush(ctx, agent.session)
      },
      // Memory that does not answer has its notice; a turn that began meanwhile ends with another try.
      () => {},
    )
  }

  function meet(agent: HostAgent): void {
    if (!isKept(agent.session)) return
    agents.set(agent.session.id, agent)
    capture.note(agent.session)
    void host.then(() => fade(agent))
  }

  // ---- what is heard ------------------------------------------------------------------------------------------

  ctx.on(
    'session/event',
    guarded((session: HostSession, event: HostEvent) => {
      if (event.type !== 'turn/start' && event.type !== 'turn/end') return
      if (!isKept(session)) return
      if (event.type === 'turn/start') return marks.mark(session.id)
      status.update({ lastTurnEndedAt: new Date().toISOString() })
      capture.note(session)
    }),
  )
  ctx.on(
    'agent/session-start',
    guarded(({ agent }: { agent: HostAgent }) => meet(agent)),
  )
  ctx.on(
    'agent/status',
    guarded(({ agent, status: now }: { agent: HostAgent; status: string }) => {
      if (now === 'idle') fade(agents.get(agent.session.id))
    }),
  )
  ctx.on(
    'agent/disposed',
    guarded(({ agent }: { agent: HostAgent }) => {
      agents.delete(agent.session.id)
      capture.forget(agent.session.id)
    }),
  )
  ctx.on('agent/pre-step', async (step: PreStep, next: () => Promise<PreStepDecision>) => {
    const added = addedTo(step).catch(() => [])
    const decision = await next()
    if (decision.kind !== 'enter' || !('messages' in decision)) return decision
    const messages = await added
    return messages.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...messages] }
  })

  /** Messages for the model beside what a person says in this step; the history is brought up to date meanwhile. */
  async function addedTo({ agent, messages }: PreStep) {
    const { session } = agent
    if (!isKept(session) || !messages.some(({ source }) => source.kind === 'user')) return []
    const remembered = remembering.beside(session, messages)
    const faded = mayFade ? history.fadeInTurn(session, settings.recallTimeoutMs) : undefined
    const [beside] = await Promise.allSettled([remembered, faded])
    if (beside.status === 'rejected') tellFailure(beside.reason)
    const message = beside.status === 'fulfilled' ? beside.value : undefined
    return [...(message ? [message] : []), ...notices.take()]
  }

  // ---- what is offered ----------------------------------------------------------------------------------------

  offer(ctx, 'systemPrompt', prompt => prompt.section?.({ name: PLUGIN, order: 150, text: words.guidance }))
  offer(ctx, 'commands', commands =>
    commands.register?.(
      memoryCommand({
        words,
        status: what => call('status', what),
        trouble: () => notices.all,
        backfill: () => {
          const persistence = ctx.get('sessionPersistence') as HostPersistence | undefined
          if (persistence === undefined) return undefined
          return { persistence, logEnd: what => call('logEnd', what), subagents: settings.subagents }
        },
        store,
      }),
    ),
  )

  /** Stores what a log holds; a failure is tried again later, as with any other. */
  async function store(log: SessionLog): Promise<void> {
    capture.note(log)
    await capture.settle()
  }

  // ---- the beginning and the end --------------------------------------------------------------------------------

  offer(ctx, 'sessionPersistence', persistence => {
    void takeUpAbandoned(persistence as unknown as HostPersistence)
  })

  /** Sessions whose process died before all of them was stored. */
  async function takeUpAbandoned(persistence: HostPersistence): Promise<void> {
    for (const id of await marks.abandoned()) {
      try {
        const { meta, events } = await persistence.inspect(id)
        if (isKept({ header: meta })) await store({ id, header: meta, events })
        if (!capture.isDue(id)) marks.clear(id)
      } catch {
        // The session is gone, or cannot be read now: there is nothing to store.
        marks.clear(id)
      }
    }
  }

  for (const agent of liveAgents(ctx)) guarded(meet)(agent)

  ctx.effect(() => async () => {
    await within(LONGEST_END_MS, capture.settle())
    capture.stop()
    await within(LONGEST_END_MS, Promise.all([marks.settle(), status.settle(), link.close(LONGEST_END_MS)]))
  })
}

/** Waits for something, but not for ever. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, enough])
  clearTimeout(timer)
}

/** The host contains what most listeners throw; none of ours does. */
function guarded<Values extends unknown[]>(
  listen: (...values: Values) => unknown,
): (...values: Values) => void {
  return (...values) => {
    try {
      listen(...values)
    } catch {
      // A shape of the host that is not as expected: the host goes on, and `doctor --dsh` sees that nothing comes in.
    }
  }
}

type Service = Record<string, ((...values: unknown[]) => unknown) | undefined>

/** Uses a service once it is there; a host without it, or with another form of it, goes on. */
function offer(ctx: HostContext, service: string, use: (service: Service) => unknown): void {
  guarded(() =>
    ctx.inject(
      [service],
      guarded((context: HostContext) => {
        const found = context.get(service) as Service | undefined
        if (found) use(found)
      }),
    ),
  )()
}

/** Agents that were there before the plugin, when it is started anew with other settings. */
function liveAgents(ctx: HostContext): readonly HostAgent[] {
  try {
    const agents = ctx.get('agents') as { list?: () => readonly HostAgent[] } | undefined
    return agents?.list?.() ?? []
  } catch {
    return []
  }
}

/** Lets the host write what was replaced; it would do so later anyway. */
async function flush(ctx: HostContext, session: HostSession): Promise<void> {
  try {
    const sessions = ctx.get('sessions') as { flush?: (session: HostSession) => Promise<unknown> } | undefined
    await sessions?.flush?.(session)
  } catch {
    // It has its own ways of telling that it cannot write.
  }
}

function warn(ctx: HostContext, text: string): void {
  try {
    const logger = ctx.get('logger') as ((name: string) => { warn(text: string): void }) | undefined
    logger?.(PLUGIN).warn(text)
  } catch {
    // A host without a log: the notice in the conversation and the status file say the same.
  }
}

/** The harness's version, as it names itself to providers. */
async function hostVersion(): Promise<string | undefined> {
  try {
    const { APP_IDENTITY } = await import('@deepseek-ai/dsh-llm')
    return APP_IDENTITY?.version
  } catch {
    return undefined
  }
}
