/**
 * Events that say the same, told by their words.
 *
 * Owns: when two texts say the same, and gathering them. Leaves which one of them is shown to `recall.ts`. Errs towards
 * telling apart: a fact shown twice is read twice, one taken for another is lost.
 */

/**
 * Gathers texts that say the same: the same words in the same order, case, punctuation and words that only fill aside.
 * A word replaced or added, such as a number, a denial or a name, makes another fact.
 *
 * @returns indexes of the texts of each group; groups and indexes in the order of the texts.
 */
export function groupSame(texts: readonly string[]): number[][] {
  const groups = new Map<string, number[]>()
  texts.forEach((text, index) => {
    const gist = gistOf(text)
    const group = groups.get(gist)
    if (group === undefined) groups.set(gist, [index])
    else group.push(index)
  })
  return [...groups.values()]
}

/** Han characters one by one, other words whole, and signs that carry meaning. */
const PIECE =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}_])+|[\p{Extended_Pictographic}\p{Sc}\p{Sm}%#]|-(?=\d)/gu

/** Words that repeat or soften what is said and add nothing to it. */
const FILLING: ReadonlySet<string> = new Set([
  ...'a an the that as so and said told again also still just really actually already now well yes ok okay please note remember btw fyi too indeed'.split(
    ' ',
  ),
  ...'的了吗嗎呢吧啊呀嘛么麼也就還还又',
])

/** A text without what fills it, equal for all texts that say the same. */
function gistOf(text: string): string {
  const pieces = text.normalize('NFKC').toLowerCase().match(PIECE) ?? []
  const meant = pieces.filter(piece => !FILLING.has(piece))
  return meant.length > 0 ? meant.join(' ') : text
}
