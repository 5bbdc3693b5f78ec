/**
 * Calls in turn, so that what else the machine does falls on all of them alike.
 *
 * Owns: timing, wall and CPU, and the form of a comparison of two sides. CPU is that of the whole process, its garbage
 * collector included.
 */
import { mean, median, percentile, rounded, times } from './statistics.ts'

/** What each measured call took, in order; both lists are of one length. */
export interface Sample {
  wallMs: number[]
  cpuMs: number[]
}

/** Rounds that are run and not counted: statements are prepared, code is compiled, pages are read. */
const WARM_UP_ROUNDS = 10
/** A slow side is given up after so long, yet not before this many counted rounds. */
const BUDGET_MS = 40_000
const MIN_ROUNDS = 10

/** Makes every call with each input, one after the other; whoever began a round ends the next. */
export async function interleave<Input, Name extends string>(
  inputs: readonly Input[],
  calls: Record<Name, (input: Input) => unknown>,
): Promise<Record<Name, Sample>> {
  const names = Object.keys(calls) as Name[]
  const empty = names.map(name => [name, { wallMs: [], cpuMs: [] }])
  const samples = Object.fromEntries(empty) as unknown as Record<Name, Sample>
  const began = performance.now()
  for (const [round, input] of inputs.entries()) {
    if (round >= WARM_UP_ROUNDS + MIN_ROUNDS && performance.now() - began > BUDGET_MS) break
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const took = await timed(() => calls[name](input))
      if (round < WARM_UP_ROUNDS) continue
      samples[name].wallMs.push(took.wallMs)
      samples[name].cpuMs.push(took.cpuMs)
    }
  }
  return samples
}

/** How long one call took. */
export async function timed(call: () => unknown): Promise<{ wallMs: number; cpuMs: number }> {
  const cpu = process.cpuUsage()
  const began = performance.now()
  await call()
  const wallMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1_000 }
}

/** The engine against raw: ratios first, then what they are ratios of, per call. */
export interface Comparison {
  calls: number
  p50x: number
  p95x: number
  /** Of the mean CPU times. */
  cpux: number
  engineP50Ms: number
  rawP50Ms: number
  engineCpuMs: number
  rawCpuMs: number
}

/** Both sides in turn over the same inputs. */
export async function compare<Input>(
  inputs: readonly Input[],
  calls: Record<'raw' | 'engine', (input: Input) => unknown>,
): Promise<Comparison> {
  const { raw, engine } = await interleave(inputs, calls)
  return {
    calls: raw.wallMs.length,
    ...ratiosOf(engine, raw),
    engineP50Ms: rounded(median(engine.wallMs)),
    rawP50Ms: rounded(median(raw.wallMs)),
    engineCpuMs: rounded(mean(engine.cpuMs)),
    rawCpuMs: rounded(mean(raw.cpuMs)),
  }
}

/** One sample as multiples of another: wall median, wall 95th percentile, mean CPU. */
export function ratiosOf(sample: Sample, base: Sample): { p50x: number; p95x: number; cpux: number } {
  return {
    p50x: times(median(sample.wallMs), median(base.wallMs)),
    p95x: times(percentile(sample.wallMs, 0.95), percentile(base.wallMs, 0.95)),
    cpux: times(mean(sample.cpuMs), mean(base.cpuMs)),
  }
}
