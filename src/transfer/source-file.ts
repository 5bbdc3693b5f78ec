/**
 * A file on disk as the formats read it: its beginning, its lines, or the whole of it as JSON.
 *
 * Owns: bytes, encodings, line ends, sizes. Leaves what the text means to `formats`. Line files are read in pieces,
 * so memory holds one line at a time; a document is held whole, as text and as values.
 */
import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { PalimpsestError } from '../domain/errors.ts'
import type { Complaint, Source, SourceDocument, SourceLine } from './formats/format.ts'

/** How much of a file tells its format. */
const HEAD_BYTES = 2 ** 20
/** Longest line that is read; a longer one is a fault. */
const MAX_LINE_BYTES = 64 * 2 ** 20
/** Largest document that is read; V8 has no longer strings than twice this. */
const MAX_DOCUMENT_BYTES = 256 * 2 ** 20
const LINE_FEED = 10

/** What is known of a file before it is read. */
export interface FileHead {
  /** Size in bytes. */
  bytes: number
  /** The first 1 MiB as text, without byte order mark. */
  head: string
}

/**
 * Looks at the beginning of a file.
 *
 * @throws PalimpsestError `bad-input` for a path that names no readable regular file, and for an empty file.
 */
export function readHead(path: string): FileHead {
  const file = open(path)
  try {
    const stat = fstatSync(file)
    const buffer = Buffer.alloc(Math.min(stat.size, HEAD_BYTES))
    const length = readSync(file, buffer, 0, buffer.length, 0)
    const head = buffer.toString('utf8', 0, length).replace(/^\uFEFF/, '')
    if (head.trim() === '' && stat.size <= HEAD_BYTES) {
      throw unusable(path, 'is empty', 'name a file that holds a conversation')
    }
    return { bytes: stat.size, head }
  } finally {
    closeSync(file)
  }
}

/** Looks first at what it is: opening a pipe would wait for its writer. */
function open(path: string): number {
  const stat = asked(path, () => statSync(path))
  if (stat.isDirectory()) throw unusable(path, 'is a folder', 'name the files in it')
  if (!stat.isFile()) throw unusable(path, 'is no regular file', 'write its content to a file first')
  return asked(path, () => openSync(path, 'r'))
}

/** What the call gives, or what its failure says about the path. */
function asked<Result>(path: string, call: () => Result): Result {
  try {
    return call()
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const [wrong, remedy] =
      code === 'ENOENT' || code === 'ENOTDIR'
        ? ['does not exist', 'check the path']
        : [`cannot be opened (${code})`, 'make it readable']
    throw unusable(path, wrong, remedy, cause)
  }
}

function unusable(path: string, wrong: string, remedy: string, cause?: unknown): PalimpsestError {
  return new PalimpsestError('bad-input', `transfer: ${JSON.stringify(path)} ${wrong}; ${remedy}`, { cause })
}

/** A file to be read, up to the size it had when it was looked at. */
export class SourceFile implements Source {
  readonly name: string
  /** Bytes of the lines given so far; of a document, all of them once it is read. */
  bytesRead = 0
  readonly #path: string
  readonly #bytes: number

  constructor(path: string, bytes: number) {
    this.#path = path
    this.#bytes = bytes
    this.name = basename(path, extname(path))
  }

  /** Lines end with a line feed or with the file; a carriage return before it is white space to JSON. */
  async *lines(): AsyncGenerator<SourceLine> {
    let number = 0
    this.bytesRead = 0
    for await (const { bytes, length } of rawLines(this.#path, this.#bytes)) {
      number++
      this.bytesRead += length
      const line = toLine(number, bytes)
      if (line) yield line
    }
    this.bytesRead = this.#bytes
  }

  async document(): Promise<SourceDocument> {
    if (this.#bytes > MAX_DOCUMENT_BYTES) {
      return {
        complaint: { text: `is larger than ${size(MAX_DOCUMENT_BYTES)}; write it as one message a line` },
      }
    }
    const bytes = await readFile(this.#path)
    this.bytesRead = this.#bytes
    const { text, complaint } = decode(bytes)
    if (complaint) return { complaint }
    try {
      return { value: JSON.parse(text) }
    } catch (error) {
      const at = brokenAt(text, error)
      return { line: text.slice(0, at).split('\n').length, complaint: notJson(text, at) }
    }
  }
}

/** The bytes of each line without its line feed, undefined if there are too many, and its length with it. */
async function* rawLines(path: string, bytes: number): AsyncGenerator<{ bytes?: Buffer; length: number }> {
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer): void => {
    length += piece.length
    if (length > MAX_LINE_BYTES) pieces = []
    else pieces.push(piece)
  }
  const take = (end: number): { bytes?: Buffer; length: number } => {
    const line =
      length > MAX_LINE_BYTES
        ? { length: length + end }
        : { bytes: Buffer.concat(pieces), length: length + end }
    pieces = []
    length = 0
    return line
  }
  for await (const chunk of createReadStream(path, { end: Math.max(0, bytes - 1), highWaterMark: 2 ** 18 })) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield take(1)
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield take(0)
}

/** Undefined for a blank line. */
function toLine(line: number, bytes: Buffer | undefined): SourceLine | undefined {
  if (bytes === undefined) {
    return {
      line,
      text: '',
      complaint: { text: `is longer than ${size(MAX_LINE_BYTES)}; write a shorter message` },
    }
  }
  const { text, complaint } = decode(bytes)
  if (complaint) return { line, text, complaint }
  if (text.trim() === '') return undefined
  try {
    return { line, value: JSON.parse(text) }
  } catch (error) {
    return { line, text, complaint: notJson(text, brokenAt(text, error)) }
  }
}

/** Text as it was written, without byte order mark; bytes that are not UTF-8 are shown as U+FFFD. */
function decode(bytes: Buffer): { text: string; complaint?: Complaint } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: bytes.toString('utf8'), complaint: { text: 'is not UTF-8 text; save the file as UTF-8' } }
  }
}

/** Where the text stops being JSON, as far as the parser says: else its end when that came too early, or its start. */
function brokenAt(text: string, error: unknown): number {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? []
  if (position !== undefined) return Number(position)
  return String(error).includes('Unexpected end') ? text.trimEnd().length : 0
}

function notJson(text: string, at: number): Complaint {
  const excerpt = text.slice(Math.max(0, at - 30), at + 10).trim()
  return { value: JSON.stringify(excerpt), text: 'is where this stops being JSON; write a whole JSON value' }
}

function size(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`
}
