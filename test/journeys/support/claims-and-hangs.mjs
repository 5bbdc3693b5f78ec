// Claims the derivation job of a block and never finishes it. Argument: database.
import { writeSync } from 'node:fs'
import { openMemory } from 'palimpsest-memory'

const memory = await openMemory({
  path: process.argv[2],
  derive: 'manual',
  leaseMs: 1_000,
  deriver: {
    name: 'hanging',
    version: '1',
    concurrency: 1,
    derive: () => {
      writeSync(1, 'claimed\n')
      return new Promise(() => setInterval(() => {}, 1_000))
    },
  },
})
await memory.drain()
