/**
 * Names and values as they are compared.
 *
 * Owns: which spellings are one. Leaves what follows from that to those who compare.
 */

/** An English article that stands before something: “the API” and “API” are one. */
const ARTICLE = /^(?:the|an?)\s+(?=\S)/

/** NFKC, lower case, white space collapsed, without a leading article; '' for white space alone. */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().replace(ARTICLE, '')
}
