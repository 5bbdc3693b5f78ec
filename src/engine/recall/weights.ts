/**
 * Every number of the ranking, in one place.
 *
 * Owns: their values and what each is for. They were set by coordinate ascent on recall at 5, 10, 25 and 50 over
 * conversations between two people; see `docs/decisions/2026-11-30-ranking.md`. Leaves their use to the scorers.
 */

export interface MessageWeights {
  /** Saturation of how often a term stands in a message and around it. */
  k1: number
  /** How far long messages are held back, 0 … 1. */
  b: number
  /** What a term counts in the messages before, nearest first. */
  before: readonly number[]
  /** The same for the messages after. */
  after: readonly number[]
  /** Added for a message before that asks and which another speaker may answer, by distance. */
  answer: readonly number[]
  /** Share of the conversation around it, and its own saturation. */
  section: number
  sectionK1: number
  sectionB: number
  /** The question names who speaks; taken away when it names another. */
  speaker: number
  otherSpeaker: number
  /** The question names people none of whom takes part in the conversation. */
  stranger: number
  /** The question says "I" or "you". */
  role: number
  /** The question names a date: said that day; soon after; in the month after. */
  date: number
  /** The question asks when, or how many. */
  when: number
  howMany: number
  /** The question asks for a name. */
  name: number
  /** The message itself asks. */
  asks: number
}

export const MESSAGE_WEIGHTS: MessageWeights = {
  k1: 0.6,
  b: 0.23,
  before: [0.2, 0.33, 0.07],
  after: [0.15, 0.05, 0.03],
  answer: [0.85, 0, 0.25],
  section: 0.18,
  sectionK1: 2.2,
  sectionB: 0.9,
  speaker: 0.15,
  otherSpeaker: -0.1,
  stranger: -0.7,
  role: 0.06,
  date: 0.8,
  when: 0.25,
  howMany: 0.18,
  name: 0.35,
  asks: -0.22,
}

/** Events and blocks. */
export const CARD_WEIGHTS = { k1: 1.2, b: 0.5, date: 0.3 } as const

/** The sweep: rough scores that choose what is scored exactly. */
export const SWEEP_WEIGHTS = {
  /** What all terms of a section count for each of its places. */
  section: 0.15,
  /** Multiplies places of conversations in which none of those named takes part. */
  amongStrangers: 0.2,
  /** Multiplies places of conversations of a date named. */
  dated: 1.5,
} as const

/** How much is looked at. */
export const BOUNDS = {
  /** Places read per term, the newest. */
  cap: 4_000,
  /** The same when a filter may drop most of them. */
  filteredCap: 50_000,
  /** Messages whose surroundings are read. */
  messages: 36,
  /** Conversations of which the best place and the beginning are read whatever else. */
  sections: 4,
  /** Events or blocks that are read in a search. */
  cards: 32,
} as const
