/**
 * What is wrong with memory in DeepSeek Harness, seen from outside: the harness need not run, and nothing is changed.
 *
 * Owns: which findings there are, when each holds, and how grave it is. Leaves words and remedies to the command line,
 * and the database file to its own doctor.
 */
import { stat } from 'node:fs/promises'
import type { DshPlaces } from '../../../config/dsh-home.ts'
import { isSupportedHost, SUPPORTED_HOSTS, TESTED_HOST } from '../host-versions.ts'
import { type Mark, readMarks } from '../open-sessions.ts'
import { type PluginStatus, readStatus } from '../status-file.ts'
import { wordsOf } from '../words.ts'
import { isActive, type ProfileState, readProfiles } from './profiles.ts'
import { type Sign, signOfTurn } from './session-logs.ts'

/** `error`: memory is lost, or there is none; `warning`: something waits for the user; `note`: it may be meant so. */
type Severity = 'error' | 'warning' | 'note'

/**
 * - `no-home`: the harness was never started here.
 * - `not-installed`: no profile has the plugin; `half-installed`: one lists it and does not load it.
 * - `never-started`: the plugin is installed and never ran.
 * - `host-unverified`: the harness's version is not among those that are supported.
 * - `trouble`: something that the plugin told since its start.
 * - `no-events`: the plugin runs, and turns ended without it.
 * - `sessions-open`: sessions whose process ended before all was stored.
 * - `database-gone`: turns were stored, and there is no database.
 */
export type HostFinding = { severity: Severity } & (
  | { code: 'no-home' }
  | { code: 'not-installed'; profiles: readonly string[] }
  | { code: 'half-installed'; profile: string; lacks: 'dependency' | 'layer' | 'files' }
  | { code: 'never-started'; sign: Sign | undefined }
  | { code: 'host-unverified'; host: string | null }
  | { code: 'trouble'; text: string; startedAt: number }
  | { code: 'no-events'; since: number; sign: Sign; without: readonly string[] }
  | { code: 'sessions-open'; sessions: readonly string[] }
  | { code: 'database-gone'; lastTurnEndedAt: number }
)

export interface HostReport {
  profiles: readonly ProfileState[]
  /** As the plugin wrote it last; null when it never started. */
  status: PluginStatus | null
  supported: { range: string; tested: string }
  /** Worst first. */
  findings: readonly HostFinding[]
}

export interface HostRequest {
  places: DshPlaces
  isDatabaseThere: boolean
  /** Epoch milliseconds. */
  now: number
}

/** What is known, read once. */
interface Seen extends HostRequest {
  profiles: readonly ProfileState[]
  read: Awaited<ReturnType<typeof readStatus>>
  marks: readonly Mark[]
}

/** A turn's end, the status file and the log are written within this time of each other, milliseconds. */
const SETTLING_MS = 5_000
const ORDER: readonly Severity[] = ['error', 'warning', 'note']

export async function inspectHost(request: HostRequest): Promise<HostReport> {
  const { places } = request
  const profiles = await readProfiles(places.profiles)
  const read = await readStatus(places.status)
  const seen: Seen = { ...request, profiles, read, marks: await readMarks(places.open) }
  const isHomeThere = await stat(places.home).then(
    found => found.isDirectory(),
    () => false,
  )
  const findings = isHomeThere ? await findingsOf(seen) : [{ severity: 'error', code: 'no-home' } as const]
  return {
    profiles,
    status: read?.status ?? null,
    supported: { range: SUPPORTED_HOSTS, tested: TESTED_HOST },
    findings: ORDER.flatMap(severity => findings.filter(one => one.severity === severity)),
  }
}

async function findingsOf(seen: Seen): Promise<HostFinding[]> {
  const always = [...databaseGone(seen), ...installation(seen.profiles)]
  // Without the plugin what it left behind says nothing of today.
  if (!seen.profiles.some(isActive)) return always
  return [
    ...always,
    ...(await connection(seen)),
    ...hostVersion(seen),
    ...trouble(seen),
    ...openSessions(seen),
  ]
}

function databaseGone({ isDatabaseThere, read }: Seen): HostFinding[] {
  const ended = read?.status.lastTurnEndedAt ?? null
  if (isDatabaseThere || ended === null) return []
  return [{ severity: 'error', code: 'database-gone', lastTurnEndedAt: Date.parse(ended) }]
}

function installation(profiles: readonly ProfileState[]): HostFinding[] {
  const halves = profiles.filter(one => (one.isDependency || one.isLayer) && !isActive(one))
  const isSomewhere = profiles.some(isActive)
  if (halves.length === 0 && !isSomewhere)
    return [{ severity: 'error', code: 'not-installed', profiles: profiles.map(({ profile }) => profile) }]
  return halves.map(({ profile, isDependency, isLayer }) => ({
    severity: isSomewhere ? 'warning' : 'error',
    code: 'half-installed',
    profile,
    lacks: !isDependency ? 'dependency' : !isLayer ? 'layer' : 'files',
  }))
}

/** Whether turns of the harness reach the plugin. */
async function connection(seen: Seen): Promise<HostFinding[]> {
  const { profiles, read, marks, places, now } = seen
  const signAfter = (time: number) =>
    signOfTurn({
      folder: places.sessions,
      after: time,
      before: now - SETTLING_MS,
      // A mark says that the plugin heard of the turn.
      except: new Set(marks.map(({ session }) => session)),
    })
  if (read === undefined) {
    const installedAt = Math.min(...profiles.filter(isActive).map(({ changedAt }) => changedAt))
    const sign = await signAfter(installedAt)
    return [{ severity: sign ? 'warning' : 'note', code: 'never-started', sign }]
  }
  const { startedAt, lastTurnEndedAt } = read.status
  const since = Math.max(Date.parse(startedAt), lastTurnEndedAt === null ? 0 : Date.parse(lastTurnEndedAt))
  // Of several processes of the harness the last one to write has the file: any writing of it is a sign of life.
  const sign = await signAfter(Math.max(since, read.writtenAt) + SETTLING_MS)
  if (sign === undefined) return []
  const without = profiles.filter(one => !isActive(one)).map(({ profile }) => profile)
  const isCertain = without.length === 0 && sign.session !== null
  return [{ severity: isCertain ? 'warning' : 'note', code: 'no-events', since, sign, without }]
}

function hostVersion({ read }: Seen): HostFinding[] {
  if (read === undefined || isSupportedHost(read.status.host ?? undefined)) return []
  return [{ severity: 'warning', code: 'host-unverified', host: read.status.host }]
}

/** What the plugin told, besides the version, which is a finding of its own. */
function trouble({ read }: Seen): HostFinding[] {
  if (read === undefined) return []
  const { status } = read
  const ofVersion = (['en', 'zh'] as const).map(language =>
    wordsOf(language).trouble['unverified-host'](status.host ?? '?'),
  )
  return status.trouble
    .filter(text => !ofVersion.includes(text))
    .map(text => ({ severity: 'warning', code: 'trouble', text, startedAt: Date.parse(status.startedAt) }))
}

function openSessions({ marks }: Seen): HostFinding[] {
  const sessions = marks.filter(({ isAbandoned }) => isAbandoned).map(({ session }) => session)
  return sessions.length === 0 ? [] : [{ severity: 'note', code: 'sessions-open', sessions }]
}
