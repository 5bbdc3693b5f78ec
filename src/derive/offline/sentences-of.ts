/**
 * The sentences of a block that somebody said: prose of people and assistants.
 *
 * Owns: what counts as said, and the form in which a sentence is compared with cues. Leaves where a sentence ends to
 * `text/sentences.ts`. Tool records and system text, pasted documents, injected blocks, code and quoted replies are
 * not said by anybody in this conversation.
 */
import type { Message } from '../../domain/conversation.ts'
import { type Language, languageOf } from '../../text/language.ts'
import { ownWords } from '../../text/own-words.ts'
import { sentences } from '../../text/sentences.ts'
import { CHINESE } from './chinese.ts'
import type { CueTable } from './cue-table.ts'
import { ENGLISH } from './english.ts'
import { toSimplified } from './simplified.ts'

/** One sentence with its place. */
export interface Said {
  /** Verbatim piece of the message. */
  text: string
  /** The text as cues see it: quotations emptied, apostrophes straight, traditional characters simplified. */
  plain: string
  /** The sentence before it in the same message. */
  before: Said | null
  message: Message
  /** The prose of the whole message, in the form of `plain`. */
  whole: string
  /** The cues of its language; absent where there are none. */
  table: CueTable | undefined
}

/** A longer one is a list or a log, not a sentence. */
const LONGEST = 600

/** All that was said, in order. */
export function sentencesOf(messages: readonly Message[]): Said[] {
  return messages.filter(isSpoken).flatMap(said)
}

/** Sentences as running text: a blank between them, none after full-width punctuation. */
export function joinSentences(texts: readonly string[]): string {
  return texts.reduce(
    (line, text) =>
      line === '' || /[\u3000-\u303f\uff00-\uffef]$/u.test(line) ? line + text : `${line} ${text}`,
    '',
  )
}

function isSpoken(message: Message): boolean {
  return (message.role === 'user' || message.role === 'assistant') && !message.own && message.content !== null
}

function said(message: Message): Said[] {
  const content = message.content ?? ''
  const language = languageOf(content)
  const prose = ownWords(content, message.role === 'user')
  const whole = plainOf(prose, tableFor(content, language))
  const out: Said[] = []
  let before: Said | null = null
  let announced: number | undefined
  const all = sentences(prose)
  for (const [at, sentence] of all.entries()) {
    const isForeign = sentence.text !== content.slice(sentence.start, sentence.end)
    if (sentence.code || isForeign || sentence.text.length > LONGEST) {
      before = null
      announced = undefined
      continue
    }
    const table = tableFor(sentence.text, language)
    if (at < all.length - 1 && table?.announcement.test(plainOf(sentence.text, table))) {
      announced ??= sentence.start
      continue
    }
    const text = content.slice(announced ?? sentence.start, sentence.end)
    announced = undefined
    before = { text, plain: plainOf(text, table), before, message, whole, table }
    out.push(before)
  }
  return out
}

function tableFor(text: string, whole: Language): CueTable | undefined {
  if (whole !== 'en' && whole !== 'zh') return undefined
  const own = languageOf(text)
  if (own === 'en') return ENGLISH
  return own === 'zh' ? CHINESE : undefined
}

function plainOf(text: string, table: CueTable | undefined): string {
  if (!table) return text
  const straight = text.replace(table.quotation, '“”').replaceAll('’', "'")
  return table === CHINESE ? toSimplified(straight) : straight
}
