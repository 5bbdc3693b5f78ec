/** The command line with a model behind a scripted endpoint: set in the config file, its key in the environment. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completion, openEndpoint, type ScriptedEndpoint } from '../derive/scripted-endpoint.ts'

const BIN = resolve('bin/palimpsest.js')
const KEY = 'a-key-of-the-test'
const NOTHING = JSON.stringify({
  title: 'Rye',
  tags: [],
  summary: 'About rye.',
  keyFacts: [],
  shouldExtract: false,
})

describe('palimpsest with a model', () => {
  let endpoint: ScriptedEndpoint
  let folder: string

  beforeAll(async () => {
    endpoint = await openEndpoint()
    endpoint.otherwise = () => ({ body: completion(NOTHING) })
  })
  afterAll(() => endpoint.close())
  beforeEach(() => {
    endpoint.asked.length = 0
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-cli-model-'))
    writeFileSync(
      join(folder, 'talk.jsonl'),
      '{"thread": "bread", "role": "user", "content": "We decided on rye."}\n',
    )
    return () => rmSync(folder, { recursive: true, force: true })
  })

  async function printed(settings: object, ...args: string[]) {
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ model: 'small', modelUrl: endpoint.url, ...settings }),
    )
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      PALIMPSEST_CONFIG: join(folder, 'config.json'),
      ...(args.includes('--dsh') ? {} : { PALIMPSEST_DB: join(folder, 'memory.db') }),
      PALIMPSEST_MODEL_KEY: KEY,
    }
    const run = promisify(execFile)(process.execPath, [BIN, ...args], { cwd: folder, env })
    const { stdout, code } = await run.then(
      done => ({ ...done, code: 0 }),
      (failed: { stdout: string; code: number }) => failed,
    )
    return { json: args.includes('--json') ? JSON.parse(stdout) : undefined, code, stdout }
  }
  const palimpsest = (settings: object, ...args: string[]) => printed(settings, ...args, '--json')

  it('derives with it, and tells what that cost', async () => {
    expect((await palimpsest({}, 'ingest', 'talk.jsonl')).code).toBe(0)
    expect(endpoint.asked).toHaveLength(1)
    expect(endpoint.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    const { json, stdout } = await palimpsest({}, 'status')
    expect(json.spend).toMatchObject({
      tokens: 120,
      rows: [{ stage: 'summary', model: 'small', calls: 1, input: 100, output: 20 }],
    })
    expect(json.spend).toMatchObject({
      model: 'small',
      dailyTokens: 200_000,
      stages: [{ stage: 'summary', calls: 1, tokens: 120 }],
    })
    expect(json.jobs).toEqual({ waiting: 0, dead: 0, isPaused: false, events: [] })
    expect(stdout).not.toContain(KEY)
    const english = (await printed({}, 'status')).stdout
    expect(english).toMatch(/^model +small$/m)
    expect(english).toMatch(/^spent +120 tokens on \d{4}-\d\d-\d\d of 200,000 \(summary 120 in 1 call\)$/m)
    const chinese = (await printed({}, 'status', '--lang', 'zh')).stdout
    expect(chinese).toMatch(/^花费 +\d{4}-\d\d-\d\d：120 词元，上限 200,000（summary 120，1 次调用）$/m)
  })

  it('tells of the memory of DeepSeek Harness what its plugin was set to', async () => {
    const place = join(folder, '.dsh', 'palimpsest')
    mkdirSync(place, { recursive: true })
    const never = { lastTurnEndedAt: null, lastStoredAt: null, trouble: [] }
    const started = { plugin: '0.1.0', host: '0.1.0-rc.8', startedAt: '2025-06-18T12:00:00Z', ...never }
    writeFileSync(
      join(place, 'status.json'),
      JSON.stringify({ ...started, model: 'host', dailyTokens: 50_000 }),
    )
    await palimpsest({}, 'ingest', 'talk.jsonl', '--db', join(place, 'memory.db'))
    await palimpsest({}, 'jobs', 'pause', '--db', join(place, 'memory.db'))
    const { stdout } = await printed({}, 'status', '--dsh')
    expect(stdout).toMatch(/^model +host \(as the plugin started last\)$/m)
    expect(stdout).toMatch(/^spent +120 tokens on .* of 50,000 \(summary 120 in 1 call\)$/m)
    expect(stdout).toMatch(/Derivation rests .*\n {2}\S.* jobs resume --dsh$/m)
  })

  it('leaves blocks for another day when the tokens of this one are spent', async () => {
    const { code } = await palimpsest({ dailyTokens: 1_000 }, 'ingest', 'talk.jsonl')
    expect(code).toBe(0)
    expect(endpoint.asked).toEqual([])
    expect((await palimpsest({}, 'status')).json.jobs).toMatchObject({ waiting: 1, dead: 0 })
    expect((await palimpsest({}, 'search', 'rye')).json.hits).toHaveLength(1)
  })

  it('names a job that the model refused, without the key', async () => {
    endpoint.steps.push({ status: 401, body: { error: { message: `bad key ${KEY}` } } })
    expect((await palimpsest({}, 'ingest', 'talk.jsonl')).code).toBe(3)
    const { json, stdout } = await palimpsest({}, 'jobs')
    expect(json.jobs).toMatchObject([
      { state: 'dead', attempts: 1, lastError: expect.stringContaining('401') },
    ])
    expect(stdout).not.toContain(KEY)
  })
})
