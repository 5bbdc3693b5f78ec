/**
 * Where work is to be found, as texts name it.
 *
 * Owns: the forms of file paths and names, commits, addresses and numbers of changes. Leaves what is said of them to those
 * who ask.
 */

/**
 * Where work is to be found: a file's path or name, a commit, an address, the number of a change. No date, fraction or
 * pair of words.
 */
export const PLACE =
  '(?:https?://[^\\s，。；）)]+|(?<![\\w/])(?!\\d)(?:[\\w@.-]+/)+[\\w-]+\\.\\w+|(?<![\\w/])(?!\\d)(?:[\\w@.-]+/){2,}[\\w.-]*\\w|(?<![\\w/])[\\w-]+(?:\\.[\\w-]+)*\\.(?:tsx?|jsx?|mjs|cjs|py|go|rs|java|kt|swift|rb|php|cs|cpp|hpp|md|sql|sh|ya?ml|toml|json|s?css|html?|vue)(?!\\w)|(?:commits?|pr|pull request|merge request|mr|提交)\\s*[#!]?[0-9a-f]*\\d[0-9a-f]*|(?<!\\w)#\\d+|(?<!\\w)(?=[a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{7,40}(?!\\w))'

const PLACES = new RegExp(PLACE, 'giu')

/** The places a text names, in order, each once; a commit by its number alone. */
export function placesIn(text: string): string[] {
  const found = (text.match(PLACES) ?? []).map(place =>
    place.replace(/[.,;:]+$/u, '').replace(/^(?:commits?|提交)\s*/iu, ''),
  )
  return [...new Set(found)]
}

/** A text without the places it names and what only leads to them: “in”, “(commit …)”, 见. */
export function withoutPlaces(text: string): string {
  return text
    .replace(LED_TO, ' ')
    .replace(/[(（]\s*[、,，;；\s]*[)）]/gu, '')
    .replace(/\s+(?=[.,;:!?。，；：！？)）])/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s,;:，；：、]+|[\s,;:，；：、.。]+$/gu, '')
}

const LED_TO = new RegExp(
  `(?:\\b(?:in|at|see|as|to|into|with|of|under|via|through)\\s+|(?:详?见|位于|代码在|[已都]?在)\\s*)?[\\x60"']*${PLACE}[\\x60"']*`,
  'giu',
)
