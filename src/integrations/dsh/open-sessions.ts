/**
 * Marks of sessions that have turns which memory does not hold yet, so that a process that was killed, or ended before
 * memory was free, is made good by the next one.
 *
 * Owns: one small file a session beside the database. A mark is made when a turn starts and taken away once everything
 * is stored; one whose process is gone is work for whoever finds it. Never waited for.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A session with turns that memory may not hold. */
export interface Mark {
  session: string
  /** Whether the process that made the mark is gone. */
  isAbandoned: boolean
}

/** The marks in a folder, by session; what else lies there is passed over. */
export async function readMarks(folder: string): Promise<Mark[]> {
  const names = await readdir(folder).catch(() => [])
  const marks: Mark[] = []
  for (const name of names.sort()) {
    const session = decoded(name)
    if (session !== undefined) marks.push({ session, isAbandoned: await isAbandoned(join(folder, name)) })
  }
  return marks
}

/** Undefined for a name that no mark has. */
function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

export class OpenSessions {
  readonly #folder: string
  /** The last thing done with each mark, so that making and taking away never overtake each other. */
  readonly #steps = new Map<string, Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A turn of the session has started. */
  mark(session: string): void {
    this.#step(session, async file => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await writeFile(file, String(process.pid), { mode: 0o600 })
    })
  }

  /** All of the session is stored. */
  clear(session: string): void {
    this.#step(session, file => rm(file, { force: true }))
  }

  /** Resolves when every mark is as it should be. */
  async settle(): Promise<void> {
    await Promise.all(this.#steps.values())
  }

  /** Sessions that a process which still runs has open. */
  async live(): Promise<string[]> {
    const marks = await readMarks(this.#folder)
    return marks.filter(({ isAbandoned }) => !isAbandoned).map(({ session }) => session)
  }

  /** Sessions whose process is gone. */
  async abandoned(): Promise<string[]> {
    const marks = await readMarks(this.#folder)
    return marks.filter(({ isAbandoned }) => isAbandoned).map(({ session }) => session)
  }

  #step(session: string, act: (file: string) => Promise<void>): void {
    const file = join(this.#folder, encodeURIComponent(session))
    const before = this.#steps.get(session) ?? Promise.resolve()
    // A mark that cannot be written loses nothing but this second chance.
    const step = before.then(() => act(file)).catch(() => {})
    this.#steps.set(session, step)
    void step.then(() => {
      if (this.#steps.get(session) === step) this.#steps.delete(session)
    })
  }
}

/** A process of the same number may have made it before this one started, as in a container that starts anew. */
async function isAbandoned(file: string): Promise<boolean> {
  try {
    const owner = Number(await readFile(file, 'utf8'))
    if (owner !== process.pid) return !isAlive(owner)
    return (await stat(file)).mtimeMs < performance.timeOrigin
  } catch {
    return false
  }
}

/** Whether a process bears the number; one of somebody else does too. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
