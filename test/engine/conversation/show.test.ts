import { describe, expect, it } from 'vitest'
import type { Level, View } from '../../../src/domain/conversation.ts'
import { textLevel, viewText } from '../../../src/engine/conversation/show.ts'

const own = (level: Level, text: string): View => ({ level, text, sameAs: null, tokens: 1, madeBy: 'test-1' })
const same = (level: Level, sameAs: Level): View => ({
  level,
  text: null,
  sameAs,
  tokens: 1,
  madeBy: 'test-1',
})

describe('the text of a view', () => {
  it('is its own, or that of the view it refers to, however far', () => {
    const views = [own(0, 'title'), same(1, 2), same(2, 3), own(3, 'condensed'), own(4, 'dialogue')]
    const shown = [0, 1, 2, 3, 4, 5].map(level => viewText(level as Level, views, 'source'))
    expect(shown).toEqual(['title', 'condensed', 'condensed', 'condensed', 'dialogue', 'source'])
  })

  it('is the source when the reference leads there', () => {
    const views = [same(3, 4), same(4, 5)]
    expect(viewText(3, views, 'source')).toBe('source')
    expect(textLevel(3, views)).toBe(5)
  })

  it('is that of the next deeper view when the level is not stored [L55]', () => {
    const views = [own(3, 'condensed'), own(4, 'dialogue')]
    expect(textLevel(0, views)).toBe(3)
    expect(viewText(1, views, 'source')).toBe('condensed')
    expect(viewText(1, [], 'source')).toBe('source')
  })

  it('may be empty', () => {
    expect(viewText(3, [own(3, '')], 'source')).toBe('')
  })

  it('is the source when a view holds neither text nor a reference, as L5 itself', () => {
    const source: View = { level: 5, text: null, sameAs: null, tokens: 9, madeBy: 'source' }
    expect(viewText(4, [same(4, 5), source], 'source')).toBe('source')
  })

  it('ends even when references run in a circle', () => {
    expect(viewText(1, [same(1, 2), same(2, 1)], 'source')).toBe('source')
  })
})
