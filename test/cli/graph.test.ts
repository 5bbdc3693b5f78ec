/** The graph through the built program: Mira's projects Atlas and Orion. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawPicture, type Picture } from '../../src/cli/draw/picture.ts'
import { type Claim, createOfflineDeriver, openMemory, type Projector } from '../../src/index.ts'
import { Desk } from './support/palimpsest.ts'

const DAY = 86_400_000
const tool = (name: string) => ({ name, type: 'tool' as const })
const project = (name: string) => ({ name, type: 'project' as const })
const BASE = { mode: 'state', says: 'holds', isChange: true, object: null } as const
const SCRIPT: Projector = {
  name: 'scripted',
  version: '1',
  hasModel: false,
  project: async ({ events }) =>
    events.flatMap(({ id: event, title }): Claim[] => {
      const atlas = { ...BASE, event, subject: project('Atlas'), relation: 'package-manager' }
      if (title === 'plan') return [{ ...atlas, relation: 'runtime', value: 'Bun', says: 'pending' }]
      if (title === 'orion')
        return [
          {
            ...BASE,
            event,
            subject: project('Orion'),
            relation: 'uses',
            value: 'pnpm',
            object: tool('pnpm'),
          },
        ]
      return [{ ...atlas, value: title, object: tool(title) }]
    }),
}

let desk: Desk
let db: string
const nodes: Record<string, string> = {}

beforeAll(async () => {
  desk = new Desk()
  db = join(desk.cwd, 'memory.db')
  const space = `local:project:${desk.cwd}`
  const deriver = { ...createOfflineDeriver(), projector: SCRIPT }
  const memory = await openMemory({ path: db, space, zone: 'UTC', derive: 'manual', deriver })
  await memory.addEvents(
    ['npm', 'pnpm', 'plan', 'orion'].map((title, index) => ({
      type: 'decision',
      title,
      summary: `Mira said: ${title}`,
      tags: ['build'],
      quotes: [],
      scope: 'project',
      criticality: 'routine',
      origin: 'import',
      mentionedAt: index * DAY,
    })),
  )
  await memory.drain()
  for (const { node } of await memory.graph()) nodes[node.name] = node.id
  await memory.close()
})
afterAll(() => desk.clear())

const run = (...args: string[]) => desk.run([...args, '--db', db]).stdout

describe('graph', () => {
  it('shows what holds and is pending of what is found, and why it was', () => {
    expect(run('graph', 'atlas', 'pnpm', '--limit', '1').split('\n')).toEqual([
      `Atlas · project · ${nodes.Atlas}`,
      '  #build',
      '  found by name: atlas · state: pnpm',
      '  package manager: pnpm · since 1970-01-02 00:00 +00:00',
      '  runtime: Bun · pending · since 1970-01-03 00:00 +00:00',
      '',
      '',
    ])
    expect(run('graph', 'nothing like that')).toContain('No node of')
  })

  it('goes back to an earlier time', () => {
    expect(run('graph', '--as-of', '1970-01-01').split('\n').slice(0, 5)).toEqual([
      'as of 1970-01-01 23:59 +00:00',
      '',
      `Atlas · project · ${nodes.Atlas}`,
      '  #build',
      '  package manager: npm · since 1970-01-01 00:00 +00:00',
    ])
  })

  it('opens a node with its past, what is said of others, and its sources, as `show` does', () => {
    const opened = run('graph', nodes.Atlas?.slice(0, 9) ?? '')
    expect(opened).toContain(
      'held\n  package manager: npm · 1970-01-01 00:00 +00:00 – 1970-01-02 00:00 +00:00',
    )
    expect(opened).toContain('Mira said: plan')
    expect(run('show', nodes.Atlas ?? '')).toBe(opened)
    expect(run('graph', nodes.pnpm ?? '')).toContain('said of others\n  Orion · uses: pnpm')
  })

  it('gives the same as JSON, and a fact by its id', () => {
    const { json } = desk.json(['graph', 'orion', '--db', db]) as { json: Record<string, never> }
    const fact = {
      id: expect.stringMatching(/^f_/),
      node: nodes.Orion,
      relation: 'uses',
      mode: 'state',
      value: 'pnpm',
      object: { id: nodes.pnpm, name: 'pnpm' },
      standing: 'current',
      wasPending: false,
      validFrom: '1970-01-04T00:00:00.000+00:00',
      validTo: null,
      closedBy: null,
      support: 1,
      sources: [expect.stringMatching(/^e_/)],
    }
    expect(json).toEqual({
      query: 'orion',
      space: `local:project:${desk.cwd}`,
      asOf: null,
      nodes: [
        {
          node: {
            id: nodes.Orion,
            space: `local:project:${desk.cwd}`,
            name: 'Orion',
            type: 'project',
            aliases: [],
            tags: ['build'],
            mentions: 1,
          },
          matched: [{ field: 'name', words: ['orion'] }],
          score: 8,
          facts: [fact],
          hasMoreFacts: false,
        },
      ],
    })
    const [{ facts }] = json.nodes as unknown as [{ facts: { id: string }[] }]
    expect(run('show', facts[0]?.id ?? '')).toContain('Orion · uses: pnpm')
  })

  it('merges two nodes, says how to undo that, and undoes it', () => {
    const merged = run('graph', 'merge', nodes.Atlas ?? '', nodes.Orion ?? '')
    expect(merged).toContain(`graph unmerge ${nodes.Orion}`)
    expect(merged).toContain('Atlas (Orion)')
    expect(run('graph', 'unmerge', nodes.Orion ?? '')).toContain(`Orion · project · ${nodes.Orion}`)
    const again = desk.run(['graph', 'unmerge', nodes.Orion ?? '', '--db', db])
    expect([again.code, again.stderr.includes('was not merged')]).toEqual([2, true])
  })

  it('speaks Chinese', () => {
    expect(run('graph', 'orion', '--lang', 'zh')).toContain('命中 名称：orion\n  使用：pnpm · 自 1970-01-04')
  })

  it('draws what it found', () => {
    expect(run('graph', '--picture', 'atlas.svg')).toBe(`${join(desk.cwd, 'atlas.svg')}: 4 nodes, 2 edges.\n`)
    const drawn = readFileSync(join(desk.cwd, 'atlas.svg'), 'utf8')
    run('graph', '--picture', 'again.svg')
    expect(readFileSync(join(desk.cwd, 'again.svg'), 'utf8')).toBe(drawn)
    const nowhere = desk.run(['graph', '--picture', 'no/such/folder.svg', '--db', db])
    expect([nowhere.code, nowhere.stderr.includes('name another file')]).toEqual([2, true])
  })
})

describe('a picture', () => {
  const picture = (count: number, label = (index: number) => `Node number ${index}`): Picture => ({
    title: 'Atlas & co',
    nodes: Array.from({ length: count }, (_, index) => ({
      id: `n_${index}`,
      label: label(index),
      note: 'tool',
      weight: index % 7,
    })),
    edges: Array.from({ length: count }, (_, index) => ({
      from: `n_${index}`,
      to: `n_${(index * 7) % count}`,
      label: 'uses',
      isPending: index === 1,
    })),
  })

  it('is the same whatever the order of its nodes', () => {
    const one = picture(30)
    expect(drawPicture({ ...one, nodes: one.nodes.toReversed() })).toBe(drawPicture(one))
  })

  it('has the nodes of a group in one colour, by their edges alone [G18]', () => {
    const node = (id: string) => ({ id, label: id, note: 'tool', weight: 1 })
    const edge = (from: string, to: string) => ({ from, to, label: 'uses', isPending: false })
    const coloursOf = (edges: Picture['edges']) => {
      const drawn = drawPicture({ title: 'x', nodes: ['a', 'b', 'c', 'd'].map(node), edges })
      return new Set([...drawn.matchAll(/<circle[^>]*class="([^"]*)"/g)].map(([, name]) => name)).size
    }
    expect(coloursOf([edge('a', 'b'), edge('c', 'd')])).toBe(2)
    expect(
      coloursOf([
        edge('a', 'b'),
        edge('b', 'c'),
        edge('c', 'd'),
        edge('d', 'a'),
        edge('a', 'c'),
        edge('b', 'd'),
      ]),
    ).toBe(1)
  })

  it('holds labels as text, and no control characters', () => {
    const drawn = drawPicture(picture(1, () => '<script>"&\u0001</script>'))
    expect(drawn).toContain('&lt;script&gt;&quot;&amp;&lt;/script&gt;')
    expect(drawn).not.toContain('\u0001')
    expect(drawPicture(picture(0))).toContain('<title>Atlas &amp; co</title>')
  })

  it('is read in light and dark', () => {
    expect(drawPicture(picture(2))).toContain('@media (prefers-color-scheme: dark)')
  })

  it('lays no node on another', () => {
    for (const count of [2, 8, 60, 150]) {
      const circles = [...drawPicture(picture(count)).matchAll(/cx="(.*?)" cy="(.*?)" r="(.*?)"/g)].map(
        match => match.slice(1).map(Number),
      ) as [number, number, number][]
      expect(circles).toHaveLength(count)
      for (const [index, [x, y, r]] of circles.entries())
        for (const [ox, oy, or] of circles.slice(index + 1))
          expect(Math.hypot(ox - x, oy - y)).toBeGreaterThan(r + or)
    }
  })
})
