/**
 * What a text says of a workspace that can be looked up there: files, what stands in them, versions, commits, flags.
 *
 * Owns: reading claims from English and Chinese text. Leaves looking them up to `workspace/`. Errs towards saying
 * nothing: a claim that was none marks a good memory as doubtful. What a sentence says is gone, or still to be made, is
 * not claimed to be there.
 */
import type { CodeClaim } from '../domain/code-claim.ts'
import { isProductName, pathOf } from './code-paths.ts'

/** Claims of a text in the order in which they stand, each once; empty for most texts. */
export function codeClaims(text: string): CodeClaim[] {
  const claims = new Map<string, CodeClaim>()
  if (!MAY_CLAIM.test(text)) return []
  for (const sentence of sentencesOf(text.replace(URL, blank))) {
    for (const claim of claimsOf(sentence)) claims.set(JSON.stringify(claim), claim)
  }
  return [...claims.values()]
}

/** Every claim holds one of these; most texts hold none and are not looked at further. */
const MAY_CLAIM = /[/\\@]|--|\.[a-z0-9]|[0-9a-f]{7}|file|license/i

const URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[\x21-\x7e]+|\bwww\.[\x21-\x7e]+/gi
const blank = (found: string) => ' '.repeat(found.length)

/** Pieces within which a path and what is said of it belong together. */
function sentencesOf(text: string): string[] {
  return text.split(/[。！？；\n\r]|[.!?;](?=\s)/)
}

function claimsOf(sentence: string): CodeClaim[] {
  const named = pathsIn(sentence)
  // Of a rename only the new name is still there.
  const first = RENAMED.test(sentence) ? named.length - 1 : 0
  const isThere = !GONE.test(sentence) && !TO_COME.test(sentence)
  const isDenied = DENIED.test(sentence)
  const between = named.map((one, index) => ({
    before: sentence.slice(Math.max(named[index - 1]?.end ?? 0, one.start - REACH), one.start),
    after: sentence.slice(one.end, Math.min(named[index + 1]?.start ?? sentence.length, one.end + REACH)),
  }))
  const said = named.map((one, index) =>
    claimsOfPath(one, { before: '', after: '', ...between[index], isDenied }),
  )
  return [
    ...(isThere ? said.slice(Math.max(first, 0)).flat() : []),
    ...(isThere ? flagsIn(sentence, named) : []),
    ...versionsIn(sentence),
    ...commitsIn(sentence),
  ]
}

