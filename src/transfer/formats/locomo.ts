/**
 * LoCoMo files: a list of samples, or one sample, each a long conversation of two people in dated sessions.
 *
 * Owns: sessions as threads (`SAMPLE/session_1`), `speaker_a` as user and `speaker_b` as assistant, session times
 * as UTC, captions of pictures as text. Every message has the time of its session: the file knows no other. The
 * questions of a sample and the search words of its pictures are not read.
 */
import { z } from 'zod'
import type { MessageInput } from '../../domain/conversation.ts'
import { inShape, shown, within, wording } from './complaints.ts'
import type { Complaint, ConversationFormat, SourceRecord } from './format.ts'
import { fieldOf } from './legible.ts'
import { ID_FIELD, present } from './message-fields.ts'
import { firstKeys } from './sniffing.ts'
import { sessionInstant } from './times.ts'

const SPEAKER = z.string(wording('is no name', 'write the name of the speaker'))

const SAMPLE = z.object(
  {
    sample_id: ID_FIELD.nullish(),
    conversation: z.looseObject(
      { speaker_a: SPEAKER, speaker_b: SPEAKER },
      wording('is no JSON object', 'write the sessions of the sample'),
    ),
  },
  { error: 'is no JSON object; write a sample with its conversation' },
)

const MESSAGE = z.object(
  {
    speaker: SPEAKER,
    dia_id: ID_FIELD.nullish(),
    text: z.string(wording('is no text', 'write the text of the message')),
    blip_caption: z.string().nullish(),
  },
  { error: 'is no JSON object; write {"speaker": …, "text": …}' },
)

type Conversation = z.output<typeof SAMPLE>['conversation']

/** What the messages of one session share. */
interface Session {
  sample: string
  thread: string
  speakers: readonly [string, string]
  at: number | undefined
}

/** LoCoMo samples: `space` is the sample's id. */
export const locomo: ConversationFormat = {
  name: 'locomo',

  sniff(head) {
    const keys = firstKeys(head)
    return keys.includes('conversation') || (keys.includes('qa') && keys.includes('sample_id'))
  },

  async *read(source) {
    const { value, line, complaint } = await source.document()
    if (complaint) {
      yield { kind: 'fault', alone: true, complaint, ...(line !== undefined && { line }) }
    } else if (Array.isArray(value)) {
      for (const [place, sample] of value.entries()) {
        yield* readSample(sample, `${source.name}-${place + 1}`, [place])
      }
    } else {
      yield* readSample(value, source.name, [])
    }
  },
}

function* readSample(value: unknown, name: string, path: readonly PropertyKey[]): Generator<SourceRecord> {
  const { fields, complaint } = inShape(SAMPLE, value)
  if (complaint) {
    yield { kind: 'fault', alone: true, complaint: path.length > 0 ? within(path, complaint) : complaint }
    return
  }
  const sample = fields.sample_id ?? name
  for (const session of sessionNames(fields.conversation)) {
    yield* readSession(fields.conversation, session, sample, [...path, 'conversation'])
  }
}

/** `session_1`, `session_2` … in the order of their numbers, which is the order they happened in. */
function sessionNames(conversation: Conversation): string[] {
  return Object.keys(conversation)
    .filter(key => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
}

function* readSession(
  conversation: Conversation,
  name: string,
  sample: string,
  path: readonly PropertyKey[],
): Generator<SourceRecord> {
  const messages = conversation[name]
  const time = conversation[`${name}_date_time`]
  const refuse = (key: string, value: unknown, text: string): SourceRecord => ({
    kind: 'fault',
    alone: true,
    complaint: within(path, { field: key, value: shown(value), text: `${text}; the session is not stored` }),
  })
  if (!Array.isArray(messages)) {
    yield refuse(name, messages, 'is no list; write the messages of the session as a list')
    return
  }
  const at = typeof time === 'string' ? sessionInstant(time) : undefined
  if (time != null && at === undefined) {
    yield refuse(
      `${name}_date_time`,
      time,
      'is no time; write it as "1:56 pm on 8 May, 2023" or leave it out',
    )
    return
  }
  const thread = `${sample}/${name}`
  const speakers = [conversation.speaker_a, conversation.speaker_b] as const
  for (const [place, value] of messages.entries()) {
    const record = readMessage(value, { sample, thread, speakers, at })
    yield record.kind === 'fault'
      ? { ...record, complaint: within([...path, name, place], record.complaint) }
      : record
  }
  yield { kind: 'thread-end', thread, space: sample }
}

/** The two of a conversation, in the order of `speakers`. */
const ROLE_OF_SPEAKER = ['user', 'assistant'] as const

function readMessage(value: unknown, { sample, thread, speakers, at }: Session): SourceRecord {
  const role = ROLE_OF_SPEAKER[speakers.indexOf(fieldOf(value, 'speaker') ?? '')]
  const fault = (complaint: Complaint): SourceRecord => ({
    kind: 'fault',
    thread,
    space: sample,
    complaint,
    ...(role && { role }),
  })
  const { fields, complaint } = inShape(MESSAGE, value)
  if (complaint) return fault(complaint)
  if (!role) {
    return fault({
      field: 'speaker',
      value: shown(fields.speaker),
      text: `is neither speaker_a nor speaker_b; write ${speakers.map(shown).join(' or ')}`,
    })
  }
  const caption = fields.blip_caption ? `[image: ${fields.blip_caption}]` : ''
  const message = present<MessageInput>({
    role,
    content: [fields.text, caption].filter(Boolean).join('\n'),
    at,
    speaker: fields.speaker,
    externalId: fields.dia_id == null ? undefined : `${sample}/${fields.dia_id}`,
  })
  return { kind: 'message', thread, space: sample, message }
}
