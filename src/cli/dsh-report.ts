/**
 * How memory fares in DeepSeek Harness, for people and for programs.
 *
 * Owns: the words of each finding. Leaves what is found to `integrations/dsh/doctor`.
 */
import type { DshPlaces } from '../config/dsh-home.ts'
import type { HostFinding, HostReport } from '../integrations/dsh/doctor/host-findings.ts'
import { isActive } from '../integrations/dsh/doctor/profiles.ts'
import { findingLines, type ShownFinding } from './draw/findings.ts'
import { count, inline, pairs, type Style } from './draw/layout.ts'
import { iso, stamp } from './times.ts'

/** What is reported, where, and how it is drawn. */
interface DshReport {
  report: HostReport
  places: DshPlaces
  style: Style
}

type Wording = Pick<Required<ShownFinding>, 'what' | 'evidence' | 'remedy'>

export function dshJson({ report, places, style }: DshReport) {
  const { profiles, status, supported } = report
  const at = (text: string | null) => (text === null ? null : iso(Date.parse(text), style.zone))
  return {
    home: places.home,
    profiles: profiles.map(one => ({ profile: one.profile, version: one.version, active: isActive(one) })),
    plugin: status && {
      version: status.plugin,
      host: status.host,
      startedAt: at(status.startedAt),
      lastTurnEndedAt: at(status.lastTurnEndedAt),
      lastStoredAt: at(status.lastStoredAt),
    },
    supported,
    findings: shown({ report, places, style }),
  }
}

export function dshLines(given: DshReport): string[] {
  const { report, style } = given
  return [...pairs(rowsOf(given), style), '', headOf(report, style), ...findingLines(shown(given), style)]
}

export const hasHostErrors = ({ findings }: HostReport): boolean =>
  findings.some(({ severity }) => severity === 'error')

function headOf({ findings, status }: HostReport, { colours, texts }: Style): string {
  if (findings.some(({ severity }) => severity === 'error')) return colours.red(texts.dsh.attention)
  if (findings.some(({ severity }) => severity === 'warning')) return colours.yellow(texts.dsh.attention)
  return colours.green(status === null ? texts.dsh.waiting : texts.dsh.connected)
}

function rowsOf({ report, places, style }: DshReport): [string, string][] {
  const { profiles, status, supported } = report
  const { dsh: t } = style.texts
  const installed = profiles.filter(isActive).map(one => t.inProfile(one.version ?? '', one.profile))
  const at = (text: string) => stamp(Date.parse(text), style)
  const { lastTurnEndedAt: ended = null, lastStoredAt: stored = null } = status ?? {}
  return [
    ['DeepSeek Harness', places.home],
    [t.rows.plugin, inline(installed.join(' · ') || t.notInstalled)],
    [
      t.rows.start,
      status === null
        ? t.neverStarted
        : inline(t.started(at(status.startedAt), status.plugin, status.host ?? t.unknownVersion)),
    ],
    ...(status === null
      ? []
      : [
          [t.rows.turn, ended === null ? t.noTurn : t.turn(at(ended), stored && at(stored))] as [
            string,
            string,
          ],
        ]),
    [t.rows.versions, t.versions(supported.range, supported.tested)],
  ]
}

function shown({ report, places, style }: DshReport): ShownFinding[] {
  return report.findings.map(finding => ({
    code: finding.code,
    severity: finding.severity,
    ...worded(finding, { report, places, style }),
  }))
}

function worded(finding: HostFinding, { report, places, style }: DshReport): Wording {
  const { finding: t, lacks, versions } = style.texts.dsh
  const at = (time: number) => stamp(time, style)
  switch (finding.code) {
    case 'no-home':
      return t.noHome(places.home)
    case 'not-installed':
      return t.notInstalled(places.profiles, finding.profiles.join(', '))
    case 'half-installed':
      return { ...t.halfInstalled(finding.profile), evidence: lacks[finding.lacks] }
    case 'never-started':
      return finding.sign
        ? { ...t.neverStarted, evidence: signText(finding.sign, style) }
        : t.notYetStarted(places.status)
    case 'host-unverified':
      return t.hostUnverified(finding.host, versions(report.supported.range, report.supported.tested))
    case 'trouble':
      return { what: finding.text, ...t.trouble(at(finding.startedAt)) }
    case 'no-events':
      return noEvents(finding, style)
    case 'sessions-open':
      return t.sessionsOpen(count(finding.sessions.length), finding.sessions.join(', '))
    case 'database-gone':
      return t.databaseGone(places.database, at(finding.lastTurnEndedAt))
  }
}

type Of<Code extends HostFinding['code']> = Extract<HostFinding, { code: Code }>

function noEvents({ severity, since, sign, without }: Of<'no-events'>, style: Style): Wording {
  const { finding: t, sign: signs } = style.texts.dsh
  const wording = (severity === 'note' ? t.noEventsPerhaps : t.noEvents)(stamp(since, style))
  const others = without.length === 0 ? '' : signs.without(without.join(', '))
  return { ...wording, evidence: signText(sign, style) + others }
}

function signText(sign: Of<'no-events'>['sign'], style: Style): string {
  const { sign: t } = style.texts.dsh
  return sign.session === null
    ? t.changed(sign.path, stamp(sign.changedAt, style))
    : t.turn(sign.session, stamp(sign.endedAt, style))
}
