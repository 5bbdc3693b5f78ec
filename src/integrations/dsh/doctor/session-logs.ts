/**
 * The harness's own logs of its sessions, looked at from outside while it may be writing them.
 *
 * Owns: which of them changed, and when a turn last ended in one. Relies on these host facts: a log is
 * `sessions/PROJECT/SESSION/session.jsonl.zstd`, or `.jsonl` where compression is off; its first line is the session's
 * header, each other one an entry; frames hold whole lines; a turn that a crash cut off is ended by the next process
 * that opens the session, as `interrupted`, and nobody is told.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { type HostEvent, type HostSessionHeader, isMain } from '../host.ts'
import { framesOf } from './zstd-frames.ts'

const NAMES = ['session.jsonl.zstd', 'session.jsonl']
/** Logs that are opened; those that changed last come first. */
const LOOKED_INTO = 20

/** A turn that ended, or, with `session` null, a log that changed and cannot be read here. */
export type Sign = { session: string; endedAt: number } | { session: null; path: string; changedAt: number }

export interface SignRequest {
  /** The harness's folder of sessions. */
  folder: string
  /** Epoch milliseconds; what is later counts. */
  after: number
  before: number
  /** Sessions that do not count. */
  except: ReadonlySet<string>
}

/**
 * A sign that a turn of a main session ended in the time given; the first is taken from the log that changed last.
 * A log that changed for another reason (a title, a command, a session opened again) is none.
 */
export async function signOfTurn({ folder, after, before, except }: SignRequest): Promise<Sign | undefined> {
  const logs = await logsChangedAfter(folder, after)
  let unread: Sign | undefined
  for (const { path, changedAt } of logs.slice(0, LOOKED_INTO)) {
    const log = await readLog(path)
    if (log === undefined) {
      if (changedAt < before) unread ??= { session: null, path, changedAt }
      continue
    }
    const session = log.header.id ?? ''
    if (!isMain(log.header) || except.has(session)) continue
    const endedAt = log.endsOfTurns.find(time => time > after && time < before)
    if (endedAt !== undefined) return { session, endedAt }
  }
  return unread
}

interface LogFile {
  path: string
  changedAt: number
}

/** The newest change first. */
async function logsChangedAfter(folder: string, after: number): Promise<LogFile[]> {
  const projects = await readdir(folder).catch(() => [])
  const sessions = await Promise.all(
    projects.map(async project => {
      const names = await readdir(join(folder, project)).catch(() => [])
      return names.map(name => join(folder, project, name))
    }),
  )
  const paths = sessions.flat().flatMap(session => NAMES.map(name => join(session, name)))
  const files = await Promise.all(
    paths.map(async path => ({
      path,
      changedAt: await stat(path).then(
        found => found.mtimeMs,
        () => 0,
      ),
    })),
  )
  return files
    .filter(({ changedAt }) => changedAt > after)
    .sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1))
}

interface Log {
  header: HostSessionHeader
  /** When turns ended, the last one first; those that a fork brought along are left out. */
  endsOfTurns: readonly number[]
}

/** Undefined when it is no log of the form that is known. */
async function readLog(path: string): Promise<Log | undefined> {
  try {
    const bytes = await readFile(path)
    const parts = path.endsWith('.zstd') ? framesOf(bytes).map(frame => zstdDecompressSync(frame)) : [bytes]
    const lines = parts.flatMap(part => part.toString('utf8').split('\n').filter(Boolean))
    const header = JSON.parse(lines[0] ?? '') as HostSessionHeader & { type?: unknown }
    if (header.type !== 'session' || typeof header.id !== 'string') return undefined
    return { header, endsOfTurns: endsOfTurns(lines, header.seedLength ?? 0) }
  } catch {
    // Another form, or gone since: the caller says that it cannot be read.
    return undefined
  }
}

function endsOfTurns(lines: readonly string[], seedLength: number): number[] {
  return lines
    .filter(line => line.includes('"turn/end"'))
    .map(line => JSON.parse(line) as HostEvent)
    .filter(({ seq, type, data }) => type === 'turn/end' && seq >= seedLength && !isInterrupted(data))
    .map(({ time }) => time)
    .reverse()
}

const isInterrupted = (data: unknown): boolean =>
  (data as { reason?: { kind?: string } }).reason?.kind === 'interrupted'
