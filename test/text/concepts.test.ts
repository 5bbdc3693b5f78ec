import { describe, expect, it } from 'vitest'
import { conceptClasses } from '../../src/text/concepts.ts'
import { indexTerms } from '../../src/text/terms.ts'

const CONCEPTS = conceptClasses()

const words = CONCEPTS.flat()
const isEnglish = (word: string) => /^[\p{Script=Latin}\d]/u.test(word)

describe('words that mean the same', () => {
  it('come at least two to a class', () => {
    expect(CONCEPTS.filter(concept => concept.length < 2)).toEqual([])
  })

  it('are each once in their class, as the index sees them', () => {
    const termOf = (word: string) => (isEnglish(word) ? indexTerms(word).join(' ') : word)
    expect(CONCEPTS.filter(concept => new Set(concept.map(termOf)).size < concept.length)).toEqual([])
  })

  it('are in no more than two classes', () => {
    const uses = Map.groupBy(words, word => word)
    expect([...uses].filter(([, use]) => use.length > 2).map(([word]) => word)).toEqual([])
  })

  it('are of a to z in English, and each gives one term', () => {
    const english = words.filter(isEnglish)
    expect(english.length).toBeGreaterThan(0)
    expect(english.filter(word => !/^[a-z]+$/.test(word) || indexTerms(word).length !== 1)).toEqual([])
  })

  it('are of Han and kana in Chinese and Japanese, without Latin letters, digits or signs', () => {
    const others = words.filter(word => !isEnglish(word))
    expect(
      others.filter(word => !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word)),
    ).toEqual([])
  })
})
