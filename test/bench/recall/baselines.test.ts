/** What the plain systems of the recall bench take for a word, and what they find. */
import { describe, expect, it } from 'vitest'
import { bigrams, bm25Index, fts5Index, words } from '../../../bench/recall/baselines.ts'

it.each([
  ["Nina's kite, ２ days!", ["nina's", 'kite', '2', 'days']],
  ['', []],
])('takes the words of %j in lower case', (text, expected) => {
  expect(words(text)).toEqual(expected)
})

it.each([
  ['我在上海', ['我在', '在上', '上海']],
  ['去 Berlin 的票。车站', ['去', 'berlin', '的票', '车站']],
  ['ｶﾚｰを食べた', ['カレ', 'レー', 'ーを', 'を食', '食べ', 'べた']],
  ['A red kite', ['a', 'red', 'kite']],
])('takes the Han and kana of %j in pairs', (text, expected) => {
  expect(bigrams(text)).toEqual(expected)
})

describe.each([
  ['fts5', fts5Index],
  ['bm25', bm25Index],
])('%s', (_, makeIndex) => {
  const find = makeIndex([
    { id: 'long', text: 'The kite flew over the river and the hill until it was dark' },
    { id: 'short', text: 'A red kite' },
    { id: 'twin', text: 'A red kite' },
    { id: 'none', text: 'Good morning' },
  ])

  it('ranks rare words in short messages first, equals as they came, and leaves out what holds no word', () => {
    expect(find('A "red" KITE?')).toEqual(['short', 'twin', 'long'])
  })

  it('finds nothing for a question without words', () => {
    expect(find('?! "')).toEqual([])
  })
})
