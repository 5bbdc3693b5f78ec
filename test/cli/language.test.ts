import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageOf } from '../../src/cli/language.ts'
import { textsOf } from '../../src/cli/texts/texts.ts'

const ask = (argv: string[], env: NodeJS.ProcessEnv = {}, setting?: 'en' | 'zh', systemLocale = 'en-US') =>
  languageOf({ argv, env, setting, systemLocale })

describe('the language', () => {
  it('is asked of the option, the variable, the config file, the locale and the system, in this order', () => {
    const env = { PALIMPSEST_LANG: 'zh', LANG: 'en_US.UTF-8' }
    expect([
      ask(['status', '--lang', 'en'], env, 'zh'),
      ask(['status', '--lang=zh'], { LANG: 'en_US.UTF-8' }),
      ask(['status'], env, 'en'),
      ask(['status'], { LANG: 'en_US.UTF-8' }, 'zh'),
      ask(['status'], { LANG: 'zh_CN.UTF-8' }),
      ask(['status'], { LC_ALL: 'C', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' }),
      ask(['status'], { LC_MESSAGES: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }),
      ask(['status'], { LANG: '' }, undefined, 'zh-Hans-CN'),
      ask(['status'], { LANG: 'de_DE.UTF-8' }, undefined, 'zh-CN'),
      ask(['status']),
    ]).toEqual(['en', 'zh', 'zh', 'zh', 'zh', 'en', 'zh', 'zh', 'en', 'en'])
  })

  it('is refused when the variable names another', () => {
    expect(() => ask([], { PALIMPSEST_LANG: 'fr' })).toThrow(
      'config: PALIMPSEST_LANG "fr" is not known; give en or zh',
    )
  })
})

describe('the Chinese texts', () => {
  it('are Chinese, every one of them', () => {
    const untranslated = leaves(textsOf('zh')).filter(
      ([, text]) => !/\p{Script=Han}|^[：；%]?$|^（2）$/u.test(text),
    )
    expect(untranslated).toEqual([])
  })

  it('use the words of the glossary', () => {
    const words: [RegExp, string][] = [
      [/conversation/, '会话'],
      [/\bfade/, '淡化'],
      [/\bderiv/, '派生'],
      [/\bblocks?\b/, '块'],
      [/\bevents?\b/, '事件'],
      [/\bspaces?\b/, '空间'],
      [/\blevels?\b/, '层级'],
      [/\bturns?\b/, '轮'],
      [/\bsealed\b/, '封存'],
      [/\bhits?\b/, '命中'],
      [/\bids?\b/, '标识'],
      [/\btokens?\b/i, '词元'],
      [/open tail/, '开放尾部'],
    ]
    const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
    const chinese = new Map(leaves(textsOf('zh')))
    const missing = leaves(textsOf('en')).flatMap(([path, text]) => {
      const plain = text.replace(/`[^`]*`|--[a-z]+|message,block,event/g, '')
      return words
        .filter(([english, word]) => english.test(plain) && !chinese.get(path)?.includes(word))
        .map(([, word]) => `${path}: ${word}`)
    })
    expect(missing).toEqual([])
    expect(words.map(([, word]) => word).filter(word => !glossary.includes(word))).toEqual(['标识', '词元'])
    expect([...chinese.values()].filter(text => /对话|渐隐|提炼/.test(text))).toEqual([])
  })

  it('name the same options and values as the English ones', () => {
    const names = (text: string) =>
      [...new Set(text.match(/--[a-z-]+|PALIMPSEST_[A-Z]+|`[^`]+`/g) ?? [])].sort()
    const english = leaves(textsOf('en')).map(([path, text]) => [path, names(text)])
    expect(leaves(textsOf('zh')).map(([path, text]) => [path, names(text)])).toEqual(english)
  })

  function leaves(value: unknown, path = ''): [string, string][] {
    if (typeof value === 'string') return [[path, value]]
    if (typeof value === 'function') return leaves(value(...[2, 3, 4, 5, 6].map(String)), path)
    return Object.entries(value as object).flatMap(([key, inner]) =>
      leaves(inner, path === '' ? key : `${path}.${key}`),
    )
  }
})
