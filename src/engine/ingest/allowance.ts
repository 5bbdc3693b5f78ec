/**
 * What deriving may spend in a day, and leave for each call of a model.
 *
 * Owns: the day's end, reservation before a call, what a call spent after it. Leaves what is spent on to the deriver;
 * one without a model asks for nothing and is never held up.
 */
import type { Meter } from '../../derive/meter.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { ClaimedJob, NewSpend, SpendReservation, SpendRow, Store } from '../../storage/store.ts'

export interface AllowanceOptions {
  store: Store
  /** Most tokens of a day, in and out, over all spaces and processes; undefined: no bound. */
  dailyTokens: number | undefined
  /** IANA zone whose days count. */
  zone: string
  /** Epoch milliseconds. */
  now: () => number
}

/** The allowance of an installation, as one process keeps it. */
export class Allowance {
  readonly #options: AllowanceOptions

  constructor(options: AllowanceOptions) {
    this.#options = options
  }

  /** When the next day begins, epoch milliseconds; at most a day from now. */
  async nextDayAt(): Promise<number> {
    const { zone, now } = this.#options
    const { startOfNextDay } = await import('../../text/temporal/format-time.ts')
    return Math.min(startOfNextDay(now(), zone), now() + DAY_MS)
  }

  /** Gives leave for the calls of one piece of work, which its space and conversation are charged with. */
  meterOf(job: Pick<ClaimedJob, 'space' | 'threadKey'>): Meter {
    const { store, dailyTokens } = this.#options
    return {
      spending: async (atMost, call) => {
        const reservation: SpendReservation = {
          day: await this.today(),
          thread: job.threadKey,
          tokens: atMost,
          allowance: dailyTokens ?? Number.MAX_SAFE_INTEGER,
        }
        if (!(await store.reserveSpend(job.space, reservation))) throw spent(reservation)
        const spends: NewSpend[] = []
        try {
          return await call(spend => spends.push(spend))
        } finally {
          await store.settleSpend(job.space, reservation, spends)
        }
      },
    }
  }

  /** The local day whose tokens are counted now, such as `2025-06-17`. Costs much to load. */
  async today(): Promise<string> {
    const { localDay } = await import('../../text/temporal/format-time.ts')
    return localDay(this.#options.now(), this.#options.zone)
  }
}

/** What one stage took, in and out. */
export interface StageSpend {
  stage: string
  calls: number
  tokens: number
}

/** What each stage took, the most first, then by name. */
export function spendByStage(rows: readonly SpendRow[]): StageSpend[] {
  const stages = new Map<string, StageSpend>()
  for (const { stage, calls, input, output } of rows) {
    const sum = stages.get(stage) ?? { stage, calls: 0, tokens: 0 }
    stages.set(stage, { stage, calls: sum.calls + calls, tokens: sum.tokens + input + output })
  }
  return [...stages.values()].sort((a, b) => b.tokens - a.tokens || (a.stage < b.stage ? -1 : 1))
}

const DAY_MS = 86_400_000

/** Not a failure of the job: it waits for the next day. */
export const isSpentError = (error: unknown): boolean =>
  error instanceof PalimpsestError && error.code === 'allowance'

const spent = ({ day, tokens, allowance }: SpendReservation) =>
  new PalimpsestError(
    'allowance',
    `derive: the ${allowance} tokens of ${day} do not hold a call of up to ${tokens}; it waits for the next day, or raise dailyTokens`,
  )
