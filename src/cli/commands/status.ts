/**
 * `status`: which store this is, what is in it, and what still waits.
 */
import type { Job } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { count, inline, pairs, wrap } from '../draw/layout.ts'
import { jobJson } from './jobs.ts'
import { movedLines, spaceTable } from './space.ts'

/** Dead jobs listed with their remedy. */
const SHOWN_DEAD = 5

export const addStatus: AddCommand = (program, run, texts) => {
  const { status: t } = texts.commands
  program
    .command('status')
    .summary(t.summary)
    .description(t.description)
    .action((_options, command) =>
      run(command, context => context.withMemory({}, opened => statusCommand(context, opened))),
    )
}

async function statusCommand(context: Context, opened: Opened): Promise<Outcome> {
  const { memory, space, database, style } = opened
  const { store, spaces, isPaused } = await memory.status()
  const [latest] = await memory.spend({ limit: 1 })
  const day = latest?.day
  const spend = day === undefined ? [] : await memory.spend({ from: day, to: day })
  const tokens = spend.reduce((sum, row) => sum + row.input + row.output, 0)
  const dead = await memory.jobs({ states: ['dead'], limit: SHOWN_DEAD })
  const { texts, colours } = style
  const { file, exists } = context.loaded
  const waiting = spaces.reduce((sum, one) => sum + one.blocks.pending, 0)
  const failed = spaces.reduce((sum, one) => sum + one.blocks.failed, 0)
  const current = spaces.find(one => one.space === space)
  return {
    json: {
      store: {
        path: store.location,
        namedBy: database.source,
        schema: store.schema,
        zone: store.zone,
        bytes: store.bytes,
      },
      config: { file, exists },
      zone: memory.zone,
      space,
      spaces,
      jobs: { waiting, dead: failed, isPaused },
      spend: day === undefined ? null : { day, tokens, rows: spend },
      deadJobs: dead.map(job => jobJson(job, memory.zone, context.io.now())),
    },
    lines: [
      ...pairs(
        [
          [texts.columns.database, store.location + texts.aside(texts.databaseSource[database.source])],
          [texts.columns.size, `${count(Math.ceil(store.bytes / 1024))} KiB`],
          [texts.columns.schema, String(store.schema)],
          [texts.columns.zone, memory.zone],
          [texts.columns.config, exists ? file : file + texts.aside(texts.notThere)],
          [texts.columns.space, inline(space) + (current ? '' : texts.aside(texts.noMemoriesYet))],
          [
            texts.columns.jobs,
            texts.jobsWaiting(count(waiting), count(failed)) + (isPaused ? texts.aside(texts.paused) : ''),
          ],
          ...(day === undefined ? [] : [[texts.columns.spend, texts.spentOn(count(tokens), day)] as const]),
        ],
        style,
      ),
      '',
      ...spaceTable(spaces, style, 'cut'),
      ...(await movedLines(context, opened, spaces)),
      ...dead.flatMap(job => ['', ...deadLines(job)]),
      ...(waiting > 0 ? ['', texts.blocksWait, `  ${context.toCopy('jobs run')}`] : []),
    ],
  }

  function deadLines({ key, thread, sequence, lastError }: Job): string[] {
    const what = texts.deadJob(key, inline(thread), sequence, inline(lastError ?? ''))
    return [...wrap(what, style.width).map(colours.red), `  ${context.toCopy(`jobs retry ${key}`)}`]
  }
}
