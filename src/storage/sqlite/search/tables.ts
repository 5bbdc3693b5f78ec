/**
 * The tables of the search index.
 *
 * Owns: their names and columns, and the kinds of shelves. All of them can be rebuilt from the records.
 *
 * A **shelf** holds the documents of one kind of one space, so a search costs and answers what its own shelves do. New
 * documents **wait**; some dozens together enter the rest: a `section` of their conversation gives them places, `page`
 * holds their profiles, a `segment` the places by term. A message therefore adds one small row when it is stored.
 */

/** Documents that enter the index together; fewer wait. */
export const TOGETHER = 32
/** When so many wait, storing one more brings some in: nobody else has come to it. */
export const MAX_WAITING = 2_048

/** What a shelf holds. `session` events lie apart, for they are seen from their conversation only. */
export const SHELF_KIND = { message: 0, block: 1, event: 2, sessionEvent: 3 } as const
export type ShelfKind = (typeof SHELF_KIND)[keyof typeof SHELF_KIND]

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
  waiting: {
    columns: {
      shelf: 'INTEGER NOT NULL REFERENCES shelf',
      number: 'INTEGER NOT NULL',
      thread: 'INTEGER',
      profile: 'BLOB',
      message: 'INTEGER',
    },
    constraints: 'PRIMARY KEY (shelf, number), CHECK ((profile IS NULL) <> (message IS NULL))',
    options: 'STRICT, WITHOUT ROWID',
  },
  section: {
    columns: {
      key: 'INTEGER PRIMARY KEY',
      shelf: 'INTEGER NOT NULL REFERENCES shelf',
      thread: 'INTEGER',
      documents: 'INTEGER NOT NULL',
      length: 'INTEGER NOT NULL',
      first_at: 'INTEGER',
      last_at: 'INTEGER',
    },
    constraints: '',
    options: 'STRICT',
  },
  page: {
    columns: { number: 'INTEGER PRIMARY KEY', profiles: 'BLOB NOT NULL' },
    constraints: '',
    options: 'STRICT',
  },
  segment: {
    columns: {
      key: 'INTEGER PRIMARY KEY',
      shelf: 'INTEGER NOT NULL REFERENCES shelf',
      level: 'INTEGER NOT NULL',
      documents: 'INTEGER NOT NULL',
      pages: 'INTEGER NOT NULL',
    },
    constraints: '',
    options: 'STRICT',
  },
  posting: {
    columns: { place: 'INTEGER PRIMARY KEY', lists: 'BLOB NOT NULL' },
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
  { name: 'segment_shelf', sql: 'CREATE INDEX segment_shelf ON segment (shelf, level)' },
] as const
