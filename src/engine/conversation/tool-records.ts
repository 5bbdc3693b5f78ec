/**
 * Tool records at L4 and L3: a name and the beginning of the result.
 *
 * Owns: which records are recognised and how a result is summarised. Leaves the form of the line to `render.ts`.
 */
import type { Message } from '../../domain/conversation.ts'
import { cutGraphemes } from '../../text/cut.ts'

/** What is kept of a recognised tool record. */
export interface ToolRecord {
  name: string
  /** As received; of JSON text that is no string, its own spelling. */
  result: string
}

const SUMMARY_LENGTH = 160

/** Whether a tool is one of our own memory tools, by its name, also as MCP clients spell it. */
export function isOwnTool(name: string): boolean {
  return /^(?:mcp__palimpsest__|memory_)/.test(name)
}

/**
 * The name and result of a tool message that has both: in its fields, or as members of a JSON object that its
 * content is. Undefined when it has not; an empty or failed result is still a result.
 */
export function toolRecord(
  message: Pick<Message, 'role' | 'content' | 'name' | 'result'>,
): ToolRecord | undefined {
  if (message.role !== 'tool' || message.content === null) return undefined
  const { name, result } = message
  if (result === undefined) return jsonRecord(message.content)
  return name === undefined || name === '' ? undefined : { name, result }
}

/** The white-space-collapsed beginning of a result: at most 160 code points, ending between two graphemes. */
export function summarise(result: string): string {
  let collapsed = ''
  // The rest of a long result is not looked at: no boundary within the length depends on it.
  const enough = SUMMARY_LENGTH * 4
  for (const [word] of result.matchAll(/\S+/gu)) {
    collapsed += (collapsed === '' ? '' : ' ') + word.slice(0, enough)
    if (collapsed.length > enough) break
  }
  return cutGraphemes(collapsed, SUMMARY_LENGTH).trimEnd()
}

function jsonRecord(text: string): ToolRecord | undefined {
  const value = parseObject(text)
  if (!value || typeof value.name !== 'string' || value.name === '' || !Object.hasOwn(value, 'result'))
    return undefined
  const { name, result } = value
  return { name, result: typeof result === 'string' ? result : memberText(text, 'result') }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Text that only looks like JSON is ordinary tool text.
    return undefined
  }
}

/**
 * The spelling of a member's value in the text of a JSON object; of repeated members the last, as JSON.parse has it.
 * Numbers keep their digits, and no depth of nesting exhausts the stack.
 */
function memberText(json: string, member: string): string {
  let found = ''
  let key = ''
  let valueStart = -1
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const char = json.charAt(at)
    if (char === '"') {
      const end = endOfString(json, at)
      if (depth === 1 && valueStart === -1) key = JSON.parse(json.slice(at, end))
      at = end - 1
    } else if (depth === 1 && char === ':') {
      valueStart = at + 1
    } else if (depth === 1 && (char === ',' || char === '}')) {
      if (key === member) found = json.slice(valueStart, at).trim()
      valueStart = -1
      if (char === '}') depth--
    } else if (char === '{' || char === '[') {
      depth++
    } else if (char === '}' || char === ']') {
      depth--
    }
  }
  return found
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json.charAt(at) !== '"') at += json.charAt(at) === '\\' ? 2 : 1
  return at + 1
}
