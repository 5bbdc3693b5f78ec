/** A home of DeepSeek Harness without the harness: files as it and the plugin write them, at times of our choice. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { type DshPlaces, dshPlaces } from '../../../../src/config/dsh-home.ts'
import type { PluginStatus } from '../../../../src/integrations/dsh/status-file.ts'

const MINUTE = 60_000

/** The time of day on the day of the tests. */
export const at = (clock: string): number => Date.parse(`2025-06-18T${clock}:00Z`)

export interface ProfileOptions {
  isDependency?: boolean
  isLayer?: boolean
  version?: string | null
  changedAt?: number
}

export interface SessionOptions {
  /** When its turns ended. */
  ends?: readonly number[]
  /** When the file changed last; default: with its last turn. */
  changedAt?: number
  header?: object
  reason?: string
  /** The file as it stands, instead of a log. */
  raw?: string
  name?: 'session.jsonl.zstd' | 'session.jsonl'
}

export class MadeUpHome {
  readonly places: DshPlaces

  constructor(home: string = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-home-')))) {
    this.places = dshPlaces({ env: { DSH_HOME: home }, home, cwd: home })
    mkdirSync(this.places.home, { recursive: true })
  }

  /** A profile as `dsh plugin add` leaves it at half past eight. */
  profile(name: string, options: ProfileOptions = {}): this {
    const { isDependency = true, isLayer = true, version = '0.1.0', changedAt = at('08:30') } = options
    const folder = join(this.places.profiles, name)
    const plugin = 'palimpsest-dsh'
    const bundles = ['@deepseek-ai/dsh-base', ...(isLayer ? [plugin] : [])]
    this.#write(
      join(folder, 'package.json'),
      {
        name: `dsh-profile-${name}`,
        dependencies: isDependency ? { [plugin]: 'file:palimpsest-dsh.tgz' } : {},
        dsh: { profile: { bundles } },
      },
      changedAt,
    )
    if (version !== null)
      this.#write(join(folder, 'node_modules', plugin, 'package.json'), { name: plugin, version }, changedAt)
    return this
  }

  /** The plugin started at nine; the file was written when the last of it happened. */
  status(change: Partial<PluginStatus> = {}, writtenAt?: number): this {
    const status: PluginStatus = {
      plugin: '0.1.0',
      host: '0.1.0-rc.8',
      isVerifiedHost: true,
      pid: process.pid,
      startedAt: new Date(at('09:00')).toISOString(),
      lastTurnEndedAt: new Date(at('10:00')).toISOString(),
      lastStoredAt: new Date(at('10:00')).toISOString(),
      trouble: [],
      ...change,
    }
    this.#write(this.places.status, status, writtenAt ?? Date.parse(status.lastStoredAt ?? status.startedAt))
    return this
  }

  session(id: string, options: SessionOptions = {}): this {
    const { ends = [], header = {}, reason = 'completed', raw, name = 'session.jsonl.zstd' } = options
    const file = join(this.places.sessions, '--work-atlas--', id, name)
    const entries = ends.flatMap((time, turn) => [
      { seq: 2 * turn, time: time - MINUTE, type: 'turn/start', data: { turn: turn + 1 } },
      { seq: 2 * turn + 1, time, type: 'turn/end', data: { turn: turn + 1, reason: { kind: reason } } },
    ])
    const lines = [{ type: 'session', version: 0, id, createdAt: at('09:00'), ...header }, ...entries]
    const frames = lines.map(line => Buffer.from(`${JSON.stringify(line)}\n`))
    const log = Buffer.concat(name.endsWith('.zstd') ? frames.map(frame => zstdCompressSync(frame)) : frames)
    this.#write(file, raw ?? log, options.changedAt ?? ends.at(-1) ?? at('09:00'))
    return this
  }

  mark(session: string, owner: number): this {
    this.#write(join(this.places.open, encodeURIComponent(session)), String(owner), at('10:00'))
    return this
  }

  remove(): void {
    rmSync(this.places.home, { recursive: true, force: true })
  }

  #write(file: string, content: object | string, changedAt: number): void {
    mkdirSync(dirname(file), { recursive: true })
    const isText = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(file, isText ? content : JSON.stringify(content))
    utimesSync(file, changedAt / 1000, changedAt / 1000)
  }
}

/** The number of a process that has ended. */
export const deadProcess = (): number => spawnSync(process.execPath, ['--version']).pid
