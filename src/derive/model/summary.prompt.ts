/**
 * The task that gives title, tags, summary, key facts, and whether to look for events.
 *
 * Owns: its instructions, the form of its answer and the check of that form.
 */
import * as z from 'zod/mini'
import { keyFactTokens, VIEW_SIZES } from '../deriver.ts'

/** What the task asks for. */
export const SUMMARY_RULES = `Task SUMMARY: {"title": "…", "tags": ["…"], "summary": "…", "keyFacts": [{"text": "…", "sources": [1, 2]}], "shouldExtract": true}
- title: what the block is about, at most 10 words. tags: 2 to 6 names or topics, one word each where possible.
- summary: one or two sentences, at most 40 words: what was wanted and what came of it.
- keyFacts: decisions, constraints, plans, outcomes and open questions, the weightiest first; each one short sentence that is understood on its own.
- shouldExtract: true when anybody states, requires, prefers, corrects, judges, decides, plans or changes something, or a cause, limit or result is found that may matter later. When in doubt, true. False only for small talk and routine work without a result.`

const form = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  keyFacts: z.array(z.object({ text: z.string(), sources: z.array(z.number()) })),
  shouldExtract: z.boolean(),
})

/** The answer in its form; texts and numbers not checked yet. */
export type SummaryForm = z.infer<typeof form>

export const SUMMARY_FORM = form

/** A line of L2 takes about this many tokens. */
const TOKENS_OF_FACT = 25
const MOST_FACTS = 24

/** The last line of the request. */
export function summaryTask(sourceTokens: number): string {
  const facts = Math.min(
    MOST_FACTS,
    Math.max(VIEW_SIZES.tags, Math.round(keyFactTokens(sourceTokens) / TOKENS_OF_FACT)),
  )
  return `Task: SUMMARY, at most ${facts} keyFacts.`
}
