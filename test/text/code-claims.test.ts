/** What a text says that can be looked up in a workspace, and what it does not say. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CodeClaim } from '../../src/domain/code-claim.ts'
import { codeClaims } from '../../src/text/code-claims.ts'

const path = (name: string, line?: number): CodeClaim =>
  line === undefined ? { kind: 'path', path: name } : { kind: 'path', path: name, line }
const symbol = (name: string, one: string): CodeClaim => ({ kind: 'symbol', path: name, symbol: one })
const hash = (name: string, sha256: string, line?: number): CodeClaim =>
  line === undefined ? { kind: 'hash', path: name, sha256 } : { kind: 'hash', path: name, sha256, line }
const version = (name: string, one: string): CodeClaim => ({ kind: 'version', name, version: one })
const commit = (one: string): CodeClaim => ({ kind: 'commit', commit: one })
const flag = (one: string, name: string | null): CodeClaim => ({ kind: 'flag', flag: one, path: name })

type Row = [text: string, claims: CodeClaim[]]

describe('files', () => {
  it.each<Row>([
    ['The retry logic is in src/sync/retry.ts.', [path('src/sync/retry.ts')]],
    ['See ./src/a.ts:42, it loops.', [path('src/a.ts', 42)]],
    ['See src/a.ts:42:7 and src/b.ts#L10-L12', [path('src/a.ts', 42), path('src/b.ts', 10)]],
    ['The parser (src\\text\\parse.cs) is slow', [path('src/text/parse.cs')]],
    ['C:\\work\\app\\src\\a.ts holds the loop', [path('C:/work/app/src/a.ts')]],
    ['在src/a.ts里修好了重试', [path('src/a.ts')]],
    ['配置写在`config/app.yaml`，端口是4021', [path('config/app.yaml')]],
    ['Settings live in package.json and Dockerfile', [path('package.json'), path('Dockerfile')]],
    ['Tests stand in test/engine/ and src/engine', [path('test/engine/'), path('src/engine')]],
    ['app/[id]/page.tsx renders it', [path('app/[id]/page.tsx')]],
    ['src/a.ts and src/a.ts again', [path('src/a.ts')]],
  ])('%s', (text, claims) => expect(codeClaims(text)).toEqual(claims))
})

describe('what stands in a file', () => {
  it.each<Row>([
    ['src/a.ts exports foo', [symbol('src/a.ts', 'foo')]],
    ['src/a.ts exports foo, bar and baz.', ['foo', 'bar', 'baz'].map(one => symbol('src/a.ts', one))],
    ['`foo` in src/a.ts reads the file', [symbol('src/a.ts', 'foo')]],
    ['parseConfig() is defined in `src/a.ts`', [symbol('src/a.ts', 'parseConfig')]],
    ['src/a.ts defines the function parse', [symbol('src/a.ts', 'parse')]],
    ['src/a.ts 里的 foo 会重试三次', [symbol('src/a.ts', 'foo')]],
    ['src/a.ts导出了readConfig和writeConfig', ['readConfig', 'writeConfig'].map(s => symbol('src/a.ts', s))],
    ['readConfig 定义在 src/a.ts', [symbol('src/a.ts', 'readConfig')]],
    ['函数 parse 在 src/a.ts 里', [symbol('src/a.ts', 'parse')]],
    ['src/a.ts@sha256:AB12cd34'.toLowerCase(), [hash('src/a.ts', 'ab12cd34')]],
    ['src/a.ts (sha256 AB12CD34EF) holds the loop', [hash('src/a.ts', 'ab12cd34ef')]],
    ['src/a.ts（sha256：ab12cd34ef）', [hash('src/a.ts', 'ab12cd34ef')]],
    ['src/a.ts:3@sha256:ab12cd34', [hash('src/a.ts', 'ab12cd34', 3)]],
    ['The build uses --no-cache in Dockerfile', [path('Dockerfile'), flag('--no-cache', 'Dockerfile')]],
    ['Dockerfile 里的 --no-cache 让构建变慢', [path('Dockerfile'), flag('--no-cache', 'Dockerfile')]],
    ['`--no-cache` stands in Dockerfile', [path('Dockerfile'), flag('--no-cache', 'Dockerfile')]],
    ['Run scripts/load.ts with --fast', [path('scripts/load.ts'), flag('--fast', null)]],
    ['palimpsest ingest talk.jsonl --db a', [path('talk.jsonl'), flag('--db', null)]],
    ['CI runs with `--frozen-lockfile`', [flag('--frozen-lockfile', null)]],
    ['.env sets SYNC_PORT to 4021', [path('.env'), flag('SYNC_PORT', '.env')]],
  ])('%s', (text, claims) => expect(codeClaims(text)).toEqual(claims))
})

describe('versions and commits', () => {
  it.each<Row>([
    ['We use react 18.2', [version('react', '18.2')]],
    ['React 18.2 is installed', [version('react', '18.2')]],
    [
      'pinned react@18.2.0 and @scope/kit@1.4.2',
      [version('react', '18.2.0'), version('@scope/kit', '1.4.2')],
    ],
    ['react 的版本是 18.2', [version('react', '18.2')]],
    ['把react升级到18.2', [version('react', '18.2')]],
    ['依赖 left-pad 版本 1.3', [version('left-pad', '1.3')]],
    ['upgraded left-pad to v1.3.0', [version('left-pad', '1.3.0')]],
    ['Fixed in commit abc1234.', [commit('abc1234')]],
    ['回滚到提交 `4a97678`', [commit('4a97678')]],
    ['4a97678 这个提交引入了问题', [commit('4a97678')]],
    ['0123456789abcdef0123456789abcdef01234567', [commit('0123456789abcdef0123456789abcdef01234567')]],
  ])('%s', (text, claims) => expect(codeClaims(text)).toEqual(claims))
})

describe('what is no claim', () => {
  it.each([
    'See https://github.com/a/b/blob/main/src/a.ts#L3 for it.',
    'It is on github.com/mia/atlas/readme.md',
    '见 https://example.com/src/a.ts。',
    'Mail mia@example.com and/or call; TCP/IP, 24/7, he/she, input/output/error',
    'The colour is #abc1234 or #ff8800',
    'On 2025/06/17 at 17.06.2025, from 10.30 to 12.45',
    'The commit of 20250617 was fine; commit defaced nothing',
    'Node.js and Vue.js are fine, D3.js too',
    'It took 2.5 seconds, about 3.5 hours, and costs 18.20',
    'uses python 2025.1 in chapter 3.2',
    'ssh to 10.0.3.21 on port 8080.1',
    'The branch origin/main has the text --- and a -- b',
    '我们决定周五发布，版本 2025 年再说',
    'MAX_SIZE is large',
    'Mia switched from npm to pnpm.',
  ])('%s', text => expect(codeClaims(text)).toEqual([]))

  it.each<Row>([
    ['src/a.ts was deleted last week', []],
    ['src/a.ts no longer exports foo', []],
    ['We removed --no-cache from Dockerfile', []],
    ['已删除 src/a.ts', []],
    ['We will add src/new.ts tomorrow', []],
    ['打算新建 src/new.ts', []],
    ['src/a.ts does not export foo', [path('src/a.ts')]],
    ['src/a.ts was renamed to src/b.ts', [path('src/b.ts')]],
    ['src/a.ts 改名为 src/b.ts', [path('src/b.ts')]],
    ['Mia 在 src/a.ts 里改了一行', [path('src/a.ts')]],
    ['There is a bug in src/a.ts', [path('src/a.ts')]],
    ['src/a.ts exports nothing', [path('src/a.ts')]],
  ])('what is gone or yet to come is not claimed to be there: %s', (text, claims) =>
    expect(codeClaims(text)).toEqual(claims),
  )
})

describe('any text', () => {
  const piece = fc.constantFrom(
    ...[
      'src/a.ts',
      ' exports ',
      '`foo`',
      '里的',
      '--no-cache',
      'react@18.2',
      'commit ',
      'abc1234',
      '/',
      '.',
      '\\',
    ],
    ...['@sha256:', 'ab12cd34', ' in ', '在', ' ', '\n', '(', ':', '#L', 'A_B', '😀', '\ud800'],
  )
  it('is read without an error, and each claim once', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(texts, text => {
        const claims = codeClaims(text).map(claim => JSON.stringify(claim))
        expect(new Set(claims).size).toBe(claims.length)
      }),
    )
  })

  it('is read in time that grows with its length', () => {
    const once = (text: string) => {
      const start = performance.now()
      codeClaims(text)
      return performance.now() - start
    }
    // Other work on the machine only ever adds.
    const time = (text: string) => Math.min(once(text), once(text), once(text))
    for (const unit of [
      'src/a.ts uses --fast ',
      'a/',
      'src/a.ts ',
      '--a-b',
      'a_',
      'A_',
      '1.',
      'commit ',
      '@sha256:',
      'src\\',
      'ab12cd3',
    ]) {
      const [short, long] = [time(unit.repeat(4_000)), time(unit.repeat(32_000))]
      // Eight times the length; a square would take sixty-four times as long.
      expect(long, unit).toBeLessThan(40 * Math.max(short, 1))
    }
  })
})
