/**
 * `show`: one record by its id, with what it rests on. Changes nothing.
 */
import type { Message, Turn } from '../../domain/conversation.ts'
import { nodeLabel } from '../../domain/graph.ts'
import type { Memory, Shown } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Opened, Outcome } from '../context.ts'
import { inline, type Style, visible, wrap } from '../draw/layout.ts'
import { inSpaceOrAny } from '../lookup.ts'
import { iso, stamp } from '../times.ts'
import { blockJson, blockText } from './blocks.ts'
import { eventJson, eventLines } from './events.ts'
import { factJson, factLines, nodeJson, nodeLines } from './graph.ts'
import { topicLines } from './topics.ts'

export const addShow: AddCommand = (program, run, texts) => {
  const { show: t } = texts.commands
  program
    .command('show')
    .summary(t.summary)
    .description(t.description)
    .argument('<id>', t.id)
    .action((id: string, _options, command) =>
      run(command, context =>
        context.withMemory({}, opened => showCommand(opened, id, context.options.space !== undefined)),
      ),
    )
}

async function showCommand({ memory, space, style }: Opened, id: string, isNamed: boolean): Promise<Outcome> {
  const shown = await inSpaceOrAny(space, isNamed, within => memory.show(id, within))
  return { json: shownJson(shown, memory.zone), lines: shownLines(shown, await turnOf(shown, memory), style) }
}

/** A message is read in its turn. */
async function turnOf(shown: Shown, memory: Memory): Promise<readonly Message[]> {
  if (shown.kind !== 'message') return []
  const turn = await memory.show(shown.message.turnId, { space: shown.space })
  return turn.kind === 'turn' ? turn.turn.messages : [shown.message]
}

function shownJson(shown: Shown, zone: string) {
  const { kind, space } = shown
  const messages = (list: readonly Message[]) => list.map(message => messageJson(message, zone))
  switch (shown.kind) {
    case 'message':
      return {
        kind,
        space,
        message: messageJson(shown.message, zone),
        neighbours: messages(shown.neighbours),
      }
    case 'turn':
      return { kind, space, turn: turnJson(shown.turn, zone) }
    case 'block':
      return {
        kind,
        space,
        block: blockJson(shown.block, zone),
        turns: shown.turns.map(turn => turnJson(turn, zone)),
      }
    case 'chapter':
    case 'section':
      return { kind, space, topic: shown.topic }
    case 'event':
      return { kind, space, event: eventJson(shown.event, zone), sources: messages(shown.sources) }
    case 'node':
      return { kind, space, ...nodeJson(shown, zone) }
    case 'fact':
      return {
        kind,
        space,
        fact: factJson(shown.fact, zone),
        node: shown.node,
        sources: shown.sources.map(event => eventJson(event, zone)),
      }
  }
}

export const messageJson = ({ at, ...message }: Message, zone: string) => ({
  ...message,
  time: iso(at, zone),
})

const turnJson = (turn: Turn, zone: string) => ({
  ...turn,
  messages: turn.messages.map(message => messageJson(message, zone)),
})

function shownLines(shown: Shown, turn: readonly Message[], style: Style): string[] {
  const { texts, colours } = style
  const place = [colours.dim(`${texts.columns.space} ${inline(shown.space)}`)]
  switch (shown.kind) {
    case 'message':
      return [...place, '', ...conversation(turn, style, shown.message.id)]
    case 'turn':
      return [...place, ...turnLines([shown.turn], style)]
    case 'block':
      return [
        ...place,
        '',
        ...blockText(shown.block, style),
        '',
        colours.dim(texts.asSaid),
        ...turnLines(shown.turns, style),
      ]
    case 'node':
      return nodeLines(shown, style)
    case 'fact':
      return [
        ...place,
        '',
        ...factLines(shown.fact, style, `${inline(nodeLabel(shown.node, texts.graph.unnamed))} · `),
        '',
        colours.dim(texts.sources),
        ...shown.sources.flatMap(event => eventLines(event, style)),
      ]
    case 'chapter':
    case 'section':
      return [...place, '', ...topicLines(shown.topic, style)]
    case 'event': {
      const quotes = shown.event.quotes.flatMap(quote => wrap(`“${visible(quote)}”`, style.width, '  '))
      return [
        ...place,
        '',
        ...eventLines(shown.event, style),
        ...quotes,
        '',
        colours.dim(texts.sources),
        ...conversation(shown.sources, style),
      ]
    }
  }
}

function turnLines(turns: readonly Turn[], style: Style): string[] {
  return turns.flatMap(turn => [
    '',
    style.colours.dim(
      `${style.texts.turnRange(turn.ordinal, turn.ordinal)} · ${turn.id}${turn.interrupted ? ` · ${style.texts.interrupted}` : ''}`,
    ),
    ...conversation(turn.messages, style),
  ])
}

/** Messages in the order they were said; the one asked for stands out. */
export function conversation(messages: readonly Message[], style: Style, asked?: string): string[] {
  return messages.flatMap(message => {
    const isAsked = message.id === asked
    const { colours } = style
    const name = inline(message.speaker ?? message.name ?? '')
    const head = [
      `${colours.cyan(style.texts.role[message.role])}${name && ` ${name}`}`,
      stamp(message.at, style),
      message.id,
    ]
    return [
      ...wrap(`${isAsked ? colours.green('▶ ') : ''}${head.join(' · ')}`, style.width),
      ...wrap(messageText(message, style), style.width, '  ').map(
        isAsked || asked === undefined ? plain => plain : colours.dim,
      ),
    ]
  })
}

function messageText(message: Message, { texts }: Style): string {
  const call =
    message.arguments === undefined ? [] : [`${texts.toolArguments}${texts.colon}${message.arguments}`]
  const result = message.result === undefined ? [] : [`${texts.toolResult}${texts.colon}${message.result}`]
  const content = message.content === null ? [texts.erased] : message.content === '' ? [] : [message.content]
  return visible([...content, ...call, ...result].join('\n'))
}
