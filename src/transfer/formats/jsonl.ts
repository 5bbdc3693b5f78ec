/**
 * Our own files: one JSON message a line,
 * `{thread, turn?, role, content, time?, speaker?, id?, name?, callId?, arguments?, result?, isError?, space?}`.
 *
 * Owns: which line makes which record, and what a broken line still says. Leaves the fields of a message to
 * `message-fields.ts`.
 */
import { z } from 'zod'
import type { Role } from '../../domain/conversation.ts'
import { toSpaceId, USER_SPACE } from '../../domain/space.ts'
import { inShape } from './complaints.ts'
import type { ConversationFormat, SourceLine, SourceRecord } from './format.ts'
import { fieldInText, fieldOf, roleIn } from './legible.ts'
import { demandContent, ID_FIELD, MESSAGE_FIELDS, toMessage } from './message-fields.ts'
import { keysByLine } from './sniffing.ts'

/** What a line of the space `user` would say of the user is not in a conversation: deriving writes it. */
const USER_FIELD = 'is written by deriving only; write the space of the conversation or leave it out'
const NO_SPACE = 'is no space key; write HOST:project:PATH, HOST:session:ID or HOST:global'

const SPACE_FIELD = z
  .string({ error: NO_SPACE })
  .refine(key => key !== USER_SPACE, USER_FIELD)
  .refine(key => spaceKey(key) !== undefined, NO_SPACE)
  .transform(spaceKey)
  .nullish()

const LINE = z
  .object(
    { ...MESSAGE_FIELDS, thread: ID_FIELD, turn: ID_FIELD.nullish(), space: SPACE_FIELD },
    { error: 'is no JSON object; write one message a line' },
  )
  .superRefine(demandContent)

/** One JSON message a line. */
export const jsonl: ConversationFormat = {
  name: 'jsonl',

  sniff(head) {
    // In a long line the role may stand behind a content that is cut off.
    return keysByLine(head).some(
      keys => keys.includes('role') || (keys.includes('thread') && keys.includes('content')),
    )
  },

  async *read(source) {
    for await (const line of source.lines()) yield readLine(line)
  },
}

function readLine(source: SourceLine): SourceRecord {
  const { line } = source
  if (source.complaint) {
    return {
      kind: 'fault',
      line,
      complaint: source.complaint,
      ...legible(key => fieldInText(source.text, key)),
    }
  }
  const { fields, complaint } = inShape(LINE, source.value)
  if (complaint) return { kind: 'fault', line, complaint, ...legible(key => fieldOf(source.value, key)) }
  const { thread, turn, space, ...message } = fields
  return {
    kind: 'message',
    line,
    thread,
    ...(turn != null && { turn }),
    ...(space != null && { space }),
    message: toMessage(message),
  }
}

/** What an unusable line still says about the turn it belongs to. */
function legible(field: (key: string) => string | undefined): {
  thread?: string
  turn?: string
  space?: string
  role?: Role
} {
  const thread = field('thread')
  const turn = field('turn')
  const space = spaceKey(field('space'))
  const role = roleIn(field('role'))
  return { ...(thread && { thread }), ...(turn && { turn }), ...(space && { space }), ...(role && { role }) }
}

/** The key in its stored form; undefined for what a line cannot name. */
function spaceKey(key: string | undefined): string | undefined {
  try {
    return key === undefined || key === USER_SPACE ? undefined : toSpaceId(key)
  } catch {
    // The complaint about the line says it, with the line.
    return undefined
  }
}
