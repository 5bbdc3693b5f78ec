/**
 * Text laid out for a terminal.
 *
 * Owns: widths (a Chinese character takes two columns), wrapping, tables, and taking the power out of control
 * characters in stored text. Leaves what is drawn to its neighbours and the commands.
 */
import type picocolors from 'picocolors'
import stringWidth from 'string-width'
import { isCjk } from '../../text/language.ts'
import type { Texts } from '../texts/texts.ts'

/** Colour functions; without colours they give the text back. */
type Colours = ReturnType<typeof picocolors.createColors>

/** How lines are drawn. */
export interface Style {
  colours: Colours
  /** Columns. */
  width: number
  texts: Texts
  /** IANA zone of the times shown. */
  zone: string
}

/** Marks around a stretch that is to be emphasised; they take no column and are never part of stored text shown. */
export const EMPHASIS = { start: '\u0001', end: '\u0002' } as const

export const widthOf = (text: string): number => stringWidth(text)

/**
 * Stored text made safe to show: control characters become pictures of themselves, so that nothing stored can move
 * the cursor, change colours or the clipboard; characters that reverse the reading direction are replaced.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(/\t/g, '  ')
    .replace(/[\0-\t\v-\x1f]/g, control => String.fromCodePoint(0x2400 + (control.codePointAt(0) ?? 0)))
    .replace(/\x7f/g, '␡')
    .replace(/[\x80-\x9f\u202a-\u202e\u2066-\u2069]/g, '�')
}

/** One line of safe text. */
export const inline = (text: string): string => visible(text).replace(/\s+/g, ' ').trim()

/** The text, or its beginning with `…`, within a number of columns. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let out = ''
  let used = 1
  for (const { segment } of GRAPHEMES.segment(text)) {
    used += widthOf(segment)
    if (used > width) break
    out += segment
  }
  return `${out.replace(/[\s…]+$/, '')}…`
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))
/** The text, or its end behind `…`, within a number of columns: of paths the end tells them apart. */
function truncateStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const graphemes = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)
  while (graphemes.length > 0 && widthOf(graphemes.join('')) >= width) graphemes.shift()
  return `…${graphemes.join('')}`
}

function cutTo(cell: string, width: number, grows: Column['grows']): string {
  if (!grows) return cell
  return grows === 'cut-start' ? truncateStart(cell, width) : truncate(cell, width)
}

const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** Lines of at most `width` columns, each behind the indent; line breaks of the text stay. */
export function wrap(text: string, width: number, indent = ''): string[] {
  const room = Math.max(10, width - widthOf(indent))
  return text.split('\n').flatMap(line => wrapLine(line, room).map(piece => (indent + piece).trimEnd()))
}

function wrapLine(line: string, room: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const piece of pieces(line).flatMap(one => fitting(one, room))) {
    if (widthOf(current + piece.trimEnd()) <= room) {
      current += piece
      continue
    }
    lines.push(current.trimEnd())
    current = piece.trimStart()
  }
  return [...lines, current.trimEnd()]
}

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Not at the beginning of a line, and not at its end. */
const CLOSING = /[\p{Pe}\p{Pf}。，、！？：；…\u0002]/u
const OPENING = /[\p{Ps}\p{Pi}\u0001]/u

/** Where a line may break: after white space, and around Chinese, Japanese and Korean characters. */
function pieces(line: string): string[] {
  const out: string[] = []
  let isGap = true
  for (const character of line) {
    const isWide = isCjk(character.codePointAt(0) ?? 0)
    const breaksBefore = (isGap || isWide) && !CLOSING.test(character) && !/\s/.test(character)
    const joinsOpening = OPENING.test(out.at(-1)?.at(-1) ?? '')
    if (out.length === 0 || (breaksBefore && !joinsOpening)) out.push(character)
    else out.push((out.pop() ?? '') + character)
    isGap = isWide || /\s/.test(character) || (isGap && CLOSING.test(character))
  }
  return out
}

/** A word longer than a line is cut between characters. */
function fitting(piece: string, room: number): string[] {
  if (widthOf(piece) <= room) return [piece]
  const out: string[] = []
  let current = ''
  for (const { segment } of GRAPHEMES.segment(piece)) {
    if (current !== '' && widthOf(current + segment) > room) {
      out.push(current)
      current = ''
    }
    current += segment
  }
  return [...out, current]
}

export interface Column {
  title: string
  align?: 'left' | 'right'
  /** Takes what the others leave, and is cut to it: at its end, or at its beginning. At most one column. */
  grows?: boolean | 'cut-start'
}

/** A table with a line of titles; cells hold safe text, colours included. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: Style,
): string[] {
  const natural = columns.map((column, i) =>
    Math.max(...[column.title, ...rows.map(row => row[i] ?? '')].map(widthOf)),
  )
  const gap = 2
  const fixed = columns.reduce((sum, column, i) => sum + (column.grows ? 0 : (natural[i] ?? 0)) + gap, -gap)
  const widths = columns.map((column, i) => {
    const wanted = natural[i] ?? 0
    return column.grows ? Math.min(wanted, Math.max(8, style.width - fixed)) : wanted
  })
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const width = widths[i] ?? 0
        const cut = cutTo(cell, width, columns[i]?.grows)
        return columns[i]?.align === 'right' ? padStart(cut, width) : padEnd(cut, width)
      })
      .join(' '.repeat(gap))
      .trimEnd()
  return [style.colours.dim(line(columns.map(column => column.title))), ...rows.map(line)]
}

/** Name and value in two columns; long values wrap under themselves. */
export function pairs(entries: readonly (readonly [string, string])[], style: Style): string[] {
  const widest = Math.max(0, ...entries.map(([name]) => widthOf(name)))
  return entries.flatMap(([name, value]) => {
    const [first = '', ...rest] = wrap(value, style.width - widest - 2)
    return [
      `${style.colours.dim(padEnd(name, widest))}  ${first}`,
      ...rest.map(line => ' '.repeat(widest + 2) + line),
    ]
  })
}

/** A number with a separator of thousands, the same in both languages. */
export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')

/** Share of a whole as a whole percentage; what is there but rounds to nothing is "<1 %". */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–'
  const rounded = Math.round((part / whole) * 100)
  return rounded === 0 && part > 0 ? '<1 %' : `${rounded} %`
}
