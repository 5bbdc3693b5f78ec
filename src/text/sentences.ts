/**
 * Cuts text into sentences, by a table of ours.
 *
 * Owns: where a sentence ends in English, Chinese, Japanese and Korean prose, lists and code. Leaves meaning to its
 * callers. `Intl.Segmenter` is not used: its data differ between Node versions, and stored views must not.
 */
import { HANGUL, isCjk, kindOfUnit, SPACE } from './script.ts'

/** One sentence, list item or piece of fenced code. */
export interface Sentence {
  /** `source.slice(start, end)`: no white space around it, no list bullet before it; never empty. */
  text: string
  /** Code-unit offset of its first unit. */
  start: number
  /** Code-unit offset after its last unit. */
  end: number
  /** Fenced code, fences included, as one unit. */
  code?: true
}

const FENCE = /^ {0,3}(```+|~~~+)/
/** What opens a line without being said: bullets, numbers, headings, quotation marks of a reply, check boxes. */
const LINE_MARKER = /^(?:\s*(?:[-*+•◦▪●‣·–—]|#{1,6}|>|\d{1,3}[.)]|\[[ xX]\])(?=\s|$))*\s*/
const INLINE_BULLETS = '•◦▪●‣'
const WIDE_ENDS = '。！？；｡'
const LATIN_ENDS = '.!?'
const CLOSERS = '"\'”’»)]}）］】〉》」』〕〗＂＇*_'
/** After a closing quotation mark these say that the sentence around the quotation goes on. */
const CONTINUERS = '、，,とっ的'

/** Never the end, whatever follows. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'mr mrs ms dr prof st sr jr vs v e.g i.e eg ie cf fig figs no nos vol pp approx dept est gen gov hon lt col sgt ' +
    'capt rev mt al viz resp incl excl min max ver'
  ).split(' '),
)
/** The end only when a capital follows. */
const CLOSING_ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'etc inc ltd co corp llc a.m p.m am pm u.s u.k u.n d.c ph.d m.d b.a m.a jan feb mar apr jun jul aug sep sept oct ' +
    'nov dec mon tue tues wed thu thurs fri sat sun'
  ).split(' '),
)

/**
 * The sentences of a text, in order, without overlap. Ends are sentence punctuation with the closing quotation marks
 * and brackets after it, line ends and list bullets; abbreviations, decimals, versions, paths and addresses are not
 * cut, and fenced code stays one piece. What lies between two sentences is white space and list markers only.
 */
export function sentences(text: string): Sentence[] {
  const out: Sentence[] = []
  let at = 0
  while (at < text.length) {
    const lineEnd = endOfLine(text, at)
    const fence = FENCE.exec(text.slice(at, Math.min(lineEnd, at + 80)))?.[1]
    if (fence === undefined) {
      cutLine(text, at, lineEnd, out)
      at = lineEnd + 1
    } else {
      const end = endOfFence(text, lineEnd, fence)
      add(text, at, end, out, true)
      at = end + 1
    }
  }
  return out
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Where a fenced piece that opened before `from` ends: after its closing fence, or with the text. */
function endOfFence(text: string, from: number, fence: string): number {
  let at = from + 1
  while (at < text.length) {
    const end = endOfLine(text, at)
    const line = text.slice(at, end).trim()
    if (line.startsWith(fence) && line === fence.charAt(0).repeat(line.length)) return end
    at = end + 1
  }
  return text.length
}

/** Where a sentence may end, a list item begin or code open; nothing else is looked at. */
const MARKS = /[`•◦▪●‣。！？；｡．….!?]/g

function cutLine(text: string, lineStart: number, lineEnd: number, out: Sentence[]): void {
  const line = text.slice(lineStart, lineEnd)
  const marker = LINE_MARKER.exec(line)?.[0].length ?? 0
  let start = lineStart + marker
  let at = start
  for (;;) {
    MARKS.lastIndex = at - lineStart
    const mark = MARKS.exec(line)
    if (mark === null) break
    at = lineStart + mark.index
    if (INLINE_BULLETS.includes(text.charAt(at)) && isSpaceAt(text, at - 1)) {
      add(text, start, at, out)
      start = at + 1
      at = start
      continue
    }
    const next =
      text.charAt(at) === '`' ? afterInlineCode(text, at, lineEnd) : sentenceEnd(text, at, start, lineEnd)
    if (next > at && text.charAt(at) !== '`') {
      add(text, start, next, out)
      start = next
    }
    at = Math.max(next, at + 1)
  }
  add(text, start, lineEnd, out)
}

