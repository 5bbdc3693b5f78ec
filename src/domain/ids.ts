/**
 * Record ids: equal in every process, after re-ingest, export and import.
 *
 * Owns: how a natural key becomes an id. Leaves uniqueness (one id per space) to `storage`.
 */
import { createHash } from 'node:crypto'

/** The kind letter of an id: message, turn, block, event. Later rooms add node, fact, chapter, section. */
export type IdKind = 'm' | 't' | 'b' | 'e'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const PREFIX_PATTERN = /^[mtbe]_[a-z2-7]{4,12}$/

/**
 * `KIND_` and 12 characters of lower-case base32 (60 bits) of SHA-256 over the natural key.
 *
 * @param parts the natural key, in order: message (host, thread, turn, position), turn (host, thread, turn),
 *   block (host, thread, sequence), event (block id, ordinal, version of the step). Parts are length-prefixed, so
 *   no two keys run together; a lone surrogate keeps its own code.
 */
export function makeId(kind: IdKind, parts: readonly (string | number)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.from(String(part), 'utf16le')
    hash.update(`${bytes.length}:`)
    hash.update(bytes)
  }
  return `${kind}_${base32(hash.digest(), 12)}`
}

/** Whether the text is a whole id or a prefix of one: the kind, `_` and at least four characters (six in all). */
export function isIdPrefix(text: string): boolean {
  return PREFIX_PATTERN.test(text)
}

function base32(bytes: Uint8Array, length: number): string {
  let out = ''
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5 && out.length < length) {
      bits -= 5
      out += ALPHABET[(buffer >> bits) & 31]
    }
    if (out.length === length) return out
  }
  return out
}
