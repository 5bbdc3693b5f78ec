/**
 * An id in words becomes a record with what it rests on.
 *
 * Owns: finding records by id or prefix, and reading one with its sources. Reads only.
 */
import type { Message, Turn } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { isIdPrefix } from '../../domain/ids.ts'
import { type SpaceId, type SpaceScope, USER_SPACE } from '../../domain/space.ts'
import type { FoundId, Store } from '../../storage/store.ts'
import { type BlockView, listBlocks } from '../conversation/blocks.ts'
import { type OpenedFact, type OpenedNode, openFact, openNode } from '../graph/open-node.ts'
import { type OpenedTopic, openTopic } from '../topics/opened.ts'

/**
 * A record by id, with what it rests on: a message with up to two neighbours on each side, a block as shown now
 * with its turns, an event with the messages it cites, each in the order of the conversation or citation; a node of the
 * graph with its facts, a fact with its node, each with the events that say so; a chapter or section opened.
 */
export type Shown =
  | { kind: 'message'; space: SpaceId; message: Message; neighbours: readonly Message[] }
  | { kind: 'turn'; space: SpaceId; turn: Turn }
  | { kind: 'block'; space: SpaceId; block: BlockView; turns: readonly Turn[] }
  | { kind: 'event'; space: SpaceId; event: MemoryEvent; sources: readonly Message[] }
  | ({ kind: 'node'; space: SpaceId } & OpenedNode)
  | ({ kind: 'fact'; space: SpaceId } & OpenedFact)
  | { kind: 'chapter' | 'section'; space: SpaceId; topic: OpenedTopic }

const NEIGHBOURS = 2
const LISTED = 6

/**
 * The one record that an id, or a prefix of six characters or more, means.
 *
 * @param home preferred where the id stands in several spaces.
 * @throws PalimpsestError `bad-input` when the text is no id, `not-found`, `ambiguous-id`.
 */
export async function resolveId(
  store: Store,
  id: string,
  scope: SpaceScope,
  home: SpaceId,
): Promise<FoundId> {
  if (!isIdPrefix(id)) {
    throw new PalimpsestError(
      'bad-input',
      `id: ${JSON.stringify(id)} is not an id; ids look like m_…, t_…, b_…, e_…, n_…, f_…, c_…, s_…, a prefix has at least six characters`,
    )
  }
  const found = await candidates(store, id, scope)
  const preferred = found.filter(one => one.space === home)
  const [only, ...others] = preferred.length > 0 ? preferred : found
  if (!only) {
    const where = scope === 'all' ? 'this store' : scope
    throw new PalimpsestError('not-found', `id: nothing bears ${JSON.stringify(id)} in ${where}`)
  }
  if (others.length === 0) return only
  const list = [only, ...others].map(one => `${one.id} (${one.space})`).join(', ')
  const remedy = others.every(one => one.id === only.id)
    ? 'name the space'
    : 'give more characters or the space'
  throw new PalimpsestError(
    'ambiguous-id',
    `id: ${JSON.stringify(id)} fits several records: ${list}; ${remedy}`,
  )
}

/** The user space is read beside the one that is asked. */
async function candidates(store: Store, id: string, scope: SpaceScope): Promise<FoundId[]> {
  const found = await store.findId(scope, id, LISTED)
  return found.length > 0 || scope === 'all' ? found : store.findId(USER_SPACE, id, LISTED)
}

/** Where the block of a record lies: that of a user-scope event is in the space it was said in. */
export async function sourceSpaceOf(store: Store, { kind, space, id }: FoundId): Promise<SpaceId> {
  const event = kind === 'event' ? await store.event(space, id) : undefined
  return event?.sourceSpace ?? space
}

/**
 * Reads a record with its sources.
 *
 * @throws PalimpsestError `not-found` when it is gone since it was found.
 */
export async function showRecord(
  store: Store,
  found: FoundId,
  settings: { lambda: number; zone: string },
): Promise<Shown> {
  const shown = await read(store, found, settings)
  if (shown) return shown
  throw new PalimpsestError('not-found', `show: ${found.id} is gone from ${found.space}`)
}

async function read(
  store: Store,
  { kind, space, id }: FoundId,
  { lambda, zone }: { lambda: number; zone: string },
): Promise<Shown | undefined> {
  switch (kind) {
    case 'message': {
      const found = await store.message(space, id, NEIGHBOURS)
      return found && { kind, space, ...found }
    }
    case 'turn': {
      const turn = await store.turn(space, id)
      return turn && { kind, space, turn }
    }
    case 'event': {
      const event = await store.event(space, id)
      return event && { kind, space, event, sources: await sourcesOf(store, event) }
    }
    case 'node': {
      const opened = await openNode(store, space, id)
      return opened && { kind, space, ...opened }
    }
    case 'fact': {
      const opened = await openFact(store, space, id)
      return opened && { kind, space, ...opened }
    }
    case 'chapter':
    case 'section':
      return { kind, space, topic: await openTopic(store, { space, id }, {}, zone) }
    case 'block':
      return readBlock(store, space, id, lambda)
  }
}

async function readBlock(
  store: Store,
  space: SpaceId,
  id: string,
  lambda: number,
): Promise<Shown | undefined> {
  const block = await store.block(space, id)
  const thread = block && (await store.thread(space, block.thread, block.host))
  if (!thread) return undefined
  const place = { host: block.host, after: block.sequence - 1, limit: 1, text: true }
  const [view] = (await listBlocks(store, space, block.thread, place, lambda)).blocks
  const turns = await store.turns(space, thread.key, block.firstTurn, block.lastTurn)
  return view && { kind: 'block', space, block: view, turns }
}

async function sourcesOf(store: Store, { sourceSpace, sources }: MemoryEvent): Promise<Message[]> {
  if (sourceSpace === null) return []
  const found = await Promise.all(sources.map(id => store.message(sourceSpace, id, 0)))
  return found.flatMap(one => (one ? [one.message] : []))
}
