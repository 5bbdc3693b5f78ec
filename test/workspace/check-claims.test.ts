/** Claims against a real folder, and a real repository in it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClaimVerdict } from '../../src/domain/code-claim.ts'
import { codeClaims } from '../../src/text/code-claims.ts'
import { checkClaims } from '../../src/workspace/check-claims.ts'

let folder: string
let root: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'palimpsest-workspace-')))
  root = join(folder, 'atlas')
  await mkdir(root)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

/** What becomes of the only claim of a text. */
async function verdictOf(text: string): Promise<ClaimVerdict | undefined> {
  const verdicts = await checkClaims(codeClaims(text), root)
  expect(verdicts).toHaveLength(1)
  return verdicts[0]
}

const FRESH = { verdict: 'fresh' }
const stale = (reason: string, subject: string, detail?: string) =>
  detail === undefined ? { verdict: 'stale', reason, subject } : { verdict: 'stale', reason, subject, detail }
const untold = (reason: string) => ({ verdict: 'unverifiable', reason })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a claim about a file', () => {
  const A = 'export function foo() {}\nexport const FOO_LIMIT = 3\n'

  it('is fresh while the file is unchanged, and stale once it was renamed', async () => {
    await write('src/a.ts', A)
    const claims = ['src/a.ts holds it', 'src/a.ts exports foo', `src/a.ts@sha256:${sha256(A)}`, 'src/a.ts:2']
    expect(await Promise.all(claims.map(verdictOf))).toEqual([FRESH, FRESH, FRESH, FRESH])
    await rename(join(root, 'src/a.ts'), join(root, 'src/b.ts'))
    expect(await Promise.all(claims.map(verdictOf))).toEqual(claims.map(() => stale('file-gone', 'src/a.ts')))
  })

  it('is stale when what it names left the file, and not when only a longer name is left', async () => {
    await write('src/a.ts', 'export function fooBar() {}\n')
    expect(await verdictOf('src/a.ts exports foo')).toEqual(stale('symbol-gone', 'src/a.ts', 'foo'))
    expect(await verdictOf('src/a.ts exports fooBar')).toEqual(FRESH)
  })

  it('with a hash of the file or of a line is stale once that was edited', async () => {
    await write('src/a.ts', A)
    const ofFile = `src/a.ts@sha256:${sha256(A).slice(0, 12)}`
    const ofLine = `src/a.ts:2@sha256:${sha256('export const FOO_LIMIT = 3').slice(0, 12)}`
    const ofOther = `src/a.ts:1@sha256:${sha256('export function foo() {}').slice(0, 12)}`
    expect(await Promise.all([ofFile, ofLine, ofOther].map(verdictOf))).toEqual([FRESH, FRESH, FRESH])
    await write('src/a.ts', A.replace('3', '4'))
    expect(await Promise.all([ofFile, ofLine, ofOther].map(verdictOf))).toEqual([
      stale('file-changed', 'src/a.ts'),
      stale('line-changed', 'src/a.ts', '2'),
      FRESH,
    ])
    await write('src/a.ts', '')
    expect(await verdictOf(ofOther)).toEqual(stale('line-gone', 'src/a.ts', '1'))
  })

  it('of a flag or variable is told by the file beside it alone', async () => {
    await write('Dockerfile', 'RUN build --no-cache-dir\n')
    await write('.env', 'SYNC_PORT=4021\n')
    const check = async (text: string) => (await checkClaims(codeClaims(text), root)).at(-1)
    expect(await check('Dockerfile uses --no-cache')).toEqual(stale('flag-gone', 'Dockerfile', '--no-cache'))
    expect(await check('Dockerfile 里的 --no-cache-dir')).toEqual(FRESH)
    expect(await check('.env sets SYNC_PORT')).toEqual(FRESH)
    expect(await check('CI runs with --frozen-lockfile')).toEqual(untold('no-file-named'))
  })

  it('is not told where the path may be meant from another folder on', async () => {
    await mkdir(join(root, 'packages'))
    expect(await verdictOf('see retry.ts')).toEqual(untold('not-at-root'))
    expect(await verdictOf('see engine/retry.ts')).toEqual(untold('not-at-root'))
    expect(await verdictOf('see src/retry.ts')).toEqual(untold('not-at-root'))
    await rm(join(root, 'packages'), { recursive: true })
    expect(await verdictOf('see src/retry.ts')).toEqual(stale('file-gone', 'src/retry.ts'))
  })
})

