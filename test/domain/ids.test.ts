import { describe, expect, it } from 'vitest'
import { makeId } from '../../src/domain/ids.ts'

describe('the id of a record', () => {
  it('stays what it is: stored records bear it', () => {
    expect(makeId('m', ['local', 'kitchen', 'T-1', 0])).toBe('m_kwhsxyubdge4')
    expect(makeId('t', ['local', '厨房', '\ud800'])).toBe('t_uphyfyfzalgz')
    expect(makeId('e', [])).toBe('e_4oymiquy7qob')
  })

  it('tells keys apart whose texts would run together', () => {
    expect(makeId('t', ['ab', 'c'])).not.toBe(makeId('t', ['a', 'bc']))
  })
})
