/**
 * From open tail to blocks: seals what is due, with L3, L4 and a derivation job.
 *
 * Owns: the order of the steps. Leaves when a block is due and what its views say to `engine/conversation`.
 */
import type { Thread } from '../../domain/conversation.ts'
import { makeId } from '../../domain/ids.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { fixedViews } from '../conversation/render.ts'
import { nextBlockRange } from '../conversation/seal.ts'

/** Which blocks are due. */
export interface SealOptions {
  /** Turns of a block, 1 or more. */
  blockSize: number
  /** Also closes a tail of at least one turn that does not fill a block: the conversation has ended. */
  endOfThread?: boolean
}

/**
 * Seals every block that is due in a thread.
 *
 * Another process may seal the same turns at the same time: the store takes the first, and this one reads on.
 *
 * @returns ids of the blocks sealed here, in sequence.
 */
export async function sealBlocks(
  store: Store,
  space: SpaceId,
  thread: Thread,
  { blockSize, endOfThread = false }: SealOptions,
): Promise<string[]> {
  const sealed: string[] = []
  let current: Thread | undefined = thread
  while (current) {
    const range = nextBlockRange(current, blockSize, endOfThread)
    if (!range) break
    const turns = await store.turns(space, current.key, range.first, range.last)
    const { views, source } = fixedViews(turns.flatMap(turn => turn.messages))
    const sequence: number = current.blocks + 1
    const isOurs = await store.sealBlock(space, {
      thread: current.key,
      sequence,
      firstTurn: range.first,
      lastTurn: range.last,
      views: [...views, { level: 5, text: null, sameAs: null, tokens: source.tokens, madeBy: 'source' }],
    })
    if (isOurs) sealed.push(makeId('b', [current.host, current.name, sequence]))
    current = await store.thread(space, current.name, current.host)
  }
  return sealed
}

/** Threads looked at in one go. */
const BATCH = 100

/**
 * Another conversation has begun: seals the tails of all others of its host in the space, so that what they hold can be
 * remembered in it.
 *
 * @returns ids of the blocks sealed, thread by thread.
 */
export async function sealOtherTails(
  store: Store,
  space: SpaceId,
  { name, host }: { name: string; host: string },
): Promise<string[]> {
  const sealed: string[] = []
  for (const { thread } of await store.threadsToSeal(space, TAILS, 'any')) {
    if (thread.host !== host || thread.name === name) continue
    sealed.push(...(await sealBlocks(store, space, thread, { ...thread, endOfThread: true })))
  }
  return sealed
}

/** Open tails beside a new conversation are few: each beginning closes them. */
const TAILS = 1_000

/** Seals the tails that were full when their writer ended, each by the block size of whoever wrote it. */
export async function sealFullTails(store: Store): Promise<void> {
  for (;;) {
    const due = await store.threadsToSeal('all', BATCH)
    let sealed = 0
    for (const { space, thread } of due) sealed += (await sealBlocks(store, space, thread, thread)).length
    if (sealed === 0) return
  }
}
