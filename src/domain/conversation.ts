/**
 * The words of the conversation: messages, turns, threads, blocks, views.
 *
 * Owns: the record types that every room shares. Leaves rules (sealing, rendering, fading) to
 * `engine/conversation`.
 */

export type Role = 'user' | 'assistant' | 'system' | 'tool'

export const ROLES: readonly Role[] = ['user', 'assistant', 'system', 'tool']

/** The six views of a block: 0 title and tags … 5 source messages. */
export type Level = 0 | 1 | 2 | 3 | 4 | 5

/** One raw record of a conversation, as a host offers it. Text is kept code unit for code unit. */
export interface MessageInput {
  role: Role
  content: string
  /** Epoch milliseconds UTC; absent means unknown, never now. */
  at?: number
  /** Who spoke, by name, where the source says so. */
  speaker?: string
  /** The message's own id in its source; kept for tracing only. */
  externalId?: string
  /** Tool records: the tool's name. */
  name?: string
  callId?: string
  /** Tool records: the call's arguments as received; a value that is no string is kept as its JSON text. */
  arguments?: string
  /** Tool records: what the tool gave back, as received; a value that is no string is kept as its JSON text. */
  result?: string
  isError?: boolean
  /** A call or result of our own memory tools: kept at L5, never evidence. */
  own?: boolean
}

/** A stored message. `content` is null once it was erased. */
export interface Message extends Omit<MessageInput, 'content' | 'at'> {
  id: string
  thread: string
  turnId: string
  /** Place in the turn, from 0. */
  position: number
  content: string | null
  at: number | null
}

/** One complete turn, as the library takes it. */
export interface TurnInput {
  /** Conversation id of the host. */
  thread: string
  /** The host's turn id; absent: the turn's ordinal in its thread, as text. */
  turn?: string
  messages: readonly MessageInput[]
  /** The host's name, lower-case; default `local`. */
  host?: string
  /** Aborted before the answer was whole. */
  interrupted?: boolean
  /** First turn of a fork: the thread it left, and the last turn (host's turn id) that both share. */
  parent?: { thread: string; lastSharedTurn: string }
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
  messages: readonly Message[]
}

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
  parent?: { thread: string; lastSharedTurn: number; sharedBlocks: number }
}

export type BlockStatus = 'pending' | 'ready' | 'failed'

/** Where fading starts for a block in one thread: the level it was opened to, and the newest ready block then. */
export interface Anchor {
  level: Level
  sequence: number
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
  firstTurn: number
  lastTurn: number
  status: BlockStatus
  anchor: Anchor
  /** Epoch milliseconds of the first and last message that has a time. */
  from: number | null
  to: number | null
}

/** One stored view. A view equal to a deeper one is a reference to it (`sameAs`) and carries no text. */
export interface View {
  level: Level
  text: string | null
  sameAs: Level | null
  /** Tokens of the text as shown. */
  tokens: number
  /** Name and version of the rules or model that made it. */
  madeBy: string
}
