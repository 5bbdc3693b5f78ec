/**
 * The rules of L3 for one text: fillers leave, repeated long or code-like paragraphs become a marker.
 *
 * Owns: what a paragraph is, which are compared and how. Leaves the list of fillers to `text`, labels and
 * message order to `render.ts`. Nothing is paraphrased: what stays, stays as it was written.
 */
import { codePoints } from '../../text/cut.ts'
import { isFiller } from '../../text/fillers.ts'
import { sentences } from '../../text/sentences.ts'

/** Stands where a paragraph is left out that an earlier message of the block has in full. */
export const OMITTED = '[…]'

/** Paragraphs of a block met so far, in the form in which they are compared. Made empty for each block. */
export type SeenParagraphs = Set<string>

/** What is more, or other, than one blank between two words. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/gu

const LONG = 80

interface Paragraph {
  /** The white space before it: line ends, blank lines, what trails the paragraph before. */
  gap: string
  text: string
  isCode: boolean
}

/**
 * Text of a person or a tool, its later copies of earlier paragraphs replaced; `seen` grows by what was met.
 *
 * @param text without outer white space.
 * @param speech whether fillers leave; they do where somebody speaks, not in what a tool printed.
 * @returns `''` when nothing but fillers was said; never longer than the text.
 */
export function condense(text: string, seen: SeenParagraphs, { speech }: { speech: boolean }): string {
  let out = ''
  for (const paragraph of paragraphsOf(text)) {
    const said = speech && !paragraph.isCode ? withoutFillers(paragraph.text) : paragraph.text
    if (said === '') continue
    const kept = onceOnly(said, seen, paragraph.isCode)
    out += out === '' ? kept : paragraph.gap + kept
  }
  return out
}

/**
 * The paragraph, or the marker when an exact copy was met before (white space and case aside).
 *
 * @param isCode code-like paragraphs are compared whatever their length, others from 80 characters on.
 */
export function onceOnly(paragraph: string, seen: SeenParagraphs, isCode: boolean): string {
  const length = codePoints(paragraph)
  if (!(isCode || length >= LONG) || length <= OMITTED.length) return paragraph
  const compared = paragraph.replace(UNEVEN_SPACE, ' ').trim().toLowerCase()
  if (seen.has(compared)) return OMITTED
  seen.add(compared)
  return paragraph
}

/** Sentences that stay, each with what stood before it: white space, list markers. */
function withoutFillers(text: string): string {
  let out = ''
  let gap = ''
  let end = 0
  let isAnyGone = false
  for (const sentence of sentences(text)) {
    gap = nextGap(gap, text.slice(end, sentence.start))
    end = sentence.end
    if (!sentence.code && isFiller(sentence.text)) {
      isAnyGone = true
      continue
    }
    out += (out === '' && isAnyGone ? gap.trimStart() : gap) + sentence.text
    gap = ''
  }
  if (!isAnyGone) return text
  return gap === '' ? out + text.slice(end) : out
}

/** Where sentences left between two that stay, a line end or list marker among the gaps is kept. */
function nextGap(pending: string, own: string): string {
  return isMoreThanBlank(pending) && !isMoreThanBlank(own) ? pending : own
}

function isMoreThanBlank(gap: string): boolean {
  return /[^ \t]/.test(gap)
}

interface OpenParagraph {
  start: number
  end: number
  lines: number
  codeLines: number
  /** The opening fence of fenced code. */
  fence?: string
}

/** Paragraphs part at blank lines and around fenced code, which is one paragraph whatever it holds. */
function paragraphsOf(text: string): Paragraph[] {
  const out: Paragraph[] = []
  let open: OpenParagraph | undefined
  let closedAt = 0
  const close = () => {
    if (!open) return
    const isCode = open.fence !== undefined || open.codeLines * 2 >= open.lines
    const said = text.slice(open.start, open.end).trimEnd()
    out.push({ gap: text.slice(closedAt, open.start), text: said, isCode })
    closedAt = open.start + said.length
    open = undefined
  }
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end)
    const isInFence = open?.fence !== undefined
    const fence = isInFence ? undefined : openingFence(line)
    if (!isInFence && (fence !== undefined || line.trim() === '')) close()
    if (!isInFence && fence === undefined && line.trim() === '') continue
    open ??= { start, end, lines: 0, codeLines: 0, ...(fence === undefined ? {} : { fence }) }
    open.end = end
    open.lines++
    if (isCodeLine(line)) open.codeLines++
    if (isInFence && closesFence(line, open.fence ?? '')) close()
  }
  close()
  return out
}

function* linesOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    yield { start, end }
    start = end + 1
  }
}

/** As Markdown has it: three or more back-ticks (none later in the line) or tildes. */
function openingFence(line: string): string | undefined {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
  const isInline = fence?.startsWith('`') && line.indexOf('`', line.indexOf(fence) + fence.length) !== -1
  return isInline ? undefined : fence
}

function closesFence(line: string, fence: string): boolean {
  const mark = line.trim()
  return mark.startsWith(fence) && mark === fence.charAt(0).repeat(mark.length)
}

function isCodeLine(line: string): boolean {
  return /^(?: {4}|\t)/.test(line) || /[;{})]$/.test(line.trimEnd().slice(-1))
}
