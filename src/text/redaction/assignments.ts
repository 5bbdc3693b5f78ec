/**
 * Values with a name beside them that says they are secret: `password: …`, `API_KEY=…`, `密码是…`.
 *
 * Owns: the names in English and Chinese, the signs between name and value, and where a value ends. Leaves whether
 * a value is a secret to `values.ts`.
 */
import { isInMarker, type Span } from './marker.ts'
import { isSecretValue, type NameKind, type ValuePlace } from './values.ts'

const NAMES: readonly (readonly [NameKind, string])[] = [
  [
    'key',
    '(?:api|access|account|auth|private|signing|encryption|master|secret)[ _-]?(?:access[ _-]?)?key|密[钥鑰]|秘钥|私钥|金[钥鑰]',
  ],
  ['password', 'pass(?:word|wd|phrase|code)|requirepass|pwd|(?<=_)pass|密[码碼]|口令'],
  ['token', '(?<!(?:pad|eos|bos|sep|unk|cls|mask|max|per|next|page)[ _-]?)token|令牌'],
  ['secret', 'secret|credential'],
]
/** What may come after a name before the sign: a closing quotation mark or bracket, emphasis, a type. */
const AFTER_NAME = '[\\\\"\'`*\\]」”]{0,5}(?:\\??: ?(?:string|str)(?= ?=))?'
const SIGN =
  '[ \\t]{0,8}(?<sign>===?|:=|->|=>|[:=：＝|>]|(?:[改设換换][成为]了?|是|为|為)|is(?= )|was(?= )|to(?= ))[ \\t*]{0,8}|[ \\t]{1,4}'

const NAMED = new RegExp(
  `(?:${NAMES.map(([kind, names]) => `(?<${kind}>${names})`).join('|')})${AFTER_NAME}(?:${SIGN})`,
  'dgi',
)

