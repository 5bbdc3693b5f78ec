/**
 * Ids are looked for where the user is, then anywhere: any id that a command printed is accepted by every other.
 */
import { PalimpsestError } from '../domain/errors.ts'
import type { SpaceId } from '../domain/space.ts'

/**
 * Calls with the current space and, when nothing there bears the id and the user named no space, without one.
 */
export async function inSpaceOrAny<Result>(
  space: SpaceId,
  isNamed: boolean,
  call: (within: { space?: SpaceId }) => Promise<Result>,
): Promise<Result> {
  try {
    return await call({ space })
  } catch (error) {
    const isElsewhere = error instanceof PalimpsestError && error.code === 'not-found' && !isNamed
    if (!isElsewhere) throw error
    return call({})
  }
}
