/**
 * A JSON document of messages: `[{role, content, time?, …}]`, `{thread?, messages: […]}`, or a list of the latter;
 * messages as our own files or the OpenAI chat interface write them.
 *
 * Owns: where messages and thread names stand in such a document, and joining `tool_calls` to their results.
 * Leaves the fields of a message to `message-fields.ts`.
 */
import { z } from 'zod'
import type { MessageInput } from '../../domain/conversation.ts'
import { inShape, within } from './complaints.ts'
import type { ConversationFormat, SourceRecord } from './format.ts'
import { fieldOf, roleIn } from './legible.ts'
import { demandContent, ID_FIELD, MESSAGE_FIELDS, type MessageFields, toMessage } from './message-fields.ts'
import { firstKeys } from './sniffing.ts'
import { OpenCalls } from './tool-calls.ts'

const CONVERSATION = z.object({
  thread: ID_FIELD.nullish(),
  id: ID_FIELD.nullish(),
  messages: z.array(z.unknown(), { error: 'is no list; write the messages as a list' }),
})

const TOOL_CALL = z.object({
  id: ID_FIELD,
  function: z.object({ name: z.string(), arguments: z.string().nullish() }),
})

const MESSAGE = z
  .object(
    {
      ...MESSAGE_FIELDS,
      role: z.preprocess(role => (role === 'developer' ? 'system' : role), MESSAGE_FIELDS.role),
      tool_calls: z
        .array(TOOL_CALL, { error: 'is no list of calls; write a list or leave it out' })
        .nullish(),
      tool_call_id: ID_FIELD.nullish(),
    },
    { error: 'is no JSON object; write {"role": …, "content": …}' },
  )
  .superRefine((fields, context) => {
    if (fields.tool_calls == null || fields.tool_calls.length === 0) demandContent(fields, context)
  })

type Fields = z.output<typeof MESSAGE>
type Path = readonly PropertyKey[]

/** A JSON document of messages. */
export const plainJson: ConversationFormat = {
  name: 'plain-json',

  sniff(head) {
    const keys = firstKeys(head)
    return keys.includes('messages') || (head.trimStart().startsWith('[') && keys.includes('role'))
  },

  async *read(source) {
    const { value, line, complaint } = await source.document()
    if (complaint) {
      yield { kind: 'fault', alone: true, complaint, ...(line !== undefined && { line }) }
    } else if (Array.isArray(value) && !isConversation(value[0])) {
      yield* readMessages(value, source.name, [])
    } else if (Array.isArray(value)) {
      for (const [place, one] of value.entries()) {
        yield* readConversation(one, `${source.name}-${place + 1}`, [place])
      }
    } else {
      yield* readConversation(value, source.name, [])
    }
  },
}

function isConversation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'messages')
}

function* readConversation(value: unknown, name: string, path: Path): Generator<SourceRecord> {
  const { fields, complaint } = inShape(CONVERSATION, value)
  if (complaint) {
    yield { kind: 'fault', alone: true, complaint: path.length > 0 ? within(path, complaint) : complaint }
    return
  }
  yield* readMessages(fields.messages, fields.thread ?? fields.id ?? name, [...path, 'messages'])
}

function* readMessages(list: readonly unknown[], thread: string, path: Path): Generator<SourceRecord> {
  const calls = new OpenCalls()
  const say = (message: MessageInput): SourceRecord => ({ kind: 'message', thread, message })
  for (const [place, value] of list.entries()) {
    const { fields, complaint } = inShape(MESSAGE, value)
    if (complaint) {
      const role = roleIn(fieldOf(value, 'role'))
      yield { kind: 'fault', thread, ...(role && { role }), complaint: within([...path, place], complaint) }
      continue
    }
    if (fields.role === 'user') yield* calls.abandon().map(say)
    yield* messagesOf(fields, calls).map(say)
  }
  yield* calls.abandon().map(say)
  yield { kind: 'thread-end', thread }
}

/** The message itself, unless it only makes calls: those are told with their results. */
function messagesOf(fields: Fields, calls: OpenCalls): MessageInput[] {
  const { tool_calls, tool_call_id, ...own } = fields
  const message = toMessage(own.role === 'tool' ? own : withSpeaker(own))
  if (fields.role === 'tool' && tool_call_id != null) {
    return [
      {
        ...message,
        ...calls.settle({ callId: tool_call_id, result: fields.result ?? message.content }),
      },
    ]
  }
  for (const call of tool_calls ?? []) {
    calls.add({
      callId: call.id,
      name: call.function.name,
      ...(call.function.arguments != null && { arguments: call.function.arguments }),
      ...(message.at !== undefined && { at: message.at }),
    })
  }
  return tool_calls?.length && message.content === '' ? [] : [message]
}

/** The chat interface's `name` of a message that is no tool record is who spoke. */
function withSpeaker({ name, ...fields }: MessageFields): MessageFields {
  return { ...fields, speaker: fields.speaker ?? name }
}
