/**
 * Events that say the same, told by their type and words.
 *
 * Owns: when two events say the same, and gathering them. Leaves which one of them is shown to `recall.ts`. Errs towards
 * telling apart: a fact shown twice is read twice, one taken for another is lost.
 */
import type { MemoryEvent } from '../../domain/event.ts'

/** What tells whether two events say the same. */
export type Said = Pick<MemoryEvent, 'type' | 'title' | 'summary'>

/**
 * Gathers events that say the same: of one type, with the same words in the same order, case, punctuation and words
 * that only fill aside. A word replaced or added, such as a number, a denial or a name, makes another fact.
 *
 * @returns indexes of the events of each group; groups and indexes in the order of the events.
 */
export function groupSame(events: readonly Said[]): number[][] {
  const groups = new Map<string, number[]>()
  events.forEach(({ type, title, summary }, index) => {
    const gist = `${type} ${gistOf(summary || title)}`
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
