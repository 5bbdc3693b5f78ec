/**
 * `explain`: an event with all that decides how it is recalled. Changes nothing.
 */
import type { EventRelations } from '../../domain/event.ts'
import type { EventExplanation } from '../../memory.ts'
import type { AddCommand } from '../command.ts'
import type { Opened, Outcome } from '../context.ts'
import { inline, pairs, type Style } from '../draw/layout.ts'
import { inSpaceOrAny } from '../lookup.ts'
import { stamp } from '../times.ts'
import { eventJson, eventLines, occurrenceText } from './events.ts'
import { conversation, messageJson } from './show.ts'

export const addExplain: AddCommand = (program, run, texts) => {
  const { explain: t } = texts.commands
  program
    .command('explain')
    .summary(t.summary)
    .description(t.description)
    .argument('<id>', t.id)
    .action((id: string, _options, command) =>
      run(command, context =>
        context.withMemory({}, opened => explainCommand(opened, id, context.options.space !== undefined)),
      ),
    )
}

async function explainCommand(
  { memory, space, style }: Opened,
  id: string,
  isNamed: boolean,
): Promise<Outcome> {
  const explained = await inSpaceOrAny(space, isNamed, within => memory.explain(id, within))
  const { event, sources, weight, isToVerify } = explained
  return {
    json: {
      space: explained.space,
      event: eventJson(event, memory.zone),
      sources: sources.map(message => messageJson(message, memory.zone)),
      weight,
      isToVerify,
    },
    lines: [
      ...eventLines(event, style),
      '',
      ...pairs(eventFacts(explained, style), style),
      '',
      ...pairs(weightFacts(explained, style), style),
      '',
      style.colours.dim(style.texts.sources),
      ...(sources.length === 0 ? [`  ${style.texts.explain.none}`] : conversation(sources, style)),
    ],
  }
}

type Facts = [name: string, value: string][]

function eventFacts({ space, event }: EventExplanation, style: Style): Facts {
  const { texts } = style
  const { explain: t } = texts
  return [
    [t.mentioned, stamp(event.mentionedAt, style)],
    [t.happened, occurrenceText(event, style) || t.notSaid],
    [t.scope, `${texts.eventScope[event.scope]} · ${inline(space)}`],
    [t.origin, `${texts.eventOrigin[event.origin]} · ${inline(event.madeBy)}`],
    [t.trust, t.trustOf(event.trust)],
    [t.status, texts.eventStatus[event.status]],
    [t.relations, relationsText(event.relations, style) || t.none],
  ]
}

function relationsText(relations: EventRelations, { texts }: Style): string {
  return (Object.keys(texts.relation) as (keyof EventRelations)[])
    .filter(name => relations[name].length > 0)
    .map(name => `${texts.relation[name]} ${relations[name].join(' ')}`)
    .join(' · ')
}

function weightFacts({ event, weight, isToVerify }: EventExplanation, { texts }: Style): Facts {
  const { explain: t } = texts
  const { days } = weight
  const sure = t.confidenceOf(
    rounded(weight.confidence),
    days === null ? null : String(Math.round(days * 10) / 10),
  )
  return [
    [t.weight, t.weightOf(rounded(weight.weight))],
    [t.turns, t.turnsOf(weight.turns)],
    [t.strength, t.strengthOf(weight.strength, rounded(weight.lambda))],
    [t.faded, t.fadedOf(rounded(weight.faded))],
    [t.floor, t.floorOf(String(weight.floor), texts.criticality[event.criticality])],
    [t.cap, t.capOf(String(weight.cap), texts.eventStatus[event.status])],
    [t.pinned, t.pinnedOf(weight.pinned)],
    [t.confidence, isToVerify ? `${sure} · ${t.toVerify}` : sure],
  ]
}

const rounded = (value: number) => value.toFixed(3)
