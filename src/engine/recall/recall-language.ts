/**
 * The language of what is put beside a message; events and values keep their own.
 */
import { languageOf } from '../../text/language.ts'

export type RecallLanguage = 'en' | 'zh'

/** Chinese for a Chinese message, else English. */
export function recallLanguage(message: string): RecallLanguage {
  return languageOf(message) === 'zh' ? 'zh' : 'en'
}
