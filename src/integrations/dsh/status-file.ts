/**
 * A small file beside the database that says how the plugin fares in its host, for `palimpsest doctor --dsh`.
 *
 * Owns: the file's form, reading it, and writing it without anybody waiting. Its times are no part of memory.
 */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What the file holds; times are ISO 8601. */
export interface PluginStatus {
  plugin: string
  /** Version of the host; null when it does not say. */
  host: string | null
  isVerifiedHost: boolean
  pid: number
  startedAt: string
  /** When a turn last ended in the host; null when none did since the start. */
  lastTurnEndedAt: string | null
  /** When a turn was last stored. */
  lastStoredAt: string | null
  /** What was told as wrong since the start. */
  trouble: readonly string[]
  /** The setting: what summaries and facts are derived with; null: no model. Absent in files of earlier versions. */
  model?: string | null
  /** Most tokens that it may use a day; null: no model. */
  dailyTokens?: number | null
}

/** The file as it stands, and when it was written, epoch milliseconds; undefined when no plugin wrote it. */
export async function readStatus(
  path: string,
): Promise<{ status: PluginStatus; writtenAt: number } | undefined> {
  try {
    const status: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isStatus(status) ? { status, writtenAt: (await stat(path)).mtimeMs } : undefined
  } catch {
    // It is not there, or somebody else wrote it: nothing is known of the plugin either way.
    return undefined
  }
}

function isStatus(read: unknown): read is PluginStatus {
  if (typeof read !== 'object' || read === null) return false
  const { plugin, host, startedAt, lastTurnEndedAt, lastStoredAt, trouble } = read as Partial<PluginStatus>
  return (
    typeof plugin === 'string' &&
    (host === null || typeof host === 'string') &&
    [startedAt, lastTurnEndedAt ?? startedAt, lastStoredAt ?? startedAt].every(isTimeText) &&
    Array.isArray(trouble) &&
    trouble.every(text => typeof text === 'string')
  )
}

const isTimeText = (text: unknown): boolean => typeof text === 'string' && !Number.isNaN(Date.parse(text))

/** Changes that come in quick succession are written together. */
const WAIT_MS = 200

export class StatusFile {
  readonly #path: string
  #status: PluginStatus
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, status: PluginStatus) {
    this.#path = path
    this.#status = status
    this.update({})
  }

  update(change: Partial<PluginStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#timer ??= setTimeout(() => this.#write(), WAIT_MS).unref()
  }

  /** Resolves when the file says all of it. */
  async settle(): Promise<void> {
    if (this.#timer !== undefined) this.#write()
    await this.#writing
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = `${JSON.stringify(this.#status, null, 2)}\n`
    // Nobody depends on it: a disk that is full or read-only has its own notice.
    this.#writing = this.#writing.then(() => replaceFile(this.#path, text)).catch(() => {})
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}`
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, path)
}
