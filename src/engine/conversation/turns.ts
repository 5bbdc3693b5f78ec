/**
 * Turns: where one begins and ends, how two offers of the same one are told apart, and the check at the door.
 *
 * Owns: the turn rule, the digest of the ingestion receipt, the validation of what a caller offers. Leaves storing
 * to `engine/ingest`, reading of files to `transfer`.
 */
import { type MessageInput, ROLES, type Role, type TurnInput } from '../../domain/conversation.ts'
import { PalimpsestError } from '../../domain/errors.ts'
import { sha256Hex } from '../../domain/ids.ts'
import { isTime } from '../../domain/time.ts'
import { isOwnTool } from './tool-records.ts'

/** Messages of one turn. `complete` is false only for a last turn whose source may go on. */
export interface MessageGroup<M> {
  messages: M[]
  complete: boolean
}

/** A turn that passed the door: known fields only, host and `interrupted` filled in. */
export interface CheckedTurn extends TurnInput {
  host: string
  interrupted: boolean
}

/** The turn rule: a user message opens a turn once the open one has been answered. An unknown role opens none. */
export function opensTurn(role: Role | undefined, isAnswered: boolean): boolean {
  return role === 'user' && isAnswered
}

/**
 * Divides the messages of one thread into turns, in order, none left out.
 *
 * A turn opens at a user message, or at the first message of the thread, and takes every message up to the next
 * user message that follows at least one assistant message. Several requests before one answer are one turn, and
 * whatever comes after the answer (late tool records, system messages) belongs to it.
 *
 * @param ended whether the source has ended, so that its last turn is complete.
 */
export function groupTurns<M extends Pick<MessageInput, 'role'>>(
  messages: readonly M[],
  ended: boolean,
): MessageGroup<M>[] {
  const groups: MessageGroup<M>[] = []
  let current: MessageGroup<M> | undefined
  let isAnswered = false
  for (const message of messages) {
    if (!current || opensTurn(message.role, isAnswered)) {
      current = { messages: [], complete: true }
      groups.push(current)
      isAnswered = false
    }
    current.messages.push(message)
    isAnswered ||= message.role === 'assistant'
  }
  if (current) current.complete = ended
  return groups
}

/** Every field of a message. */
const MESSAGE_FIELDS = [
  'role',
  'content',
  'at',
  'speaker',
  'externalId',
  'name',
  'callId',
  'arguments',
  'result',
  'isError',
  'own',
] as const satisfies readonly (keyof MessageInput)[]

/**
 * What the ingestion receipt remembers of a turn's content: 64 hexadecimal digits of SHA-256.
 *
 * Every field of every message enters in a fixed order, with its name and length, so no two turns run together;
 * text enters as UTF-16 code units, so lone surrogates keep their own code. A field that is absent is told apart
 * from an empty one; a flag that is absent equals false.
 */
export function turnDigest(messages: readonly MessageInput[], interrupted: boolean): string {
  const fields = messages.flatMap(fieldsOf)
  const opening = `turn ${interrupted ? 'interrupted' : 'whole'} ${messages.length}\n`
  const size = fields.reduce((sum, { label, text }) => sum + label.length + 2 * text.length, opening.length)
  const bytes = Buffer.allocUnsafe(size)
  let end = bytes.write(opening, 'latin1')
  for (const { label, text } of fields) {
    end += bytes.write(label, end, 'latin1')
    end += bytes.write(text, end, 'utf16le')
  }
  return sha256Hex(bytes)
}

/** What of a message enters its turn's digest, piece by piece. */
function fieldsOf(message: MessageInput): { label: string; text: string }[] {
  const fields = [{ label: 'message\n', text: '' }]
  for (const field of MESSAGE_FIELDS) {
    const value = message[field]
    if (value === undefined || value === false) continue
    const text = String(value)
    fields.push({ label: `${field} ${2 * text.length}\n`, text })
  }
  return fields
}

const HOST = /^[a-z][a-z0-9-]*$/

/**
 * Checks a turn at the door.
 *
 * @returns the turn with absent fields left out, our own tools' records marked, host (default `local`) and `interrupted` filled in.
 * @throws PalimpsestError `bad-input` at the first value that cannot be used; nothing was stored.
 */
export function checkTurn(turn: TurnInput): CheckedTurn {
  const given = record(turn, 'turn', 'offer an object with thread and messages')
  checkFields(given, TURN_FIELDS, 'turn')
  const thread = key(given.thread, 'turn.thread', 'name the conversation')
  const parent = given.parent === undefined ? undefined : checkParent(given.parent, thread)
  return withoutAbsent({
    host: given.host === undefined ? 'local' : checkHost(given.host),
    thread,
    turn:
      given.turn === undefined
        ? undefined
        : key(given.turn, 'turn.turn', 'give the id as text, or leave it out to count turns'),
    interrupted: flag(given.interrupted, 'turn.interrupted') ?? false,
    parent,
    logEnd: position(given.logEnd, 'turn.logEnd'),
    messages: checkMessages(given.messages),
  })
}

