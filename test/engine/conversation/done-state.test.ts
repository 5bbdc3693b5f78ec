import { describe, expect, it } from 'vitest'
import { VIEW_SIZES } from '../../../src/derive/deriver.ts'
import type { EventType } from '../../../src/domain/event.ts'
import { derivedViews } from '../../../src/engine/conversation/derived-views.ts'
import { doneStateLine } from '../../../src/engine/conversation/done-state.ts'
import { fixedViews } from '../../../src/engine/conversation/render.ts'
import { countTokens } from '../../../src/text/tokens.ts'

const state = (type: EventType, title: string) => ({ type, title, summary: `${title}.` })
const many = Array.from({ length: 9 }, (_, n) =>
  state('done', `Implemented exporter ${n} in src/export/number${n}.ts`),
)

describe('the line of states', () => {
  it('tells what is done and where, what failed and what is open', () => {
    expect(
      doneStateLine(
        [
          state('open', 'Still to do: docs'),
          state('done', 'Implemented retry in src/net/retry.ts (commit a1b2c3d)'),
          state('decision', 'We use pnpm'),
          state('failed', 'Tried bumping webpack, did not help'),
        ],
        60,
      ),
    ).toBe('Done: Implemented retry (src/net/retry.ts, a1b2c3d). Tried, failed: bumping webpack. Open: docs.')
  })

  it('is Chinese where its states are', () => {
    expect(
      doneStateLine(
        [
          state('done', '已修复登录超时，见 src/auth.ts'),
          state('failed', '试过升级 webpack，没用'),
          state('open', '还没写测试'),
        ],
        60,
      ),
    ).toBe('已完成：已修复登录超时（src/auth.ts）。试过无效：升级 webpack。未完成：还没写测试。')
  })

  it('keeps the newest and says how many more there are', () => {
    const line = doneStateLine(many, 45)
    expect(line).toMatch(/\(src\/export\/number8\.ts\)\. \+\d more\.$/)
    expect(countTokens(line)).toBeLessThanOrEqual(45)
    expect(line).not.toContain('number0.ts')
  })

  it('is empty where nothing was done, and never longer than it may be', () => {
    expect(doneStateLine([state('decision', 'We use pnpm')], 60)).toBe('')
    const long = state('done', `Implemented ${'everything '.repeat(40)} in src/${'deep/'.repeat(30)}file.ts`)
    for (const bound of [5, 20, 45])
      expect(countTokens(doneStateLine([long], bound))).toBeLessThanOrEqual(bound)
  })
})

describe('the derived views of a block with states', () => {
  const sentence =
    'Mira bakes on Monday, Tom delivers on Tuesday, and nobody answers the phone on Wednesday. '
  const { views: fixed, source } = fixedViews([{ role: 'user', content: sentence.repeat(40) }])
  const FAILS = `Requests fail once an hour, ${'mostly in the morning, '.repeat(9)}and then come back.`
  const derivation = {
    title: 'Retry',
    tags: ['net'],
    summary: 'The net module retries failed requests, '.repeat(6),
    keyFacts: [
      { text: 'Implemented retry in src/net/retry.ts.', sources: [] },
      { text: FAILS, sources: [] },
    ],
  }
  const views = (states: Parameters<typeof derivedViews>[4]) =>
    derivedViews(derivation, fixed, source, 'test-1', states)

  it('begin with the line in L1 and L2, the rest gives way and nothing is told twice', () => {
    const [, l1, l2] = views([state('done', 'Implemented retry in src/net/retry.ts')])
    expect(l1?.text).toMatch(/^Done: Implemented retry \(src\/net\/retry\.ts\)\. The net module retries/)
    expect(l1?.tokens).toBeLessThanOrEqual(VIEW_SIZES.summaryTokens)
    expect(l2?.text).toBe(`- Done: Implemented retry (src/net/retry.ts).\n- ${FAILS}`)
  })

  it('stay within their sizes however much was done', () => {
    const [, l1, l2] = views(many)
    expect(l1?.tokens).toBeLessThanOrEqual(VIEW_SIZES.summaryTokens)
    expect(l2?.tokens).toBeLessThanOrEqual(Math.max(VIEW_SIZES.keyFactTokens, source.tokens / 5))
    expect(l2?.text).toContain('src/export/number8.ts')
  })
})
