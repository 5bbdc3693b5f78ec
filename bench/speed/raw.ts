/**
 * The floor: what SQLite and FTS5 alone do for the same rows.
 *
 * Owns: two tables of rows and two contentless indexes over text cut into tokens beforehand; a turn is one commit; a
 * search takes the best of `token OR token …` by bm25 and fetches their rows. No space, no identity, no receipt.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { OpenSide, Texts, Turn } from './side.ts'
import { tokensOf } from './tokens.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS event (key INTEGER PRIMARY KEY, title TEXT, summary TEXT, at INTEGER);
  CREATE TABLE IF NOT EXISTS message (
    key INTEGER PRIMARY KEY, thread INTEGER, turn INTEGER, role INTEGER, content TEXT, at INTEGER
  );
  CREATE INDEX IF NOT EXISTS message_of_thread ON message (thread, turn);
  CREATE VIRTUAL TABLE IF NOT EXISTS event_index USING fts5 (
    title, summary, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS message_index USING fts5 (
    content, content = '', contentless_delete = 1, tokenize = 'ascii'
  );`

const START = Date.UTC(2024, 0, 1)
const BATCH = 1_000
const CACHE_KIB = 16_384

/** Opens, or makes, the raw file of a folder; `SYNC` in the environment is its `synchronous`, as for the engine. */
export function openRaw(folder: string): OpenSide {
  const database = new DatabaseSync(join(folder, 'raw.db'))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${process.env.SYNC ?? 'FULL'}`)
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}; ${SCHEMA}`)
  const { addEvent, addTurn } = writersOf(database)
  const inCommit = commitsOf(database)
  const fill = (index: string, count: number, add: (index: number) => void) => {
    for (let first = 0; first < count; first += BATCH) {
      inCommit(() => {
        for (let k = first; k < Math.min(count, first + BATCH); k++) add(k)
      })
    }
    database.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`)
  }
  return {
    seedEvents: (count: number, texts: Texts) => fill('event_index', count, k => addEvent(texts.event(k), k)),
    seedTurns: (count: number, texts: Texts) => fill('message_index', count, k => addTurn(texts.turn(k), k)),
    append: (turn, index) => inCommit(() => addTurn(turn, index)),
    searchEvents: searcherOf(database, 'event', 'title, summary AS text, at'),
    searchMessages: searcherOf(database, 'message', 'thread, turn, role, content AS text, at'),
    close: () => database.close(),
  }
}

function writersOf(database: DatabaseSync) {
  const event = database.prepare('INSERT INTO event VALUES (?, ?, ?, ?)')
  const eventTerms = database.prepare('INSERT INTO event_index (rowid, title, summary) VALUES (?, ?, ?)')
  const message = database.prepare(
    'INSERT INTO message (thread, turn, role, content, at) VALUES (?, ?, ?, ?, ?)',
  )
  const messageTerms = database.prepare('INSERT INTO message_index (rowid, content) VALUES (?, ?)')
  return {
    addEvent({ title, summary }: { title: string; summary: string }, index: number) {
      event.run(index + 1, title, summary, START + index)
      eventTerms.run(index + 1, toIndexText(title), toIndexText(summary))
    },
    addTurn({ user, assistant }: Turn, index: number) {
      for (const [role, content] of [user, assistant].entries()) {
        const { lastInsertRowid } = message.run(Math.floor(index / 32), index, role, content, START + index)
        messageTerms.run(lastInsertRowid, toIndexText(content))
      }
    },
  }
}

function commitsOf(database: DatabaseSync): (step: () => void) => void {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  return step => {
    begin.run()
    step()
    commit.run()
  }
}

function searcherOf(database: DatabaseSync, table: string, columns: string): OpenSide['searchEvents'] {
  const best = `SELECT rowid AS found, rank AS score FROM ${table}_index
    WHERE ${table}_index MATCH ? ORDER BY rank LIMIT ?`
  const statement = database.prepare(
    `SELECT key, ${columns} FROM (${best}) JOIN ${table} ON key = found ORDER BY score`,
  )
  return (query, limit) => statement.all(toMatch(query), limit) as unknown as { text: string }[]
}

const toIndexText = (text: string) => tokensOf(text).join(' ')

const toMatch = (query: string) => [...new Set(tokensOf(query))].map(token => `"${token}"`).join(' OR ')
