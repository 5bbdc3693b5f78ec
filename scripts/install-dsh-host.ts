/**
 * Installs the DeepSeek Harness that the tests of the plugin run in: the versions of `test/dsh/host/`, into its
 * `node_modules`. The harness is made for pnpm; npm brings that for this one call.
 */
import { spawnSync } from 'node:child_process'

const PNPM = 'pnpm@12.21.0'
const args = ['exec', '--yes', `--package=${PNPM}`, '--', 'pnpm', 'install', '--frozen-lockfile']
const { status } = spawnSync('npm', args, { cwd: 'test/dsh/host', stdio: ['ignore', 'inherit', 'inherit'] })
process.exitCode = status ?? 1
