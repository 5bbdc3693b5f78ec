/**
 * `expand`: opens a faded block again, one level or straight to the words as they were said.
 */
import type { Level } from '../../domain/conversation.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { count, percent, visible, wrap } from '../draw/layout.ts'
import { inSpaceOrAny, threadNamed } from '../lookup.ts'
import { level } from '../options.ts'
import { blockJson } from './blocks.ts'

interface ExpandOptions {
  level?: Level
  thread?: string
}

export const addExpand: AddCommand = (program, run, texts) => {
  const { expand: t } = texts.commands
  program
    .command('expand')
    .summary(t.summary)
    .description(t.description)
    .argument('<id>', t.id)
    .option('--level <n>', t.level, level)
    .option('--thread <name>', t.thread)
    .action((id: string, options: ExpandOptions, command) =>
      run(command, context => context.withMemory({}, opened => expandCommand(context, opened, id, options))),
    )
}

async function expandCommand(
  context: Context,
  { memory, space, style }: Opened,
  id: string,
  { level, thread }: ExpandOptions,
): Promise<Outcome> {
  const isNamed = context.options.space !== undefined
  if (thread !== undefined) {
    const shown = await inSpaceOrAny(space, isNamed, within => memory.show(id, within))
    const home = shown.kind === 'event' ? (shown.event.sourceSpace ?? shown.space) : shown.space
    await threadNamed(context, { memory, space: home }, thread)
  }
  const block = await inSpaceOrAny(space, isNamed, within => memory.expand(id, { ...within, level, thread }))
  const { colours, texts } = style
  const head =
    block.status === 'ready'
      ? texts.expanded(block.id, block.level)
      : texts.notReady(block.id, texts.blockStatus[block.status])
  const tokens = texts.tokensShown(
    count(block.tokens),
    count(block.sourceTokens),
    percent(block.tokens, block.sourceTokens),
  )
  return {
    json: blockJson(block, memory.zone),
    lines: [
      ...wrap(head, style.width).map(colours.bold),
      ...wrap(
        `${visible(block.thread)} · ${texts.turnRange(block.firstTurn, block.lastTurn)} · ${tokens}`,
        style.width,
      ).map(colours.dim),
      '',
      ...wrap(visible(block.text ?? ''), style.width),
    ],
  }
}
