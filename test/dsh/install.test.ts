/** The packed plugin in the profiles that people use: one command installs it, and nothing else is needed. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DSH } from './support/announce.ts'
import { dsh, dshTask, environment, isHostThere, tarballs } from './support/host.ts'
import { type Model, startModel, textOf, until } from './support/model.ts'

const MEGABYTE = 1_048_576

describe.skipIf(!isHostThere)('the packed plugin', () => {
  let model: Model
  let home: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    model = await startModel()
  })
  afterAll(() => model.close())
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'palimpsest-install-'))
    env = { DEEPSEEK_BASE_URL: model.url }
    // JSON is YAML; on a machine that is busy with other tests memory may take its time.
    const patch = [{ id: 'palimpsest-dsh', config: { recallTimeoutMs: 20_000 } }]
    writeFileSync(join(home, 'cordis.patch.yml'), JSON.stringify(patch))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const install = (profile: string) =>
    dsh(home, ['plugin', '--profile', profile, 'add', tarballs().plugin], env)

  it('is small, and is a row of its own name in the profile', () => {
    expect(statSync(tarballs().plugin).size).toBeLessThan(15 * MEGABYTE)
    install('web')
    const profile = JSON.parse(readFileSync(join(home, 'profiles/web/package.json'), 'utf8'))
    expect(Object.keys(profile.dependencies)).toContain('palimpsest-dsh')
    expect(profile.dsh.profile.bundles).toContain('palimpsest-dsh')
    const dump = dsh(home, ['--profile', 'web', '--dump-config'], env)
    expect(dump).toMatch(/id: palimpsest-dsh\s+name: palimpsest-dsh/)
  })

  it('remembers from one headless run to the next (P111), though each ends at once', async () => {
    install('headless')
    const work = mkdtempSync(join(home, 'work-'))
    const run = (task: string) => dshTask(home, ['--profile', 'headless', task], env, work)
    await run('We decided to use pnpm because the lockfile is smaller.')
    const status = JSON.parse(readFileSync(join(home, 'palimpsest/status.json'), 'utf8'))
    expect(status).toMatchObject({ host: '0.1.0-rc.8', isVerifiedHost: true, trouble: [] })
    expect(status.lastStoredAt).not.toBeNull()
    const requests = model.requests.length
    expect(await run('Why did we choose pnpm?')).toContain('Understood.')
    const first = model.requests[requests]
    expect(textOf(first?.messages.at(-1)?.content)).toMatch(/lockfile is smaller\. \[e_[a-z2-7]{12}\]$/m)
  })

  it('is served by the web host: capture and recall in sessions that a browser would start', async () => {
    install('web')
    const work = mkdtempSync(join(home, 'work-'))
    const web = spawn(process.execPath, [DSH, '--profile', 'web', '--port', '0', '--no-open'], {
      env: environment(home, env),
      cwd: work,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      let printed = ''
      web.stdout.on('data', data => {
        printed += data
      })
      web.stderr.on('data', data => {
        printed += data
      })
      await until(async () => /http:\/\/127\.0\.0\.1:\d+/.test(printed), 100, 30_000)
      const base = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? ''
      const { sessionId } = (await call(base, 'session.create', { cwd: work })) as { sessionId: string }
      await turnOf(base, sessionId, 'We decided to use pnpm because the lockfile is smaller.')
      const next = (await call(base, 'session.create', { cwd: work })) as { sessionId: string }
      await turnOf(base, next.sessionId, 'Why did we choose pnpm?')
      const [first] = model.requests.filter(request => request.session === next.sessionId)
      expect(first?.messages.map(message => textOf(message.content)).join('\n')).toMatch(
        /lockfile is smaller\. \[e_[a-z2-7]{12}\]/,
      )
    } finally {
      web.kill('SIGTERM')
      await new Promise(resolve => web.once('exit', resolve))
    }
  })
})

/** One call of the web host's interface. */
async function call(base: string, method: string, payload: object): Promise<unknown> {
  const response = await fetch(`${base}/api/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'client-request', rpcId: crypto.randomUUID(), method, payload }),
  })
  const { result } = (await response.json()) as { result: { ok: boolean; value: unknown; error: unknown } }
  if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Says something and waits for the end of the turn. */
async function turnOf(base: string, sessionId: string, text: string): Promise<void> {
  const ends = async () => {
    const history = (await call(base, 'session.history', { sessionId, maxMessages: 100 })) as {
      events: { event: { type: string } }[]
    }
    return history.events.filter(({ event }) => event.type === 'turn/end').length
  }
  const before = await ends()
  await call(base, 'session.prompt', { sessionId, mode: 'queue', content: [{ type: 'text', text }] })
  await until(async () => (await ends()) > before)
}
