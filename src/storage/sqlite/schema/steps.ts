/**
 * The form of the database, as the ordered steps that make it.
 *
 * Owns: every table, index and added column, and the number of the form (how many steps there are). Leaves applying
 * and checking them to `migrate.ts`. A step that was released is never changed; the next form is a new step.
 *
 * Integer keys are internal; ids are unique per space. Text "as received" is of type ANY (see `codec.ts`). Only `job`
 * knows a wall clock, so late, repeated and parallel derivation give the same store.
 */
import type { Connection } from '../connection.ts'
import { fillGists } from '../event-gists.ts'
import { queueAllEvents } from '../event-jobs.ts'
import { fillIndex } from '../search/rebuild.ts'
import { SEARCH_INDEXES, SEARCH_TABLES } from '../search/tables.ts'

/** A table, or a virtual one, that a step makes. */
interface TableStep {
  name: string
  sql: string
  /** Columns the table has once the step is done. */
  columns: readonly string[]
}

/** A column that a step adds to a table of an earlier one. */
interface ColumnStep {
  table: string
  column: string
  sql: string
}

interface IndexStep {
  name: string
  sql: string
}

export interface SchemaStep {
  name: string
  tables: readonly TableStep[]
  columns?: readonly ColumnStep[]
  indexes?: readonly IndexStep[]
  /**
   * Fills what the step made from what was there; runs when one of its tables, or of a step without tables one of its
   * columns, had to be made.
   */
  fill?: (db: Connection) => void
  /** Gives a row when records of earlier steps say that this step's tables held some. */
  evidence?: string
}

/** A table written as its columns and constraints; each column line starts with the column's name. */
function table(
  name: string,
  columns: Record<string, string>,
  constraints: string,
  options: string,
): TableStep {
  const lines = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  if (constraints !== '') lines.push(constraints)
  return { name, sql: `CREATE TABLE ${name} (${lines.join(', ')}) ${options}`, columns: Object.keys(columns) }
}

const CONVERSATION: SchemaStep = {
  name: 'conversation',
  tables: [
    table('meta', { key: 'TEXT PRIMARY KEY', value: 'TEXT NOT NULL' }, '', 'STRICT, WITHOUT ROWID'),
    table(
      'space',
      { key: 'INTEGER PRIMARY KEY', name: 'TEXT NOT NULL UNIQUE', turn_count: 'INTEGER NOT NULL' },
      '',
      'STRICT',
    ),
    table(
      'thread',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        host: 'TEXT NOT NULL',
        name: 'ANY NOT NULL',
        parent: 'INTEGER REFERENCES thread',
        shared_turns: 'INTEGER NOT NULL',
        shared_blocks: 'INTEGER NOT NULL',
        turns: 'INTEGER NOT NULL',
        sealed_turns: 'INTEGER NOT NULL',
        blocks: 'INTEGER NOT NULL',
        block_size: 'INTEGER NOT NULL',
      },
      'UNIQUE (space, name, host)',
      'STRICT',
    ),
    table(
      'turn',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        thread: 'INTEGER NOT NULL REFERENCES thread',
        id: 'TEXT NOT NULL',
        name: 'ANY NOT NULL',
        ordinal: 'INTEGER NOT NULL',
        space_turn: 'INTEGER NOT NULL',
        digest: 'TEXT NOT NULL',
        interrupted: 'INTEGER NOT NULL',
        messages: 'INTEGER NOT NULL',
        first_message: 'INTEGER NOT NULL',
      },
      'UNIQUE (id, space), UNIQUE (thread, ordinal)',
      'STRICT',
    ),
    table(
      'message',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        turn: 'INTEGER NOT NULL REFERENCES turn',
        position: 'INTEGER NOT NULL',
        id: 'TEXT NOT NULL',
        role: 'TEXT NOT NULL',
        content: 'ANY',
        at: 'INTEGER',
        speaker: 'ANY',
        external_id: 'ANY',
        name: 'ANY',
        call_id: 'ANY',
        arguments: 'ANY',
        result: 'ANY',
        is_error: 'INTEGER',
        own: 'INTEGER',
      },
      'UNIQUE (id, space)',
      'STRICT',
    ),
  ],
}

