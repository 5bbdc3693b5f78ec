/**
 * `topics`: what has been remembered, by topic. `topics ID` opens one, `topics rename` gives one another title.
 */
import type { DirectoryChapter, OpenedTopic, TopicCategory, TopicDirectory } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Context, Opened, Outcome } from '../context.ts'
import { type Column, count, inline, type Style, table, visible, wrap } from '../draw/layout.ts'
import { inSpaceOrAny } from '../lookup.ts'
import { integer, topicCategory } from '../options.ts'
import { languageOfTexts } from '../texts/texts.ts'

interface TopicsOptions {
  page?: number
  category?: TopicCategory
}

export const addTopics: AddCommand = (program, run, texts) => {
  const { topics: t } = texts.commands
  const topics = program.command('topics').summary(t.summary).description(t.description)
  topics
    .command('list', { isDefault: true })
    .description(t.list)
    .argument('[id]', t.id)
    .option('--page <n>', t.page, integer(1, 1_000_000))
    .option('--category <name>', t.category, topicCategory)
    .action((id: string | undefined, options: TopicsOptions, command) =>
      run(command, context =>
        context.withMemory({}, opened =>
          id === undefined ? list(context, opened, options) : open(context, opened, id),
        ),
      ),
    )
  topics
    .command('rename')
    .description(t.rename)
    .argument('<id>', t.id)
    .argument('<title>', t.title)
    .action((id: string, title: string, _options, command) =>
      run(command, context => context.withMemory({}, opened => rename(context, opened, id, title))),
    )
}

// ---- the directory --------------------------------------------------------------------------------------------

async function list(
  context: Context,
  { memory, space, style }: Opened,
  options: TopicsOptions,
): Promise<Outcome> {
  const directory = await memory.topics({ space, ...options })
  return { json: { space, ...directory }, lines: directoryLines(context, directory, { space, style }) }
}

function directoryLines(
  context: Context,
  directory: TopicDirectory,
  { space, style }: { space: string; style: Style },
): string[] {
  const { texts, colours } = style
  const { chapters, notOrganised, page, pages } = directory
  if (chapters.length === 0 && notOrganised === 0) return wrap(texts.noTopics(inline(space)), style.width)
  const waiting = texts.notOrganised(count(notOrganised))
  return [
    ...chapters.flatMap(chapter => [...chapterLines(chapter, style), '']),
    ...(notOrganised === 0 ? [] : [...wrap(colours.yellow(waiting), style.width), '']),
    ...wrap(categoryText(directory, style), style.width).map(colours.dim),
    ...(pages > 1 ? wrap(texts.pageOf(page, pages), style.width) : []),
    ...(page < pages ? [texts.nextPage(`--page ${page + 1}`)] : []),
    ...(chapters.length === 0
      ? []
      : [`${colours.dim(texts.openTopic)}${context.toCopy('topics ID', { inSpace: true })}`]),
  ]
}

function chapterLines(chapter: DirectoryChapter, style: Style): string[] {
  const { colours, texts } = style
  const facts = [texts.eventsIn(count(chapter.events)), chapter.id].join(' · ')
  const columns: Column[] = [
    { title: texts.columns.topicSection, grows: true },
    { title: texts.columns.events, align: 'right' },
    { title: texts.columns.id },
  ]
  const rows = chapter.sections.map(({ id, title, events }) => [inline(title), count(events), id])
  return [
    ...wrap(`${colours.bold(inline(chapter.title))} ${colours.dim(facts)}`, style.width),
    ...table(columns, rows, { ...style, width: style.width - 2 }).map(line => `  ${line}`),
  ]
}

const categoryText = ({ categories }: TopicDirectory, { texts }: Style): string =>
  Object.entries(categories)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${texts.topicCategory[name as TopicCategory]} ${count(n)}`)
    .join(' · ')

// ---- one topic ------------------------------------------------------------------------------------------------

async function open(context: Context, { memory, space, style }: Opened, id: string): Promise<Outcome> {
  const isNamed = context.options.space !== undefined
  const language = languageOfTexts(style.texts)
  const topic = await inSpaceOrAny(space, isNamed, within => memory.topic(id, { ...within, language }))
  const hint = `${style.colours.dim(style.texts.showEvent)}${context.toCopy('show ID')}`
  return { json: topic, lines: [...topicLines(topic, style), '', hint] }
}

/** The text of a topic, its headings and ids set off. */
export function topicLines({ text }: OpenedTopic, style: Style): string[] {
  const { colours } = style
  return visible(text)
    .split('\n')
    .flatMap(line => {
      if (line.startsWith('# ')) return wrap(colours.bold(line.slice(2)), style.width)
      if (line.startsWith('## ')) return ['', ...wrap(colours.cyan(line.slice(3)), style.width)]
      if (!line.startsWith('- ')) return wrap(line, style.width)
      const [first = '', ...rest] = wrap(line.slice(2), style.width - 2)
      return [`- ${first}`, ...rest.map(one => `  ${one}`)]
    })
}

// ---- another title --------------------------------------------------------------------------------------------

async function rename(
  context: Context,
  { memory, space, style }: Opened,
  id: string,
  title: string,
): Promise<Outcome> {
  const isNamed = context.options.space !== undefined
  const renamed = await inSpaceOrAny(space, isNamed, within => memory.renameTopic(id, title, within))
  const topic = await memory.topic(renamed.id, { space: renamed.space })
  return {
    json: { ...renamed, title: topic.title },
    lines: wrap(style.texts.topicRenamed(renamed.id, inline(topic.title)), style.width),
  }
}
