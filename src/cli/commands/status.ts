/**
 * `status`: which store this is, what is in it, and what still waits.
 */
import { readStatus } from '../../integrations/dsh/status-file.ts'
import type { EventQueue, Job, Memory, SpentToday } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { count, inline, pairs, wrap } from '../draw/layout.ts'
import { deadEventLines, jobJson, queueTotals } from './jobs.ts'
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
  const spent = await spendingOf(context, memory)
  const dead = await memory.jobs({ states: ['dead'], limit: SHOWN_DEAD })
  const queues = await memory.eventQueues()
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
      jobs: { waiting, dead: failed, isPaused, events: queues },
      spend: spent,
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
          ...stageRows(queues),
          ...(spent ? [[texts.columns.model, modelText(spent)] as const] : []),
          ...(spent ? [[texts.columns.spend, spentText(spent)] as const] : []),
        ],
        style,
      ),
      '',
      ...spaceTable(spaces, style, 'cut'),
      ...(await movedLines(context, opened, spaces)),
      ...dead.flatMap(job => ['', ...deadLines(job)]),
      ...deadEventLines(context, queues, style),
      ...(isPaused ? ['', texts.derivationPaused, `  ${context.toCopy('jobs resume')}`] : []),
      ...(waiting > 0 && !isPaused ? ['', texts.blocksWait, `  ${context.toCopy('jobs run')}`] : []),
    ],
  }

  /** One row for each stage for which events wait, or that gave some up. */
  function stageRows(queues: readonly EventQueue[]): (readonly [string, string])[] {
    const stages = [...new Set(queues.map(one => one.stage))]
    return stages.map(stage => {
      const of = queueTotals(queues.filter(one => one.stage === stage))
      return [texts.eventStage[stage], texts.eventsWaiting(count(of.waiting), count(of.dead))] as const
    })
  }

  function modelText({ model }: Spending): string {
    if (model === null) return texts.noModel
    return inline(model) + (context.options.dsh ? texts.aside(texts.asPluginSet) : '')
  }

  function spentText({ day, tokens, stages, dailyTokens }: Spending): string {
    const by = stages.map(one => texts.stageSpend(one.stage, count(one.tokens), count(one.calls)))
    const bound = dailyTokens === null ? undefined : count(dailyTokens)
    return (
      texts.spentOn(count(tokens), day, bound) +
      (by.length === 0 ? '' : texts.aside(by.join(texts.semicolon)))
    )
  }

  function deadLines({ key, thread, sequence, lastError }: Job): string[] {
    const what = texts.deadJob(key, inline(thread), sequence, inline(lastError ?? ''))
    return [...wrap(what, style.width).map(colours.red), `  ${context.toCopy(`jobs retry ${key}`)}`]
  }
}

/** What a model may spend and spent. */
interface Spending extends SpentToday {
  /** Null: derivation asks none. */
  model: string | null
  dailyTokens: number | null
}

/** Null when derivation asks no model, and none was ever asked. In DeepSeek Harness the plugin's settings count. */
async function spendingOf(context: Context, memory: Memory): Promise<Spending | null> {
  const { model, dailyTokens } = context.options.dsh
    ? ((await readStatus(context.dshPlaces.status))?.status ?? {})
    : { model: context.loaded.settings.model, dailyTokens: (await memory.status()).dailyTokens }
  if (!model && (await memory.spend({ limit: 1 })).length === 0) return null
  return { model: model ?? null, dailyTokens: dailyTokens ?? null, ...(await memory.spentToday()) }
}
