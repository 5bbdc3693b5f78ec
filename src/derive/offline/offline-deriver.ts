/**
 * The deriver that needs no model: rules of the language, the same result for the same block everywhere.
 *
 * Owns: its name and version. Leaves the rules to `extraction.ts`, which is read when the first block is derived: they
 * are large, and a process that only stores or searches needs none.
 */
import type { Deriver } from '../deriver.ts'

/** Raised whenever a rule changes what a block gives. */
const VERSION = '3'

/**
 * A deterministic deriver by extraction: every sentence it gives is one of the source. Pure function of the block;
 * reads no clock, no locale, no network.
 */
export function createOfflineDeriver(): Deriver {
  return {
    name: 'offline',
    version: VERSION,
    concurrency: 1,
    relates: false,
    async derive(block, signal) {
      signal.throwIfAborted()
      const { derive } = await import('./extraction.ts')
      return derive(block)
    },
  }
}
