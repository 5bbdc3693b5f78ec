/**
 * A message is read: what of it is looked for, and whether anything can be.
 *
 * Owns: which part of a long message is read, and what is read beside a short one. Leaves terms to `question.ts`, what
 * they tell to `text/telling-words.ts`.
 */
import type { Thread } from '../../domain/conversation.ts'
import type { SpaceId } from '../../domain/space.ts'
import type { Store } from '../../storage/store.ts'
import { tellsOf } from '../../text/telling-words.ts'
import { MAX_TERMS, type Question, readQuestion } from './question.ts'

/** A message with fewer terms that tell anything is read together with the last turns of its conversation. */
const SHORT_MESSAGE_TERMS = 3
const CONTEXT_TURNS = 2
const CONTEXT_LENGTH = 2_000
/** How much of a long message is read at each end, code units; a question is read to 4,000. */
const LONGEST_END = 1_900
const SHORTEST_END = 16

/** A message, and the conversation in which it is said. */
interface MessageRequest {
  thread?: string
  host?: string
  message: string
}

/** A message that was read. */
export interface AskedMessage {
  /** The message; a long one by its ends. */
  message: string
  /** The message, and what was said before if that is read too. */
  text: string
  /** Terms of the message itself. */
  own: ReadonlySet<string>
  /** Whether any term may bring something back. */
  isTelling: boolean
  /** The conversation that asks. */
  thread: Thread | undefined
}

/** Reads a message, and with it what was said before when it says little itself. */
export async function readMessage(
  store: Store,
  space: SpaceId,
  { thread: viewer, host, message: whole }: MessageRequest,
): Promise<AskedMessage> {
  const thread = viewer === undefined ? undefined : await store.thread(space, viewer, host)
  const { text: message, terms } = readEnds(whole)
  const own = terms.filter(({ kind }) => kind !== 'concept').map(({ term }) => term)
  const telling = own.filter(term => tellsOf(term) > 0).length
  const context = telling < SHORT_MESSAGE_TERMS && thread ? await lastTurns(store, space, thread) : ''
  return {
    message,
    text: context === '' ? message : `${message}\n${context}`,
    own: new Set(own),
    isTelling: telling > 0 || context !== '',
    thread,
  }
}

/** Of a message with more terms than take part its beginning and its end are read: what it wants mostly stands there. */
function readEnds(message: string): Question {
  const read = (length: number) => readQuestion(`${startOf(message, length)}\n${endOf(message, length)}`)
  let length = Math.min(LONGEST_END, message.length >> 1)
  let question = message.length > 2 * LONGEST_END ? read(length) : readQuestion(message)
  while (isFull(question) && length > SHORTEST_END) {
    length = Math.floor(length * 0.8)
    question = read(length)
  }
  return question
}

/** Whether terms of a question may have been left out. */
const isFull = ({ terms }: Question) => terms.filter(({ kind }) => kind === 'word').length >= MAX_TERMS

/** A word that would be cut in two is left out. */
const startOf = (text: string, length: number) =>
  text.slice(0, length).toWellFormed().replace(PART_OF_WORD_AT_END, '')
const endOf = (text: string, length: number) =>
  text.slice(-length).toWellFormed().replace(PART_OF_WORD_AT_START, '')
const PART_OF_WORD_AT_END = /(?:(?!\p{Script=Han})[\p{L}\p{N}]){1,40}$/u
const PART_OF_WORD_AT_START = /^(?:(?!\p{Script=Han})[\p{L}\p{N}]){1,40}/u

/** What was said last in the open tail; neither tools nor our own records. */
async function lastTurns(store: Store, space: SpaceId, thread: Thread): Promise<string> {
  const first = Math.max(thread.sealedTurns, thread.turns - CONTEXT_TURNS) + 1
  if (first > thread.turns) return ''
  const turns = await store.turns(space, thread.key, first, thread.turns)
  return turns
    .flatMap(turn => turn.messages)
    .filter(message => !message.own && message.role !== 'tool' && message.role !== 'system')
    .map(message => message.content ?? '')
    .join('\n')
    .slice(-CONTEXT_LENGTH)
    .toWellFormed()
}
