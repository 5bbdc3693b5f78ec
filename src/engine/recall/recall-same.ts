/**
 * Events that say the same, told by their words.
 *
 * Owns: when two texts say the same, and gathering them. Leaves which one of them is shown to `recall.ts`.
 */
import { indexTerms } from '../../text/terms.ts'
import { TELLS, tellsOf } from './recall-words.ts'

/** A text by what it tells. */
interface Gist {
  terms: ReadonlySet<string>
  /** Its numbers and how often it denies, which one word more or less turns into another fact. */
  exact: string
}

/** The longer of two texts that say the same tells at most this many times what the shorter tells. */
const LONGEST_RATIO = 1.25

/**
 * Gathers texts that say the same: one holds all that the other tells and little more, with the same numbers and
 * denials. A word replaced, such as a name, is another fact.
 *
 * @returns indexes of the texts of each group; groups and indexes in the order of the texts.
 */
export function groupSame(texts: readonly string[]): number[][] {
  const groups: number[][] = []
  const known: { gist: Gist; group: number[] }[] = []
  const byText = new Map<string, number[]>()
  texts.forEach((text, index) => {
    const folded = fold(text)
    const same = byText.get(folded) ?? groupOf(gistOf(folded), known, groups)
    same.push(index)
    byText.set(folded, same)
  })
  return groups
}

/** The first group of the same gist; a new one when there is none. */
function groupOf(gist: Gist, known: { gist: Gist; group: number[] }[], groups: number[][]): number[] {
  const found = known.find(one => saysSame(one.gist, gist))
  if (found !== undefined) return found.group
  const group: number[] = []
  known.push({ gist, group })
  groups.push(group)
  return group
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const NUMBER = /\d+(?:[.,:/-]\d+)*/g
const DENIAL =
  /\b(?:not?|never|without|none|cannot)\b|n['’]t\b|不|没|沒|未|非|别|別|勿|無|无|ない|ません|않|없|안 /g

function gistOf(folded: string): Gist {
  const terms = indexTerms(folded)
  const telling = terms.filter(term => tellsOf(term) === TELLS.something)
  const exact = [...(folded.match(NUMBER) ?? []), ...(folded.match(DENIAL) ?? []).map(() => '!')]
  return { terms: new Set(telling.length > 0 ? telling : terms), exact: exact.sort().join(' ') }
}

function saysSame(a: Gist, b: Gist): boolean {
  if (a.exact !== b.exact) return false
  const [small, large] = a.terms.size <= b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms]
  if (small.size === 0 || large.size > small.size * LONGEST_RATIO) return false
  for (const term of small) if (!large.has(term)) return false
  return true
}
