/**
 * How well memory finds the messages that answer a question, beside plain full-text systems in the same run.
 *
 * `npm run -s bench:recall -- --data FILE [--conversations ID,ID] [--questions N] [--haystack N] [--json]`
 *
 * FILE has the shape of LoCoMo (Maharana et al., ACL 2024), which is not part of this project. Each question is one
 * search of messages with a limit of 100. The measures are those of `recall/measures.ts`.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Memory, openMemory } from 'palimpsest-memory'
import { bigrams, bm25Index, fts5Index, type Index, RANKED, type Row } from './recall/baselines.ts'
import { compare, evenly, type System } from './recall/compare.ts'
import { byTime, foreignSessions, messagesOf } from './recall/haystack.ts'
import {
  type Conversation,
  type LocomoMessage,
  type Question,
  readLocomo,
  shownTokens,
} from './recall/locomo.ts'
import { measure, rounded } from './recall/measures.ts'
import { progressLine } from './recall/progress.ts'
import { type Haystack, printReport, type Report } from './recall/report.ts'
import { readSessions, type Session, storeSessions } from './recall/sessions.ts'

const HELP = `How well memory finds the messages that answer a question.

npm run -s bench:recall -- --data FILE [options]

--data FILE            conversations with questions, in the shape of LoCoMo
--conversations ID,ID  only these samples; default: all
--questions N          at most N questions, every k-th; default: all that have evidence in the file
--haystack N           all conversations in one space among N foreign messages, in the order of time;
                       default: a space for each
--json                 print JSON
--help                 print this

Systems: palimpsest; fts5 (SQLite, Porter stemmer, words joined by OR); bm25 (words); bigram (bm25, Han and kana in
pairs). With --haystack only the first two, and fts5 is asked at most 60 questions: --questions 60 puts the same ones
to both.
Measures, in percent, means over questions: recall@k (share of the gold messages among the first k), hit@k (any of
them), all@k (all of them), mrr, tokens@n (share among those that fit n tokens). Overall is categories 1 to 4.
Milliseconds a query, for 100 results: p50, p95, and cpu, the mean of processor time.`

/** A haystack makes the plain index slow: it has to look at every message that holds any word. */
const FTS5_QUESTIONS_IN_HAYSTACK = 60

const progress = progressLine()

/** Systems that are ready to be asked, and what the messages they may find cost to show. */
interface Field {
  systems: readonly System[]
  tokensOf: ReadonlyMap<string, number>
  haystack?: Haystack
}

/** What a run is about. */
interface Plan {
  file: string
  /** All that the file holds. */
  conversations: readonly Conversation[]
  /** Those asked about. */
  chosen: readonly Conversation[]
  questions: readonly Question[]
  /** Foreign messages; undefined for a space for each conversation. */
  haystack: number | undefined
}

