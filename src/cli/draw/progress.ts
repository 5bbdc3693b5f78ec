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
  /** @param share 0–1; null = not known, and no bar is drawn. */
  show(share: number | null, text: string): void
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
      if (now() - drawnAt < REDRAW_MS && share !== 1) return
      drawnAt = now()
      const bar = share === null ? '' : `${barOf(share, style)}  `
      stream.write(`\r\x1b[2K${bar}${truncate(text, Math.max(8, style.width - widthOf(bar) - 1))}`)
    },
    clear() {
      stream.write('\r\x1b[2K')
    },
  }
}

function barOf(share: number, { colours }: Omit<Style, 'zone'>): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * BAR)
  return colours.cyan('█'.repeat(filled)) + colours.dim('░'.repeat(BAR - filled))
}