function checkHost(host: unknown): string {
  if (typeof host === 'string' && HOST.test(host)) return host
  throw bad('turn.host', host, 'write lower-case letters, digits and -, first a letter')
}

function checkParent(value: unknown, thread: string): { thread: string; lastSharedTurn: string } {
  const parent = record(value, 'turn.parent', 'name the thread and the last shared turn')
  const parentThread = key(parent.thread, 'turn.parent.thread', 'name the conversation that was forked')
  if (parentThread === thread) throw bad('turn.parent.thread', thread, 'a fork has a thread name of its own')
  const lastSharedTurn = key(
    parent.lastSharedTurn,
    'turn.parent.lastSharedTurn',
    'name the last turn of both',
  )
  return { thread: parentThread, lastSharedTurn }
}

function checkMessages(messages: unknown): MessageInput[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw bad('turn.messages', messages, 'offer at least one message')
  }
  return Array.from(messages, (message, index) => checkMessage(message, `turn.messages[${index}]`))
}

function checkMessage(value: unknown, part: string): MessageInput {
  const message = record(value, part, 'offer an object with role and content')
  checkFields(message, MESSAGE_FIELDS, part)
  const role = ROLES.find(known => known === message.role)
  if (!role) throw bad(`${part}.role`, message.role, `use one of ${ROLES.join(', ')}`)
  if (typeof message.content !== 'string') {
    throw bad(
      `${part}.content`,
      message.content,
      'give the text as a string, an empty one where there is none',
    )
  }
  return withoutAbsent({
    role,
    content: message.content,
    at: time(message.at, `${part}.at`),
    speaker: name(message.speaker, `${part}.speaker`),
    externalId: name(message.externalId, `${part}.externalId`),
    name: name(message.name, `${part}.name`),
    callId: name(message.callId, `${part}.callId`),
    arguments: text(message.arguments, `${part}.arguments`),
    result: text(message.result, `${part}.result`),
    isError: flag(message.isError, `${part}.isError`),
    own: flag(message.own, `${part}.own`) ?? ownMark(message),
  })
}

/** Records of our own tools are marked at the door, whoever brings them. */
function ownMark({ role, name }: Record<string, unknown>): true | undefined {
  return role === 'tool' && typeof name === 'string' && isOwnTool(name) ? true : undefined
}

/** A misspelt field would silently be absent. */
function checkFields(given: object, known: readonly string[], part: string): void {
  const unknown = Object.keys(given).find(field => !known.includes(field))
  if (unknown !== undefined) throw bad(part, unknown, `it is no field; known are ${known.join(', ')}`)
}

const TURN_FIELDS: readonly (keyof TurnInput)[] = [
  'thread',
  'turn',
  'messages',
  'host',
  'interrupted',
  'parent',
  'logEnd',
]

function record(value: unknown, part: string, remedy: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad(part, value, remedy)
  return value as Record<string, unknown>
}

/** Text that ids are made of. */
function key(value: unknown, part: string, remedy: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw bad(part, value, remedy)
  if (!value.isWellFormed()) throw bad(part, value, 'it holds half a character; ids are whole text')
  return value
}

function name(value: unknown, part: string): string | undefined {
  if (value === '') throw bad(part, value, 'leave it out where there is none')
  return text(value, part)
}

function text(value: unknown, part: string): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw bad(part, value, 'give a string or leave it out; for other values their JSON text')
}

function time(value: unknown, part: string): number | undefined {
  if (value === undefined) return undefined
  if (isTime(value)) return value
  throw bad(part, value, 'give whole milliseconds since 1970 UTC in the years 0001 to 9999, or leave it out')
}

function position(value: unknown, part: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw bad(part, value, "give the place in the host's log as an integer from 0, or leave it out")
}

function flag(value: unknown, part: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value
  throw bad(part, value, 'give true or false or leave it out')
}

function withoutAbsent<T extends object>(value: T): T {
  const present = {} as T
  for (const field in value) if (value[field] !== undefined) present[field] = value[field]
  return present
}

const SHOWN_VALUE = 80

function bad(part: string, value: unknown, remedy: string): PalimpsestError {
  return new PalimpsestError('bad-input', `${part}: ${shown(value)} cannot be used; ${remedy}`)
}

function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > SHOWN_VALUE ? `${value.slice(0, SHOWN_VALUE)}…` : value)
  }
  if (Array.isArray(value)) return `an array of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
