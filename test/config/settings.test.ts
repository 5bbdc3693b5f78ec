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
      'config: unknown setting "databse" in /etc/config.json; known settings: db, space, zone, blockSize, lambda, language, synchronous, busyTimeoutMs, model, modelUrl, dailyTokens',
    )
  })

  it.each([
    ['{"db": ""}', 'setting db "" in F is not usable; give the path of a file, or leave it out'],
    ['{"db": 7}', 'setting db 7 in F is not usable; give the path of a file, or leave it out'],
    [
      '{"space": "my project"}',
      'setting space "my project" in F is not usable; give HOST:project:PATH, HOST:session:ID or HOST:global, or leave it out',
    ],
    [
      '{"zone": "Mars/Olympus"}',
      'setting zone "Mars/Olympus" in F is not usable; give an IANA zone such as Europe/Berlin, or leave it out',
    ],
    [
      '{"blockSize": 0}',
      'setting blockSize 0 in F is not usable; give a whole number from 1 on, or leave it out',
    ],
    [
      '{"blockSize": 2.5}',
      'setting blockSize 2.5 in F is not usable; give a whole number from 1 on, or leave it out',
    ],
    [
      '{"lambda": "fast"}',
      'setting lambda "fast" in F is not usable; give a number above 0, or leave it out',
    ],
    ['{"language": "fr"}', 'setting language "fr" in F is not usable; give en or zh, or leave it out'],
    [
      '{"synchronous": null}',
      'setting synchronous null in F is not usable; give full or normal, or leave it out',
    ],
    [
      '{"busyTimeoutMs": {"s": 5}}',
      'setting busyTimeoutMs {"s":5} in F is not usable; give whole milliseconds from 0 on, or leave it out',
    ],
    [
      '{"__proto__": {"db": "x.db"}}',
      'unknown setting "__proto__" in F; known settings: db, space, zone, blockSize, lambda, language, synchronous, busyTimeoutMs, model, modelUrl, dailyTokens',
    ],
    ['[]', 'F holds no JSON object; write one, such as {"zone": "Europe/Berlin"}'],
    ['{"db": ', 'F is not JSON (Unexpected end of JSON input); correct it'],
  ])('refuses %s', (text, told) => {
    expect(() => parseSettings(text, 'F')).toThrow(
      expect.objectContaining({ code: 'config', message: `config: ${told}` }),
    )
  })

  it('holds no setting twice, however its name is written', () => {
    for (const text of [
      '{"db": "a.db", "zone": "UTC", "db": "b.db"}',
      '{"db": "a.db", "\\u0064b" : "b.db"}',
    ]) {
      expect(() => parseSettings(text, 'F')).toThrow(
        'config: setting db stands twice in F; leave one of them',
      )
    }
    const quoted = { db: '"db": {[", \\"db": ' }
    expect(parseSettings(JSON.stringify(quoted), 'F')).toEqual(quoted)
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

  it.each(['palimpsest_db', 'Palimpsest_Lang', 'PALIMPSESTDB', 'PALIMPSEST'])(
    'are not written in another way, such as %s',
    async name => {
      await expect(load({ [name]: 'x' })).rejects.toThrow(
        `config: unknown environment variable ${name}; known: `,
      )
    },
  )

  it('are written in any case on Windows', async () => {
    const platform = 'win32'
    const config = { cwd: folder, configFolder: join(folder, 'platform'), platform } as const
    expect((await loadSettings({ palimpsest_db: 'x.db' }, config)).settings).toEqual({})
    await expect(loadSettings({ palimpsestdb: 'x.db' }, config)).rejects.toThrow(
      'unknown environment variable',
    )
  })

  it('must not be empty, because that would silently mean the default', async () => {
    await expect(load({ PALIMPSEST_DB: '' })).rejects.toThrow('environment variable PALIMPSEST_DB is empty')
  })

  it('of others do not matter', async () => {
    expect((await load({ PATH: '', npm_config_db: 'x' })).settings).toEqual({})
  })
})
