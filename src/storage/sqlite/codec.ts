/**
 * Values of the domain as SQLite columns, and back.
 *
 * Owns: text "as received", JSON, flags. SQLite's TEXT turns a lone surrogate into U+FFFD and some readers stop at
 * U+0000, so such text is stored as its UTF-16 code units in a BLOB; the column is of type ANY. Leaves which column
 * holds what to the nouns.
 */

/** A text column of type ANY: well-formed text, or the UTF-16LE bytes of any other. */
export type StoredText = string | Uint8Array

/** The column value that gives the text back code unit for code unit; equal texts give equal values. */
export function toStored(text: string): StoredText {
  return text.isWellFormed() && !text.includes('\0') ? text : Buffer.from(text, 'utf16le')
}

/** The text of a column written by {@link toStored}. */
export function fromStored(value: StoredText): string {
  if (typeof value === 'string') return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf16le')
}

/** {@link toStored} for a field that may be absent. */
export function toStoredOrNull(text: string | null | undefined): StoredText | null {
  return text === null || text === undefined ? null : toStored(text)
}

/** {@link fromStored} for a field that may be absent. */
export function fromStoredOrNull(value: StoredText | null): string | null {
  return value === null ? null : fromStored(value)
}

/** A list of texts as JSON; lone surrogates are escaped by `JSON.stringify` and come back. */
export function toList(texts: readonly string[]): string {
  return JSON.stringify(texts)
}

export function fromList(json: string): string[] {
  return JSON.parse(json) as string[]
}

/** A flag that may be absent: null, 0 or 1. */
export function toFlag(flag: boolean | undefined): number | null {
  return flag === undefined ? null : Number(flag)
}
