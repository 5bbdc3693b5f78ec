/** Work that is left over never stands before a person's turn. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/compose.ts'
import { isHostThere, TestHome } from './support/host.ts'
import { type Model, startModel, textOf, until } from './support/model.ts'
import { derivedSoFar, stored } from './support/world.ts'

/** Blocks that wait when the host starts. */
const WAITING = 5_000

describe.skipIf(!isHostThere)('a long queue at the start of DeepSeek Harness', () => {
  let model: Model
  let home: TestHome

  beforeAll(async () => {
    model = await startModel()
    home = new TestHome({ model, settings: { blockSize: 1 } })
    mkdirSync(dirname(home.database), { recursive: true })
    const space = `dsh:project:${home.workspace('atlas')}`
    const memory = await openMemory({
      path: home.database,
      blockSize: 1,
      derive: 'manual',
      synchronous: 'normal',
      space,
      onWarning: () => {},
    })
    const say = (thread: string, content: string) =>
      memory.ingest({ host: 'dsh', thread, messages: [{ role: 'user', content, at: Date.UTC(2026, 4, 1) }] })
    await say('told', 'We decided to use pnpm because the lockfile is smaller.')
    await memory.drain()
    for (let turn = 0; turn < WAITING; turn++)
      await say('long', `Stop ${turn}: we decided to stay in hostel ${turn}.`)
    await memory.close()
  })
  afterAll(async () => {
    await home.remove()
    await model.close()
  })

  it('is worked off behind the first turn, which is answered and remembers as ever (P04)', async () => {
    const before = (await derivedSoFar(home)).pending
    expect(before).toBe(WAITING)
    const host = await home.start({ settings: { blockSize: 1, recallTimeoutMs: 300 } })
    await host.create('first', home.workspace('atlas'))
    const turns = []
    for (let turn = 1; turn <= 5; turn++)
      turns.push(await host.say('first', `Why did we choose pnpm, question ${turn}?`))
    expect(turns.map(turn => turn.end)).toEqual(Array(5).fill('completed'))
    const { pending } = await derivedSoFar(home)
    expect(pending).toBeGreaterThan(0)
    const asked = model.requests.filter(request => request.session === 'first')
    const texts = asked
      .at(-1)
      ?.messages.map(message => textOf(message.content))
      .join('\n')
    expect(texts).toMatch(/lockfile is smaller\. \[e_/)
    await stored(home, 'first', 5)
    await until(async () => (await derivedSoFar(home)).pending < pending)
    expect(await host.exit()).toBe(0)
  })
})
