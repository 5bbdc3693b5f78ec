/** Numbers about numbers: percentiles, means, and how many digits of them are worth showing. */

/** The smallest value that at least this share (0–1] of all values does not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** 0 of none. */
export const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** To three significant digits; what has more before the point keeps them. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
}

/** How many times `base` the value is, rounded. */
export const times = (value: number, base: number) => rounded(value / base)

/** Bytes as mebibytes, rounded. */
export const megabytes = (bytes: number) => rounded(bytes / 1_048_576)
