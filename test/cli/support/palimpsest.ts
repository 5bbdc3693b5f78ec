/** The built command line as a user starts it, away from the user's own settings. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** What is installed of the package. */
const INSTALLED = ['bin', 'dist', 'package.json']

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
}

/**
 * A folder of a test with a home and an installation of its own, so that a build beside it disturbs nothing; every
 * command starts in `cwd` unless told otherwise.
 */
export class Desk {
  readonly root: string
  readonly cwd: string
  /** Where the package is installed. */
  readonly package: string

  constructor() {
    if (!existsSync(join(ROOT, 'dist', 'cli', 'main.mjs')))
      throw new Error('dist is missing: run npm run build before the tests')
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-cli-')))
    this.cwd = this.folder('work')
    this.package = this.folder('package')
    this.folder('home')
    this.install(INSTALLED)
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
    })
    return { code: status, stdout, stderr }
  }

  /** Runs with `--json` and gives the one document. */
  json(args: readonly string[], options: RunOptions = {}): { code: number | null; json: unknown } {
    const { code, stdout } = this.run(['--json', ...args], options)
    return { code, json: JSON.parse(stdout) }
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
      ...more,
    }
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