const EVENT_COLUMNS = {
  key: 'INTEGER PRIMARY KEY',
  space: 'INTEGER NOT NULL REFERENCES space',
  id: 'TEXT NOT NULL',
  type: 'TEXT NOT NULL',
  title: 'ANY NOT NULL',
  summary: 'ANY NOT NULL',
  tags: 'TEXT NOT NULL',
  quotes: 'TEXT NOT NULL',
  category_hints: 'TEXT NOT NULL',
  scope: 'TEXT NOT NULL',
  criticality: 'TEXT NOT NULL',
  origin: 'TEXT NOT NULL',
  trust: 'REAL NOT NULL',
  status: 'TEXT NOT NULL',
  pinned: 'INTEGER NOT NULL',
  mentioned_at: 'INTEGER',
  happened_start: 'INTEGER',
  happened_end: 'INTEGER',
  happened_precision: 'TEXT',
  happened_basis: 'TEXT',
  happened_words: 'ANY',
  happened_status: 'TEXT',
  created_turn: 'INTEGER NOT NULL',
  thread: 'INTEGER REFERENCES thread',
  block: 'INTEGER REFERENCES block',
  turn: 'INTEGER REFERENCES turn',
  made_by: 'TEXT NOT NULL',
}

const DERIVATION: SchemaStep = {
  name: 'derivation',
  tables: [
    table(
      'block',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        thread: 'INTEGER NOT NULL REFERENCES thread',
        id: 'TEXT NOT NULL',
        sequence: 'INTEGER NOT NULL',
        first_turn: 'INTEGER NOT NULL',
        last_turn: 'INTEGER NOT NULL',
        status: 'TEXT NOT NULL',
        first_at: 'INTEGER',
        last_at: 'INTEGER',
        title: 'ANY',
        tags: 'TEXT',
        context_block: 'TEXT',
      },
      'UNIQUE (id, space), UNIQUE (thread, sequence)',
      'STRICT',
    ),
    table(
      'view',
      {
        key: 'INTEGER PRIMARY KEY',
        block: 'INTEGER NOT NULL REFERENCES block',
        level: 'INTEGER NOT NULL',
        text: 'ANY',
        same_as: 'INTEGER',
        tokens: 'INTEGER NOT NULL',
        made_by: 'TEXT NOT NULL',
      },
      'UNIQUE (block, level)',
      'STRICT',
    ),
    table(
      'anchor',
      {
        thread: 'INTEGER NOT NULL REFERENCES thread',
        block: 'INTEGER NOT NULL REFERENCES block',
        level: 'INTEGER NOT NULL',
        sequence: 'INTEGER NOT NULL',
        made_by: 'TEXT NOT NULL',
      },
      'PRIMARY KEY (thread, block)',
      'STRICT, WITHOUT ROWID',
    ),
    table(
      'job',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        thread: 'INTEGER NOT NULL REFERENCES thread',
        block: 'INTEGER NOT NULL UNIQUE REFERENCES block',
        kind: 'TEXT NOT NULL',
        state: 'TEXT NOT NULL',
        attempts: 'INTEGER NOT NULL',
        losses: 'INTEGER NOT NULL',
        not_before: 'INTEGER NOT NULL',
        lease: 'TEXT',
        lease_until: 'INTEGER',
        last_error: 'ANY',
      },
      '',
      'STRICT',
    ),
    table('event', EVENT_COLUMNS, 'UNIQUE (id, space)', 'STRICT'),
    table(
      'event_source',
      {
        event: 'INTEGER NOT NULL REFERENCES event',
        ordinal: 'INTEGER NOT NULL',
        message: 'INTEGER NOT NULL REFERENCES message',
      },
      'PRIMARY KEY (event, ordinal)',
      'STRICT, WITHOUT ROWID',
    ),
  ],
  indexes: [
    {
      name: 'job_open',
      sql: `CREATE INDEX job_open ON job (thread, block, state, lease_until, not_before, space)
        WHERE state IN ('pending', 'running')`,
    },
    { name: 'event_place', sql: 'CREATE INDEX event_place ON event (space, created_turn, id)' },
    { name: 'event_source_message', sql: 'CREATE INDEX event_source_message ON event_source (message)' },
    { name: 'event_block', sql: 'CREATE INDEX event_block ON event (block) WHERE block IS NOT NULL' },
  ],
  evidence: 'SELECT 1 FROM thread WHERE blocks > 0',
}

