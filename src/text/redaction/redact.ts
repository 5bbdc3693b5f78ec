/**
 * Replaces what gives access: passwords, keys, tokens, private keys, card numbers.
 *
 * Owns: bringing together what the finders of this room see, and the text without it. Leaves to them what a secret
 * is; leaves e-mail addresses, telephone numbers and names as they are.
 */
import { findAssignments } from './assignments.ts'
import { findCards } from './cards.ts'
import { findCredentials } from './credentials.ts'
import { findKeyBlocks } from './key-blocks.ts'
import { type Finder, isInMarker, markerOf, type Span } from './marker.ts'
import { findTokens } from './tokens.ts'

/** A text without its secrets. */
export interface Redaction {
  /** The text, each secret replaced by a marker such as `[redacted: github token]`; else unit for unit the same. */
  text: string
  /** How many of each kind were replaced, in the order they were found in; empty when nothing was. */
  found: readonly { kind: string; count: number }[]
}

/** Of two that see the same secret, the first names it. */
const FINDERS: readonly Finder[] = [findKeyBlocks, findTokens, findCredentials, findAssignments, findCards]

/** What stood beside a secret may be seen as one when that is gone; a text made for it could go on for ever. */
const MOST_PASSES = 8

/**
 * Replaces every secret by a marker that names its kind. The same text gives the same result; a redacted text is
 * returned as it is. Takes time linear in the length of the text, whatever it is, and never throws.
 */
export function redactSecrets(text: string): Redaction {
  const all: Span[] = []
  let redacted = text
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const spans = spansIn(redacted)
    if (spans.length === 0) break
    redacted = replaced(redacted, spans)
    for (const span of spans) all.push(span)
  }
  return { text: redacted, found: counted(all) }
}

function spansIn(text: string): Span[] {
  return joined(FINDERS.flatMap(find => find(text)).filter(({ start }) => !isInMarker(text, start)))
}

function replaced(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let kept = 0
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(kept, start), markerOf(kind))
    kept = end
  }
  parts.push(text.slice(kept))
  return parts.join('')
}

/** Spans in order, those that overlap as one; the longest names it. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = []
  let longest = 0
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = out.at(-1)
    const length = span.end - span.start
    if (last === undefined || span.start >= last.end) {
      out.push({ ...span })
      longest = length
      continue
    }
    last.end = Math.max(last.end, span.end)
    if (length <= longest) continue
    last.kind = span.kind
    longest = length
  }
  return out
}

function counted(spans: readonly Span[]): Redaction['found'] {
  const counts = new Map<string, number>()
  for (const { kind } of spans) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => ({ kind, count }))
}
