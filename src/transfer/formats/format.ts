/**
 * The seam of the conversation formats: what a format is given, and what it says about a file.
 *
 * Owns: the shape that the twins beside this file share. Leaves the bytes to `source-file.ts`, and which messages
 * make a turn to `turn-assembler.ts`.
 */
import type { MessageInput, Role } from '../../domain/conversation.ts'

export type FormatName = 'jsonl' | 'plain-json' | 'claude-code' | 'locomo'

/** What is wrong at one place of a file. */
export interface Complaint {
  /** Path of the field in the line or document, such as `content[1].type`. */
  field?: string
  /** The value found there, as JSON text of at most 60 code units. */
  value?: string
  /** What is wrong and what to write instead: `is missing; write …`. */
  text: string
}

/** One line of a file of JSON lines; blank lines are left out. A line that is not JSON carries its text. */
export type SourceLine =
  | { line: number; value: unknown; complaint?: never }
  | { line: number; text: string; complaint: Complaint }

/** A whole file that should be one JSON document. */
export interface SourceDocument {
  value?: unknown
  /** Why there is no value, and the line where reading stopped, if it is known. */
  complaint?: Complaint
  line?: number
}

/** A file, as a format sees it: read by line or whole, and from its beginning each time. */
export interface Source {
  /** The file's name without folder and extension. */
  readonly name: string
  lines(): AsyncIterable<SourceLine>
  document(): Promise<SourceDocument>
}

/** Where in a file a record stands. */
interface Place {
  /** The space the source names; absent: the caller's. */
  space?: string
  /** Line in the file, from 1; absent in JSON documents. */
  line?: number
}

/** What a format says, in the order of the file. */
export type SourceRecord =
  | (Place & {
      kind: 'message'
      thread: string
      /** The source's own turn id: messages that share it are one turn, whatever their roles. */
      turn?: string
      /** The id of the turn if this message is its first request; of a turn without one, if it opens it. */
      opensAs?: string
      message: MessageInput
    })
  /** The person stopped the answer: the open turn takes no further request. */
  | (Place & { kind: 'interruption'; thread: string })
  /** Nothing more comes for this thread. */
  | (Place & { kind: 'thread-end'; thread: string })
  /** A place that cannot be used. It spoils the turn it stands in, unless it stands `alone`. */
  | (Place & {
      kind: 'fault'
      complaint: Complaint
      /** Absent: the thread of the record before. */
      thread?: string
      turn?: string
      role?: Role
      alone?: true
    })

/** One format of conversation files. */
export interface ConversationFormat {
  readonly name: FormatName
  /** Whether a file that begins with this text (at most 1 MiB, byte order mark taken off) is of the format. */
  sniff(head: string): boolean
  /** The records of the file, in its order. What is wrong in the file is a `fault`, never thrown. */
  read(source: Source): AsyncIterable<SourceRecord>
}
