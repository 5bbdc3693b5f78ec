/**
 * The views that fixed rules make: L5 as received, L4 near verbatim, L3 condensed.
 *
 * Owns: labels, order, the length guard, references between equal views. Leaves tool records to `tool-records.ts`,
 * the rules inside a text to `condense.ts`, L0–L2 to `derived-views.ts`.
 *
 * Form at every level: messages in order, parted by a blank line, each `LABEL TEXT`; the label is the role and `:`,
 * for tool records `tool NAME …`. The labels are the same at every level, so lengths compare what is said.
 */
import type { Level, Message, View } from '../../domain/conversation.ts'
import { codePoints } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import { condense, onceOnly, type SeenParagraphs } from './condense.ts'
import { summarise, toolRecord } from './tool-records.ts'

/** What views need of a message, stored or offered. */
export type SourceMessage = Pick<Message, 'role' | 'content' | 'name' | 'arguments' | 'result'>

/** L5 of a block and its size. */
export interface Source {
  text: string
  tokens: number
}

/** Version of the rules below; raised whenever the same messages would give other text. */
export const RULES = 'rules-1'

/** Stands where the text of a message was erased. */
const ERASED = '[erased]'
const BETWEEN = '\n\n'

/** One message as a view shows it. `speech`: fillers may leave. `summary`: one line made of a tool's result. */
interface Entry {
  label: string
  text: string
  kind: 'speech' | 'output' | 'summary'
}

/** L5: every message whole, as received. */
export function renderSource(messages: readonly SourceMessage[]): string {
  return show(messages.map(sourceEntry))
}

/** L4: without system messages and messages that say nothing; of recognised tool records name and summary. */
export function renderNearVerbatim(messages: readonly SourceMessage[]): string {
  return show(nearVerbatim(messages))
}

/** L3: L4 without fillers and without later copies of long or code-like paragraphs; an emptied message leaves whole. */
export function renderCondensed(messages: readonly SourceMessage[]): string {
  return show(condensed(nearVerbatim(messages)))
}

/**
 * L3 and L4 of a block, in this order, and its source. A view that came out longer than the next deeper one, in
 * code points, is that one; a view equal to a deeper one is a reference to it.
 */
export function fixedViews(messages: readonly SourceMessage[]): { views: View[]; source: Source } {
  const text = renderSource(messages)
  const source = { text, tokens: countTokens(text) }
  const entries = nearVerbatim(messages)
  const l4 = guarded(4, show(entries), { level: 5, ...source })
  const l3 = guarded(3, show(condensed(entries)), l4)
  return { views: [viewOf(3, l3), viewOf(4, l4)], source }
}

/** The text of a view and the deepest level that says the same. */
interface Shown {
  level: Level
  text: string
  tokens: number
}

/** A view never outgrows the deeper one, in code points: if its text would, or says the same, the deeper one stands. */
export function guarded(level: Level, text: string, deeper: Shown): Shown {
  if (text === deeper.text || codePoints(text) > codePoints(deeper.text)) return deeper
  return { level, text, tokens: countTokens(text) }
}

function viewOf(level: Level, shown: Shown): View {
  const isOwn = shown.level === level
  return {
    level,
    text: isOwn ? shown.text : null,
    sameAs: isOwn ? null : shown.level,
    tokens: shown.tokens,
    madeBy: RULES,
  }
}

/**
 * `role: content`; with tool fields `role NAME ARGUMENTS → RESULT`, in which what is absent is left out, and content
 * that the result does not repeat follows on a line of its own, or after a colon when there is no result.
 */
function sourceEntry(message: SourceMessage): Entry {
  const { role, content, name, arguments: given, result } = message
  const kind = role === 'tool' ? 'output' : 'speech'
  if (content === null) return { label: `${role}:`, text: ERASED, kind }
  const call = [role, name, given].filter(part => part !== undefined).join(' ')
  if (result !== undefined) {
    const text = content === '' || content === result ? result : `${result}\n${content}`
    return { label: `${call} →`, text, kind }
  }
  const isBareCall = content === '' && call !== role
  return { label: isBareCall ? call : `${call}:`, text: content, kind }
}

function nearVerbatim(messages: readonly SourceMessage[]): Entry[] {
  return messages.flatMap(message => nearVerbatimEntry(message) ?? [])
}

function nearVerbatimEntry(message: SourceMessage): Entry | undefined {
  if (message.role === 'system') return undefined
  const record = toolRecord(message)
  if (record) return { label: `tool ${record.name} →`, text: summarise(record.result), kind: 'summary' }
  const entry = message.role === 'tool' ? sourceEntry(message) : spokenEntry(message)
  const text = entry.text.trim()
  return text === '' && entry.label === `${message.role}:` ? undefined : { ...entry, text }
}

/** What a person or the assistant said, without the fields of a call made beside it. */
function spokenEntry({ role, content }: SourceMessage): Entry {
  return sourceEntry({ role, content })
}

function condensed(entries: readonly Entry[]): Entry[] {
  const seen: SeenParagraphs = new Set()
  return entries.flatMap(entry => {
    const text = condensedText(entry, seen)
    return text === '' && entry.kind === 'speech' ? [] : { ...entry, text }
  })
}

function condensedText({ text, kind }: Entry, seen: SeenParagraphs): string {
  // A summary has lost its lines, so only its length can make it worth comparing.
  if (kind === 'summary') return onceOnly(text, seen, false)
  return condense(text, seen, { speech: kind === 'speech' })
}

function show(entries: readonly Entry[]): string {
  return entries.map(({ label, text }) => (text === '' ? label : `${label} ${text}`)).join(BETWEEN)
}
