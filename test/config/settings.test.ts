import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSettings, parseSettings } from '../../src/config/settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'palimpsest-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = (env: NodeJS.ProcessEnv) =>
  loadSettings(env, { cwd: folder, configFolder: join(folder, 'platform') })

describe('the config file', () => {
  it('may hold every setting', () => {
    const all = {
      db: 'memory.db',
      space: 'local:global',
      zone: 'Asia/Shanghai',
      blockSize: 6,
      lambda: 0.2,
      language: 'zh',
      synchronous: 'normal',
      busyTimeoutMs: 100,
    }
    expect(parseSettings(JSON.stringify(all), '/etc/config.json')).toEqual(all)
  })

  it('names an unknown setting, the file, and the known settings', () => {
    expect(() => parseSettings('{"databse": "x.db"}', '/etc/config.json')).toThrow(
      'config: unknown setting "databse" in /etc/config.json; known settings: db, space, zone, blockSize, lambda, language, synchronous, busyTimeoutMs',
    )
  })

  it.each([
    ['{"blockSize": 0}', 'setting blockSize'],
    ['{"blockSize": 2.5}', 'setting blockSize'],
    ['{"lambda": "fast"}', 'setting lambda'],
    ['{"language": "fr"}', 'setting language'],
    ['{"db": ""}', 'setting db'],
    ['[]', 'the whole file'],
    ['{"db": ', 'is not JSON'],
  ])('refuses %s', (text, named) => {
    expect(() => parseSettings(text, '/etc/config.json')).toThrow(expect.objectContaining({ code: 'config' }))
    expect(() => parseSettings(text, '/etc/config.json')).toThrow(named)
  })

  it('is read with the mark that Windows editors write before it', () => {
    expect(parseSettings('\uFEFF{"blockSize": 6}', 'x')).toEqual({ blockSize: 6 })
  })

  it('need not be there at the place of the platform', async () => {
    const file = join(folder, 'platform', 'config.json')
    expect(await load({})).toEqual({ settings: {}, file, exists: false })
  })

  it('must be there when PALIMPSEST_CONFIG names it', async () => {
    await expect(load({ PALIMPSEST_CONFIG: 'mine.json' })).rejects.toMatchObject({ code: 'config' })
    writeFileSync(join(folder, 'mine.json'), '{"zone": "Europe/Berlin"}')
    const file = join(folder, 'mine.json')
    expect(await load({ PALIMPSEST_CONFIG: 'mine.json' })).toEqual({
      settings: { zone: 'Europe/Berlin' },
      file,
      exists: true,
    })
  })
})

describe('environment variables', () => {
  it('with the prefix must be known ones', async () => {
    await expect(load({ PALIMPSEST_DATABASE: 'x.db' })).rejects.toThrow(
      'config: unknown environment variable PALIMPSEST_DATABASE; known: PALIMPSEST_DB, PALIMPSEST_CONFIG, PALIMPSEST_LANG',
    )
  })

  it('must not be empty, because that would silently mean the default', async () => {
    await expect(load({ PALIMPSEST_DB: '' })).rejects.toThrow('environment variable PALIMPSEST_DB is empty')
  })

  it('of others do not matter', async () => {
    expect((await load({ PATH: '', npm_config_db: 'x' })).settings).toEqual({})
  })
})
