/**
 * Credentials that stand at their place in an address, a header or a command.
 *
 * Owns: passwords before an `@`, signatures and one-time secrets in queries, bearer and basic headers, `curl -u`.
 * Leaves named parameters to `assignments.ts`, and what is only a stand-in to `values.ts`.
 */
import type { Span } from './marker.ts'
import { isStandIn, isWording } from './values.ts'

interface Place {
  kind: string
  /** The first group is the secret. */
  pattern: RegExp
  /** What else must be true of it. */
  holds?: (value: string) => boolean
}

const hasDigit = (value: string): boolean => /\d/.test(value)

const PLACES: readonly Place[] = [
  {
    kind: 'password',
    pattern: /:\/\/[^\s/?#:@"'<>`]{0,128}:([!$-.0-;=@-_a-~]{1,512})@(?=[\w[.-])/dg,
    holds: value => !/^\d{1,5}[,;)]/.test(value),
  },
  { kind: 'token', pattern: /https?:\/\/([A-Za-z0-9_-]{20,256})@(?=[\w[])/dg, holds: hasDigit },
  {
    kind: 'otp secret',
    pattern: /otpauth:\/\/[!$-;=?-_a-~]{0,256}?[?&]secret=([A-Za-z2-7]{8}[A-Za-z2-7]*)/dgi,
  },
  {
    kind: 'signature',
    pattern:
      /[?&](?:sig|signature|x-(?:amz|goog)-(?:signature|security-token))=([\w%.~+/=-]{16}[\w%.~+/=-]*)/dgi,
  },
  { kind: 'key', pattern: /[?&](?:key|auth)=([\w%.~+/=-]{16}[\w%.~+/=-]*)/dgi, holds: hasDigit },
  {
    kind: 'bearer token',
    pattern: /(?<![A-Za-z])bearer[ \t+]{1,4}([\w.~+/-]{16}[\w.~+/-]*=*)/dgi,
    holds: value => hasDigit(value) && !isWording(value),
  },
  {
    kind: 'basic auth',
    pattern: /(?<![A-Za-z])basic[ \t+]{1,4}([A-Za-z0-9+/]{6}[A-Za-z0-9+/]*={0,2})/dgi,
    holds: isUserAndPassword,
  },
  {
    kind: 'token',
    pattern:
      /authorization\\?["']?[ \t]{0,4}[:=][ \t]{0,4}\\?["']?(?:bot|token|apikey|bearer)[ \t]{1,4}([\w.~+/-]{8}[\w.~+/-]*=*)/dgi,
    holds: value => hasDigit(value) && !isWording(value),
  },
  {
    kind: 'password',
    pattern: /(?<![\w-])(?:-u|--user|--proxy-user)[ =]{1,2}["']?[^\s:"']{1,64}:([^\s"'`]{1,256})/dg,
  },
  { kind: 'password', pattern: /(?<!\w)login[ \t]{1,4}\S{1,64}\s{1,4}password[ \t]{1,4}(\S{1,256})/dg },
]

/** Passwords in addresses, signed links, headers of authorization, and the like. */
export function findCredentials(text: string): Span[] {
  return PLACES.flatMap(({ kind, pattern, holds }) =>
    [...text.matchAll(pattern)].flatMap(({ indices }) => {
      const [start, end] = indices?.[1] ?? [0, 0]
      const value = text.slice(start, end)
      return isStandIn(value) || (holds && !holds(value)) ? [] : [{ start, end, kind }]
    }),
  )
}

/** Whether it is Base64 of `user:password`, as RFC 7617 has it. */
function isUserAndPassword(value: string): boolean {
  if (value.length > 1_024) return true
  return /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(value, 'base64').toString('latin1'))
}
