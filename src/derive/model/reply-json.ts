/**
 * The JSON inside what a model said.
 *
 * Owns: finding it in prose and fences, and bearing what models add to JSON: comments, commas before a bracket, line
 * ends inside strings. Leaves its form to the prompts. Nothing is evaluated, nothing is completed: an answer that was
 * cut is none.
 */

/** No answer is longer, in code units. */
const LONGEST = 100_000
/** Prose with more brackets than this before the answer is no answer. */
const MOST_STARTS = 20

/**
 * The last object or array in a text that the caller can use: what stands before it was thinking or a draft.
 *
 * @param isWanted tells an answer from other JSON in the text.
 * @returns `undefined` when there is none.
 */
export function jsonIn(text: string, isWanted: (value: unknown) => boolean): unknown {
  if (text.length > LONGEST) return undefined
  let found: unknown
  let end = 0
  for (const { index } of [...text.matchAll(/[{[]/g)].slice(0, MOST_STARTS)) {
    if (index < end) continue
    const piece = wholeFrom(text, index)
    const value = piece === undefined ? undefined : parsed(piece)
    if (value === undefined) continue
    found = [value, unwrapped(value)].find(isWanted) ?? found
    end = index + (piece?.length ?? 0)
  }
  return found
}

/** `{"result": {…}}`: the one value of an object with one field. */
function unwrapped(value: unknown): unknown {
  const values = typeof value === 'object' && value !== null ? Object.values(value) : []
  return values.length === 1 ? values[0] : undefined
}

function parsed(piece: string): unknown {
  try {
    return JSON.parse(piece)
  } catch {
    // Not strict JSON: what models add may be all that is wrong.
  }
  try {
    return JSON.parse(strict(piece))
  } catch {
    return undefined
  }
}

/** A string, closed or not, a comment, a run of what is neither, or any other character: each is read once. */
const PIECE = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|\/\/[^\n]*|\/\*[\s\S]{0,200}?\*\/|[^"{}[\]/]+|[\s\S]/g

/** From the bracket at `start` to the one that closes it; `undefined` when none does. */
function wholeFrom(text: string, start: number): string | undefined {
  const pattern = new RegExp(PIECE, 'g')
  pattern.lastIndex = start
  let depth = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [piece] = match
    if (piece === '{' || piece === '[') depth++
    else if (piece === '}' || piece === ']') depth--
    if (depth === 0) return text.slice(start, pattern.lastIndex)
  }
  return undefined
}

/** Without comments and commas before a closing bracket; control characters in strings escaped. */
function strict(piece: string): string {
  const pieces = piece.match(PIECE) ?? []
  return pieces
    .filter(one => !/^\/[/*]/.test(one))
    .map(one => (one.startsWith('"') ? one.replace(/[\0-\x1f]/g, escaped) : one))
    .join('')
    .replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, one => (one === ',' ? '' : one))
}

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
