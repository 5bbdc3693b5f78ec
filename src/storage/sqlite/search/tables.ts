/**
 * The tables of the search index, and how a term stands in the full-text one.
 *
 * Owns: their names and columns, the kinds of shelves, the spelling of terms.
 *
 * `search_index` is contentless and holds, of a document, only which terms stand in it; its rowid is the place. A term
 * is the number of its shelf and the key of the term, so a query walks the postings of its own shelves and nothing
 * else. `page` holds the profiles. Both can always be rebuilt from the records.
 *
 * A page that is not full is **open**: its newest documents have profiles only and are not counted in their section and
 * shelf. The reader looks into the few open pages itself. So a turn writes one row of the index, and documents enter
 * `search_index` a page at a time, which costs a third of entering one by one.
 */

/** Open pages of a shelf; when there are more, all of them are brought into `search_index`. */
export const MAX_OPEN_PAGES = 8

/** What a shelf holds. `session` events lie apart, for they are seen from their conversation only. */
export const SHELF_KIND = { message: 0, block: 1, event: 2, sessionEvent: 3 } as const
export type ShelfKind = (typeof SHELF_KIND)[keyof typeof SHELF_KIND]

/** A term in `search_index`; shelf numbers vary in length, term keys do not. */
export function shelfTerm(shelf: number, key: number): string {
  return shelf.toString(32) + key.toString(32).padStart(6, '0')
}

/** Columns by table, for the schema. */
export const SEARCH_TABLES = {
  shelf: {
    columns: {
      key: 'INTEGER PRIMARY KEY',
      space: 'INTEGER NOT NULL REFERENCES space',
      kind: 'INTEGER NOT NULL',
      documents: 'INTEGER NOT NULL',
      length: 'INTEGER NOT NULL',
      last_at: 'INTEGER',
    },
    constraints: 'UNIQUE (space, kind)',
    options: 'STRICT',
  },
  section: {
    columns: {
      key: 'INTEGER PRIMARY KEY',
      shelf: 'INTEGER NOT NULL REFERENCES shelf',
      thread: 'INTEGER',
      documents: 'INTEGER NOT NULL',
      length: 'INTEGER NOT NULL',
      shelved_before: 'INTEGER NOT NULL',
      first_at: 'INTEGER',
      last_at: 'INTEGER',
    },
    constraints: '',
    options: 'STRICT',
  },
  page: {
    columns: {
      number: 'INTEGER PRIMARY KEY',
      open_in: 'INTEGER REFERENCES shelf',
      indexed: 'INTEGER NOT NULL',
      profiles: 'BLOB NOT NULL',
    },
    constraints: '',
    options: 'STRICT',
  },
  speaker: {
    columns: { space: 'INTEGER NOT NULL REFERENCES space', number: 'INTEGER NOT NULL', name: 'ANY NOT NULL' },
    constraints: 'PRIMARY KEY (space, number), UNIQUE (space, name)',
    options: 'STRICT, WITHOUT ROWID',
  },
  speaker_word: {
    columns: { space: 'INTEGER NOT NULL', word: 'INTEGER NOT NULL', number: 'INTEGER NOT NULL' },
    constraints: 'PRIMARY KEY (space, word, number)',
    options: 'STRICT, WITHOUT ROWID',
  },
  speaker_section: {
    columns: { space: 'INTEGER NOT NULL', number: 'INTEGER NOT NULL', section: 'INTEGER NOT NULL' },
    constraints: 'PRIMARY KEY (space, number, section)',
    options: 'STRICT, WITHOUT ROWID',
  },
} as const

export const SEARCH_INDEXES = [
  { name: 'section_thread', sql: 'CREATE INDEX section_thread ON section (thread, shelf)' },
  { name: 'section_time', sql: 'CREATE INDEX section_time ON section (shelf, first_at)' },
  { name: 'page_open', sql: 'CREATE INDEX page_open ON page (open_in) WHERE open_in IS NOT NULL' },
] as const

/** Terms need no positions: ranking reads how often they stand in a text from its profile. */
export const SEARCH_INDEX_SQL = `CREATE VIRTUAL TABLE search_index USING fts5(
  terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`
