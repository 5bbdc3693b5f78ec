/**
 * Palimpsest as one side of a speed comparison, for any harness that drives engines through these six members.
 *
 * Owns: how rows of a harness become events and turns of a memory. Leaves corpus and clock to the harness. Imports the
 * built package only. Read from the environment: `SYNC` (`NORMAL`, else `FULL`) and `SEED_TURNS` (set: a turn is stored
 * beside each event).
 */
import { join } from 'node:path'
import { openMemory } from 'palimpsest-memory'

const START = Date.UTC(2024, 0, 1)
const MINUTE = 60_000
const BATCH = 1_000
const TURNS_OF_A_THREAD = 32

/** The database file of a memory opened in a folder. */
export const fileIn = folder => join(folder, 'memory.db')

/** A turn of the harness as the library takes it; every 32 turns another conversation begins. */
export const toTurnInput = ({ user, assistant }, index) => ({
  thread: `conversation-${Math.floor(index / TURNS_OF_A_THREAD)}`,
  messages: [
    { role: 'user', content: user, at: START + index * MINUTE },
    { role: 'assistant', content: assistant, at: START + index * MINUTE },
  ],
})

/** An event of the harness; its time keeps it apart from another of equal text. */
const toEventInput = ({ title, summary }, index) => ({
  type: 'outcome',
  title,
  summary,
  tags: [],
  quotes: [],
  scope: 'project',
  criticality: 'routine',
  origin: 'import',
  mentionedAt: START + index * MINUTE,
})

export default {
  name: 'palimpsest',

  async open(folder) {
    const memory = await openMemory({
      path: fileIn(folder),
      derive: 'manual',
      synchronous: process.env.SYNC === 'NORMAL' ? 'normal' : 'full',
      zone: 'UTC',
    })
    return { memory }
  },

  async seed(handle, count, { event, turn }) {
    for (let first = 0; first < count; first += BATCH) {
      const length = Math.min(BATCH, count - first)
      const inputs = Array.from({ length }, (_, k) => toEventInput(event(first + k), first + k))
      const stored = await handle.memory.addEvents(inputs)
      if (stored !== length) {
        throw new Error(`seed: ${stored} of ${length} events from ${first} were new; seed an empty folder`)
      }
      if (!process.env.SEED_TURNS) continue
      for (let index = first; index < first + length; index++) await this.append(handle, turn(index), index)
    }
  },

  async append({ memory }, turn, index) {
    await memory.ingest(toTurnInput(turn, index))
  },

  async recall({ memory }, query, limit) {
    const { hits } = await memory.search(query, { kinds: ['event'], limit })
    return hits
  },

  close: ({ memory }) => memory.close(),
}
