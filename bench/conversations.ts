/**
 * Conversations of any length for the benches: deterministic, varied, with and without tool records.
 *
 * Owns: synthetic text. Its words are drawn from small lists of ours, so absolute sizes say little; ratios do.
 */
import type { TurnInput } from 'palimpsest-memory'
import { pick, seeded } from './seeded.ts'

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
  const reason = random() < 0.4 ? ` ${pick(REASONS, random)}` : ''
  return `${pick(SUBJECTS, random)} ${pick(VERBS, random)} ${pick(OBJECTS, random)}${reason}, see case ${Math.floor(random() * 9_000)}.`
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
