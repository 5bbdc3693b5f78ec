/**
 * What the plugin asks its memory for, and the form in which questions and answers cross to the thread it runs on.
 *
 * Owns: the calls by name. Both sides import this file and nothing of each other.
 */
import type { ChatReply, ModelErrorCode } from '../../derive/chat-model.ts'
import type { LoggedEnd } from '../../domain/conversation.ts'
import type { DueBlock } from './faded-history.ts'
import type { LoggedTurn } from './logged-turns.ts'
import type { Settings } from './settings.ts'

/** The session that asks; its folder says which space it belongs to. */
export interface SessionRef {
  id: string
  cwd?: string
}

/** What the thread is started with. */
export interface MemorySetup {
  path: string
  settings: Pick<Settings, 'space' | 'blockSize' | 'lambda' | 'model' | 'dailyTokens'>
}

/** Each call: what it takes and what it gives. */
export interface MemoryCalls {
  /** The last turn stored of a session, and where its log stood then. */
  logged: { given: { session: SessionRef }; answer: LoggedEnd | undefined }
  /**
   * Stores turns in order. With `parent`, a first turn is that of a fork; `unknown-parent` when it is not stored: then
   * nothing was, and the turns it shares are to be offered too.
   */
  capture: {
    given: {
      session: SessionRef
      turns: readonly LoggedTurn[]
      parent?: { thread: string; lastSharedTurn: string }
    }
    answer: 'stored' | 'unknown-parent'
  }
  /** A turn begins, and needs the machine: nothing is derived until `release`. */
  hold: { given: Record<never, never>; answer: undefined }
  release: { given: Record<never, never>; answer: undefined }
  /** A session is there: what its first question needs is loaded. */
  warm: { given: { session: SessionRef }; answer: undefined }
  /**
   * A session begins: what others of its space told last is sealed and derived, as far as that is done within the time,
   * so that it can be recalled.
   */
  begin: { given: { session: SessionRef; timeoutMs: number }; answer: undefined }
  /** A session ends: the same for its own. */
  end: { given: { session: SessionRef; timeoutMs: number }; answer: undefined }
  /** Which blocks of a session are due at which level. */
  levels: { given: { session: SessionRef }; answer: readonly DueBlock[] }
  /** Texts of blocks at the levels that are due, by sequence. */
  views: { given: { session: SessionRef; sequences: readonly number[] }; answer: readonly ViewText[] }
  /** What is worth putting beside a message; '' for nothing. */
  recall: {
    given: { session: SessionRef; message: string; inView: readonly string[]; budgetTokens: number }
    answer: string
  }
  /** What is stored of the space of a session, what waits for derivation in all of them, and what that costs. */
  status: { given: { session: SessionRef }; answer: MemoryState }
  /** Derivation rests, or goes on, in all processes. */
  pause: { given: { isPaused: boolean }; answer: undefined }
  /** Blocks whose derivation has failed, or waits for the next try, are tried again now; how many there are. */
  retry: { given: Record<never, never>; answer: number }
  /** What the space of a session is about, for the beginning of a conversation; '' for nothing. */
  directory: { given: { session: SessionRef; language: 'en' | 'zh' }; answer: string }
  /** Ends the running work and lets the database go. */
  close: { given: Record<never, never>; answer: undefined }
}

export interface ViewText {
  sequence: number
  level: number
  text: string
}

/** How memory fares. */
export interface MemoryState {
  space: string
  turns: number
  events: number
  /** Blocks, in all spaces. */
  waiting: number
  failed: number
  isPaused: boolean
  /** The model that derives and what it spent; undefined when derivation asks none, and none was asked today. */
  spending?: Spending
  /** Some of the blocks that failed, with why. */
  dead: readonly { key: number; thread: string; sequence: number; error: string }[]
}

/** Tokens of today. */
export interface Spending {
  /** The setting; undefined: none is asked. */
  model?: string
  /** A local day such as `2025-06-17`. */
  day: string
  /** Most tokens of a day; undefined: none is asked. */
  dailyTokens?: number
  /** A block waits for the next day, since what is left does not hold a call. */
  isSpent: boolean
  tokens: number
  /** The most first. */
  stages: readonly { stage: string; calls: number; tokens: number }[]
}

export type CallName = keyof MemoryCalls

/** A call on its way. */
export interface CallMessage {
  id: number
  name: CallName
  given: unknown
}

/** Its answer, or why there is none. */
export type AnswerMessage =
  | { id: number; answer: unknown }
  | { id: number; error: { code: string; message: string } }

/** Said by memory on its own. */
export type NewsMessage = { news: 'ready'; session: string } | { news: 'warning'; message: string }

/** What memory asks of the host's model. */
export interface ModelQuestion {
  /** The conversation it is about; its own model is asked while it is open. */
  session?: string
  system: string
  text: string
  maxOutputTokens: number
}

/** What the model said, or why it did not. */
export type ModelAnswer = { reply: ChatReply } | { failure: ModelFailure }

/** As a `ModelError` is made of. */
export interface ModelFailure {
  code: ModelErrorCode
  message: string
  retryAfterMs: number | null
}

/** A question on its way to the host's thread; `stop`: nobody waits for its answer any more. */
export type ModelMessage =
  | { model: 'ask'; call: number; question: ModelQuestion }
  | { model: 'stop'; call: number }

/** Its answer on the way back. */
export interface ModelAnswerMessage {
  model: 'answer'
  call: number
  answer: ModelAnswer
}
