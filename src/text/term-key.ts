/**
 * Terms as numbers: what the index stores instead of the words themselves.
 *
 * Owns: the number of a term. It is part of the stored form: a change of it needs the index to be rebuilt.
 */

/** Bits of a term's number; two of 100,000 terms share one about 18 times, which no ranking feels. */
export const TERM_KEY_BITS = 28

/** The number of a term, 0 … 2^28 − 1: FNV-1a over its code units, mixed (https://en.wikipedia.org/wiki/MurmurHash, fmix32). */
export function termKey(term: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) >>> (32 - TERM_KEY_BITS)
}
