/**
 * The projector that asks a language model: one call for a batch of events.
 *
 * Owns: what of the events is sent, within a bound that does not grow with the graph. Leaves the texts to
 * `claims.prompt.ts`, checking the answer to `claims.ts`.
 */
import type { MemoryEvent } from '../../../domain/event.ts'
import type { Claim } from '../../../domain/graph.ts'
import { cutToTokens } from '../../../text/cut.ts'
import { oneLine } from '../../../text/one-line.ts'
import type { EventsToProject, Projector } from '../../projector.ts'
import { formOf, schemaOf } from '../answer-form.ts'
import { answerTo, type Question } from '../asking.ts'
import type { ModelDeriverSettings } from '../options.ts'
import { withoutSecrets } from '../without-secrets.ts'
import { CLAIMS_FORM, knownLines, SYSTEM, userText } from './claims.prompt.ts'
import { claimsOfCards, type NumberedEvent } from './claims.ts'

/** Of each event, each known name and each known fact so many tokens are shown. */
const EVENT_TOKENS = 200
const KNOWN_TOKENS = 40

/** `project` of a model projector. */
export function projections({
  redact = withoutSecrets,
  ...rest
}: ModelDeriverSettings): Projector['project'] {
  const settings = { ...rest, redact }
  return (given, signal, meter) => {
    const shown = given.events.map((event, index) => ({ number: index + 1, event }))
    return answerTo(questionOf(settings, given), shown, { model: settings.model, signal, meter })
  }
}

function questionOf(
  { redact, outputTokens }: Required<ModelDeriverSettings>,
  given: EventsToProject,
): Question<NumberedEvent, Claim[]> {
  const clean = (line: string, most: number) => cutToTokens(oneLine(redact(line)), most)
  const known = knownLines(given)
  const nodes = known.nodes.map(line => clean(line, KNOWN_TOKENS))
  const facts = known.facts.map(line => clean(line, KNOWN_TOKENS))
  return {
    stage: 'graph',
    request: (shown, complaints) => {
      const events = shown.map(({ number, event }) => clean(`${number}: ${lineOf(event)}`, EVENT_TOKENS))
      return {
        system: SYSTEM,
        // Once more as a whole: what is hidden may have come together only here.
        user: redact(userText({ events, nodes, facts }, complaints)),
        reply: { name: 'claims', schema: schemaOf(CLAIMS_FORM.form) },
        maxOutputTokens: outputTokens,
        ...threadOf(shown),
      }
    },
    read: (text, shown) => {
      const answer = formOf(text, CLAIMS_FORM)
      return 'value' in answer ? claimsOfCards(answer.value.claims, shown) : answer
    },
    merge: (first, second) => [...first, ...second],
  }
}

/** The conversation of the events, for a model that is chosen by it. */
function threadOf([first]: readonly NumberedEvent[]): { thread?: string } {
  const thread = first?.event.thread
  return thread ? { thread } : {}
}

/** An event in one line; the model never counts dates, it is told whether the event lies ahead. */
function lineOf({ type, title, summary, scope, time }: MemoryEvent): string {
  const status = time?.status === 'planned' || time?.status === 'cancelled' ? `, ${time.status}` : ''
  const about = scope === 'user' ? ', about the user' : ''
  return `[${type}${status}${about}] ${summary.trim() === '' ? title : summary}`
}
