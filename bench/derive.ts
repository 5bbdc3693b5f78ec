/**
 * How well the offline deriver tells facts from chatter, and what a block costs it.
 *
 * `npm run -s bench:derive -- [--json]`
 *
 * The lists in `test/fixtures/derive` were written before the deriver; the held-out pair is for measuring only, and
 * this prints nothing of it but totals. An item is derived as a block of one message. A fact counts as found when an
 * event holds all its key words; a fact that gives other events only, and a not-fact that gives any, count against
 * precision. Type, scope and time are shares of the facts found, status of those found that have a time.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type BlockToDerive, createOfflineDeriver, type EventDraft, type Message } from 'palimpsest-memory'

const LANGUAGES = ['en', 'zh'] as const
type Language = (typeof LANGUAGES)[number]

interface Item {
  lang: Language
  role: Message['role']
  at: string
  zone: string
  text: string
  expect: Expected | null
}

interface Expected {
  type: string
  scope: string
  contains: string[]
  time: { start: string; end: string; status: string } | null
}

interface Shares {
  facts: number
  notFacts: number
  precision: number
  recall: number
  type: number
  scope: number
  time: number
  status: number
}

const deriver = createOfflineDeriver()
const { signal } = new AbortController()

function blockOf(messages: readonly Pick<Message, 'role' | 'content' | 'at'>[], zone: string): BlockToDerive {
  return {
    id: 'b_bench',
    thread: 'bench',
    zone,
    messages: messages.map((message, position) => ({
      id: `m_${position}`,
      thread: 'bench',
      turnId: 't_bench',
      position,
      ...message,
    })),
    previousKeyFacts: null,
    nextKeyFacts: null,
    timeline: [],
    sourceTokens: 1_000,
  }
}

async function readLines<Line>(path: string): Promise<Line[]> {
  const text = await readFile(new URL(`../${path}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
}

async function judge(items: readonly Item[]): Promise<Shares> {
  const counts = { matched: 0, wrong: 0, type: 0, scope: 0, time: 0, dated: 0, status: 0 }
  for (const { role, text, at, zone, expect } of items) {
    const block = blockOf([{ role, content: text, at: Date.parse(at) }], zone)
    const { events } = await deriver.derive(block, signal)
    const hit = expect ? events.find(event => holdsAll(event, expect.contains)) : undefined
    if (!expect || !hit) {
      if (events.length > 0) counts.wrong++
      continue
    }
    counts.matched++
    if (hit.type === expect.type) counts.type++
    if (hit.scope === expect.scope) counts.scope++
    if (isTime(hit, expect.time)) counts.time++
    if (!expect.time) continue
    counts.dated++
    if (hit.time?.status === expect.time.status) counts.status++
  }
  const facts = items.filter(item => item.expect).length
  return {
    facts,
    notFacts: items.length - facts,
    precision: share(counts.matched, counts.matched + counts.wrong),
    recall: share(counts.matched, facts),
    type: share(counts.type, counts.matched),
    scope: share(counts.scope, counts.matched),
    time: share(counts.time, counts.matched),
    status: share(counts.status, counts.dated),
  }
}

function holdsAll({ title, summary }: EventDraft, words: readonly string[]): boolean {
  const text = `${title}\n${summary}`.toLowerCase()
  return words.every(word => text.includes(word))
}

function isTime({ time }: EventDraft, expected: Expected['time']): boolean {
  if (!expected) return time === null || time.precision === 'unknown'
  return time?.start === Date.parse(expected.start) && time.end === Date.parse(expected.end)
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 1_000)

async function judgePair(facts: string, notFacts: string): Promise<Record<Language, Shares>> {
  const items = [
    ...(await readLines<Item>(`test/fixtures/derive/${facts}.jsonl`)),
    ...(await readLines<Item>(`test/fixtures/derive/${notFacts}.jsonl`)),
  ]
  const of = (language: Language) => judge(items.filter(item => item.lang === language))
  return { en: await of('en'), zh: await of('zh') }
}

/** Median milliseconds for a thread of the example conversations as one block, after a round to warm up. */
async function timePerBlock(): Promise<number> {
  const spent: number[] = []
  const blocks = await exampleBlocks()
  for (const isCounted of [false, true, true]) {
    for (const block of blocks) {
      const began = performance.now()
      await deriver.derive(block, signal)
      if (isCounted) spent.push(performance.now() - began)
    }
  }
  spent.sort((a, b) => a - b)
  return Math.round(100 * (spent[Math.floor(spent.length / 2)] ?? 0)) / 100
}

async function exampleBlocks(): Promise<BlockToDerive[]> {
  interface Line {
    thread: string
    role: Message['role']
    content: string | readonly { text: string }[]
    time: string
  }
  const textOf = ({ content }: Line) =>
    typeof content === 'string' ? content : content.map(part => part.text).join('\n')
  const blocks: BlockToDerive[] = []
  for (const [name, zone] of [
    ['atlas-en', 'Europe/Berlin'],
    ['ops-tools-en', 'Europe/Berlin'],
    ['xinghe-zh', 'Asia/Shanghai'],
  ] as const) {
    const lines = await readLines<Line>(`examples/conversations/${name}.jsonl`)
    for (const thread of Map.groupBy(lines, line => line.thread).values()) {
      const messages = thread.map(line => ({
        role: line.role,
        content: textOf(line),
        at: Date.parse(line.time),
      }))
      blocks.push(blockOf(messages, zone))
    }
  }
  return blocks
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const lists = {
  main: await judgePair('facts', 'not-facts'),
  heldOut: await judgePair('held-out-facts', 'held-out-not-facts'),
  second: await judgePair('second-facts', 'second-not-facts'),
  third: await judgePair('third-facts', 'third-not-facts'),
}
const msPerBlock = await timePerBlock()
if (values.json) console.log(JSON.stringify({ lists, msPerBlock }, null, 2))
else {
  console.log(`The offline deriver on facts and not-facts; ${msPerBlock} ms a block (median).`)
  console.table(
    Object.entries(lists).flatMap(([list, byLanguage]) =>
      LANGUAGES.map(language => ({ list, language, ...byLanguage[language] })),
    ),
  )
}
