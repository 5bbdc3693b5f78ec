/**
 * Whether what events say still holds, as far as it can be told before they are shown.
 *
 * Owns: which claims are checked, what several verdicts on one event come to, and when age alone asks to verify. Leaves
 * reading claims to `text/code-claims.ts`, looking them up to the checker that is handed in, words to `recall-text.ts`.
 */
import type { ClaimChecker, ClaimVerdict } from '../../domain/code-claim.ts'
import type { MemoryEvent } from '../../domain/event.ts'
import { codeClaims } from '../../text/code-claims.ts'
import { isToVerify } from '../events/confidence.ts'

/** What is stale of an event, and why. */
type StaleVerdict = Extract<ClaimVerdict, { verdict: 'stale' }>

/**
 * `checked`: all that it claims of the workspace is so there; a verdict: something is not; `verify`: it claims something
 * that was not checked, or is old for its trust; `unmarked`: nothing speaks against it.
 */
export type Validity = 'checked' | 'verify' | 'unmarked' | StaleVerdict

/** Where claims are looked up. */
interface Workspace {
  /** Absolute path; without it nothing is looked up. */
  workspace?: string
  checkClaims?: ClaimChecker
}

/** The validity of each event, in their order; those before have their claims looked up first. */
export async function validityOf(
  events: readonly MemoryEvent[],
  latestAt: number | null,
  { workspace, checkClaims }: Workspace,
): Promise<Validity[]> {
  const claimsOf = events.map(event => codeClaims(event.summary || event.title))
  const claims = new Map(claimsOf.flat().map(claim => [JSON.stringify(claim), claim]))
  const verdicts =
    workspace === undefined || checkClaims === undefined || claims.size === 0
      ? []
      : await checkClaims([...claims.values()], workspace)
  const known = new Map([...claims.keys()].map((key, index) => [key, verdicts[index]]))
  return events.map((event, index) => {
    const own = claimsOf[index] ?? []
    if (own.length > 0) return joined(own.map(claim => known.get(JSON.stringify(claim))))
    return isToVerify(event, latestAt) ? 'verify' : 'unmarked'
  })
}

/** One stale claim makes an event stale, one that cannot be told leaves it to be verified. */
function joined(verdicts: readonly (ClaimVerdict | undefined)[]): Validity {
  const stale = verdicts.find(one => one?.verdict === 'stale')
  if (stale?.verdict === 'stale') return stale
  return verdicts.every(one => one?.verdict === 'fresh') ? 'checked' : 'verify'
}
