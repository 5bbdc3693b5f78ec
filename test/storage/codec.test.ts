import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromList, fromStored, toList, toStored } from '../../src/storage/sqlite/codec.ts'

const anyText = fc.string({ unit: 'binary' })
/** Any sequence of UTF-16 code units, lone surrogates and U+0000 included. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map(units => units.map(unit => String.fromCharCode(unit)).join(''))

describe('stored text', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('CREATE TABLE piece (text ANY) STRICT')
  const insert = db.prepare('INSERT INTO piece (text) VALUES (?) RETURNING text')
  const through = (text: string) => fromStored(insert.get(toStored(text))?.text as string | Uint8Array)

  it('comes back code unit for code unit', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyUnits), text => {
        expect(through(text)).toBe(text)
      }),
    )
  })

  it('is readable text in the file unless it is ill-formed or holds U+0000', () => {
    expect(toStored('家 🪵 \ufeffé')).toBe('家 🪵 \ufeffé')
    expect(toStored('half \ud83e')).toBeInstanceOf(Uint8Array)
    expect(toStored('nul \0')).toBeInstanceOf(Uint8Array)
  })

  it('differs when the texts differ', () => {
    const stored = db.prepare('SELECT ? = ? AS same')
    fc.assert(
      fc.property(anyUnits, anyUnits, (a, b) => {
        expect(stored.get(toStored(a), toStored(b))?.same).toBe(Number(a === b))
      }),
    )
  })
})

describe('stored lists', () => {
  it('come back code unit for code unit', () => {
    fc.assert(
      fc.property(fc.array(anyUnits), texts => {
        expect(fromList(toList(texts))).toEqual(texts)
      }),
    )
  })
})
