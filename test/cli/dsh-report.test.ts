/** Each finding in DeepSeek Harness is told in both languages: what, what shows it, what to do. */
import picocolors from 'picocolors'
import { describe, expect, it } from 'vitest'
import { dshJson, dshLines } from '../../src/cli/dsh-report.ts'
import { textsOf } from '../../src/cli/texts/texts.ts'
import { dshPlaces } from '../../src/config/dsh-home.ts'
import type { HostFinding } from '../../src/integrations/dsh/doctor/host-findings.ts'

const AT = Date.parse('2025-06-18T10:00:00Z')
const sign = { session: 'told\x1b', endedAt: AT }
const unread = { session: null, path: '/dsh/sessions/log', changedAt: AT }

const FINDINGS: readonly HostFinding[] = [
  { severity: 'error', code: 'no-home' },
  { severity: 'error', code: 'not-installed', profiles: [] },
  { severity: 'error', code: 'not-installed', profiles: ['web', 'headless'] },
  { severity: 'error', code: 'half-installed', profile: 'web', lacks: 'dependency' },
  { severity: 'error', code: 'half-installed', profile: 'web', lacks: 'layer' },
  { severity: 'error', code: 'half-installed', profile: 'web', lacks: 'files' },
  { severity: 'note', code: 'never-started', sign: undefined },
  { severity: 'warning', code: 'never-started', sign },
  { severity: 'warning', code: 'host-unverified', host: '9.9.9' },
  { severity: 'warning', code: 'host-unverified', host: null },
  { severity: 'warning', code: 'trouble', text: '记忆暂不可用 memory', startedAt: AT },
  { severity: 'warning', code: 'no-events', since: AT, sign, without: [] },
  { severity: 'note', code: 'no-events', since: AT, sign, without: ['headless'] },
  { severity: 'note', code: 'no-events', since: AT, sign: unread, without: [] },
  { severity: 'note', code: 'sessions-open', sessions: ['told', 'asked'] },
  { severity: 'error', code: 'database-gone', lastTurnEndedAt: AT },
]

const given = (finding: HostFinding, language: 'en' | 'zh') => ({
  report: {
    profiles: [],
    status: null,
    supported: { range: '>=0.1.0', tested: '0.1.0' },
    findings: [finding],
  },
  places: dshPlaces({ env: { DSH_HOME: '/dsh' }, home: '/home/mira', cwd: '/' }),
  style: { colours: picocolors.createColors(false), width: 100, texts: textsOf(language), zone: 'UTC' },
})

describe.each(['en', 'zh'] as const)('findings in %s', language => {
  it.each(FINDINGS)('say what, what shows it and what to do: $severity $code', finding => {
    const [told] = dshJson(given(finding, language)).findings
    expect(told).toMatchObject({ code: finding.code, severity: finding.severity })
    for (const text of [told?.what, told?.evidence, told?.remedy]) {
      expect(text).toMatch(language === 'zh' ? /\p{Script=Han}/u : /[a-z]{2}/)
      expect(text).not.toMatch(/undefined|null|\[object/)
    }
    const lines = dshLines(given(finding, language))
    expect(lines.join('\n')).not.toContain('\x1b')
    expect(lines.some(line => line.includes(finding.code))).toBe(true)
    expect(lines.some(line => line.startsWith('    → '))).toBe(true)
  })
})
