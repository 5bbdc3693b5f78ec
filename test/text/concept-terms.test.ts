import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conceptsOfRun, conceptsOfTerm, conceptTerms } from '../../src/text/concept-terms.ts'
import { conceptClasses } from '../../src/text/concepts.ts'
import { indexTerms, queryTerms } from '../../src/text/terms.ts'

const conceptsIn = (text: string) => conceptTerms(text, indexTerms(text))
const shared = (a: string, b: string) => conceptsIn(a).filter(concept => conceptsIn(b).includes(concept))

describe('concepts of a text', () => {
  it.each([
    ['工资', 'salary'],
    ['月薪', 'salary'],
    ['工资', '月薪'],
    ['我的月薪是多少', 'What is my salary?'],
    ['他妈妈病了', 'His mother is ill'],
    ['Her mom called', 'the mothers'],
    ['お母さん', '妈妈'],
    ['ブログを書いた', 'wrote a blog'],
    ['They married in May', '五月に結婚した'],
  ])('are shared by %s and %s', (one, other) => {
    expect(shared(one, other)).not.toEqual([])
  })

  it.each([
    ['ブログ', 'ログ'],
    ['busy', 'business'],
    ['the news', 'a new one'],
    ['母', '父'],
    ['oak', 'pine'],
  ])('are not shared by %s and %s', (one, other) => {
    expect(shared(one, other)).toEqual([])
  })

  it('are found by every word of the list, in both of a word’s classes', () => {
    for (const words of conceptClasses()) {
      const concept = `=${words.slice(0, 2).join('/')}`
      const silent = words.filter(word => [...word].length > 1 && !conceptsIn(word).includes(concept))
      expect([concept, silent]).toEqual([concept, []])
    }
  })

  it('are terms that no text has', () => {
    const concepts = [...new Set(conceptClasses().flat().flatMap(conceptsIn))]
    expect(concepts.length).toBeGreaterThan(100)
    expect(concepts.filter(concept => !concept.startsWith('='))).toEqual([])
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => indexTerms(text).every(term => !term.includes('='))),
    )
  })

  it('take the longest word at each place, and Katakana as whole runs', () => {
    expect(conceptsOfRun('兄弟姐妹')).toEqual(conceptsOfTerm('sibl'))
    expect(conceptsOfRun('ブログ')).toEqual(conceptsOfTerm('blog'))
    expect(conceptsOfRun('フランス語を話す')).toEqual(expect.arrayContaining(conceptsOfRun('法语')))
    expect(['アブログ', 'ログイ'].flatMap(conceptsOfRun)).toEqual([])
  })

  it('are found in a question as in a text', () => {
    for (const text of ['salary', '工资多少', 'What did Mom say?', '月薪']) {
      expect(conceptTerms(text, queryTerms(text))).toEqual(expect.arrayContaining(conceptsIn(text)))
    }
  })

  it('are none of a single Han character or of grammar', () => {
    expect(['母', '父', '妻', 'の', 'the', ''].flatMap(conceptsIn)).toEqual([])
  })
})
