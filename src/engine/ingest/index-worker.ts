/**
 * Bringing stored messages into the index, after the call that stored them.
 *
 * Owns: when that is done: as soon as this process has nothing else to do and enough of them wait. Search finds
 * messages that wait as well, so nobody depends on it; it keeps reading them one by one from growing. Leaves how to the
 * store.
 */
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'

/** Messages that are worth bringing in together. */
const ENOUGH = 64

export interface IndexWorkerOptions {
  store: Store
  /** Told when it failed; the next turn tries again. */
  onError: (error: unknown) => void
}

export class IndexWorker {
  readonly #options: IndexWorkerOptions
  readonly #spaces = new Set<SpaceId>()
  #next: NodeJS.Immediate | undefined

  constructor(options: IndexWorkerOptions) {
    this.#options = options
  }

  /** So many messages of a space wait. */
  wake(space: SpaceId, waiting: number): void {
    if (waiting < ENOUGH) return
    this.#spaces.add(space)
    this.#next ??= setImmediate(() => void this.#step())
  }

  /**
   * Does a part of what is left in a space that is about to be asked: a program that only stores and asks gives this
   * process no other rest.
   */
  async rest(space: SpaceId): Promise<void> {
    if (this.#spaces.has(space)) await this.#index(space)
  }

  /** Does what is left at once. */
  async stop(): Promise<void> {
    clearImmediate(this.#next)
    while (this.#spaces.size > 0) await this.#indexSome()
  }

  async #step(): Promise<void> {
    await this.#indexSome()
    this.#next = this.#spaces.size > 0 ? setImmediate(() => void this.#step()) : undefined
  }

  async #indexSome(): Promise<void> {
    const [space] = this.#spaces
    if (space !== undefined) await this.#index(space)
  }

  async #index(space: SpaceId): Promise<void> {
    try {
      const left = await this.#options.store.indexWaiting(space)
      if (left < ENOUGH) this.#spaces.delete(space)
    } catch (error) {
      this.#spaces.delete(space)
      this.#tell(error)
    }
  }

  /** Whoever is told may throw; the next turn still wakes this worker. */
  #tell(error: unknown): void {
    try {
      this.#options.onError(error)
    } catch {
      // There is nobody else to tell.
    }
  }
}
