/** What is stored, read from the database itself, and waiting for it. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openMemory } from '../../../src/compose.ts'
import type { Memory } from '../../../src/memory.ts'
import type { RunningHost, TestHome } from './host.ts'
import { until } from './model.ts'

/** One stored message, as `role: text`, tools as `tool NAME: result`. */
export interface StoredTurn {
  turn: string
  isInterrupted: boolean
  said: string[]
}

/** Turns of a conversation in order; empty while there is no database. */
export function storedTurns(home: TestHome, thread: string): StoredTurn[] {
  if (!existsSync(home.database)) return []
  const db = new DatabaseSync(home.database, { readOnly: true })
  try {
    const rows = db
      .prepare(
        `SELECT turn.ordinal, turn.name AS turn, turn.interrupted, message.role, message.content, message.name,
           message.result
         FROM thread JOIN turn ON turn.thread = thread.key
         JOIN message ON message.key BETWEEN turn.first_message AND turn.first_message + turn.messages - 1
         WHERE thread.name = ? ORDER BY turn.ordinal, message.position`,
      )
      .all(thread)
    const turns = new Map<unknown, StoredTurn>()
    for (const { ordinal, turn, interrupted, role, content, name, result } of rows) {
      const one = turns.get(ordinal) ?? {
        turn: String(turn).split('@')[0] ?? '',
        isInterrupted: interrupted === 1,
        said: [],
      }
      one.said.push(role === 'tool' ? `tool ${name}: ${result}` : `${role}: ${content}`)
      turns.set(ordinal, one)
    }
    return [...turns.values()]
  } finally {
    db.close()
  }
}

/** Waits until a conversation has so many turns of its own. */
export const stored = (home: TestHome, thread: string, turns: number): Promise<void> =>
  until(async () => storedTurns(home, thread).length >= turns)

/** Looks into the memory beside the host; the host goes on. */
export async function inMemory<Result>(
  home: TestHome,
  look: (memory: Memory) => Promise<Result>,
): Promise<Result> {
  const memory = await openMemory({ path: home.database, derive: 'manual', onWarning: () => {} })
  try {
    return await look(memory)
  } finally {
    await memory.close()
  }
}

/** Ready blocks and events of all spaces. */
export async function derivedSoFar(
  home: TestHome,
): Promise<{ ready: number; pending: number; events: number }> {
  if (!existsSync(home.database)) return { ready: 0, pending: 0, events: 0 }
  const { spaces } = await inMemory(home, memory => memory.status())
  const sum = (count: (one: (typeof spaces)[number]) => number) =>
    spaces.reduce((all, one) => all + count(one), 0)
  return {
    ready: sum(one => one.blocks.ready),
    pending: sum(one => one.blocks.pending),
    events: sum(one => one.events),
  }
}

/** Waits until so many blocks are ready, in all spaces. */
export const derived = (home: TestHome, blocks: number): Promise<void> =>
  until(async () => (await derivedSoFar(home)).ready >= blocks)

/** Waits until the history of an idle session has stopped changing. */
export async function settled(host: RunningHost, session: string): Promise<void> {
  let before = ''
  await until(async () => {
    const now = JSON.stringify(await host.step('flush', { session }))
    const isSame = now === before
    before = now
    return isSame
  }, 80)
}
