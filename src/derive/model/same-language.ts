/**
 * Whether a model answered in the language of the conversation.
 *
 * Owns: the one distinction that is certain by script: Chinese, Japanese or Korean on one side, Latin letters on the
 * other. Leaves telling languages to `text/language.ts`.
 */
import type { Message } from '../../domain/conversation.ts'
import { type Language, languageOf } from '../../text/language.ts'

/** Of each message this much is enough, in code units. */
const MOST_READ = 4_000

/** The language that people speak in a block: the user's, or else that of all that was said. */
export function languageSpoken(messages: readonly Message[]): Language {
  const said = (roles: readonly string[]) =>
    languageOf(
      messages
        .filter(({ role }) => roles.includes(role))
        .map(({ content }) => content?.slice(0, MOST_READ) ?? '')
        .join('\n'),
    )
  const users = said(['user'])
  return users === 'other' ? said(['user', 'assistant']) : users
}

/** Whether a text is in none of the languages, as far as their scripts tell. */
export function isForeign(text: string, languages: readonly Language[]): boolean {
  const side = sideOf(languageOf(text))
  const sides = languages.flatMap(language => sideOf(language) ?? [])
  return side !== undefined && sides.length > 0 && !sides.includes(side)
}

function sideOf(language: Language): 'latin' | 'cjk' | undefined {
  if (language === 'other') return undefined
  return language === 'en' ? 'latin' : 'cjk'
}
