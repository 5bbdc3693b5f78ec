/**
 * What reaches the model at the end of a long conversation, against the raw history of the same conversation in a host
 * without the plugin; and how the requests on the way fare in a provider's prompt cache.
 *
 * Both hosts are told the same, turn by turn. As people take their time, each turn waits until memory is done with the
 * one before: every full block is derived, and the history shows what is due. Tokens are o200k's, of the messages of the
 * last request without system prompt and schemas of tools.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { Memory } from 'palimpsest-memory'
import { blockViews, type ModelRequest, type Reply, textOf, until } from '../../test/dsh/support/model.ts'
import { type PrefixFigures, PrefixWatch } from './prefix.ts'
import { type Side, withSides } from './side.ts'
import { type TalkTurn, talk } from './talk.ts'

const SESSION = 'wire'

export interface WireRow {
  kind: 'chat' | 'tools'
  turns: number
  /** Of the raw history that are calls of tools and what they gave, percent. */
  rawToolsPercent: number
  rawTokens: number
  wireTokens: number
  /** Wire as a share of raw. */
  wirePercent: number
  /** What the wire is made of, tokens. */
  made: Parts
  /** Blocks at L0, L1 … L5. */
  levels: number[]
  /** What those of a level show, as a share of their own messages, percent; 0 where none is. */
  levelPercents: number[]
  /** Recalled messages sent in all turns. */
  recalls: number
  cache: Record<'plugin' | 'no plugin', PrefixFigures>
}

/** Tokens by what the messages are. */
interface Parts {
  views: number
  recalled: number
  tools: number
  said: number
}

/** What is kept of one side. */
interface Seen {
  side: Side
  watch: PrefixWatch
  last: ModelRequest | undefined
}

const seenOf = (side: Side): Seen => ({ side, watch: new PrefixWatch(), last: undefined })

export async function measureWire(
  kind: WireRow['kind'],
  turns: number,
  say: (what: string) => void,
): Promise<WireRow> {
  const wanted = [
    { name: 'plugin', isWithPlugin: true },
    { name: 'no plugin', isWithPlugin: false },
  ]
  return withSides(wanted, async sides => {
    const { turns: said, files } = talk(turns + 1, kind === 'tools')
    const [plugin, plain] = sides.map(seenOf) as [Seen, Seen]
    for (const { side } of [plugin, plain]) {
      writeFiles(side.workspace, files)
      await side.start()
      await side.begin(SESSION)
    }
    const kept = await converse([plugin, plain], said, what => say(`${kind}, ${what}`))
    return rowOf(kind, turns, plugin, plain, kept)
  })
}

function writeFiles(workspace: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
}

/** What memory made of the conversation. */
type Kept = Pick<WireRow, 'recalls' | 'levels' | 'levelPercents'>

/** Says everything to both. */
async function converse(
  [plugin, plain]: [Seen, Seen],
  turns: readonly TalkTurn[],
  say: (what: string) => void,
): Promise<Kept> {
  const memory = await plugin.side.openMemory()
  let recalls = 0
  try {
    for (const [index, turn] of turns.entries()) {
      if (index % 20 === 0) say(`turn ${index} of ${turns.length}`)
      for (const seen of [plugin, plain]) await sayTo(seen, turn)
      if (partOf(plugin.last?.messages.findLast(({ role }) => role === 'user')) === 'recalled') recalls += 1
      await settled(plugin.side, memory, index + 1)
    }
    return { recalls, ...(await levelsOf(memory, plugin.side.space)) }
  } finally {
    await memory.close()
  }
}

/** Blocks by level, and what they show of their messages. */
async function levelsOf(memory: Memory, space: string): Promise<Pick<WireRow, 'levels' | 'levelPercents'>> {
  const { blocks } = await memory.blocks(SESSION, { space, host: 'dsh', limit: 200 })
  const byLevel = [0, 1, 2, 3, 4, 5].map(level => blocks.filter(block => block.level === level))
  return {
    levels: byLevel.map(({ length }) => length),
    levelPercents: byLevel.map(same => {
      const source = same.reduce((sum, block) => sum + block.sourceTokens, 0)
      return source === 0
        ? 0
        : percent(
            same.reduce((sum, block) => sum + block.tokens, 0),
            source,
          )
    }),
  }
}

async function sayTo(seen: Seen, { user, reads, answer }: TalkTurn): Promise<void> {
  const steps: Reply[] = reads.map(paths => ({
    text: 'I look at the files.',
    tools: paths.map(file_path => ({ name: 'read', args: { file_path } })),
  }))
  const { requests } = await seen.side.say(user, [...steps, { text: answer }])
  for (const request of requests) seen.watch.add(request)
  // The first request of a turn shows all turns before it and nothing of its own tools.
  seen.last = requests[0]
}

/** Waits until memory is done with a turn: stored, derived, and shown as it is due. */
async function settled(side: Side, memory: Memory, turns: number): Promise<void> {
  const where = { space: side.space, host: 'dsh' }
  await until(async () => {
    const { spaces } = await memory.status()
    if (spaces.find(({ space }) => space === side.space)?.turns !== turns) return false
    const levels = await memory.levels(SESSION, where)
    if (levels.some(({ status }) => status !== 'ready')) return false
    const due = levels.filter(({ level }) => level < 5).map(({ id, level }) => ({ block: id, level }))
    const shown = blockViews((await side.history()).map(one => `user: ${textOf(one.content)}`))
    return JSON.stringify(shown) === JSON.stringify(due)
  }, 20)
}

// ---- tokens ---------------------------------------------------------------------------------------------------

type Message = ModelRequest['messages'][number]

function partOf(message: Message | undefined): keyof Parts {
  const text = textOf(message?.content)
  if (message?.role === 'tool') return 'tools'
  if (message?.role !== 'user') return 'said'
  if (blockViews([`user: ${text}`]).length > 0) return 'views'
  return text.startsWith('Remembered from earlier conversations') ? 'recalled' : 'said'
}

function partsOf(request: ModelRequest | undefined): Parts {
  const parts: Parts = { views: 0, recalled: 0, tools: 0, said: 0 }
  for (const message of request?.messages ?? []) {
    if (message.role === 'system') continue
    parts[partOf(message)] += encode(textOf(message.content)).length
    for (const { function: called } of (message.tool_calls ?? []) as Call[])
      parts.tools += encode(called.name).length + encode(called.arguments).length
  }
  return parts
}

interface Call {
  function: { name: string; arguments: string }
}

function rowOf(kind: WireRow['kind'], turns: number, plugin: Seen, plain: Seen, kept: Kept): WireRow {
  const [made, raw] = [partsOf(plugin.last), partsOf(plain.last)]
  const [wireTokens, rawTokens] = [totalOf(made), totalOf(raw)]
  return {
    kind,
    turns,
    rawToolsPercent: percent(raw.tools, rawTokens),
    rawTokens,
    wireTokens,
    wirePercent: percent(wireTokens, rawTokens),
    made,
    ...kept,
    cache: { plugin: plugin.watch.figures(), 'no plugin': plain.watch.figures() },
  }
}

const totalOf = (parts: Parts) => Object.values(parts).reduce((sum, tokens) => sum + tokens, 0)
const percent = (part: number, whole: number) => Math.round((1_000 * part) / whole) / 10
