/**
 * The fields of one message as our own files and plain JSON write them.
 *
 * Owns: their shape, and the message they make. Leaves thread, turn and space, and fields of other systems, to the
 * formats.
 */

import { z } from 'zod'
import { type MessageInput, ROLES } from '../../domain/conversation.ts'
import { isOwnTool } from '../../engine/conversation/tool-records.ts'
import { wording } from './complaints.ts'
import { instant } from './times.ts'

const TIME_REMEDY =
  'write ISO 8601 with its offset (2023-05-08T13:56:00Z) or epoch milliseconds, years 1 to 9999, or leave it out'

/** An id: a text that is neither blank nor holds half a character, or a whole number, kept as text. */
export const ID_FIELD: z.ZodType<string> = z
  .union([z.string(), z.int()], wording('is neither a text nor a whole number', 'write an id'))
  .transform(String)
  .refine(id => id.trim() !== '' && id.isWellFormed(), 'is blank or holds half a character; write an id')

/**
 * Content: a text, or parts `{type: "text", text}`, joined by line breaks. A part of another type is a fault of
 * that part: a picture dropped in silence would not be the message as it was.
 */
const CONTENT_FIELD: z.ZodType<string> = z
  .union(
    [
      z.string(),
      z.array(
        z.object({
          type: z.literal('text', wording('is no text part', 'write {"type": "text", "text": …} parts only')),
          text: z.string(wording('is no text', 'write the text of the part')),
        }),
      ),
    ],
    wording('is neither a text nor a list of parts', 'write a text'),
  )
  .transform(content => (typeof content === 'string' ? content : content.map(part => part.text).join('\n')))

/** A name; an empty one is none. */
const NAME_FIELD = z
  .string({ error: 'is no text; write a name or leave it out' })
  .transform(name => name || undefined)
  .nullish()

const TIME_FIELD = z
  .union([z.string(), z.number()], { error: `is no time; ${TIME_REMEDY}` })
  .transform((value, context) => {
    const at = instant(value)
    if (at !== undefined) return at
    context.addIssue({ code: 'custom', message: `is no instant; ${TIME_REMEDY}` })
    return z.NEVER
  })
  .nullish()

/** Arguments or a result: a text as it is, any other value as its JSON text. */
const RECORDED_FIELD = z
  .unknown()
  .transform((value, context) => {
    const text = recordedText(value)
    if (text !== undefined) return text
    context.addIssue({ code: 'custom', message: 'is nested too deep to be kept; write it as a text' })
    return z.NEVER
  })
  .nullish()

/** Fields every message may have. `null` stands for absent, as many exporters write it. Unknown fields are ignored. */
export const MESSAGE_FIELDS = {
  role: z.enum(ROLES, wording('is no role', 'write user, assistant, system or tool')),
  content: CONTENT_FIELD.nullish(),
  time: TIME_FIELD,
  speaker: NAME_FIELD,
  id: ID_FIELD.nullish(),
  name: NAME_FIELD,
  callId: ID_FIELD.nullish(),
  arguments: RECORDED_FIELD,
  result: RECORDED_FIELD,
  isError: z.boolean({ error: 'is not true or false; write true or false or leave it out' }).nullish(),
}

const MESSAGE_SHAPE = z.object(MESSAGE_FIELDS)

/** A message in the shape of `MESSAGE_FIELDS`. */
export type MessageFields = z.output<typeof MESSAGE_SHAPE>

/** Demands content, except of a tool record that has arguments or a result instead. */
export function demandContent(fields: MessageFields, context: z.RefinementCtx): void {
  const isRecord = fields.role === 'tool' && (fields.arguments ?? fields.result) != null
  if (fields.content != null || isRecord) return
  context.addIssue({
    code: 'custom',
    path: ['content'],
    message: 'is missing; write the text of the message',
  })
}

/** The message the fields make; what is absent stays absent. */
export function toMessage(fields: MessageFields): MessageInput {
  const { time, id, ...rest } = fields
  return present<MessageInput>({
    ...rest,
    content: fields.content ?? '',
    at: time,
    externalId: id,
    own: ownMark(fields.role === 'tool' ? fields.name : undefined),
  })
}

/** Text of arguments or a result: a text as it is, else JSON text; undefined when it is nested beyond the stack. */
export function recordedText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value)
  } catch {
    // JSON.parse reads deeper nesting than JSON.stringify writes; the caller says what that means for its file.
    return undefined
  }
}

/** True for a tool of ours; otherwise absent, as the record has it. */
export function ownMark(name: string | null | undefined): true | undefined {
  return name != null && isOwnTool(name) ? true : undefined
}

/** The record without its fields that are null or undefined. */
export function present<T extends object>(
  fields: {
    [K in keyof T]: T[K] | (undefined extends T[K] ? null : never)
  },
): T {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as T
}