const SEARCH: SchemaStep = {
  name: 'search',
  tables: Object.entries(SEARCH_TABLES).map(([name, { columns, constraints, options }]) =>
    table(name, columns, constraints, options),
  ),
  indexes: SEARCH_INDEXES,
  fill: fillIndex,
}

const HOST_LOG: SchemaStep = {
  name: 'host log',
  tables: [],
  columns: [{ table: 'turn', column: 'log_end', sql: 'ALTER TABLE turn ADD COLUMN log_end INTEGER' }],
}

const SPEND: SchemaStep = {
  name: 'spend',
  tables: [
    table(
      'spend',
      {
        day: 'TEXT NOT NULL',
        space: 'INTEGER NOT NULL REFERENCES space',
        thread: 'INTEGER NOT NULL',
        stage: 'TEXT NOT NULL',
        model: 'ANY NOT NULL',
        calls: 'INTEGER NOT NULL',
        input: 'INTEGER NOT NULL',
        output: 'INTEGER NOT NULL',
        estimated: 'INTEGER NOT NULL',
      },
      'PRIMARY KEY (day, space, thread, stage, model)',
      'STRICT, WITHOUT ROWID',
    ),
  ],
}

const RELATIONS: SchemaStep = {
  name: 'relations',
  tables: [
    table(
      'event_relation',
      {
        event: 'INTEGER NOT NULL REFERENCES event',
        kind: 'TEXT NOT NULL',
        other: 'INTEGER NOT NULL REFERENCES event',
        made_by: 'TEXT NOT NULL',
      },
      'PRIMARY KEY (event, kind, other)',
      'STRICT, WITHOUT ROWID',
    ),
    table(
      'event_job',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        stage: 'TEXT NOT NULL',
        event: 'INTEGER NOT NULL REFERENCES event',
        state: 'TEXT NOT NULL',
        backlog: 'INTEGER NOT NULL',
        attempts: 'INTEGER NOT NULL',
        not_before: 'INTEGER NOT NULL',
        lease: 'TEXT',
        lease_until: 'INTEGER',
        last_error: 'ANY',
      },
      'UNIQUE (event, stage)',
      'STRICT',
    ),
    table(
      'backlog_batch',
      { key: 'INTEGER PRIMARY KEY', stage: 'TEXT NOT NULL', at: 'INTEGER NOT NULL' },
      '',
      'STRICT',
    ),
  ],
  columns: [
    {
      table: 'event',
      column: 'strength',
      sql: 'ALTER TABLE event ADD COLUMN strength INTEGER NOT NULL DEFAULT 1',
    },
    {
      table: 'event',
      column: 'reinforced_turn',
      sql: 'ALTER TABLE event ADD COLUMN reinforced_turn INTEGER',
    },
  ],
  indexes: [
    {
      name: 'event_relation_other',
      sql: 'CREATE INDEX event_relation_other ON event_relation (other, kind)',
    },
    { name: 'event_job_due', sql: 'CREATE INDEX event_job_due ON event_job (stage, state, backlog, key)' },
    {
      name: 'event_job_lease',
      sql: `CREATE INDEX event_job_lease ON event_job (space, stage, lease_until) WHERE state = 'running'`,
    },
  ],
  fill: queueAllEvents,
}

const GISTS: SchemaStep = {
  name: 'gists',
  tables: [],
  columns: [{ table: 'event', column: 'gist', sql: 'ALTER TABLE event ADD COLUMN gist TEXT' }],
  indexes: [{ name: 'event_gist', sql: 'CREATE INDEX event_gist ON event (space, gist)' }],
  fill: fillGists,
}

