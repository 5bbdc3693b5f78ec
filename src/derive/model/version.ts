/**
 * What `madeBy` says of how something was derived with a model.
 *
 * Owns: the numbers. A test holds each prompt to its own.
 */

/** Raised with the text or the form of a prompt. */
export const PROMPT_VERSIONS = { reading: 2, summary: 1, events: 2 } as const

/** Raised whenever the same block and the same answers could give another result. */
const RULES = 2

/** Rules, then prompts: `2.2.1.2`. */
export const VERSION: string = [RULES, ...Object.values(PROMPT_VERSIONS)].join('.')

/** What reads claims: rules, then prompt. */
export const GRAPH_VERSION: string = '1.1'

/** The same of what is put under topics; raised with its prompt. */
export const TOPICS_PROMPT_VERSION = 1
const TOPICS_RULES = 1

/** Rules, then prompt. */
export const TOPICS_VERSION = `${TOPICS_RULES}.${TOPICS_PROMPT_VERSION}`
