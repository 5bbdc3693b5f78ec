/**
 * `graph`: what holds now, held, or is pending, of the people, projects and tools that a space speaks of; and its
 * picture.
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PalimpsestError } from '../../domain/errors.ts'
import { type Fact, type GraphNode, nodeLabel } from '../../domain/graph.ts'
import { isIdPrefix } from '../../domain/ids.ts'
import { relationLabel } from '../../domain/relations.ts'
import type { GraphHit, OpenedNode } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { inline, type Style, wrap } from '../draw/layout.ts'
import type { PictureEdge } from '../draw/picture.ts'
import { inSpaceOrAny } from '../lookup.ts'
import { integer } from '../options.ts'
import { languageOfTexts } from '../texts/texts.ts'
import { instant, iso, stamp } from '../times.ts'
import { eventLines } from './events.ts'

interface GraphOptions {
  asOf?: string
  limit?: number
  picture?: string
}

/** Nodes of a picture, unless the limit says otherwise. */
const DRAWN = 60

export const addGraph: AddCommand = (program, run, texts) => {
  const { graph: t } = texts.commands
  const graph = program
    .command('graph')
    .summary(t.summary)
    .description(t.description)
    .argument('[query...]', t.query)
    .option('--as-of <time>', t.asOf)
    .option('--limit <n>', t.limit, integer(1, 200))
    .option('--picture <file>', t.picture)
    .action((query: string[], options: GraphOptions, command) =>
      run(command, context =>
        context.withMemory({}, opened => graphCommand(context, opened, query.join(' '), options)),
      ),
    )
  graph
    .command('merge')
    .description(t.merge)
    .argument('<keep>', t.keep)
    .argument('<other>', t.other)
    .action((keep: string, other: string, _options, command) =>
      run(command, context => context.withMemory({}, opened => merge(context, opened, keep, other))),
    )
  graph
    .command('unmerge')
    .description(t.unmerge)
    .argument('<id>', t.other)
    .action((id: string, _options, command) =>
      run(command, context => context.withMemory({}, opened => unmerge(context, opened, id))),
    )
}

async function graphCommand(
  context: Context,
  opened: Opened,
  query: string,
  { asOf: words, limit, picture }: GraphOptions,
): Promise<Outcome> {
  const { memory, style } = opened
  const asOf =
    words === undefined ? undefined : instant('--as-of', words, { now: context.io.now(), zone: memory.zone })
  if (picture !== undefined) return draw(context, opened, picture, { query, asOf, limit: limit ?? DRAWN })
  if (isIdPrefix(query)) {
    const node = await inSpaceOrAny(opened.space, isSpaceNamed(context), within =>
      memory.node(query, { ...within, asOf }),
    )
    return {
      json: nodeJson(node, memory.zone),
      lines: [...asOfLines(asOf, style), ...nodeLines(node, style)],
    }
  }
  return list(opened, query, asOf, limit)
}

const isSpaceNamed = (context: Context) => context.options.space !== undefined

async function list(
  { memory, space, style }: Opened,
  query: string,
  asOf: number | undefined,
  limit: number | undefined,
): Promise<Outcome> {
  const hits = await memory.graph({ space, asOf, limit, ...(query === '' ? {} : { query }) })
  const none = query === '' ? style.texts.graph.empty(space) : style.texts.graph.nothing(space)
  return {
    json: {
      query: query === '' ? null : query,
      space,
      asOf: iso(asOf ?? null, memory.zone),
      nodes: hits.map(hit => hitJson(hit, memory.zone)),
    },
    lines: [
      ...asOfLines(asOf, style),
      ...hits.flatMap(hit => [...hitLines(hit, style), '']),
      ...(hits.length === 0 ? [none] : []),
    ],
  }
}

async function merge(
  context: Context,
  { memory, space, style }: Opened,
  keep: string,
  other: string,
): Promise<Outcome> {
  const node = await inSpaceOrAny(space, isSpaceNamed(context), within =>
    memory.mergeNodes(keep, other, within),
  )
  return {
    json: nodeJson(node, memory.zone),
    lines: [
      style.texts.graph.merged(inline(nameOf(node.node, style))),
      `  ${context.toCopy(`graph unmerge ${other}`)}`,
      '',
      ...nodeLines(node, style),
    ],
  }
}

async function unmerge(context: Context, { memory, space, style }: Opened, id: string): Promise<Outcome> {
  const node = await inSpaceOrAny(space, isSpaceNamed(context), within => memory.unmergeNode(id, within))
  return { json: nodeJson(node, memory.zone), lines: nodeLines(node, style) }
}

// ---- the picture ------------------------------------------------------------------------------------------

async function draw(
  context: Context,
  { memory, space, style }: Opened,
  file: string,
  asked: { query: string; asOf: number | undefined; limit: number },
): Promise<Outcome> {
  const { query, asOf, limit } = asked
  const hits = await memory.graph({ space, asOf, limit, ...(query === '' ? {} : { query }) })
  const language = languageOfTexts(style.texts)
  const edges: PictureEdge[] = []
  for (const { node } of hits) {
    const { edges: own } = await memory.node(node.id, { space: node.space, asOf })
    for (const { relation, object, standing } of own.out)
      if (object)
        edges.push({
          from: node.id,
          to: object.id,
          label: relationLabel(relation, language),
          isPending: standing === 'pending',
        })
  }
  const nodes = hits.map(({ node }) => ({
    id: node.id,
    label: nameOf(node, style),
    note: style.texts.graph.type[node.type],
    weight: node.mentions,
  }))
  const { drawPicture } = await import('../draw/picture.ts')
  const path = resolve(context.io.cwd, file)
  await write(path, drawPicture({ title: style.texts.graph.title(inline(space)), nodes, edges }))
  const drawn = edges.filter(edge => nodes.some(node => node.id === edge.to)).length
  return {
    json: { space, asOf: iso(asOf ?? null, memory.zone), picture: path, nodes: nodes.length, edges: drawn },
    lines: [style.texts.graph.drawn(path, nodes.length, drawn)],
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new PalimpsestError(
      'bad-input',
      `graph: the picture could not be written: ${why}; name another file`,
    )
  }
}

