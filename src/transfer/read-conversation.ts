/**
 * Reading conversations from a file as they happened.
 *
 * Owns: the choice of the format, the items a caller gets, their progress and their messages. Leaves the bytes to
 * `source-file.ts`, each format to `formats`, turns to `turn-assembler.ts`, storing and space keys to the caller.
 */
import { basename } from 'node:path'
import type { TurnInput } from '../domain/conversation.ts'
import { PalimpsestError } from '../domain/errors.ts'
import { claudeCode } from './formats/claude-code.ts'
import type { ConversationFormat, FormatName } from './formats/format.ts'
import { jsonl } from './formats/jsonl.ts'
import { locomo } from './formats/locomo.ts'
import { plainJson } from './formats/plain-json.ts'
import { firstKeys } from './formats/sniffing.ts'
import { readHead, SourceFile } from './source-file.ts'
import { type Assembled, TurnAssembler } from './turn-assembler.ts'

export type { FormatName } from './formats/format.ts'

/** Documents before line files: a line of a document written on many lines may look like a line of ours. */
const FORMATS: readonly ConversationFormat[] = [locomo, plainJson, claudeCode, jsonl]

/** The names of the formats, in alphabetical order. */
export const FORMAT_NAMES: readonly FormatName[] = FORMATS.map(format => format.name).sort()

export interface ReadOptions {
  /** The format of the file; default: told from its first MiB. */
  format?: FormatName
  /**
   * Whether the conversation has ended with the file, default true. If not, the last turn of each thread is left
   * for a later reading, and no thread ends.
   */
  ended?: boolean
}

/** How far the reading is, with every item. */
interface Progress {
  /** Bytes read so far, up to the reader's `bytes`. A JSON document is read whole before its first item. */
  bytesRead: number
}

/** A whole turn. Its `turn` is the source's id, else the turn's ordinal in its thread, those left out counted. */
export interface TurnItem extends Progress {
  kind: 'turn'
  turn: TurnInput
  /** The space the file names: a space key in our own files, a sample's id in LoCoMo files. */
  space?: string
  /** Line of its first message; absent in JSON documents. */
  line?: number
}

/**
 * Something that cannot be used, and with it the turn it stands in: the items hold no part of that turn. A place
 * whose role cannot be read counts as an answer; should it be a request, ids by ordinal after it change when it is
 * mended.
 */
export interface ProblemItem extends Progress {
  kind: 'problem'
  line?: number
  /** Path of the field, such as `content[1].type` or `messages[3].role`. */
  field?: string
  /** The value found, as JSON text of at most 60 code units. */
  value?: string
  /** The turn that is left out, where it is known. */
  thread?: string
  turn?: string
  /** Format, line, field, value, remedy and the turn that is left out, in one sentence. */
  message: string
}

/** A thread of the file is at its end. It comes after the thread's last turn, and only for threads with turns. */
interface ThreadEndItem extends Progress {
  kind: 'thread-end'
  thread: string
  space?: string
}

export type ConversationItem = TurnItem | ProblemItem | ThreadEndItem

/** A file whose format is known. Each iteration reads it anew, and closes it at the end or when it is left. */
export interface ConversationReader extends AsyncIterable<ConversationItem> {
  readonly format: FormatName
  /** Size of the file; what is appended later is not read. */
  readonly bytes: number
}

/**
 * Opens a file of conversations: its turns in the order they are complete, its threads' ends, and a problem for
 * every place that cannot be used. A file without a single message gives a problem.
 *
 * Line files need memory for their longest line (64 MiB at most) and one open turn a thread; JSON documents are held
 * whole (256 MiB at most).
 *
 * @throws PalimpsestError `bad-input` when there is no such file, when it is empty, or when its format is not known.
 */
export function readConversation(path: string, options: ReadOptions = {}): ConversationReader {
  const { bytes, head } = readHead(path)
  const format = options.format === undefined ? sniff(path, head) : named(options.format)
  return {
    format: format.name,
    bytes,
    [Symbol.asyncIterator]: () => items(format, new SourceFile(path, bytes), options.ended ?? true),
  }
}

async function* items(
  format: ConversationFormat,
  source: SourceFile,
  ended: boolean,
): AsyncGenerator<ConversationItem, void> {
  const assembler = new TurnAssembler()
  const item = (found: Assembled): ConversationItem => toItem(format.name, source.bytesRead, found)
  for await (const record of format.read(source)) {
    for (const found of assembler.accept(record)) yield item(found)
  }
  for (const found of assembler.end(ended)) yield item(found)
  if (assembler.isEmpty) {
    const text = 'there is no message of a conversation in the file; check that it is the right one'
    yield item({ kind: 'fault', complaint: { text } })
  }
}

function toItem(format: FormatName, bytesRead: number, found: Assembled): ConversationItem {
  if (found.kind !== 'fault') return { ...found, bytesRead }
  const { complaint, consequence, kind: _, ...place } = found
  const { text, ...where } = complaint
  const subject = [where.field, where.value, text].filter(part => part !== undefined).join(' ')
  const parts = [format, ...(place.line === undefined ? [] : [`line ${place.line}`]), subject]
  const message = parts.join(': ') + (consequence === undefined ? '' : `; ${consequence}`)
  return { kind: 'problem', ...place, ...where, message, bytesRead }
}

function named(name: string): ConversationFormat {
  const format = FORMATS.find(known => known.name === name)
  if (format) return format
  throw new PalimpsestError(
    'bad-input',
    `transfer: format ${JSON.stringify(name)} is not known; name one of ${FORMAT_NAMES.join(', ')}`,
  )
}

function sniff(path: string, head: string): ConversationFormat {
  const format = FORMATS.find(known => known.sniff(head))
  if (format) return format
  const keys = [...new Set(firstKeys(head))].slice(0, 12)
  const seen = keys.length > 0 ? `keys seen: ${keys.join(', ')}` : 'it does not begin with a JSON object'
  throw new PalimpsestError(
    'bad-input',
    `transfer: ${JSON.stringify(basename(path))} is in no format known here (${seen}); ` +
      `write it as one of ${FORMAT_NAMES.join(', ')}, or name its format`,
  )
}
