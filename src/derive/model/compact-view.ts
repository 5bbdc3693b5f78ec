/**
 * A block as the model reads it: its messages numbered, long code and tool output cut, the whole within a bound.
 *
 * Owns: numbers, markers and cuts. Leaves instructions to the prompts.
 *
 * Form: `NUMBER: ROLE: TEXT`, later lines of a message indented, so that no text can pass for a message. What a tool
 * gave stands between `<<<` and `>>>`, which are made single inside it.
 */
import type { Message } from '../../domain/conversation.ts'
import { cutToTokens } from '../../text/cut.ts'
import { oneLine } from '../../text/one-line.ts'
import { countTokens, reachOf } from '../../text/tokens.ts'

/** A message and the number by which the model knows it, from 1. */
export interface Numbered {
  number: number
  message: Message
}

/** How much of each kind of text stays, in tokens. */
interface Bounds {
  toolOutput: number
  toolArguments: number
  code: number
  /** Of a message as a whole. */
  message: number
}

const ORDINARY: Bounds = {
  toolOutput: 200,
  toolArguments: 60,
  code: 120,
  message: Number.POSITIVE_INFINITY,
}
const NARROW: Bounds = { toolOutput: 40, toolArguments: 16, code: 30, message: Number.POSITIVE_INFINITY }
/** With less of each message there is nothing to read. */
const LEAST_OF_MESSAGE = 16
const MARKER_TOKENS = 12
/** Of what stays of a text, how much is its beginning. */
const HEAD_SHARE = 0.7
/** Code units of an end that is worth showing. */
const LEAST_TAIL = 16
/** Of what is left out in the middle, the line that says so. */
const GAP_TOKENS = 20

/** The messages that count, numbered: system messages are nobody's word. */
export function numbered(messages: readonly Message[]): Numbered[] {
  return messages
    .filter(({ role }) => role !== 'system')
    .map((message, index) => ({ number: index + 1, message }))
}

/**
 * The messages as one text of at most `maxTokens`. Everything ordinary is shown whole; where that is too much, tools
 * and code get less, then the longest messages, and in the last resort messages in the middle are left out.
 *
 * @param redact applied to each text before anything of it is cut away.
 */
export function compactView(
  messages: readonly Numbered[],
  maxTokens: number,
  redact: (text: string) => string,
): string {
  const clean = messages.map(({ number, message }) => ({ number, message: redacted(message, redact) }))
  for (const bounds of [ORDINARY, NARROW]) {
    const text = shown(clean, bounds)
    if (countTokens(text) <= maxTokens) return text
  }
  return withShorterMessages(clean, maxTokens) ?? withoutMiddle(clean, maxTokens)
}

function redacted(message: Message, redact: (text: string) => string): Message {
  const { content, speaker, name, arguments: given, result } = message
  return {
    ...message,
    content: content === null ? null : redact(content),
    ...(speaker === undefined ? {} : { speaker: redact(speaker) }),
    ...(name === undefined ? {} : { name: redact(name) }),
    ...(given === undefined ? {} : { arguments: redact(given) }),
    ...(result === undefined ? {} : { result: redact(result) }),
  }
}

const shown = (messages: readonly Numbered[], bounds: Bounds) =>
  messages.map(message => entryOf(message, bounds)).join('\n')

/** The largest bound of a message with which all of them fit, by bisection. */
function withShorterMessages(messages: readonly Numbered[], maxTokens: number): string | undefined {
  let best: string | undefined
  let low = LEAST_OF_MESSAGE
  let high = maxTokens
  while (low <= high) {
    const message = (low + high) >> 1
    const text = shown(messages, { ...NARROW, message })
    if (countTokens(text) <= maxTokens) {
      best = text
      low = message + 1
    } else high = message - 1
  }
  return best
}

/** From both ends as many as fit. */
function withoutMiddle(messages: readonly Numbered[], maxTokens: number): string {
  const entries = messages.map(message => entryOf(message, { ...NARROW, message: LEAST_OF_MESSAGE }))
  let left = maxTokens - GAP_TOKENS
  let from = 0
  let to = entries.length
  for (let step = 0; from < to; step++) {
    const next = step % 2 === 0 ? entries[from] : entries[to - 1]
    left -= countTokens(`${next}\n`)
    if (left < 0) break
    if (step % 2 === 0) from++
    else to--
  }
  const gap = `[messages ${from + 1} to ${to} left out]`
  return [...entries.slice(0, from), ...(from < to ? [gap] : []), ...entries.slice(to)].join('\n')
}

function entryOf({ number, message }: Numbered, bounds: Bounds): string {
  const { role, speaker } = message
  const who = speaker === undefined ? role : `${role} (${oneLine(speaker)})`
  const text = role === 'tool' ? toolText(message, bounds) : spokenText(message, bounds)
  return `${number}: ${who}: ${indented(cut(text.trim(), bounds.message))}`
}

/** What was said, and the call made beside it, if one was. */
function spokenText(message: Message, bounds: Bounds): string {
  const said = withShortCode(message.content ?? '', bounds.code)
  return message.name === undefined && message.result === undefined
    ? said
    : `${said}\n${toolText({ ...message, content: '' }, bounds)}`
}

function toolText({ content, name, arguments: given, result }: Message, bounds: Bounds): string {
  const output = [...new Set([result ?? '', content ?? ''])].filter(text => text.trim() !== '').join('\n')
  const call = [name, given === undefined ? undefined : cut(oneLine(given), bounds.toolArguments)]
  const head = call.filter(part => part !== undefined).join(' ')
  if (output === '') return harmless(head)
  return `${harmless(head)}\n<<<\n${harmless(cut(output.trim(), bounds.toolOutput))}\n>>>`.trimStart()
}

const harmless = (text: string) => text.replace(/<<<+/g, '<').replace(/>>>+/g, '>')

const FENCED = /^( {0,3}(```+|~~~+)[^\n]*\n)([\s\S]*?)(^ {0,3}\2[^\n]*$|$(?![\s\S]))/gm

function withShortCode(text: string, maxTokens: number): string {
  return text.replace(
    FENCED,
    (_, open: string, __, code: string, close: string) =>
      `${open}${cut(code.trimEnd(), maxTokens)}\n${close}`,
  )
}

/** The beginning and the end, with a marker between; whole when it fits. Costs by what stays, not by what is cut. */
function cut(text: string, maxTokens: number): string {
  if (reachOf(text, maxTokens) === text.length) return text
  const headTokens = Math.max(4, Math.floor((maxTokens - MARKER_TOKENS) * HEAD_SHARE))
  const head = cutToTokens(text, headTokens).replace(/…$/u, '')
  const tail = endOf(text, Math.floor((head.length * (1 - HEAD_SHARE)) / HEAD_SHARE))
  const marker = `[… ${text.length - head.length - tail.length} characters cut …]`
  return `${head} ${marker}${tail === '' ? '' : ` ${tail}`}`
}

/** The last whole words within a length in code units; none of a short one. */
function endOf(text: string, length: number): string {
  if (length < LEAST_TAIL) return ''
  const end = text.slice(-length).toWellFormed()
  return end.slice(end.search(/\s/u) + 1)
}

const indented = (text: string) => text.replace(/\r\n?|[\n\v\f\u0085\u2028\u2029]/g, '\n  ')
