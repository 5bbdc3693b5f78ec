/** What the doctor says of a real home of the harness. */
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dshPlaces } from '../../src/config/dsh-home.ts'
import { inspectHost } from '../../src/integrations/dsh/doctor/host-findings.ts'
import { isHostThere, PROFILE, TestHome } from './support/host.ts'
import { type Model, startModel } from './support/model.ts'

/** Longer than what counts as one moment. */
const A_WHILE_MS = 5_500

describe.skipIf(!isHostThere)('the doctor in a home of DeepSeek Harness', () => {
  let model: Model
  let home: TestHome

  beforeAll(async () => {
    model = await startModel()
    home = new TestHome({ model })
  })
  afterAll(async () => {
    await home.remove()
    await model.close()
  })

  const inspect = () => {
    const places = dshPlaces({ env: { DSH_HOME: home.home }, home: home.home, cwd: home.home })
    return inspectHost({ places, isDatabaseThere: existsSync(places.database), now: Date.now() + A_WHILE_MS })
  }

  it('waits for the first start, then finds memory connected', async () => {
    expect((await inspect()).findings).toEqual([{ severity: 'note', code: 'never-started', sign: undefined }])
    const host = await home.start()
    await host.create('told', home.workspace('atlas'))
    await host.say('told', 'We decided to use pnpm.')
    await host.exit()
    expect(await inspect()).toMatchObject({
      profiles: [{ profile: PROFILE, isDependency: true, isLayer: true, version: expect.any(String) }],
      status: { lastStoredAt: expect.any(String) },
      findings: [],
    })
  })

  it('misses no events of a session that was opened again with nothing said but a command', async () => {
    const host = await home.start()
    await wait(A_WHILE_MS)
    await host.step('resume', { session: 'told' })
    await host.step('command', { session: 'told', line: '/memory status' })
    await host.step('flush', { session: 'told' })
    expect((await inspect()).findings).toEqual([])
    await host.exit()
  })

  it('misses them of a turn that ended while the plugin was switched off', async () => {
    await wait(A_WHILE_MS)
    const host = await home.start({ patches: [{ id: 'palimpsest-dsh', disabled: true }] })
    await host.create('unheard', home.workspace('atlas'))
    await host.say('unheard', 'Nobody remembers this.')
    await host.exit()
    expect((await inspect()).findings).toMatchObject([
      { severity: 'warning', code: 'no-events', sign: { session: 'unheard' } },
    ])
  })
})
