/** The words of the program and its measures: what a measure is handed, and what it gives. */
import type { Corpus } from './corpus.ts'
import type { Shelf } from './shelf.ts'

/** What every measure works on. */
export interface Bench {
  corpus: Corpus
  shelf: Shelf
  /** The largest number of rows. */
  n: number
  /** 1,000, 10,000 … below `n`, then `n`; at least one. */
  sizes: readonly number[]
  /** Says what is going on. */
  say: (what: string) => void
}

/** One line of a measure's table: names and what was measured. */
export type Row = Record<string, string | number | boolean>

/** One question about speed. */
export interface Measure {
  /** What the table shows, in one line. */
  title: string
  run(bench: Bench): Promise<readonly Row[]>
}

/** Rows that a search gives back. */
export const LIMIT = 20
