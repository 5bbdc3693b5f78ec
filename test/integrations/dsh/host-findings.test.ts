/** What the doctor finds in a home of DeepSeek Harness. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HostReport, inspectHost } from '../../../src/integrations/dsh/doctor/host-findings.ts'
import { SUPPORTED_HOSTS, TESTED_HOST } from '../../../src/integrations/dsh/host-versions.ts'
import { wordsOf } from '../../../src/integrations/dsh/words.ts'
import { at, deadProcess, MadeUpHome } from './support/made-up-home.ts'

let home: MadeUpHome
beforeEach(() => {
  home = new MadeUpHome()
})
afterEach(() => home.remove())

const inspect = (given: { isDatabaseThere?: boolean; now?: number } = {}): Promise<HostReport> =>
  inspectHost({ places: home.places, isDatabaseThere: true, now: at('12:00'), ...given })
const findings = async (given?: Parameters<typeof inspect>[0]) => (await inspect(given)).findings
const instant = (clock: string) => new Date(at(clock)).toISOString()

describe('a home in which memory works', () => {
  it('has no findings, and says what was seen of it', async () => {
    home
      .profile('web')
      .status()
      .session('told', { ends: [at('10:00')] })
    const report = await inspect()
    expect(report).toEqual({
      profiles: [
        { profile: 'web', isDependency: true, isLayer: true, version: '0.1.0', changedAt: at('08:30') },
      ],
      status: expect.objectContaining({ plugin: '0.1.0', host: '0.1.0-rc.8' }),
      supported: { range: SUPPORTED_HOSTS, tested: TESTED_HOST },
      findings: [],
    })
  })

  it('says nothing of what another home holds (P78)', async () => {
    const other = new MadeUpHome()
    other
      .profile('web')
      .status({ host: '9.9.9', trouble: ['No memory.'] })
      .session('untold', { ends: [at('11:00')] })
      .mark('untold', deadProcess())
    home
      .profile('web')
      .status()
      .session('told', { ends: [at('10:00')] })
    expect(await findings()).toEqual([])
    expect((await inspect()).profiles).toHaveLength(1)
    expect(
      (await inspectHost({ places: other.places, isDatabaseThere: true, now: at('12:00') })).findings,
    ).not.toEqual([])
    other.remove()
  })

  it('is not changed by being looked at', async () => {
    home.profile('web').status()
    await inspect()
    expect([home.places.open, home.places.sessions, home.places.database].map(existsSync)).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('installation', () => {
  it('is missed where there is no home', async () => {
    home.remove()
    expect(await findings({ isDatabaseThere: false })).toEqual([{ severity: 'error', code: 'no-home' }])
  })

  it('is missed where no profile has the plugin, and what an earlier one left behind says nothing', async () => {
    home
      .profile('headless', { isDependency: false, isLayer: false, version: null })
      .status({ host: '9.9.9', trouble: ['No memory.'] })
      .mark('told', deadProcess())
    expect(await findings()).toEqual([{ severity: 'error', code: 'not-installed', profiles: ['headless'] }])
  })

  it.each([
    ['layer', { isLayer: false }],
    ['dependency', { isDependency: false }],
    ['files', { version: null }],
  ])('is half of one where the %s is missing', async (lacks, options) => {
    home.profile('web', options).status()
    const half = { code: 'half-installed', profile: 'web', lacks }
    expect(await findings()).toEqual([{ severity: 'error', ...half }])
    home.profile('headless')
    expect(await findings()).toEqual([{ severity: 'warning', ...half }])
  })
})

describe('the start of the plugin', () => {
  it('is waited for after an installation', async () => {
    home.profile('web').session('before', { ends: [at('08:00')] })
    expect(await findings({ isDatabaseThere: false })).toEqual([
      { severity: 'note', code: 'never-started', sign: undefined },
    ])
  })

  it('is missed once the harness was used since', async () => {
    home.profile('web').session('told', { ends: [at('09:30')] })
    expect(await findings()).toEqual([
      { severity: 'warning', code: 'never-started', sign: { session: 'told', endedAt: at('09:30') } },
    ])
  })

  it('is not known from a file that is none of the plugin', async () => {
    home.profile('web').status({ startedAt: 'today' })
    expect(await findings()).toMatchObject([{ code: 'never-started' }])
    writeFileSync(home.places.status, '{')
    expect(await findings()).toMatchObject([{ code: 'never-started' }])
  })
})

describe('the version of the harness', () => {
  it.each(['0.0.9', '0.3.0', null])('is told when it is %j', async host => {
    home.profile('web').status({ host, isVerifiedHost: false })
    expect(await findings()).toEqual([{ severity: 'warning', code: 'host-unverified', host }])
  })

  it('is told once, though the plugin told it too', async () => {
    const trouble = (['en', 'zh'] as const).map(language =>
      wordsOf(language).trouble['unverified-host']('9.9.9'),
    )
    home.profile('web').status({ host: '9.9.9', trouble })
    expect(await findings()).toEqual([{ severity: 'warning', code: 'host-unverified', host: '9.9.9' }])
  })
})

it('passes on each trouble that the plugin told', async () => {
  home.profile('web').status({ trouble: ['Memory is not available.', 'Settings were replaced.'] })
  expect(await findings()).toEqual(
    ['Memory is not available.', 'Settings were replaced.'].map(text => ({
      severity: 'warning',
      code: 'trouble',
      text,
      startedAt: at('09:00'),
    })),
  )
})

describe('events that do not come', () => {
  const silent = { severity: 'warning', code: 'no-events', since: at('10:00'), without: [] }

  it('are missed when a turn ended since the last one that the plugin heard of', async () => {
    home
      .profile('web')
      .status()
      .session('told', { ends: [at('10:00'), at('11:00')] })
    const sign = { session: 'told', endedAt: at('11:00') }
    expect(await findings()).toEqual([{ ...silent, sign }])
  })

  it('are missed when no turn was ever heard of', async () => {
    home.profile('web').status({ lastTurnEndedAt: null, lastStoredAt: null })
    home.session('told', { ends: [at('11:00')], name: 'session.jsonl' })
    const sign = { session: 'told', endedAt: at('11:00') }
    expect(await findings()).toEqual([{ ...silent, since: at('09:00'), sign }])
  })

  it('may be missing where a profile has no plugin, or where the log cannot be read', async () => {
    home
      .profile('web')
      .status()
      .session('told', { ends: [at('11:00')] })
    home.profile('bare', { isDependency: false, isLayer: false, version: null })
    expect(await findings()).toMatchObject([{ severity: 'note', code: 'no-events', without: ['bare'] }])
    rmSync(home.places.sessions, { recursive: true })
    home.profile('bare').session('told', { raw: 'another form', changedAt: at('11:00') })
    const path = join(home.places.sessions, '--work-atlas--', 'told', 'session.jsonl.zstd')
    const sign = { session: null, path, changedAt: at('11:00') }
    expect(await findings()).toEqual([{ ...silent, severity: 'note', sign }])
  })

  it.each([
    ['the log changed without a turn', { ends: [at('10:00')], changedAt: at('11:00') }],
    ['a turn is a subagent’s', { ends: [at('11:00')], header: { origin: 'subagent' } }],
    ['a turn was cut off by a crash', { ends: [at('11:00')], reason: 'interrupted' }],
    ['a fork brought the turn along', { ends: [at('11:00')], header: { seedLength: 2 } }],
    ['a turn ended this moment', { ends: [at('12:00') - 1_000] }],
  ])('are not missed when %s', async (_, session) => {
    home.profile('web').status().session('told', session)
    expect(await findings()).toEqual([])
  })

  it('are not missed of a session that the plugin has marked', async () => {
    home
      .profile('web')
      .status()
      .session('told/1', { ends: [at('11:00')] })
      .mark('told/1', process.ppid)
    expect(await findings()).toEqual([])
  })

  it('are not missed when another process of the harness wrote the file since', async () => {
    home.profile('web').status({}, at('11:10'))
    home.session('told', { ends: [at('11:00')] })
    expect(await findings()).toEqual([])
  })
})

describe('sessions that are not stored to their end', () => {
  it('are named when their process is gone, not while it runs', async () => {
    home.profile('web').status().mark('asked', process.ppid).mark('told/1', deadProcess())
    expect(await findings()).toEqual([{ severity: 'note', code: 'sessions-open', sessions: ['told/1'] }])
  })

  it('are named when a process that bore the number of this one made the mark', async () => {
    home.profile('web').status().mark('former', process.pid)
    expect(await findings()).toMatchObject([{ code: 'sessions-open', sessions: ['former'] }])
  })

  it('are not made up from other files', async () => {
    home.profile('web').status().mark('told', process.ppid)
    writeFileSync(join(home.places.open, '100%'), '')
    expect(await findings()).toEqual([])
  })
})

describe('the database', () => {
  it('is missed once a turn has ended', async () => {
    home.profile('web').status()
    expect(await findings({ isDatabaseThere: false })).toEqual([
      { severity: 'error', code: 'database-gone', lastTurnEndedAt: at('10:00') },
    ])
  })

  it('is not missed before', async () => {
    home.profile('web').status({ lastTurnEndedAt: null, lastStoredAt: null })
    expect(await findings({ isDatabaseThere: false })).toEqual([])
  })
})

it('tells the worst first', async () => {
  home
    .profile('web')
    .status({ host: '9.9.9', lastStoredAt: instant('10:00') })
    .mark('told', deadProcess())
  const found = await findings({ isDatabaseThere: false })
  expect(found.map(({ severity, code }) => [severity, code])).toEqual([
    ['error', 'database-gone'],
    ['warning', 'host-unverified'],
    ['note', 'sessions-open'],
  ])
})
