/**
 * The form of what a projector gives back, checked before anything of it is used.
 *
 * Owns: types, values and bounds of claims: what is too long is cut, what has no usable form is refused. Leaves
 * provenance (that each is of an event that was given) to the store.
 */
import * as z from 'zod/mini'
import type { Claim, Named } from '../domain/graph.ts'
import { cutGraphemes } from '../text/cut.ts'
import { checked } from './derivation-schema.ts'

/** Bounds of what is stored, in code points. */
const MAX_NAME = 120
const MAX_VALUE = 200
const MAX_RELATION = 64
const MAX_ALIASES = 8
/** Most claims of one event; the first are kept. */
const MAX_CLAIMS = 16

const named = z.strictObject({
  name: z.string(),
  type: z.enum(['person', 'project', 'organization', 'tool', 'place']),
  aliases: z.optional(z.array(z.string())),
})

const claims: z.ZodMiniType<Claim[]> = z.array(
  z.strictObject({
    event: z.string(),
    subject: named,
    relation: z.string().check(z.regex(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u)),
    mode: z.enum(['state', 'set', 'relation']),
    value: z.string(),
    object: z.nullable(named),
    says: z.enum(['holds', 'ended', 'pending']),
    isChange: z.boolean(),
  }),
)

/**
 * Gives the value back as claims, cut to what is stored. One that names nothing, or a value among others without
 * saying which, claims nothing and is left out.
 *
 * @throws PalimpsestError `derivation` naming the field and what is wrong with it.
 */
export function checkClaims(value: unknown, madeBy: string): Claim[] {
  const seen = new Map<string, number>()
  return checked(claims, value, `derive: what ${madeBy} gave back`)
    .map(cut)
    .filter(claim => {
      const count = (seen.get(claim.event) ?? 0) + 1
      seen.set(claim.event, count)
      return count <= MAX_CLAIMS && saysSomething(claim)
    })
}

function cut(claim: Claim): Claim {
  const object = claim.object && cutNamed(claim.object)
  return {
    ...claim,
    subject: cutNamed(claim.subject),
    relation: cutGraphemes(claim.relation.toLowerCase(), MAX_RELATION).replace(/-$/, ''),
    value: object?.name ?? tidy(claim.value, MAX_VALUE),
    object: object?.name === '' ? null : object,
  }
}

function cutNamed({ name, type, aliases = [] }: Named): Named {
  const kept = aliases.map(alias => tidy(alias, MAX_NAME)).filter(alias => alias !== '')
  return {
    name: tidy(name, MAX_NAME),
    type,
    ...(kept.length > 0 ? { aliases: [...new Set(kept)].slice(0, MAX_ALIASES) } : {}),
  }
}

const tidy = (text: string, max: number) =>
  cutGraphemes(text.toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim(), max)

function saysSomething({ subject, mode, value, says }: Claim): boolean {
  return subject.name !== '' && (value !== '' || (says !== 'holds' && mode !== 'set'))
}
