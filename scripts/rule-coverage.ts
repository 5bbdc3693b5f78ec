/**
 * Which rules of `docs/rules.md` the tests prove, told from the numbers that end the names of tests.
 *
 * Owns: how rules and numbers are written, and what is a fault. Leaves running tests to `rules.ts`.
 */

/** A line of `docs/rules.md`. */
export interface Rule {
  /** Such as `L14`. */
  number: string
  text: string
  /** Whether it stands above the section `Not built yet`. */
  isBuilt: boolean
}

/** What is read of a report of vitest in JSON. */
export interface Report {
  testResults: readonly {
    assertionResults: readonly { ancestorTitles: readonly string[]; title: string; status: string }[]
  }[]
}

/** What is wrong between rules and tests; each list in the order of the rules, then of the tests. */
export interface Faults {
  /** Rules that no test bears. */
  unproven: string[]
  /** Rules whose tests all failed or were left out. */
  failing: string[]
  /** Numbers that tests bear and the rules lack. */
  unknown: string[]
  /** Rules that are not built, which tests bear all the same. */
  early: string[]
  /** Numbers of more than one rule. */
  repeated: string[]
}

/** A test and the rules it says it proves. */
interface NumberedTest {
  name: string
  numbers: string[]
  isPassed: boolean
}

/** Rules in the order of the page. */
export function readRules(page: string): Rule[] {
  const end = page.indexOf('\n## Not built yet\n')
  return [...page.matchAll(/^- \*\*([LEGT]\d+)\*\* (.+)$/gm)].map(
    ({ 1: number = '', 2: text = '', index }) => ({
      number,
      text,
      isBuilt: end < 0 || index < end,
    }),
  )
}

/** Numbers at the end of a title: `… [L14]`, `… [L14, E3]`. */
export function numbersAtEnd(title: string): string[] {
  return (/\[([LEGT]\d+(?:, [LEGT]\d+)*)\]$/.exec(title)?.[1] ?? '').split(', ').filter(one => one !== '')
}

/** Numbers at the end of the texts that stand in quotes in the source of a test, each once. */
export function numbersInSource(source: string): string[] {
  const titles = source.matchAll(/(\[[LEGT]\d+(?:, [LEGT]\d+)*\])['"`]/g)
  return [...new Set([...titles].flatMap(([, numbers = '']) => numbersAtEnd(numbers)))]
}

/** Rules with the tests that bear their number, its own or that of a group around it. */
export function testsByRule(rules: readonly Rule[], report: Report): Map<Rule, NumberedTest[]> {
  const tests = numberedTests(report)
  return new Map(rules.map(rule => [rule, tests.filter(({ numbers }) => numbers.includes(rule.number))]))
}

/** What is wrong; all lists are empty when every rule has a test that passed. */
export function faultsOf(rules: readonly Rule[], report: Report): Faults {
  const tests = testsByRule(rules, report)
  const known = rules.map(rule => rule.number)
  const numbersWhere = (isFault: (tests: readonly NumberedTest[]) => boolean, isBuilt = true) =>
    rules.filter(rule => rule.isBuilt === isBuilt && isFault(tests.get(rule) ?? [])).map(rule => rule.number)
  const borne = new Set(numberedTests(report).flatMap(({ numbers }) => numbers))
  return {
    unproven: numbersWhere(found => found.length === 0),
    failing: numbersWhere(found => found.length > 0 && !found.some(test => test.isPassed)),
    early: numbersWhere(found => found.length > 0, false),
    unknown: [...borne].filter(number => !known.includes(number)),
    repeated: [...new Set(known.filter((number, at) => known.indexOf(number) !== at))],
  }
}

function numberedTests({ testResults }: Report): NumberedTest[] {
  return testResults
    .flatMap(file => file.assertionResults)
    .map(({ ancestorTitles, title, status }) => ({
      name: [...ancestorTitles, title].join(' › '),
      numbers: [...new Set([...ancestorTitles, title].flatMap(numbersAtEnd))],
      isPassed: status === 'passed',
    }))
    .filter(({ numbers }) => numbers.length > 0)
}
