/**
 * Completed turns go from a session's log into memory, each once.
 *
 * Owns: when the log of a session is read, and from where: after the newest turn that is stored, whatever was missed
 * in between. The place is stored with the turn itself, so nothing is lost or doubled when the process dies. Leaves
 * what a turn is to `logged-turns.ts`. Relies on these host facts: the log is complete in memory for a live session;
 * `turn/end` of a turn that a crash cut off is never announced, only found in the log; a fork's log begins with its
 * parent's.
 */
import type { HostEvent, HostSession, HostSessionHeader } from './host.ts'
import { isLogged, lastTurnBefore, turnsOfLog } from './logged-turns.ts'
import type { MemoryCalls, SessionRef } from './memory-calls.ts'
import { MemoryCallError } from './memory-link.ts'

/** A session, live or read from the disk. */
export interface SessionLog {
  id: string
  header: HostSessionHeader
  readonly events: readonly HostEvent[]
}

type Call = <Name extends 'logged' | 'capture'>(
  name: Name,
  given: MemoryCalls[Name]['given'],
) => Promise<MemoryCalls[Name]['answer']>

export interface CaptureOptions {
  call: Call
  /** Told when the log of a session was read to its end, and how many turns were stored with that. */
  onRead: (session: string, stored: number) => void
  /** Told when storing failed; it is tried again. */
  onFailure: (error: unknown) => void
  /** Wait before the first new try, milliseconds; doubled up to a minute. */
  retryMs?: number
}

const LONGEST_RETRY_MS = 60_000
/** Turns that cross to memory at once. */
const BATCH = 20

export const refOf = ({ id, header }: Pick<HostSession, 'id' | 'header'>): SessionRef =>
  header.cwd === undefined ? { id } : { id, cwd: header.cwd }

export class Capture {
  readonly #options: CaptureOptions
  /** Where the log of a session stood after its newest stored turn; -1 when none is stored. */
  readonly #ends = new Map<string, number>()
  /** Sessions with something to read, in the order in which they asked. */
  readonly #due = new Map<string, SessionLog>()
  /** Those of them that were noted since they were last read. */
  readonly #noted = new Set<string>()
  #isStopped = false
  #running: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0

  constructor(options: CaptureOptions) {
    this.#options = options
  }

  /** The log of a session may hold turns that are not stored. Returns at once. */
  note(session: SessionLog): void {
    if (this.#isStopped) return
    // One that waits already keeps its place: a fork comes after its parent.
    this.#due.set(session.id, session)
    this.#noted.add(session.id)
    if (this.#retry === undefined) this.#run()
  }

  /** Whether turns of the session wait to be stored. */
  isDue(session: string): boolean {
    return this.#due.has(session)
  }

  /** A session has left the host: nothing of it is kept here. */
  forget(session: string): void {
    if (!this.#due.has(session)) this.#ends.delete(session)
  }

  /** Resolves when what is due is stored or has failed once more. */
  async settle(): Promise<void> {
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#run()
    await this.#running
  }

  /** Nothing is tried again. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#due.clear()
  }

  #run(): void {
    if (this.#due.size === 0) return
    this.#running ??= this.#storeDue().finally(() => {
      this.#running = undefined
      if (this.#retry === undefined) this.#run()
    })
  }

  async #storeDue(): Promise<void> {
    // The listener that noted the session has returned before anything is read.
    await new Promise(resolve => setImmediate(resolve))
    for (const id of this.#due.keys()) {
      // The turns that both share are stored with the parent.
      if (this.#waitsForParent(id)) continue
      try {
        await this.#storeNoted(id)
        this.#failures = 0
      } catch (error) {
        this.#options.onFailure(error)
        // Memory that is away is away for all; a session that it does not take holds up no other.
        if (isOfMemory(error)) break
      }
    }
    if (this.#due.size > 0) this.#retryLater()
  }

  #waitsForParent(id: string): boolean {
    const { parentSession = id } = this.#due.get(id)?.header ?? {}
    return parentSession !== id && this.#due.has(parentSession)
  }

  /** What comes while a session is read is read too. */
  async #storeNoted(id: string): Promise<void> {
    let stored = 0
    do {
      this.#noted.delete(id)
      const session = this.#due.get(id)
      if (session) stored += await this.#store(session)
    } while (this.#noted.has(id))
    this.#due.delete(id)
    this.#options.onRead(id, stored)
  }

  #retryLater(): void {
    if (this.#isStopped) return
    const first = this.#options.retryMs ?? 1_000
    const wait = Math.min(first * 2 ** this.#failures, LONGEST_RETRY_MS)
    this.#failures += 1
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#run()
    }, wait)
    this.#retry.unref()
  }

  /** A log that lost its end in a crash is read from its beginning: what is stored is known by its turns. */
  async #endStored(log: SessionLog): Promise<number> {
    const stored = await this.#options.call('logged', { session: refOf(log) })
    return stored && isLogged(log.events, stored) ? stored.logEnd : -1
  }

  /** @returns how many turns were stored. */
  async #store(log: SessionLog): Promise<number> {
    const session = refOf(log)
    const { call } = this.#options
    const end = this.#ends.get(log.id) ?? (await this.#endStored(log))
    const parent = end < 0 ? parentOf(log) : undefined
    const from = parent?.logEnd ?? end
    let turns = turnsOfLog(log.events.slice(from + 1))
    if (parent && turns.length > 0) {
      const fork = { thread: parent.thread, lastSharedTurn: parent.turn }
      const answer = await call('capture', { session, turns: turns.slice(0, 1), parent: fork })
      if (answer === 'unknown-parent') turns = turnsOfLog(log.events)
    }
    for (let at = 0; at < turns.length; at += BATCH) {
      await call('capture', { session, turns: turns.slice(at, at + BATCH) })
      this.#ends.set(log.id, turns.slice(at, at + BATCH).at(-1)?.logEnd ?? end)
    }
    return turns.length
  }
}

/** Memory did not answer, or could not be opened or written. */
const isOfMemory = (error: unknown) =>
  error instanceof MemoryCallError && (error.code.startsWith('store-') || AWAY.has(error.code))
const AWAY: ReadonlySet<string> = new Set(['slow', 'ended', 'closed'])

/** Of a fork the session that it left, and the last turn that both share. */
function parentOf({
  header,
  events,
}: SessionLog): { thread: string; turn: string; logEnd: number } | undefined {
  const { parentSession, seedLength = 0 } = header
  if (parentSession === undefined || seedLength === 0) return undefined
  const shared = lastTurnBefore(events, seedLength)
  return shared && { thread: parentSession, turn: shared.turn, logEnd: shared.logEnd }
}
