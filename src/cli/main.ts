/**
 * The entry of the command line: the real world is read here, and only here.
 */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { platformFolders } from '../config/settings.ts'
import type { Io } from './context.ts'
import { quoted } from './copyable.ts'
import { EXIT } from './exit-codes.ts'
import { runProgram } from './program.ts'

/**
 * Runs the command line of the process and sets its exit code; the process ends when its output is out.
 *
 * @param argv as in `process.argv`.
 */
export async function main(argv: readonly string[]): Promise<void> {
  endWhenNobodyReads()
  const packageFolder = fileURLToPath(new URL('../../', import.meta.url))
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const io: Io = {
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    folders: platformFolders(),
    packageFolder,
    now: Date.now,
    systemLocale: Intl.DateTimeFormat().resolvedOptions().locale,
    invocation: invocationOf(argv),
  }
  process.exitCode = await runProgram(argv.slice(2), io, version)
}

/** Who reads through `head` has read enough: that is no failure. Output that is lost otherwise, on a full disk, is one. */
function endWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit()
      if (stream === process.stdout) process.stderr.write(`palimpsest: output is lost (${error.message})\n`)
      process.exit(EXIT.failed)
    })
  }
}

/** The words that start us the way the user did. */
function invocationOf([, script = 'palimpsest']: readonly string[]): string {
  const scripts = ['palimpsest', 'demo']
  if (scripts.includes(process.env.npm_lifecycle_event ?? '')) return 'npm run -s palimpsest --'
  const isInstalled = basename(script) === 'palimpsest' || process.env.npm_command === 'exec'
  return isInstalled ? 'palimpsest' : `node ${quoted(relative(process.cwd(), script))}`
}
