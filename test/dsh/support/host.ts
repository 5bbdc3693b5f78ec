/**
 * The real DeepSeek Harness for one test: a fresh home with the packed plugin installed, and a process that is driven
 * step by step.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { DSH } from './announce.ts'
import type { Model } from './model.ts'

const HOST = resolve(import.meta.dirname, '../host')
const BIN = join(HOST, 'node_modules/.bin')
const ROOT = resolve(import.meta.dirname, '../../..')
/** The profile of the tests: the host's base, the plugin, the driver. */
export const PROFILE = 'memtest'

/** Whether the harness is installed; `npm run test:dsh` does it. */
export const isHostThere = existsSync(DSH)

export const environment = (home: string, rest: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${BIN}:${process.env.PATH}`,
  DSH_HOME: home,
  DEEPSEEK_API_KEY: 'scripted',
  LC_ALL: 'en_US.UTF-8',
  NODE_OPTIONS: '',
  ...rest,
})

/** Runs `dsh` to its end while the model of the test answers. */
export async function dshTask(
  home: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const options = { env: environment(home, env), cwd, encoding: 'utf8', timeout: 60_000 } as const
  return (await promisify(execFile)(process.execPath, [DSH, ...args], options)).stdout
}

/** Runs a command of `dsh` that asks no model. */
export function dsh(home: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = home): string {
  return execFileSync(process.execPath, [DSH, ...args], {
    env: environment(home, env),
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
}

let packed: { folder: string; plugin: string; driver: string } | undefined

/** Tarballs of plugin and driver, made once a test file. */
export function tarballs(): { plugin: string; driver: string } {
  if (packed === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-packs-'))
    const pack = (from: string): string => {
      const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
      const name = execFileSync('npm', args, { cwd: from, encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
      return join(folder, name)
    }
    packed = { folder, plugin: pack(join(ROOT, 'dist-dsh')), driver: pack(join(ROOT, 'test/dsh/driver')) }
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  }
  return packed
}

const templates = new Map<string, string>()

/** A home with the tarballs installed, made once and copied. */
function template(isWithPlugin: boolean): string {
  const key = String(isWithPlugin)
  const known = templates.get(key)
  if (known !== undefined) return known
  const home = mkdtempSync(join(tmpdir(), 'palimpsest-dsh-template-'))
  const { plugin, driver } = tarballs()
  dsh(home, ['plugin', '--profile', PROFILE, 'add', ...(isWithPlugin ? [plugin] : []), driver])
  templates.set(key, home)
  process.on('exit', () => rmSync(home, { recursive: true, force: true }))
  return home
}

/** On a machine that is busy with other tests memory may take its time. */
const PATIENT = { recallTimeoutMs: 20_000 }

/** One answered step of the driver. */
type Answer = { ok?: unknown; error?: string }

/** What a turn gave. */
export interface Said {
  ms: number
  /** When it was said and when the agent was idle again, milliseconds of `process.hrtime`. */
  saidAt: number
  idleAt: number
  end: string | undefined
  notices: string[]
}

export interface HostOptions {
  model: Model
  /** Settings of the plugin's row. */
  settings?: Record<string, unknown>
  isWithPlugin?: boolean
  env?: NodeJS.ProcessEnv
}

/** A home and its workspaces; `start` runs the host in it, any number of times. */
export class TestHome {
  readonly home: string
  readonly #options: HostOptions
  readonly #hosts: RunningHost[] = []

  constructor(options: HostOptions) {
    this.#options = options
    this.home = mkdtempSync(join(tmpdir(), 'palimpsest-dsh-'))
    cpSync(template(options.isWithPlugin ?? true), this.home, { recursive: true, verbatimSymlinks: true })
  }

  get database(): string {
    return join(this.home, 'palimpsest/memory.db')
  }

  /** A folder to work in. */
  workspace(name: string): string {
    const folder = join(this.home, 'work', name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** Files of stored sessions. */
  sessionFiles(): string[] {
    const folder = join(this.home, 'sessions')
    return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []
  }

  async start({
    settings = this.#options.settings,
    env,
    patches = [],
    uid,
  }: {
    settings?: Record<string, unknown> | null
    env?: NodeJS.ProcessEnv
    patches?: unknown[]
    /** Who runs the process; default: whoever runs the test. */
    uid?: number
  } = {}): Promise<RunningHost> {
    const host = new RunningHost(
      this.home,
      this.#options.model,
      { ...this.#options.env, ...env },
      [...(settings ? [{ id: 'palimpsest-dsh', config: { ...PATIENT, ...settings } }] : []), ...patches],
      uid,
    )
    this.#hosts.push(host)
    await host.ready
    return host
  }

  /** Installs the plugin into a home that was made without it. */
  async install(): Promise<RunningHost> {
    dsh(this.home, ['plugin', '--profile', PROFILE, 'add', tarballs().plugin])
    return this.start()
  }

  /** Every file and folder of the home, itself too. */
  everything(): string[] {
    return [
      this.home,
      ...readdirSync(this.home, { recursive: true, encoding: 'utf8' }).map(name => join(this.home, name)),
    ]
  }

  /** The host says that it is of this version. */
  pretendHostVersion(version: string): void {
    const real = realpathSync(join(HOST, 'node_modules/.pnpm/node_modules/@deepseek-ai/dsh-llm'))
    const folder = join(this.home, 'profiles', PROFILE, 'node_modules/@deepseek-ai/dsh-llm')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }))
    const source = JSON.stringify(join(real, 'lib/index.js'))
    const identity = JSON.stringify({ version })
    writeFileSync(
      join(folder, 'index.js'),
      `export * from ${source}\nexport { default } from ${source}\nexport const APP_IDENTITY = ${identity}\n`,
    )
  }

  /** The environment of this home, for a command of its own. */
  env(rest: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    return environment(this.home, {
      DEEPSEEK_BASE_URL: this.#options.model.url,
      ...this.#options.env,
      ...rest,
    })
  }

  /** Ends what runs and takes everything away. */
  async remove(): Promise<void> {
    for (const host of this.#hosts) await host.kill()
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** A process of the harness with the driver in it. */
export class RunningHost {
  readonly ready: Promise<void>
  readonly #process: ChildProcess
  readonly #answers: ((answer: Answer) => void)[] = []
  readonly #ended: Promise<number | null>
  /** Everything that the process printed beside answers. */
  output = ''
  /** Milliseconds from the start of the process until the whole tree was up. */
  bootMs = 0

  constructor(home: string, model: Model, env: NodeJS.ProcessEnv, patches: readonly unknown[], uid?: number) {
    const work = join(home, 'work')
    mkdirSync(work, { recursive: true })
    const args = [DSH, '--profile', PROFILE]
    if (patches.length > 0) {
      const file = join(home, `patch-${performance.now()}.yml`)
      // JSON is YAML.
      writeFileSync(file, JSON.stringify(patches))
      args.push('--patch', file)
    }
    this.#process = spawn(process.execPath, args, {
      cwd: work,
      env: environment(home, { DEEPSEEK_BASE_URL: model.url, ...env }),
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    this.#ended = new Promise(resolve => this.#process.on('exit', code => resolve(code)))
    this.#process.stderr?.on('data', data => {
      this.output += data
    })
    const lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream })
    lines.on('line', line => {
      if (line.startsWith('@@')) this.#answers.shift()?.(JSON.parse(line.slice(2)))
      else this.output += `${line}\n`
    })
    void this.#ended.then(() => {
      for (const answer of this.#answers.splice(0)) answer({ error: `the host ended\n${this.output}` })
    })
    this.ready = this.#next().then(answer => {
      this.bootMs = (answer as { bootMs: number }).bootMs
    })
  }

  /** Answers come in the order of the steps. */
  #next(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#answers.push(answer => {
        if (answer.error !== undefined) reject(new Error(answer.error))
        else resolve('bootMs' in answer ? answer : answer.ok)
      })
    })
  }

  step(step: string, given: Record<string, unknown> = {}): Promise<unknown> {
    const answer = this.#next()
    this.#process.stdin?.write(`${JSON.stringify({ step, ...given })}\n`)
    return answer
  }

  /** A session; `model` is the one that it talks to, default: that of the host. */
  create(session: string, cwd: string, meta = {}, model?: string): Promise<unknown> {
    return this.step('create', { session, cwd, meta, model })
  }

  say(session: string, text: string, given: Record<string, unknown> = {}): Promise<Said> {
    return this.step('say', { session, text, ...given }) as Promise<Said>
  }

  /** Ends the process as a person does. */
  async exit(): Promise<number | null> {
    await this.step('exit').catch(() => undefined)
    return this.#ended
  }

  /** Ends the process in the middle of whatever it does. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#ended
  }
}
