/**
 * `expand`: opens a faded block again, one level or straight to the words as they were said.
 */
import type { Level } from '../../domain/conversation.ts'
import type { AddCommand } from '../command.ts'
import type { Opened, Outcome } from '../context.ts'
import { count, percent, visible, wrap } from '../draw/layout.ts'
import { inSpaceOrAny } from '../lookup.ts'
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
      run(command, context =>
        context.withMemory({}, opened =>
          expandCommand(opened, id, options, context.options.space !== undefined),
        ),
      ),
    )
}

async function expandCommand(
  { memory, space, style }: Opened,
  id: string,
  { level, thread }: ExpandOptions,
  isNamed: boolean,
): Promise<Outcome> {
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
