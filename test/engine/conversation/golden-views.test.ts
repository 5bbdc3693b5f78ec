/**
 * L3 and L4 of four written conversations, byte for byte.
 *
 * A red test here means that stored views would change: raise `RULES` in `render.ts` with it. The files are
 * written anew only with `UPDATE_GOLDEN=1`, and then read by a person.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { MessageInput } from '../../../src/domain/conversation.ts'
import { renderCondensed, renderNearVerbatim } from '../../../src/engine/conversation/render.ts'

const LANGUAGES = ['en', 'zh', 'ja', 'ko']

describe.each(LANGUAGES)('the written conversation in %s', language => {
  const folder = new URL(`../../fixtures/views/${language}/`, import.meta.url)
  const messages = readMessages(new URL('input.jsonl', folder))

  it('has the L4 that was read and approved [L25, L26, L28, L29]', () => {
    expectGolden(renderNearVerbatim(messages), new URL('l4.txt', folder))
  })

  it('has the L3 that was read and approved [L31, L32]', () => {
    expectGolden(renderCondensed(messages), new URL('l3.txt', folder))
  })
})

function expectGolden(text: string, file: URL): void {
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text)
  expect(text).toBe(readFileSync(file, 'utf8'))
}

function readMessages(file: URL): MessageInput[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const { role, content, name, callId, arguments: given, result } = JSON.parse(line)
    return { role, content: content ?? '', name, callId, arguments: asText(given), result: asText(result) }
  })
}

/** As the JSONL reader keeps values that are no strings. */
function asText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
