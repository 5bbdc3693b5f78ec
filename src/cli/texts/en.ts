/**
 * The command line in English: the model of every text. `zh.ts` is its twin, text by text.
 */
import type { BlockStatus, Role } from '../../domain/conversation.ts'
import type {
  Criticality,
  EventOrigin,
  EventRelations,
  EventScope,
  EventStatus,
  TimePrecision,
  TimeStatus,
} from '../../domain/event.ts'
import { EVENT_TYPE_WORDS } from '../../domain/event-words.ts'
import type { FactStanding, NodeField, NodeType } from '../../domain/graph.ts'
import type { HitKind } from '../../domain/search.ts'
import type { EventQueue, TopicCategory } from '../../memory.ts'
import type { FailureCode } from '../exit-codes.ts'

const some = (n: number | string, one: string, many = `${one}s`): string =>
  `${n} ${String(n) === '1' ? one : many}`

export const en = {
  colon: ': ',
  semicolon: '; ',
  /** Behind what it explains. */
  aside: (text: string) => ` (${text})`,

  help: {
    description:
      'Long-term memory for AI agents: conversations kept verbatim, faded by progress, found again with their sources.',
    titles: {
      'Usage:': 'Usage:',
      'Arguments:': 'Arguments:',
      'Options:': 'Options:',
      'Global Options:': 'Options of every command:',
      'Commands:': 'Commands:',
    } as Record<string, string>,
    helpOption: 'show this help',
    helpCommand: 'show the help of a command',
    versionOption: 'show the version',
  },

  options: {
    db: 'the database file (default: PALIMPSEST_DB, then the config file, then the data folder of the platform)',
    dsh: 'the database of DeepSeek Harness, DSH_HOME/palimpsest/memory.db (DSH_HOME: ~/.dsh unless set); projects are then those of the host dsh',
    space:
      'the memory space: HOST:project:PATH, HOST:session:ID or HOST:global (default: the project of this folder)',
    json: 'print one JSON document',
    lang: 'language of the texts (default: PALIMPSEST_LANG, then the config file, then the locale)',
    noColor: 'no colours (also: NO_COLOR; there are none when the output is piped)',
  },

  commands: {
    ingest: {
      summary: 'store conversations from files',
      description:
        'Stores conversations as they happened, each turn once: a run that was broken off is gone on with by repeating it. Reads our JSONL, plain JSON, Claude Code transcripts and LoCoMo files. Exit code 3: some lines could not be used or some blocks not derived, the rest is stored.',
      file: 'files of conversations',
      format:
        'format of the files (default: told from their beginning): claude-code, jsonl, locomo, plain-json',
      blockSize: 'turns of a block (default: the config file, else 12); sealed blocks keep theirs',
      noDerive: 'leave deriving to `jobs run`',
      noSeal: 'the conversations go on: leave their open tails, and the last turn of each, for a later run',
    },
    search: {
      summary: 'find messages, blocks and events by words',
      description:
        'Finds messages, blocks and events that hold words of the query, in any language. Times may be words (yesterday, last week, 昨天) or dates, and are meant in the zone of the store: --to yesterday ends when yesterday ends.',
      query: 'any words',
      in: 'what to look through: message,block,event (default: all)',
      thread: 'only this conversation',
      speaker: 'only messages of this speaker, and events that cite one',
      type: 'only events of this type: decision, change, constraint, requirement, preference, plan, outcome, cause, identity, safety',
      topic: 'only events in this chapter or section (see `topics`)',
      from: 'from the beginning of this time',
      to: 'to the end of this time',
      on: 'within this time',
      limit: 'hits of a page, 1–200 (default: 20)',
      cursor: 'the next page, as the page before named it',
    },
    blocks: {
      summary: 'see how conversations have faded',
      description:
        'Without --thread: every conversation of the space as a strip of blocks, each as high as the level it is shown at (L5 the source … L0 a title). With --thread: its blocks one by one, with the tokens shown and those of the source.',
      thread: 'one conversation',
      level: 'only blocks that are at this level now',
      text: 'also what is shown of each block',
      limit: 'conversations or blocks of a page, 1–200 (default: 20 conversations, the 50 newest blocks)',
      after: 'the next page, as the page before named it',
    },
    expand: {
      summary: 'open a faded block again',
      description:
        'Opens the block that holds the id, one level deeper or straight to a level, and shows it. It fades again from there.',
      id: 'id of a block, or of a turn, message or event in it; six characters or more of it',
      level: 'the level: 5 the source … 0 the title (default: one deeper than now)',
      thread: 'the conversation in which it is opened (default: the one that sealed it)',
    },
    events: {
      summary: 'list what was decided, planned, preferred, found out',
      description: 'Lists the events of the space, with the time they speak of and their source.',
      thread: 'only events of this conversation; those that matter to it alone are listed too',
      type: 'only this type: decision, change, constraint, requirement, preference, plan, outcome, cause, identity, safety',
      limit: 'events of a page, 1–1000 (default: 50)',
      after: 'the next page: id of the last event of the page before, or six characters or more of it',
    },
    topics: {
      summary: 'see what has been remembered, by topic',
      description:
        'Lists chapters and their sections in order of creation, 20 sections a page, those about the user first; opens one; gives one another title. Asks no model.',
      list: 'list the topics, or open one (this is what `topics` alone does)',
      id: 'id of a chapter or section; six characters or more of it',
      page: 'the page, from 1',
      category: 'count only events of one category: preferences, decisions, work, communication, other',
      rename: 'give a chapter or section another title; its id stays',
      title: 'the title, at most 60 characters',
    },
    graph: {
      summary: 'see what holds now, and what held',
      description:
        'Shows the people, projects, organizations, tools and places that the space speaks of, with what holds of them, is pending or disputed: found by words of their names, aliases, states and tags, or those of which most is said. With an id: one of them with its past, its edges and its sources. Times may be words, as in search.',
      query: 'any words, or the id of a node',
      asOf: 'as it stood at the end of this time',
      limit: 'nodes, 1–200 (default: 20; in a picture 60)',
      picture: 'draw the nodes and what links them into this SVG file',
      merge: 'two nodes are one: let all that is said of the second be said of the first',
      unmerge: 'take a node that was merged out again',
      keep: 'id of the node that stays; six characters or more of it',
      other: 'id of the node that is merged; six characters or more of it',
    },
    show: {
      summary: 'show a record by its id, with its sources',
      description:
        'Shows a message, turn, block, event, node, fact or topic with what it rests on. Changes nothing.',
      id: 'any id that a command printed; six characters or more of it',
    },
    explain: {
      summary: 'why an event weighs what it weighs',
      description:
        'Shows an event with both its times, where it came from, what it is to other events, what it rests on, and its weight part by part. Changes nothing.',
      id: 'id of an event; six characters or more of it',
    },
    status: {
      summary: 'which store this is, and what is in it',
      description:
        'Names the store, its zone and schema, the spaces in it, and the jobs that wait or failed.',
    },
    space: {
      summary: 'list memory spaces, and move them',
      description:
        'Lists the memory spaces of the database. A project folder that moved keeps its memory: rename the space of the old folder to the new one. Ids stay as they are.',
      list: 'list the spaces (this is what `space` alone does)',
      rename: 'give the memory of one space to another that has none yet',
      merge:
        'bring the memory of one space into another, after what the other remembers; this cannot be undone',
      old: 'a space, or the folder of a project, which need not be there any more',
      new: 'a space, or the folder of a project',
      into: 'a space, or the folder of a project, that has memory',
    },
    doctor: {
      summary: 'check the database file, and repair it',
      description:
        'Checks the database file without changing it; with --dsh also whether memory works in DeepSeek Harness. Exit code 4: an error was found; 2: there is no database, though there should be one.',
      recover:
        'write what can be read into a new database and put it in the place of the damaged one, which is kept',
    },
    jobs: {
      summary: 'what is still to be derived',
      description:
        'Lists the derivation jobs that wait, run or failed, and the events that wait for graph and topics or failed there; runs them; lets derivation rest; tries again what failed.',
      list: 'list the jobs (this is what `jobs` alone does)',
      all: 'also the finished ones',
      limit: 'jobs of a page, 1–1000 (default: 50)',
      after: 'the next page: key of the last job of the page before',
      run: 'derive until nothing is left',
      pause: 'let derivation rest in all processes; capture and search go on',
      resume: 'let derivation go on',
      retry: 'give a failed job three new attempts',
      key: 'key of the job',
      retryAll: 'all failed jobs, and all events that failed on their way into graph or topics',
    },
    demo: {
      summary: 'see all of it in a few seconds',
      description:
        'Stores the example conversations (three files, 24 conversations) in .palimpsest/demo.db (made anew), shows them fade, answers three questions with sources, tells one story as history, as state and as topic, opens a faded block again, and counts the tokens. The database stays, for every other command to be tried on.',
    },
  },

  failure: {
    usage: 'The command line is wrong',
    internal: 'A fault of Palimpsest',
    'bad-input': 'This cannot be used',
    'turn-differs': 'The turn is known with other content',
    'not-found': 'Not found',
    'ambiguous-id': 'Several records fit',
    'id-collision': 'Two records would bear one id',
    'store-missing': 'No database',
    'store-busy': 'The database is busy',
    'store-damaged': 'The database cannot be used',
    'store-newer': 'The database is of a newer version',
    config: 'A setting is wrong',
    derivation: 'Deriving failed',
    allowance: 'The tokens of the day are spent',
    'model-unauthorised': 'The endpoint of the model refused the key',
    'model-busy': 'The endpoint of the model asks for fewer calls',
    'model-unavailable': 'The model cannot be reached',
    'model-refused': 'The endpoint of the model refused the request',
    'model-reply': 'What the model said cannot be used',
    closed: 'The memory is closed',
  } as Record<FailureCode, string>,

  databaseSource: {
    option: 'named by --db',
    dsh: 'named by --dsh',
    environment: 'named by PALIMPSEST_DB',
    config: 'named by the config file',
    default: 'the default place',
  },

  missingStore: (path: string, source: string, seen: string) =>
    `there is none at ${path} (${source}); ${seen === '' ? 'none was seen elsewhere either: make one with ingest or demo' : `seen: ${seen}`}`,
  nothingOpened: (path: string) => `no database was opened (it would have been ${path})`,

  unknownTime: 'unknown time',
  timeRange: (from: string | null, to: string | null) =>
    from === null ? `before ${to}` : to === null ? `from ${from}` : `from ${from}, before ${to}`,
  nextPage: (option: string) => `more: ${option}`,
  nothingFound: (space: string) => `Nothing found in ${space}.`,
  emptySpace: (space: string) => `There are no memories in ${space}. Spaces of this database:`,
  noThreads: (space: string) => `There are no conversations in ${space}.`,
  noEvents: (space: string) => `There are no such events in ${space}.`,
  noTopics: (space: string) => `Nothing has been remembered in ${space} yet.`,
  topicCategory: {
    preferences: 'preferences and requirements',
    decisions: 'decisions and plans',
    work: 'work and results',
    communication: 'communication and collaboration',
    other: 'other experience',
  } as Record<TopicCategory, string>,
  eventsIn: (n: string) => some(n, 'event'),
  notOrganised: (n: string) => `Not yet organised: ${some(n, 'event')} (found and listed all the same)`,
  pageOf: (page: number, pages: number) => `page ${page} of ${pages}`,
  openTopic: 'To open one: ',
  showEvent: 'An event with its sources: ',
  topicRenamed: (id: string, title: string) => `${id} is now called “${title}”.`,
  noJobs: 'No jobs.',
  noDeadJobs: 'Nothing has failed.',
  open: 'not in a block yet',
  sources: 'sources',
  asSaid: 'as it was said',
  interrupted: 'interrupted',
  erased: '(erased)',
  toolArguments: 'arguments',
  toolResult: 'result',

  hitKind: { message: 'message', block: 'block', event: 'event' } as Record<HitKind, string>,
  blockStatus: { pending: 'pending', ready: 'ready', failed: 'failed' } as Record<BlockStatus, string>,
  jobState: { pending: 'pending', running: 'running', done: 'done', dead: 'failed' },
  eventStage: { graph: 'graph', topics: 'topics' } as Record<EventQueue['stage'], string>,
  role: { user: 'user', assistant: 'assistant', system: 'system', tool: 'tool' } as Record<Role, string>,
  eventScope: { session: 'this conversation', project: 'project', user: 'user' } as Record<
    EventScope,
    string
  >,
  eventType: EVENT_TYPE_WORDS.en,
  timeStatus: {
    occurred: '',
    planned: 'planned',
    cancelled: 'cancelled',
    ongoing: 'ongoing',
    unknown: '',
  } as Record<TimeStatus, string>,
  timePrecision: {
    instant: 'instant',
    day: 'day',
    month: 'month',
    year: 'year',
    range: 'range',
    unknown: '',
  } as Record<TimePrecision, string>,
  eventStatus: {
    active: 'active',
    superseded: 'superseded',
    forgotten: 'forgotten',
    archived: 'archived',
  } as Record<EventStatus, string>,
  eventOrigin: { conversation: 'a conversation', agent: 'the agent', import: 'import' } as Record<
    EventOrigin,
    string
  >,
  criticality: {
    routine: 'routine',
    preference: 'preference',
    identity: 'identity',
    safety: 'safety',
  } as Record<Criticality, string>,
  relation: {
    supersedes: 'supersedes',
    supersededBy: 'superseded by',
    conflictsWith: 'in conflict with',
    continues: 'continues',
  } as Record<keyof EventRelations, string>,
  pinned: 'pinned',
  strength: (n: number) => `strength ${n}`,

  explain: {
    mentioned: 'mentioned',
    happened: 'happened',
    scope: 'scope',
    origin: 'origin',
    trust: 'trust',
    status: 'status',
    relations: 'relations',
    weight: 'weight',
    turns: 'turns',
    strength: 'strength',
    faded: 'faded',
    floor: 'floor',
    cap: 'cap',
    pinned: 'pinned',
    confidence: 'confidence',
    none: 'none',
    notSaid: 'nothing is said of that',
    trustOf: (trust: number) => `${trust}, of −10 … 10`,
    weightOf: (weight: string) => `${weight}: the larger of floor and faded, 1 when pinned, at most the cap`,
    turnsOf: (turns: number) => `${some(turns, 'turn')} of its space since it was made or last reinforced`,
    strengthOf: (strength: number, lambda: string) => `${strength}: it fades by ${lambda} a turn`,
    fadedOf: (faded: string) => `${faded} is left of 1 after these turns`,
    floorOf: (floor: string, criticality: string) => `${floor}: what is ${criticality} never falls below`,
    capOf: (cap: string, status: string) => `${cap}: what is ${status} never weighs more`,
    pinnedOf: (pinned: boolean): string => (pinned ? 'yes' : 'no'),
    confidenceOf: (confidence: string, days: string | null) =>
      `${confidence}: ${days === null ? 'nothing tells how old it is' : `${days} days before the newest message; halves every 30 days`}`,
    toVerify: 'recall marks it "verify"',
  },

  columns: {
    after: 'shown',
    before: 'said',
    block: 'block',
    blocks: 'blocks',
    config: 'config file',
    database: 'database',
    events: 'events',
    failedAttempts: 'failed attempts',
    failedEvents: 'failed events',
    file: 'file',
    id: 'id',
    jobs: 'jobs',
    key: 'key',
    level: 'level',
    messages: 'messages',
    problems: 'problems',
    schema: 'schema',
    size: 'size',
    space: 'space',
    stage: 'stage',
    state: 'state',
    thread: 'conversation',
    threads: 'conversations',
    title: 'title',
    tokens: 'tokens',
    topicSection: 'section',
    total: 'all',
    turns: 'turns',
    model: 'model',
    spend: 'spent',
    waitingEvents: 'waiting events',
    zone: 'zone',
  },

  threadFacts: (turns: number, blocks: number, open: number) =>
    `${some(turns, 'turn')} · ${some(blocks, 'block')}${open > 0 ? ` · ${some(open, 'open turn')}` : ''}`,
  turnRange: (first: number, last: number) => (first === last ? `turn ${first}` : `turns ${first}–${last}`),
  tokensShown: (shown: string, source: string, share: string) =>
    `${shown} of ${source} tokens shown (${share})`,
  openTail: (turns: number, tokens: string) =>
    `and ${some(turns, 'open turn')} of ${some(tokens, 'token')}, shown in full`,
  earlierBlocks: (n: number) => `${some(n, 'earlier block')}: --after 0`,
  expanded: (id: string, level: number) => `${id} is open at L${level} and fades again from here.`,
  notReady: (id: string, status: string) => `${id} is ${status}: it is shown in full and does not fade yet.`,

  storing: (file: string, turns: string) => `${file}: ${some(turns, 'turn')}`,
  deriving: (done: string, all: string) => `deriving: ${done} of ${some(all, 'block')}`,
  madeNew: 'made new',
  notMade: 'not made: nothing is stored',
  turnsStored: (stored: string, known: string) => `${stored} stored, ${known} already stored`,
  blocksMade: (sealed: string, pending: string, failed: string) =>
    `${sealed} sealed${pending === '0' ? '' : `, ${pending} waiting to be derived`}${failed === '0' ? '' : `, ${failed} failed`}`,
  moreProblems: (n: string) => `… and ${n} more (all of them with --json)`,
  deadJobs: 'Some blocks could not be derived. Nothing is lost; to see them and to try again:',
  stopped: 'Stopped. What is stored is stored; repeat the command to go on.',

  projectMoved: 'Has a project moved here? Its memory comes along with:',
  spaceRenamed: (from: string, to: string) => `The memory of ${from} is now found in ${to}.`,
  spaceMerged: (from: string, to: string, threads: string, events: string) =>
    `${some(threads, 'conversation')} and ${some(events, 'event')} of ${from} are now found in ${to}.`,

  graph: {
    unnamed: { user: 'user', project: 'project' },
    empty: (space: string) => `Nothing is known yet of the state of things in ${space}.`,
    nothing: (space: string) => `No node of ${space} fits.`,
    title: (space: string) => `What ${space} speaks of`,
    asOf: (time: string) => `as of ${time}`,
    found: (why: string) => `found by ${why}`,
    more: '… and more: give its id to see all',
    onlyNamed: 'named by others, nothing holds of it itself: give its id to see more',
    since: (time: string) => `since ${time}`,
    between: (from: string, to: string) => `${from} – ${to}`,
    support: (n: number) => `said ${n} times`,
    whatever: '(not said which)',
    wasPending: 'was pending',
    wasDisputed: 'was disputed, decided against',
    holds: (others: string) => `merged into it: ${others}`,
    saidOfOthers: 'said of others',
    merged: (name: string) => `They are one now: ${name}. To undo that:`,
    drawn: (path: string, nodes: number, edges: number) =>
      `${path}: ${some(nodes, 'node')}, ${some(edges, 'edge')}.`,
    field: { name: 'name', alias: 'alias', state: 'state', tag: 'tag' } as Record<NodeField, string>,
    type: {
      person: 'person',
      project: 'project',
      organization: 'organization',
      tool: 'tool',
      place: 'place',
    } as Record<NodeType, string>,
    standing: { current: 'holds', past: 'held', pending: 'pending', disputed: 'disputed' } as Record<
      FactStanding,
      string
    >,
  },

  notThere: 'not there',
  noMemoriesYet: 'no memories yet',
  jobsWaiting: (waiting: string, dead: string) => `${waiting} waiting, ${dead} failed`,
  eventsWaiting: (waiting: string, dead: string) => `${some(waiting, 'event')} waiting, ${dead} failed`,
  deadJob: (key: number, thread: string, sequence: number, error: string) =>
    `Job ${key} (${thread}, block ${sequence}) failed: ${error}. Nothing is lost; to try again:`,
  deadEvents:
    'Some events could not be read into the graph or put under topics. They are stored and found; to try again:',
  blocksWait: 'Blocks wait to be derived:',
  drained: (attempts: string, waiting: string, dead: string) =>
    `${some(attempts, 'attempt')} made; ${waiting} waiting, ${dead} failed.`,
  derivationPaused: 'Derivation rests in all processes; capture and search go on. To end that:',
  derivationResumed: 'Derivation goes on. To run what waits now:',
  paused: 'paused',
  noModel: 'off',
  asPluginSet: 'as the plugin started last',
  spentOn: (tokens: string, day: string, bound?: string) =>
    `${some(tokens, 'token')} on ${day}${bound === undefined ? '' : ` of ${bound}`}`,
  stageSpend: (stage: string, tokens: string, calls: string) =>
    `${stage} ${tokens} in ${some(calls, 'call')}`,
  retried: (n: string) => `${some(n, 'job')} will be tried again; to run ${n === '1' ? 'it' : 'them'}:`,
  retriedEvents: (n: string) =>
    `${some(n, 'step')} of events into graph and topics will be tried again; to run ${n === '1' ? 'it' : 'them'}:`,

  doctor: {
    sound: 'The database is sound.',
    damaged: 'The database is not sound.',
    severity: { error: 'error', warning: 'warning', note: 'note' },
    recovered: (path: string) => `Recovered. The damaged file is kept: ${path}`,
    lost: (all: string, turns: string, blocks: string, events: string) =>
      `${some(all, 'record')} lost or left out (${some(turns, 'turn')}, ${some(blocks, 'block')}, ${some(events, 'event')} among them).`,
    lostUnknown: (tables: string) => `Nothing tells how much more is lost of: ${tables}.`,
    toDerive: (blocks: string) => `${some(blocks, 'block')} will be derived again; to do it now:`,
    backup: (path: string, turns: string) =>
      `The backup ${path} holds ${some(turns, 'turn')} that could not be read here.`,
  },

  dsh: {
    connected: 'Memory is connected to DeepSeek Harness.',
    waiting: 'Memory waits for the next start of DeepSeek Harness.',
    attention: 'Memory in DeepSeek Harness needs attention.',
    noDatabase: 'There is no database yet.',
    rows: {
      plugin: 'plugin',
      start: 'last start',
      turn: 'last turn',
      versions: 'works with',
    },
    notInstalled: 'not installed',
    inProfile: (version: string, profile: string) => `${version} in profile ${profile}`,
    neverStarted: 'never',
    started: (at: string, plugin: string, host: string) =>
      `${at} · plugin ${plugin} · DeepSeek Harness ${host}`,
    unknownVersion: 'of unknown version',
    noTurn: 'none since then',
    turn: (ended: string, stored: string | null) => `ended ${ended} · stored ${stored ?? 'not yet'}`,
    versions: (range: string, tested: string) => `${range} (tested: ${tested})`,
    sign: {
      turn: (session: string, at: string) => `a turn of session ${session} ended ${at}`,
      changed: (path: string, at: string) => `${path} changed ${at}; it cannot be read here`,
      without: (profiles: string) => `; profiles without the plugin: ${profiles}`,
    },
    lacks: {
      dependency: 'palimpsest-dsh is in dsh.profile.bundles of its package.json and not in dependencies',
      layer: 'palimpsest-dsh is in dependencies of its package.json and not in dsh.profile.bundles',
      files: 'there is no palimpsest-dsh in its node_modules',
    },
    finding: {
      noHome: (home: string) => ({
        what: 'there is no DeepSeek Harness here',
        evidence: `no folder ${home}`,
        remedy: 'start it once, or set DSH_HOME to the folder that it uses',
      }),
      notInstalled: (folder: string, profiles: string) => ({
        what: 'no profile has the plugin',
        evidence: profiles === '' ? `no profiles in ${folder}` : `profiles in ${folder}: ${profiles}`,
        remedy: 'dsh plugin --profile PROFILE add palimpsest-dsh, then restart the harness',
      }),
      halfInstalled: (profile: string) => ({
        what: `profile ${profile} names the plugin and cannot load it`,
        remedy: `dsh plugin --profile ${profile} add palimpsest-dsh, then restart the harness`,
      }),
      notYetStarted: (file: string) => ({
        what: 'the plugin has not been started yet',
        evidence: `no ${file}`,
        remedy: 'start the harness with a profile that has it',
      }),
      neverStarted: {
        what: 'the plugin did not start, though the harness was used since it was installed',
        remedy:
          'restart the harness; if it stays so, see its log, and whether a cordis.patch.yml switches palimpsest-dsh off',
      },
      hostUnverified: (host: string | null, versions: string) => ({
        what:
          host === null
            ? 'the harness does not say its version: its history is left as it is, remembering and finding go on'
            : `the plugin is not verified with DeepSeek Harness ${host}: its history is left as it is, remembering and finding go on`,
        evidence: `works with ${versions}`,
        remedy: 'use a version that is named there, or a newer plugin',
      }),
      trouble: (startedAt: string) => ({
        evidence: `told by the plugin since its start ${startedAt}`,
        remedy: 'put right what it names, then restart the harness',
      }),
      noEvents: (since: string) => ({
        what: `connected, but no events since ${since}`,
        remedy:
          'restart the harness; if it stays so, see whether a cordis.patch.yml switches palimpsest-dsh off, and report the version; /memory backfill takes in what was missed',
      }),
      noEventsPerhaps: (since: string) => ({
        what: `perhaps no events since ${since}`,
        remedy:
          'nothing if a profile without the plugin was meant; else add it there, or restart the harness',
      }),
      sessionsOpen: (n: string, sessions: string) => ({
        what: `${some(n, 'session')} may have turns that are not stored`,
        evidence: `marked by a process that is gone: ${sessions}`,
        remedy: 'nothing: they are taken up at the next start of the harness',
      }),
      databaseGone: (path: string, endedAt: string) => ({
        what: 'turns ended, and there is no database',
        evidence: `the last turn ended ${endedAt}; no ${path}`,
        remedy:
          'put the file back if it was moved; else restart the harness and take its sessions in with /memory backfill',
      }),
    },
  },

  demo: {
    title: (turns: string, files: number, threads: number) =>
      `Palimpsest: ${turns} turns of example conversations (${some(files, 'file')}, ${some(threads, 'conversation')})`,
    arriving: 'Older turns fade',
    arrivingNote: (thread: string) =>
      `${thread}; one turn a block here, so that every level appears quickly; the default is twelve`,
    afterTurns: (n: number) => `after ${some(n, 'turn')}`,
    others: 'the other conversations',
    stored: (turns: string, threads: string, blocks: string, events: string, aboutUser: string) =>
      `With the other conversations: ${turns} turns in ${threads} conversations, ${blocks} blocks, and ${events} events found in them, ${aboutUser} of them about the user.`,
    asking: 'Three questions, answered by what was said',
    views: 'One story in three views',
    history: 'History: the events, as they were told',
    stateAt: (time: string) => `State, as of ${time}`,
    stateNow: 'State now, and what held before',
    filed: 'Topic: the section that holds most of it, without its other entries',
    opening: 'A faded block, opened again',
    faded: (id: string, level: number, tokens: string) => `${id} at L${level}, ${some(tokens, 'token')}:`,
    openedTo: (tokens: string) => `expanded to L5, the words as they were said, ${some(tokens, 'token')}:`,
    moreLines: (n: number) => `… ${some(n, 'more line')}`,
    counting: 'Tokens, before and now',
    saved: (share: string) =>
      `What is shown of all conversations is ${share} of what was said; every word is still there, one expand away.`,
    byDefault:
      'With the default of twelve turns a block these short conversations would still be shown in full.',
    trying: 'Try it yourself',
  },
}

/** Every text that the command line prints itself. */
export type Texts = typeof en
