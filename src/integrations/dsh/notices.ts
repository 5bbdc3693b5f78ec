/**
 * What goes wrong is told once: in the host's log, and in the conversation as one folded row.
 *
 * Owns: which troubles there were, and that each is told a single time in a process.
 */
import { type HostMessage, ourMessage } from './host.ts'
import type { Trouble, Words } from './words.ts'

/** Troubles that were told in this process; a plugin that is started anew with other settings tells none again. */
const told = new Map<Trouble, string>()

/** The host bounds the line it shows of a notice. */
const LONGEST_SUMMARY = 120

export class Notices {
  readonly #words: Words
  readonly #log: (text: string) => void
  readonly #untold: Trouble[] = []

  constructor(words: Words, log: (text: string) => void) {
    this.#words = words
    this.#log = log
  }

  /** Notes a trouble; the first of its kind is told. */
  raise(trouble: Trouble, detail: string): void {
    if (told.has(trouble)) return
    const text = this.#words.trouble[trouble](detail)
    told.set(trouble, text)
    this.#untold.push(trouble)
    this.#log(text)
  }

  /** Messages for what nobody was told of yet. */
  take(): HostMessage[] {
    return this.#untold.splice(0).map(trouble => {
      const text = `Palimpsest: ${told.get(trouble) ?? ''}`
      return ourMessage(text, { form: 'notice', summary: short(text) })
    })
  }

  /** Everything that was told, in order. */
  get all(): readonly string[] {
    return [...told.values()]
  }
}

const short = (text: string) =>
  text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY - 1)}…`
