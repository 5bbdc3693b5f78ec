/**
 * Which database file is meant.
 *
 * Owns: the order options, `PALIMPSEST_DB`, config file, platform; refusing what cannot be a file; looking for stores
 * to name when the meant one is missing. Leaves the place of the harness's database to `dsh-home.ts`. Opens and makes
 * nothing.
 */
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { PalimpsestError } from '../domain/errors.ts'
import { dshPlaces } from './dsh-home.ts'

/** Name of the database in the platform's data folder. */
const DEFAULT_DATABASE = 'palimpsest.db'

export interface DatabasePath {
  /** Absolute. */
  path: string
  /** Who named it. */
  source: 'option' | 'dsh' | 'environment' | 'config' | 'default'
}

export interface DatabaseRequest {
  /** Value of `--db`. */
  option?: string
  /** Whether `--dsh` stands there: the database of DeepSeek Harness. */
  dsh?: boolean
  env: NodeJS.ProcessEnv
  /** `db` of the config file. */
  setting?: string
  configFile: string
  cwd: string
  home: string
  dataFolder: string
}

/**
 * The database meant, by the first that names one: `--db`, `--dsh`, `PALIMPSEST_DB`, config file, platform.
 *
 * @throws PalimpsestError `config` when the name is a URL, empty, or a SQLite special name: each would open another,
 *   empty store.
 */
export function databasePath(request: DatabaseRequest): DatabasePath {
  const { option, dsh = false, env, setting, configFile, cwd, home, dataFolder } = request
  if (option !== undefined) return { path: filePath(option, '--db', cwd, home), source: 'option' }
  if (dsh) return { path: dshPlaces({ env, home, cwd }).database, source: 'dsh' }
  if (env.PALIMPSEST_DB !== undefined) {
    return { path: filePath(env.PALIMPSEST_DB, 'PALIMPSEST_DB', cwd, home), source: 'environment' }
  }
  if (setting !== undefined) {
    const place = `setting db in ${configFile}`
    return { path: filePath(setting, place, dirname(configFile), home), source: 'config' }
  }
  return { path: join(dataFolder, DEFAULT_DATABASE), source: 'default' }
}

/**
 * Checks what lies at the path before it is opened: opening a pipe would wait for its writer.
 *
 * @returns whether there is a file that holds anything.
 * @throws PalimpsestError `bad-input` when what is there is no file.
 */
export async function isDatabaseThere({ path }: Pick<DatabasePath, 'path'>): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const wrong = found.isDirectory() ? 'is a folder' : found.isFile() ? undefined : 'is no regular file'
  if (wrong === undefined) return found.size > 0
  const remedy = found.isDirectory() ? 'name a file in it' : 'name a file'
  throw new PalimpsestError('bad-input', `database: ${path} ${wrong}; ${remedy}`)
}

/**
 * Checks that a database may be made at the path: a path that someone wrote must lie in a folder that is there, so
 * that a typing error makes no new store.
 *
 * @throws PalimpsestError `config`.
 */
export async function checkCreatable({ path, source }: DatabasePath): Promise<void> {
  if (source === 'default') return
  const folder = await stat(dirname(path)).catch(() => undefined)
  if (!folder?.isDirectory()) {
    throw bad(`no folder ${dirname(path)} for the database ${path}; correct the path or make the folder`)
  }
}

/**
 * Databases that are there, to be named when the meant one is not: the platform's, the one of DeepSeek Harness, those
 * in `.palimpsest` of the current folder and the folders above it, and those beside the missing file. Sorted, at most
 * `limit`.
 */
export async function storesSeen(
  missing: string,
  {
    env,
    home,
    cwd,
    dataFolder,
    limit = 10,
  }: Pick<DatabaseRequest, 'env' | 'home' | 'cwd' | 'dataFolder'> & { limit?: number },
): Promise<string[]> {
  const { folder: dshFolder } = dshPlaces({ env, home, cwd })
  const folders = new Set([
    dirname(missing),
    dataFolder,
    dshFolder,
    ...ancestors(cwd).map(f => join(f, '.palimpsest')),
  ])
  const seen = new Set<string>()
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(n => n.endsWith('.db') || n === basename(missing))) {
      if (await isSqliteFile(join(folder, name))) seen.add(join(folder, name))
    }
  }
  return [...seen].sort().slice(0, limit)
}

function filePath(text: string, place: string, from: string, home: string): string {
  if (text.trim() === '') throw bad(`${place} is empty; give the path of a file`)
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) {
    throw bad(
      `${place} ${JSON.stringify(withoutSecrets(text))} is a URL; this version stores in a file: give its path`,
    )
  }
  if (text === ':memory:' || text.includes('\0')) {
    throw bad(`${place} ${JSON.stringify(text)} is no file; give the path of one`)
  }
  return /^~[/\\]/.test(text) ? join(home, text.slice(2)) : resolve(from, text)
}

/** The URL without user, password and query, fit for a message. */
function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//…@').replace(/[?#].*$/s, '')
}

function ancestors(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...ancestors(above)]
}

async function isSqliteFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  const file = found?.isFile() ? await open(path).catch(() => undefined) : undefined
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1') === 'SQLite format 3\0'
  } catch {
    // It may not be read: nothing to offer.
    return false
  } finally {
    await file.close()
  }
}

function bad(what: string): PalimpsestError {
  return new PalimpsestError('config', `database: ${what}`)
}
