/**
 * Record ids: equal in every process, after re-ingest, export and import.
 *
 * Owns: how a natural key becomes an id. Leaves uniqueness (one id per space) to `storage`.
 */

/** The kind letter of an id: message, turn, block, event, node, fact, chapter, section. */
export type IdKind = 'm' | 't' | 'b' | 'e' | 'n' | 'f' | 'c' | 's'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const PREFIX_PATTERN = /^[mtbenfcs]_[a-z2-7]{4,12}$/

/**
 * `KIND_` and 12 characters of lower-case base32 (60 bits) of SHA-256 over the natural key.
 *
 * @param parts the natural key, in order: message (host, thread, turn, position), turn (host, thread, turn),
 *   block (host, thread, sequence), event (block id, ordinal, version of the step), node (space, name key), fact (node,
 *   relation, event and place of the claim that opened it), chapter and section (space, title at first). Parts are length-prefixed, so
 *   no two keys run together; a lone surrogate keeps its own code.
 */
export function makeId(kind: IdKind, parts: readonly (string | number)[]): string {
  const texts = parts.map(String)
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + LONGEST_PREFIX + 2 * text.length, 0))
  let end = 0
  for (const text of texts) {
    end += bytes.write(`${2 * text.length}:`, end, 'latin1')
    end += bytes.write(text, end, 'utf16le')
  }
  return `${kind}_${base32(sha256Hex(bytes.subarray(0, end)))}`
}

/** Bytes that the length of a text takes at most: Node's texts end at half a gigabyte. */
const LONGEST_PREFIX = 11

/** Whether the text is a whole id or a prefix of one: the kind, `_` and at least four characters (six in all). */
export function isIdPrefix(text: string): boolean {
  return PREFIX_PATTERN.test(text)
}

/** The first 60 bits of hexadecimal digits: twelve letters, four for each five digits. */
function base32(digits: string): string {
  let out = ''
  for (let at = 0; at < 15; at += 5) {
    const bits = Number.parseInt(digits.slice(at, at + 5), 16)
    for (let shift = 15; shift >= 0; shift -= 5) out += ALPHABET[(bits >> shift) & 31]
  }
  return out
}

let hash: typeof import('node:crypto').hash | undefined

/** SHA-256 as hexadecimal digits. The module behind it is read when first needed: searching needs no id. */
export function sha256Hex(bytes: Uint8Array): string {
  hash ??= process.getBuiltinModule('node:crypto').hash
  return hash('sha256', bytes, 'hex')
}
