import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparablePath, formerSpacesOf, projectSpaceOf } from '../../src/config/project-space.ts'
import type { SpaceId } from '../../src/domain/space.ts'

const known =
  (...spaces: string[]) =>
  (space: SpaceId) =>
    Promise.resolve(spaces.includes(space))
const nothingKnown = known()

let root: string
const at = (...parts: string[]) => join(root, ...parts)
const folder = (...parts: string[]) => {
  mkdirSync(at(...parts), { recursive: true })
  return at(...parts)
}
const project = (...parts: string[]) => `local:project:${at(...parts)}`

function git(cwd: string, ...args: string[]): void {
  const identity = [
    '-c',
    'user.name=Mira',
    '-c',
    'user.email=mira@example.com',
    '-c',
    'protocol.file.allow=always',
  ]
  execFileSync('git', [...identity, '-c', 'init.defaultBranch=main', ...args], { cwd, stdio: 'pipe' })
}

function repository(...parts: string[]): string {
  const path = folder(...parts)
  git(path, 'init', '-q')
  git(path, 'commit', '-q', '--allow-empty', '-m', 'begin')
  return path
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-space-')))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('a folder outside git', () => {
  it('is a project of its own while nothing above it is known', async () => {
    expect(await projectSpaceOf(folder('plain', 'sub'), nothingKnown)).toBe(project('plain', 'sub'))
  })

  it('belongs to the nearest folder above that already has memories', async () => {
    const isKnown = known(project('w'), project('w', 'proj'))
    expect(await projectSpaceOf(folder('w', 'proj', 'sub', 'deep'), isKnown)).toBe(project('w', 'proj'))
  })

  it('is the same project by symlink and with a trailing slash', async () => {
    const real = folder('linked', 'proj')
    symlinkSync(real, at('linked', 'shortcut'))
    const isKnown = known(project('linked', 'proj'))
    const asked = [`${real}/`, at('linked', 'shortcut'), `${at('linked', 'shortcut')}/`, `${real}/./`]
    for (const path of asked) expect(await projectSpaceOf(path, isKnown)).toBe(project('linked', 'proj'))
    folder('linked', 'proj', 'sub')
    expect(await projectSpaceOf(at('linked', 'shortcut', 'sub'), isKnown)).toBe(project('linked', 'proj'))
  })

  it('never shares a space with a folder of the same name elsewhere', async () => {
    const [one, other] = await Promise.all([
      projectSpaceOf(folder('mira', 'app'), nothingKnown),
      projectSpaceOf(folder('jonas', 'app'), nothingKnown),
    ])
    expect([one, other]).toEqual([project('mira', 'app'), project('jonas', 'app')])
  })

  it('is normalised to NFC, however the name was typed', async () => {
    const decomposed = folder('cafe\u0301')
    expect(await projectSpaceOf(decomposed, nothingKnown)).toBe(`local:project:${at('caf\u00e9')}`)
  })

  it('fails when it is not there', async () => {
    await expect(projectSpaceOf(at('nowhere'), nothingKnown)).rejects.toMatchObject({ code: 'bad-input' })
  })

  it('has no key when its name holds a line break, and may still lie in a project that has one', async () => {
    const odd = folder('two\nlines')
    await expect(projectSpaceOf(odd, nothingKnown)).rejects.toMatchObject({
      code: 'bad-input',
      message: `space: the name of the folder ${JSON.stringify(odd)} holds a line break, which no key can; name a space with --space`,
    })
    expect(await projectSpaceOf(folder('odd', 'two\nlines'), known(project('odd')))).toBe(project('odd'))
    const inside = folder('checkout', 'two\nlines')
    folder('checkout', '.git')
    writeFileSync(at('checkout', '.git', 'HEAD'), 'ref: refs/heads/main\n')
    expect(await projectSpaceOf(inside, nothingKnown)).toBe(project('checkout'))
  })

  it('carries the name of the host that asks', async () => {
    expect(await projectSpaceOf(folder('hosted'), nothingKnown, { host: 'dsh' })).toBe(
      `dsh:project:${at('hosted')}`,
    )
  })
})

