/** What was forgotten is shown by its id alone, until it is brought back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMemory } from '../../../src/compose.ts'
import type { EventInput } from '../../../src/domain/event.ts'
import { toSpaceId } from '../../../src/domain/space.ts'
import { foldClaims } from '../../../src/engine/graph/fold.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/sqlite-store.ts'

const SPACE = toSpaceId('local:project:/home/mira/atlas')

it('a forgotten or archived event is nowhere but under its id, and everywhere again when it is active [E19, E47, E48]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-forget-'))
  const path = join(folder, 'memory.db')
  const memory = await openMemory({ path, space: SPACE, zone: 'UTC', derive: 'manual', onWarning: () => {} })
  const store = await openSqliteStore({ path, create: false, zone: 'UTC' })
  try {
    const pnpm: EventInput = {
      type: 'decision',
      title: 'We switch from npm to pnpm',
      summary: 'We switch from npm to pnpm.',
      tags: [],
      quotes: [],
      scope: 'project',
      criticality: 'routine',
      origin: 'import',
      mentionedAt: 0,
    }
    const ci = { ...pnpm, title: 'pnpm runs in CI', summary: 'pnpm runs in CI on every push.' }
    await memory.addEvents([pnpm, ci])
    await memory.drain({ patienceMs: 0 })
    const id = (await memory.events()).find(({ title }) => title === pnpm.title)?.id ?? ''
    const seen = async () => {
      const hits = async (options = {}) => (await memory.search('pnpm', options)).hits.map(hit => hit.id)
      const topics = (await memory.topics()).chapters
      const opened = await Promise.all(topics.map(topic => memory.topic(topic.id)))
      const nodes = await memory.graph()
      return {
        listed: (await memory.events()).some(event => event.id === id),
        found: (await hits()).includes(id),
        foundByType: (await hits({ type: 'decision' })).includes(id),
        recalled: (await memory.recall({ message: 'Do we switch from npm to pnpm?' })).text.includes(id),
        inGraph: nodes.some(({ facts }) => facts.some(({ sources }) => sources.includes(id))),
        inTopics: opened.some(({ text }) => text.includes(id)),
      }
    }
    const everywhere = await seen()
    expect(new Set(Object.values(everywhere))).toEqual(new Set([true]))
    for (const status of ['forgotten', 'archived'] as const) {
      await store.setEventStatus(SPACE, [id], status, foldClaims)
      expect(new Set(Object.values(await seen()))).toEqual(new Set([false]))
      expect((await memory.search('pnpm', { limit: 1 })).hits.map(hit => hit.title)).toEqual([ci.title])
      expect(await memory.show(id)).toMatchObject({ kind: 'event', event: { id, status } })
      await store.setEventStatus(SPACE, [id], 'active', foldClaims)
      expect(await seen()).toEqual(everywhere)
    }
  } finally {
    await store.close()
    await memory.close()
    await rm(folder, { recursive: true, force: true })
  }
})
