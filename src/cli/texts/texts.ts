/**
 * The two languages of the command line.
 */
import type { UiLanguage } from '../language.ts'
import { en, type Texts } from './en.ts'
import { zh } from './zh.ts'

export type { Texts } from './en.ts'

export function textsOf(language: UiLanguage): Texts {
  return language === 'zh' ? zh : en
}

/** The language that texts are in. */
export const languageOfTexts = (texts: Texts): UiLanguage => (texts === zh ? 'zh' : 'en')
