/**
 * The one error class of the library and its closed set of codes.
 *
 * Owns: what can go wrong, in a form that programs can branch on. Leaves the texts a user reads in another
 * language to `cli`.
 */

/**
 * What went wrong, for a program to branch on.
 *
 * - `bad-input`: a value offered to the library or a command is not usable; nothing was stored for it.
 * - `turn-differs`: a turn with a known id arrived with other content; the stored one is unchanged.
 * - `not-found`: no record bears the id in the spaces asked.
 * - `ambiguous-id`: a prefix or an id fits several records.
 * - `id-collision`: two different records would bear one id; the second was refused.
 * - `store-missing`: there is no database at the path and this call does not create one.
 * - `store-busy`: another process held the database longer than the busy timeout.
 * - `store-damaged`: the file is not a sound Palimpsest database.
 * - `store-newer`: the file was written by a newer version; it was left untouched.
 * - `config`: a setting or environment variable is unknown or has an unusable value.
 * - `derivation`: a deriver gave something that cannot be stored.
 * - `allowance`: a call of a model would spend more than what is left of the day; derivation goes on the next day.
 * - `model-unauthorised`: the endpoint of the model refused the key, or what the key may do.
 * - `model-busy`: the endpoint asks to be called less often.
 * - `model-unavailable`: the endpoint could not be reached, failed, or gave no whole answer in time.
 * - `model-refused`: the endpoint or the model declined the request; the same request would be declined again.
 * - `model-reply`: the model answered, and what it said cannot be used.
 * - `closed`: the memory was closed before the call.
 */
export type ErrorCode =
  | 'bad-input'
  | 'turn-differs'
  | 'not-found'
  | 'ambiguous-id'
  | 'id-collision'
  | 'store-missing'
  | 'store-busy'
  | 'store-damaged'
  | 'store-newer'
  | 'config'
  | 'derivation'
  | 'allowance'
  | 'model-unauthorised'
  | 'model-busy'
  | 'model-unavailable'
  | 'model-refused'
  | 'model-reply'
  | 'closed'

/**
 * The error that every refusal of this library is. Message form: `part: what is wrong, with the value; what to do`.
 */
export class PalimpsestError extends Error {
  override readonly name = 'PalimpsestError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
