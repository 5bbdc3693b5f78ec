/**
 * What every command is given: the world around it, its texts, and the memory it works on.
 *
 * Owns: putting options, environment and config file together once. Leaves the rules of each to `config`.
 */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type MemoryOptions, modelDeriver, openMemory } from '../compose.ts'
import {
  checkCreatable,
  type DatabasePath,
  databasePath,
  isDatabaseThere,
  storesSeen,
} from '../config/database-path.ts'
import { DSH_HOST, type DshPlaces, dshPlaces } from '../config/dsh-home.ts'
import { projectSpaceOf } from '../config/project-space.ts'
import type { LoadedSettings } from '../config/settings.ts'
import { PalimpsestError } from '../domain/errors.ts'
import { type SpaceId, toSpaceId } from '../domain/space.ts'
import type { Memory } from '../memory.ts'
import { copyable, quoted } from './copyable.ts'
import type { Style } from './draw/layout.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Texts } from './texts/texts.ts'

/** Tokens that derivation with a model may spend in a day, where the config file says nothing. */
const DAILY_TOKENS = 200_000

/** The world outside, handed in so that nothing below reads it by itself. */
export interface Io {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  cwd: string
  home: string
  /** The platform's folders. */
  folders: { data: string; config: string }
  /** Folder of the package: of the repository, or of the installed package. */
  packageFolder: string
  /** Epoch milliseconds. */
  now: () => number
  systemLocale: string
  /** How the user started us, for commands to copy. */
  invocation: string
}

/** Options that every command takes. */
export interface CommonOptions {
  db?: string
  /** The database of DeepSeek Harness, and the projects as it names them. */
  dsh?: boolean
  space?: string
  json?: boolean
  color?: boolean
  lang?: string
}

/** What a command ends with: one JSON document, or lines for people. */
export interface Outcome {
  json: unknown
  lines: readonly string[]
  /** Default 0. */
  exit?: ExitCode
}

export interface OpenOptions {
  /** Make the database when there is none. */
  create?: boolean
  blockSize?: number
  /** IANA zone of a database that is made; default: the system's. The config file's comes first. */
  zone?: string
  /** Default: the config file's, else `full`. */
  synchronous?: 'full' | 'normal'
  /** What is odd on purpose is not warned about. */
  isDemonstration?: boolean
}

/** An open memory with the space the command means. */
export interface Opened {
  memory: Memory
  space: SpaceId
  database: DatabasePath
  /** Whether the database was made by this command. */
  isNew: boolean
  style: Style
}

export interface ContextParts {
  io: Io
  options: CommonOptions
  texts: Texts
  loaded: LoadedSettings
  /** Lacks the zone, which an open memory knows. */
  style: Omit<Style, 'zone'>
}

export class Context {
  readonly io: Io
  readonly options: CommonOptions
  readonly texts: Texts
  readonly loaded: LoadedSettings
  readonly style: Omit<Style, 'zone'>

  constructor({ io, options, texts, loaded, style }: ContextParts) {
    this.io = io
    this.options = options
    this.texts = texts
    this.loaded = loaded
    this.style = style
  }

  /** Whether lines may be redrawn: progress is for a person who watches. */
  get isWatched(): boolean {
    return !this.options.json && this.io.stderr.isTTY === true && this.io.env.TERM !== 'dumb'
  }

  /** Prints lines ahead of the outcome, for people only: with `--json` nothing but the one document is printed. */
  print(lines: readonly string[], end = '\n'): void {
    if (!this.options.json && lines.length > 0) this.io.stdout.write(lines.join('\n') + end)
  }

  /** A command for the user to copy, on the database of this one and, where it matters, in its space. */
  toCopy(words: string, { inSpace = false }: { inSpace?: boolean } = {}): string {
    const { space } = this.options
    const { path, source } = this.database()
    const all = inSpace && space !== undefined ? `${words} --space ${quoted(space)}` : words
    return copyable(this.io, source === 'dsh' ? `${all} --dsh` : all, source === 'option' ? path : undefined)
  }

  /** First part of the key of a folder's project. */
  get projectHost(): string {
    return this.options.dsh ? DSH_HOST : 'local'
  }

  /** Where DeepSeek Harness keeps its data. */
  get dshPlaces(): DshPlaces {
    return dshPlaces(this.io)
  }

