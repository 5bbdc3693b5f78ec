/**
 * The thread that memory runs on: SQLite and derivation work here, so that a slow disk, a lock of another process or a
 * long queue never holds up the host.
 *
 * Owns: opening the database at the first call that needs it, the space of a session, the answers. Leaves all memory
 * to the engine. Host names in stored keys: `dsh`.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { deriverAsking, openMemory } from '../../compose.ts'
import { DSH_HOST as HOST } from '../../config/dsh-home.ts'
import { checkoutOf, formerSpacesOf, projectSpaceOf } from '../../config/project-space.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { toSpaceId } from '../../domain/space.ts'
import type { Memory } from '../../memory.ts'
import type {
  CallMessage,
  CallName,
  MemoryCalls,
  MemorySetup,
  ModelAnswerMessage,
  NewsMessage,
  SessionRef,
} from './memory-calls.ts'
import { modelOfHost } from './model-of-host.ts'
import { asksModel } from './settings.ts'
import { stateOf } from './state.ts'

/** A lock of another process is waited for this long; whoever asked asks again. */
const BUSY_TIMEOUT_MS = 1_000
/** A database that could not be opened is tried again after this time at the earliest. */
const REOPEN_AFTER_MS = 5_000

const { path, settings } = workerData as MemorySetup

const tell = (news: NewsMessage) => parentPort?.postMessage(news)
const hostModel = modelOfHost(settings.model, message => parentPort?.postMessage(message))
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

// ---- the memory -------------------------------------------------------------------------------------------------

let opened: Promise<Memory> | undefined
let failedAt = Number.NEGATIVE_INFINITY

function memory(): Promise<Memory> {
  if (opened === undefined || performance.now() - failedAt > REOPEN_AFTER_MS) {
    failedAt = Number.POSITIVE_INFINITY
    opened = open()
    opened.catch(() => {
      failedAt = performance.now()
    })
  }
  return opened
}

async function open(): Promise<Memory> {
  const memory = await openMemory({
    path,
    blockSize: settings.blockSize,
    lambda: settings.lambda,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    ...(asksModel(settings)
      ? { deriver: deriverAsking(hostModel.model), dailyTokens: settings.dailyTokens }
      : {}),
    onReady: ({ thread }) => tell({ news: 'ready', session: thread }),
    onWarning: error => tell({ news: 'warning', message: messageOf(error) }),
  })
  if (isHeld) memory.holdDerivation()
  return memory
}

/** From the start: a host that begins is about to be asked something. */
let isHeld = true

/** Spaces of sessions, by id. */
const spaces = new Map<string, string>()

/** A session stays in the space that holds it, whatever becomes of its folder and of the settings. */
async function spaceOf(session: SessionRef): Promise<string> {
  const known = spaces.get(session.id)
  if (known !== undefined) return known
  const held = await (await memory()).spaceOfThread(session.id, HOST)
  const space = held ?? (await spaceFor(session))
  if (spaces.size >= MOST_SPACES) spaces.clear()
  spaces.set(session.id, space)
  return space
}

/** More are asked for again. */
const MOST_SPACES = 10_000

async function spaceFor({ id, cwd }: SessionRef): Promise<string> {
  const own = `${HOST}:session:${id}`
  if (settings.space === 'global') return `${HOST}:global`
  if (settings.space === 'session' || cwd === undefined) return own
  const store = await memory()
  try {
    return await projectSpaceOf(cwd, key => store.hasSpace(key), { host: HOST })
  } catch {
    // The folder is gone: its path says which project it was. A path that fits in no key has no project.
    return formerSpacesOf(cwd, { host: HOST }).then(
      former => former.likeliest,
      () => own,
    )
  }
}

/** More are tried when these are done. */
const MOST_RETRIED = 1_000

/** What the engine says of a turn that it will never take. */
const REFUSED = new Set(['turn-differs', 'bad-input', 'id-collision'])
const codeOf = (error: unknown) => (error instanceof PalimpsestError ? error.code : 'failed')

// ---- the calls --------------------------------------------------------------------------------------------------

type Answers = {
  [Name in CallName]: (given: MemoryCalls[Name]['given']) => Promise<MemoryCalls[Name]['answer']>
}

