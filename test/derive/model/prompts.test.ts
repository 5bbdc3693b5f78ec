/** What a model is told, pinned: a change of any word or form goes with its version. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EVENTS_RULES } from '../../../src/derive/model/events.prompt.ts'
import * as claims from '../../../src/derive/model/graph/claims.prompt.ts'
import { SYSTEM, userText } from '../../../src/derive/model/reading.prompt.ts'
import { EVENTS_STAGE, summaryStage } from '../../../src/derive/model/stages.ts'
import { SUMMARY_RULES } from '../../../src/derive/model/summary.prompt.ts'
import { GRAPH_VERSION, PROMPT_VERSIONS } from '../../../src/derive/model/version.ts'
import { countTokens } from '../../../src/text/tokens.ts'

const digest = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
const summary = summaryStage(500)

describe('a prompt', () => {
  it('has a version that is raised with it', () => {
    const { reading, summary: ofSummary, events } = PROMPT_VERSIONS
    const frame = SYSTEM.replace(SUMMARY_RULES, '').replace(EVENTS_RULES, '')
    const told = { conversation: 'C', before: 'B', after: 'A', earlier: 'E', language: 'zh' } as const
    expect([
      [reading, digest(frame, userText(told, 'T', ['W']))],
      [ofSummary, digest(SUMMARY_RULES, summary.task, summary.reply)],
      [events, digest(EVENTS_RULES, EVENTS_STAGE.task, EVENTS_STAGE.reply)],
    ]).toMatchInlineSnapshot(`
      [
        [
          2,
          "03eae0452077",
        ],
        [
          1,
          "b798f94834b8",
        ],
        [
          2,
          "e59f366c6421",
        ],
      ]
    `)
  })

  it('for claims has one too', () => {
    const told = { events: ['1: [decision] E'], nodes: ['N (tool)'], facts: ['S | r | v'] }
    const form = claims.CLAIMS_FORM.form
    expect([
      GRAPH_VERSION,
      digest(claims.SYSTEM, claims.userText(told, ['W']), z.toJSONSchema(form)),
    ]).toEqual(['1.1', 'ab8692a293b4'])
    expect(countTokens(claims.SYSTEM)).toBeLessThan(600)
  })

  it('costs every call less than 1,200 tokens of instructions, which never change', () => {
    expect(countTokens(SYSTEM)).toBeLessThan(1_200)
    expect(SYSTEM).toContain('JSON')
  })

  it('ends with the block, earlier events, what was wrong, and the task', () => {
    const told = {
      conversation: '1: user: Hi',
      before: '- old\n- older',
      after: null,
      earlier: 'E1 [decision, project] 2025-06-17 Rye: The loaf is of rye.',
      language: 'en',
    } as const
    expect(userText(told, summary.task, ['it was empty'])).toMatchInlineSnapshot(`
      "Before:
        - old
        - older

      Conversation:
      1: user: Hi

      Earlier events:
        E1 [decision, project] 2025-06-17 Rye: The loaf is of rye.

      Your last answer to this could not be used:
      - it was empty
      Answer again, whole.

      Task: SUMMARY, at most 6 keyFacts. Write in the language of the conversation. JSON only."
    `)
  })

  it('has forms that endpoints can be strict about: every field named, none beside them', () => {
    const objects = (schema: unknown): Record<string, unknown>[] => {
      if (typeof schema !== 'object' || schema === null) return []
      const own = schema as Record<string, unknown>
      return [...(own.type === 'object' ? [own] : []), ...Object.values(own).flatMap(objects)]
    }
    for (const { reply } of [summary, EVENTS_STAGE]) {
      const found = objects(reply.schema)
      expect(found).toHaveLength(2)
      for (const { properties, required, additionalProperties } of found) {
        expect(required).toEqual(Object.keys(properties as object))
        expect(additionalProperties).toBe(false)
      }
    }
  })

  it('allows as many key facts as the view has room for', () => {
    expect([0, 500, 5_000, 100_000].map(tokens => summaryStage(tokens).task)).toEqual([
      'Task: SUMMARY, at most 6 keyFacts.',
      'Task: SUMMARY, at most 6 keyFacts.',
      'Task: SUMMARY, at most 24 keyFacts.',
      'Task: SUMMARY, at most 24 keyFacts.',
    ])
  })
})
