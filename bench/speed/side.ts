/**
 * The seam of the speed bench: what both sides of a comparison can do.
 *
 * Owns: the interface alone. `raw.ts` and `engine.ts` implement it.
 */

/** The two texts of an event. */
export interface EventText {
  title: string
  summary: string
}

/** The two messages of a turn. */
export interface Turn {
  user: string
  assistant: string
}

/** Where the rows of a file come from: the same index always gives the same text. */
export interface Texts {
  event(index: number): EventText
  turn(index: number): Turn
}

/** A row that was found, with its text fetched. */
interface Found {
  /** Of an event its summary, of a message its content. */
  text: string
}

/** An open file of one side; every method may be synchronous, and is awaited. */
export interface OpenSide {
  seedEvents(count: number, texts: Texts): void | Promise<void>
  seedTurns(count: number, texts: Texts): void | Promise<void>
  /** Stores one turn durably and searchable. */
  append(turn: Turn, index: number): void | Promise<void>
  /** Best first. */
  searchEvents(query: string, limit: number): readonly Found[] | Promise<readonly Found[]>
  /** Best first. */
  searchMessages(query: string, limit: number): readonly Found[] | Promise<readonly Found[]>
  close(): void | Promise<void>
}

export type SideName = 'raw' | 'engine'
