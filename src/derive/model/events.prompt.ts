/**
 * The task that gives events.
 *
 * Owns: its instructions, the form of its answer and the check of that form. Leaves what code decides (dates, quotes,
 * scope of others' words) to `event-drafts.ts`.
 */
import * as z from 'zod/mini'
import { CRITICALITY, EVENT_SCOPE, EVENT_TYPE, TIME_STATUS } from '../derivation-schema.ts'

/** What the task asks for. */
export const EVENTS_RULES = `Task EVENTS: {"events": [{"type": "decision", "title": "…", "summary": "…", "tags": ["…"], "quotes": ["…"], "scope": "project", "criticality": "routine", "sources": [3], "when": "next Friday", "status": "planned", "supersedes": [], "conflicts": [], "continues": []}]}
- One event for each fact worth knowing in a later conversation. Two facts that can change apart from each other are two events. {"events": []} is a good answer.
- Low bar for what the user requires, prefers, corrects, judges, decides, plans or changes. High bar for routine: reading files, running tools, repeated tests. Keep confirmed causes, limits of a platform, conditions of a failure, results worth reusing. Leave out questions, ideas nobody took up, guesses and jokes.
- type: decision, change (of an earlier state), constraint, requirement, preference, plan, outcome, cause, identity (who the user is), safety (what could harm somebody), done (work that is finished: keep in the summary where it is, such as file path, commit, URL, PR number), failed (tried, did not work), open (still to do, or unchecked). A file read or a test run is none of them.
- summary: one or two sentences, understood without the conversation. title: the same in at most 12 words.
- quotes: up to 2 pieces of the sources, copied letter for letter.
- scope: session (matters only now, such as a wish for this one answer), project (this undertaking), user (lasting facts about the user or guidance that the user gave for everything).
- criticality: routine, preference, identity or safety.
- sources: NUMBERs of the messages that say it, at least one, as few as needed.
- when: the words of a source that say when it happened or is to happen, copied letter for letter ("last week", "下周五"); null where none do. status: occurred, planned, cancelled, ongoing or unknown.
- supersedes, conflicts, continues: labels of earlier events (E1, E2 …) whose place this one takes, that it contradicts without a decision, or that it goes on with; mostly empty. Earlier events are no source: record nothing from them again.`

const form = z.object({
  events: z.array(
    z.object({
      type: EVENT_TYPE,
      title: z.string(),
      summary: z.string(),
      tags: z.array(z.string()),
      quotes: z.array(z.string()),
      scope: EVENT_SCOPE,
      criticality: CRITICALITY,
      sources: z.array(z.number()),
      when: z.nullable(z.string()),
      status: TIME_STATUS,
      supersedes: z.array(z.string()),
      conflicts: z.array(z.string()),
      continues: z.array(z.string()),
    }),
  ),
})

/** One event as the model tells it, in its form; texts and numbers not checked yet. */
export type EventCard = z.infer<typeof form>['events'][number]

export const EVENTS_FORM = form

/** The last line of the request. */
export const EVENTS_TASK = 'Task: EVENTS.'