describe('a folder inside git', () => {
  it('belongs to the checkout, also when a folder in between is known', async () => {
    const repo = repository('repo')
    const sub = folder('repo', 'packages', 'core')
    const isKnown = known(project('repo', 'packages'), project('repo', 'packages', 'core'))
    expect(await projectSpaceOf(sub, isKnown)).toBe(project('repo'))
    expect(await projectSpaceOf(repo, isKnown)).toBe(project('repo'))
  })

  it('belongs to the main checkout when it is a linked worktree', async () => {
    const main = repository('trees', 'main')
    git(main, 'worktree', 'add', '-q', at('trees', 'fix'))
    const sub = folder('trees', 'fix', 'src')
    expect(await projectSpaceOf(sub, nothingKnown)).toBe(project('trees', 'main'))
  })

  it('belongs to the main checkout when the worktree is reached by symlink', async () => {
    const main = repository('sym', 'main')
    git(main, 'worktree', 'add', '-q', at('sym', 'fix'))
    symlinkSync(at('sym', 'fix'), at('sym', 'link'))
    expect(await projectSpaceOf(at('sym', 'link'), nothingKnown)).toBe(project('sym', 'main'))
  })

  it('is a project of its own when it is a submodule, also from a worktree of the submodule', async () => {
    const library = repository('modules', 'library')
    const main = repository('modules', 'super')
    git(main, 'submodule', 'add', '-q', library, 'lib')
    expect(await projectSpaceOf(join(main, 'lib'), nothingKnown)).toBe(project('modules', 'super', 'lib'))
    git(join(main, 'lib'), 'worktree', 'add', '-q', at('modules', 'lib-fix'))
    expect(await projectSpaceOf(at('modules', 'lib-fix'), nothingKnown)).toBe(
      project('modules', 'super', 'lib'),
    )
  })

  it('keeps worktrees of bare repositories in one folder apart, and lets a hidden one speak for its folder', async () => {
    const source = repository('bare', 'source')
    git(at('bare'), 'clone', '-q', '--bare', source, 'a.git')
    git(at('bare', 'a.git'), 'worktree', 'add', '-q', at('bare', 'a-main'))
    git(folder('bare', 'b'), 'clone', '-q', '--bare', source, '.bare')
    git(at('bare', 'b', '.bare'), 'worktree', 'add', '-q', at('bare', 'b', 'main'))
    expect(await projectSpaceOf(at('bare', 'a-main'), nothingKnown)).toBe(project('bare', 'a.git'))
    expect(await projectSpaceOf(at('bare', 'b', 'main'), nothingKnown)).toBe(project('bare', 'b'))
  })

  it('is not confused by an empty .git folder or by a .git file that leads nowhere', async () => {
    folder('odd', 'empty', '.git')
    expect(await projectSpaceOf(at('odd', 'empty'), nothingKnown)).toBe(project('odd', 'empty'))
    writeFileSync(join(folder('odd', 'dangling'), '.git'), 'gitdir: /nowhere/at/all\n')
    expect(await projectSpaceOf(folder('odd', 'dangling', 'sub'), nothingKnown)).toBe(
      project('odd', 'dangling'),
    )
    writeFileSync(join(folder('odd', 'junk'), '.git'), 'hello')
    expect(await projectSpaceOf(at('odd', 'junk'), nothingKnown)).toBe(project('odd', 'junk'))
  })
})

describe('the spelling of a path', () => {
  it('does not depend on case and separators on Windows, and does elsewhere', () => {
    expect(comparablePath('C:\\Users\\Mira\\App', 'win32')).toBe('c:/users/mira/app')
    expect(comparablePath('/home/Mira/App', 'linux')).toBe('/home/Mira/App')
  })
})

describe('a path where a project may have been', () => {
  it('is told whether it is there or not, with what is left of it in its real place', async () => {
    const real = folder('former', 'proj')
    symlinkSync(real, at('former', 'link'))
    symlinkSync(at('former'), at('former-link'))
    const spacesAt = async (...parts: string[]) => {
      const { likeliest, other } = await formerSpacesOf(at(...parts))
      return [likeliest, other]
    }
    const there = project('former', 'proj')
    const gone = project('former', 'gone', 'sub')
    expect(await spacesAt('former', 'proj')).toEqual([there, there])
    expect(await spacesAt('former-link', 'gone', 'sub', '/')).toEqual([gone, gone])
    expect(await spacesAt('former-link', 'link')).toEqual([project('former', 'link'), there])
    expect((await formerSpacesOf('/')).likeliest).toBe(
      `local:project:${comparablePath('/', process.platform)}`,
    )
  })
})
