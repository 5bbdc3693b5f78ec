/**
 * The command `/memory`: what memory holds and costs, letting derivation rest, and taking in older sessions.
 *
 * Owns: its words and answers. Relies on these host facts: a command is registered with the service `commands`, its
 * handler gets the text behind the name, and neither question nor answer reaches the model.
 */
import { type BackfillOptions, type Missing, missingSessions } from './backfill.ts'
import { refOf, type SessionLog } from './capture.ts'
import type { HostAgent } from './host.ts'
import type { MemoryCalls } from './memory-calls.ts'
import type { Words } from './words.ts'

export interface CommandOptions {
  words: Words
  /** Whether derivation asks a model. */
  isWithModel: boolean
  status: (given: MemoryCalls['status']['given']) => Promise<MemoryCalls['status']['answer']>
  /** Derivation rests, or goes on. */
  pause: (isPaused: boolean) => Promise<unknown>
  /** Failed blocks are tried again; how many. */
  retry: () => Promise<number>
  /** What was told as wrong. */
  trouble: () => readonly string[]
  /** Absent: the host keeps no sessions. */
  backfill: () => Promise<BackfillOptions | undefined>
  /** Stores what a session's log holds. */
  store: (log: SessionLog) => Promise<void>
}

interface CommandCall {
  agent: HostAgent
  rawInput?: string
}

interface CommandAnswer {
  kind: 'success' | 'error'
  text: string
}

/** As the host's service `commands` takes it. */
export function memoryCommand(options: CommandOptions) {
  const { description, hint, failed } = options.words.command
  return {
    name: 'memory',
    description,
    input: { hint },
    async handler({ agent, rawInput = '' }: CommandCall): Promise<CommandAnswer> {
      try {
        return { kind: 'success', text: await answer(options, agent, rawInput.trim()) }
      } catch (error) {
        return { kind: 'error', text: failed(error instanceof Error ? error.message : String(error)) }
      }
    },
  }
}

async function answer(options: CommandOptions, agent: HostAgent, asked: string): Promise<string> {
  const { words, status, pause, retry, trouble } = options
  switch (asked.replaceAll(/\s+/g, ' ')) {
    case '':
    case 'status':
      return words.command.status({
        ...(await status({ session: refOf(agent.session) })),
        trouble: trouble(),
      })
    case 'pause':
      await pause(true)
      return words.command.paused
    case 'resume':
      await pause(false)
      return words.command.resumed
    case 'retry':
      return words.command.retried(await retry())
    case 'backfill':
    case 'backfill yes':
      return backfill(options, asked !== 'backfill')
    default:
      return words.command.unknown(asked)
  }
}

async function backfill(
  { words, isWithModel, backfill, store }: CommandOptions,
  isAgreed: boolean,
): Promise<string> {
  const texts = words.command
  const options = await backfill()
  if (options === undefined) return texts.noSessions
  const unreadable: string[] = []
  const found = { sessions: 0, turns: 0, tokens: 0 }
  for await (const missing of missingSessions(options, unreadable)) {
    if (isAgreed) await store(missing.log)
    count(found, missing)
  }
  const said =
    found.sessions === 0
      ? texts.nothing
      : isAgreed
        ? texts.backfilled(found)
        : texts.preview({ ...found, isWithModel })
  return unreadable.length === 0 ? said : `${said}\n${texts.unreadable(unreadable)}`
}

function count(found: { sessions: number; turns: number; tokens: number }, { turns, tokens }: Missing): void {
  found.sessions += 1
  found.turns += turns
  found.tokens += tokens
}
