/**
 * A finished turn goes in: checked, stored with its receipt, blocks sealed when due.
 *
 * Owns: the order of the steps. After the turn is acknowledged nothing that fails here can lose it.
 */
import type { TurnInput } from '../../domain/conversation.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { checkTurn, turnDigest } from '../conversation/turns.ts'
import { sealBlocks } from './seal-blocks.ts'

/** What became of a turn. */
export interface IngestOutcome {
  /** `already-stored`: the same turn was offered before; nothing changed. */
  status: 'stored' | 'already-stored'
  /** Id of the turn. */
  turn: string
  /** Its place in the conversation, from 1. */
  ordinal: number
  /** Ids of the blocks sealed with it, in sequence; mostly empty. They are pending until derived. */
  sealed: readonly string[]
}

/** How the blocks of a turn are sealed. */
export interface IngestOptions {
  /** Turns of a block. */
  blockSize: number
  /** Told when sealing failed after the turn was stored; the next turn, or the next drain, seals. */
  onWarning: (error: unknown) => void
  /** Told how many messages of the space wait for the index. */
  onWaiting?: (space: SpaceId, waiting: number) => void
}

/**
 * Stores one complete turn.
 *
 * @throws PalimpsestError `bad-input`, `turn-differs`, `not-found` (parent of a fork), `store-busy`; the turn is
 *   not stored then.
 */
export async function ingestTurn(
  store: Store,
  space: SpaceId,
  input: TurnInput,
  { blockSize, onWarning, onWaiting }: IngestOptions,
): Promise<IngestOutcome> {
  const turn = checkTurn(input)
  const { thread, status, turnId, ordinal, waiting } = await store.appendTurn(space, {
    host: turn.host,
    thread: turn.thread,
    turn: turn.turn,
    messages: turn.messages,
    interrupted: turn.interrupted,
    parent: turn.parent,
    logEnd: turn.logEnd,
    digest: turnDigest(turn.messages, turn.interrupted),
    blockSize,
  })
  onWaiting?.(space, waiting)
  try {
    const sealed = await sealBlocks(store, space, thread, { blockSize })
    return { status, turn: turnId, ordinal, sealed }
  } catch (error) {
    onWarning(error)
    return { status, turn: turnId, ordinal, sealed: [] }
  }
}
