/**
 * Runs derivation jobs of one store: in the background, or until none is left.
 *
 * Owns: bounded concurrency, waking and stopping. Jobs, leases and retry times live in the store, so whatever
 * this process leaves undone another one takes up.
 */
import { randomBytes } from 'node:crypto'
import type { SpaceScope } from '../../domain/space.ts'
import { type DerivationContext, deriveBlock } from './derive-block.ts'

export interface WorkerOptions extends Omit<DerivationContext, 'signal'> {
  /** How long a claimed job stays with its worker without a sign of life. */
  leaseMs: number
  /** Told once per failure of the store itself; derivation goes on at the next wake. */
  onError: (error: unknown) => void
}

export interface DrainOptions {
  scope?: SpaceScope
  /** Called after each attempt. */
  onProgress?: (done: number) => void
  /** Longest wait for a retry or for another worker's lease before giving up; default: as long as it takes. */
  patienceMs?: number
}

export class DerivationWorker {
  readonly #options: WorkerOptions
  readonly #stop = new AbortController()
  #background: Promise<void> | undefined
  #wakeAgain = false
  #retryTimer: NodeJS.Timeout | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Starts deriving what is due, if nothing runs yet. Returns at once. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    if (this.#background) {
      this.#wakeAgain = true
      return
    }
    this.#background = this.#runInBackground().finally(() => {
      this.#background = undefined
      if (this.#wakeAgain) {
        this.#wakeAgain = false
        this.wake()
      }
    })
  }

  /**
   * Derives until no unfinished job is left in the scope, waiting for retries and for leases of other workers.
   *
   * @returns the number of attempts made here.
   */
  async drain({
    scope = 'all',
    onProgress,
    patienceMs = Number.POSITIVE_INFINITY,
  }: DrainOptions = {}): Promise<number> {
    let done = 0
    const count = () => {
      done++
      onProgress?.(done)
    }
    while (!this.#stop.signal.aborted) {
      await this.#runDue(scope, count)
      const next = await this.#options.store.nextJobAt(scope)
      if (next === undefined) break
      const wait = Math.max(10, next - this.#options.now())
      if (wait > patienceMs) break
      await this.#pause(Math.min(wait, 1_000))
    }
    return done
  }

  /** Ends after the running jobs; nothing new is claimed. */
  async stop(): Promise<void> {
    this.#wakeAgain = false
    clearTimeout(this.#retryTimer)
    this.#stop.abort()
    await this.#background
  }

  async #runInBackground(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    try {
      await this.#runDue('all')
      await this.#wakeForNext()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Sees to it that a retry, or a job whose worker died, is taken up without another turn coming in. */
  async #wakeForNext(): Promise<void> {
    const next = await this.#options.store.nextJobAt('all')
    if (next === undefined || this.#stop.signal.aborted) return
    clearTimeout(this.#retryTimer)
    const wait = Math.min(Math.max(50, next - this.#options.now()), 60_000)
    this.#retryTimer = setTimeout(() => this.wake(), wait).unref()
  }

  /** Runs everything that is due now, at most `deriver.concurrency` threads side by side. */
  async #runDue(scope: SpaceScope, onDone: () => void = () => {}): Promise<void> {
    const lane = async () => {
      while (!this.#stop.signal.aborted && (await this.#runNext(scope))) onDone()
    }
    await Promise.all(Array.from({ length: this.#options.deriver.concurrency }, lane))
  }

  async #runNext(scope: SpaceScope): Promise<boolean> {
    const { store, leaseMs, now } = this.#options
    const job = await store.claimJob(scope, { now: now(), leaseMs, lease: randomBytes(12).toString('hex') })
    if (!job) return false
    const renewal = setInterval(() => {
      store.renewLease(job.space, job, now() + leaseMs).catch(this.#options.onError)
    }, leaseMs / 3)
    renewal.unref()
    try {
      // A job that runs when the worker is stopped is finished, not aborted: its lease is held.
      await deriveBlock({ ...this.#options, signal: AbortSignal.timeout(leaseMs * 20) }, job)
    } finally {
      clearInterval(renewal)
    }
    return true
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
