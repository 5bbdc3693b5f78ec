/**
 * How memory fares, as `/memory status` tells it.
 *
 * Owns: what is looked up for it. Leaves the words to `words.ts`.
 */
import type { Memory } from '../../memory.ts'
import type { MemoryState, Spending } from './memory-calls.ts'
import { asksModel, type Settings } from './settings.ts'

/** Of the blocks that failed so many are named. */
const SHOWN_DEAD = 3

/** What is in a space, and how derivation fares in all of them. */
export async function stateOf(
  memory: Memory,
  space: string,
  settings: Pick<Settings, 'model' | 'dailyTokens'>,
): Promise<MemoryState> {
  const { spaces, isPaused } = await memory.status()
  const own = spaces.find(one => one.space === space)
  const sum = (status: 'pending' | 'failed') => spaces.reduce((all, one) => all + one.blocks[status], 0)
  const dead = await memory.jobs({ states: ['dead'], limit: SHOWN_DEAD })
  const spending = await spendingOf(memory, settings)
  return {
    space,
    turns: own?.turns ?? 0,
    events: own?.events ?? 0,
    waiting: sum('pending'),
    failed: sum('failed'),
    isPaused,
    ...(spending ? { spending } : {}),
    dead: dead.map(({ key, thread, sequence, lastError }) => ({
      key,
      thread,
      sequence,
      error: lastError ?? '',
    })),
  }
}

async function spendingOf(
  memory: Memory,
  settings: Pick<Settings, 'model' | 'dailyTokens'>,
): Promise<Spending | undefined> {
  const isOn = asksModel(settings)
  // Days cost much to load, and where nothing was ever spent there is nothing to tell.
  if (!isOn && (await memory.spend({ limit: 1 })).length === 0) return undefined
  const { day, tokens, stages } = await memory.spentToday()
  if (!isOn && stages.length === 0) return undefined
  const pending = await memory.jobs({ states: ['pending'], limit: 1_000 })
  return {
    day,
    tokens,
    stages,
    isSpent: isOn && pending.some(({ attempts, notBefore }) => attempts === 0 && notBefore > Date.now()),
    ...(isOn ? { model: settings.model, dailyTokens: settings.dailyTokens } : {}),
  }
}
