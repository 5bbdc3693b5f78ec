/**
 * Keys and tokens that can be told by their form alone.
 *
 * Owns: looking for the forms of `token-forms.ts`. Leaves what has a name beside it to `assignments.ts`.
 */
import { type Span, startsFresh } from './marker.ts'
import { FREE_FORMS, type FreeForm, PREFIXED_FORMS, type PrefixedForm } from './token-forms.ts'

/** Documentation's own keys: a word that says so, or one character again and again. */
const MADE_UP = /example|your[-_]|placeholder|(.)\1{7}/i
/** What belongs to a token that goes on longer than its form asks for. */
const REMAINDER = /[A-Za-z0-9_-]*/y

/** The keys and tokens of known services, JSON web tokens among them. */
export function findTokens(text: string): Span[] {
  return [
    ...PREFIXED_FORMS.flatMap(form => form.prefixes.flatMap(prefix => withPrefix(text, form, prefix))),
    ...FREE_FORMS.flatMap(form => ofFreeForm(text, form)),
  ]
}

function withPrefix(text: string, { kind, rest }: PrefixedForm, prefix: string): Span[] {
  const spans: Span[] = []
  let start = text.indexOf(prefix)
  while (start !== -1) {
    const end = startsFresh(text, start) ? endOf(text, start + prefix.length, rest) : -1
    if (end !== -1 && !MADE_UP.test(text.slice(start, end))) spans.push({ start, end, kind })
    start = text.indexOf(prefix, Math.max(start + prefix.length, end))
  }
  return spans
}

/** Where a token ends whose prefix ends at the offset; -1 when it is none. */
function endOf(text: string, at: number, rest: RegExp): number {
  rest.lastIndex = at
  if (!rest.test(text)) return -1
  REMAINDER.lastIndex = rest.lastIndex
  REMAINDER.test(text)
  return Math.max(rest.lastIndex, REMAINDER.lastIndex)
}

function ofFreeForm(text: string, { kind, pattern }: FreeForm): Span[] {
  return [...text.matchAll(pattern)]
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length, kind }))
    .filter(({ start, end }) => !MADE_UP.test(text.slice(start, end)))
}