const GRAPH: SchemaStep = {
  name: 'graph',
  tables: [
    table(
      'node',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        id: 'TEXT NOT NULL',
        name_key: 'TEXT NOT NULL',
        name: 'TEXT NOT NULL',
        type: 'TEXT NOT NULL',
        aliases: 'TEXT NOT NULL',
        tags: 'TEXT NOT NULL',
        merged_into: 'INTEGER REFERENCES node',
        claims: 'INTEGER NOT NULL',
      },
      'UNIQUE (id, space), UNIQUE (space, name_key)',
      'STRICT',
    ),
    table(
      'claim',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        event: 'INTEGER NOT NULL REFERENCES event',
        ordinal: 'INTEGER NOT NULL',
        subject: 'INTEGER NOT NULL REFERENCES node',
        holder: 'INTEGER NOT NULL REFERENCES node',
        subject_name: 'TEXT NOT NULL',
        subject_type: 'TEXT NOT NULL',
        subject_aliases: 'TEXT',
        relation: 'TEXT NOT NULL',
        mode: 'TEXT NOT NULL',
        slot: 'TEXT NOT NULL',
        value: 'TEXT NOT NULL',
        value_key: 'TEXT NOT NULL',
        object: 'INTEGER REFERENCES node',
        target: 'INTEGER REFERENCES node',
        object_name: 'TEXT',
        object_type: 'TEXT',
        object_aliases: 'TEXT',
        says: 'TEXT NOT NULL',
        is_change: 'INTEGER NOT NULL',
        is_hidden: 'INTEGER NOT NULL',
        at: 'INTEGER',
        mentioned_at: 'INTEGER',
        created_turn: 'INTEGER NOT NULL',
        fact: 'INTEGER',
        against: 'INTEGER',
        made_by: 'TEXT NOT NULL',
      },
      'UNIQUE (event, ordinal)',
      'STRICT',
    ),
    table(
      'fact',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        id: 'TEXT NOT NULL',
        node: 'INTEGER NOT NULL REFERENCES node',
        relation: 'TEXT NOT NULL',
        mode: 'TEXT NOT NULL',
        slot: 'TEXT NOT NULL',
        value: 'TEXT NOT NULL',
        target: 'INTEGER REFERENCES node',
        standing: 'TEXT NOT NULL',
        was_pending: 'INTEGER NOT NULL',
        valid_from: 'INTEGER',
        valid_to: 'INTEGER',
        closed_by: 'INTEGER',
        is_replaced: 'INTEGER NOT NULL',
        support: 'INTEGER NOT NULL',
      },
      'UNIQUE (id, space)',
      'STRICT',
    ),
    table(
      'node_term',
      {
        space: 'INTEGER NOT NULL REFERENCES space',
        term: 'TEXT NOT NULL',
        field: 'INTEGER NOT NULL',
        node: 'INTEGER NOT NULL REFERENCES node',
        source: 'INTEGER NOT NULL',
      },
      'PRIMARY KEY (space, term, field, node, source)',
      'STRICT, WITHOUT ROWID',
    ),
  ],
  indexes: [
    {
      name: 'node_listed',
      sql: 'CREATE INDEX node_listed ON node (space, claims DESC, id) WHERE claims > 0',
    },
    {
      name: 'node_merged',
      sql: 'CREATE INDEX node_merged ON node (merged_into) WHERE merged_into IS NOT NULL',
    },
    { name: 'claim_slot', sql: 'CREATE INDEX claim_slot ON claim (holder, relation, slot)' },
    {
      name: 'claim_holder',
      sql: `CREATE INDEX claim_holder ON claim (holder, at, mentioned_at, created_turn) WHERE is_hidden = 0`,
    },
    {
      name: 'claim_target',
      sql: `CREATE INDEX claim_target ON claim (target, at, mentioned_at, created_turn, is_hidden)
        WHERE target IS NOT NULL`,
    },
    {
      name: 'claim_subject_alias',
      sql: 'CREATE INDEX claim_subject_alias ON claim (subject) WHERE subject_aliases IS NOT NULL',
    },
    {
      name: 'claim_object_alias',
      sql: 'CREATE INDEX claim_object_alias ON claim (object) WHERE object_aliases IS NOT NULL',
    },
    { name: 'claim_fact', sql: 'CREATE INDEX claim_fact ON claim (fact) WHERE fact IS NOT NULL' },
    { name: 'fact_slot', sql: 'CREATE INDEX fact_slot ON fact (node, relation, slot)' },
    { name: 'fact_node', sql: 'CREATE INDEX fact_node ON fact (node, standing, valid_from, id)' },
    {
      name: 'fact_target',
      sql: 'CREATE INDEX fact_target ON fact (target, standing, valid_from, id) WHERE target IS NOT NULL',
    },
    { name: 'node_term_source', sql: 'CREATE INDEX node_term_source ON node_term (source, node)' },
  ],
  fill: db => queueAllEvents(db, ['graph']),
}