const answers: Answers = {
  async logged({ session }) {
    const space = await spaceOf(session)
    return (await memory()).logged(session.id, { space, host: HOST })
  },

  async capture({ session, turns, parent }) {
    const space = await spaceOf(session)
    const store = await memory()
    for (const turn of turns) {
      try {
        await store.ingest(
          { host: HOST, thread: session.id, ...turn, ...(parent ? { parent } : {}) },
          { space },
        )
      } catch (error) {
        if (parent && codeOf(error) === 'not-found') return 'unknown-parent'
        if (!REFUSED.has(codeOf(error))) throw error
        // Offering it again would be refused again, and hold up those behind it.
        tell({ news: 'warning', message: messageOf(error) })
      }
    }
    return 'stored'
  },

  async warm({ session }) {
    if (isWarm) return undefined
    const space = await spaceOf(session)
    const store = await memory()
    const [event] = await store.events({ space, limit: 1 })
    if (event === undefined) return undefined
    isWarm = true
    // The first question of a thread takes many times as long as the next: this is one that nobody waits for.
    for (let time = 0; time < WARM_UPS; time++) await store.recall({ space, message: event.summary })
    return undefined
  },

  async begin({ session, timeoutMs }) {
    const space = await spaceOf(session)
    const store = await memory()
    const sealed = await store.sealOthers(session.id, { space, host: HOST })
    if (sealed.length > 0) await derive(store, space, timeoutMs)
    return undefined
  },

  async end({ session, timeoutMs }) {
    const space = await spaceOf(session)
    const store = await memory()
    if ((await store.thread(session.id, { space, host: HOST })) === undefined) return undefined
    await store.seal(session.id, { space, host: HOST })
    await derive(store, space, timeoutMs)
    return undefined
  },

  async levels({ session }) {
    const space = await spaceOf(session)
    const blocks = await (await memory()).levels(session.id, { space, host: HOST })
    return blocks.map(({ id, sequence, status, level, firstTurn, lastTurn, logged }) => ({
      block: id,
      sequence,
      isReady: status === 'ready',
      level,
      firstTurn,
      lastTurn,
      ...(logged === undefined ? {} : { logged }),
    }))
  },

  async views({ session, sequences }) {
    const space = await spaceOf(session)
    const store = await memory()
    const views = []
    for (const sequence of sequences) {
      const page = { space, host: HOST, after: sequence - 1, limit: 1, text: true }
      const [block] = (await store.blocks(session.id, page)).blocks
      if (block?.sequence === sequence) views.push({ sequence, level: block.level, text: block.text ?? '' })
    }
    return views
  },

  async recall({ session, message, inView, budgetTokens }) {
    const space = await spaceOf(session)
    const store = await memory()
    const asked = { space, thread: session.id, host: HOST, message, inView, budgetTokens }
    const workspace = session.cwd === undefined ? {} : { workspace: await checkoutOf(session.cwd) }
    return (await store.recall({ ...asked, ...workspace })).text
  },

  async status({ session }) {
    const space = await spaceOf(session)
    return stateOf(await memory(), space, settings)
  },

  async pause({ isPaused }) {
    const store = await memory()
    await (isPaused ? store.pauseDerivation() : store.resumeDerivation())
    return undefined
  },

  async retry() {
    const store = await memory()
    const dead = await store.jobs({ states: ['dead'], limit: MOST_RETRIED })
    const pending = await store.jobs({ states: ['pending'], limit: MOST_RETRIED })
    const waiting = pending.filter(({ notBefore }) => notBefore > Date.now())
    for (const { key } of [...dead, ...waiting]) await store.retryJob(key)
    return dead.length + waiting.length + (await store.retryEvents())
  },

  async directory({ session, language }) {
    const space = await spaceOf(session)
    return (await memory()).directory({ space, language })
  },

  async hold() {
    isHeld = true
    ;(await opened?.catch(() => undefined))?.holdDerivation()
    return undefined
  },

  async release() {
    isHeld = false
    ;(await opened?.catch(() => undefined))?.releaseDerivation()
    return undefined
  },

  async close() {
    await (await opened?.catch(() => undefined))?.close()
    return undefined
  },
}

/**
 * Derives a space until the time is over; what is left the background does. A model takes longer than anybody waits, and
 * what is asked of it would hold up the calls behind this one.
 */
async function derive(store: Memory, space: string, timeoutMs: number): Promise<void> {
  if (asksModel(settings)) return
  const signal = AbortSignal.timeout(timeoutMs)
  await store.drain({ scope: toSpaceId(space), patienceMs: 0, signal }).catch(() => {})
}

/** After as many the time of a question hardly falls any more. */
const WARM_UPS = 2
let isWarm = false

async function answer({ id, name, given }: CallMessage): Promise<void> {
  try {
    const answer = await answers[name](given as never)
    parentPort?.postMessage({ id, answer })
  } catch (error) {
    parentPort?.postMessage({ id, error: { code: codeOf(error), message: messageOf(error) } })
  }
}

/** A turn waits for these: they come before what only stores. */
const URGENT: ReadonlySet<CallName> = new Set(['hold', 'recall', 'levels', 'views'])
const waiting: CallMessage[] = []
/** From the start: the first work is warming up. */
let isWorking = true

/** Calls are answered one after the other; urgent ones first, else in the order they came. */
async function work(): Promise<void> {
  for (;;) {
    const urgent = waiting.findIndex(call => URGENT.has(call.name))
    const [call] = waiting.splice(Math.max(0, urgent), 1)
    if (call === undefined) break
    await answer(call)
    // What came meanwhile is seen.
    await new Promise(resolve => setImmediate(resolve))
  }
  isWorking = false
}

parentPort?.on('message', (call: CallMessage | ModelAnswerMessage) => {
  if ('model' in call) {
    hostModel.hear(call)
    return
  }
  waiting.push(call)
  if (isWorking) return
  isWorking = true
  void work()
})

// Opened while the host still starts: derivation that an earlier process left undone goes on without anybody asking,
// and a host that was started in a project is mostly asked about that.
answers
  .warm({ session: { id: 'start', cwd: process.cwd() } })
  .catch(error => tell({ news: 'warning', message: messageOf(error) }))
  .then(work)
