/**
 * The sources of tests that bear numbers of rules.
 *
 * Owns: where they are looked for. Leaves what a number means to `rule-coverage.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { numbersInSource } from './rule-coverage.ts'

/** Its numbers are examples. */
const OWN_TEST = 'test/house/rules.test.ts'

/** A file of tests, or one that such a file takes its tests from. */
export interface NumberedSource {
  /** From the root, with `/`. */
  path: string
  numbers: string[]
}

const sourcesIn = (root: string): string[] =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map(path => `test/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.ts') && !path.includes('/node_modules/') && path !== OWN_TEST)
    .sort()

/** Every source under `test/` that bears a number, by path. */
export function numberedSources(root: string): NumberedSource[] {
  return sourcesIn(root)
    .map(path => ({ path, numbers: numbersInSource(readFileSync(join(root, path), 'utf8')) }))
    .filter(({ numbers }) => numbers.length > 0)
}

/** The files to run so that all of their tests run: those of tests, and those that import another source. */
export function filesToRun(root: string): string[] {
  const numbered = numberedSources(root).map(({ path }) => path)
  const shared = numbered.filter(path => !path.endsWith('.test.ts')).map(path => basename(path))
  const takesFrom = (path: string) => {
    const source = readFileSync(join(root, path), 'utf8')
    return shared.some(name => source.includes(`/${name}'`))
  }
  return sourcesIn(root).filter(
    path => path.endsWith('.test.ts') && (numbered.includes(path) || takesFrom(path)),
  )
}
