/** When a log is read and offered, over a memory that is scripted. */
import { describe, expect, it } from 'vitest'
import { Capture } from '../../../src/integrations/dsh/capture.ts'
import type { LoggedTurn } from '../../../src/integrations/dsh/logged-turns.ts'
import { MemoryCallError } from '../../../src/integrations/dsh/memory-link.ts'
import { Log } from './log.ts'

/** A memory that keeps turns by session, and fails when told to. */
class Store {
  readonly turns = new Map<string, LoggedTurn[]>()
  readonly calls: string[] = []
  /** Sessions in the order in which turns of them were stored. */
  readonly order: string[] = []
  failures = 0
  knows = true
  refused = ''

  readonly call = (async (
    name: string,
    given: { session: { id: string }; turns?: LoggedTurn[]; parent?: unknown },
  ) => {
    this.calls.push(name)
    if (this.failures > 0) {
      this.failures -= 1
      throw new MemoryCallError('store-busy', 'busy')
    }
    if (given.session.id === this.refused) throw new MemoryCallError('bad-input', 'refused')
    const known = this.turns.get(given.session.id) ?? []
    if (name === 'logged') return known.at(-1)
    if (given.parent !== undefined && !this.knows) return 'unknown-parent'
    const fresh = given.turns?.filter(turn => !known.some(one => one.turn === turn.turn)) ?? []
    if (fresh.length > 0) this.order.push(given.session.id)
    this.turns.set(given.session.id, [...known, ...fresh])
    return 'stored'
  }) as never
}

function captureOver(store: Store) {
  const failures: unknown[] = []
  const storedSessions: string[] = []
  const capture = new Capture({
    call: store.call,
    onRead: (session, stored) => stored > 0 && storedSessions.push(session),
    onFailure: error => failures.push(error),
    retryMs: 5,
  })
  return { capture, failures, storedSessions }
}

const turnsOf = (store: Store, session = 'kitchen') =>
  store.turns.get(session)?.map(turn => turn.turn.split('@')[0]) ?? []

describe('capture', () => {
  it('returns before anything is read or stored (P103)', async () => {
    const store = new Store()
    const { capture } = captureOver(store)
    const log = new Log()
    log.turn('x'.repeat(2_000_000))
    capture.note(log)
    expect(store.calls).toEqual([])
    await capture.settle()
    expect(turnsOf(store)).toEqual(['1'])
  })

  it('stores each turn once, however often it is told, and reads on from the last', async () => {
    const store = new Store()
    const { capture, storedSessions } = captureOver(store)
    const log = new Log()
    for (let turn = 1; turn <= 30; turn++) {
      log.turn(`Question ${turn}`)
      capture.note(log)
      if (turn % 7 === 0) await capture.settle()
    }
    capture.note(log)
    await capture.settle()
    expect(turnsOf(store)).toEqual(Array.from({ length: 30 }, (_, turn) => String(turn + 1)))
    expect(store.calls.filter(name => name === 'logged')).toHaveLength(1)
    expect(storedSessions.length).toBeLessThanOrEqual(6)
  })

  it('goes on from what an earlier process stored', async () => {
    const store = new Store()
    const log = new Log()
    log.turn('One')
    const first = captureOver(store).capture
    first.note(log)
    await first.settle()
    log.turn('Two')
    const { capture } = captureOver(store)
    capture.note(log)
    await capture.settle()
    expect(turnsOf(store)).toEqual(['1', '2'])
  })

  it('stores a parent before its fork, also when memory was away in between', async () => {
    const store = new Store()
    const { capture } = captureOver(store)
    const log = new Log()
    log.turn('One')
    capture.note(log)
    await capture.settle()
    const shared = log.turn('Two')
    store.failures = 1
    capture.note(log)
    const fork = new Log('island', { parentSession: 'kitchen', seedLength: shared.seq + 1 })
    for (const event of log.events) fork.events.push(event)
    fork.start()
    fork.start()
    fork.start()
    fork.user('Three')
    fork.end()
    capture.note(fork)
    while (turnsOf(store, 'island').length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    expect([turnsOf(store), turnsOf(store, 'island')]).toEqual([['1', '2'], ['3']])
    expect(store.order).toEqual(['kitchen', 'kitchen', 'island'])
  })

  it('lets no session that cannot be stored hold up another', async () => {
    const store = new Store()
    store.refused = 'bad'
    const { capture, failures } = captureOver(store)
    const [bad, good] = [new Log('bad'), new Log('good')]
    bad.turn('One')
    good.turn('One')
    capture.note(bad)
    capture.note(good)
    await capture.settle()
    expect(turnsOf(store, 'good')).toEqual(['1'])
    expect(failures).toHaveLength(1)
    capture.stop()
  })

  it('stores both turns that bore one number, when the log lost its end in a crash', async () => {
    const store = new Store()
    const log = new Log()
    log.turn('One')
    log.turn('Two, lost')
    const first = captureOver(store).capture
    first.note(log)
    await first.settle()
    const again = new Log()
    for (const event of log.events.slice(0, 4)) again.events.push(event)
    again.start()
    again.add('turn/end', { turn: 1, reason: { kind: 'interrupted' } })
    again.add('turn/start', { turn: 2 }, { time: 9_000 })
    again.user('Two, again')
    again.add('turn/end', { turn: 2, reason: { kind: 'completed' } })
    const { capture } = captureOver(store)
    capture.note(again)
    await capture.settle()
    expect(store.turns.get('kitchen')?.map(({ turn, messages }) => [turn, messages[0]?.content])).toEqual([
      ['1@1000', 'One'],
      ['2@1004', 'Two, lost'],
      ['2@9000', 'Two, again'],
    ])
  })

  it('tries again when memory fails, and loses nothing', async () => {
    const store = new Store()
    store.failures = 3
    const { capture, failures } = captureOver(store)
    const log = new Log()
    log.turn('One')
    capture.note(log)
    while (turnsOf(store).length === 0) await new Promise(resolve => setTimeout(resolve, 5))
    expect(failures).toHaveLength(3)
    expect(capture.isDue('kitchen')).toBe(false)
  })

  it('names the parent of a fork with the first turn, and offers everything when that is not stored', async () => {
    const log = new Log()
    log.turn('One')
    const shared = log.turn('Two')
    const fork = new Log('island', { parentSession: 'kitchen', seedLength: shared.seq + 1 })
    for (const event of log.events) fork.events.push(event)
    fork.start()
    fork.start()
    fork.start()
    fork.user('Three')
    fork.end()
    for (const [knows, turns] of [
      [true, ['3']],
      [false, ['1', '2', '3']],
    ] as const) {
      const store = new Store()
      store.knows = knows
      const { capture } = captureOver(store)
      capture.note(fork)
      await capture.settle()
      expect(turnsOf(store, 'island')).toEqual(turns)
    }
  })
})
