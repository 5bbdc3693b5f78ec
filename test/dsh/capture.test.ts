/** Which turns of the real host come into memory, and that each does once, whatever happens to the process. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHostThere, type RunningHost, TestHome } from './support/host.ts'
import { type Model, startModel, textOf, until } from './support/model.ts'
import { derived, derivedSoFar, inMemory, stored, storedTurns } from './support/world.ts'

describe.skipIf(!isHostThere)('capture in DeepSeek Harness', () => {
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

  const whole = (turn: string, ...said: string[]) => ({ turn, isInterrupted: false, said })
  const broken = (turn: string, ...said: string[]) => ({ turn, isInterrupted: true, said })

  it('keeps what people, model and tools say, in order', async () => {
    writeFileSync(join(work, 'notes.txt'), 'The port is 8443.\n')
    model.script = ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'It is 8443.' }
        : { text: 'I look.', tools: [{ name: 'read', args: { file_path: join(work, 'notes.txt') } }] }
    await host.create('order', work)
    await host.say('order', 'Which port?')
    await stored(home, 'order', 1)
    const [turn] = storedTurns(home, 'order')
    expect(turn?.said.map(text => text.replace(/^(tool read): [\s\S]*8443[\s\S]*/, '$1: …8443…'))).toEqual([
      'user: Which port?',
      'assistant: I look.',
      'tool read: …8443…',
      'assistant: It is 8443.',
    ])
  })

  it('keeps several messages of a person in one turn together', async () => {
    model.script = () => ({
      text: 'Slowly, as I was asked, word by word, until the end of this.',
      slowMs: 60,
    })
    await host.create('steered', work)
    await host.say('steered', 'Oak?', { steer: 'Or pine?' })
    await stored(home, 'steered', 1)
    const [turn, ...more] = storedTurns(home, 'steered')
    expect(more).toEqual([])
    expect(turn?.said.filter(text => text.startsWith('user'))).toEqual(['user: Oak?', 'user: Or pine?'])
  })

  it('keeps an aborted turn with what was said so far, marked', async () => {
    model.script = () => ({
      text: 'A long answer that nobody will hear to its end, I am afraid to say.',
      slowMs: 80,
    })
    await host.create('aborted', work)
    expect((await host.say('aborted', 'Tell me more.', { cancelAfterMs: 150 })).end).toBe('aborted')
    await stored(home, 'aborted', 1)
    const [turn] = storedTurns(home, 'aborted')
    expect(turn).toMatchObject({ isInterrupted: true })
    expect(turn?.said[0]).toBe('user: Tell me more.')
    model.script = () => ({ text: 'Understood.' })
  })

  it('keeps neither what plugins inject nor what subagents are told; what the agent did about it comes with the next turn', async () => {
    await host.create('injected', work)
    await host.say('injected', 'The job has ended.', { source: { kind: 'plugin', plugin: 'jobs' } })
    await host.create('delegate', work, { origin: 'subagent', parentSession: 'injected' })
    await host.say('delegate', 'Count the files.')
    await host.say('injected', 'Thank you.')
    await stored(home, 'injected', 1)
    expect(storedTurns(home, 'injected')).toEqual([
      whole('2', 'assistant: Understood.', 'user: Thank you.', 'assistant: Understood.'),
    ])
    expect(storedTurns(home, 'delegate')).toEqual([])
  })

  it('keeps a session in its space when its folder becomes part of a repository', async () => {
    const inner = home.workspace('outer/inner')
    await host.create('moved', inner)
    await host.say('moved', 'One.')
    await stored(home, 'moved', 1)
    await host.exit()
    mkdirSync(join(home.workspace('outer'), '.git'))
    writeFileSync(join(home.workspace('outer'), '.git/HEAD'), 'ref: refs/heads/main\n')
    host = await home.start()
    await host.step('resume', { session: 'moved' })
    await host.say('moved', 'Two.')
    await stored(home, 'moved', 2)
    const spaces = await inMemory(home, async memory => (await memory.status()).spaces.map(one => one.space))
    expect(spaces.filter(space => space.includes('/outer'))).toEqual([`dsh:project:${inner}`])
  })

  it('stores three turns for three turns after a fork', async () => {
    await host.create('trunk', work)
    for (const text of ['One.', 'Two.', 'Three.']) await host.say('trunk', text)
    await stored(home, 'trunk', 3)
    await host.step('fork', { session: 'trunk', child: 'branch' })
    for (const text of ['Four.', 'Five.', 'Six.']) await host.say('branch', text)
    await host.say('trunk', 'Another fourth.')
    await stored(home, 'branch', 3)
    await stored(home, 'trunk', 4)
    expect(storedTurns(home, 'branch').map(({ turn, said }) => [turn, said[0]])).toEqual([
      ['4', 'user: Four.'],
      ['5', 'user: Five.'],
      ['6', 'user: Six.'],
    ])
    const space = `dsh:project:${work}`
    const branch = await inMemory(home, memory => memory.thread('branch', { space }))
    expect(branch?.parent).toMatchObject({ thread: 'trunk', lastSharedTurn: 3 })
  })

  it('derives nothing from instruction files, the system prompt or recalled text (P17)', async () => {
    const strict = home.workspace('strict')
    writeFileSync(
      join(strict, 'AGENTS.md'),
      'We decided to use tabs.\nMy name is Robin and I live in Lisbon.\n',
    )
    for (let n = 1; n <= 20; n++) {
      await host.create(`strict-${n}`, strict)
      await host.say(`strict-${n}`, `Please look at file ${n}.`)
      await host.say(`strict-${n}`, 'And again.')
    }
    expect(textOf(model.requests.at(-1)?.raw)).toContain('We decided to use tabs.')
    await stored(home, 'strict-20', 2)
    await until(async () => (await derivedSoFar(home)).pending === 0)
    const events = await inMemory(home, memory => memory.events({ space: `dsh:project:${strict}` }))
    expect(events.filter(event => /tabs|Robin|Lisbon/.test(event.summary))).toEqual([])
  })

  it('takes up a turn that a kill cut off when the session is opened again, and stores nothing twice', async () => {
    await host.create('killed', work)
    await host.say('killed', 'First.')
    model.script = () => ({ text: 'Never whole, because', slowMs: 20, hangs: true })
    const requests = model.requests.length
    await host.step('start', { session: 'killed', text: 'Second.' })
    await until(async () => model.requests.length > requests)
    await host.step('flush', { session: 'killed' })
    await host.kill()
    model.script = () => ({ text: 'Understood.' })
    host = await home.start()
    await host.step('resume', { session: 'killed' })
    await host.say('killed', 'Third.')
    await stored(home, 'killed', 3)
    await host.exit()
    host = await home.start()
    await host.step('resume', { session: 'killed' })
    await host.say('killed', 'Fourth.')
    await stored(home, 'killed', 4)
    expect(storedTurns(home, 'killed')).toEqual([
      whole('1', 'user: First.', 'assistant: Understood.'),
      broken('2', 'user: Second.'),
      whole('3', 'user: Third.', 'assistant: Understood.'),
      whole('4', 'user: Fourth.', 'assistant: Understood.'),
    ])
  })

  it('finishes what was left to derive at the next start, though no session is opened again (P03)', async () => {
    const { ready } = await derivedSoFar(home)
    await host.create('ended', work)
    for (let turn = 1; turn <= 6; turn++) await host.say('ended', `We decided on colour number ${turn}.`)
    await stored(home, 'ended', 6)
    await host.kill()
    host = await home.start()
    await derived(home, ready + 3)
  })

  it('counts older sessions on request, and takes them in when told to', async () => {
    const plain = new TestHome({ model, isWithPlugin: false })
    const folder = plain.workspace('old')
    const before = await plain.start()
    await before.create('old-1', folder)
    await before.say('old-1', 'We decided to move to Hamburg.')
    await before.say('old-1', 'In June.')
    await before.create('old-2', folder)
    await before.say('old-2', 'Hello.')
    await before.exit()
    const later = await plain.install()
    await later.create('new', folder)
    await later.say('new', 'Good morning.')
    await stored(plain, 'new', 1)
    const command = async (line: string) =>
      ((await later.step('command', { session: 'new', line })) as { result: { text: string } }).result.text
    expect(await command('/memory backfill')).toMatch(
      /^2 older sessions hold 3 turns .* about \d+ tokens.* no model/,
    )
    expect(storedTurns(plain, 'old-1')).toEqual([])
    expect(await command('/memory backfill yes')).toBe('Taken in: 3 turns of 2 sessions.')
    expect(storedTurns(plain, 'old-1')).toHaveLength(2)
    expect(await command('/memory backfill')).toBe('Memory holds every turn of every session.')
    expect(await command('/memory status')).toContain('4 turns')
    await plain.remove()
  })
})
