/**
 * The deriver that asks a language model: one call for title, summary and key facts, one for events; and its organizer.
 *
 * Owns: the options and what deriver and organizer are called. Leaves the work to `derivation.ts` and `topics.ts`, which
 * are read when they are first needed.
 */
import { PalimpsestError } from '../../domain/errors.ts'
import type { Deriver } from '../deriver.ts'
import type { Organizer } from '../organizer.ts'
import type { Projector } from '../projector.ts'
import type { ModelDeriverOptions, ModelDeriverSettings } from './options.ts'
import { GRAPH_VERSION, TOPICS_VERSION, VERSION } from './version.ts'

/**
 * A deriver that asks a model. A block costs two calls, or one when nothing in it is worth an event; each answer that
 * has to be corrected costs one more, each that was cut at its length two more, and neither happens twice. Dates are
 * never the model's: it names the words, code resolves them. Quotes, sources and scope are checked.
 *
 * Its `derive` rejects with ModelError when the model gives no usable answer; an attempt after that does not ask again
 * for what was answered.
 *
 * @throws PalimpsestError `config` when a number is not usable.
 */
export function createModelDeriver(options: ModelDeriverOptions): Deriver {
  const { model, inputTokens = 12_000, outputTokens = 4_000 } = options
  check('inputTokens', inputTokens, 4_000)
  check('outputTokens', outputTokens, 500)
  const settings: ModelDeriverSettings = {
    model,
    inputTokens,
    outputTokens,
    ...(options.redact ? { redact: options.redact } : {}),
  }
  let derivation: Promise<Deriver['derive']> | undefined
  let projection: Promise<Projector['project']> | undefined
  return {
    name: `model/${model.name}`,
    version: VERSION,
    concurrency: 2,
    projector: {
      name: `model/${model.name}`,
      version: GRAPH_VERSION,
      hasModel: true,
      async project(given, signal, meter) {
        signal.throwIfAborted()
        projection ??= import('./graph/model-projector.ts').then(({ projections }) => projections(settings))
        const project = await projection
        return project(given, signal, meter)
      },
    },
    organizer: organizerOf(settings),
    async derive(block, signal, meter) {
      signal.throwIfAborted()
      derivation ??= import('./derivation.ts').then(({ derivations }) => derivations(settings))
      const derive = await derivation
      return derive(block, signal, meter)
    },
  }
}

/** One call a batch of events, and one more for an answer that has to be corrected. */
function organizerOf(settings: ModelDeriverSettings): Organizer {
  let organization: Promise<Organizer['organize']> | undefined
  return {
    name: `model/${settings.model.name}`,
    version: TOPICS_VERSION,
    hasModel: true,
    async organize(given, signal, meter) {
      signal.throwIfAborted()
      organization ??= import('./topics.ts').then(({ organizations }) => organizations(settings))
      const organize = await organization
      return organize(given, signal, meter)
    },
  }
}

function check(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return
  throw new PalimpsestError(
    'config',
    `derive/model: ${name} ${value} is not usable; give an integer of at least ${least}`,
  )
}
