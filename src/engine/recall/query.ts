/**
 * The terms of a question, bounded: longer questions are not sharper, and nobody waits for them.
 */
import { queryTerms } from '../../text/terms.ts'

/** A question is read this far, in code units. */
const MAX_LENGTH = 4_000
/** Terms that take part; the first ones. */
const MAX_TERMS = 64

/** Terms to look for, each once: at most 64, of the first 4,000 code units of the question. May be empty. */
export function boundedQueryTerms(question: string): string[] {
  return queryTerms(question.slice(0, MAX_LENGTH)).slice(0, MAX_TERMS)
}
