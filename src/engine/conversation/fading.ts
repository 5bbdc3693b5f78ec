/**
 * How much of a block is still shown: old blocks fade by the progress of their thread, never by the clock.
 *
 * Owns: weight, thresholds, levels and the rules for choosing λ. Leaves opening a block and moving its anchor to
 * `blocks.ts`, what a view says to `render.ts` and the deriver.
 */
import type { Anchor, Level, View } from '../../domain/conversation.ts'

/** λ of an installation that sets none. */
export const DEFAULT_LAMBDA = 0.3

/** Turns of a block, for an installation that sets none. */
export const DEFAULT_BLOCK_SIZE = 12

/**
 * Weights under which one more level is dropped, highest first.
 *
 * They are e^-0.45, e^-0.75, e^-1.35, e^-1.95 and e^-2.55 to four places: with λ = 0.30 the middles between two
 * ages, so that no rounding of `exp` reaches them.
 */
export const THRESHOLDS: readonly number[] = [0.6376, 0.4724, 0.2592, 0.1423, 0.0781]

/** Fading per turn (λ/N) above which a setting is warned about: λ = 0.4 at six turns a block. */
const FAST_PER_TURN = 0.4 / 6
/** Relative; a proposed λ carries the rounding of one division and one multiplication. */
const ROUNDING = 1e-9

/** Where fading starts, and what has happened since. */
export interface FadingState {
  anchor: Pick<Anchor, 'level' | 'sequence'>
  /** Sequences of the thread's ready blocks, ascending. */
  readySequences: readonly number[]
  /** Zero or more; 0 never fades. */
  lambda: number
}

/** `exp(-λ · age)`, between 1 (fresh) and 0. Age counts ready blocks, see {@link levelOf}. */
export function weight(age: number, lambda: number): number {
  return Math.exp(-lambda * age)
}

/**
 * The level due for a ready block: its anchor's level less one for each threshold that the weight is below.
 *
 * Age is the number of ready blocks of the thread after the anchor. A block that is not ready does not fade: it
 * is shown at L5 and this rule is not asked.
 */
export function levelOf({ anchor, readySequences, lambda }: FadingState): Level {
  const now = weight(countAfter(readySequences, anchor.sequence), lambda)
  const dropped = THRESHOLDS.filter(threshold => now < threshold).length
  return Math.max(0, anchor.level - dropped) as Level
}

/** The level shown when some are not stored: the wanted one or the next deeper that is there; L5 always is. */
export function shownLevel(wanted: Level, views: readonly Pick<View, 'level'>[]): Level {
  const deeper = views.map(view => view.level).filter(level => level >= wanted)
  return Math.min(5, ...deeper) as Level
}

/**
 * The λ′ that keeps the fading speed per turn when the block size changes: `λ · N′/N`, to twelve digits.
 *
 * It belongs to both sizes as they are; what a user chooses is his own.
 */
export function proposeLambda(lambda: number, oldSize: number, newSize: number): number {
  return Number(((lambda * newSize) / oldSize).toPrecision(12))
}

/**
 * Whether blocks of this size fade so fast that a user is warned: λ/N above 0.4/6. It is allowed all the same.
 * A λ from {@link proposeLambda} is fast only if the setting it came from was.
 */
export function isFastFading(lambda: number, size: number): boolean {
  return lambda / size > FAST_PER_TURN * (1 + ROUNDING)
}

/** How many of the ascending numbers are greater than the limit. */
function countAfter(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Number.POSITIVE_INFINITY) > limit) high = middle
    else low = middle + 1
  }
  return ascending.length - low
}
