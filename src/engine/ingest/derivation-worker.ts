/**
 * Runs the queued work of one store: in the background, or until none is left.
 *
 * Owns: bounded concurrency, waking, waiting and stopping. Jobs, leases and retry times live in the store, so
 * whatever this process leaves undone another one takes up.
 */
import type { SpaceScope } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import type { Allowance } from './allowance.ts'
import type { Claimed, Work } from './work.ts'

/** What a worker runs on. */
export interface WorkerOptions {
  store: Store
  /** What is done, the first that is due before the second. */
  works: readonly Work[]
  /** How many pieces of work run side by side. */
  concurrency: number
  allowance: Allowance
  /** Epoch milliseconds. */
  now: () => number
  /** Milliseconds that a claimed job stays with its worker without a sign of life. */
  leaseMs: number
  /** Told of failures of the store itself; derivation goes on later. */
  onError: (error: unknown) => void
}

/** How far and how long to derive. */
export interface DrainOptions {
  /** One space, or every space of the store; default all. */
  scope?: SpaceScope
  /** Called after each attempt at a block, with the number of them so far. */
  onProgress?: (done: number) => void
  /**
   * Milliseconds without any attempt (waiting for a retry, or for another worker) after which it returns with work
   * left; default: no bound.
   */
  patienceMs?: number
  /** Aborted: it ends after the jobs that run. */
  signal?: AbortSignal
}

/** An attempt that lasts longer than this many leases has failed. */
const ATTEMPT_LEASES = 20
const LONGEST_LEASE_MS = 10 * 60_000
/** Waits are cut into pieces, since another process may finish sooner than its lease says. */
const WAIT = { least: 10, most: 1_000 }
const BACKGROUND_WAIT = { least: 50, most: 60_000 }

/** Which work is taken. */
interface Reach {
  scope: SpaceScope
  /** Nothing is put off until more has gathered. */
  isEager: boolean
}

const BACKGROUND: Reach = { scope: 'all', isEager: false }

