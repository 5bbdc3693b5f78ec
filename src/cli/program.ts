/**
 * From a command line to its end: parse, run one command, print one outcome.
 *
 * Owns: the list of commands, the options they share, and what happens when something is wrong. Each command is a
 * file in `commands/`.
 */
import { Command, CommanderError, Option } from 'commander'
import picocolors from 'picocolors'
import { databasePath } from '../config/database-path.ts'
import { type LoadedSettings, loadSettings } from '../config/settings.ts'
import { PalimpsestError } from '../domain/errors.ts'
import type { AddCommand, Run } from './command.ts'
import { addBlocks } from './commands/blocks.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addEvents } from './commands/events.ts'
import { addExpand } from './commands/expand.ts'
import { addExplain } from './commands/explain.ts'
import { addGraph } from './commands/graph.ts'
import { addIngest } from './commands/ingest.ts'
import { addJobs } from './commands/jobs.ts'
import { addSearch } from './commands/search.ts'
import { addShow } from './commands/show.ts'
import { addSpace } from './commands/space.ts'
import { addStatus } from './commands/status.ts'
import { addTopics } from './commands/topics.ts'
import { type CommonOptions, Context, type Io, type Outcome } from './context.ts'
import type { Style } from './draw/layout.ts'
import { EXIT, type ExitCode, exitCodeOf, type FailureCode } from './exit-codes.ts'
import { languageOf, UI_LANGUAGES } from './language.ts'
import { type Texts, textsOf } from './texts/texts.ts'

const COMMANDS: readonly AddCommand[] = [
  addIngest,
  addSearch,
  addBlocks,
  addExpand,
  addEvents,
  addGraph,
  addTopics,
  addShow,
  addExplain,
  addStatus,
  addSpace,
  addDoctor,
  addJobs,
  addDemo,
]

/** A piped line is not cut to a terminal's width, but a table still needs one. */
const PIPED_WIDTH = 100

/** Runs one command line and prints its outcome; never throws. */
export async function runProgram(argv: readonly string[], io: Io, version: string): Promise<ExitCode> {
  const session = await Session.begin(argv, io)
  try {
    return await session.run(version)
  } catch (error) {
    return session.fail(error)
  }
}

class Session {
  readonly #argv: readonly string[]
  /** The words of the command line that may be options: what stands behind `--` is none. */
  readonly #words: readonly string[]
  readonly #io: Io
  readonly #texts: Texts
  readonly #loaded: LoadedSettings | undefined
  readonly #problem: unknown
  readonly #isJson: boolean
  /** What Commander has said for people, where it is to be part of a document. */
  #said = ''

  private constructor(argv: readonly string[], io: Io, loaded: LoadedSettings | undefined, problem: unknown) {
    this.#argv = argv
    this.#words = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
    this.#io = io
    this.#loaded = loaded
    this.#isJson = this.#words.includes('--json')
    const sources = {
      argv: this.#words,
      env: io.env,
      setting: loaded?.settings.language,
      systemLocale: io.systemLocale,
    }
    try {
      this.#texts = textsOf(languageOf(sources))
    } catch (error) {
      this.#texts = textsOf(languageOf({ ...sources, env: { ...io.env, PALIMPSEST_LANG: undefined } }))
      problem ??= error
    }
    this.#problem = problem
  }

  /** What is wrong with the settings is told when a command needs them, so that help is never out of reach. */
  static async begin(argv: readonly string[], io: Io): Promise<Session> {
    try {
      const loaded = await loadSettings(io.env, { cwd: io.cwd, configFolder: io.folders.config })
      return new Session(argv, io, loaded, undefined)
    } catch (error) {
      return new Session(argv, io, undefined, error)
    }
  }

