// Stores one turn, says so, and waits to be killed. Argument: database.
import { writeSync } from 'node:fs'
import { openMemory } from 'palimpsest-memory'

const memory = await openMemory({ path: process.argv[2], derive: 'manual' })
const { turn } = await memory.ingest({
  thread: 'desk',
  messages: [
    { role: 'user', content: 'The spare key lies under the blue flower pot.' },
    { role: 'assistant', content: 'Noted.' },
  ],
})
writeSync(1, `${turn}\n`)
setInterval(() => {}, 1_000)
