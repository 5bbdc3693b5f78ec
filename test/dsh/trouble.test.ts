/** Whatever is wrong with memory, the person's turn goes on, and one quiet notice says so. */
import { chmodSync, lchownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dsh, isHostThere, PROFILE, TestHome } from './support/host.ts'
import { type Model, startModel, textOf, until } from './support/model.ts'
import { derived, settled, stored, storedTurns } from './support/world.ts'

describe.skipIf(!isHostThere)('trouble in DeepSeek Harness', () => {
  let model: Model
  let home: TestHome
  let work: string

  beforeAll(async () => {
    model = await startModel()
  })
  afterAll(() => model.close())
  beforeEach(() => {
    home = new TestHome({ model, settings: { blockSize: 2 } })
    work = home.workspace('atlas')
  })
  afterEach(() => home.remove())

  const NOBODY = 65_534
  /** What a turn waits longer than this was held up by memory. */
  const HELD_UP_MS = 2_500

  const asked = () => (model.requests.at(-1)?.messages ?? []).map(({ content }) => textOf(content)).join('\n')

  it('goes on while another process holds the database, and stores the turns once it is free (P102)', async () => {
    const first = await home.start()
    await first.create('early', work)
    await first.say('early', 'We decided to use pnpm.')
    await stored(home, 'early', 1)
    await first.exit()
    const lock = new DatabaseSync(home.database)
    // Not even reading is possible.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE held (held); ROLLBACK')
    const host = await home.start({ settings: { recallTimeoutMs: 300 } })
    await host.create('locked', work)
    const turns = []
    for (const text of ['Is pnpm what we use?', 'And pnpm for all of it?', 'Really?'])
      turns.push(await host.say('locked', text))
    expect(turns.map(turn => turn.end)).toEqual(['completed', 'completed', 'completed'])
    expect(turns.flatMap(turn => turn.notices)).toEqual([
      expect.stringMatching(/^Palimpsest: Memory is not available/),
    ])
    for (const { ms } of turns) expect(ms).toBeLessThan(HELD_UP_MS)
    lock.close()
    await stored(home, 'locked', 3)
    await host.say('locked', 'So what did we decide, pnpm?')
    await stored(home, 'locked', 4)
    expect(await host.exit()).toBe(0)
  })

  it('stores at the next start what could not be stored before the host ended', async () => {
    const host = await home.start()
    await host.create('early', work)
    await host.say('early', 'Hello.')
    await stored(home, 'early', 1)
    const lock = new DatabaseSync(home.database)
    lock.exec('BEGIN EXCLUSIVE')
    await host.create('late', work)
    await host.say('late', 'Said while the database was held.')
    expect(await host.exit()).toBe(0)
    lock.exec('ROLLBACK')
    lock.close()
    expect(storedTurns(home, 'late')).toEqual([])
    await home.start()
    await stored(home, 'late', 1)
    await until(async () => readdirSync(join(home.home, 'palimpsest/open')).length === 0)
  })

  it('goes on with a database that is none, and leaves it as it is', async () => {
    mkdirSync(join(home.home, 'palimpsest'))
    writeFileSync(home.database, 'This is no database. '.repeat(1_000))
    const before = readFileSync(home.database)
    const host = await home.start()
    await host.create('damaged', work)
    const said = await host.say('damaged', 'Hello.')
    expect(said).toMatchObject({
      end: 'completed',
      notices: [expect.stringContaining('Memory is not available')],
    })
    expect(asked()).toContain('The conversation goes on without it')
    expect(await host.say('damaged', 'And again.')).toMatchObject({ end: 'completed', notices: [] })
    expect(await host.exit()).toBe(0)
    expect(readFileSync(home.database).equals(before)).toBe(true)
    expect(JSON.parse(readFileSync(join(home.home, 'palimpsest/status.json'), 'utf8'))).toMatchObject({
      host: '0.1.0-rc.8',
      isVerifiedHost: true,
      trouble: [expect.stringContaining('Memory is not available')],
    })
  })

  it('goes on with a database that may only be read', async () => {
    const first = await home.start()
    await first.create('early', work)
    await first.say('early', 'We decided to use pnpm.')
    await stored(home, 'early', 1)
    await first.exit()
    const folder = join(home.home, 'palimpsest')
    const isRoot = process.getuid?.() === 0
    // Root may write everywhere, so the host runs as somebody else.
    if (isRoot) for (const path of home.everything()) lchownSync(path, NOBODY, NOBODY)
    for (const name of readdirSync(folder))
      chmodSync(join(folder, name), statSync(join(folder, name)).isDirectory() ? 0o555 : 0o444)
    chmodSync(folder, 0o555)
    const host = await home.start(isRoot ? { uid: NOBODY } : {})
    await host.create('read-only', work)
    expect(await host.say('read-only', 'What do we use?')).toMatchObject({ end: 'completed' })
    expect(await host.say('read-only', 'And why?')).toMatchObject({ end: 'completed' })
    expect(await host.exit()).toBe(0)
    expect(storedTurns(home, 'read-only')).toEqual([])
    chmodSync(folder, 0o755)
  })

  it('leaves sessions that open on the plain host when it is disabled, and when it is removed', async () => {
    const host = await home.start()
    await host.create('kept', work)
    for (let turn = 1; turn <= 12; turn++) {
      await host.say('kept', `Stop ${turn}: we decided to stay in hostel ${turn}.`)
    }
    await derived(home, 6)
    const historyOf = async (running: typeof host) =>
      (await running.step('history', { session: 'kept' })) as unknown[]
    await until(async () => JSON.stringify(await historyOf(host)).includes('[memory b_'))
    await settled(host, 'kept')
    const history = await historyOf(host)
    await host.exit()
    const disabled = await home.start({
      settings: null,
      patches: [{ id: 'palimpsest-dsh', disabled: true }],
    })
    await disabled.step('resume', { session: 'kept' })
    expect(await disabled.step('history', { session: 'kept' })).toEqual(history)
    await disabled.exit()
    dsh(home.home, ['plugin', '--profile', PROFILE, 'remove', 'palimpsest-dsh'])
    const plain = await home.start({ settings: null, patches: [] })
    await plain.step('resume', { session: 'kept' })
    expect(await plain.step('history', { session: 'kept' })).toEqual(history)
    expect((await plain.say('kept', 'And stop thirteen?')).end).toBe('completed')
    await plain.exit()
    expect(storedTurns(home, 'kept')).toHaveLength(12)
  })

  it('starts with settings that cannot be used, names them once and takes their defaults', async () => {
    const host = await home.start({ settings: { blockSize: 0, space: 'nowhere', lambda: 0.3 } })
    await host.create('odd', work)
    const said = await host.say('odd', 'Hello.')
    expect(said).toMatchObject({ end: 'completed', notices: [expect.stringContaining('space, blockSize')] })
    await stored(home, 'odd', 1)
    expect(await host.exit()).toBe(0)
  })

  it('leaves history as it is in a host that it does not know, and says so once', async () => {
    home.pretendHostVersion('0.3.0')
    const host = await home.start()
    await host.create('newer', work)
    const notices: string[] = []
    for (let turn = 1; turn <= 9; turn++) {
      notices.push(...(await host.say('newer', `We decided on number ${turn}.`)).notices)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    expect(notices).toEqual([expect.stringContaining('not verified with DeepSeek Harness 0.3.0')])
    await stored(home, 'newer', 9)
    expect(JSON.stringify(await host.step('history', { session: 'newer' }))).not.toContain('[memory b_')
    await until(async () => storedTurns(home, 'newer').length === 9)
    await host.exit()
  })
})
