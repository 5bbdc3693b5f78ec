/**
 * From a value that does not fit a shape to a complaint that names field, value and remedy.
 *
 * Owns: how values and places are shown. Leaves the wording of each fault to the shape that finds it.
 */
import type { core, ZodType } from 'zod'
import type { Complaint } from './format.ts'

const SHOWN_LENGTH = 60

/** The value as JSON text, cut to 60 code units; never fails. */
export function shown(value: unknown): string {
  let text: string
  try {
    text = JSON.stringify(value) ?? String(value)
  } catch {
    // Nested deeper than the stack: the kind of value is all there is room to say.
    text = Array.isArray(value) ? '[…]' : '{…}'
  }
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text
}

/** The wording of one field for a shape: `is missing` or what is wrong with the value, then the remedy. */
export function wording(wrong: string, remedy: string): { error: (issue: { input?: unknown }) => string } {
  return { error: issue => `${issue.input === undefined ? 'is missing' : wrong}; ${remedy}` }
}

/** The value in its shape, or the first thing wrong with it. */
export function inShape<T>(
  shape: ZodType<T>,
  value: unknown,
): { fields: T; complaint?: never } | { fields?: never; complaint: Complaint } {
  const parsed = shape.safeParse(value, { error: generalWording })
  if (parsed.success) return { fields: parsed.data }
  const issue = deepest(parsed.error.issues[0])
  const found = valueAt(value, issue.path)
  return {
    complaint: {
      ...(issue.path.length > 0 && { field: pathText(issue.path) }),
      ...(found !== undefined && { value: shown(found) }),
      text: issue.message,
    },
  }
}

/** For fields whose shape has no words of its own. */
function generalWording(issue: { code?: string; input?: unknown; expected?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  return wording(`is no ${issue.expected}`, `write a ${issue.expected}`).error(issue)
}

/** Puts a complaint inside a longer path: `role` becomes `messages[3].role`. */
export function within(path: readonly PropertyKey[], complaint: Complaint): Complaint {
  const prefix = pathText(path)
  const field = complaint.field === undefined ? prefix : `${prefix}.${complaint.field}`
  return { ...complaint, field }
}

type Issue = { path: PropertyKey[]; message: string }

/** Of a value that fits no alternative, the issue of the alternative that got furthest. */
function deepest(issue: core.$ZodIssue | undefined, above: PropertyKey[] = []): Issue {
  if (issue === undefined)
    return { path: above, message: 'cannot be used; see the description of the format' }
  const own = { path: [...above, ...issue.path], message: issue.message }
  if (issue.code !== 'invalid_union') return own
  const inner = issue.errors.map(issues => deepest(issues[0], own.path))
  return inner.find(candidate => candidate.path.length > own.path.length) ?? own
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<PropertyKey, unknown>)[key]
  }
  return found
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, place) => (typeof key === 'number' ? `[${key}]` : `${place > 0 ? '.' : ''}${String(key)}`))
    .join('')
}
