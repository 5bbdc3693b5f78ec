/** What the plugin's package says of itself, against the places that decide it. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLUGIN } from '../../../src/integrations/dsh/host.ts'
import { isSupportedHost, SUPPORTED_HOSTS, TESTED_HOST } from '../../../src/integrations/dsh/host-versions.ts'
import { asksModel, namedModel, readSettings, schemaOf } from '../../../src/integrations/dsh/settings.ts'
import { wordsOf } from '../../../src/integrations/dsh/words.ts'
import { countTokens } from '../../../src/text/tokens.ts'

const packageFile = (name: string) => readFileSync(`src/integrations/dsh/package/${name}`, 'utf8')
const manifest = JSON.parse(packageFile('package.json'))

describe('versions of the host', () => {
  it('are stated once: manifest, guides and the pinned host of the tests say the same', () => {
    expect(manifest.engines.dsh).toBe(SUPPORTED_HOSTS)
    const host = JSON.parse(readFileSync('test/dsh/host/package.json', 'utf8'))
    expect(host.dependencies['@deepseek-ai/dsh']).toBe(TESTED_HOST)
    for (const guide of ['docs/guide/dsh.md', 'docs/guide/dsh.zh-CN.md']) {
      expect(readFileSync(guide, 'utf8')).toContain(`\`${SUPPORTED_HOSTS}\``)
      expect(readFileSync(guide, 'utf8')).toContain(`\`${TESTED_HOST}\``)
    }
  })

  it('inside the range are supported with all their prereleases, others are not', () => {
    const supported = [
      '0.1.0-rc.8',
      '0.1.2-rc.1',
      '0.1.5-rc.1',
      '0.1.5-rc.2',
      '0.1.5',
      '0.1.9',
      '0.2.0-alpha.1',
      '0.2.0-rc.7',
      '0.2.0',
      '0.2.14',
    ]
    const others = [
      '0.1.0-rc.7',
      '0.1.0',
      '0.1.2',
      '0.1.4',
      '0.1.5-beta.1',
      '0.3.0-alpha.1',
      '0.3.0',
      '1.0.0',
      '',
      'next',
    ]
    expect(supported.filter(version => !isSupportedHost(version))).toEqual([])
    expect(others.filter(isSupportedHost)).toEqual([])
    expect(isSupportedHost(undefined)).toBe(false)
  })
})

describe('the package', () => {
  it('bears one name everywhere and needs nothing installed', () => {
    expect(manifest.name).toBe(PLUGIN)
    expect(packageFile('cordis.patch.yml')).toMatch(/id: palimpsest-dsh\n\s+name: palimpsest-dsh\n/)
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.scripts).toBeUndefined()
    for (const peer of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[peer]).toEqual({ optional: true })
    }
  })
})

describe('settings', () => {
  it('have defaults and words in both languages [L13]', () => {
    const { settings, unusable } = readSettings(undefined)
    expect(unusable).toEqual([])
    expect(settings).toEqual({
      space: 'project',
      language: 'auto',
      blockSize: 6,
      lambda: 0.3,
      context: 'layers',
      subagents: false,
      recallTokens: 900,
      recallTimeoutMs: 300,
      model: 'off',
      dailyTokens: 200_000,
      dailyNotes: true,
      tools: 'core',
    })
    for (const language of ['en', 'zh']) {
      const texts = JSON.parse(packageFile(`locale/${language}.json`))
      expect(Object.keys(texts.settings)).toEqual(Object.keys(settings))
    }
  })

  it('that cannot be used are named and have their default; the others stand', () => {
    const { settings, unusable } = readSettings({
      blockSize: 0,
      lambda: '0.3',
      space: 'team',
      context: 'off',
      subagents: true,
    })
    expect(unusable).toEqual(['space', 'blockSize', 'lambda'])
    expect(settings).toMatchObject({
      space: 'project',
      blockSize: 6,
      lambda: 0.3,
      context: 'off',
      subagents: true,
    })
  })

  it('name a model as off, as that of the host, or as one of its models', () => {
    const modelOf = (model: unknown) => readSettings({ model })
    for (const model of ['off', 'host', '', 'deepseek-official/deepseek-v4-pro', 'router/bakery/rye:free'])
      expect(modelOf(model)).toMatchObject({ settings: { model }, unusable: [] })
    for (const model of ['deepseek-v4-pro', '/rye', 'bakery/', 'bake ry/rye', true, 7])
      expect(modelOf(model)).toMatchObject({ settings: { model: 'off' }, unusable: ['model'] })
    expect(['off', '', 'host', 'bakery/rye'].map(model => asksModel({ model }))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(namedModel({ model: 'router/bakery/rye:free' })).toEqual({
      provider: 'router',
      model: 'bakery/rye:free',
    })
    expect(namedModel({ model: 'host' })).toBeUndefined()
  })

  it('are given to the host as its own form', () => {
    const made: string[] = []
    const field = (kind: string) => {
      const one: Record<string, unknown> = {}
      for (const step of ['default', 'description', 'min', 'max', 'step']) {
        one[step] = (value: unknown) => {
          made.push(`${kind} ${step} ${typeof value === 'object' ? Object.keys(value ?? {}) : value}`)
          return one
        }
      }
      return one
    }
    const library = {
      object: () => field('object'),
      union: (choices: readonly string[]) => field(choices.join('|')),
      string: () => field('string'),
      boolean: () => field('boolean'),
      number: () => field('number'),
    }
    schemaOf(library as never)
    expect(made).toContain('project|session|global default project')
    expect(made).toContain('number default 0.3')
    expect(made.filter(one => one.endsWith('description en,zh'))).toHaveLength(12)
  })
})

describe('guidance', () => {
  it('costs fewer than 250 tokens in either language, and carries no clock', () => {
    for (const language of ['en', 'zh'] as const) {
      const { guidance } = wordsOf(language)
      expect(countTokens(guidance)).toBeLessThan(250)
      expect(guidance).not.toMatch(/\d{4}|\d:\d/)
    }
  })

  it('ranks what the user says now before instruction files, and those before memory (P40)', () => {
    const ranked = {
      en: ['current words', 'instruction files', 'then memory'],
      zh: ['当前的话', '指令文件', '再次是记忆'],
    }
    for (const language of ['en', 'zh'] as const) {
      const { guidance } = wordsOf(language)
      const places = ranked[language].map(words => guidance.indexOf(words))
      expect(places).not.toContain(-1)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  it('offers what is remembered for use, not as mere background (P40)', () => {
    expect(wordsOf('en').guidance).toContain('may matter now')
    expect(wordsOf('zh').guidance).toContain('现在可能有用')
  })

  it('follows the locale unless a language is set', () => {
    expect(wordsOf('auto', { LANG: 'zh_CN.UTF-8' })).toBe(wordsOf('zh'))
    expect(wordsOf('auto', { LANG: 'de_DE.UTF-8' })).toBe(wordsOf('en'))
    expect(wordsOf('auto', { LC_ALL: 'C', LANG: 'zh_CN.UTF-8' })).toBe(wordsOf('en'))
  })
})
