/**
 * Transcripts of Claude Code: `~/.claude/projects/FOLDER/SESSION.jsonl`, one entry a line, each entry of the
 * conversation wrapping a message of the Anthropic interface. The form is not documented by its maker and grows;
 * entries and parts that are not known here are left out.
 *
 * Owns: which entries are the conversation, which text is the person's, which record a call and its result make.
 * Kept: what person and assistant said; tools as one record each, where the result came; the host's own notices and
 * commands as `system`. Left out: thinking, sub-agents (`isSidechain`; their call and result stay), entries the host
 * wrote for itself (`isMeta`, summaries of a compaction, bookkeeping), an entry that was written twice. A branch the
 * person went back from stays: it happened. A part that is no text becomes `[image]`, after its type.
 */
import { z } from 'zod'
import type { MessageInput } from '../../domain/conversation.ts'
import { inShape, wording } from './complaints.ts'
import type { ConversationFormat, Source, SourceRecord } from './format.ts'
import { ID_FIELD, present, recordedText } from './message-fields.ts'
import { keysByLine } from './sniffing.ts'
import { instant } from './times.ts'
import { OpenCalls } from './tool-calls.ts'

const PART = z.looseObject({ type: z.string(wording('is no text', 'write the type of the part')) })

const CONTENT = z.union(
  [z.string(), z.array(PART)],
  wording('is neither a text nor a list of parts', 'write a text'),
)

/** An entry of the conversation; `attachment` carries a message that the person sent while an answer was running. */
const FIELDS = z.object({
  type: z.enum(['user', 'assistant', 'system', 'attachment']),
  uuid: z.string().nullish(),
  sessionId: ID_FIELD.nullish(),
  timestamp: z
    .string()
    .refine(
      text => instant(text) !== undefined,
      'is no instant; write ISO 8601 with its offset or leave it out',
    )
    .nullish(),
  isApiErrorMessage: z.boolean().nullish(),
  message: z.object({ content: CONTENT, model: z.string().nullish() }).nullish(),
  content: z.unknown().optional(),
  attachment: z.looseObject({ type: z.string().nullish(), prompt: CONTENT.nullish() }).nullish(),
})

const ENTRY = FIELDS.refine(entry => entry.message != null || !['user', 'assistant'].includes(entry.type), {
  path: ['message'],
  error: 'is missing; write the message of the entry',
})

type Entry = z.output<typeof ENTRY>
type Part = z.output<typeof PART>

const CONVERSATION_TYPES: ReadonlySet<unknown> = new Set(FIELDS.shape.type.options)
const INTERRUPTION = /^\s*\[Request interrupted by user(?: for tool use)?\]\s*$/
const HOST_TAGS = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
]
const HOST_BLOCK = new RegExp(`^\\s*<(${HOST_TAGS.join('|')})(?:\\s[^>]*)?>[^]*?</\\1>\\s*`)

/** Claude Code transcripts: a thread per session, a turn named after the entry that opens it. */
export const claudeCode: ConversationFormat = {
  name: 'claude-code',

  sniff(head) {
    return keysByLine(head).some(
      keys => keys.includes('type') && ['sessionId', 'uuid', 'leafUuid'].some(key => keys.includes(key)),
    )
  },

  async *read(source) {
    yield* new Transcript(source.name).read(source)
  },
}

/** What one pass over a transcript remembers: the session it is in, its open calls, the entries it has seen. */
class Transcript {
  #thread: string
  readonly #calls = new Map<string, OpenCalls>()
  readonly #seen = new Set<string>()

  constructor(name: string) {
    this.#thread = name
  }

  async *read(source: Source): AsyncGenerator<SourceRecord> {
    for await (const { line, ...read } of source.lines()) {
      if (read.complaint) yield { kind: 'fault', line, complaint: read.complaint }
      else for (const record of this.#entry(read.value)) yield { ...record, line }
    }
    for (const [thread, calls] of this.#calls) {
      yield* calls.abandon().map((message): SourceRecord => ({ kind: 'message', thread, message }))
    }
  }

  *#entry(value: unknown): Generator<SourceRecord> {
    if (!isConversation(value)) return
    const { fields: entry, complaint } = inShape(ENTRY, value)
    if (complaint) {
      yield { kind: 'fault', complaint }
      return
    }
    if (this.#isRepeated(entry.uuid)) return
    this.#thread = entry.sessionId ?? this.#thread
    const calls = this.#calls.get(this.#thread) ?? new OpenCalls()
    this.#calls.set(this.#thread, calls)
    const thread = this.#thread
    for (const said of saidIn(entry, calls)) {
      yield said === 'interruption'
        ? { kind: 'interruption', thread }
        : { kind: 'message', thread, message: said, ...(entry.uuid && { opensAs: entry.uuid }) }
    }
  }

  #isRepeated(uuid: string | null | undefined): boolean {
    if (!uuid) return false
    if (this.#seen.has(uuid)) return true
    this.#seen.add(uuid)
    return false
  }
}

/** Whether an entry is told at all. The others have shapes of their own, which are nothing to complain about. */
function isConversation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  const { type, ...marks } = value as Record<string, unknown>
  if (['isSidechain', 'isMeta', 'isCompactSummary'].some(mark => marks[mark] === true)) return false
  return type === undefined || CONVERSATION_TYPES.has(type)
}

