/** What every request has in common with the one before: everything, unless a block was sealed in between. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHostThere, type RunningHost, TestHome } from './support/host.ts'
import { blockViews, type Model, type ModelRequest, startModel, textOf } from './support/model.ts'
import { derived, derivedSoFar, inMemory, settled, stored, storedTurns } from './support/world.ts'

describe.skipIf(!isHostThere)('requests of DeepSeek Harness with memory', () => {
  let model: Model
  let home: TestHome
  let host: RunningHost
  let work: string

  beforeAll(async () => {
    model = await startModel()
    home = new TestHome({ model, settings: { blockSize: 2 } })
    work = home.workspace('atlas')
    host = await home.start()
  })
  afterAll(async () => {
    await home.remove()
    await model.close()
  })

  const requestsOf = (session: string) => model.requests.filter(request => request.session === session)
  const linesOf = ({ messages }: ModelRequest) => messages.map(message => JSON.stringify(message))
  const viewsOf = ({ messages }: ModelRequest) =>
    JSON.stringify(blockViews(messages.map(({ role, content }) => `${role}: ${textOf(content)}`)))

  /** Whether the second request only goes on from the first. */
  function isPrefix(before: ModelRequest, after: ModelRequest): boolean {
    const [earlier, later] = [linesOf(before), linesOf(after)]
    return earlier.every((line, index) => line === later[index])
  }

  async function talk(session: string, from: number, to: number): Promise<void> {
    const before = (await derivedSoFar(home)).ready
    for (let turn = from; turn <= to; turn++) {
      await host.say(
        session,
        `Stop ${turn}: we decided to stay in hostel ${turn}; is pnpm still what we use there?`,
      )
      const sealed = Math.floor(turn / 2) - Math.floor((from - 1) / 2)
      await derived(home, before + sealed)
      await settled(host, session)
    }
  }

  it('change before their end only where a block has faded, once for each block sealed (P52)', async () => {
    await host.create('told', work)
    await talk('told', 1, 2)
    await host.create('trip', work)
    await talk('trip', 1, 17)
    const requests = requestsOf('trip')
    expect(requests).toHaveLength(17)
    const pairs = requests
      .slice(1)
      .map((after, index) => ({ before: requests[index] as ModelRequest, after }))
    for (const { before, after } of pairs) {
      expect(isPrefix(before, after)).toBe(viewsOf(before) === viewsOf(after))
    }
    // Eight blocks were sealed; the first two fade nothing.
    expect(pairs.filter(({ before, after }) => !isPrefix(before, after))).toHaveLength(6)
    expect(new Set(requests.map(request => linesOf(request)[0])).size).toBe(1)
  })

  it('offer the tools of the host and none of ours, so that no schema of ours can make a client refuse the list (P107)', () => {
    const offered = requestsOf('trip').map(request => JSON.stringify(request.tools))
    expect(new Set(offered).size).toBe(1)
    expect(requestsOf('trip')[0]?.tools.length).toBeGreaterThan(5)
    expect(offered[0]).not.toMatch(/memory|palimpsest/)
  })

  it('are the same bytes when one is built again, and after a restart', async () => {
    const system = linesOf(requestsOf('trip').at(-1) as ModelRequest)[0]
    const history = JSON.stringify(await host.step('history', { session: 'trip' }))
    await host.step('flush', { session: 'trip' })
    await host.kill()
    host = await home.start()
    await host.step('resume', { session: 'trip' })
    await settled(host, 'trip')
    expect(JSON.stringify(await host.step('history', { session: 'trip' }))).toBe(history)
    const before = requestsOf('trip').at(-1) as ModelRequest
    await host.say('trip', 'And now?')
    const after = requestsOf('trip').at(-1) as ModelRequest
    expect(linesOf(after)[0]).toBe(system)
    expect(isPrefix(before, after)).toBe(true)
  })

  it('stay as they are when something is remembered in the middle; what is new stands at the end (P53)', async () => {
    await derived(home, 10)
    await settled(host, 'trip')
    await host.say('trip', 'No block is sealed with this turn.')
    const before = requestsOf('trip').at(-1) as ModelRequest
    const space = `dsh:project:${work}`
    await inMemory(home, memory =>
      memory.addEvents(
        [
          {
            type: 'decision',
            title: 'Zeppelin museum',
            summary: 'The zeppelin museum opens at nine.',
            tags: [],
            quotes: [],
            scope: 'project',
            criticality: 'routine',
            origin: 'conversation',
            mentionedAt: Date.UTC(2026, 4, 1),
          },
        ],
        { space },
      ),
    )
    await host.say('trip', 'When does the zeppelin museum open?')
    const after = requestsOf('trip').at(-1) as ModelRequest
    expect(isPrefix(before, after)).toBe(true)
    expect(textOf(after.messages.at(-1)?.content)).toContain('The zeppelin museum opens at nine.')
  })

  it('survive the compaction of the host: turns go on, nothing is lost, later blocks fade', async () => {
    const requests = model.requests.length
    await derived(home, 11)
    await host.step('compact', { session: 'trip' })
    expect(model.requests.length).toBeGreaterThan(requests)
    await talk('trip', 21, 30)
    await stored(home, 'trip', 30)
    expect(storedTurns(home, 'trip')).toHaveLength(30)
    const history = JSON.stringify(await host.step('history', { session: 'trip' }))
    expect(history).toContain('<compacted-summary>')
    expect(history).toMatch(/\[memory b_[a-z2-7]{12} L[0-4], turns 2\d–/)
    await host.exit()
    host = await home.start()
    await host.step('resume', { session: 'trip' })
    expect(JSON.stringify(await host.step('history', { session: 'trip' }))).toBe(history)
    expect((await host.say('trip', 'Thank you.')).end).toBe('completed')
  })
})
