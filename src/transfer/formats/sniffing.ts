/**
 * The keys at the beginning of a file, found without parsing it: the beginning of a document is no document.
 *
 * Owns: the scan. Leaves what keys say about a format to each format.
 */

/** Lines looked at; Claude Code files begin with a few lines of bookkeeping. */
const LINES = 50

/**
 * The keys of the first object in a text that may be cut off anywhere: of the object itself, or of the first
 * object inside the arrays around it. In the order written; empty when there is none.
 */
export function firstKeys(text: string): string[] {
  const keys: string[] = []
  let depth = 0
  let objectDepth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      const end = stringEnd(text, at)
      if (depth === objectDepth && isKeyEnd(text, end)) keys.push(text.slice(at + 1, end))
      at = end
    } else if (char === '{' || char === '[') {
      depth++
      if (char === '{' && objectDepth === 0) objectDepth = depth
    } else if (char === '}' || char === ']') {
      if (depth === objectDepth) break
      depth--
    }
  }
  return keys
}

/** The keys of each line that begins like an object, for the first lines of the text. */
export function keysByLine(text: string): string[][] {
  return text
    .split('\n', LINES)
    .filter(line => line.trimStart().startsWith('{'))
    .map(firstKeys)
}

/** Place of the closing quote, or the text's length when it is cut off. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

function isKeyEnd(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return text[at] === ':'
}
