/**
 * `npm run rules`: runs the tests that bear numbers of `docs/rules.md` and fails unless each rule has one that passes.
 *
 * `--list` prints every rule with its tests; `--report FILE` judges a report of an earlier run (vitest, JSON) instead.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { filesToRun } from './numbered-sources.ts'
import { type Faults, faultsOf, type Report, type Rule, readRules, testsByRule } from './rule-coverage.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HEADINGS: Record<keyof Faults, string> = {
  unproven: 'Rules without a test:',
  failing: 'Rules whose tests failed or were skipped:',
  early: 'Rules that are not built, which tests bear all the same; move them up:',
  unknown: 'Numbers in names of tests that docs/rules.md lacks:',
  repeated: 'Numbers that stand twice in docs/rules.md:',
}

const { values } = parseArgs({ options: { list: { type: 'boolean' }, report: { type: 'string' } } })
const rules = readRules(readFileSync(join(ROOT, 'docs/rules.md'), 'utf8'))
const report = values.report === undefined ? reportOfRun() : readReport(values.report)
if (values.list) print(rules.flatMap(rule => listed(rule, report)))
const faults = faultsOf(rules, report)
print(told(faults))
if (Object.values(faults).some(numbers => numbers.length > 0)) process.exitCode = 1

function reportOfRun(): Report {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-rules-'))
  const file = join(folder, 'report.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const args = ['run', ...filesToRun(ROOT), '-t', '\\[[LEGT]\\d', '--reporter=json', `--outputFile=${file}`]
  try {
    spawnSync(process.execPath, [vitest, ...args], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    return readReport(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): Report {
  if (!existsSync(file)) throw new Error(`rules: no report at ${file}; the run of the tests was broken off`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function listed(rule: Rule, from: Report): string[] {
  const tests = testsByRule([rule], from).get(rule) ?? []
  return [
    `${rule.number} ${rule.text}`,
    ...tests.map(({ name, isPassed }) => `  ${isPassed ? '✓' : '✗'} ${name}`),
  ]
}

function told(found: Faults): string[] {
  const kinds = Object.keys(HEADINGS) as (keyof Faults)[]
  const lines = kinds
    .filter(kind => found[kind].length > 0)
    .flatMap(kind => [HEADINGS[kind], `  ${found[kind].join(' ')}`])
  return lines.length > 0
    ? lines
    : [`All ${rules.filter(rule => rule.isBuilt).length} rules that are built have a test that passes.`]
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map(line => `${line}\n`).join(''))
}
