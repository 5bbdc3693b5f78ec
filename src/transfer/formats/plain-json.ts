/**
 * A JSON document of messages: `[{role, content, time?, …}]`, `{thread?, messages: […]}`, or several of the latter, in
 * a list or one a line; messages as our own files or the OpenAI chat interface write them.
 *
 * Owns: where messages and thread names stand in such a document, and joining `tool_calls` to their results.
 * Leaves the fields of a message to `message-fields.ts`.
 */
import { z } from 'zod'
import type { MessageInput } from '../../domain/conversation.ts'
import { inShape, within } from './complaints.ts'
import type { ConversationFormat, Source, SourceLine, SourceRecord } from './format.ts'
import { fieldOf, roleIn } from './legible.ts'
import { demandContent, ID_FIELD, MESSAGE_FIELDS, type MessageFields, toMessage } from './message-fields.ts'
import { firstKeys } from './sniffing.ts'
import { OpenCalls } from './tool-calls.ts'

const CONVERSATION = z.object(
  {
    thread: ID_FIELD.nullish(),
    id: ID_FIELD.nullish(),
    messages: z.array(z.unknown(), { error: 'is no list; write the messages as a list' }),
  },
  { error: 'is no JSON object; write {"messages": […]}' },
)

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

/** Where a value stands: its path in the document, and its line where each line is a document. */
interface Place {
  path: Path
  line?: number
}

/** A JSON document of messages, or one a line. */
export const plainJson: ConversationFormat = {
  name: 'plain-json',

  sniff(head) {
    const keys = firstKeys(head)
    return keys.includes('messages') || (head.trimStart().startsWith('[') && keys.includes('role'))
  },

  async *read(source) {
    if (await isOneALine(source)) yield* readLines(source)
    else yield* readDocument(source)
  },
}

/**
 * Whether each line is a document. Two lines tell, one of which may be broken; the first begins with a brace, since a
 * conversation on a line of its own may also be an element of a list.
 */
async function isOneALine(source: Source): Promise<boolean> {
  const seen: SourceLine[] = []
  for await (const line of source.lines()) {
    if (seen.push(line) === 2) break
  }
  const [first, second] = seen
  if (first === undefined || second === undefined) return false
  const isBraced = first.complaint === undefined || /^\uFEFF?\s*\{/.test(first.text)
  return isBraced && seen.some(line => line.complaint === undefined && isConversation(line.value))
}

async function* readLines(source: Source): AsyncGenerator<SourceRecord> {
  for await (const { line, ...read } of source.lines()) {
    if (read.complaint) yield { kind: 'fault', alone: true, line, complaint: read.complaint }
    else yield* readConversation(read.value, `${source.name}-${line}`, { path: [], line })
  }
}

async function* readDocument(source: Source): AsyncGenerator<SourceRecord> {
  const { value, line, complaint } = await source.document()
  if (complaint) {
    yield { kind: 'fault', alone: true, complaint, ...(line !== undefined && { line }) }
  } else if (Array.isArray(value) && !isConversation(value[0])) {
    yield* readMessages(value, source.name, { path: [] })
  } else if (Array.isArray(value)) {
    for (const [place, one] of value.entries()) {
      yield* readConversation(one, `${source.name}-${place + 1}`, { path: [place] })
    }
  } else {
    yield* readConversation(value, source.name, { path: [] })
  }
}

function isConversation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'messages')
}

function* readConversation(value: unknown, name: string, { path, ...place }: Place): Generator<SourceRecord> {
  const { fields, complaint } = inShape(CONVERSATION, value)
  if (complaint) {
    const inPlace = path.length > 0 ? within(path, complaint) : complaint
    yield { kind: 'fault', alone: true, complaint: inPlace, ...place }
    return
  }
  const thread = fields.thread ?? fields.id ?? name
  yield* readMessages(fields.messages, thread, { path: [...path, 'messages'], ...place })
}

function* readMessages(
  list: readonly unknown[],
  thread: string,
  { path, ...place }: Place,
): Generator<SourceRecord> {
  const calls = new OpenCalls()
  const say = (message: MessageInput): SourceRecord => ({ kind: 'message', thread, message, ...place })
  for (const [index, value] of list.entries()) {
    const { fields, complaint } = inShape(MESSAGE, value)
    if (complaint) {
      const role = roleIn(fieldOf(value, 'role'))
      const inPlace = within([...path, index], complaint)
      yield { kind: 'fault', thread, ...(role && { role }), complaint: inPlace, ...place }
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
