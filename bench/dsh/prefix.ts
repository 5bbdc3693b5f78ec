/**
 * How much of each request a provider's prompt cache could know: the part that is, byte for byte, the beginning of the
 * request before it.
 *
 * Owns: that measure, over system prompt and messages in order; schemas of tools are the same in every request and not
 * counted. A request breaks the prefix when the one before is not wholly its beginning.
 */
import { blockViews, type ModelRequest, textOf } from '../../test/dsh/support/model.ts'
import { mean } from '../speed/statistics.ts'

/** Upper ends of the classes of the histogram, percent. */
const CLASSES = [25, 50, 75, 90, 99, 100] as const

export interface PrefixFigures {
  requests: number
  /** Mean over requests of the share that was known, percent. */
  knownPercent: number
  breaks: number
  /** Breaks without another view of a block than before. */
  unexplained: number
  /** Bytes sent in all, and of those not known from the request before, kibibytes. */
  sentKb: number
  freshKb: number
  /** Requests by share known: at most 25 %, 50 % … 100 %. */
  histogram: Record<string, number>
}

interface Step {
  known: number
  bytes: number
  isBreak: boolean
  isExplained: boolean
}

/** Follows the requests of one conversation. */
export class PrefixWatch {
  readonly #steps: Step[] = []
  #before: { text: Buffer; views: string } | undefined

  add({ messages }: ModelRequest): void {
    const text = Buffer.from(messages.map(message => `${JSON.stringify(message)}\n`).join(''))
    const views = JSON.stringify(
      blockViews(messages.map(({ role, content }) => `${role}: ${textOf(content)}`)),
    )
    const before = this.#before
    this.#before = { text, views }
    if (before === undefined) return
    const known = commonLength(before.text, text)
    this.#steps.push({
      known,
      bytes: text.length,
      isBreak: known < before.text.length,
      isExplained: views !== before.views,
    })
  }

  /** What there was, over all requests but the first. */
  figures(): PrefixFigures {
    const steps = this.#steps
    const shares = steps.map(({ known, bytes }) => (100 * known) / bytes)
    const breaks = steps.filter(({ isBreak }) => isBreak)
    const sum = (of: (step: Step) => number) => steps.reduce((all, step) => all + of(step), 0)
    return {
      requests: steps.length,
      knownPercent: Math.round(mean(shares) * 10) / 10,
      breaks: breaks.length,
      unexplained: breaks.filter(({ isExplained }) => !isExplained).length,
      sentKb: Math.round(sum(({ bytes }) => bytes) / 1_024),
      freshKb: Math.round(sum(({ bytes, known }) => bytes - known) / 1_024),
      histogram: histogramOf(shares),
    }
  }
}

function histogramOf(shares: readonly number[]): Record<string, number> {
  const ends = CLASSES.map((end, index) => ({ from: CLASSES[index - 1] ?? -1, end }))
  return Object.fromEntries(
    ends.map(({ from, end }) => [`≤${end} %`, shares.filter(share => share > from && share <= end).length]),
  )
}

/** How many bytes two texts have in common from the beginning. */
function commonLength(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return at
  return length
}