  async run(version: string): Promise<ExitCode> {
    let outcome: Outcome | undefined
    const program = this.#program(version)
    const run: Run = async (command, action) => {
      const options = command.optsWithGlobals<CommonOptions>()
      if (options.dsh && options.db !== undefined)
        command.error('--db and --dsh each name a database; give one of them')
      outcome = await action(this.#context(options))
    }
    for (const add of COMMANDS) add(program, run, this.#texts)
    await program.parseAsync(this.#argv, { from: 'user' })
    if (!outcome) return EXIT.done
    if (this.#isJson) this.#print(toJson(outcome.json))
    else if (outcome.lines.length > 0) this.#print(outcome.lines.join('\n'))
    return outcome.exit ?? EXIT.done
  }

  /** Tells what went wrong: with `--json` as the one document, else as one line beside the output. */
  fail(error: unknown): ExitCode {
    if (error instanceof CommanderError && error.exitCode === 0) return this.#answered(error)
    // Commander has printed the help: the command line names no command.
    if (error instanceof CommanderError && error.code === 'commander.help' && !this.#isJson) return EXIT.usage
    const { code, message } = failureOf(error)
    if (this.#isJson) this.#print(toJson({ error: { code, message } }))
    else {
      const colours = picocolors.createColors(isColourful(this.#io.stderr, this.#io.env, this.#words))
      this.#io.stderr.write(`${colours.red(this.#texts.failure[code])}${this.#texts.colon}${message}\n`)
    }
    return exitCodeOf(code)
  }

  /** The version or a help was asked for, and Commander has given it. */
  #answered({ code, message }: CommanderError): ExitCode {
    const isVersion = code === 'commander.version'
    if (this.#isJson) this.#print(toJson(isVersion ? { version: message } : { help: this.#said }))
    return EXIT.done
  }

  /** What Commander says for people: printed, or kept for the one document. */
  #say(text: string): void {
    if (this.#isJson) this.#said += text
    else this.#io.stdout.write(text)
  }

  #context(options: CommonOptions): Context {
    if (!this.#loaded || this.#problem) throw this.#withEffectivePath(options, this.#problem)
    return new Context({
      io: this.#io,
      options,
      texts: this.#texts,
      loaded: this.#loaded,
      style: this.#style(),
    })
  }

  #style(): Omit<Style, 'zone'> {
    const { stdout, env } = this.#io
    const columns = stdout.isTTY ? stdout.columns : Number(env.COLUMNS)
    return {
      colours: picocolors.createColors(isColourful(stdout, env, this.#words)),
      width: columns >= 20 ? columns : PIPED_WIDTH,
      texts: this.#texts,
    }
  }

  /** A refused setting says which database would have been used without it, and that none was opened. */
  #withEffectivePath(options: CommonOptions, problem: unknown): unknown {
    if (!(problem instanceof PalimpsestError)) return problem
    const { env, cwd, home, folders } = this.#io
    try {
      const { path } = databasePath({
        option: options.db,
        dsh: options.dsh,
        env,
        configFile: '',
        cwd,
        home,
        dataFolder: folders.data,
      })
      return new PalimpsestError(problem.code, `${problem.message}; ${this.#texts.nothingOpened(path)}`)
    } catch {
      // The path itself is what is wrong, and the problem says so.
      return problem
    }
  }

  #program(version: string): Command {
    const { options, help } = this.#texts
    const { colours } = this.#style()
    const titles: Record<string, string> = help.titles
    return new Command('palimpsest')
      .description(help.description)
      .exitOverride()
      .configureOutput({
        // Commander sets a space behind the title of the usage; a full-width colon brings its own.
        writeOut: text => this.#say(text.replace(/(：(?:\x1b\[\d+m)*) /, '$1')),
        writeErr: text => this.#say(text),
        outputError: () => {},
      })
      .configureHelp({
        showGlobalOptions: true,
        helpWidth: Math.min(this.#style().width, 110),
        styleTitle: title => colours.bold(titles[title] ?? title),
      })
      .helpOption('-h, --help', help.helpOption)
      .helpCommand('help [command]', help.helpCommand)
      .version(version, '-V, --version', help.versionOption)
      .option('--db <path>', options.db)
      .option('--dsh', options.dsh)
      .option('--space <key>', options.space)
      .option('--json', options.json)
      .addOption(new Option('--lang <language>', options.lang).choices(UI_LANGUAGES))
      .option('--no-color', options.noColor)
  }

  #print(text: string): void {
    this.#io.stdout.write(`${text}\n`)
  }
}

function failureOf(error: unknown): { code: FailureCode; message: string } {
  if (error instanceof PalimpsestError) return { code: error.code, message: error.message }
  if (error instanceof CommanderError && error.code === 'commander.help')
    return { code: 'usage', message: 'no command is named; name one, or give --help to see them' }
  if (error instanceof CommanderError)
    return { code: 'usage', message: error.message.replace(/^error: /, '') }
  return {
    code: 'internal',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}

/** One document; control characters that JSON would leave as they are reach no terminal. */
function toJson(value: unknown): string {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(/[\x7f-\x9f]/g, toEscape)
}

function isColourful(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv, words: readonly string[]): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb' && !words.includes('--no-color')
}
