/** Store two turns, derive without a model, find the reason again with its source. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'palimpsest-memory'

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-example-'))
const memory = await openMemory({
  path: join(folder, 'memory.db'),
  space: 'local:global',
  zone: 'Europe/Berlin',
})

await memory.ingest({
  thread: 'atlas',
  messages: [
    {
      role: 'user',
      content: 'We decided to switch from npm to pnpm because installs took four minutes.',
      at: Date.parse('2025-05-28T10:00:00+02:00'),
    },
    {
      role: 'assistant',
      content: 'Switched: the lockfile is committed and the workspace file lists six packages.',
      at: Date.parse('2025-05-28T10:05:00+02:00'),
    },
  ],
})
await memory.ingest({
  thread: 'atlas',
  messages: [
    { role: 'user', content: 'Thanks! What is left?', at: Date.parse('2025-05-28T10:06:00+02:00') },
    {
      role: 'assistant',
      content: 'CI after the migration still has to be verified.',
      at: Date.parse('2025-05-28T10:07:00+02:00'),
    },
  ],
})
await memory.seal('atlas') // the conversation has ended; a host seals by count otherwise
await memory.drain() // a long-lived process derives in the background instead

const { hits } = await memory.search('why pnpm?')
for (const hit of hits.slice(0, 3)) console.log(`${hit.kind} ${hit.id}: ${hit.text}`)
if (!hits.some(hit => hit.text.includes('four minutes'))) throw new Error('the reason was not found')

await memory.close()
await rm(folder, { recursive: true })
