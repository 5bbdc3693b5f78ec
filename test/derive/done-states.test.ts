/** What was finished, what failed and what is open, found without a model; routine work is none of them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createOfflineDeriver } from '../../src/derive/offline/offline-deriver.ts'
import type { Role } from '../../src/domain/conversation.ts'
import { DONE_STATES } from '../../src/domain/event.ts'
import { block, message, NEVER } from './blocks.ts'

interface Item {
  role: Role
  text: string
  expect: string | null
  /** Words that title and summary keep as they are. */
  keeps: string[]
}

const items = readFileSync(new URL('../fixtures/derive/done-states.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Item)
const deriver = createOfflineDeriver()

describe('what an agent must not lose of its work', () => {
  it.each(items)('$role: $text is $expect', async ({ role, text, expect: wanted, keeps }) => {
    const { events } = await deriver.derive(block([message(role, text)]), NEVER)
    const states = events.filter(({ type }) => DONE_STATES.some(state => state === type))
    expect(states.map(({ type, scope }) => [type, scope])).toEqual(
      wanted === null ? [] : [[wanted, 'project']],
    )
    for (const words of keeps) expect(`${states[0]?.title}\n${states[0]?.summary}`).toContain(words)
  })
})
