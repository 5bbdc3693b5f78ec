/**
 * A bundle for the tests: takes steps from standard input, one JSON object a line, and answers each with one line that
 * begins with `@@`. It plays the person, nothing else.
 */
import { createInterface } from 'node:readline'
import { installModelSelection } from '@deepseek-ai/dsh-agent'
import { createUserMessage } from '@deepseek-ai/dsh-llm'
import { SessionId } from '@deepseek-ai/dsh-session'

export const name = 'palimpsest-test-driver'
export const inject = ['agents', 'agentDefaultModel', 'sessions', 'commands']

/** Milliseconds of the machine's own clock, which all processes share. */
const clock = () => Number(process.hrtime.bigint()) / 1e6

export function apply(ctx) {
  const handles = new Map()
  const agentOf = ({ session }) => handles.get(session).agent

  const options = model => {
    const selection = { ...ctx.agentDefaultModel.currentSelection(), ...(model ? { model } : {}) }
    return {
      agentOptions: { provider: selection.provider, model: selection.model },
      setup: async agentContext => {
        const presets = ctx.get('agentPresets')
        if (presets) await presets.mount(agentContext, 'standard')
        installModelSelection(agentContext, { current: selection, assembled: undefined })
      },
    }
  }
  const say = (agent, text, source) =>
    agent.followup(
      createUserMessage({ content: [{ type: 'text', text }], source: source ?? { kind: 'user' } }),
    )
  const tell = session => ({
    status: 'there',
    nodes: session.surface.nodes,
    seq: session.seq,
  })

  const steps = {
    async create({ session, cwd, meta, model }) {
      const handle = await ctx.agents.create({
        sessionId: SessionId(session),
        meta: { cwd: cwd ?? process.cwd(), ...meta },
        ...options(model),
      })
      handles.set(session, handle)
      await handle.agent.whenIdle()
    },
    async resume({ session }) {
      const handle = await ctx.agents.resume({ resumeSessionId: SessionId(session), ...options() })
      handles.set(session, handle)
      await handle.agent.whenIdle()
    },
    async fork({ session, child, boundary }) {
      const parent = agentOf({ session }).session
      const at = boundary ?? parent.events.findLast(event => event.type === 'turn/end').seq
      const handle = await ctx.agents.create({
        sessionId: SessionId(child),
        seed: parent.events.slice(0, at + 1),
        meta: { cwd: parent.header.cwd, parentSession: parent.id, seedLength: at + 1 },
        ...options(),
      })
      handles.set(child, handle)
      await handle.agent.whenIdle()
    },
    /** A whole turn; `cancelAfterMs` stops it, `steer` are words said while it runs. */
    async say({ session, text, cancelAfterMs, steer, source }) {
      const agent = agentOf({ session })
      const from = agent.session.seq
      const saidAt = clock()
      say(agent, text, source)
      if (cancelAfterMs !== undefined) setTimeout(() => agent.cancel({ kind: 'user' }), cancelAfterMs)
      if (steer) {
        setTimeout(() => {
          agent.steer(
            createUserMessage({ content: [{ type: 'text', text: steer }], source: { kind: 'user' } }),
          )
        }, 30)
      }
      await agent.whenIdle()
      const idleAt = clock()
      const events = agent.session.events.slice(from)
      return {
        ms: idleAt - saidAt,
        saidAt,
        idleAt,
        end: events.findLast(event => event.type === 'turn/end')?.data.reason.kind,
        notices: events
          .filter(event => event.data?.source?.form === 'notice')
          .map(event => event.data.source.summary),
      }
    },
    /** Says something and does not wait. */
    async start({ session, text }) {
      say(agentOf({ session }), text)
    },
    async idle({ session }) {
      await agentOf({ session }).whenIdle()
    },
    async command({ session, line }) {
      return ctx.commands.execute(agentOf({ session }), line, [], AbortSignal.timeout(60_000))
    },
    async log({ session }) {
      return agentOf({ session }).session.events.filter(event => event.type !== 'assistant/chunk')
    },
    async history({ session }) {
      return agentOf({ session }).session.deriveMessages()
    },
    async compact({ session }) {
      const agent = agentOf({ session })
      const engine = ctx.get('compaction')
      return (await engine.compactNow(agent, AbortSignal.timeout(60_000))) ?? null
    },
    async flush({ session }) {
      await ctx.sessions.flush(agentOf({ session }).session)
      return tell(agentOf({ session }).session)
    },
    async dispose({ session }) {
      await handles.get(session).dispose()
      handles.delete(session)
    },
    async exit() {
      for (const { agent } of handles.values()) await ctx.sessions.flush(agent.session)
      for (const handle of handles.values()) await handle.dispose()
      answer({ ok: null })
      process.stdin.destroy()
      await ctx.get('appExit')(0)
    },
  }

  const answer = value => process.stdout.write(`@@${JSON.stringify(value)}\n`)
  let last = Promise.resolve()
  const begin = async () => {
    await ctx.get('loader')?.await()
    answer({ ok: 'ready', bootMs: performance.now() })
    createInterface({ input: process.stdin }).on('line', line => {
      const { step, ...given } = JSON.parse(line)
      last = last.then(async () => {
        try {
          const value = await steps[step](given)
          if (step !== 'exit') answer({ ok: value ?? null })
        } catch (error) {
          answer({ error: String(error?.stack ?? error) })
        }
      })
    })
  }
  begin().catch(error => {
    process.stderr.write(`${error?.stack ?? error}\n`)
    process.exit(1)
  })
}
