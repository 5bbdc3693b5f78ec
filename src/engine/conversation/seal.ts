/**
 * When turns become a block.
 *
 * Owns: the range of the next block. Leaves writing it to `engine/ingest`, and what it says to `render.ts`.
 */

/** Ordinals of the first and last turn of a block, inclusive, from 1. */
export interface BlockRange {
  first: number
  last: number
}

/**
 * The next block that is due, or undefined. Call again after it is sealed: a long tail holds several.
 *
 * @param thread how far the thread goes (`turns`) and how much of it lies in blocks (`sealedTurns`).
 * @param size turns of a block, 1 or more. Sealed blocks are never divided anew, whatever size they were made with.
 * @param force also closes a tail of at least one turn that does not fill a block.
 */
export function nextBlockRange(
  thread: { sealedTurns: number; turns: number },
  size: number,
  force: boolean,
): BlockRange | undefined {
  const open = thread.turns - thread.sealedTurns
  const taken = Math.min(open, size)
  if (taken < 1 || (taken < size && !force)) return undefined
  return { first: thread.sealedTurns + 1, last: thread.sealedTurns + taken }
}
