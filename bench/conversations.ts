/**
 * Conversations of any length for the benches: deterministic, varied, with and without tool records.
 *
 * Owns: synthetic text. Its words are drawn from small lists of ours, so absolute sizes say little; ratios do.
 */
import type { TurnInput } from 'palimpsest-memory'

/** A small seeded generator (mulberry32), so that every run sees the same conversation. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const SUBJECTS = [
  'the importer',
  'the route cache',
  'our release job',
  'the sync service',
  'the search page',
  'the billing export',
]
const VERBS = ['keeps', 'drops', 'reloads', 'compares', 'rewrites', 'measures', 'groups']
const OBJECTS = [
  'the older rows',
  'two retries',
  'every open session',
  'the signed bundle',
  'all pending files',
  'the daily totals',
]
const REASONS = [
  'because the customer runs Node 22',
  'since the queue filled up twice',
  'as the audit asked for it',
  'so that nights stay quiet',
]

function sentence(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string
  const reason = random() < 0.4 ? ` ${pick(REASONS)}` : ''
  return `${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)}${reason}, see case ${Math.floor(random() * 9_000)}.`
}

const paragraph = (random: () => number, sentences: number) =>
  Array.from({ length: sentences }, () => sentence(random)).join(' ')

/** @param withTools about half of the tokens are tool calls and results. */
export function* conversation(turns: number, withTools: boolean): Generator<TurnInput> {
  const random = seeded(turns + (withTools ? 1 : 0))
  const start = Date.UTC(2025, 0, 6, 9)
  for (let k = 1; k <= turns; k++) {
    const at = start + k * 7 * 60_000
    const question = `${random() < 0.3 ? 'We decided that ' : 'Can you check why '}${paragraph(random, 1 + Math.floor(random() * 2))}`
    const tool = {
      role: 'tool' as const,
      content: '',
      name: 'read_file',
      callId: `call-${k}`,
      arguments: JSON.stringify({ path: `src/part-${k}.ts`, from: 1, to: 40 }),
      result: paragraph(random, 7),
      at: at + 20_000,
    }
    yield {
      thread: `bench-${withTools ? 'tools' : 'chat'}-${turns}`,
      turn: `turn-${k}`,
      messages: [
        { role: 'user', content: question, at },
        ...(withTools ? [tool] : []),
        { role: 'assistant', content: paragraph(random, 3 + Math.floor(random() * 4)), at: at + 40_000 },
      ],
    }
  }
}
