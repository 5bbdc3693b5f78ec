/** The main job in the real host: what one session was told is known to the next, and older turns fade in place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHostThere, type RunningHost, TestHome } from './support/host.ts'
import { blockViews, type Model, startModel, textOf } from './support/model.ts'
import { derived, derivedSoFar, inMemory, settled } from './support/world.ts'

describe.skipIf(!isHostThere)('memory in DeepSeek Harness', () => {
  let model: Model
  let home: TestHome
  let host: RunningHost

  beforeAll(async () => {
    model = await startModel()
    home = new TestHome({ model, settings: { blockSize: 2 } })
    host = await home.start()
  })
  afterAll(async () => {
    await home.remove()
    await model.close()
  })

  /** What the model was sent last, as `role: text`. */
  const sent = () =>
    (model.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role !== 'system')
      .map(({ role, content }) => `${role}: ${textOf(content)}`)
  const remembered = () => sent().filter(text => text.includes('Remembered from earlier conversations'))

  it('puts a fact of one session into the very first request of the next of that project, and of no other (P111)', async () => {
    const [atlas, other] = [home.workspace('atlas'), home.workspace('other')]
    await host.create('told', atlas)
    await host.say('told', 'We decided to use pnpm because the lockfile is smaller.')
    await host.create('asked', atlas)
    const before = model.requests.length
    await host.say('asked', 'Why did we choose pnpm?')
    expect(model.requests).toHaveLength(before + 1)
    expect(remembered()).toEqual([
      expect.stringMatching(
        /lockfile is smaller\. \[e_[a-z2-7]{12}\]\n- now: atlas: package manager pnpm \[as of [\d-]+\] \[n_\w+ ← e_\w+\]$/,
      ),
    ])
    expect(sent().at(-1)).toBe(remembered()[0])
    await host.create('elsewhere', other)
    await host.say('elsewhere', 'Why did we choose pnpm?')
    expect(remembered()).toEqual([])
  })

  it('does not repeat what it recalled while that stands in view, without any call of a tool (P63, P108)', async () => {
    await host.say('asked', 'So is pnpm what we decided?')
    expect(remembered()).toHaveLength(1)
    expect(sent().at(-1)).toContain('So is pnpm what we decided?')
  })

  it('recalls once for messages that are said one right after the other', async () => {
    await host.create('queued', home.workspace('atlas'))
    for (const text of ['Why pnpm?', 'Is it pnpm for all?', 'And pnpm on CI?']) {
      await host.step('start', { session: 'queued', text })
    }
    await host.step('idle', { session: 'queued' })
    const asked = model.requests.filter(request => request.session === 'queued').at(-1)
    const texts = asked?.messages.map(({ content }) => textOf(content)).join('\n') ?? ''
    expect(texts).toContain('And pnpm on CI?')
    expect(texts.match(/lockfile is smaller\. \[e_/g)).toHaveLength(1)
  })

  it('shows L5 to L0 on the wire, each level in the order of the table, and lifts a block that is expanded', async () => {
    const trip = home.workspace('trip')
    await host.create('trip', trip)
    const before = (await derivedSoFar(home)).ready
    for (let turn = 1; turn <= 21; turn++) {
      await host.say(
        'trip',
        `Stop ${turn}: we decided to stay in hostel number ${turn} near the harbour of town ${turn}.`,
      )
      if (turn % 2 === 0) await derived(home, before + turn / 2)
      await settled(host, 'trip')
    }
    expect(blockViews(sent()).map(({ level }) => level)).toEqual([0, 1, 1, 2, 2, 3, 3, 4])
    // The two newest of the ten blocks are at L5: their own messages stand, and so does the open tail.
    expect(
      sent()
        .filter(text => /^user: Stop/.test(text))
        .map(text => text.slice(6, 13)),
    ).toEqual(['Stop 17', 'Stop 18', 'Stop 19', 'Stop 20', 'Stop 21'])
    const [oldest] = blockViews(sent())
    await inMemory(home, memory => memory.expand(oldest?.block ?? '', { level: 3 }))
    await host.say('trip', 'And which hostel was the first?')
    expect(blockViews(sent())[0]).toMatchObject({ block: oldest?.block, level: 3 })
    expect(sent()[0]).toContain('we decided to stay in hostel number 1 near the harbour')
  })

  it('keeps the history as it is over a resume, and every original in the log', async () => {
    const history = async (running: RunningHost) =>
      JSON.stringify(await running.step('history', { session: 'trip' }))
    await settled(host, 'trip')
    const before = await history(host)
    expect(await host.exit()).toBe(0)
    host = await home.start()
    await host.step('resume', { session: 'trip' })
    expect(await history(host)).toBe(before)
    const log = (await host.step('log', { session: 'trip' })) as {
      type: string
      surfaceOp?: unknown
      data: never
    }[]
    const originals = log.filter(({ type, surfaceOp }) => type === 'user/message' && surfaceOp === 'append')
    expect(originals.filter(event => JSON.stringify(event.data).includes('"kind":"user"'))).toHaveLength(22)
    expect(log.map(event => event.type).filter(type => /palimpsest|memory/.test(type))).toEqual([])
  })
})
