/**
 * What each conversation is told of its project when it begins: one short text, part of the host's runtime context.
 *
 * Owns: when the text is asked for, and keeping it still in between. It is asked for when a session is there and when
 * one of its blocks became ready, so it changes at most once a block. Leaves the text to the engine. Relies on these
 * host facts: the runtime context is a message behind the person's, sent anew only when its text has changed, while a
 * change of the system prompt begins every request anew; its texts are templates, and one that names what the host
 * does not know ends the turn.
 */
import { refOf } from './capture.ts'
import type { HostSession } from './host.ts'
import type { MemoryCalls } from './memory-calls.ts'
import type { Language } from './words.ts'

export interface DirectoriesOptions {
  call: (
    name: 'directory',
    given: MemoryCalls['directory']['given'],
  ) => Promise<MemoryCalls['directory']['answer']>
  language: Language
}

export class Directories {
  readonly #options: DirectoriesOptions
  readonly #texts = new Map<string, string>()

  constructor(options: DirectoriesOptions) {
    this.#options = options
  }

  /** Looks for the text of a session anew; what it was before stands until then. Never rejects. */
  async renew(session: Pick<HostSession, 'id' | 'header'>): Promise<void> {
    const { call, language } = this.#options
    try {
      const text = await call('directory', { session: refOf(session), language })
      this.#texts.set(session.id, withoutTemplates(text))
    } catch {
      // Memory that does not answer has its notice; the conversation begins without.
    }
  }

  /** '' while there is none. */
  textOf(session: string): string {
    return this.#texts.get(session) ?? ''
  }

  forget(session: string): void {
    this.#texts.delete(session)
  }
}

const withoutTemplates = (text: string) => text.replace(/\{(?=\{)/g, '{ ').replace(/\}(?=\})/g, '} ')
