/** A conversation fades block by block; expanding one shows the original words again. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from 'palimpsest-memory'

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-example-'))
const memory = await openMemory({
  path: join(folder, 'memory.db'),
  blockSize: 2, // blocks of twelve turns are usual; small ones fade fast, which is what we want to see
  derive: 'manual',
  onWarning: () => {},
})

for (let turn = 1; turn <= 24; turn++) {
  await memory.ingest({
    thread: 'garden',
    messages: [
      {
        role: 'user',
        content: `Bed ${turn}: we decided to plant beans in row ${turn}, since the soil there is dry.`,
      },
      {
        role: 'assistant',
        content: `Noted. Row ${turn} gets beans; water it twice a week until they climb.`,
      },
    ],
  })
}
await memory.drain()

const { blocks } = await memory.blocks('garden')
console.log(blocks.map(block => `L${block.level}`).join(' '))

const oldest = blocks[0]
if (oldest?.level !== 0) throw new Error('the oldest of twelve ready blocks shows L0')
const opened = await memory.expand(oldest.id, { level: 5 })
console.log(opened.text)
if (!opened.text?.includes('beans in row 1,')) throw new Error('the original words are there')

await memory.close()
await rm(folder, { recursive: true })
