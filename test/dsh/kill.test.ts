/** The host is killed at any moment, again and again: each turn that its log holds is in memory once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHostThere, TestHome } from './support/host.ts'
import { type Model, startModel } from './support/model.ts'
import { inMemory, settled, storedTurns } from './support/world.ts'

/** Milliseconds after which each host is killed, from the moment it is asked; none falls twice on the same step. */
const KILLS = [0, 3, 11, 25, 60, 140]

interface Entry {
  seq: number
  type: string
  surfaceOp?: unknown
  data: { turn?: number; source?: { kind: string }; content?: { text?: string }[] }
}

describe.skipIf(!isHostThere)('kill −9 of DeepSeek Harness', () => {
  let model: Model
  let home: TestHome

  beforeAll(async () => {
    model = await startModel()
    model.script = () => ({ text: 'Understood, word for word, as it was said.', slowMs: 15 })
    home = new TestHome({ model, settings: { blockSize: 2 } })
  })
  afterAll(async () => {
    await home.remove()
    await model.close()
  })

  it('loses no turn of the log and stores none twice, and no block hides what it does not hold', async () => {
    const work = home.workspace('atlas')
    for (const [round, afterMs] of KILLS.entries()) {
      const host = await home.start()
      if (round === 0) await host.create('long', work)
      else await host.step('resume', { session: 'long' })
      for (const part of ['a', 'b'])
        await host.say('long', `Round ${round} ${part}: we decided on number ${round}.`)
      await host.step('start', { session: 'long', text: `Round ${round} c: cut off?` })
      await new Promise(resolve => setTimeout(resolve, afterMs))
      await host.kill()
    }
    const host = await home.start()
    await host.step('resume', { session: 'long' })
    await host.say('long', 'The last round.')
    await settled(host, 'long')

    const log = (await host.step('log', { session: 'long' })) as Entry[]
    const spoken = log.filter(({ type, surfaceOp, data }) => {
      return type === 'user/message' && surfaceOp === 'append' && data.source?.kind === 'user'
    })
    const inLog = spoken.map(({ data }) => data.content?.[0]?.text ?? '')
    const turns = storedTurns(home, 'long')
    const inMemoryText = turns.flatMap(turn =>
      turn.said.filter(text => text.startsWith('user: ')).map(text => text.slice(6)),
    )
    expect(new Set(inMemoryText).size).toBe(inMemoryText.length)
    expect(inLog.filter(text => !inMemoryText.includes(text))).toEqual([])
    for (const round of KILLS.keys())
      expect(inMemoryText).toContain(`Round ${round} a: we decided on number ${round}.`)

    const space = `dsh:project:${work}`
    const levels = await inMemory(home, memory => memory.levels('long', { space }))
    expect(levels.map(block => [block.firstTurn, block.lastTurn])).toEqual(
      levels.map((_, at) => [2 * at + 1, 2 * at + 2]),
    )
    // Whatever the log holds stands before the model, in its own words or in the view of its block.
    const history = JSON.stringify(await host.step('history', { session: 'long' }))
    const shown = inLog.filter(
      text => history.includes(text) || levels.some(block => history.includes(block.id)),
    )
    expect(shown).toEqual(inLog)
    expect(await host.exit()).toBe(0)
  })
})
