// Ingests turn after turn until it is killed, and says on stdout what was begun and what was acknowledged.
// Arguments: database, name of the thread, first ordinal.
import { writeSync } from 'node:fs'
import { openMemory } from 'palimpsest-memory'

const [path, thread, first] = process.argv.slice(2)
const memory = await openMemory({ path, blockSize: 6, leaseMs: 500 })
for (let k = Number(first); ; k++) {
  writeSync(1, `begin ${k}\n`)
  const { turn } = await memory.ingest({
    thread,
    turn: `turn-${k}`,
    messages: [
      {
        role: 'user',
        content: `We decided to keep setting ${k} at ${k * 7}.`,
        at: 1_750_000_000_000 + k * 60_000,
      },
      {
        role: 'assistant',
        content: `Noted: setting ${k} stays at ${k * 7}. ${'Details follow here. '.repeat(k % 40)}`,
      },
    ],
  })
  writeSync(1, `ack ${k} ${turn}\n`)
}
