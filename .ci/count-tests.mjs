// Reads vitest's JSON report and prints "passed failed skipped"; each skip is named on stderr.
import { readFileSync } from 'node:fs'

const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const skipped = report.testResults.flatMap(file =>
  file.assertionResults.filter(test => test.status !== 'passed' && test.status !== 'failed'),
)
for (const test of skipped) console.error(`skipped: ${test.fullName}`)
console.log(
  report.numPassedTests,
  report.numFailedTests +
    report.testResults.filter(f => f.status === 'failed' && f.assertionResults.length === 0).length,
  skipped.length,
)
