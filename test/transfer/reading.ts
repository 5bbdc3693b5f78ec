/** Files and readings for the tests of this room. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import {
  type ConversationItem,
  type ProblemItem,
  type ReadOptions,
  readConversation,
  type TurnItem,
} from '../../src/transfer/read-conversation.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-transfer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Path of an invented file of `test/fixtures/transfer`. */
export function fixture(name: string): string {
  return join(import.meta.dirname, '../fixtures/transfer', name)
}

/** Path of a file with this content, removed after the tests. */
export function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** JSON text of each value, one a line; a string stands for itself. */
export function lines(...values: (object | string)[]): string {
  return values.map(value => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')
}

export async function itemsOf(path: string, options?: ReadOptions): Promise<ConversationItem[]> {
  const items: ConversationItem[] = []
  for await (const item of readConversation(path, options)) items.push(item)
  return items
}

export async function turnsOf(path: string, options?: ReadOptions): Promise<TurnItem['turn'][]> {
  return (await itemsOf(path, options)).filter(item => item.kind === 'turn').map(item => item.turn)
}

export async function problemsOf(path: string, options?: ReadOptions): Promise<ProblemItem[]> {
  return (await itemsOf(path, options)).filter(item => item.kind === 'problem')
}

/** What was said in each turn, in short: `thread/turn: content | content`. */
export async function outlineOf(path: string, options?: ReadOptions): Promise<string[]> {
  return (await itemsOf(path, options)).map(item => {
    if (item.kind === 'problem') return `problem: ${item.message}`
    if (item.kind === 'thread-end') return `end: ${item.thread}`
    const said = item.turn.messages.map(message => message.content || `${message.name} → ${message.result}`)
    return `${item.turn.thread}/${item.turn.turn}: ${said.join(' | ')}`
  })
}