async function run(plan: Plan): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  const path = join(folder, 'memory.db')
  const memory = await openMemory({ path, derive: 'manual', synchronous: 'normal', zone: 'UTC' })
  try {
    const { systems, tokensOf, haystack } = await fieldOf(plan, memory)
    const score = ({ category, gold }: Question, ranking: readonly string[]) => ({
      category,
      measures: measure(ranking, gold, id => tokensOf.get(id) ?? 0),
    })
    const results = await compare(systems, plan.questions, score, done =>
      progress(`${done} of ${plan.questions.length} questions`),
    )
    return {
      data: basename(plan.file),
      conversations: plan.chosen.map(({ id }) => id),
      questions: plan.questions.length,
      ...haystack,
      systems: results,
    }
  } finally {
    progress('')
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function fieldOf(plan: Plan, memory: Memory): Promise<Field> {
  const sessions = await readSessions(plan.file, new Set(plan.chosen.map(({ id }) => id)))
  return plan.haystack === undefined
    ? apart(plan, memory, sessions)
    : amongForeign(plan, plan.haystack, memory, sessions)
}

const showStored = (messages: number) => progress(`${messages} messages stored`)

function palimpsest(memory: Memory, spaceOf: (question: Question) => string): System {
  return {
    name: 'palimpsest',
    async rank(question) {
      const space = spaceOf(question)
      const { hits } = await memory.search(question.text, { space, kinds: ['message'], limit: RANKED })
      return hits.map(hit => hit.externalId ?? hit.id)
    },
  }
}

function costs(messages: Iterable<LocomoMessage>): Map<string, number> {
  const tokensOf = new Map<string, number>()
  for (const message of messages) tokensOf.set(message.id, shownTokens(message))
  return tokensOf
}

// ---- a space for each conversation ----------------------------------------------------------------------------

async function apart({ chosen }: Plan, memory: Memory, sessions: readonly Session[]): Promise<Field> {
  const spaceOf = ({ conversation }: Session | Question) => `bench:project:${conversation}`
  await storeSessions(memory, sessions, spaceOf, showStored)
  return {
    systems: [
      palimpsest(memory, spaceOf),
      indexOfEach('fts5', chosen, fts5Index),
      indexOfEach('bm25', chosen, bm25Index),
      indexOfEach('bigram', chosen, rows => bm25Index(rows, bigrams)),
    ],
    tokensOf: costs(chosen.flatMap(({ messages }) => messages)),
  }
}

/** A baseline that keeps conversations apart as the spaces of a memory do. */
function indexOfEach(
  name: string,
  conversations: readonly Conversation[],
  makeIndex: (rows: readonly Row[]) => Index,
): System {
  const indexes = new Map(conversations.map(({ id, messages }) => [id, makeIndex(messages)]))
  return { name, rank: ({ conversation, text }) => indexes.get(conversation)?.(text) ?? [] }
}

// ---- all in one space, among foreign messages -----------------------------------------------------------------

async function amongForeign(
  { conversations, chosen }: Plan,
  count: number,
  memory: Memory,
  own: readonly Session[],
): Promise<Field> {
  const space = 'bench:global'
  // Made anew by each who reads it: a haystack need not fit into memory.
  const sessions = () => byTime(own, foreignSessions(conversations, count))
  const messages = () => messagesOf(sessions(), chosen)
  const spentMs = await storeSessions(memory, sessions(), () => space, showStored)
  const { store } = await memory.status()
  progress('indexing for fts5')
  const fts5 = fts5Index(messages())
  return {
    systems: [
      palimpsest(memory, () => space),
      { name: 'fts5', rank: ({ text }) => fts5(text), questions: FTS5_QUESTIONS_IN_HAYSTACK },
    ],
    tokensOf: costs(messages()),
    haystack: {
      haystack: count,
      indexSeconds: rounded(spentMs / 1_000, 1),
      fileMB: rounded(store.bytes / 1_000_000, 1),
    },
  }
}

// ---- what is asked for ----------------------------------------------------------------------------------------

async function plan(file: string): Promise<Plan> {
  const conversations = readLocomo(await readFile(file, 'utf8'))
  const chosen = choose(conversations, values.conversations?.split(','))
  const questions = chosen.flatMap(conversation => conversation.questions)
  return {
    file,
    conversations,
    chosen,
    questions: evenly(questions, positive('questions', values.questions)),
    haystack: positive('haystack', values.haystack),
  }
}

function choose(conversations: readonly Conversation[], ids?: readonly string[]): readonly Conversation[] {
  const unknown = ids?.find(id => conversations.every(conversation => conversation.id !== id))
  if (unknown === undefined) return conversations.filter(({ id }) => ids?.includes(id) ?? true)
  const known = conversations.map(({ id }) => id).join(', ')
  throw new Error(`bench: --conversations ${unknown} is not in the file; name some of ${known}`)
}

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d*$/.test(value)) return Number(value)
  throw new Error(`bench: --${name} ${value} is not usable; give a positive integer`)
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    conversations: { type: 'string' },
    questions: { type: 'string' },
    haystack: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(HELP)
else if (values.data === undefined) {
  console.error(HELP)
  process.exitCode = 2
} else {
  const report = await run(await plan(values.data))
  if (values.json) console.log(JSON.stringify(report))
  else printReport(report)
}
