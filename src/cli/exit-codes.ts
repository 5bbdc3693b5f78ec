/**
 * What the shell is told when a command ends.
 */
import type { ErrorCode } from '../domain/errors.ts'

/** 0 done, 1 failed, 2 usage or missing store, 3 done in part, 4 store busy or damaged. */
export type ExitCode = 0 | 1 | 2 | 3 | 4

export const EXIT = { done: 0, failed: 1, usage: 2, partly: 3, store: 4 } as const

/** `usage`: the command line itself is wrong; `internal`: a fault of ours. */
export type FailureCode = ErrorCode | 'usage' | 'internal'

const OF_CODE: Partial<Record<FailureCode, ExitCode>> = {
  usage: EXIT.usage,
  'bad-input': EXIT.usage,
  config: EXIT.usage,
  'store-missing': EXIT.usage,
  'ambiguous-id': EXIT.usage,
  'store-busy': EXIT.store,
  'store-damaged': EXIT.store,
  'store-newer': EXIT.store,
}

export function exitCodeOf(code: FailureCode): ExitCode {
  return OF_CODE[code] ?? EXIT.failed
}
