/** Which part of the history gives way to which view. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level } from '../../../src/domain/conversation.ts'
import {
  type DueBlock,
  recalledEvents,
  replacementsDue,
  shownView,
  viewMessage,
} from '../../../src/integrations/dsh/faded-history.ts'
import { History } from '../../../src/integrations/dsh/history.ts'
import { ourMessage } from '../../../src/integrations/dsh/host.ts'
import { Log } from './log.ts'

const ids = 'abcdefghij'
/** Blocks of one turn each, at these levels. */
function blocksOf(log: Log, ends: readonly number[], levels: readonly (Level | 'pending')[]): DueBlock[] {
  return levels.map((level, index) => ({
    block: `b_${(ids[index] ?? 'z').repeat(12)}`,
    sequence: index + 1,
    isReady: level !== 'pending',
    level: level === 'pending' ? 5 : level,
    firstTurn: index + 1,
    lastTurn: index + 1,
    logged: turnEndingAt(log, ends[index] ?? 0),
  }))
}

/** What memory would have stored of a turn that ends there. */
function turnEndingAt({ events }: Log, logEnd: number) {
  const start = events.slice(0, logEnd).findLast(event => event.type === 'turn/start')
  const { turn = 0 } = (start?.data ?? {}) as { turn?: number }
  return { turn: `${turn}@${start?.time}`, logEnd }
}

function logOf(turns: number): { log: Log; ends: number[] } {
  const log = new Log()
  return { log, ends: Array.from({ length: turns }, (_, turn) => log.turn(`Question ${turn + 1}?`).seq) }
}

/** Writes what is due, as the plugin does. */
async function fade(log: Log, blocks: readonly DueBlock[]): Promise<void> {
  const history = new History((async (name: string, given: { sequences?: readonly number[] }) => {
    if (name === 'levels') return blocks
    return given.sequences?.map(sequence => ({
      sequence,
      level: blocks[sequence - 1]?.level ?? 5,
      text: `view ${sequence}`,
    }))
  }) as never)
  await history.fadeInTurn(log, 100)
}

const shown = (log: Log) =>
  log.surface.nodes.map(seq => {
    const { data } = log.events[seq] as {
      data: { content?: { text: string }[]; message?: { content: { text: string }[] } }
    }
    return (data.content ?? data.message?.content)?.[0]?.text ?? ''
  })

