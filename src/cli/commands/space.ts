/**
 * `space`: which memory spaces there are, and taking their memory along when a project moves.
 *
 * Owns: what a folder stands for here, one that is gone included, and the hint that a project may have moved.
 */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formerSpacesOf, projectSpaceOf } from '../../config/project-space.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { type SpaceId, toSpaceId } from '../../domain/space.ts'
import type { Memory, SpaceCounts } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { quoted } from '../copyable.ts'
import { type Column, count, inline, type Style, table, wrap } from '../draw/layout.ts'

/** Moved projects that a hint offers. */
const SHOWN_MOVED = 3

export const addSpace: AddCommand = (program, run, texts) => {
  const { space: t } = texts.commands
  const space = program.command('space').summary(t.summary).description(t.description)
  space
    .command('list', { isDefault: true })
    .description(t.list)
    .action((_options, command) => run(command, context => context.withMemory({}, list)))
  space
    .command('rename')
    .description(t.rename)
    .argument('<old>', t.old)
    .argument('<new>', t.new)
    .action((from: string, to: string, _options, command) =>
      run(command, context => context.withMemory({}, opened => rename(context, opened, from, to))),
    )
  space
    .command('merge')
    .description(t.merge)
    .argument('<from>', t.old)
    .argument('<into>', t.into)
    .action((from: string, to: string, _options, command) =>
      run(command, context => context.withMemory({}, opened => merge(context, opened, from, to))),
    )
}

async function list({ memory, space, style }: Opened): Promise<Outcome> {
  const { spaces } = await memory.status()
  return {
    json: { space, spaces },
    lines: spaces.length === 0 ? [style.texts.noMemoriesYet] : spaceTable(spaces, style, 'whole'),
  }
}

async function rename(
  context: Context,
  { memory, style }: Opened,
  old: string,
  next: string,
): Promise<Outcome> {
  const from = await formerSpace(context, memory, old)
  // Where the memory is to be found by commands in that folder, whatever lies above it.
  const to = toKey(next) ?? (await spaceOfFolder(context, next, async () => false))
  await memory.renameSpace(from, to)
  return { json: { from, to }, lines: wrap(style.texts.spaceRenamed(inline(from), inline(to)), style.width) }
}

async function merge(
  context: Context,
  { memory, style }: Opened,
  old: string,
  into: string,
): Promise<Outcome> {
  const from = await formerSpace(context, memory, old)
  const to = toKey(into) ?? (await spaceOfFolder(context, into, space => memory.hasSpace(space)))
  const { threads, events } = await memory.mergeSpace(from, to)
  const told = style.texts.spaceMerged(inline(from), inline(to), count(threads), count(events))
  return { json: { from, to, threads, events }, lines: wrap(told, style.width) }
}

const spaceOfFolder = (context: Context, folder: string, isKnown: (space: SpaceId) => Promise<boolean>) =>
  projectSpaceOf(toFolder(context, folder), isKnown, { host: context.projectHost })

/** The key itself, or undefined for what can only be a folder. */
function toKey(text: string): SpaceId | undefined {
  try {
    return toSpaceId(text)
  } catch (error) {
    if (error instanceof PalimpsestError) return undefined
    throw error
  }
}

/** Absolute. An empty name is most often a variable without a value, and would mean the current folder. */
function toFolder({ io }: Context, text: string): string {
  if (text.trim() !== '') return resolve(io.cwd, text)
  throw new PalimpsestError('bad-input', 'space: a name is empty; give a space or a folder, `.` for this one')
}

/** The space that the text names; of a folder the one that holds something, else the likeliest. */
async function formerSpace(context: Context, memory: Memory, text: string): Promise<SpaceId> {
  const key = toKey(text)
  if (key !== undefined) return key
  const { likeliest, other } = await formerSpacesOf(toFolder(context, text), {
    host: context.projectHost,
  })
  const isOther = !(await memory.hasSpace(likeliest)) && (await memory.hasSpace(other))
  return isOther ? other : likeliest
}

// ---- shown by other commands too --------------------------------------------------------------------------

/** A line for each space; keys are cut to fit unless they are wanted whole, to be copied. */
export function spaceTable(spaces: readonly SpaceCounts[], style: Style, keys: 'cut' | 'whole'): string[] {
  const { columns } = style.texts
  const titles: Column[] = [
    { title: columns.space, grows: keys === 'cut' && 'cut-start' },
    { title: columns.threads, align: 'right' },
    { title: columns.turns, align: 'right' },
    { title: columns.messages, align: 'right' },
    { title: columns.blocks, align: 'right' },
    { title: columns.events, align: 'right' },
  ]
  const rows = spaces.map(({ space, threads, turns, messages, blocks, events }) => {
    const all = blocks.ready + blocks.pending + blocks.failed
    return [inline(space), ...[threads, turns, messages, all, events].map(count)]
  })
  return table(titles, rows, style)
}

/** A path that means itself between double quotes in every shell. */
const QUOTABLE = /^[\p{L}\p{N}_./\\: -]+$/u

/**
 * When the command's space is a project without memory: how to bring along the memory of projects whose folder is no
 * longer there. Empty otherwise.
 */
export async function movedLines(
  context: Context,
  { space, style }: Opened,
  spaces: readonly SpaceCounts[],
): Promise<string[]> {
  const project = `${context.projectHost}:project:`
  const isNew = space.startsWith(project) && spaces.every(one => one.space !== space)
  if (!isNew) return []
  const gone: string[] = []
  for (const other of spaces) {
    const path = other.space.startsWith(project) ? other.space.slice(project.length) : ''
    if (QUOTABLE.test(path) && (await isGone(path))) gone.push(path)
  }
  if (gone.length === 0) return []
  const commands = gone
    .slice(0, SHOWN_MOVED)
    .map(path => `  ${context.toCopy(`space rename ${quoted(path)} .`)}`)
  return ['', style.texts.projectMoved, ...commands]
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  )
}