// ---- shown by `show` too ----------------------------------------------------------------------------------

const nameOf = (node: GraphNode, style: Pick<Style, 'texts'>) => nodeLabel(node, style.texts.graph.unnamed)

function asOfLines(asOf: number | undefined, style: Style): string[] {
  return asOf === undefined ? [] : [style.colours.dim(style.texts.graph.asOf(stamp(asOf, style))), '']
}

function hitLines({ node, matched, facts, hasMoreFacts }: GraphHit, style: Style): string[] {
  const { colours, texts } = style
  const why = matched.map(
    ({ field, words }) => `${texts.graph.field[field]}${texts.colon}${words.map(inline).join(', ')}`,
  )
  return [
    ...headLines(node, style),
    ...(why.length === 0 ? [] : wrap(texts.graph.found(why.join(' · ')), style.width, '  ').map(colours.dim)),
    ...facts.flatMap(fact => factLines(fact, style)),
    ...(facts.length === 0 ? [colours.dim(`  ${texts.graph.onlyNamed}`)] : []),
    ...(hasMoreFacts ? [colours.dim(`  ${texts.graph.more}`)] : []),
  ]
}

function headLines(node: GraphNode, style: Style): string[] {
  const { colours, texts } = style
  const aliases = node.aliases.length === 0 ? '' : texts.aside(node.aliases.map(inline).join(', '))
  const tags = node.tags.map(tag => `#${inline(tag)}`).join(' ')
  return [
    ...wrap(
      `${colours.bold(inline(nameOf(node, style)))}${aliases} · ${texts.graph.type[node.type]} · ${node.id}`,
      style.width,
    ),
    ...(tags === '' ? [] : wrap(tags, style.width, '  ').map(colours.dim)),
  ]
}

/** `package-manager: pnpm · since 2025-05-27 10:46 +02:00`. */
export function factLines(fact: Fact, style: Style, from = ''): string[] {
  const { colours, texts } = style
  const said = `${from}${inline(relationLabel(fact.relation, languageOfTexts(texts)))}${texts.colon}${inline(fact.value) || texts.graph.whatever}`
  const notes = [
    standingOf(fact, style),
    timeOf(fact, style),
    fact.support > 1 ? texts.graph.support(fact.support) : '',
  ]
  const line = [said, ...notes.filter(note => note !== '')].join(' · ')
  return wrap(line, style.width, '  ').map(fact.standing === 'current' ? plain => plain : colours.dim)
}

function standingOf({ standing, wasPending, closedBy }: Fact, { texts }: Style): string {
  if (standing === 'past' && wasPending) return texts.graph.wasPending
  if (standing === 'disputed' && closedBy !== null) return texts.graph.wasDisputed
  return standing === 'current' || standing === 'past' ? '' : texts.graph.standing[standing]
}

function timeOf({ validFrom, validTo, closedBy }: Fact, style: Style): string {
  const { since, between } = style.texts.graph
  if (closedBy !== null) return between(stamp(validFrom, style), stamp(validTo, style))
  return validFrom === null ? '' : since(stamp(validFrom, style))
}

/** A node as it is opened: part after part, each with its heading. */
export function nodeLines(opened: OpenedNode, style: Style): string[] {
  const { texts, colours } = style
  const { node, merged, current, pending, disputed, past, edges, sources } = opened
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colours.dim(title), ...lines]
  const facts = (list: readonly Fact[]) => list.flatMap(fact => factLines(fact, style))
  const others = merged.map(one => `${inline(one.name)} ${one.id}`).join(' · ')
  return [
    colours.dim(`${texts.columns.space} ${inline(node.space)}`),
    '',
    ...headLines(node, style),
    ...(others === '' ? [] : wrap(texts.graph.holds(others), style.width, '  ').map(colours.dim)),
    ...part(texts.graph.standing.current, facts(current)),
    ...part(texts.graph.standing.pending, facts(pending)),
    ...part(texts.graph.standing.disputed, facts(disputed)),
    ...part(texts.graph.standing.past, facts(past)),
    ...part(
      texts.graph.saidOfOthers,
      edges.in.flatMap(({ from, fact }) => factLines(fact, style, `${inline(nameOf(from, style))} · `)),
    ),
    ...part(
      texts.sources,
      sources.flatMap(event => eventLines(event, style)),
    ),
  ]
}

export function nodeJson(opened: OpenedNode, zone: string) {
  const { node, merged, edges, sources } = opened
  const facts = (list: readonly Fact[]) => list.map(fact => factJson(fact, zone))
  return {
    node,
    merged,
    current: facts(opened.current),
    pending: facts(opened.pending),
    disputed: facts(opened.disputed),
    past: facts(opened.past),
    edges: {
      out: facts(edges.out),
      in: edges.in.map(({ from, fact }) => ({
        from: { id: from.id, name: from.name },
        fact: factJson(fact, zone),
      })),
    },
    sources: sources.map(event => event.id),
  }
}

export function factJson({ validFrom, validTo, ...fact }: Fact, zone: string) {
  return { ...fact, validFrom: iso(validFrom, zone), validTo: iso(validTo, zone) }
}

function hitJson({ facts, ...hit }: GraphHit, zone: string) {
  return { ...hit, facts: facts.map(fact => factJson(fact, zone)) }
}
