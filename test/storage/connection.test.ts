import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Connection } from '../../src/storage/sqlite/connection.ts'
import { makeSqlitePlace, type SqlitePlace } from './place.ts'

describe('a connection', () => {
  let place: SqlitePlace
  let db: Connection

  beforeEach(() => {
    place = makeSqlitePlace()
    db = new Connection(place.path)
  })

  afterEach(async () => {
    db.close()
    await place.remove()
  })

  describe('a statement with numbered parameters', () => {
    it('takes each value wherever its number stands, in any order and any number of times', () => {
      const row = db.get(
        'SELECT ?2 AS b, ?1 AS a, ?2 AS again, ?11 AS k, ?3 + ?3 AS twice',
        'oak',
        null,
        21n,
        ...'defghijk',
      )
      expect(row).toEqual({ b: null, a: 'oak', again: null, k: 'k', twice: 42 })
      db.exec('CREATE TABLE tree (name TEXT, size INTEGER) STRICT')
      expect(db.run('INSERT INTO tree VALUES (?2, ?1), (?2, ?1 + 1)', 7, 'oak')).toEqual({
        changes: 2,
        rowid: 2,
      })
      expect(db.all('SELECT size FROM tree WHERE name = ?1 AND size > ?2 OR size = ?2', 'oak', 7)).toEqual([
        { size: 7 },
        { size: 8 },
      ])
    })
  })

  describe('a query', () => {
    it('gives its rows as objects or as tuples, in whatever turns', () => {
      const sql = 'SELECT value AS tree, key FROM json_each(\'["oak", null]\') WHERE key < ?1'
      const objects = [
        { tree: 'oak', key: 0 },
        { tree: null, key: 1 },
      ]
      expect(db.all(sql, 2)).toEqual(objects)
      expect(db.tuples(sql, 2)).toEqual([
        ['oak', 0],
        [null, 1],
      ])
      expect(db.all(sql, 2)).toEqual(objects)
      expect(db.get(sql, 2)).toEqual(objects[0])
    })
  })
})
