/**
 * Older sessions are taken into memory on request: counted first, then stored.
 *
 * Owns: which sessions that concerns. Relies on these host facts: the persistence service lists the headers of all
 * stored sessions, and reads the log of one without resuming it.
 */
import { countTokens } from '../../text/tokens.ts'
import { refOf, type SessionLog } from './capture.ts'
import { type HostPersistence, isMain } from './host.ts'
import { isLogged, turnsOfLog } from './logged-turns.ts'
import type { MemoryCalls } from './memory-calls.ts'

export interface BackfillOptions {
  persistence: HostPersistence
  logged: (given: MemoryCalls['logged']['given']) => Promise<MemoryCalls['logged']['answer']>
  /** Sessions that are open, here or in another process: their turns come in by themselves. */
  live: ReadonlySet<string>
  /** Whether subagents' sessions count. */
  subagents: boolean
}

/** A session with turns that memory does not hold. */
export interface Missing {
  log: SessionLog
  turns: number
  tokens: number
}

/** What memory lacks, a session at a time, in the order of the host's list; `unreadable` are those whose log cannot be read. */
export async function* missingSessions(
  { persistence, logged, live, subagents }: BackfillOptions,
  unreadable: string[],
): AsyncGenerator<Missing> {
  for (const { id, ...header } of await persistence.list()) {
    if (id === undefined || live.has(id) || !(subagents || isMain(header))) continue
    try {
      const { meta, events } = await persistence.readFrom(id, 0)
      const log = { id, header: meta, events }
      const stored = await logged({ session: refOf(log) })
      const from = stored && isLogged(events, stored) ? stored.logEnd + 1 : 0
      const turns = turnsOfLog(events.slice(from))
      if (turns.length === 0) continue
      const said = turns.flatMap(turn => turn.messages.map(one => `${one.content}${one.result ?? ''}`))
      yield { log, turns: turns.length, tokens: said.reduce((sum, text) => sum + countTokens(text), 0) }
    } catch {
      unreadable.push(id)
    }
  }
}
