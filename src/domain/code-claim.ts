/**
 * The words for what a text says of a workspace, and for what is found when it is looked up there.
 *
 * Owns: the shapes of claims and verdicts. Leaves reading claims from a text to `text/code-claims.ts`, looking them up
 * to `workspace/`, and the words of a reason to whoever shows it.
 */

/** Something a text says of a workspace that can be looked up in it. Paths have `/` between their parts. */
export type CodeClaim =
  | { kind: 'path'; path: string; line?: number }
  | { kind: 'symbol'; path: string; symbol: string }
  /** SHA-256 of the file, or of one line without its end; 8 to 64 hexadecimal digits, lower-case. */
  | { kind: 'hash'; path: string; sha256: string; line?: number }
  /** Of a package; compared as far as it is given. */
  | { kind: 'version'; name: string; version: string }
  | { kind: 'commit'; commit: string }
  /** An option such as `--no-cache`, or an environment variable; with the one file named beside it. */
  | { kind: 'flag'; flag: string; path: string | null }

/** Why a claim is stale. */
export type StaleReason =
  | 'file-gone'
  | 'line-gone'
  | 'symbol-gone'
  | 'flag-gone'
  | 'file-changed'
  | 'line-changed'
  | 'version-differs'

/** Why a claim cannot be told. */
export type UnverifiableReason =
  | 'no-workspace'
  | 'outside-workspace'
  | 'not-at-root'
  | 'not-a-file'
  | 'too-large'
  | 'unreadable'
  | 'too-many'
  | 'no-file-named'
  | 'commit-unknown'
  | 'version-unknown'

/** What became of one claim: the workspace says so too (`fresh`), says otherwise (`stale`), or does not tell. */
export type ClaimVerdict =
  | { verdict: 'fresh' }
  | {
      verdict: 'stale'
      reason: StaleReason
      /** What the reason speaks of: a file, a package. */
      subject: string
      /** What of it: the symbol, flag or line that is gone, the version that is there now. */
      detail?: string
    }
  | { verdict: 'unverifiable'; reason: UnverifiableReason }

/**
 * Looks claims up in a folder; one verdict a claim, in their order.
 *
 * @param workspace absolute path of the folder.
 */
export type ClaimChecker = (
  claims: readonly CodeClaim[],
  workspace: string,
) => Promise<readonly ClaimVerdict[]>
