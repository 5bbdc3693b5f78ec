/**
 * The plain systems that Palimpsest is measured against, over the text of messages alone.
 *
 * Owns: a full-text index of SQLite, and BM25 in memory over words or over pairs of characters. Knows nothing of
 * speakers, dates or captions, and leaves scoring to `measures.ts`.
 */
import { DatabaseSync } from 'node:sqlite'

/** A message as a baseline sees it. */
export interface Row {
  id: string
  text: string
}

/** Ids of the rows that hold words of the question, best first, at most {@link RANKED}. */
export type Index = (question: string) => readonly string[]

/** How many results every system is asked for. */
export const RANKED = 100

/** FTS5 in memory with the Porter stemmer and bm25() as it is; the words of the question are joined by OR. */
export function fts5Index(rows: Iterable<Row>): Index {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE messages USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')")
  const insert = database.prepare('INSERT INTO messages (id, text) VALUES (?, ?)')
  database.exec('BEGIN')
  for (const { id, text } of rows) insert.run(id, text)
  database.exec('COMMIT')
  const select = database.prepare(
    'SELECT id, text FROM messages WHERE messages MATCH ? ORDER BY bm25(messages), rowid LIMIT ?',
  )
  return question => {
    const query = [...new Set(words(question))].map(word => `"${word.replaceAll('"', '""')}"`).join(' OR ')
    return query === '' ? [] : select.all(query, RANKED).map(({ id }) => String(id))
  }
}

/** How often a word stands in a row, by the row's place. */
type Postings = Map<string, Map<number, number>>

const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

/** BM25 (Robertson and Zaragoza, 2009) with k1 1.2 and b 0.75. */
export function bm25Index(rows: readonly Row[], tokenize: (text: string) => string[] = words): Index {
  const documents = rows.map(({ text }) => tokenize(text))
  const postings = postingsOf(documents)
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  const norms = documents.map(
    ({ length }) => SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / meanLength),
  )
  return question => {
    const scores = new Map<number, number>()
    for (const word of new Set(tokenize(question))) {
      const found = postings.get(word)
      if (!found) continue
      const rarity = Math.log(1 + (rows.length - found.size + 0.5) / (found.size + 0.5))
      for (const [place, count] of found) {
        const gain = (rarity * count * (SATURATION + 1)) / (count + (norms[place] ?? 0))
        scores.set(place, (scores.get(place) ?? 0) + gain)
      }
    }
    const best = [...scores].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
    return best.slice(0, RANKED).map(([place]) => rows[place]?.id ?? '')
  }
}

function postingsOf(documents: readonly (readonly string[])[]): Postings {
  const postings: Postings = new Map()
  for (const [place, document] of documents.entries()) {
    for (const word of document) {
      const counts = postings.get(word) ?? new Map<number, number>()
      postings.set(word, counts.set(place, (counts.get(place) ?? 0) + 1))
    }
  }
  return postings
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })

const normal = (text: string) => text.normalize('NFKC').toLowerCase()

/** The words of a text, lower-case. */
export function words(text: string): string[] {
  return [...SEGMENTER.segment(normal(text))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
}

const UNSPACED_RUN = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)/u

/** The words of a text, lower-case, but of a run of Han and kana every two neighbours; of a run of one that one. */
export function bigrams(text: string): string[] {
  return normal(text)
    .split(UNSPACED_RUN)
    .flatMap((part, place) => (place % 2 === 1 ? pairs([...part]) : words(part)))
}

function pairs(characters: readonly string[]): string[] {
  const [only, second] = characters
  if (only !== undefined && second === undefined) return [only]
  return characters.slice(1).map((character, before) => `${characters[before]}${character}`)
}