  /** @throws PalimpsestError `config`. */
  database(): DatabasePath {
    const { env, cwd, home, folders } = this.io
    const { settings, file } = this.loaded
    return databasePath({
      option: this.options.db,
      dsh: this.options.dsh,
      env,
      setting: settings.db,
      configFile: file,
      cwd,
      home,
      dataFolder: folders.data,
    })
  }

  /**
   * Opens the memory, works with it, and closes it whatever happens. A database that was made here is taken away
   * again when nothing was stored in it.
   */
  async withMemory<Result>(options: OpenOptions, work: (opened: Opened) => Promise<Result>): Promise<Result> {
    return this.withMemoryAt(this.database(), options, work)
  }

  /** As {@link withMemory}, on another database than the options mean. */
  async withMemoryAt<Result>(
    database: DatabasePath,
    options: OpenOptions,
    work: (opened: Opened) => Promise<Result>,
  ): Promise<Result> {
    const opened = await this.#open(database, options)
    try {
      return await work(opened)
    } finally {
      await close(opened)
    }
  }

  async #open(
    database: DatabasePath,
    { create = false, blockSize, zone, synchronous, isDemonstration = false }: OpenOptions,
  ): Promise<Opened> {
    const { settings } = this.loaded
    const { path, source } = database
    const named = this.options.space ?? settings.space
    const space = named === undefined ? undefined : toSpaceId(named)
    if (!(await isDatabaseThere(database))) {
      if (!create) throw await this.missing(database)
      await checkCreatable(database)
      if (source === 'default') await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    }
    const isNew = !existsSync(path)
    const memory = await openMemory({
      path,
      create,
      zone: settings.zone ?? zone,
      blockSize: blockSize ?? settings.blockSize,
      lambda: settings.lambda,
      synchronous: synchronous ?? settings.synchronous,
      busyTimeoutMs: settings.busyTimeoutMs,
      ...this.#deriving(isDemonstration),
      derive: 'manual',
      now: this.io.now,
      onWarning: isDemonstration ? () => {} : error => this.#warn(error),
    })
    const style = { ...this.style, zone: memory.zone }
    try {
      return { memory, space: space ?? (await this.#projectSpace(memory)), database, isNew, style }
    } catch (error) {
      await close({ memory, database, isNew })
      throw error
    }
  }

  /** With a model when one is set; the demonstration never asks one. */
  #deriving(isDemonstration: boolean): Partial<MemoryOptions> {
    const { model, modelUrl: baseUrl, dailyTokens = DAILY_TOKENS } = this.loaded.settings
    if (model === undefined || isDemonstration) return {}
    const key = this.io.env.PALIMPSEST_MODEL_KEY
    const options = { model, ...(baseUrl ? { baseUrl } : {}), ...(key ? { key } : {}) }
    return { deriver: modelDeriver(options), dailyTokens }
  }

  /** One quiet line beside the output; the command goes on. */
  #warn(error: unknown): void {
    this.io.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }

  /** Of the current folder, for commands that no option and no setting gives a space. */
  #projectSpace(memory: Memory): Promise<SpaceId> {
    return projectSpaceOf(this.io.cwd, space => memory.hasSpace(space), { host: this.projectHost })
  }

  /** What is told when the database is not there: where it was looked for, and which ones are. */
  async missing({ path, source }: DatabasePath): Promise<PalimpsestError> {
    const { env, home, cwd, folders } = this.io
    const seen = await storesSeen(path, { env, home, cwd, dataFolder: folders.data })
    return new PalimpsestError(
      'store-missing',
      this.texts.missingStore(path, this.texts.databaseSource[source], seen.join(', ')),
    )
  }
}

async function close({ memory, database, isNew }: Pick<Opened, 'memory' | 'database' | 'isNew'>) {
  const isUnused = isNew && (await holdsNothing(memory))
  await memory.close()
  // SQLite takes its log away with the last connection: where it is left, another program has begun to use the file.
  if (isUnused && !existsSync(`${database.path}-wal`)) await rm(database.path, { force: true })
}

async function holdsNothing(memory: Memory): Promise<boolean> {
  try {
    const { spaces } = await memory.status()
    return spaces.every(({ turns, events }) => turns + events === 0)
  } catch {
    // What cannot be looked into is not thrown away; why it cannot, the command itself has met.
    return false
  }
}
