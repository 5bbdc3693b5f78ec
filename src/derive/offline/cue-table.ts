/**
 * What a table of cues is made of, and how its phrases become patterns.
 *
 * Owns: the shape of the language twins `english.ts` and `chinese.ts`, and the notation of their phrases. Leaves
 * the phrases to the twins and the decision to `classify.ts`.
 */
import type { EventScope, EventType } from '../../domain/event.ts'

/** A cue of this weight makes an event alone; two of half the weight have to meet. */
export const STRONG = 2
/** Half the evidence: needs a companion of the same type. */
export const WEAK = 1
/** Says the type outright and overrules a strong cue of another one. */
export const OUTRIGHT = 3

/** Says of work that it is finished, and where: whatever else the sentence tells, this must not be lost. */
export const PLACED = 6

/** Where the time that a sentence names lies, seen from its message. */
export type Direction = 'past' | 'future'

/** Evidence for one type of event. Either words, or a time in a direction. */
export interface Cue {
  type: EventType
  weight: number
  pattern?: RegExp
  when?: Direction
  /** Who may say it: by default only the user; `any` also counts when the assistant reports it. */
  from?: 'any'
  /** Overrules the scope of the type. */
  scope?: EventScope
}

/** Words after which a sentence is no evidence. */
export interface Blocker {
  pattern: RegExp
  /** Absent: no event of any type. */
  types?: readonly EventType[]
  /** Absent: whoever speaks. */
  from?: 'user' | 'assistant'
  /** What the words are looked for in: the sentence itself (default), the one before it, or the whole message. */
  where?: 'before' | 'message'
  /** Words that lift the block. */
  unless?: RegExp
}

/** All that the deriver knows of one language. */
export interface CueTable {
  cues: readonly Cue[]
  blockers: readonly Blocker[]
  /** Names a thing, a number or a name: what an event about the undertaking has to be about. */
  concrete: RegExp
  /** The plan or event does not take place. */
  cancelled: RegExp
  /** Began at the time named and still holds. */
  ongoing: RegExp
  /** Ends where a new date is about to be named. */
  towards: RegExp
  /** Ends where a date is about to be named that the fact is not at: what is no longer waited for. */
  refused: RegExp
  /** A whole sentence that only announces the next one: it is read and stored together with it. */
  announcement: RegExp
  /** Opens a sentence that cannot be understood without the one before. */
  dependent: RegExp
  /** A person asks for something. */
  request: RegExp
  /** Greetings and thanks that open a sentence and say nothing. */
  pleasantry: RegExp
  /** A quotation long enough to be somebody else's sentence; shorter ones are names. */
  quotation: RegExp
}

/** Named parts of phrases, written `<name>`. */
export type Parts = Readonly<Record<string, string>>

/** Any words inside one clause-like stretch, written `…`. */
const GAP = '(?:[^.;:!?。；！？\\n]|(?<=\\d)[.:](?=\\d)){0,60}?'

/**
 * One pattern for a list of phrases, one on each line.
 *
 * Notation: regular expressions, where a blank stands for any white space, `…` for some words of the same clause or
 * none, `<name>` for a part. Case is ignored.
 *
 * @param whole phrases match whole words only (English); absent, they match anywhere (Chinese).
 */
export function phrases(list: string, parts: Parts, whole?: 'words'): RegExp {
  const lines = list
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const joined = lines
    .join('|')
    .replace(/<(\w+)>/g, (_, name: string) => `(?:${parts[name] ?? unknownPart(name)})`)
    .replaceAll(' … ', ` (?:${GAP} )?`)
    .replaceAll('…', GAP)
    .replaceAll(' ', '\\s+')
  return new RegExp(whole ? `(?<![\\w'-])(?:${joined})(?!\\w|'t)` : joined, 'iu')
}

function unknownPart(name: string): never {
  throw new TypeError(`derive/offline: a phrase names the part <${name}>, which its table does not define`)
}

/** Types that say something of the undertaking. */
export const UNDERTAKING = [
  'decision',
  'plan',
  'change',
  'outcome',
  'cause',
  'requirement',
  'constraint',
] as const
