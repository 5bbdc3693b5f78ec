/**
 * The words of the conversation: messages, turns, threads, blocks, views.
 *
 * Owns: the record types that every room shares. Leaves rules (sealing, rendering, fading) to
 * `engine/conversation`.
 */

import type { SpaceId } from './space.ts'

/** Who speaks in a message; `tool` is a tool record: a call, its result, or both. */
export type Role = 'user' | 'assistant' | 'system' | 'tool'

/** Every role, for checks. */
export const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool']

/** How much of a block is shown: 0 title and tags, 1 summary, 2 key facts, 3 condensed, 4 near verbatim, 5 source. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5

/** One raw record of a conversation, as a host offers it. Text is kept code unit for code unit. */
export interface MessageInput {
  role: Role
  /** Empty where there is none; a tool record may say all in its fields. */
  content: string
  /** Epoch milliseconds UTC; absent means unknown, never now. */
  at?: number
  /** Who spoke, by name, where the source says so. */
  speaker?: string
  /** The message's own id in its source; kept for tracing only. */
  externalId?: string
  /** Tool records: the tool's name. */
  name?: string
  /** Tool records: the id that a call and its result share in the source. */
  callId?: string
  /** Tool records: the call's arguments as received; give a value that is no string as its JSON text. */
  arguments?: string
  /** Tool records: what the tool gave back, as received; give a value that is no string as its JSON text. */
  result?: string
  /** Tool records: the call failed. */
  isError?: boolean
  /** A call or result of our own memory tools: kept at L5, never evidence. Default: told by the name of the tool. */
  own?: boolean
}

/** A stored message. `content` is null once it was erased. */
export interface Message extends Omit<MessageInput, 'content' | 'at'> {
  id: string
  /** Name of the thread that stored it. */
  thread: string
  turnId: string
  /** Place in the turn, from 0. */
  position: number
  /** Null once it was erased. */
  content: string | null
  /** Epoch milliseconds UTC; null = unknown. */
  at: number | null
}

/** One complete turn, as the library takes it. */
export interface TurnInput {
  /** Conversation id of the host. */
  thread: string
  /** The host's turn id; absent: the turn's ordinal in its thread, as text. */
  turn?: string
  /** At least one, in the order of the conversation. */
  messages: readonly MessageInput[]
  /** The host's name: lower-case letters, digits and `-`, first a letter; default `local`. */
  host?: string
  /** Aborted before the answer was whole; default false. */
  interrupted?: boolean
  /** First turn of a fork: the thread it left, and the last turn (host's turn id) that both share. */
  parent?: { thread: string; lastSharedTurn: string }
  /**
   * Where the host's log stood when the turn ended, a non-negative integer; for hosts that keep one. It is stored with
   * the turn and is no part of its content.
   */
  logEnd?: number
}

/** A stored turn. Its key and digest are its ingestion receipt. */
export interface Turn {
  id: string
  host: string
  /** The thread that stored it: in a fork, shared turns belong to an ancestor. */
  thread: string
  /** The host's turn id. */
  key: string
  /** Place in the conversation, from 1; a fork goes on counting where its parent was left. */
  ordinal: number
  /** Value of the space's turn counter when it was stored. */
  spaceTurn: number
  interrupted: boolean
  /** Where the host's log stood when it ended, if the host said. */
  logEnd?: number
  /** At least one, in order of their position. */
  messages: readonly Message[]
}

/** One conversation of a host, and how far it goes. Counts are 0 while there is none. */
export interface Thread {
  /** Store-internal handle, valid for one store. */
  key: number
  host: string
  /** The host's conversation id. */
  name: string
  /** Ordinal of the newest turn, shared ones counted. */
  turns: number
  /** Ordinal of the last turn inside a block. */
  sealedTurns: number
  /** Sequence of the newest block, shared ones counted. */
  blocks: number
  /** Turns of a block, as whoever wrote the newest turn seals them. */
  blockSize: number
  /** A fork only: the thread it left, the ordinal of the last turn both share, and how many blocks they share. */
  parent?: { thread: string; lastSharedTurn: number; sharedBlocks: number }
}

/**
 * How far a block is. `pending`: sealed, not derived yet; `ready`: L0–L2 and events are there, it fades; `failed`:
 * derivation gave up, shown in full, its job can be retried.
 */
export type BlockStatus = 'pending' | 'ready' | 'failed'

/** Where fading starts for a block in one thread. */
export interface Anchor {
  /** The level it was opened to; 5 until somebody opens it. */
  level: Level
  /** The newest ready block when it was opened, or the block itself; ready blocks after this one are its age. */
  sequence: number
  /** Who opened it; `sealing` until somebody does. */
  by: 'sealing' | 'user' | 'agent'
}

/** A sealed run of turns, as one thread sees it. */
export interface Block {
  id: string
  host: string
  /** The thread that sealed it: in a fork, shared blocks belong to an ancestor. */
  thread: string
  /** Place in the thread, from 1, contiguous; shared blocks of a fork keep the parent's places. */
  sequence: number
  /** Ordinals of the first and the last turn, both inside. */
  firstTurn: number
  lastTurn: number
  status: BlockStatus
  /** That of the thread that asks. */
  anchor: Anchor
  /** Epoch milliseconds UTC of the earliest and the latest message, both inside; null when none has a time. */
  from: number | null
  to: number | null
  /** The host's id of its last turn, and where the host's log stood when that ended; absent if the host never said. */
  logged?: LoggedEnd
}

/** The end of a turn in a host's log. */
export interface LoggedEnd {
  /** The host's id of the turn. */
  turn: string
  logEnd: number
}

/** A block that just became ready. */
export interface ReadyBlock {
  /** Its id. */
  block: string
  /** Name of the thread that sealed it. */
  thread: string
  space: SpaceId
}

/** One stored view of a block. */
export interface View {
  level: Level
  /** Null for a view equal to a deeper one, and at L5, whose text is the messages. */
  text: string | null
  /** The deeper level that says the same; null for a view with a text of its own, and at L5. */
  sameAs: Level | null
  /** Tokens of the text as shown. */
  tokens: number
  /** Name and version of the rules or model that made it. */
  madeBy: string
}
