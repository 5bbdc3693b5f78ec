/**
 * Words as the raw side indexes them.
 *
 * Owns: the plainest rule that finds English and Chinese: lower-case runs of letters and digits, Han runs as
 * overlapping pairs. The engine has rules of its own.
 */

const RUN = /\p{Script=Han}+|[\p{L}\p{N}_]+/gu
const HAN = /^\p{Script=Han}/u

/** The tokens of a text, in order, repetitions kept. */
export function tokensOf(text: string): string[] {
  const runs = text.toLowerCase().match(RUN) ?? []
  return runs.flatMap(run => (HAN.test(run) ? pairsOf(run) : [run]))
}

function pairsOf(run: string): string[] {
  const points = [...run]
  if (points.length === 1) return points
  return points.slice(1).map((point, index) => `${points[index]}${point}`)
}
