/**
 * What the plugin relies on of DeepSeek Harness, as types of our own.
 *
 * Owns: the shapes read or written, each with the host fact behind it. No host package is imported at compile time, so
 * that the plugin loads in any host; a shape that is not there is met where it is used. Facts were run in dsh
 * 0.1.0-rc.8.
 */

/** Content of a message; kinds other than these exist and are passed over. */
export interface HostBlock {
  type: string
  /** Of `text`. */
  text?: string
  /** Of `tool-result`. */
  toolCallId?: string
  content?: readonly HostBlock[]
  isError?: boolean
}

/** Who made a message: `user` is a person, or in a subagent whoever delegated; `plugin` is injected. */
export interface HostSource {
  kind: string
  plugin?: string
  form?: string
  summary?: string
}

/** A message as the host keeps and sends it. Its id is ours to give: any unique text. */
export interface HostMessage {
  id: string
  role: 'user' | 'assistant' | 'system'
  content: readonly HostBlock[]
  source: HostSource
}

/** Where a message entered the history that the model sees: at its end, or in place of others. */
export type SurfaceOp = 'append' | { op: 'replace'; start: number; end: number }

/** One entry of a session's log. `seq` counts from 0 without gaps; a fork begins with copies of its parent's entries. */
export interface HostEvent {
  seq: number
  /** Epoch milliseconds. */
  time: number
  type: string
  data: unknown
  surfaceOp?: SurfaceOp
  /** Of a replacement: at least every entry that it stands for. */
  sourceEventSeqs?: readonly number[]
}

export interface HostSessionHeader {
  id?: string
  /** Absent in sessions without a workspace. */
  cwd?: string
  /** A fork, or a subagent's session. */
  parentSession?: string
  /** A fork: how many entries it shares with its parent. */
  seedLength?: number
  /** `subagent` for one that another agent started. */
  origin?: string
}

/** A live session. `events` is a snapshot made anew after each entry; `surface.nodes` are the model's history in order. */
export interface HostSession {
  readonly id: string
  readonly header: HostSessionHeader
  readonly events: readonly HostEvent[]
  readonly surface: { readonly nodes: readonly number[] }
  /** What its last request was sent with; undefined before the first. Only what is new is read at each call. */
  requestHeader?(): { config?: { provider?: string; model?: string } } | undefined
  append(
    type: 'user/message',
    message: HostMessage,
    place: { surfaceOp: SurfaceOp; sourceEventSeqs: readonly number[] },
  ): HostEvent
}

/** A live agent; `runMaintenance` throws when a turn is open, and its task starts before it returns. */
export interface HostAgent {
  readonly session: HostSession
  readonly status: string
  runMaintenance<T>(task: () => Promise<T>): Promise<T>
}

/** What `agent/pre-step` hands over; `messages` is empty when a step follows a tool, steps count from 1. */
export interface PreStep {
  agent: HostAgent
  messages: readonly HostMessage[]
  turn: number
  step?: number
}

export type PreStepDecision = { kind: 'enter'; messages: readonly HostMessage[] } | { kind: string }

/** The container's context. `get` answers undefined for a service that is not there. */
export interface HostContext {
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own arguments, named where it is heard
  on(event: string, listener: (...values: any[]) => unknown): unknown
  get(service: string): unknown
  inject(services: readonly string[], whenThere: (context: HostContext) => void): unknown
  effect(start: () => () => unknown): unknown
}

/** Stored sessions of earlier processes. */
export interface HostPersistence {
  list(): Promise<readonly HostSessionHeader[]>
  /** The log as it is written: a turn that is open, in whatever process, stays open in it. */
  readFrom(id: string, seq: number): Promise<{ meta: HostSessionHeader; events: readonly HostEvent[] }>
}

/** The name that our messages bear, and the package. */
export const PLUGIN = 'palimpsest-dsh'

/** A message of ours for the model. The host shows it as a folded row. */
export function ourMessage(text: string, source: Pick<HostSource, 'form' | 'summary'>): HostMessage {
  return {
    id: crypto.randomUUID(),
    role: 'user',
    content: [{ type: 'text', text }],
    source: { kind: 'plugin', plugin: PLUGIN, ...source },
  }
}

/** A question of ours to a model, outside any session. */
export function ourQuestion(text: string): HostMessage {
  return ourMessage(text, {})
}

/** The text blocks of a message, a line each; other blocks as their kind in brackets. */
export function textOf(blocks: readonly HostBlock[] | undefined): string {
  return (blocks ?? [])
    .map(block => {
      if (block.type === 'text') return block.text ?? ''
      return TEXTLESS.has(block.type) ? '' : `[${block.type}]`
    })
    .filter(text => text !== '')
    .join('\n')
}

/** Blocks that are no part of what is said: thinking, and calls, which have records of their own. */
const TEXTLESS = new Set(['reasoning', 'tool-call'])

/** A person's session, not one that an agent started. */
export const isMain = (header: HostSessionHeader): boolean => header.origin !== 'subagent'
