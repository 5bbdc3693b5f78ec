/**
 * Which language the command line speaks.
 *
 * Owns: the order `--lang`, `PALIMPSEST_LANG`, config file, locale. Leaves the texts to `texts/`.
 */
import { PalimpsestError } from '../domain/errors.ts'

export type UiLanguage = 'en' | 'zh'

export const UI_LANGUAGES: readonly UiLanguage[] = ['en', 'zh']

export interface LanguageSources {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  /** `language` of the config file. */
  setting?: UiLanguage
  /** The system's locale where no variable names one, as `Intl` tells it. */
  systemLocale: string
}

/**
 * The language of what is printed. It is needed before the command line is parsed, to print what is wrong with it;
 * an unusable `--lang` counts as absent here and is refused by the parser.
 *
 * @throws PalimpsestError `config` for a `PALIMPSEST_LANG` that is neither English nor Chinese.
 */
export function languageOf({ argv, env, setting, systemLocale }: LanguageSources): UiLanguage {
  const option = languageNamed(optionValue(argv, '--lang'))
  if (option) return option
  const variable = env.PALIMPSEST_LANG
  if (variable !== undefined) {
    const named = languageNamed(variable)
    if (named) return named
    throw new PalimpsestError(
      'config',
      `config: PALIMPSEST_LANG ${JSON.stringify(variable)} is not known; give en or zh`,
    )
  }
  return setting ?? localeLanguage(env, systemLocale)
}

/** English unless the locale is Chinese: `LC_ALL`, `LC_MESSAGES`, `LANG`, then the system. */
function localeLanguage(env: NodeJS.ProcessEnv, systemLocale: string): UiLanguage {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || systemLocale
  return languageNamed(locale) ?? 'en'
}

function languageNamed(text: string | undefined): UiLanguage | undefined {
  return /^(en|zh)(?:[-_.@]|$)/i.exec(text ?? '')?.[1]?.toLowerCase() as UiLanguage | undefined
}

function optionValue(argv: readonly string[], name: string): string | undefined {
  const index = argv.findLastIndex(arg => arg === name || arg.startsWith(`${name}=`))
  const found = argv[index]
  return found === name ? argv[index + 1] : found?.slice(name.length + 1)
}
