/** The floor plan is enforced by a tool, and the tool really sees a fault. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let house: string

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'palimpsest-house-'))
  await cp(join(ROOT, 'src'), join(house, 'src'), { recursive: true })
  for (const file of ['.dependency-cruiser.cjs', 'package.json', 'tsconfig.json'])
    await cp(join(ROOT, file), join(house, file))
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'), 'dir')
})
afterAll(() => rm(house, { recursive: true, force: true }))

function cruise(): Promise<{ code: number; output: string }> {
  const tool = join(ROOT, 'node_modules/.bin/depcruise')
  return new Promise(resolve => {
    execFile(
      process.execPath,
      [tool, '--config', '.dependency-cruiser.cjs', 'src'],
      { cwd: house },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr })
      },
    )
  })
}

it('finds the house in order, having looked at its modules', async () => {
  const { code, output } = await cruise()
  expect(output).toMatch(/no dependency violations found \((?:[3-9]\d|\d{3,}) modules/)
  expect(code).toBe(0)
}, 60_000)

it.each([
  [
    'a domain file that reaches up into the engine',
    'src/domain/planted.ts',
    "export { ingestTurn } from '../engine/ingest/ingest-turn.ts'\n",
    'floor-plan: domain',
  ],
  [
    'a database driver outside its room',
    'src/engine/recall/planted.ts',
    "export { DatabaseSync } from 'node:sqlite'\nexport * from './search.ts'\n",
    'only-in: storage/sqlite',
  ],
  ['a file without a room', 'src/helpers/planted.ts', "export * from '../domain/ids.ts'\n", 'has-a-room'],
])(
  'goes red for %s',
  async (_, path, text, rule) => {
    const file = join(house, path)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, text)
    try {
      const { code, output } = await cruise()
      expect(output).toContain(rule)
      expect(code).not.toBe(0)
    } finally {
      await rm(file)
    }
  },
  60_000,
)
