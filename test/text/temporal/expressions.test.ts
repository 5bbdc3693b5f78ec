/** The independent list of expectations; see the README beside it for its shape and its rule. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveTimes, type TimeMention } from '../../../src/text/temporal/resolve-times.ts'

interface Expectation {
  id: string
  lang: 'en' | 'zh'
  text: string
  at: string
  zone: string
  expect:
    | null
    | { unknown: true; originalText: string }
    | {
        start: string
        end: string
        precision: string
        basis: string
        originalText: string
        unknown?: undefined
      }
}

type Verdict = 'right' | 'unknown' | 'wrong'

const list = readFileSync(new URL('../../fixtures/temporal/expressions.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as Expectation)

function judge({ text, expect: wanted }: Expectation, got: readonly TimeMention[]): Verdict {
  const isSilent = got.every(mention => mention.start === null)
  if (wanted === null) return got.length === 0 ? 'right' : isSilent ? 'unknown' : 'wrong'
  const [mention, ...more] = got
  if (!mention) return 'unknown'
  if (!isSilent && more.length > 0) return 'wrong'
  const at = text.indexOf(wanted.originalText)
  const overlaps = mention.index < at + wanted.originalText.length && at < mention.index + mention.length
  if (wanted.unknown) return !isSilent ? 'wrong' : overlaps ? 'right' : 'unknown'
  if (isSilent) return 'unknown'
  const isSame =
    mention.start === Date.parse(wanted.start) &&
    mention.end === Date.parse(wanted.end) &&
    mention.precision === wanted.precision &&
    mention.basis === wanted.basis
  return isSame && overlaps ? 'right' : 'wrong'
}

const judged = list.map(row => {
  const got = resolveTimes(row.text, { at: Date.parse(row.at), zone: row.zone })
  return { row, got, verdict: judge(row, got) }
})

describe('the list of expectations', () => {
  it.each(['en', 'zh'] as const)('is met in at least 95 of 100 rows in %s', lang => {
    const rows = judged.filter(({ row }) => row.lang === lang)
    const missed = rows.filter(({ verdict }) => verdict !== 'right')
    expect(rows.length).toBeGreaterThan(200)
    expect(
      missed.length / rows.length,
      missed.map(({ row, verdict }) => `${row.id} ${verdict}: ${row.text}`).join('\n'),
    ).toBeLessThanOrEqual(0.05)
  })

  it('never meets a row with a wrong date: what is not known stays unknown', () => {
    expect(judged.filter(({ verdict }) => verdict === 'wrong').map(({ row, got }) => [row.id, got])).toEqual(
      [],
    )
  })
})
