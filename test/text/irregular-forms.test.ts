import { describe, expect, it } from 'vitest'
import { regularForm } from '../../src/text/irregular-forms.ts'
import { indexTerms, queryTerms } from '../../src/text/terms.ts'

describe('regularForm', () => {
  it.each([
    ['went', 'go'],
    ['gone', 'go'],
    ['bought', 'buy'],
    ['dying', 'die'],
    ['flies', 'fly'],
    ['written', 'write'],
    ['children', 'child'],
    ['mice', 'mouse'],
    ['shelves', 'shelf'],
    ['people', 'person'],
    ['best', 'good'],
    ['colour', 'color'],
    ['colours', 'colors'],
    ['favourite', 'favorite'],
    ['neighbourhood', 'neighborhood'],
    ['honourable', 'honorable'],
    ['centre', 'center'],
    ['theatres', 'theaters'],
  ])('of %s is %s', (form, word) => {
    expect(regularForm(word)).toBe(word)
    expect(regularForm(form)).toBe(word)
  })

  it.each([
    'oak',
    'walked',
    'hour',
    'four',
    'your',
    'flour',
    'contours',
    'devour',
    'here',
    'more',
    'fire',
    'acre',
    '',
    'é',
  ])('of %j is itself', word => {
    expect(regularForm(word)).toBe(word)
  })

  it.each([
    ['She went home', 'go'],
    ['two mice', 'mouse'],
    ['Bought!', 'buy'],
    ['my favourite', 'favorite'],
  ])('lets %s be found by %s', (text, word) => {
    expect(indexTerms(text)).toContain(queryTerms(word)[0])
  })
})
