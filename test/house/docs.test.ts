/** The documentation stands by the repository: links lead somewhere, twins match, commands and examples work. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIN = join(ROOT, 'bin/palimpsest.js')
const LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', '.git', '.palimpsest'])

const pages = markdownIn('.')
const guides = pages.filter(page => page.startsWith('docs/guide/'))
const english = [...guides, 'README.md', 'CONTRIBUTING.md'].filter(page => !page.includes('.zh-CN.'))

/** Paths from the root, with `/`, sorted. */
function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : markdownIn(path)
      return entry.name.endsWith('.md') ? [relative('.', path).replaceAll('\\', '/')] : []
    })
    .sort()
}

const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

interface Fenced {
  language: string
  lines: string[]
}

/** A page parted into what is read and what stands in fences. */
function partsOf(page: string): { prose: string[]; fenced: Fenced[] } {
  const prose: string[] = []
  const fenced: Fenced[] = []
  let open: Fenced | undefined
  for (const line of textOf(page).split('\n')) {
    const fence = /^```(\w*)\s*$/.exec(line)
    if (fence && open) open = undefined
    else if (fence) {
      open = { language: fence[1] ?? '', lines: [] }
      fenced.push(open)
    } else (open?.lines ?? prose).push(line)
  }
  return { prose, fenced }
}

const headingsOf = (page: string): string[] =>
  partsOf(page).prose.flatMap(line => /^#{1,6} (.+?)\s*$/.exec(line)?.[1] ?? [])

/** As GitHub makes it: lower case, punctuation away, spaces as `-`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')

// ---- links ----------------------------------------------------------------------------------------------------

/** Targets of links and pictures, code spans aside. */
function linksOf(page: string): string[] {
  const text = partsOf(page)
    .prose.join('\n')
    .replace(/`[^`\n]*`/g, '`…`')
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  )
}

function brokenLinks(page: string): string[] {
  return linksOf(page).filter(link => {
    if (/^[a-z][a-z+.-]*:/i.test(link)) return false
    const [path = '', anchor] = decodeURI(link).split('#')
    const target = path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), path))
    if (!existsSync(join(ROOT, target))) return true
    return (
      anchor !== undefined && target.endsWith('.md') && !headingsOf(target).map(anchorOf).includes(anchor)
    )
  })
}

it('finds every file, picture and heading that a page links to', () => {
  expect(pages).toContain('docs/guide/command-line.md')
  const broken = pages.flatMap(page => brokenLinks(page).map(link => `${page}: ${link}`))
  expect(broken).toEqual([])
})

// ---- twins ----------------------------------------------------------------------------------------------------

it.each(english)('has a Chinese twin of %s with as many headings of each depth', page => {
  const depths = (of: string) => partsOf(of).prose.flatMap(line => /^(#{1,6}) /.exec(line)?.[1]?.length ?? [])
  const twin = page.replace(/\.md$/, '.zh-CN.md')
  expect(pages).toContain(twin)
  expect(depths(twin)).toEqual(depths(page))
})

// ---- commands -------------------------------------------------------------------------------------------------

/** The words of every command shown in the fences of a page, without `palimpsest` itself. */
function commandsOf(page: string): string[][] {
  const lines = partsOf(page).fenced.flatMap(({ lines }) => lines)
  return lines.flatMap(line => {
    const [, command] =
      /^(?:\$ )?(?:[A-Z_]+=\S* )*(?:npm run -s palimpsest -- |palimpsest )(.*)$/.exec(line) ?? []
    if (command === undefined) return []
    const bare = command.replace(/"[^"]*"|'[^']*'/g, 'TEXT').replace(/ [#;|].*$|;.*$/, '')
    return [bare.split(/\s+/).filter(word => word !== '')]
  })
}

const helps = new Map<string, string>()
function helpOf(...words: string[]): string {
  const key = words.join(' ')
  const known = helps.get(key)
  if (known !== undefined) return known
  const env = { ...process.env, PALIMPSEST_LANG: 'en', COLUMNS: '100' }
  const help = execFileSync(process.execPath, [BIN, ...words, '--help'], { encoding: 'utf8', env })
  helps.set(key, help)
  return help
}

/** Names listed under `Commands:` of a help. */
function subcommandsIn(help: string): string[] {
  const [, list = ''] = help.split(/^Commands:$/m)
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? '')
}

/** What in a command the command line does not know; empty when it knows all. */
function unknownIn(words: readonly string[]): string[] {
  const [name = ''] = words
  const isOption = name.startsWith('-')
  if (!isOption && !subcommandsIn(helpOf()).includes(name)) return [name]
  const sub = subcommandsIn(isOption ? '' : helpOf(name)).find(one => one === words[1])
  const help = isOption ? helpOf() : [helpOf(name), sub ? helpOf(name, sub) : defaultHelp(name)].join('\n')
  return words.filter(word => word.startsWith('--') && !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(help))
}

/** `jobs` alone is `jobs list`. */
const defaultHelp = (name: string) => (name === 'jobs' ? helpOf('jobs', 'list') : '')

describe('commands shown', () => {
  it.each([...guides, 'README.md', 'README.zh-CN.md'].filter(page => commandsOf(page).length > 0))(
    'are known with their options: %s',
    page => {
      const unknown = commandsOf(page).flatMap(words =>
        unknownIn(words).map(what => `${what} in: palimpsest ${words.join(' ')}`),
      )
      expect(unknown).toEqual([])
    },
  )

  it('are read from the pages, and a wrong one is seen', () => {
    expect(commandsOf('README.md')).toContainEqual(['blocks', '--thread', 'atlas-2025-04-15-database'])
    expect(unknownIn(['serch', 'pnpm'])).toEqual(['serch'])
    expect(unknownIn(['search', 'pnpm', '--since', 'May'])).toEqual(['--since'])
    expect(unknownIn(['jobs', 'retry', '--all'])).toEqual([])
  })
})

// ---- examples -------------------------------------------------------------------------------------------------

describe('examples of the library', () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-docs-'))
    await mkdir(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules/palimpsest-memory'), 'junction')
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['docs/guide/library.md', 'Which port?'],
    ['docs/guide/library.zh-CN.md', '哪个端口？'],
  ])('are one program that runs: %s', async (page, printed) => {
    const blocks = partsOf(page).fenced.filter(({ language }) => language === 'ts')
    const cwd = join(folder, page.includes('zh-CN') ? 'zh' : 'en')
    await mkdir(cwd)
    writeFileSync(join(cwd, 'page.ts'), blocks.flatMap(({ lines }) => lines).join('\n'))
    const output = execFileSync(process.execPath, ['page.ts'], { cwd, encoding: 'utf8' })
    expect(output.split('\n')).toContain(printed)
  })
})
