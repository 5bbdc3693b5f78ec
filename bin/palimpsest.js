#!/usr/bin/env node
// Starts the built command line. In syntax that Node 12 parses, so that a Node that is too old gets one clear line.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NEEDED = '22.19 or a newer 22, or 24 and newer'
const main = new URL('../dist/cli/main.mjs', import.meta.url)
const [major, minor] = process.versions.node.split('.').map(Number)

if (!(major >= 24 || (major === 22 && minor >= 19))) {
  fail(
    `this is Node ${process.versions.node}, needed is Node ${NEEDED} (in the repository, npm run uses its own)`,
  )
} else if (!existsSync(fileURLToPath(main))) {
  fail(`${fileURLToPath(main)} is missing; run npm run build`)
} else {
  hideSqliteWarning()
  import(main.href).then(cli => cli.main(process.argv))
}

// Node 22 calls its SQLite experimental on every start; other warnings stay.
function hideSqliteWarning() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const type = rest[0] && typeof rest[0] === 'object' ? rest[0].type : rest[0]
    if (type === 'ExperimentalWarning' && /SQLite/.test(String(warning))) return
    emitWarning.call(process, warning, ...rest)
  }
}

function fail(line) {
  process.stderr.write(`palimpsest: ${line}\n`)
  process.exitCode = 1
}
