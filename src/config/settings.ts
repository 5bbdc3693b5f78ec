/**
 * Settings of the installation: the config file and the environment variables.
 *
 * Owns: which settings exist, where their file lies, and refusing what is unknown, so that a typing error never
 * turns into a default. Leaves which database results to `database-path.ts`, and using the values to `compose.ts`.
 */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { z } from 'zod'
import { PalimpsestError } from '../domain/errors.ts'

const schema = z.strictObject({
  /** Database file; a relative path starts at the config file's folder. Default: the platform's data folder. */
  db: z.string().min(1).optional(),
  /** Space of commands that name none. Default: the project of the current folder. */
  space: z.string().min(1).optional(),
  /** IANA zone in which "yesterday" is meant. Default: the store's, which is the system's when it was made. */
  zone: z.string().min(1).optional(),
  /** Turns of a block, a positive integer. Default 12. */
  blockSize: z.int().min(1).optional(),
  /** Fading speed λ, above 0. Default 0.3; smaller keeps more detail for longer. */
  lambda: z.number().positive().optional(),
  /** Language of the command line. Default: that of the locale. */
  language: z.enum(['en', 'zh']).optional(),
  /** What an acknowledged turn survives: `full` loss of power, `normal` of the process only. Default `full`. */
  synchronous: z.enum(['full', 'normal']).optional(),
  /** How long a lock of another process is waited for, milliseconds. Default 5,000. */
  busyTimeoutMs: z.int().min(0).optional(),
})

/** The content of the config file; what is absent takes its default. */
export type Settings = z.infer<typeof schema>

/** Names of all settings, in the order of the documentation. */
const SETTING_NAMES = Object.keys(schema.shape) as readonly (keyof Settings)[]

/** Every environment variable that Palimpsest reads. */
const ENVIRONMENT_NAMES = ['PALIMPSEST_DB', 'PALIMPSEST_CONFIG', 'PALIMPSEST_LANG'] as const

export interface LoadedSettings {
  settings: Settings
  /** Absolute path of the config file, whether it is there or not. */
  file: string
  exists: boolean
}

/** The platform's folders for Palimpsest: `data` holds the default database, `config` the config file. */
export function platformFolders(): { data: string; config: string } {
  const { data, config } = envPaths('palimpsest', { suffix: '' })
  return { data, config }
}

/**
 * Reads the config file: `PALIMPSEST_CONFIG`, else `config.json` in the platform's config folder. Without a file
 * at the platform's place all settings are absent.
 *
 * @throws PalimpsestError `config`: an unknown `PALIMPSEST_…` variable, a file that was named but is not there, no
 *   JSON, an unknown setting, an unusable value.
 */
export async function loadSettings(
  env: NodeJS.ProcessEnv,
  { cwd, configFolder }: { cwd: string; configFolder: string },
): Promise<LoadedSettings> {
  checkVariables(env)
  const named = env.PALIMPSEST_CONFIG
  const file = named === undefined ? join(configFolder, 'config.json') : resolve(cwd, named)
  const text = await readIfThere(file)
  if (text !== undefined) return { settings: parseSettings(text, file), file, exists: true }
  if (named !== undefined)
    throw bad(`PALIMPSEST_CONFIG names ${file}, and there is no file; correct or unset it`)
  return { settings: {}, file, exists: false }
}

/**
 * Checks the text of a config file.
 *
 * @throws PalimpsestError `config`, naming the setting, the file and, for an unknown one, the known ones.
 */
export function parseSettings(text: string, file: string): Settings {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw bad(`${file} is not JSON (${messageOf(cause)}); correct it`, cause)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const unknown = issue.keys.map(key => JSON.stringify(key)).join(', ')
    throw bad(`unknown setting ${unknown} in ${file}; known settings: ${SETTING_NAMES.join(', ')}`)
  }
  const name = issue?.path.join('.') || 'the whole file'
  throw bad(`setting ${name} in ${file} is not usable: ${issue?.message}`)
}

function checkVariables(env: NodeJS.ProcessEnv): void {
  const known: readonly string[] = ENVIRONMENT_NAMES
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('PALIMPSEST_')) continue
    if (!known.includes(name)) throw bad(`unknown environment variable ${name}; known: ${known.join(', ')}`)
    // An empty value is usually another variable's misspelt name, and would silently mean the default.
    if (value === '') throw bad(`environment variable ${name} is empty; give it a value or unset it`)
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw bad(`${file} cannot be read (${messageOf(cause)})`, cause)
  }
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

function bad(what: string, cause?: unknown): PalimpsestError {
  return new PalimpsestError('config', `config: ${what}`, { cause })
}
