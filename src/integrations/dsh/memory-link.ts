/**
 * The host's side of memory: calls with a time limit, to a thread that is started anew if it dies, and what the thread
 * asks of the host's model.
 *
 * Owns: the thread, waiting calls, calls of the model that run, and whether memory is stuck. Leaves what is asked to the files beside it. Nothing
 * here waits for the disk.
 */
import { Worker } from 'node:worker_threads'
import type {
  AnswerMessage,
  CallMessage,
  CallName,
  MemoryCalls,
  MemorySetup,
  ModelAnswer,
  ModelAnswerMessage,
  ModelMessage,
  ModelQuestion,
  NewsMessage,
} from './memory-calls.ts'

/** Why a call had no answer. `slow`: not within its time; `closed`: the plugin has ended; else a code of the engine. */
export class MemoryCallError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'MemoryCallError'
    this.code = code
  }
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: MemoryCallError): void
}

export interface MemoryLinkOptions extends MemorySetup {
  /** The built file of the thread. */
  file: URL
  /** Told when blocks of a session became ready. */
  onReady: (session: string) => void
  /** Told of what went wrong in the background. */
  onWarning: (message: string) => void
  /** Asks a model of the host; never rejects. */
  ask: (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>
}

export class MemoryLink {
  readonly #options: MemoryLinkOptions
  readonly #waiting = new Map<number, Waiting>()
  /** Calls of the model that run for the thread. */
  readonly #asking = new Map<number, AbortController>()
  #worker: Worker | undefined
  #calls = 0
  /** Id of a call that had no answer in its time and has none yet: nobody waits behind it. */
  #stuckOn: number | undefined
  #isClosed = false

  constructor(options: MemoryLinkOptions) {
    this.#options = options
    this.#start()
  }

  /**
   * Asks memory for something.
   *
   * @param timeoutMs how long to wait; default: until it answers.
   * @throws MemoryCallError.
   */
  call<Name extends CallName>(
    name: Name,
    given: MemoryCalls[Name]['given'],
    timeoutMs?: number,
  ): Promise<MemoryCalls[Name]['answer']> {
    if (this.#isClosed) return Promise.reject(new MemoryCallError('closed', 'memory: the plugin has ended'))
    if (timeoutMs !== undefined && this.#stuckOn !== undefined) return Promise.reject(slow())
    const worker = this.#worker ?? this.#start()
    this.#calls += 1
    const id = this.#calls
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#stuckOn ??= id
        reject(slow())
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
      const end = () => {
        clearTimeout(timer)
        if (this.#stuckOn === id) this.#stuckOn = undefined
      }
      this.#waiting.set(id, {
        resolve: answer => {
          end()
          resolve(answer as MemoryCalls[Name]['answer'])
        },
        reject: error => {
          end()
          reject(error)
        },
      })
      worker.postMessage({ id, name, given } satisfies CallMessage)
    })
  }

  /** Ends after what runs, or after the time given. */
  async close(timeoutMs: number): Promise<void> {
    const worker = this.#worker
    if (this.#isClosed) return
    if (worker === undefined) {
      this.#isClosed = true
      return
    }
    // Whoever waits for the end keeps the process alive until it is there.
    worker.ref()
    const timer = new Promise(resolve => setTimeout(resolve, timeoutMs).unref())
    await Promise.race([this.call('close', {}).catch(() => {}), timer])
    this.#isClosed = true
    await worker.terminate()
    this.#stopAsking()
  }

  #start(): Worker {
    const { file, path, settings } = this.#options
    const setup: MemorySetup = { path, settings }
    const worker = new Worker(file, { workerData: setup, name: 'palimpsest' })
    worker.unref()
    worker.on('message', (message: AnswerMessage | NewsMessage | ModelMessage) => {
      if ('model' in message) this.#ask(worker, message)
      else this.#hear(message)
    })
    worker.on('error', error => this.#options.onWarning(`memory: its thread failed: ${error.message}`))
    worker.on('exit', () => this.#end(worker))
    this.#worker = worker
    return worker
  }

  #hear(message: AnswerMessage | NewsMessage): void {
    if ('news' in message) {
      if (message.news === 'ready') this.#options.onReady(message.session)
      else this.#options.onWarning(message.message)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('error' in message) waiting?.reject(new MemoryCallError(message.error.code, message.error.message))
    else waiting?.resolve(message.answer)
  }

  /** A question is passed on, or given up. Its answer goes to the thread that asked, if that is still there. */
  async #ask(worker: Worker, message: ModelMessage): Promise<void> {
    const { call } = message
    if (message.model === 'stop') {
      this.#asking.get(call)?.abort()
      return
    }
    const stop = new AbortController()
    this.#asking.set(call, stop)
    const answer = await this.#options.ask(message.question, stop.signal)
    if (this.#asking.get(call) === stop) this.#asking.delete(call)
    // A thread that ends leaves the job to whoever comes next; a failure now would count as one of its attempts.
    if (this.#worker === worker && !stop.signal.aborted)
      worker.postMessage({ model: 'answer', call, answer } satisfies ModelAnswerMessage)
  }

  #stopAsking(): void {
    for (const stop of this.#asking.values()) stop.abort()
    this.#asking.clear()
  }

  /** The next call starts another. */
  #end(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#stopAsking()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#stuckOn = undefined
    for (const one of waiting) one.reject(new MemoryCallError('ended', 'memory: its thread ended'))
  }
}

/** Said to the model too, so it names no number that changes. */
const slow = () => new MemoryCallError('slow', 'it did not answer in time')
