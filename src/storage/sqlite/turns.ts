/**
 * Turns with their messages, and the receipts that keep a turn from being stored twice.
 *
 * Owns: the tables `turn` and `message`. Leaves threads to `threads.ts`, finding receipts to `receipts.ts`, what search
 * finds to `search/`.
 */
import type { Message, MessageInput, Role, Thread, Turn } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { makeId } from '../../domain/ids.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { AppendOutcome, NewTurn } from '../store.ts'
import { fromStored, fromStoredOrNull, type StoredText, toFlag, toStored, toStoredOrNull } from './codec.ts'
import type { Connection } from './connection.ts'
import { IS_OF_TURN, LINEAGE_OF_THREAD } from './lineage.ts'
import { findReceipt, idOfTurn, type Receipt } from './receipts.ts'
import { addMessages, speakerNumber } from './search/write.ts'
import { findSpace, openSpace, raiseTurnCount, type StoredSpace } from './spaces.ts'
import { openThread } from './threads.ts'

// ---- writing ----------------------------------------------------------------------------------------------

/** Stores a turn with its receipt and its search terms, or answers that it is known. */
export function appendTurn(db: Connection, space: SpaceId, turn: NewTurn): AppendOutcome {
  if (turn.messages.length === 0) {
    throw new PalimpsestError('bad-input', `turn: ${JSON.stringify(turn.turn)} has no message; leave it out`)
  }
  return db.write(() => {
    const place = openSpace(db, space)
    const thread = openThread(db, place.key, turn)
    const name = turn.turn ?? String(thread.turns + 1)
    const receipt = findReceipt(db, place.key, thread, name)
    if (receipt !== undefined) return answerKnown(thread, turn, name, receipt)
    return storeTurn(db, place, thread, turn, name)
  })
}

function answerKnown(thread: Thread, turn: NewTurn, name: string, receipt: Receipt): AppendOutcome {
  if (turn.turn === undefined) {
    throw new PalimpsestError(
      'turn-differs',
      `turn: ${JSON.stringify(thread.name)} already has a turn named ${name}, the place this one would get; ` +
        'give every turn of the thread an id, or none',
    )
  }
  if (receipt.digest !== turn.digest) {
    throw new PalimpsestError(
      'turn-differs',
      `turn: ${JSON.stringify(name)} of ${JSON.stringify(thread.name)} is stored with other content; ` +
        'the stored one is unchanged, give the new one its own id',
    )
  }
  return { status: 'already-stored', waiting: 0, turnId: receipt.id, ordinal: receipt.ordinal, thread }
}

/** Keys are given out in sequence, so the turn's messages will bear the next ones. */
const INSERT_TURN = `
  INSERT INTO turn (space, thread, id, name, ordinal, space_turn, digest, interrupted, log_end, messages,
    first_message)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(key), 0) + 1 FROM message))`

function storeTurn(
  db: Connection,
  space: StoredSpace,
  thread: Thread,
  turn: NewTurn,
  name: string,
): AppendOutcome {
  const ordinal = thread.turns + 1
  const turnId = idOfTurn(thread.host, thread.name, name)
  const { rowid } = db.run(
    INSERT_TURN,
    space.key,
    thread.key,
    turnId,
    toStored(name),
    ordinal,
    raiseTurnCount(db, space),
    turn.digest,
    Number(turn.interrupted),
    turn.logEnd ?? null,
    turn.messages.length,
  )
  const { blockSize } = turn
  db.run('UPDATE thread SET turns = ?, block_size = ? WHERE key = ?', ordinal, blockSize, thread.key)
  const found: number[] = []
  turn.messages.forEach((message, position) => {
    const id = makeId('m', [thread.host, thread.name, name, position])
    const key = insertMessage(db, space.key, rowid, position, id, message)
    speakerNumber(db, space.key, message.speaker)
    // Records of our own tools are no evidence and are not found.
    if (message.own !== true) found.push(key)
  })
  const waiting = addMessages(db, space.key, thread.key, found)
  return { status: 'stored', turnId, ordinal, waiting, thread: { ...thread, turns: ordinal, blockSize } }
}

