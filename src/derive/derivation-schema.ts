/**
 * The form of what a deriver gives back, checked before anything of it is used.
 *
 * Owns: types and values. Leaves provenance (that sources are messages of the block) to `engine/events`.
 */
import * as z from 'zod/mini'
import { PalimpsestError } from '../domain/errors.ts'
import type { EventDraft } from '../domain/event.ts'
import type { Derivation } from './deriver.ts'

/** Words of an event that are of a closed set, for every form that an event has on its way. */
export const EVENT_TYPE = z.enum([
  'decision',
  'change',
  'constraint',
  'requirement',
  'preference',
  'plan',
  'outcome',
  'cause',
  'identity',
  'safety',
  'done',
  'failed',
  'open',
])
export const EVENT_SCOPE = z.enum(['session', 'project', 'user'])
export const CRITICALITY = z.enum(['routine', 'preference', 'identity', 'safety'])
export const TIME_STATUS = z.enum(['occurred', 'planned', 'cancelled', 'ongoing', 'unknown'])

const eventTime = z.strictObject({
  start: z.nullable(z.int()),
  end: z.nullable(z.int()),
  precision: z.enum(['instant', 'day', 'month', 'year', 'range', 'unknown']),
  basis: z.enum(['explicit', 'relative', 'inferred', 'unknown']),
  originalText: z.string(),
  status: TIME_STATUS,
})

const eventDraft = z.strictObject({
  type: EVENT_TYPE,
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  quotes: z.array(z.string()),
  categoryHints: z.optional(z.array(z.string())),
  scope: EVENT_SCOPE,
  criticality: CRITICALITY,
  sources: z.array(z.string()),
  time: z.nullable(eventTime),
  relations: z.optional(
    z.strictObject({
      supersedes: z.optional(z.array(z.string())),
      conflictsWith: z.optional(z.array(z.string())),
      continues: z.optional(z.array(z.string())),
    }),
  ),
})

/** One derivation: title, tags, summary, key facts and events. */
export const derivationSchema: z.ZodMiniType<Derivation> = z.strictObject({
  title: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  keyFacts: z.array(z.strictObject({ text: z.string(), sources: z.array(z.string()) })),
  events: z.array(eventDraft),
})

/**
 * Gives the value back as a derivation.
 *
 * @throws PalimpsestError `derivation` naming the field and what is wrong with it.
 */
export function checkDerivation(value: unknown, madeBy: string): Derivation {
  return checked(derivationSchema, value, `derive: what ${madeBy} gave back`)
}

/**
 * Gives the value back as an event draft.
 *
 * @throws PalimpsestError `derivation` naming the field and what is wrong with it.
 */
export function checkEventDraft(value: unknown): EventDraft {
  return checked(eventDraft, value, 'event')
}

/** The value in its form; an error of code `derivation` names what of it has none. */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue === undefined || issue.path.length === 0 ? 'the whole' : issue.path.join('.')
  throw new PalimpsestError(
    'derivation',
    `${what} cannot be used: ${field} ${complaintOf(issue)}; nothing of it was stored`,
  )
}

/** What is wrong with a value, to be read after its name. */
export function complaintOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_type':
      return `is not of type ${issue.expected}`
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    default:
      return 'has another form'
  }
}