describe('what gives way', () => {
  it('is a whole block of turns that has faded; at L5, and while it is pending, its messages stand [L20]', async () => {
    const { log, ends } = logOf(4)
    await fade(log, blocksOf(log, ends, [2, 'pending', 4, 5]))
    expect(shown(log)).toEqual([
      '[memory b_aaaaaaaaaaaa L2, turns 1–1]\nview 1',
      'Question 2?',
      'Understood.',
      '[memory b_cccccccccccc L4, turns 3–3]\nview 3',
      'Question 4?',
      'Understood.',
    ])
  })

  it('is nothing when everything stands as it is due', async () => {
    const { log, ends } = logOf(3)
    const blocks = blocksOf(log, ends, [0, 3, 5])
    await fade(log, blocks)
    const entries = log.events.length
    expect(replacementsDue(log, blocks)).toEqual([])
    await fade(log, blocks)
    expect(log.events).toHaveLength(entries)
  })

  it('is the view before it when the level changes, also back to L5', async () => {
    const { log, ends } = logOf(2)
    await fade(log, blocksOf(log, ends, [4, 5]))
    await fade(log, blocksOf(log, ends, [3, 4]))
    await fade(log, blocksOf(log, ends, [5, 3]))
    expect(shown(log)).toEqual([
      '[memory b_aaaaaaaaaaaa L5, turns 1–1]\nview 1',
      '[memory b_bbbbbbbbbbbb L3, turns 2–2]\nview 2',
    ])
  })

  it('takes what was injected between the turns with it, and what was said since not', async () => {
    const log = new Log()
    log.start()
    log.user('Oak?')
    log.user('Remembered…', { kind: 'plugin', plugin: 'palimpsest-dsh', form: 'recall' })
    log.assistant({ type: 'text', text: 'Oak.' })
    const { seq } = log.end()
    log.user('A job has ended.', { kind: 'plugin', plugin: 'jobs' })
    await fade(log, blocksOf(log, [seq], [1]))
    expect(shown(log)).toEqual(['[memory b_aaaaaaaaaaaa L1, turns 1–1]\nview 1', 'A job has ended.'])
  })

  it('is left alone where another has replaced a part of it', async () => {
    const { log, ends } = logOf(4)
    const { nodes } = log.surface
    const summary = (from: number, to: number) => {
      const seqs = nodes.slice(from, to + 1)
      log.append('user/message', ourMessageOf('summary'), {
        surfaceOp: { op: 'replace', start: seqs[0] ?? 0, end: seqs.at(-1) ?? 0 },
        sourceEventSeqs: seqs,
      })
    }
    // The second half of turn 1 and the first of turn 2; then both messages of turn 3.
    summary(1, 2)
    summary(3, 4)
    await fade(log, blocksOf(log, ends, [0, 0, 0, 0]))
    expect(shown(log)).toEqual([
      'Question 1?',
      'summary',
      'Understood.',
      'summary',
      '[memory b_dddddddddddd L0, turns 4–4]\nview 4',
    ])
  })

  it('is no block whose edge a crash has taken from the log, nor the one after it', async () => {
    const { log, ends } = logOf(4)
    const blocks = blocksOf(log, ends, [1, 1, 1, 1])
    const lost = { turn: '2@1', logEnd: ends[1] ?? 0 }
    await fade(
      log,
      blocks.map((block, index) => (index === 1 ? { ...block, logged: lost } : block)),
    )
    expect(shown(log)).toEqual([
      '[memory b_aaaaaaaaaaaa L1, turns 1–1]\nview 1',
      'Question 2?',
      'Understood.',
      'Question 3?',
      'Understood.',
      '[memory b_dddddddddddd L1, turns 4–4]\nview 4',
    ])
  })

  it('waits within a turn when the runtime context would go with it', async () => {
    const log = new Log()
    log.start()
    log.user('Oak?')
    log.user('Current runtime context.', { kind: 'plugin', plugin: 'system-prompt', form: 'snapshot' })
    log.assistant({ type: 'text', text: 'Oak.' })
    const { seq } = log.end()
    await fade(log, blocksOf(log, [seq], [1]))
    expect(shown(log)[0]).toBe('Oak?')
  })

  it('never parts the history, whatever levels come one after the other', async () => {
    const level = fc.constantFrom<Level | 'pending'>(0, 1, 2, 3, 4, 5, 'pending')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(level, { minLength: 5, maxLength: 5 }), { maxLength: 6 }),
        async rounds => {
          const { log, ends } = logOf(6)
          for (const levels of rounds) await fade(log, blocksOf(log, ends, levels))
          const last = blocksOf(log, ends, rounds.at(-1) ?? [5, 5, 5, 5, 5])
          expect(replacementsDue(log, last)).toEqual([])
          for (const { block, level, isReady } of last) {
            const views = log.surface.nodes.filter(
              seq => shownView(log.events[seq]?.data as never)?.block === block,
            )
            if (isReady && level < 5) expect(views).toHaveLength(1)
          }
          expect(shown(log).slice(-2)).toEqual(['Question 6?', 'Understood.'])
        },
      ),
      { numRuns: 60 },
    )
  })
})

function ourMessageOf(text: string) {
  return { ...ourMessage(text, {}), source: { kind: 'plugin', plugin: 'compact' } }
}

describe('a message of ours', () => {
  const due = {
    block: 'b_aaaaaaaaaaaa',
    sequence: 1,
    isReady: true,
    level: 2,
    firstTurn: 1,
    lastTurn: 6,
  } as const

  it('tells which block it shows, and no other message does', () => {
    const view = ourMessage(viewMessage(due, 'Key facts.'), { form: 'recall' })
    expect(shownView(view)).toEqual({ block: 'b_aaaaaaaaaaaa', level: 2 })
    expect(shownView({ ...view, source: { kind: 'user' } })).toBeUndefined()
    expect(shownView(ourMessage('Remembered from …', { form: 'recall' }))).toBeUndefined()
    expect(shownView(undefined)).toBeUndefined()
  })

  it('tells which events it recalls, and a view tells none', () => {
    const text = 'Remembered:\n- today [e_aaaaaaaaaaaa]\n- then [×2] [e_bbbbbbbbbbbb]'
    expect(recalledEvents(ourMessage(text, { form: 'recall' }))).toEqual(['e_aaaaaaaaaaaa', 'e_bbbbbbbbbbbb'])
    expect(recalledEvents(ourMessage(viewMessage(due, text), { form: 'recall' }))).toEqual([])
    expect(recalledEvents({ ...ourMessage(text, {}), source: { kind: 'user' } })).toEqual([])
  })
})
