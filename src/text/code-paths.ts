/**
 * Whether a word is a path of a workspace.
 *
 * Owns: what a path looks like, and what only looks like one. Leaves what is said of a path to `code-claims.ts`.
 */

/** A path read from a word. */
export interface ReadPath {
  path: string
  line?: number
  sha256?: string
  /** Where it stands in the word. */
  start: number
  end: number
}

/** The path that a word without white space is, perhaps with a line or a content hash; undefined for most words. */
export function pathOf(word: string): ReadPath | undefined {
  const start = word.length - word.replace(/^[:#@+[\]]+/, '').length
  const bare = word.slice(start).replace(/[.:#@+~[\]$-]+$/, '')
  const [, name = '', line, line2, sha256] =
    /^([^#]*?)(?::(\d{1,6})(?:[:-]\d{1,6})?|#L(\d{1,6})(?:-L?\d{1,6})?)?(?:@sha256:([0-9a-f]{8,64}))?$/.exec(
      bare,
    ) ?? []
  const path = name.replaceAll('\\', '/').replace(/\/{2,}/g, '/')
  if (!isPath(path)) return undefined
  const number = line ?? line2
  return {
    path: path.replace(/^(?:\.\/)+/, ''),
    ...(number === undefined ? {} : { line: Number(number) }),
    ...(sha256 === undefined ? {} : { sha256 }),
    start,
    end: start + bare.length,
  }
}

function isPath(path: string): boolean {
  const drive = /^[A-Za-z]:\//.test(path) ? 3 : 0
  const parts = path.slice(drive).split('/')
  if (path.slice(drive).includes(':') || parts.at(0)?.startsWith('@')) return false
  const last = parts.at(-1) ?? ''
  const isFile = isFileName(last)
  if (parts.length === 1) return isFile && !isProductName(last)
  const [first = ''] = parts
  // A host without its protocol.
  if (HOST.test(first)) return false
  if (isFile) return true
  return isRootFolder(first) && parts.slice(1).every(isFolderName)
}

const HOST =
  /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|cn|edu|gov|app|ai|me|co|uk|de|jp|info|xyz|site|cloud)$/i
const isFolderName = (part: string) => part === '' || /^[\w.@[\]-]*[A-Za-z_][\w.@[\]-]*$/.test(part)

function isFileName(name: string): boolean {
  if (WHOLE_NAMES.has(name)) return true
  const [, stem = '', extension = ''] = /^(.*)\.([A-Za-z0-9]{1,10})$/.exec(name) ?? []
  if (!EXTENSIONS.has(extension)) return false
  // `1.5.c` is no file, and `.ts` is a kind of file.
  return /[A-Za-z_\]]/.test(stem)
}

/** A library that is called like a file, such as Node.js; a product that is written like a symbol. */
export function isProductName(name: string): boolean {
  return PRODUCTS.has(name.toLowerCase().replace(/\.(?:js|ts|py)$/, '')) && !/^[a-z]+\.(?:ts|py)$/.test(name)
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const PRODUCTS = words(`
  node next vue nuxt react three d3 chart express ember backbone alpine solid svelte angular moment day socket pdf p5
  babylon knockout handlebars mustache discord require underscore ionic electron tensorflow brain ml5 plotly leaflet
  github gitlab youtube javascript typescript postgresql mysql mongodb graphql devops macos ios iphone ipad linkedin
  openai deepseek chatgpt whatsapp wechat`)

const WHOLE_NAMES = words(`
  Dockerfile Makefile Rakefile Gemfile Procfile Jenkinsfile Vagrantfile Justfile justfile CMakeLists.txt LICENSE
  .gitignore .dockerignore .npmrc .nvmrc .editorconfig .prettierrc .eslintrc .babelrc .env .gitattributes`)

const EXTENSIONS = words(`
  ts tsx mts cts js jsx mjs cjs json jsonc json5 jsonl md mdx rst txt py pyi ipynb rs go java kt kts scala swift c h cc
  cpp cxx hpp hh cs fs rb php pl lua r jl ex exs erl hs clj dart zig nim sh bash zsh fish ps1 bat cmd sql graphql gql
  proto toml yaml yml ini cfg conf env lock xml html htm css scss sass less vue svelte astro tf gradle properties csv
  tsv svg png jpg jpeg gif webp ico pdf wasm patch diff snap tmpl hbs ejs mk cmake plist`)

/** Whether a folder of that name usually lies at the root of a workspace. */
export function isRootFolder(name: string): boolean {
  return FOLDERS.has(name)
}

/** First parts of paths to folders; other words with a slash between them are alternatives. */
const FOLDERS = words(`
  src test tests lib docs app apps packages scripts bin config configs cmd internal pkg public assets components server
  client .github .. tools examples bench benches crates migrations`)
