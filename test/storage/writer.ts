/** One process of the concurrency tests: opens the store at argv[2] and appends argv[4] turns as writer argv[3]. */
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import { HOME_KEY, threadOf } from './writers.ts'

const [, , path = '', writer = '', count = '0', kill = ''] = process.argv
const store = await openSqliteStore({ path, create: true, zone: 'UTC', synchronous: 'normal' })
for (let n = 1; n <= Number(count); n += 1) {
  for (const thread of [threadOf(writer), 'shared']) {
    await store.appendTurn(HOME_KEY, {
      host: 'local',
      thread,
      turn: `${writer}-${n}`,
      messages: [{ role: 'user', content: `turn ${n} of writer ${writer}` }],
      interrupted: false,
      digest: `${writer}-${n}`,
      blockSize: 8,
    })
    process.stdout.write(`${thread} ${writer}-${n}\n`)
  }
}
if (kill === 'claim') {
  const job = await store.claimJob('all', { now: 0, leaseMs: 1_000, lease: 'killed', maxLosses: 3 })
  process.stdout.write(`claimed ${job?.key}\n`)
  process.kill(process.pid, 'SIGKILL')
}
if (kill === 'die') process.kill(process.pid, 'SIGKILL')
await store.close()
