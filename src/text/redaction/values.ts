/**
 * Whether what stands beside the word "password" is one.
 *
 * Owns: stand-ins (placeholders, references, names of types), wording, expressions of code, and how secret a value
 * must look at each place. Leaves finding the value to `assignments.ts`.
 */
import { hasMarker } from './marker.ts'

/** What the name beside the value says. */
export type NameKind = 'password' | 'key' | 'token' | 'secret'

/** Where a value stands. */
export interface ValuePlace {
  kind: NameKind
  /**
   * `certain`: an environment variable, a query, an option of a command; `quoted`: between quotation marks;
   * `plain`: after a colon or an equals sign; `prose`: after "is" or 是.
   */
  form: 'certain' | 'quoted' | 'plain' | 'prose'
  /** Nothing of the same line comes after it. */
  endsLine: boolean
}

const PLACEHOLDER =
  /\.\.\.|…|\*{3}|•{2}|(.)\1{6}|example|placeholder|change[-_ ]?(?:me|this|it)|your[-_ ]|redacted|dummy|<[^<>]*>|^x+$|^my[-_]?(?:api|app|db|secret|pass|token|key)[a-z_-]*$|^(?:todo|fixme|tbd|test)$/i
/** Taken from elsewhere: variables of shells, templates, formats, arrays, tags. */
const REFERENCE = /^(?:\$[A-Z_][A-Z0-9_]*$|\$[a-z_]+$|\$\d$|\$[{(]|#\{|\{|%[A-Za-z_]+%$|%\(?[a-z]|<|\[|\()/
/** Names of variables of a process, however they are read. */
const ENVIRONMENT = /^(?:process\.env|import\.meta|os\.|System\.getenv|ENV\[|env[.(])/
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\//i
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@-]{1,24}){2,12}[\\/]?$/
/** A name followed by what code does with it, a word of a language before it. */
const EXPRESSION = /^[A-Za-z_$][A-Za-z_$]*\d?(?:[.?](?=[A-Za-z_])|[([]|=|&&|\|\||\?\?)/
const SNAKE_NAME = /^[A-Za-z]+(?:_[A-Za-z]+)+\d{0,2}$/
const HYPHENED_WORDS = /^[A-Za-z]+\d*(?:[-/][A-Za-z]+\d*)+$/
const VERSION = /^v?\d+(?:\.\d+)+|^(?:sha|md|aes|utf|rsa?|hs|es|base|oauth|iso|argon|erc|tls)-?\d/i
const MANAGER = /^1password$/i

/** What a field is said to be, in place of what is in it. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'string str text bool boolean number int integer any unknown object bytes varchar char date null nil none undefined ' +
    'void never true false yes no on off empty unset missing required optional mandatory hidden masked encrypted hashed ' +
    'plain plaintext invalid incorrect wrong expired changed updated reset rotated revoked forgotten correct valid ' +
    'accepted rejected denied disabled enabled default password passwd pwd pass passphrase secret token key apikey ' +
    'api_key username user header query cookie bearer basic new old current confirm confirmation stored saved here ' +
    'above below see n/a na tbd self this value input credentials account login required. await typeof async function'
  ).split(' '),
)
/** A phrase with one of these is about a password, and no passphrase. */
const SPEAKING =
  /\b(?:the|an?|is|are|to|of|in|your|my|you|must|should|please|enter|for|with|not|and|or|at|at least|new|old|confirm|forgot|wrong|password|passwords|token|secret|key)\b/i

/** Whether the value stands for a secret that is elsewhere: a placeholder, a variable, a type, a marker of ours. */
export function isStandIn(value: string): boolean {
  return (
    hasMarker(value) ||
    WORDS.has(value.toLowerCase()) ||
    PLACEHOLDER.test(value) ||
    REFERENCE.test(value) ||
    ENVIRONMENT.test(value) ||
    ADDRESS.test(value)
  )
}

/** Whether the value reads as words, a version or the name of a method: `base64-encoded`, `v1.2.3`. */
export function isWording(value: string): boolean {
  return HYPHENED_WORDS.test(value) || VERSION.test(value) || MANAGER.test(value)
}

/** Whether the value at its place is a secret. */
export function isSecretValue(value: string, place: ValuePlace): boolean {
  if (isStandIn(value) || isPath(value)) return false
  switch (place.form) {
    case 'certain':
      return isLongEnough(value, place.kind)
    case 'quoted':
      return /\s/.test(value) ? isPassphrase(value, place.kind) : isQuotedSecret(value, place.kind)
    case 'plain':
      return !isCode(value) && !isWording(value) && isPlainSecret(value, place)
    case 'prose':
      return value.length >= 6 && isTold(value, place.kind) && !isWording(value) && !isCode(value)
  }
}

function isLongEnough(value: string, kind: NameKind): boolean {
  if (kind === 'password') return value.length >= 3
  return value.length >= (/^\d+$/.test(value) ? 8 : 6)
}

function isQuotedSecret(value: string, kind: NameKind): boolean {
  if (kind === 'password') return value.length >= 4
  if (value.length < 8) return false
  return isMixed(value) || (kind === 'secret' && value.length >= 12)
}

/** Four words or more, none of which speaks about passwords. */
function isPassphrase(value: string, kind: NameKind): boolean {
  const words = value.trim().split(/\s+/)
  if (kind !== 'password' && kind !== 'secret') return false
  return words.length >= 4 && words.every(word => /^[A-Za-z0-9]{3,12}$/.test(word)) && !SPEAKING.test(value)
}

function isPlainSecret(value: string, { kind, endsLine }: ValuePlace): boolean {
  if (kind !== 'password') return value.length >= 8 && isMixed(value)
  if (value.length < 4 || /^\d+[-–~]\d+$/.test(value)) return false
  if (/^\d+$/.test(value)) return endsLine || value.length >= 6
  if (/^[A-Za-z]+$/.test(value)) return endsLine && value.length >= 6 && value === value.toLowerCase()
  return isMixed(value) || (/[A-Za-z]/.test(value) && /[!@#$%^&*+=~]/.test(value))
}

/** After "is": a mixture, or the digits of a password. */
function isTold(value: string, kind: NameKind): boolean {
  return isMixed(value) || (kind === 'password' && /^\d+$/.test(value))
}

/** A letter and a digit. */
function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value)
}

function isCode(value: string): boolean {
  return EXPRESSION.test(value) || SNAKE_NAME.test(value)
}

/** A path of short parts; none with capitals, small letters and digits at once, as keys that begin with `/` are. */
function isPath(value: string): boolean {
  return PATH.test(value) && !(/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value))
}