const INSERT_MESSAGE = `
  INSERT INTO message (space, turn, position, id, role, content, at, speaker, external_id, name, call_id, arguments,
    result, is_error, own)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function insertMessage(
  db: Connection,
  space: number,
  turn: number,
  position: number,
  id: string,
  message: MessageInput,
): number {
  return db.run(
    INSERT_MESSAGE,
    space,
    turn,
    position,
    id,
    message.role,
    toStored(message.content),
    message.at ?? null,
    toStoredOrNull(message.speaker),
    toStoredOrNull(message.externalId),
    toStoredOrNull(message.name),
    toStoredOrNull(message.callId),
    toStoredOrNull(message.arguments),
    toStoredOrNull(message.result),
    toFlag(message.isError),
    toFlag(message.own),
  ).rowid
}

// ---- reading ----------------------------------------------------------------------------------------------

interface TurnRow {
  turn_key: number
  turn_id: string
  host: string
  thread_name: StoredText
  turn_name: StoredText
  ordinal: number
  space_turn: number
  interrupted: number
  log_end: number | null
  message_id: string
  position: number
  role: Role
  content: StoredText | null
  at: number | null
  speaker: StoredText | null
  external_id: StoredText | null
  name: StoredText | null
  call_id: StoredText | null
  arguments: StoredText | null
  result: StoredText | null
  is_error: number | null
  own: number | null
}

const TURN_COLUMNS = `
  turn.key AS turn_key, turn.id AS turn_id, thread.host, thread.name AS thread_name, turn.name AS turn_name,
  turn.ordinal, turn.space_turn, turn.interrupted, turn.log_end, message.id AS message_id, message.position, message.role,
  message.content, message.at, message.speaker, message.external_id, message.name, message.call_id,
  message.arguments, message.result, message.is_error, message.own`

const TURN_JOINS = `
  JOIN thread ON thread.key = turn.thread
  JOIN message ON ${IS_OF_TURN}`

const TURNS_OF_THREAD = `
  ${LINEAGE_OF_THREAD} SELECT ${TURN_COLUMNS} FROM lineage CROSS JOIN turn ON turn.thread = lineage.thread
    AND turn.ordinal BETWEEN ?2 AND min(?3, lineage.last_turn) ${TURN_JOINS}
  WHERE turn.space = (SELECT key FROM space WHERE name = ?4) ORDER BY turn.ordinal, message.key`

/** Turns `first … last` of what the thread sees, in order. */
export function turnsOfThread(
  db: Connection,
  space: SpaceId,
  thread: number,
  first: number,
  last: number,
): Turn[] {
  const rows = db.all<TurnRow>(TURNS_OF_THREAD, thread, first, last, space)
  return toTurns(rows)
}

export function turnById(db: Connection, space: SpaceId, id: string): Turn | undefined {
  const key = findSpace(db, space)
  if (key === undefined) return undefined
  const rows = db.all<TurnRow>(
    `SELECT ${TURN_COLUMNS} FROM turn ${TURN_JOINS} WHERE turn.id = ? AND turn.space = ? ORDER BY message.key`,
    id,
    key,
  )
  return toTurns(rows)[0]
}

/** A message and its neighbours, as the thread that stored it sees them. A turn has at least one message. */
export function messageById(
  db: Connection,
  space: SpaceId,
  id: string,
  around: number,
): { message: Message; neighbours: Message[] } | undefined {
  return db.read(() => {
    const place = db.get<{ thread: number; ordinal: number }>(
      `SELECT turn.thread, turn.ordinal FROM message JOIN turn ON turn.key = message.turn
       WHERE message.id = ? AND message.space = (SELECT key FROM space WHERE name = ?)`,
      id,
      space,
    )
    if (place === undefined) return undefined
    const turns = turnsOfThread(db, space, place.thread, place.ordinal - around, place.ordinal + around)
    const messages = turns.flatMap(turn => turn.messages)
    const index = messages.findIndex(message => message.id === id)
    const message = messages[index]
    if (message === undefined) return undefined
    const before = messages.slice(Math.max(0, index - around), index)
    return { message, neighbours: [...before, ...messages.slice(index + 1, index + 1 + around)] }
  })
}

/** Rows of one turn follow each other. */
function toTurns(rows: readonly TurnRow[]): Turn[] {
  const turns: (Turn & { messages: Message[] })[] = []
  let key: number | undefined
  for (const row of rows) {
    if (row.turn_key !== key) {
      key = row.turn_key
      turns.push({
        id: row.turn_id,
        host: row.host,
        thread: fromStored(row.thread_name),
        key: fromStored(row.turn_name),
        ordinal: row.ordinal,
        spaceTurn: row.space_turn,
        interrupted: row.interrupted === 1,
        ...(row.log_end === null ? {} : { logEnd: row.log_end }),
        messages: [],
      })
    }
    turns.at(-1)?.messages.push(toMessage(row))
  }
  return turns
}

function toMessage(row: TurnRow): Message {
  const message: Message = {
    id: row.message_id,
    thread: fromStored(row.thread_name),
    turnId: row.turn_id,
    position: row.position,
    role: row.role,
    content: fromStoredOrNull(row.content),
    at: row.at,
  }
  if (row.speaker !== null) message.speaker = fromStored(row.speaker)
  if (row.external_id !== null) message.externalId = fromStored(row.external_id)
  if (row.name !== null) message.name = fromStored(row.name)
  if (row.call_id !== null) message.callId = fromStored(row.call_id)
  if (row.arguments !== null) message.arguments = fromStored(row.arguments)
  if (row.result !== null) message.result = fromStored(row.result)
  if (row.is_error !== null) message.isError = row.is_error === 1
  if (row.own !== null) message.own = row.own === 1
  return message
}
