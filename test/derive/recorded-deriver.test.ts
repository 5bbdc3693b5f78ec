/** Replies from a file: found by id or digest, checked at the door. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Derivation } from '../../src/derive/deriver.ts'
import { createRecordedDeriver, digestOfBlock } from '../../src/derive/recorded/recorded-deriver.ts'
import { block, NEVER, user } from './blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-recorded-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const reply: Derivation = {
  title: 'Choice of the database',
  tags: ['SQLite'],
  summary: 'Mira chose SQLite.',
  keyFacts: [{ text: 'SQLite is the store.', sources: ['m_1'] }],
  events: [
    {
      type: 'decision',
      title: 'SQLite is the store',
      summary: 'Mira chose SQLite for Atlas.',
      tags: ['SQLite'],
      quotes: ['SQLite it is.'],
      categoryHints: ['storage'],
      scope: 'project',
      criticality: 'routine',
      sources: ['m_1'],
      time: null,
    },
  ],
}
const said = block([user('SQLite it is.')])

describe('a recorded deriver', () => {
  it('gives the reply recorded under the id of the block', async () => {
    const deriver = createRecordedDeriver(
      write('by-id.json', { version: '2025-06', replies: { b_1: reply } }),
    )
    expect(await deriver.derive(said, NEVER)).toEqual(reply)
    expect([deriver.name, deriver.version, deriver.concurrency]).toEqual(['recorded', '2025-06', 1])
  })

  it('gives the reply recorded under the digest, whatever the ids are', async () => {
    const path = write('by-digest.json', { version: '1', replies: { [digestOfBlock(said)]: reply } })
    expect(await createRecordedDeriver(path).derive({ ...said, id: 'b_other' }, NEVER)).toEqual(reply)
  })

  it('names the block and the file when there is no reply', async () => {
    const path = write('none.json', { version: '1', replies: {} })
    await expect(createRecordedDeriver(path).derive(said, NEVER)).rejects.toMatchObject({
      code: 'derivation',
      message: `derive/recorded: ${path} has no reply for block b_1; record one under its id or under ${digestOfBlock(said)}`,
    })
  })

  it.each([
    ['no JSON', '{'],
    ['no version', { replies: {} }],
    [
      'an unknown type of event',
      { version: '1', replies: { b_1: { ...reply, events: [{ ...reply.events[0], type: 'wish' }] } } },
    ],
    ['a field nobody knows', { version: '1', replies: { b_1: { ...reply, mood: 'good' } } }],
  ])('refuses a file with %s', (_, content) => {
    const path = write('bad.json', content)
    expect(() => createRecordedDeriver(path)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(path) }),
    )
  })

  it('refuses a file that is not there', () => {
    const path = join(folder, 'absent.json')
    expect(() => createRecordedDeriver(path)).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(path) }),
    )
  })

  it('looks for an id of the block only among its own keys', async () => {
    const deriver = createRecordedDeriver(write('own.json', { version: '1', replies: {} }))
    await expect(deriver.derive({ ...said, id: 'constructor' }, NEVER)).rejects.toMatchObject({
      code: 'derivation',
    })
  })
})
