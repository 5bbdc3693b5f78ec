/**
 * The text of a stored view.
 *
 * Owns: following references between views. Leaves which level is due to `fading.ts`.
 */
import type { Level, View } from '../../domain/conversation.ts'
import { shownLevel } from './fading.ts'

/**
 * The level whose stored text is shown for a level: itself, or the one that its reference leads to; 5 means the
 * source. A level that is not there counts as the next deeper one that is.
 */
export function textLevel(level: Level, views: readonly View[]): Level {
  let current = shownLevel(level, views)
  for (;;) {
    const view = views.find(candidate => candidate.level === current)
    // A reference leads deeper by its nature; one that does not is no reference, and following it would not end.
    if (!view || view.sameAs === null || view.sameAs <= current) return current
    current = shownLevel(view.sameAs, views)
  }
}

/**
 * What a level says.
 *
 * @param source the text of L5; read only when the level is, or refers to, the source (see {@link textLevel}).
 */
export function viewText(level: Level, views: readonly View[], source: string): string {
  const shown = textLevel(level, views)
  return views.find(view => view.level === shown)?.text ?? source
}
