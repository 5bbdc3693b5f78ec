/**
 * What makes two events one: their kind, whom they concern, and the words of their summary.
 *
 * Owns: the folding of the words and the gist made of it. Leaves what is done with two that share one to those who store.
 */
import type { EventDraft } from './event.ts'
import { sha256Hex } from './ids.ts'

/** The words of a summary, case and white space aside. */
function foldedWords(summary: string): string {
  return summary.replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** Equal for events of one type and scope with the same folded words: sixteen hexadecimal digits. */
export function gistOf({ type, scope, summary }: Pick<EventDraft, 'type' | 'scope' | 'summary'>): string {
  const text = [type, scope, foldedWords(summary)].join('\n')
  return sha256Hex(Buffer.from(text, 'utf16le')).slice(0, 16)
}
