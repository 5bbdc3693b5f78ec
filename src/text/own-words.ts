/**
 * What the author of a message says there, and what was only put into it.
 *
 * Owns: telling quoted lines, indented code, injected elements and pasted documents from speech. Leaves roles and what
 * follows from them to whoever asks.
 */

/** Nobody says more at once; what follows was pasted. */
const LONGEST_SPEECH = 20_000
const OPENING_TAG = /<([a-z][\w-]*)(?:\s[^<>]*)?>/giu
const QUOTED_LINE = /^ {0,3}>.*$/gmu
/** A line of what memory itself put before a model ends with the id of its event; a line that ends in a colon heads them. */
const RECALLED_LINES =
  /^(?:.*[:：][^\S\n]*\n)?(?:.*\[(?:n_[a-z2-7]{12} ← )?e_[a-z2-7]{12}\][^\S\n]*(?:\n|$))+/gmu
const CODE_LINE = /^(?: {4}|\t).*$/gmu
const DOCUMENT = /^#{1,6} \S[\s\S]*/mu

/**
 * The text with what somebody else wrote blanked out, all offsets kept; nothing beyond the first 20,000 code units.
 *
 * @param isUser people write no headings when they talk: from the first one on it is a document.
 */
export function ownWords(text: string, isUser: boolean): string {
  const prose = withoutElements(text.slice(0, LONGEST_SPEECH))
    .replace(QUOTED_LINE, blank)
    .replace(CODE_LINE, blank)
    .replace(RECALLED_LINES, blank)
  return isUser ? prose.replace(DOCUMENT, blank) : prose
}

function blank(piece: string): string {
  return piece.replace(/[^\n]/g, ' ')
}

/** Blanks elements as hosts and plugins inject them, with everything inside. */
function withoutElements(text: string): string {
  const lower = text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  const unclosed = new Set<string>()
  let out = ''
  let end = 0
  for (const { 0: tag, 1: name = '', index } of text.matchAll(OPENING_TAG)) {
    const closing = `</${name.toLowerCase()}`
    if (index < end || unclosed.has(closing)) continue
    const close = lower.indexOf(closing, index + tag.length)
    if (close === -1) {
      unclosed.add(closing)
      continue
    }
    const after = lower.indexOf('>', close) + 1 || text.length
    out += text.slice(end, index) + blank(text.slice(index, after))
    end = after
  }
  return out + text.slice(end)
}
