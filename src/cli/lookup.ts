/**
 * Ids are looked for where the user is, then anywhere: any id that a command printed is accepted by every other.
 * Conversations are looked for in one space, and a wrong name is answered with where the right ones are listed.
 */
import type { Thread } from '../domain/conversation.ts'
import { PalimpsestError } from '../domain/errors.ts'
import type { SpaceId } from '../domain/space.ts'
import type { Context, Opened } from './context.ts'

/**
 * Calls with the current space and, when nothing there bears the id and the user named no space, without one.
 *
 * @throws PalimpsestError `ambiguous-id`, which also names the option that tells records of several spaces apart.
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
  }
  try {
    return await call({})
  } catch (error) {
    if (!(error instanceof PalimpsestError) || error.code !== 'ambiguous-id') throw error
    throw new PalimpsestError('ambiguous-id', `${error.message}: --space KEY`)
  }
}

/**
 * The conversation of that name in the space.
 *
 * @throws PalimpsestError `not-found`, with the command that lists those there are.
 */
export async function threadNamed(
  context: Context,
  { memory, space }: Pick<Opened, 'memory' | 'space'>,
  name: string,
): Promise<Thread> {
  const thread = await memory.thread(name, { space })
  if (thread) return thread
  throw new PalimpsestError(
    'not-found',
    `conversation: no thread ${JSON.stringify(name)} in space ${space}; list them with: ${context.toCopy('blocks', { inSpace: true })}`,
  )
}