/** The worker of one process. Any number of them, here or elsewhere, may share a store. */
export class DerivationWorker {
  readonly #options: WorkerOptions
  /** Aborted: nothing new is claimed. */
  readonly #stop = new AbortController()
  /** Aborted: what runs is given up. */
  readonly #cut = new AbortController()
  readonly #work = new Set<Promise<unknown>>()
  #leaseMs: number
  #background: Promise<void> | undefined
  #wakeAgain = false
  #timer: NodeJS.Timeout | undefined
  /** Until then the tokens of the day are spent. */
  #restsUntil = 0
  /** Nothing is begun in the background. */
  #isHeld = false

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs
  }

  /** Starts deriving what is due, if nothing runs yet. Returns at once. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    if (this.#background) {
      this.#wakeAgain = true
      return
    }
    this.#background = this.#tracked(this.#runInBackground()).finally(() => {
      this.#background = undefined
      if (this.#wakeAgain) {
        this.#wakeAgain = false
        this.wake()
      }
    })
  }

  /** Begins nothing in the background until `release`: somebody else needs the machine now. */
  hold(): void {
    this.#isHeld = true
  }

  /** The background goes on. */
  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.wake()
  }

  /**
   * Derives until no unfinished job is left in the scope, waiting for retries and for leases of other workers.
   *
   * @returns the number of attempts at blocks made here.
   */
  drain(options: DrainOptions = {}): Promise<number> {
    return this.#tracked(this.#runToTheEnd(options))
  }

  /** Ends after the running jobs, or after one lease if they do not end; nothing new is claimed. */
  async stop(): Promise<void> {
    this.#wakeAgain = false
    clearTimeout(this.#timer)
    this.#stop.abort()
    const patience = setTimeout(() => this.#cut.abort(), this.#options.leaseMs)
    await Promise.allSettled(this.#work)
    clearTimeout(patience)
  }

  async #runToTheEnd({ scope = 'all', onProgress, patienceMs, signal }: DrainOptions): Promise<number> {
    const patience = patienceMs ?? Number.POSITIVE_INFINITY
    let done = 0
    let waited = 0
    const count = (work: Work) => {
      waited = 0
      if (work.stage !== undefined) return
      done++
      onProgress?.(done)
    }
    for (;;) {
      await this.#runDue({ scope, isEager: true }, count, () => signal?.aborted === true)
      if (this.#stop.signal.aborted || signal?.aborted) return done
      const next = await this.#nextAt({ scope, isEager: true })
      // Nobody waits for the next day.
      if (next === undefined || this.#restsUntil > this.#options.now()) return done
      const wait = this.#until(next, WAIT)
      waited += wait
      if (waited > patience) return done
      await this.#pause(wait)
    }
  }

  async #runInBackground(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    try {
      await this.#runDue(
        BACKGROUND,
        () => {},
        () => this.#isHeld,
      )
      if (this.#stop.signal.aborted || this.#isHeld) return
      // A retry, or a job whose worker died, is taken up without another turn coming in.
      const next = await this.#nextAt(BACKGROUND)
      if (next !== undefined) this.#wakeIn(this.#until(next, BACKGROUND_WAIT))
    } catch (error) {
      this.#options.onError(error)
      this.#wakeIn(this.#options.leaseMs)
    }
  }

  /** When there is something to do; undefined when nothing is left, or derivation is paused. */
  async #nextAt({ scope, isEager }: Reach): Promise<number | undefined> {
    const { store, now, works } = this.#options
    if (await store.isPaused()) return undefined
    const stages = works.flatMap(({ stage }) => {
      if (stage === undefined) return []
      return [isEager ? { ...stage, least: 1 } : stage]
    })
    const next = await store.nextJobAt(scope, now(), stages)
    return next === undefined ? undefined : Math.max(next, this.#restsUntil)
  }

  /** Runs everything that is due now, at most `concurrency` pieces of work side by side. */
  async #runDue(reach: Reach, onDone: (work: Work) => void, isOver: () => boolean): Promise<void> {
    const lane = async () => {
      while (!this.#stop.signal.aborted && !isOver()) {
        const work = await this.#runNext(reach)
        if (work === undefined) return
        onDone(work)
        // Whoever asks this process for something is answered between two jobs.
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    const lanes = await Promise.allSettled(Array.from({ length: this.#options.concurrency }, lane))
    const failed = lanes.find(one => one.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Makes the next attempt that is due; gives what it was of. */
  async #runNext({ scope, isEager }: Reach): Promise<Work | undefined> {
    const { store, now, allowance } = this.#options
    if (now() < this.#restsUntil || (await store.isPaused())) return undefined
    for (const work of this.#options.works) {
      const lease = process.getBuiltinModule('node:crypto').randomBytes(12).toString('hex')
      const claimed = await work.claim(scope, { now: now(), leaseMs: this.#leaseMs, lease, isEager })
      if (!claimed) continue
      await this.#attempt(claimed, allowance)
      return work
    }
    return undefined
  }

  async #attempt(claimed: Claimed, allowance: Allowance): Promise<void> {
    const isLost = new AbortController()
    const renewal = setInterval(() => this.#renew(claimed, isLost), this.#leaseMs / 3).unref()
    const signal = AbortSignal.any([
      isLost.signal,
      this.#cut.signal,
      AbortSignal.timeout(this.#leaseMs * ATTEMPT_LEASES),
    ])
    try {
      const outcome = await claimed.attempt(signal)
      // Whoever derives longer than its lease without a chance to renew it would lose the job again and again.
      if (outcome === 'lost') this.#leaseMs = Math.min(this.#leaseMs * 2, LONGEST_LEASE_MS)
      if (outcome === 'spent') this.#restsUntil = await allowance.nextDayAt()
    } finally {
      clearInterval(renewal)
    }
  }

  async #renew(claimed: Claimed, isLost: AbortController): Promise<void> {
    const { now, onError } = this.#options
    try {
      if (!(await claimed.renew(now() + this.#leaseMs))) isLost.abort()
    } catch (error) {
      onError(error)
    }
  }

  #until(at: number, { least, most }: { least: number; most: number }): number {
    return Math.min(Math.max(least, at - this.#options.now()), most)
  }

  #wakeIn(ms: number): void {
    if (this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), ms).unref()
  }

  /** Work that `stop` waits for. */
  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work)
    const forget = () => this.#work.delete(work)
    work.then(forget, forget)
    return work
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stop
    return new Promise(resolve => {
      const timer = setTimeout(done, ms)
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      signal.addEventListener('abort', done)
    })
  }
}
