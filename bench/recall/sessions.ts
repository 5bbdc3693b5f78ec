/**
 * The way of conversations into the memory.
 *
 * Owns: the sessions of a LoCoMo file as transfer reads them, and storing them turn by turn. Leaves what is foreign
 * to `haystack.ts`.
 */
import type { Memory, TurnInput } from 'palimpsest-memory'
import { readConversation } from 'palimpsest-memory/transfer'

/** One thread and all its turns, stored whole before the next. */
export interface Session {
  /** Id of the sample; of a foreign session its own thread. */
  conversation: string
  /** Epoch milliseconds of its first message; 0 when that is unknown. */
  at: number
  turns: TurnInput[]
}

/**
 * Sessions of the conversations wanted, in the order of the file.
 *
 * @throws Error when transfer cannot use a place of the file: the bench would ask for what was never stored.
 */
export async function readSessions(file: string, wanted: ReadonlySet<string>): Promise<Session[]> {
  const sessions = new Map<string, Session>()
  for await (const item of readConversation(file, { format: 'locomo' })) {
    if (item.kind === 'problem') throw new Error(`bench: ${item.message}`)
    if (item.kind !== 'turn' || item.space === undefined || !wanted.has(item.space)) continue
    const { turn, space: conversation } = item
    const session = sessions.get(turn.thread) ?? { conversation, at: turn.messages[0]?.at ?? 0, turns: [] }
    session.turns.push(turn)
    sessions.set(turn.thread, session)
  }
  return [...sessions.values()]
}

/**
 * Stores sessions one turn at a time.
 *
 * @param spaceOf key of the space that a session goes into.
 * @param onStored told after each session how many messages are stored.
 * @returns milliseconds spent storing, the making of the sessions left out.
 */
export async function storeSessions(
  memory: Memory,
  sessions: Iterable<Session>,
  spaceOf: (session: Session) => string,
  onStored: (messages: number) => void,
): Promise<number> {
  let spentMs = 0
  let stored = 0
  for (const session of sessions) {
    const space = spaceOf(session)
    const began = performance.now()
    for (const turn of session.turns) {
      await memory.ingest(turn, { space })
      stored += turn.messages.length
    }
    spentMs += performance.now() - began
    onStored(stored)
  }
  return spentMs
}
