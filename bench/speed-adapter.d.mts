/** Types of `speed-adapter.mjs`, which is plain JavaScript so that any harness can load it. */
import type { Hit, Memory, TurnInput } from 'palimpsest-memory'
import type { Texts, Turn } from './speed/side.ts'

export interface Handle {
  memory: Memory
}

export declare function fileIn(folder: string): string
export declare function toTurnInput(turn: Turn, index: number): TurnInput

declare const adapter: {
  name: string
  open(folder: string): Promise<Handle>
  seed(handle: Handle, count: number, texts: Texts): Promise<void>
  append(handle: Handle, turn: Turn, index: number): Promise<void>
  recall(handle: Handle, query: string, limit: number): Promise<readonly Hit[]>
  close(handle: Handle): Promise<void>
}
export default adapter
