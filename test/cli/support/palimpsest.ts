/** The built command line as a user starts it, away from the user's own settings. */
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SEVERAL = fileURLToPath(new URL('several.mjs', import.meta.url))
/** A command that waits for ever would block the test itself, which could not end it. */
const PATIENCE_MS = 20_000
/** What is installed of the package. */
const INSTALLED = ['bin', 'dist', 'package.json']

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** What was told with `--json`. */
export interface Told {
  code: number | null
  json: unknown
}

type ArgLists = readonly (readonly string[])[]
/** One result for each command line. */
export type EachOf<Lines extends ArgLists, Result> = { -readonly [Key in keyof Lines]: Result }

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
}

/**
 * A folder of a test with a home of its own, and an installation that a build beside it does not disturb; every command
 * starts in `cwd` unless told otherwise.
 */
export class Desk {
  readonly root: string
  readonly cwd: string
  /** Where the package is installed. */
  readonly package: string

  /** @param other the desk whose installation is used too; default: one of its own. */
  constructor(other?: Desk) {
    if (!existsSync(join(ROOT, 'dist', 'cli', 'main.mjs')))
      throw new Error('dist is missing: run npm run build before the tests')
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-cli-')))
    this.cwd = this.folder('work')
    this.package = other?.package ?? this.folder('package')
    this.folder('home')
    if (!other) this.install(INSTALLED)
  }

  install(parts: readonly string[]): void {
    for (const part of parts) cpSync(join(ROOT, part), join(this.package, part), { recursive: true })
  }

  folder(...parts: string[]): string {
    const path = join(this.root, ...parts)
    mkdirSync(path, { recursive: true })
    return path
  }

  write(name: string, lines: readonly unknown[]): string {
    const path = join(this.cwd, name)
    const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
    writeFileSync(path, `${text.join('\n')}\n`)
    return path
  }

  run(args: readonly string[], options: RunOptions = {}): Ended {
    const { status, stdout, stderr } = spawnSync(process.execPath, [this.#bin, ...args], {
      cwd: options.cwd ?? this.cwd,
      env: this.env(options.env),
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    })
    return { code: status, stdout, stderr }
  }

  /** Runs with `--json` and gives the one document. */
  json(args: readonly string[], options: RunOptions = {}): Told {
    return told(this.run(['--json', ...args], options))
  }

  /** As {@link run} for each, one after another, in one process. */
  runEach<const Lines extends ArgLists>(all: Lines, options: RunOptions = {}): EachOf<Lines, Ended> {
    const { cwd = this.cwd, env } = options
    const lines = all.map(args => ({ args, cwd, env: this.env(env) }))
    const main = join(this.package, 'dist', 'cli', 'main.mjs')
    const { stdout, stderr } = spawnSync(process.execPath, [SEVERAL], {
      input: JSON.stringify({ bin: this.#bin, main, lines }),
      cwd: this.cwd,
      env: this.env(env),
      encoding: 'utf8',
      timeout: PATIENCE_MS,
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }

  /** As {@link json} for each, one after another, in one process. */
  jsonEach<const Lines extends ArgLists>(all: Lines, options: RunOptions = {}): EachOf<Lines, Told> {
    const ended: readonly Ended[] = this.runEach(
      all.map(args => ['--json', ...args]),
      options,
    )
    return ended.map(told) as EachOf<Lines, Told>
  }

  /** Runs with the output going to a file or device. */
  into(path: string, args: readonly string[]): Ended {
    const out = openSync(path, 'w')
    try {
      const { status, stderr } = spawnSync(process.execPath, [this.#bin, ...args], {
        cwd: this.cwd,
        env: this.env(),
        stdio: ['ignore', out, 'pipe'],
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      })
      return { code: status, stdout: '', stderr }
    } finally {
      closeSync(out)
    }
  }

  /** Reads the first bytes of the output, then closes the pipe. */
  async head(args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [this.#bin, ...args], { cwd: this.cwd, env: this.env({}) })
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    child.stdout.destroy()
    const code = await new Promise<number | null>(resolve => child.on('close', resolve))
    return { code, stdout: '', stderr }
  }

  get #bin(): string {
    return join(this.package, 'bin', 'palimpsest.js')
  }

  env(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    const home = join(this.root, 'home')
    return {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      TZ: 'Europe/Berlin',
      LANG: 'en_US.UTF-8',
      NODE_COMPILE_CACHE: join(this.package, 'compiled'),
      ...more,
    }
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const told = ({ code, stdout }: Ended): Told => ({ code, json: JSON.parse(stdout) })
