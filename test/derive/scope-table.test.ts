/** Whom requests concern, by the table in `test/fixtures/scope`: what the offline deriver says, as it is stored. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createOfflineDeriver } from '../../src/derive/offline/offline-deriver.ts'
import type { EventScope } from '../../src/domain/event.ts'
import { block, NEVER, user } from './blocks.ts'

interface Request {
  id: string
  kind: 'one-off' | 'project' | 'lasting'
  text: string
  scope: EventScope
}

const requests = readFileSync(new URL('../fixtures/scope/requests.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Request)
const deriver = createOfflineDeriver()
const scopesOf = async (text: string) =>
  (await deriver.derive(block([user(text)]), NEVER)).events.map(({ scope }) => scope)

describe('a request', () => {
  it.each(requests.filter(({ kind }) => kind === 'one-off'))(
    'for once stays in its conversation: $text',
    async ({ text }) => {
      expect((await scopesOf(text)).filter(scope => scope !== 'session')).toEqual([])
    },
  )

  it.each(requests.filter(({ kind }) => kind !== 'one-off'))(
    'of the $scope is kept: $text',
    async request => {
      expect(await scopesOf(request.text)).toEqual([request.scope])
    },
  )
})
