/** Every rule is proven: the numbers of `docs/rules.md` and those that end the names of tests are the same. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesToRun, numberedSources } from '../../scripts/numbered-sources.ts'
import {
  faultsOf,
  numbersAtEnd,
  numbersInSource,
  type Report,
  readRules,
  testsByRule,
} from '../../scripts/rule-coverage.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8')
const rules = readRules(page)
const known = rules.map(rule => rule.number)
const notBuilt = rules.filter(rule => !rule.isBuilt).map(rule => rule.number)

describe('the rules', () => {
  it('are numbered one after the other, and every item of the page is one', () => {
    const numbersOf = (letter: string) => known.filter(number => number.startsWith(letter))
    const counted = ['L', 'E', 'G', 'T'].flatMap(letter =>
      numbersOf(letter).map((_, index) => `${letter}${index + 1}`),
    )
    expect(known.toSorted()).toEqual(counted.toSorted())
    expect(known.length).toBe(page.match(/^- /gm)?.length)
    expect(known.length).toBeGreaterThan(100)
  })

  it('are each borne by a test, those that are not built by none', () => {
    const borne = new Set(numberedSources(ROOT).flatMap(({ numbers }) => numbers))
    expect(rules.filter(rule => rule.isBuilt && !borne.has(rule.number)).map(rule => rule.number)).toEqual([])
    expect(notBuilt.filter(number => borne.has(number))).toEqual([])
  })

  it('are all that tests bear numbers of', () => {
    const unknown = numberedSources(ROOT).flatMap(({ path, numbers }) =>
      numbers.filter(number => !known.includes(number)).map(number => `${path}: ${number}`),
    )
    expect(unknown).toEqual([])
  })

  it('are proven by files of tests and by suites that these take in', () => {
    const files = filesToRun(ROOT)
    expect(files).toContain('test/engine/conversation/fading.test.ts')
    expect(files).toContain('test/storage/sqlite.contract.test.ts')
    expect(files.filter(path => !path.endsWith('.test.ts'))).toEqual([])
  })
})

describe('numbers', () => {
  it('are read from the end of a name only', () => {
    expect(numbersAtEnd('fades by the table [L14]')).toEqual(['L14'])
    expect(numbersAtEnd('fades by the table [L14, E3]')).toEqual(['L14', 'E3'])
    expect(['keeps [L3] apart', 'is a list [L]', 'is one [X1]', ''].flatMap(numbersAtEnd)).toEqual([])
  })

  it('are read from quoted texts in a source, not from its code', () => {
    const source = `
      it('fades by the table [L1]', () => expect([L3, L4]).toEqual(views[L2]))
      it.each([['an open choice [E1]'], ["Mira's [E2, L1]"]])('%s', () => {})
      describe(\`what fades [G7]\`, () => {})`
    expect(numbersInSource(source)).toEqual(['L1', 'E1', 'E2', 'G7'])
  })
})

const RULES =
  '# Rules\n## Layers\n- **L1** A turn is kept.\n- **L2** A block fades.\n\n- **E1** An event is found.\n'

/** A report of one file; a name may stand in a group: `GROUP > NAME`. */
function reportOf(tests: Record<string, string>): Report {
  const assertionResults = Object.entries(tests).map(([name, status]) => {
    const parts = name.split(' > ')
    return { ancestorTitles: parts.slice(0, -1), title: parts.at(-1) ?? '', status }
  })
  return { testResults: [{ assertionResults }] }
}
const judge = (tests: Record<string, string>, rules = RULES) => faultsOf(readRules(rules), reportOf(tests))
const SOUND = { unproven: [], failing: [], early: [], unknown: [], repeated: [] }

describe('the judgement of a run', () => {
  it('finds nothing when each rule has a test that passed, its own or in a group', () => {
    const tests = { 'keeps [L1]': 'passed', 'a block [L2] > fades': 'passed', 'finds [E1, L1]': 'passed' }
    expect(judge(tests)).toEqual(SOUND)
  })

  it('names a rule without a test', () => {
    expect(judge({ 'keeps [L1, L2]': 'passed', 'finds E1': 'passed' })).toEqual({
      ...SOUND,
      unproven: ['E1'],
    })
  })

  it('names a rule whose tests all failed or were left out, but none with one that passed', () => {
    const tests = {
      'keeps [L1]': 'failed',
      'keeps again [L1]': 'skipped',
      'fades [L2]': 'failed',
      'fades again [L2]': 'passed',
      'finds [E1]': 'pending',
    }
    expect(judge(tests)).toEqual({ ...SOUND, failing: ['L1', 'E1'] })
  })

  it('names a number that no rule has', () => {
    const tests = {
      'keeps [L1, L2, E1]': 'passed',
      'flies [L3, T1]': 'passed',
      'group [G1] > falls': 'failed',
    }
    expect(judge(tests)).toEqual({ ...SOUND, unknown: ['L3', 'T1', 'G1'] })
  })

  it('demands nothing of rules that are not built, and names those that a test bears', () => {
    const more = `${RULES}\n## Not built yet\n- **E2** An event is erased.\n- **E3** A scope is deleted.\n`
    expect(judge({ 'all [L1, L2, E1]': 'passed' }, more)).toEqual(SOUND)
    expect(judge({ 'all [L1, L2, E1, E3]': 'passed' }, more)).toEqual({ ...SOUND, early: ['E3'] })
  })

  it('names a number that two rules have', () => {
    const twice = `${RULES}- **L1** A turn is kept twice.\n`
    expect(judge({ 'all [L1, L2, E1]': 'passed' }, twice)).toEqual({ ...SOUND, repeated: ['L1'] })
  })

  it('lists the tests of a rule by their groups', () => {
    const [rule] = readRules(RULES)
    const report = reportOf({ 'a turn > is kept [L1]': 'passed', 'is lost [L1]': 'failed', other: 'passed' })
    expect(rule).toEqual({ number: 'L1', text: 'A turn is kept.', isBuilt: true })
    expect([...testsByRule(readRules(RULES), report).values()][0]).toEqual([
      { name: 'a turn › is kept [L1]', numbers: ['L1'], isPassed: true },
      { name: 'is lost [L1]', numbers: ['L1'], isPassed: false },
    ])
  })
})
