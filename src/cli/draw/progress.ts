/**
 * How far something is, for a person who watches.
 *
 * Owns: one line that is redrawn in place, at most some times a second. It draws when told and starts no timer:
 * storing is synchronous, and a timer would not fire meanwhile.
 */
import type { Style } from './layout.ts'
import { truncate, widthOf } from './layout.ts'

const REDRAW_MS = 60
const BAR = 24

export interface Progress {
  /** @param share 0–1. */
  show(share: number, text: string): void
  /** Takes the line away. */
  clear(): void
}

export interface ProgressOptions {
  stream: NodeJS.WriteStream
  style: Omit<Style, 'zone'>
  now: () => number
  /** Draws nothing when false. */
  isWatched: boolean
}

export function progressLine({ stream, style, now, isWatched }: ProgressOptions): Progress {
  if (!isWatched) return { show() {}, clear() {} }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, text) {
      if (now() - drawnAt < REDRAW_MS && share < 1) return
      drawnAt = now()
      const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR)
      const bar = style.colours.cyan('█'.repeat(filled)) + style.colours.dim('░'.repeat(BAR - filled))
      const rest = truncate(text, Math.max(8, style.width - widthOf(bar) - 3))
      stream.write(`\r\x1b[2K${bar}  ${rest}`)
    },
    clear() {
      stream.write('\r\x1b[2K')
    },
  }
}
