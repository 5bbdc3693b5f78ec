/**
 * What an unusable place of a file still says of itself, so that it spoils the turn it stands in and no other.
 *
 * Owns: reading single fields of broken lines and of values that do not fit their shape. Leaves what they mean for
 * turns to `turn-assembler.ts`.
 */
import { ROLES, type Role } from '../../domain/conversation.ts'

/** A field of a parsed value, as text; undefined unless it is a number or a text that is not blank. */
export function fieldOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const field = (value as Record<string, unknown>)[key]
  const text = typeof field === 'number' ? String(field) : field
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

/** The same for a line that is not JSON, most often one that was cut off: a field that is there whole. */
export function fieldInText(text: string, key: string): string | undefined {
  const field = new RegExp(
    `(?<!\\\\)"${key}"\\s*:\\s*(?:"([^"\\\\]*[^"\\\\\\s][^"\\\\]*)"|(\\d+)(?=\\s*[,}]))`,
  )
  const [, string, number] = field.exec(text) ?? []
  return string ?? number
}

/** The text, if it names a role. */
export function roleIn(text: string | undefined): Role | undefined {
  return ROLES.find(role => role === text)
}
