/** The kinds of relations and what they are called. */
import { describe, expect, it } from 'vitest'
import { RELATIONS, relationKind, relationLabel } from '../../src/domain/relations.ts'

describe('relations', () => {
  it('have a label in both languages', () => {
    const labels = ['package-manager', 'lives-in', 'favourite-editor', 'attitude-sushi', 'shoe-size'] as const
    expect(labels.map(relation => [relationLabel(relation, 'en'), relationLabel(relation, 'zh')])).toEqual([
      ['package manager', '包管理器'],
      ['lives in', '住在'],
      ['favourite editor', '最喜欢的editor'],
      ['attitude to sushi', '对sushi的态度'],
      ['shoe size', 'shoe size'],
    ])
  })

  it('are spelled as relations, and each kind is known by its name', () => {
    const odd = RELATIONS.filter(name => !/^[a-z]+(?:-[a-z]+)*$/.test(name) || !relationKind(name))
    expect(odd).toEqual([])
    expect(relationKind('shoe-size')).toBeUndefined()
    expect(relationKind('favourite-')).toBeUndefined()
  })

  it('hold a node exactly where their mode is a relation, apart from sets', () => {
    const odd = RELATIONS.filter(name => {
      const kind = relationKind(name)
      return kind?.mode !== 'set' && (kind?.mode === 'relation') !== (kind?.object !== null)
    })
    expect(odd).toEqual([])
  })
})
