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

export interface IngestOutcome {
  /** `already-stored`: the same turn was offered before; nothing changed. */
  status: 'stored' | 'already-stored'
  /** Id of the turn. */
  turn: string
  /** Its place in the conversation, from 1. */
  ordinal: number
  /** Ids of the blocks this turn completed; they are pending until derived. */
  sealed: readonly string[]
}

/**
 * Stores one complete turn.
 *
 * @throws PalimpsestError `bad-input`, `turn-differs`, `not-found` (parent of a fork), `store-busy`.
 */
export async function ingestTurn(
  store: Store,
  space: SpaceId,
  input: TurnInput,
  options: { blockSize: number },
): Promise<IngestOutcome> {
  const turn = checkTurn(input)
  const interrupted = turn.interrupted ?? false
  const outcome = await store.appendTurn(space, {
    host: turn.host ?? 'local',
    thread: turn.thread,
    turn: turn.turn,
    messages: turn.messages,
    interrupted,
    parent: turn.parent,
    digest: turnDigest(turn.messages, interrupted),
  })
  const sealed = await sealBlocks(store, space, outcome.thread, options)
  return { status: outcome.status, turn: outcome.turnId, ordinal: outcome.ordinal, sealed }
}
