/**
 * What a rule is made of, and how its lines become patterns.
 *
 * Owns: the shape of the language twins `english.ts` and `chinese.ts`. Leaves the words to the twins, and what a match
 * means to `claims.ts`.
 */
import type { MemoryEvent } from '../../../domain/event.ts'

/** What of an event is read. */
export type Stated = Pick<MemoryEvent, 'id' | 'type' | 'scope' | 'title' | 'summary' | 'trust'> & {
  time: Pick<NonNullable<MemoryEvent['time']>, 'status'> | null
}

/** What the words around a statement make of it. */
export interface Mood {
  /** Words of change: “now”, “instead of”, 改. */
  changed: boolean
  /** It is over: “no longer”, 不再. */
  ended: boolean
  /** It is to come: “will”, 计划. */
  future: boolean
  /** It names a time to come, which is no plan where times are the matter itself. */
  ahead: boolean
  /** It was decided. */
  decided: boolean
  /** It is being done, which is not done: “are moving”, 正在. */
  underway: boolean
  /** It goes on: “still”, 仍然. */
  restated: boolean
  /** It is denied; only rules that are `anyway` read it. */
  negated: boolean
}

/** A piece of a sentence that states one thing. */
export interface Clause {
  /** As rules see it. */
  text: string
  /** The same in the words of the source, of equal length; absent when it is the same. */
  source?: string
  mood: Mood
}

/** What a rule found in a clause. */
export interface Match {
  rule: Rule
  /** Named parts in the words of the source: `s` subject, `v` value, `old`, `c` noun, `m` its modifier, `n` number. */
  parts: Readonly<Record<string, string | undefined>>
  mood: Mood
}

/** One way to say something. */
export interface Rule {
  /** The relation; `tool`: that of the tool or noun; `property`: that of the noun. */
  relation: string
  pattern: RegExp
  says?: 'ended' | 'pending'
  isChange?: true
  /** Read also where the clause is denied. */
  anyway?: true
  /** Who it is said of when no part names it. */
  subject?: string
  /** The value, when it is no part. */
  value?: string
  /** Idle talk unless the event is about the user. */
  personal?: true
  /** A tool in no list is taken at its word. */
  loose?: true
}

/** All that reading knows of one language. */
export interface Grammar {
  /** A sentence that states nothing: a question, an idea, hearsay. */
  idle: RegExp
  /** Words that make all that stands beside them a joke. */
  joke: RegExp
  /** The clauses of a sentence that is not idle. */
  clausesOf(sentence: string): Clause[]
  rules: readonly Rule[]
  /** The mood of the part `pre`, where it is told only when a rule has matched. */
  moodOf?(before: string, clause: string): Partial<Mood>
  /** Words that are the user, the project, or no name at all. */
  user: RegExp
  ours: RegExp
  nameless: RegExp
  /** What a project has one of: made with a tool, it is the project that is. */
  parts: RegExp
  /** Nouns of properties and their relations. */
  properties: ReadonlyMap<string, string>
  /** What stands before a name and is no part of it. */
  determiner: RegExp
  /** Between the members of a list. */
  comma: RegExp
}

/** How a line is completed to a whole pattern. */
export interface Notation {
  /** Named pieces, written `<name>`. */
  parts: Readonly<Record<string, string>>
  /** What may follow a line that does not say so itself by `<end>`. */
  tail: string
}

/** The rules of a list, one on each line; a line is matched against a whole clause. */
export function rulesOf(
  notation: Notation,
  relation: string,
  list: string,
  rest: Omit<Partial<Rule>, 'pattern' | 'relation'> = {},
): Rule[] {
  const lines = list.split('\n').map(line => line.trim())
  return lines
    .filter(line => line !== '')
    .map(line => ({ relation, pattern: patternOf(line, notation), ...rest }))
}

function patternOf(line: string, { parts, tail }: Notation): RegExp {
  const whole = line.includes('<end>') ? line : `${line}<tail>`
  const spelled = whole.replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) =>
    name === 'tail' ? tail : (parts[name] ?? unknownPart(name)),
  )
  return new RegExp(`^${spelled}$`, 'du')
}

function unknownPart(name: string): never {
  throw new TypeError(`derive/offline: a rule names the part <${name}>, which its language does not define`)
}
