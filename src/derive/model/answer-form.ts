/**
 * The text of an answer becomes a value in its form, or a list of what is wrong with it.
 *
 * Owns: the way from text to form. Leaves finding JSON in the text to `reply-json.ts`, what the value must say to
 * whoever asked.
 */
import * as z from 'zod/mini'
import { complaintOf } from '../derivation-schema.ts'
import type { Read } from './asking.ts'
import { jsonIn } from './reply-json.ts'

/** How the answer to one task is taken. */
export interface AnswerForm<T> {
  form: z.ZodMiniType<T>
  /** Whether a JSON value is an answer to the task at all. */
  isWanted: (value: unknown) => boolean
  /** Mends slips that have one meaning only. */
  tidy: (value: unknown) => unknown
}

export function formOf<T>(text: string, { form, isWanted, tidy }: AnswerForm<T>): Read<T> {
  if (text.trim() === '') return { complaints: ['it was empty'] }
  const value = jsonIn(text, isWanted)
  if (value === undefined) return { complaints: ['it holds no whole JSON object in the form of the task'] }
  const parsed = form.safeParse(tidy(value))
  return parsed.success
    ? { value: parsed.data }
    : { complaints: parsed.error.issues.map(issue => `${issue.path.join('.')} ${complaintOf(issue)}`) }
}

/** The form as JSON schema, for providers that hold a model to it. */
export function schemaOf(form: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(form)
  return schema
}
