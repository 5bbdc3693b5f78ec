import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PalimpsestError } from '../../src/domain/errors.ts'
import { inspectStore } from '../../src/storage/sqlite/doctor.ts'
import type { Store } from '../../src/storage/store.ts'
import { HOME, turnOf } from '../contracts/store.ts'
import { query, runSql } from './damage.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

describe('receipts', () => {
  let place: SqlitePlace
  let store: Store

  beforeEach(async () => {
    place = makeSqlitePlace()
    store = await place.open()
    await store.appendTurn(HOME, turnOf('kitchen', '1', 'Oak or beech?'))
  })

  afterEach(async () => {
    await store.close()
    await place.remove()
  })

  const codeOf = (step: Promise<unknown>) =>
    step.then(
      () => 'none',
      (error: unknown) => (error instanceof PalimpsestError ? error.code : error),
    )

  it.each(['name', 'thread'])('are not taken from a turn of another %s under the same id', async column => {
    await store.appendTurn(HOME, turnOf('garden', '1', 'Peas or beans?'))
    const [one, other] = query(place.path, 'SELECT id FROM turn ORDER BY key').map(row => String(row.id))
    runSql(
      place.path,
      column === 'name' ? `UPDATE turn SET name = '9' WHERE id = '${one}'` : swap(one, other),
    )
    const before = query(place.path, 'SELECT * FROM turn')
    expect(await codeOf(store.appendTurn(HOME, turnOf('kitchen', '1', 'Oak or beech?')))).toBe('id-collision')
    expect(query(place.path, 'SELECT * FROM turn')).toEqual(before)
  })

  const swap = (one = '', other = '') =>
    `UPDATE turn SET id = '' WHERE id = '${one}'; UPDATE turn SET id = '${one}' WHERE id = '${other}';
     UPDATE turn SET id = '${other}' WHERE id = ''`

  it('hold for turns of several messages, whatever turns of other threads come between', async () => {
    const talk = (turn: string) => ({
      ...turnOf('garden', turn, 'Peas?'),
      messages: ['Peas?', 'Which?', 'Sweet ones.'].map(content => ({ role: 'user' as const, content })),
    })
    for (const turn of ['1', '2']) {
      await store.appendTurn(HOME, talk(turn))
      await store.appendTurn(HOME, turnOf('kitchen', `k-${turn}`, 'Beech.'))
    }
    const garden = await store.thread(HOME, 'garden')
    const turns = await store.turns(HOME, garden?.key ?? 0, 1, 2)
    expect(turns.map(turn => turn.messages.map(message => message.content))).toEqual(
      Array(2).fill(['Peas?', 'Which?', 'Sweet ones.']),
    )
    expect(await store.appendTurn(HOME, talk('1'))).toMatchObject({ status: 'already-stored', ordinal: 1 })
    expect(await inspectStore(place.path, 0)).toEqual([])
  })
})