const RENAMED = /\b(?:renamed?|moved?)\b|重命名|改名|移到|移动到|挪到/i
const GONE =
  /\b(?:delet(?:e|ed|ing)|remov(?:e|ed|ing)|no longer|any ?more|gone|dropped|missing|used to)\b|does(?: not|n't) exist|删除|删掉|删了|移除|去掉|去除|不再|不存在|没有了|已删|缺少/i
const TO_COME =
  /\b(?:will|would|should|shall|must|plans?|planned|going|want|wants|need|needs|let's|todo|could|might)\b.{0,40}\b(?:creat|add|writ|introduc|generat|mov|renam|split|extract|implement|updat|chang|switch|upgrad)|(?:将|要|会|计划|打算|准备|需要|应该|应当|待).{0,16}(?:新建|创建|添加|增加|新增|编写|加上|拆|移|改名|重命名|实现|升级)/i
const DENIED = /\bnot\b|n't\b|\bnever\b|\bwithout\b|\bno\b|没有|没|不|未|无/i

// ---- files ----------------------------------------------------------------------------------------------------

/** A path that stands in a sentence. */
interface NamedPath {
  path: string
  line?: number
  sha256?: string
  /** Where it stands, quotes around it included. */
  start: number
  end: number
}

const WORD = /[\w.@+~$\\/:#[\]-]+/g
/** A longer word is no path that anyone wrote by hand. */
const LONGEST_WORD = 300

function pathsIn(sentence: string): NamedPath[] {
  return [...sentence.matchAll(WORD)].flatMap(({ 0: word, index }): NamedPath[] => {
    if (word.length > LONGEST_WORD) return []
    const found = pathOf(word)
    if (found === undefined) return []
    return [{ ...found, ...withQuotes(sentence, index + found.start, index + found.end) }]
  })
}

const QUOTES = '`\'"“”‘’「」'
function withQuotes(sentence: string, start: number, end: number): { start: number; end: number } {
  const isQuoted = QUOTES.includes(sentence[start - 1] ?? ' ') && QUOTES.includes(sentence[end] ?? ' ')
  return isQuoted ? { start: start - 1, end: end + 1 } : { start, end }
}

/** The most that is said of a path; that it is there is said by all of it. */
function claimsOfPath(
  named: NamedPath,
  { before, after, isDenied }: { before: string; after: string; isDenied: boolean },
): CodeClaim[] {
  const { path, line } = named
  const sha256 = named.sha256 ?? HASH_AFTER.exec(after)?.[1]?.toLowerCase()
  const hash: CodeClaim[] = sha256 === undefined ? [] : [{ kind: 'hash', path, sha256, ...at(line) }]
  const symbols = isDenied ? [] : [...symbolsBefore(before), ...symbolsAfter(after)]
  const said = [...hash, ...symbols.map((symbol): CodeClaim => ({ kind: 'symbol', path, symbol }))]
  return said.length > 0 ? said : [{ kind: 'path', path, ...at(line) }]
}

const at = (line: number | undefined) => (line === undefined ? {} : { line })

/** How far beside a path something is said of it. */
const REACH = 120
const HASH_AFTER = /^\s{0,3}(?:[(（,，]\s{0,3})?(?:with\s)?sha-?256\s{0,3}[:：=]?\s{0,3}`?([0-9a-f]{8,64})\b/i

// ---- symbols --------------------------------------------------------------------------------------------------

const IDENTIFIER = '[A-Za-z_$][\\w$]{1,60}'
const KINDS =
  'functions?|classes|class|constants?|const|types?|methods?|interfaces?|variables?|components?|hooks?|enums?|structs?|traits?|symbols?|fields?'
const KINDS_ZH = '函数|方法|类型|类|常量|变量|接口|组件|枚举|结构体|字段|符号'
/** A name in quotes (1), or bare (2), not one end of something longer. */
const NAME = `(?:\`(${IDENTIFIER})(?:\\(\\))?\`|(${IDENTIFIER})(?:\\(\\))?(?![\\w$]|[./\\\\:@-][\\w$]))`

const AFTER_VERB =
  /^\s{0,3}(?:now |still |only |also )?(exports?|defines?|declares?|contains?|has|provides?|implements?|holds)\s/i
const AFTER_ZH = /^\s{0,3}(?:文件)?(?:里面|里|中|内)?(的|导出|定义|声明|包含|实现|有)(?:了|着)?/
const ARTICLE = new RegExp(`^\\s{0,3}(?:(?:a|an|the|async|default|named)\\s){0,3}(?:(${KINDS})\\s)?`, 'i')
const ARTICLE_ZH = new RegExp(`^\\s{0,3}(?:一个)?(${KINDS_ZH})?\\s{0,3}`)
const AND = /^\s{0,3}(?:,|，|、|and\b|和|与|及)\s{0,3}(?:and\s)?/
const NAME_FIRST = new RegExp(`^${NAME}`)
/** Most names said of one file in one go. */
const MOST_NAMES = 8

function symbolsAfter(after: string): string[] {
  const english = AFTER_VERB.exec(after)
  const chinese = english ? null : AFTER_ZH.exec(after)
  const verb = english ?? chinese
  if (verb === null) return []
  let rest = after.slice(verb[0].length)
  const article = (english ? ARTICLE : ARTICLE_ZH).exec(rest)
  rest = rest.slice(article?.[0].length ?? 0)
  const isNamed = chinese !== null || article?.[1] !== undefined || /^exports?$/i.test(verb[1] ?? '')
  const names: string[] = []
  while (names.length < MOST_NAMES) {
    const found = NAME_FIRST.exec(rest)
    const name = found && nameIn(found, isNamed)
    if (!found || !name) break
    names.push(name)
    rest = rest.slice(found[0].length)
    const and = AND.exec(rest)
    if (!and) break
    rest = rest.slice(and[0].length)
  }
  return names
}

const BEFORE_EN = new RegExp(
  `(?<![\\w$./\\\\-])(?:(${KINDS})\\s)?${NAME}(?:\\s(?:${KINDS}))?` +
    `(?:\\s(?:is|was|are|lives?|sits?))?(\\s(?:defined|declared|exported|implemented|located|found))?\\s(?:in|from|at|by)\\s(?:the\\s)?(?:file\\s)?$`,
  'i',
)
const BEFORE_ZH = new RegExp(
  `(?<![\\w$./\\\\-])(${KINDS_ZH})?\\s{0,3}${NAME}\\s{0,3}(?:这个)?(${KINDS_ZH})?\\s{0,3}(?:是)?(定义|导出|声明|实现|位于)?(?:在|于|自)?\\s{0,3}(?:文件)?\\s{0,3}$`,
)

function symbolsBefore(before: string): string[] {
  const english = BEFORE_EN.exec(before)
  if (english) {
    const [, kind, quoted, bare, verb] = english
    return listed(nameIn(['', quoted, bare], kind !== undefined || verb !== undefined))
  }
  const chinese = /[在于自]\s{0,3}(?:文件)?\s{0,3}$/.test(before) ? BEFORE_ZH.exec(before) : null
  if (!chinese) return []
  const [, kind, quoted, bare, kindAfter, verb] = chinese
  return listed(nameIn(['', quoted, bare], Boolean(kind ?? kindAfter ?? verb)))
}

const listed = (name: string | undefined) => (name === undefined ? [] : [name])

/**
 * The name that was found, unless it may be a plain word.
 *
 * @param isNamed the text says that a name stands here.
 */
function nameIn([, quoted, bare]: readonly (string | undefined)[], isNamed: boolean): string | undefined {
  if (quoted !== undefined) return quoted
  if (bare === undefined || PLAIN.has(bare.toLowerCase())) return undefined
  return isNamed || isCodeLike(bare) ? bare : undefined
}

const isCodeLike = (word: string) => /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|^[_$]\w/.test(word) && !isProductName(word)

/** What no symbol is called after "exports", and what stands before "in FILE" without being one. */
const PLAIN: ReadonlySet<string> = new Set(
  'a an the this that these those it its all any both one two three four five some many most more other another nothing everything only no not none and or as is are was were be been code logic types functions helpers constants values things everything default bug bugs error errors change changes test tests line lines file files'.split(
    ' ',
  ),
)

// ---- flags ----------------------------------------------------------------------------------------------------

const FLAG = /(?<![\w-])--[a-z][a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,8}(?![\w-])/g
const VARIABLE = /(?<![\w$./\\-])[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,8}(?![\w/\\-]|\.\w)/g

/** A sentence with more files is a list of them. */
const MOST_FILES = 32
/** What stands between a flag and the file that it is said to be in, and the other way round. */
const FLAG_IN_FILE = /^`?(?:\s(?:\w{1,20}\s){0,2}(?:in|of|inside|from)\s(?:the\s)?|\s?(?:在|于)\s?)$/i
const FILE_HAS_FLAG =
  /^(?:\s(?:now |still |also |only )?(?:uses?|sets?|has|contains?|passes|reads?|defines?|needs|holds)\s(?:the\s)?(?:(?:flag|option|variable)\s)?|\s?(?:文件)?(?:里面|里|中|内)?(?:的|用了|使用了?|用|设置了?|设了|有|包含|传了?|读取?)(?:变量|参数|选项)?\s?)`?$/i

/**
 * Options, each with the file that it is said to stand in: a command line names options and files too, and says nothing
 * of what is in them. A variable without a file is none.
 */
function flagsIn(sentence: string, named: readonly NamedPath[]): CodeClaim[] {
  if (DENIED.test(sentence.replace(FLAG, ''))) return []
  const fileOf = (start: number, end: number): string | null => {
    const after = named.find(one => one.start >= end)
    if (after && FLAG_IN_FILE.test(sentence.slice(end, Math.min(after.start, end + REACH)))) return after.path
    const before = named.findLast(one => one.end <= start)
    return before && FILE_HAS_FLAG.test(sentence.slice(Math.max(before.end, start - REACH), start))
      ? before.path
      : null
  }
  const isFew = named.length > 0 && named.length <= MOST_FILES
  const found = (words: RegExp) =>
    [...sentence.matchAll(words)].map(({ 0: flag, index }): Extract<CodeClaim, { kind: 'flag' }> => {
      return { kind: 'flag', flag, path: isFew ? fileOf(index, index + flag.length) : null }
    })
  return [...found(FLAG), ...found(VARIABLE).filter(one => one.path !== null)]
}

// ---- versions -------------------------------------------------------------------------------------------------

const NUMBER = '(\\d{1,3}\\.\\d{1,4}(?:\\.\\d{1,5})?(?:-[a-z]{1,8}\\.?\\d{1,4})?)'
/** No further part, no unit and no digit follows. */
const VERSION = `${NUMBER}(?![\\w%°$€-]|\\.\\d|\\s?(?:%|[kmgt]i?b\\b|ms\\b|seconds?\\b|minutes?\\b|hours?\\b|days?\\b|times\\b|x\\b))`
const PACKAGE = '(@[a-z0-9][\\w.-]{0,60}/[a-z0-9][\\w.-]{0,60}|[A-Za-z][\\w-]{1,60}(?:\\.js)?)'
const AT_VERSION = new RegExp(`(?<![\\w@/.-])${PACKAGE}@[v^~]?${VERSION}`, 'g')
const NAMED_VERSION = new RegExp(
  `(?<![\\w@/.-])\`?${PACKAGE}\`?\\s{0,3}(?:的)?(?:version\\s|版本(?:号)?(?:是|为|：|:)?|v\\.?|to\\s(?:version\\s|v)?|升级到|升到|固定在|锁定在|:\\s)?\\s{0,3}v?${VERSION}`,
  'g',
)
const CUE =
  /(?:\bus(?:e|es|ed|ing)|\bupgraded?(?: to)?|\bpinned?(?: to| at)?|\bmigrated?(?: to)?|\bswitched(?: to)?|\bdepends? on|\binstall(?:s|ed)?|\bruns?(?: on)?|\bon|使用|采用|依赖|升级到|升级|换成|固定|锁定|用)\s{0,3}`?$/i

/** Packages whose name alone tells that a version follows. */
const KNOWN: ReadonlySet<string> = new Set(
  'react react-dom vue svelte angular next nuxt vite vitest jest webpack rollup esbuild typescript eslint prettier biome express fastify hono koa zod prisma kysely sequelize lodash axios electron django flask fastapi pydantic numpy pandas torch pytorch tensorflow sqlalchemy pytest tokio serde axum actix clap gin gorm playwright puppeteer tailwindcss redux zustand commander pinia mocha chai rxjs nestjs'.split(
    ' ',
  ),
)

function versionsIn(sentence: string): CodeClaim[] {
  const found: CodeClaim[] = []
  for (const [, name = '', version = ''] of sentence.matchAll(AT_VERSION)) {
    if (!isDate(version)) found.push({ kind: 'version', name: packageName(name), version })
  }
  for (const { 0: whole, 1: name = '', 2: version = '', index } of sentence.matchAll(NAMED_VERSION)) {
    if (isDate(version) || ORDINARY.has(name.toLowerCase())) continue
    const isKnown = KNOWN.has(packageName(name)) || name.startsWith('@')
    const isSaid =
      /version|版本|\sv\d/.test(whole) || CUE.test(sentence.slice(Math.max(0, index - 24), index))
    const isLong = version.split('.').length > 2
    if (isKnown || (isSaid && name === name.toLowerCase()) || (isLong && name === name.toLowerCase()))
      found.push({ kind: 'version', name: packageName(name), version })
  }
  return found
}

const packageName = (name: string) => name.toLowerCase().replace(/\.js$/, '')
/** `17.06.2025` has no version's form already; `06.17` and the like have a leading zero. */
const isDate = (version: string) => /(?:^|\.)0\d/.test(version) || /^(?:19|20)\d\d/.test(version)

/** Words that numbers follow. */
const ORDINARY: ReadonlySet<string> = new Set(
  'a an the about at by to of in on is was are were be than version versions v section chapter figure fig table step release ip port from until and or with over under around approximately nearly almost costs cost took takes only rate score ratio average level page part item rule article equals used uses use python node ios android macos windows ubuntu debian fedora postgres postgresql mysql sqlite redis java go rust ruby php http https tls ssl utf bluetooth usb wifi gpt claude gemini llama qwen model deepseek api'.split(
    ' ',
  ),
)

// ---- commits --------------------------------------------------------------------------------------------------

const COMMIT =
  /(?:\bcommits?|\brevision|\brev|\bsha|\bchangeset|\bcherry-pick(?:ed)?|提交(?:记录|了|号)?|版本库?提交)\s{0,3}(?:hash|id|是|为)?\s{0,3}[:：=#]?\s{0,3}[`(（'"]?([0-9a-f]{7,40})(?![\w-])/gi
const COMMIT_BEFORE = /(?<![\w#./-])`?([0-9a-f]{7,40})`?\s{0,3}(?:这个|这次|那次)?(?:commit\b|提交)/gi
const WHOLE_COMMIT = /(?<![\w#./:=-])[0-9a-f]{40}(?![\w-])/g

function commitsIn(sentence: string): CodeClaim[] {
  const found = [
    ...[...sentence.matchAll(COMMIT)].map(([, hash = '']) => hash),
    ...[...sentence.matchAll(COMMIT_BEFORE)].map(([, hash = '']) => hash),
    ...(sentence.match(WHOLE_COMMIT) ?? []),
  ].map(hash => hash.toLowerCase())
  return [...new Set(found)].filter(isHash).map(commit => ({ kind: 'commit', commit }))
}

/** A short one of digits alone is a date or a number, of letters alone a word. */
const isHash = (hash: string) => hash.length === 40 || (/\d/.test(hash) && /[a-f]/.test(hash))