function add(text: string, from: number, to: number, out: Sentence[], code = false): void {
  let start = from
  let end = to
  while (start < end && isSpaceAt(text, start)) start++
  while (end > start && isSpaceAt(text, end - 1)) end--
  if (start === end) return
  const sentence: Sentence = { text: text.slice(start, end), start, end }
  if (code) sentence.code = true
  out.push(sentence)
}

function afterInlineCode(text: string, at: number, lineEnd: number): number {
  const close = text.indexOf('`', at + 1)
  return close === -1 || close >= lineEnd ? at + 1 : close + 1
}

/**
 * The offset after the end that stands at `at`, closers included; `at` itself when no sentence ends there. A run of
 * punctuation is judged as a whole, at its first character.
 */
function sentenceEnd(text: string, at: number, start: number, lineEnd: number): number {
  const char = text.charAt(at)
  if (at > start && isEnd(text.charAt(at - 1))) return at
  const isWide = WIDE_ENDS.includes(char) || (char === '．' && !isDigit(text.charAt(at + 1)))
  if (!isWide && char !== '…' && !LATIN_ENDS.includes(char)) return at
  let punctuation = at
  while (punctuation < lineEnd && isEnd(text.charAt(punctuation))) punctuation++
  let end = punctuation
  while (end < lineEnd && CLOSERS.includes(text.charAt(end))) end++
  const goesOn = end > punctuation && end < lineEnd && CONTINUERS.includes(text.charAt(end))
  if (goesOn) return at
  if (isWide) return end
  const run = text.slice(at, punctuation)
  return endsLatin(text, { at, run, start, end, lineEnd }) ? end : at
}

interface Candidate {
  at: number
  run: string
  start: number
  end: number
  lineEnd: number
}

/** Whether Latin punctuation or an ellipsis ends the sentence. */
function endsLatin(text: string, { at, run, start, end, lineEnd }: Candidate): boolean {
  if (end >= lineEnd) return true
  const isSpaced = isSpaceAt(text, end)
  const before = text.codePointAt(at - 1) ?? 0
  const after = text.codePointAt(end) ?? 0
  if (/[。！？；…]/.test(run))
    return run !== '…' || isCjk(before) || isCjk(after) || startsSentence(text, end)
  if (!isSpaced) return endsUnspaced(text, at, run, before, after)
  if (run.startsWith('..')) return startsSentence(text, end)
  if (run !== '.') return true
  return !isAbbreviated(text, at, start, end)
}

/** Without white space after it: `했다.그리고` ends, and `Nice!真的` does; `a.b`, `x?y=1` and addresses do not. */
function endsUnspaced(text: string, at: number, run: string, before: number, after: number): boolean {
  if (run === '.') return kindOfUnit(before) === HANGUL && kindOfUnit(after) === HANGUL
  return isCjk(after) && !/:\/\/\S*$/.test(text.slice(Math.max(0, at - 200), at))
}

function isAbbreviated(text: string, at: number, start: number, end: number): boolean {
  let from = at
  while (from > start && !isSpaceAt(text, from - 1) && at - from < 12) from--
  const word = text.slice(from, at).replace(/^["'“‘([{]+/, '')
  if (/^[A-HJ-Z]$/.test(word)) return true
  const lower = word.toLowerCase()
  if (ABBREVIATIONS.has(lower)) return true
  return CLOSING_ABBREVIATIONS.has(lower) && !startsSentence(text, end)
}

/** Whether what follows white space at `from` looks like a beginning: a capital, a CJK character, or nothing. */
function startsSentence(text: string, from: number): boolean {
  let at = from
  while (at < text.length && (isSpaceAt(text, at) || '"\'“‘(['.includes(text.charAt(at)))) at++
  const char = text.codePointAt(at)
  if (char === undefined || isCjk(char)) return true
  const letter = String.fromCodePoint(char)
  return letter !== letter.toLowerCase()
}

function isEnd(char: string): boolean {
  return WIDE_ENDS.includes(char) || LATIN_ENDS.includes(char) || char === '…' || char === '．'
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9'
}

function isSpaceAt(text: string, at: number): boolean {
  return kindOfUnit(text.charCodeAt(at)) === SPACE
}
