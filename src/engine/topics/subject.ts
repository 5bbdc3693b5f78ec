/**
 * What a space is about, by its name.
 *
 * Owns: reading it off the space's key. Leaves keys to `domain/space.ts`.
 */
import type { SpaceId } from '../../domain/space.ts'

/** The last part of a project's path; empty for a space that is named after no project. */
export function subjectOf(space: SpaceId): string {
  const [, path = ''] = /^[^:]+:project:(.*)$/.exec(space) ?? []
  return path.split(/[/\\]/).findLast(part => part.trim() !== '') ?? ''
}