describe('a check', () => {
  it('never leaves the folder, by path or by link', async () => {
    await writeFile(join(folder, 'secret.ts'), 'export const secret = 1')
    await symlink(folder, join(root, 'link'))
    await symlink(join(folder, 'nowhere'), join(root, 'dangling.ts'))
    await write('src/a.ts', 'x')
    await symlink(join(root, 'src'), join(root, 'inside'))
    const texts = [
      'see ../secret.ts',
      `see ${join(folder, 'secret.ts').replaceAll('\\', '/')}`,
      'see ~/secret.ts',
      'link/secret.ts exports secret',
      'see link/nothing.ts',
      'see ./dangling.ts',
      'see src/../../secret.ts',
    ]
    expect(await Promise.all(texts.map(verdictOf))).toEqual(texts.map(() => untold('outside-workspace')))
    expect(await verdictOf('see inside/a.ts')).toEqual(FRESH)
    expect(await verdictOf(`see ${join(root, 'src/a.ts')}`)).toEqual(FRESH)
    expect(await verdictOf('see inside/b.ts')).toEqual(stale('file-gone', 'inside/b.ts'))
  })

  it('reads no file above 1 MB, no folder, and not more than 40 claims', async () => {
    await write('src/large.ts', `foo${' '.repeat(1 << 20)}`)
    await write('src/folder.ts/x', '')
    expect(await verdictOf('src/large.ts exports foo')).toEqual(untold('too-large'))
    expect(await verdictOf('see src/large.ts')).toEqual(FRESH)
    expect(await verdictOf('src/folder.ts exports foo')).toEqual(untold('not-a-file'))
    const many = Array.from({ length: 41 }, () => ({ kind: 'path', path: 'src/large.ts' }) as const)
    const verdicts = await checkClaims(many, root)
    expect(verdicts.slice(0, 40)).toEqual(many.slice(0, 40).map(() => FRESH))
    expect(verdicts[40]).toEqual(untold('too-many'))
  })

  it('tells nothing without a folder', async () => {
    for (const none of [join(root, 'none'), 'src', '']) {
      expect(await checkClaims(codeClaims('see src/a.ts'), none)).toEqual([untold('no-workspace')])
    }
  })
})

describe('a claim about a version', () => {
  it('is compared as far as it is given with what is installed, locked or declared', async () => {
    await write(
      'package.json',
      JSON.stringify({ name: 'atlas', version: '2.1.0', dependencies: { react: '^18.2.0', vue: '>=3' } }),
    )
    expect(await verdictOf('we use react 18.2')).toEqual(FRESH)
    expect(await verdictOf('we use react 17.0')).toEqual(stale('version-differs', 'react', '18.2.0'))
    expect(await verdictOf('we use vue 3.4')).toEqual(untold('version-unknown'))
    expect(await verdictOf('we use atlas 2.1')).toEqual(FRESH)
    await write(
      'package-lock.json',
      JSON.stringify({ packages: { 'node_modules/react': { version: '18.3.1' } } }),
    )
    expect(await verdictOf('react 的版本是 18.2')).toEqual(stale('version-differs', 'react', '18.3.1'))
    await write('node_modules/react/package.json', JSON.stringify({ version: '19.0.0' }))
    expect(await verdictOf('react@18.3.1')).toEqual(stale('version-differs', 'react', '19.0.0'))
    expect(await verdictOf('react@19.0.0')).toEqual(FRESH)
  })

  it('is read from the files of Python, Rust and Go', async () => {
    await write('requirements.txt', 'flask==3.0.1\nnumpy>=1.26\n')
    await write(
      'pyproject.toml',
      '[project]\ndependencies = ["pydantic==2.7.1", "httpx~=0.27.0"]\n[tool.poetry.dependencies]\ndjango = "^5.0.4"\n',
    )
    await write(
      'Cargo.toml',
      '[dependencies]\nserde = { features = ["derive"], version = "1.0.203" }\ntokio = "1.38"\n',
    )
    await write('go.mod', 'module atlas\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n)\n')
    const texts = [
      'flask 3.0',
      'pydantic 2.7',
      'using httpx 0.27',
      'django 5.0',
      'serde 1.0',
      'tokio 1.38',
      'gin 1.10',
    ]
    expect(await Promise.all(texts.map(verdictOf))).toEqual(texts.map(() => FRESH))
    expect(await verdictOf('gin 1.9')).toEqual(stale('version-differs', 'gin', '1.10.0'))
    expect(await verdictOf('numpy 1.26')).toEqual(untold('version-unknown'))
  })

  it('is not told by a file that is no JSON', async () => {
    await write('package.json', '{"dependencies": {"react": ')
    expect(await verdictOf('we use react 18.2')).toEqual(untold('version-unknown'))
  })
})

describe('a claim about a commit', () => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Mia', '-c', 'user.email=mia@example.com', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()

  it('is fresh for one of the repository, loose, packed or seen from a worktree, and else not told', async () => {
    git('init', '-q')
    await write('src/a.ts', 'x')
    git('add', '.')
    git('commit', '-q', '-m', 'first')
    const [commit, blob] = [git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD:src/a.ts')]
    const known = { kind: 'commit', commit: commit.slice(0, 8) } as const
    const whole = { kind: 'commit', commit } as const
    const notOne = { kind: 'commit', commit: blob.slice(0, 12) } as const
    const unknown = { kind: 'commit', commit: 'f'.repeat(40) } as const
    const claims = [known, whole, notOne, unknown]
    const expected = [FRESH, FRESH, untold('commit-unknown'), untold('commit-unknown')]
    expect(await checkClaims(claims, root)).toEqual(expected)
    git('worktree', 'add', '-q', join(folder, 'tree'))
    git('gc', '-q', '--prune=now')
    expect(git('count-objects')).toMatch(/^0 objects/)
    await rm(join(root, '.git/logs/HEAD'))
    expect(await checkClaims(claims, root)).toEqual(expected)
    expect(await checkClaims(claims, join(folder, 'tree'))).toEqual(expected)
  })

  it('is not told without a repository', async () => {
    expect(await verdictOf('fixed in commit abc1234')).toEqual(untold('commit-unknown'))
  })
})
