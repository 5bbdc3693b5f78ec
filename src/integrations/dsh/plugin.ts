/**
 * Palimpsest inside DeepSeek Harness: what the host loads.
 *
 * Owns: the face of the plugin, and which of the host's events and services leads to what. Relies on these host facts:
 * no service is sure to be there, so none is required; what a listener throws can end the person's turn, so none of
 * ours does; a disposer is waited for up to five seconds.
 */
import {
  type HostAgent,
  type HostContext,
  type HostEvent,
  type HostMessage,
  type HostPersistence,
  type HostSession,
  PLUGIN,
  type PreStep,
  type PreStepDecision,
} from './host.ts'
import type { HostModels } from './host-model.ts'
import { liveAgents, MemoryInHost } from './memory-in-host.ts'
import { schemaOf } from './settings.ts'

export const name: string = PLUGIN

/** The host's form for the settings; undefined in a host that has none. */
export const Config = await import('@deepseek-ai/schemastery').then(
  library => schemaOf(library.default),
  () => undefined,
)

/** Called by the host once, and again whenever the settings have changed. */
export function apply(ctx: HostContext, given: unknown): void {
  const memory = new MemoryInHost(ctx, given)
  listen(ctx, memory)
  offer<Methods>(ctx, 'systemPrompt', prompt =>
    prompt.section?.({ name: PLUGIN, order: 150, text: memory.guidance }),
  )
  offer<Methods>(ctx, 'systemPrompt', prompt =>
    prompt.context?.({
      name: `${PLUGIN}:project`,
      order: 150,
      text: (given: unknown) => memory.directory(given),
    }),
  )
  offer<HostModels>(ctx, 'llm', models => memory.useModels(models))
  offer<Methods>(ctx, 'commands', commands => commands.register?.(memory.command()))
  offer<HostPersistence>(ctx, 'sessionPersistence', stored => void memory.takeUp(stored))
  for (const agent of liveAgents(ctx)) guarded(() => memory.meet(agent, 'resume'))()
  ctx.effect(() => () => memory.end())
}

function listen(ctx: HostContext, memory: MemoryInHost): void {
  ctx.on(
    'session/event',
    guarded((session: HostSession, event: HostEvent) => memory.hear(session, event)),
  )
  ctx.on(
    'agent/session-start',
    guarded(({ agent, source }: { agent: HostAgent; source?: string }) => memory.meet(agent, source)),
  )
  ctx.on(
    'agent/status',
    guarded(({ agent, status }: { agent: HostAgent; status: string }) => {
      if (status === 'idle') memory.fade(agent.session.id)
    }),
  )
  ctx.on(
    'agent/disposed',
    guarded(({ agent }: { agent: HostAgent }) => memory.part(agent)),
  )
  ctx.on(
    'agent/inbox/inserted',
    guarded(({ agent, message }: { agent: HostAgent; message: HostMessage }) =>
      memory.expect(agent, message),
    ),
  )
  ctx.on('agent/pre-step', async (step: PreStep, next: () => Promise<PreStepDecision>) => {
    const added = memory.beside(step).catch(() => [])
    const decision = await next()
    if (decision.kind !== 'enter' || !('messages' in decision)) return decision
    const messages = await added
    return messages.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...messages] }
  })
}

/** A listener of which nothing that it throws gets out. */
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

/** Of a service whose methods may be named otherwise in another host. */
type Methods = Record<string, ((...values: unknown[]) => unknown) | undefined>

/** Uses a service once it is there; a host without it, or with another form of it, goes on. */
function offer<Service>(ctx: HostContext, service: string, use: (service: Service) => unknown): void {
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
