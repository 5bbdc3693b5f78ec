/**
 * The model's history is brought to the levels that are due.
 *
 * Owns: when that is done and how it is written. All that is due is replaced at once, between two turns, so that the
 * provider's prompt cache breaks at most once per sealed block. Leaves which entries give way to `faded-history.ts`.
 * Relies on these host facts: a message of a plugin may replace entries of the history in one append, which the host
 * keeps over a resume while people go on seeing the originals; `runMaintenance` owns the time between turns; the
 * runtime context that is replaced comes back with the next turn, but not within one that has begun.
 */
import { refOf } from './capture.ts'
import {
  type DueBlock,
  type KnownLog,
  type Replacement,
  replacementsDue,
  viewMessage,
} from './faded-history.ts'
import { type HostAgent, type HostSession, ourMessage } from './host.ts'
import type { MemoryCalls, ViewText } from './memory-calls.ts'

type Call = <Name extends 'levels' | 'views'>(
  name: Name,
  given: MemoryCalls[Name]['given'],
  timeoutMs?: number,
) => Promise<MemoryCalls[Name]['answer']>

/** What is due and the texts it takes. */
interface Prepared {
  blocks: readonly DueBlock[]
  texts: ReadonlyMap<number, ViewText>
}

export class History {
  readonly #call: Call
  readonly #known = new WeakMap<HostSession, KnownLog>()
  /** Agents whose history is being looked at, and whether something came in meanwhile. */
  readonly #looking = new Map<HostAgent, { again: boolean }>()

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Brings the history of an idle agent to what is due; nothing happens when a turn begins meanwhile: it is due again
   * at the end of that.
   *
   * @returns whether something was replaced.
   */
  async fade(agent: HostAgent): Promise<boolean> {
    const looking = this.#looking.get(agent)
    if (looking) looking.again = true
    if (looking || agent.status !== 'idle') return false
    const look = { again: false }
    this.#looking.set(agent, look)
    let isChanged = false
    try {
      do {
        look.again = false
        if (await this.#fadeIdle(agent)) isChanged = true
      } while (look.again)
      return isChanged
    } finally {
      this.#looking.delete(agent)
    }
  }

  async #fadeIdle(agent: HostAgent): Promise<boolean> {
    const prepared = await this.#prepare(agent.session)
    if (prepared === undefined || agent.status !== 'idle') return false
    let count = 0
    await agent.runMaintenance(async () => {
      count = this.#write(agent.session, prepared)
    })
    return count > 0
  }

  /**
   * The same at the beginning of a turn, for what became due since: all of it, or nothing when the runtime context
   * would be missing from this turn.
   */
  async fadeInTurn(session: HostSession, timeoutMs: number): Promise<void> {
    const prepared = await this.#prepare(session, timeoutMs)
    if (prepared && !this.#due(session, prepared.blocks).some(one => one.shadowsContext))
      this.#write(session, prepared)
  }

  async #prepare(session: HostSession, timeoutMs?: number): Promise<Prepared | undefined> {
    const ref = refOf(session)
    const blocks = await this.#call('levels', { session: ref }, timeoutMs)
    const due = this.#due(session, blocks)
    if (due.length === 0) return undefined
    const sequences = due.map(one => one.due.sequence)
    const views = await this.#call('views', { session: ref, sequences }, timeoutMs)
    return { blocks, texts: new Map(views.map(view => [view.sequence, view])) }
  }

  #due(session: HostSession, blocks: readonly DueBlock[]): Replacement[] {
    const known = this.#known.get(session) ?? { extents: new Map(), ends: new Map() }
    this.#known.set(session, known)
    return replacementsDue(session, blocks, known)
  }

  /** The history may have changed since it was looked at, so what is due is asked again. */
  #write(session: HostSession, { blocks, texts }: Prepared): number {
    let count = 0
    for (const { due, start, end, seqs } of this.#due(session, blocks)) {
      const view = texts.get(due.sequence)
      if (view === undefined || view.level !== due.level) continue
      const message = ourMessage(viewMessage(due, view.text), { form: 'recall' })
      session.append('user/message', message, {
        surfaceOp: { op: 'replace', start, end },
        sourceEventSeqs: [...seqs].sort((a, b) => a - b),
      })
      count += 1
    }
    return count
  }
}
