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
import { toSpaceId } from '../domain/space.ts'
import { isZone } from '../domain/time.ts'

const schema = z.strictObject({
  /** Database file; a relative path starts at the config file's folder. Default: the platform's data folder. */
  db: z.string().min(1).optional(),
  /** Space of commands that name none. Default: the project of the current folder. */
  space: z.string().refine(isSpace).optional(),
  /** IANA zone in which "yesterday" is meant. Default: the store's, which is the system's when it was made. */
  zone: z.string().refine(isZone).optional(),
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
  /** Model that derives, by the name its endpoint knows. Default: none, derivation needs no model. */
  model: z.string().trim().min(1).optional(),
  /** Endpoint of the model, as OpenAI's chat completions. Default: DeepSeek's. */
  modelUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Most tokens that derivation may spend in a day. Default 200,000. */
  dailyTokens: z.int().min(0).optional(),
})

/** The content of the config file; what is absent takes its default. */
export type Settings = z.infer<typeof schema>

/** What to write for each setting, in the order of the documentation. */
const REMEDIES: Record<keyof Settings, string> = {
  db: 'give the path of a file',
  space: 'give HOST:project:PATH, HOST:session:ID or HOST:global',
  zone: 'give an IANA zone such as Europe/Berlin',
  blockSize: 'give a whole number from 1 on',
  lambda: 'give a number above 0',
  language: 'give en or zh',
  synchronous: 'give full or normal',
  busyTimeoutMs: 'give whole milliseconds from 0 on',
  model: 'give the name of a model, such as deepseek-chat',
  modelUrl: 'give the address of an endpoint, such as https://api.deepseek.com',
  dailyTokens: 'give a whole number of tokens from 0 on',
}

/** Every environment variable that Palimpsest reads. */
const ENVIRONMENT_NAMES = [
  'PALIMPSEST_DB',
  'PALIMPSEST_CONFIG',
  'PALIMPSEST_LANG',
  'PALIMPSEST_MODEL_KEY',
] as const

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
 * @param platform on Windows the case of a variable's name does not matter; default: that of the process.
 * @throws PalimpsestError `config`: an unknown variable whose name begins like ours, a file that was named but is not
 *   there, no JSON, an unknown setting or one that stands there twice, an unusable value.
 */
export async function loadSettings(
  env: NodeJS.ProcessEnv,
  {
    cwd,
    configFolder,
    platform = process.platform,
  }: { cwd: string; configFolder: string; platform?: NodeJS.Platform },
): Promise<LoadedSettings> {
  checkVariables(env, platform)
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
 * @throws PalimpsestError `config`, naming the setting, its value, the file and the remedy.
 */
export function parseSettings(text: string, file: string): Settings {
  const plain = text.replace(/^\uFEFF/, '')
  const settings = parseObject(plain, file)
  checkNames(keysIn(plain), file)
  const parsed = schema.safeParse(settings)
  if (parsed.success) return parsed.data
  const name = String(parsed.error.issues[0]?.path[0]) as keyof Settings
  throw bad(
    `setting ${name} ${JSON.stringify(settings[name])} in ${file} is not usable; ${REMEDIES[name]}, or leave it out`,
  )
}

function parseObject(text: string, file: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw bad(`${file} is not JSON (${messageOf(cause)}); correct it`, cause)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw bad(`${file} holds no JSON object; write one, such as {"zone": "Europe/Berlin"}`)
}

/** Of two equal keys JSON would take the last one without a word. */
function checkNames(names: readonly string[], file: string): void {
  const unknown = names.find(name => !Object.hasOwn(REMEDIES, name))
  if (unknown !== undefined) {
    const known = Object.keys(REMEDIES).join(', ')
    throw bad(`unknown setting ${JSON.stringify(unknown)} in ${file}; known settings: ${known}`)
  }
  const twice = names.find((name, place) => names.indexOf(name) < place)
  if (twice !== undefined) throw bad(`setting ${twice} stands twice in ${file}; leave one of them`)
}

/** The keys of a JSON object as they are written, repeated ones too. */
function keysIn(json: string): string[] {
  const keys: string[] = []
  let depth = 0
  for (const [token, string, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (string === undefined) depth += token === '{' || token === '[' ? 1 : -1
    else if (depth === 1 && colon !== undefined) keys.push(JSON.parse(string))
  }
  return keys
}

function isSpace(key: string): boolean {
  try {
    return toSpaceId(key) !== ''
  } catch {
    // The caller says it, with the setting and its file.
    return false
  }
}

/** Also refuses other spellings of our names: they would silently mean the default. */
function checkVariables(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): void {
  const known: readonly string[] = ENVIRONMENT_NAMES
  for (const [name, value] of Object.entries(env)) {
    if (!/^palimpsest/i.test(name)) continue
    if (!known.includes(platform === 'win32' ? name.toUpperCase() : name)) {
      throw bad(`unknown environment variable ${name}; known: ${known.join(', ')}`)
    }
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
