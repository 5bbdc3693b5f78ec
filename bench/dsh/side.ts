/**
 * One host of a comparison: its home, a scripted model of its own, a session that is talked to.
 *
 * Owns: how a turn is said and timed. Every time is of one clock that the processes share, so a duration may begin in
 * one and end in another. Leaves what is said to the measures.
 */
import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Memory, openMemory } from 'palimpsest-memory'
import { type RunningHost, TestHome } from '../../test/dsh/support/host.ts'
import { type Model, type ModelRequest, type Reply, startModel } from '../../test/dsh/support/model.ts'

/** The plugin's default. */
export const BLOCK_SIZE = 6

export interface Turn {
  /** From the person's message until the model had the request. */
  stepMs: number
  /** From the model's last byte until the agent was idle. */
  endMs: number
  /** Those of the agent, in order. */
  requests: readonly ModelRequest[]
}

export class Side {
  readonly name: string
  readonly home: TestHome
  readonly workspace: string
  readonly #model: Model
  readonly #replies: Reply[] = []
  #host: RunningHost | undefined
  #session = ''

  private constructor(name: string, model: Model, isWithPlugin: boolean) {
    this.name = name
    this.#model = model
    this.home = new TestHome({
      model,
      isWithPlugin,
      settings: isWithPlugin ? { blockSize: BLOCK_SIZE } : undefined,
    })
    this.workspace = this.home.workspace('bench')
    model.script = ({ session }) =>
      session === undefined ? { text: 'A title' } : (this.#replies.shift() ?? { text: 'Yes.' })
  }

  /** A home with nothing running in it. */
  static async make(name: string, isWithPlugin: boolean): Promise<Side> {
    return new Side(name, await startModel(), isWithPlugin)
  }

  /** Starts the host. @returns milliseconds until its whole tree was up. */
  async start(): Promise<number> {
    // The host leaves files there that nobody takes away.
    const temporary = join(this.home.home, 'tmp')
    mkdirSync(temporary, { recursive: true })
    this.#host = await this.home.start({ env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary } })
    return this.#host.bootMs
  }

  /** Begins a session; what is said from now on is said there. */
  async begin(session: string): Promise<void> {
    this.#session = session
    await this.#running.create(session, this.workspace)
  }

  /** A whole turn, with what the model answers at each of its steps. */
  async say(text: string, replies: readonly Reply[]): Promise<Turn> {
    this.#replies.push(...replies)
    const { saidAt, idleAt, end } = await this.#running.say(this.#session, text)
    const requests = this.#model.requests.splice(0).filter(({ session }) => session !== undefined)
    const [first, last] = [requests[0], requests.at(-1)]
    if (end !== 'completed' || !first || last?.answeredAt === undefined || requests.length !== replies.length)
      throw new Error(`bench: a turn of ${this.name} ended as ${end} after ${requests.length} requests`)
    return { stepMs: first.at - saidAt, endMs: idleAt - last.answeredAt, requests }
  }

  /** The messages that the next request would begin with. */
  async history(): Promise<{ role: string; content: unknown }[]> {
    return (await this.#running.step('history', { session: this.#session })) as never
  }

  /** The space of the workspace in the home's database. */
  get space(): string {
    return `dsh:project:${realpathSync(this.workspace)}`
  }

  /** The home's database, for a look at it or to fill it. */
  openMemory(): Promise<Memory> {
    return openMemory({ path: this.home.database, derive: 'manual', synchronous: 'normal', zone: 'UTC' })
  }

  /** Ends the host; it may be started again. */
  async exit(): Promise<void> {
    await this.#running.exit()
    this.#host = undefined
  }

  /** Ends what runs and takes everything away. */
  async remove(): Promise<void> {
    await this.home.remove()
    await this.#model.close()
  }

  get #running(): RunningHost {
    if (this.#host === undefined) throw new Error(`bench: the host of ${this.name} does not run`)
    return this.#host
  }
}

/** Makes sides, works with them and takes them away, whatever became of it. */
export async function withSides<Result>(
  wanted: readonly { name: string; isWithPlugin: boolean }[],
  work: (sides: readonly Side[]) => Promise<Result>,
): Promise<Result> {
  const sides: Side[] = []
  try {
    for (const { name, isWithPlugin } of wanted) sides.push(await Side.make(name, isWithPlugin))
    return await work(sides)
  } finally {
    for (const side of sides) await side.remove()
  }
}
