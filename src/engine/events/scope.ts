/**
 * Whom an event may concern, whatever a deriver says.
 *
 * Owns: that only what the user said in words of their own is kept about the user, and that what is wanted for once stays
 * in its conversation. Leaves the words that tell to `text`.
 */
import type { Message } from '../../domain/conversation.ts'
import type { EventDraft, EventScope } from '../../domain/event.ts'
import { isForOnce } from '../../text/lasting.ts'
import { ownWords } from '../../text/own-words.ts'
import { sentences } from '../../text/sentences.ts'

/**
 * The scope of a draft: `user` gives way to `project` when anybody but the user is among its sources, or when the words
 * it rests on are quoted or pasted; and to `session` when it is a plain wish for once.
 */
export function scopeOf({ scope, type, quotes }: EventDraft, cited: readonly Message[]): EventScope {
  if (scope !== 'user') return scope
  if (!isByUserAlone(cited)) return 'project'
  const said = saidFor(quotes, cited)
  if (said === '') return 'project'
  return type !== 'identity' && type !== 'safety' && isForOnce(said) ? 'session' : scope
}

/** Whether all that an event rests on was written by the user; so it is of nothing. */
export const isByUserAlone = (cited: readonly Pick<Message, 'role'>[]): boolean =>
  cited.every(({ role }) => role === 'user')

/** The user's own sentences that hold a quote; without quotes all of them. */
function saidFor(quotes: readonly string[], cited: readonly Message[]): string {
  const own = cited.map(({ content }) => ownWords(content ?? '', true))
  if (quotes.length === 0) return own.join('\n').trim()
  const quoted = own.flatMap(text =>
    sentences(text)
      .filter(sentence => quotes.some(quote => overlaps(text, quote, sentence)))
      .map(sentence => sentence.text),
  )
  return quoted.join('\n').trim()
}

function overlaps(text: string, quote: string, { start, end }: { start: number; end: number }): boolean {
  const at = text.indexOf(quote)
  return at !== -1 && at < end && start < at + quote.length
}