/** What an entry says, in its order. */
function* saidIn(entry: Entry, calls: OpenCalls): Generator<MessageInput | 'interruption'> {
  const about = {
    at: entry.timestamp ? instant(entry.timestamp) : undefined,
    externalId: entry.uuid || undefined,
  }
  const message = (role: MessageInput['role'], content: string): MessageInput =>
    present<MessageInput>({ role, content, ...about })

  for (const run of runsOf(contentOf(entry))) {
    if (typeof run !== 'string') {
      yield* tool(run, calls, about)
    } else if (entry.type === 'system' || isFromHost(entry)) {
      yield message('system', run)
    } else if (entry.type === 'assistant') {
      yield message('assistant', run)
    } else if (INTERRUPTION.test(run)) {
      yield* calls.abandon()
      yield 'interruption'
    } else {
      const { human, host } = splitHostText(run)
      if (human !== '' && entry.type === 'user') yield* calls.abandon()
      // The request first, so that what the host says beside it is in its turn and not in the one before.
      if (human !== '') yield message('user', human)
      if (host !== '') yield message('system', host)
    }
  }
}

function contentOf(entry: Entry): string | readonly Part[] {
  if (entry.type === 'attachment') {
    return entry.attachment?.type === 'queued_command' ? (entry.attachment.prompt ?? []) : []
  }
  if (entry.type === 'system') return typeof entry.content === 'string' ? entry.content : []
  return entry.message?.content ?? []
}

/** Text the assistant's entries carry but the model did not write: errors of the service, notices of the host. */
function isFromHost(entry: Entry): boolean {
  return entry.isApiErrorMessage === true || entry.message?.model === '<synthetic>'
}

/** The text of neighbouring parts, joined by line breaks; tool parts and interruptions stand alone. No empty text. */
function* runsOf(content: string | readonly Part[]): Generator<string | Part> {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  let run: string[] = []
  for (const part of parts.filter(part => !isThought(part))) {
    const text = partText(part)
    const isTool = isCall(part) || isResult(part)
    if (!isTool && !INTERRUPTION.test(text)) {
      if (text !== '') run.push(text)
      continue
    }
    if (run.length > 0) yield run.join('\n')
    run = []
    yield isTool ? part : text
  }
  if (run.length > 0) yield run.join('\n')
}

function isThought(part: Part): boolean {
  return part.type === 'thinking' || part.type === 'redacted_thinking'
}

function isCall(part: Part): boolean {
  return part.type.endsWith('tool_use') && typeof part.id === 'string'
}

function isResult(part: Part): boolean {
  return part.type.endsWith('tool_result') && typeof part.tool_use_id === 'string'
}

function partText(part: Part): string {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : `[${part.type}]`
}

function* tool(
  part: Part,
  calls: OpenCalls,
  about: { at: number | undefined; externalId: string | undefined },
): Generator<MessageInput> {
  const where = present<{ at?: number; externalId?: string }>(about)
  if (isCall(part)) {
    calls.add({
      callId: String(part.id),
      ...(typeof part.name === 'string' && part.name !== '' && { name: part.name }),
      ...(part.input !== undefined && { arguments: recordedText(part.input) ?? TOO_DEEP }),
      ...where,
    })
  } else {
    yield calls.settle({
      callId: String(part.tool_use_id),
      result: resultText(part.content),
      ...(part.is_error === true && { isError: true }),
      ...where,
    })
  }
}

/** Stands for a value nested deeper than can be written; the host itself could not have written it. */
const TOO_DEEP = '[nested too deep]'

/** A result of parts as the text of its parts; anything else as a text or its JSON text. */
function resultText(content: unknown): string {
  if (content === undefined) return ''
  const { fields } = inShape(z.array(PART), content)
  return fields ? fields.map(partText).join('\n') : (recordedText(content) ?? TOO_DEEP)
}

/**
 * Takes off the blocks that the host set before and after what the person wrote, and the white space between. A
 * block in the middle of the text stays: there it is quoted.
 */
function splitHostText(text: string): { human: string; host: string } {
  let human = text
  for (let block = HOST_BLOCK.exec(human); block; block = HOST_BLOCK.exec(human)) {
    human = human.slice(block[0].length)
  }
  const before = text.slice(0, text.length - human.length).trim()
  const rest = human
  for (let start = lastHostBlock(human); start !== undefined; start = lastHostBlock(human)) {
    human = human.slice(0, start).trimEnd()
  }
  const after = rest.slice(human.length).trim()
  return { human: human.trim() === '' ? '' : human, host: [before, after].filter(Boolean).join('\n') }
}

/** Where the host's block at the end of the text begins. */
function lastHostBlock(text: string): number | undefined {
  const end = text.trimEnd()
  const tag = HOST_TAGS.find(name => end.endsWith(`</${name}>`))
  const start = tag === undefined ? -1 : end.lastIndexOf(`<${tag}>`)
  return start === -1 ? undefined : start
}