const TOPICS: SchemaStep = {
  name: 'topics',
  tables: [
    table(
      'chapter',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        id: 'TEXT NOT NULL',
        title: 'TEXT NOT NULL',
        first_title: 'TEXT NOT NULL',
        title_key: 'TEXT NOT NULL',
        first_key: 'TEXT NOT NULL',
        ordinal: 'INTEGER NOT NULL',
      },
      'UNIQUE (id, space), UNIQUE (space, title_key)',
      'STRICT',
    ),
    table(
      'topic_section',
      {
        key: 'INTEGER PRIMARY KEY',
        space: 'INTEGER NOT NULL REFERENCES space',
        chapter: 'INTEGER NOT NULL REFERENCES chapter',
        id: 'TEXT NOT NULL',
        title: 'TEXT NOT NULL',
        first_title: 'TEXT NOT NULL',
        title_key: 'TEXT NOT NULL',
        first_key: 'TEXT NOT NULL',
        ordinal: 'INTEGER NOT NULL',
      },
      'UNIQUE (id, space), UNIQUE (chapter, title_key)',
      'STRICT',
    ),
    table(
      'topic_place',
      {
        event: 'INTEGER PRIMARY KEY REFERENCES event',
        section: 'INTEGER NOT NULL REFERENCES topic_section',
        made_by: 'TEXT NOT NULL',
      },
      '',
      'STRICT',
    ),
    table(
      'topic_overview',
      {
        section: 'INTEGER PRIMARY KEY REFERENCES topic_section',
        paragraphs: 'TEXT NOT NULL',
        made_by: 'TEXT NOT NULL',
      },
      '',
      'STRICT',
    ),
    table(
      'topic_overview_source',
      {
        section: 'INTEGER NOT NULL REFERENCES topic_section',
        event: 'INTEGER NOT NULL REFERENCES event',
        version: 'TEXT NOT NULL',
      },
      'PRIMARY KEY (section, event)',
      'STRICT, WITHOUT ROWID',
    ),
  ],
  indexes: [
    { name: 'topic_place_section', sql: 'CREATE INDEX topic_place_section ON topic_place (section)' },
    {
      name: 'topic_overview_source_event',
      sql: 'CREATE INDEX topic_overview_source_event ON topic_overview_source (event)',
    },
  ],
}

const HIDDEN_EVENTS: SchemaStep = {
  name: 'hidden events',
  tables: [],
  indexes: [
    {
      name: 'event_hidden',
      sql: `CREATE INDEX event_hidden ON event (space) WHERE status IN ('forgotten', 'archived')`,
    },
  ],
}

/** All steps, oldest first. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  CONVERSATION,
  DERIVATION,
  SEARCH,
  HOST_LOG,
  SPEND,
  RELATIONS,
  GISTS,
  GRAPH,
  TOPICS,
  HIDDEN_EVENTS,
]

/** "PALI", in the file's header: which application the database belongs to. */
export const APPLICATION_ID = 0x50414c49
