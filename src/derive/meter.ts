/**
 * What calling a model costs, and leave to do so.
 *
 * Owns: the words. Leaves the allowance to `engine/ingest`.
 */

/** Tokens that one call of a model spent. */
export interface Spend {
  /** What the call was for, such as `summary` or `events`. */
  stage: string
  model: string
  input: number
  output: number
  /** The model did not say; counted by our own meter. */
  isEstimated: boolean
}

/** Leave to call a model, and what the call cost. */
export interface Meter {
  /**
   * Makes one call within what is left of the day.
   *
   * @param atMost tokens that the call may spend, in and out.
   * @param call makes it, and tells what it spent, however it ends.
   * @throws PalimpsestError `allowance` when the day does not hold them; the call is not made, and the job waits.
   */
  spending<Result>(atMost: number, call: (tell: (spend: Spend) => void) => Promise<Result>): Promise<Result>
}