const OPENING = /(\\{0,3})(["'`“「‘])/y
const CLOSING: Record<string, string> = { '“': '”', '「': '」', '‘': '’' }
const LONGEST_QUOTED = 256
const LINE_FEED = 0x0a
const BACKSLASH = 0x5c

/** How much of a value is looked at; one that goes on is replaced as a whole. */
const LONGEST_RUN = 128
/** Characters of a value without quotation marks; Chinese characters and punctuation end it. */
const RUN = /[!#-&(-;=?-_a-~\u00c0-\u024f]{1,128}/y
const REST_OF_RUN = /[!#-&(-;=?-_a-~\u00c0-\u024f]*/y
/** What ends a value inside a run: the next parameter, an escaped line end. */
const NEXT_PARAMETER = /[,;&|}]+(?=[\w.-]{1,40}\\?["']?[:=])|\\[nrt"']/
const TRAILING = /[,;:.!?)\]}\\]+$/

/** Values that a name beside them calls a password, key, token or secret. */
export function findAssignments(text: string): Span[] {
  const spans: Span[] = []
  NAMED.lastIndex = 0
  for (let match = NAMED.exec(text); match !== null; match = NAMED.exec(text)) {
    const span = isInMarker(text, match.index) ? undefined : secretOf(text, read(text, match))
    if (span === undefined) continue
    spans.push(span)
    NAMED.lastIndex = span.end
  }
  return spans
}

/** A name and the sign after it. */
interface Named {
  kind: NameKind
  /** Up to 60 code units before the name. */
  before: string
  name: string
  sign: string
  isSpaced: boolean
  /** Where the value begins. */
  at: number
}

function read(text: string, match: RegExpExecArray): Named {
  const groups = match.groups ?? {}
  const [kind] = NAMES.find(([one]) => groups[one] !== undefined) ?? ['secret' as const]
  const at = match.index + match[0].length
  return {
    kind,
    before: text.slice(Math.max(0, match.index - 60), match.index),
    name: groups[kind] ?? '',
    sign: groups.sign ?? ' ',
    isSpaced: match[0].includes(' '),
    at,
  }
}

function secretOf(text: string, named: Named): Span | undefined {
  const { sign, kind, at } = named
  if (sign === ' ' && !isOption(named)) return undefined
  if (sign === 'to' && !/\b(?:set|reset|changed?|updated?)\b/i.test(named.before)) return undefined
  const quoted = quotedAt(text, at)
  const form = quoted ? 'quoted' : formOf(named)
  const [start, end] = quoted ?? runAt(text, afterOpening(text, at), isInQuery(named))
  if (sign === '>' && !text.startsWith('</', end)) return undefined
  const place: ValuePlace = { kind, form: sign === '>' ? 'plain' : form, endsLine: endsLine(text, end) }
  return isSecretValue(text.slice(start, end), place)
    ? { start, end: quoted ? end : wholeEnd(text, start, end), kind }
    : undefined
}

/** `--password X`, `requirepass X`: the one place where white space alone parts name and value. */
function isOption({ before, name }: Named): boolean {
  return /(?:^|\s)--[\w-]*$/.test(before) || name === 'requirepass'
}

function isInQuery({ before, sign }: Named): boolean {
  return sign === '=' && /[?&][\w.-]{0,40}$/.test(before)
}

function formOf(named: Named): ValuePlace['form'] {
  const { before, name, sign, isSpaced } = named
  if (/^(?:is|was|to|.?[是为為成]了?)$/i.test(sign)) return 'prose'
  if (isOption(named) || isInQuery(named)) return 'certain'
  if (sign !== '=' || isSpaced) return 'plain'
  const isVariable = /^[A-Z_-]+$/.test(name) && !/[a-z][\w.-]*$/.test(before)
  return isVariable || /;[ \w]{0,20}$/.test(before) ? 'certain' : 'plain'
}

/** Behind a quotation mark that is not closed in reach, or the offset itself. */
function afterOpening(text: string, at: number): number {
  OPENING.lastIndex = at
  return OPENING.test(text) ? OPENING.lastIndex : at
}

/** What stands between quotation marks, escaped ones included, on one line. */
function quotedAt(text: string, at: number): readonly [number, number] | undefined {
  OPENING.lastIndex = at
  const [opening, escapes = '', mark = ''] = OPENING.exec(text) ?? []
  if (opening === undefined) return undefined
  const start = at + opening.length
  const end = closingAt(text, start, escapes + (CLOSING[mark] ?? mark))
  return end === -1 ? undefined : [start, end]
}

function closingAt(text: string, from: number, closing: string): number {
  const limit = Math.min(text.length, from + LONGEST_QUOTED)
  const first = closing.charCodeAt(0)
  for (let at = from; at < limit; at++) {
    const unit = text.charCodeAt(at)
    if (unit === first && text.startsWith(closing, at)) return at
    if (unit === LINE_FEED) return -1
    if (unit === BACKSLASH) at++
  }
  return -1
}

/** A value without quotation marks, at most the length of a run; empty where none begins. */
function runAt(text: string, at: number, isQuery: boolean): readonly [number, number] {
  RUN.lastIndex = at
  const run = RUN.exec(text)?.[0] ?? ''
  const cut = run.search(isQuery ? /[&#]/ : NEXT_PARAMETER)
  if (cut !== -1) return [at, at + cut]
  const trailing = run.length < LONGEST_RUN ? (TRAILING.exec(run)?.[0].length ?? 0) : 0
  return [at, at + run.length - trailing]
}

/** Where a value ends that is longer than what is looked at. */
function wholeEnd(text: string, start: number, end: number): number {
  if (end - start < LONGEST_RUN) return end
  REST_OF_RUN.lastIndex = end
  REST_OF_RUN.test(text)
  const whole = REST_OF_RUN.lastIndex
  return whole - (TRAILING.exec(text.slice(Math.max(end, whole - 16), whole))?.[0].length ?? 0)
}

/** Whether the line, or what is written in Latin letters, ends at the offset. */
function endsLine(text: string, at: number): boolean {
  return /^[.,;!)]?\s*(?:[\r\n]|$|[\u3000-\u9fff\uff00-\uffef])/.test(text.slice(at, at + 8))
}
