/**
 * The plugin's settings: names, defaults, bounds.
 *
 * Owns: the table, reading what the host hands over, and the host's form for it. Their words in both languages lie in
 * `package/locale/`. Relies on this host fact: a plugin's `Config` is a schemastery schema, and its values come
 * validated; without one they come as they were written.
 */
import en from './package/locale/en.json' with { type: 'json' }
import zh from './package/locale/zh.json' with { type: 'json' }

interface Choice<Value extends string> {
  choices: readonly Value[]
  default: Value
}
interface Amount {
  least: number
  most: number
  isWhole: boolean
  default: number
}
interface Switch {
  default: boolean
}
/** One of some words, or a text of a form. */
interface Text {
  words: readonly string[]
  form: RegExp
  default: string
}

const choice = <const Value extends string>(value: NoInfer<Value>, ...choices: Value[]): Choice<Value> => ({
  choices,
  default: value,
})
const whole = (value: number, least: number, most: number): Amount => ({
  default: value,
  least,
  most,
  isWhole: true,
})

const SETTINGS = {
  space: choice('project', 'project', 'session', 'global'),
  language: choice('auto', 'auto', 'en', 'zh'),
  blockSize: whole(6, 1, 1_000),
  lambda: { default: 0.3, least: 0.001, most: 100, isWhole: false } satisfies Amount as Amount,
  context: choice('layers', 'layers', 'off'),
  subagents: { default: false } satisfies Switch as Switch,
  recallTokens: whole(900, 0, 100_000),
  recallTimeoutMs: whole(300, 1, 60_000),
  model: { default: 'off', words: ['', 'off', 'host'], form: /^[^/\s]+\/\S+$/ } satisfies Text as Text,
  dailyTokens: whole(200_000, 0, 1_000_000_000),
  dailyNotes: { default: true } satisfies Switch as Switch,
  tools: choice('core', 'core', 'full', 'off'),
}

type Name = keyof typeof SETTINGS
type ValueOf<Kind> =
  Kind extends Choice<infer Value> ? Value : Kind extends { default: infer Value } ? Value : never

/** The settings of one installation. */
export type Settings = { [Key in Name]: ValueOf<(typeof SETTINGS)[Key]> }

/** Whether summaries and facts are derived with a model of the host. */
export const asksModel = ({ model }: Pick<Settings, 'model'>): boolean => model !== 'off' && model !== ''

/** The model that the setting names; undefined: none, or that of the conversation. */
export function namedModel({
  model,
}: Pick<Settings, 'model'>): { provider: string; model: string } | undefined {
  const [, provider, name] = /^([^/]+)\/(.+)$/.exec(model) ?? []
  return provider === undefined || name === undefined ? undefined : { provider, model: name }
}

/** Reads settings as they were written; what is absent or cannot be used has its default, and is named. */
export function readSettings(given: unknown): { settings: Settings; unusable: string[] } {
  const values = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  const unusable: string[] = []
  const entries = Object.entries(SETTINGS).map(([name, kind]) => {
    const value = values[name]
    if (value === undefined || isUsable(kind, value)) return [name, value ?? kind.default]
    unusable.push(name)
    return [name, kind.default]
  })
  return { settings: Object.fromEntries(entries) as Settings, unusable }
}

function isUsable(kind: Choice<string> | Amount | Switch | Text, value: unknown): boolean {
  if ('choices' in kind) return kind.choices.includes(value as string)
  if ('words' in kind)
    return typeof value === 'string' && (kind.words.includes(value) || kind.form.test(value))
  if (!('least' in kind)) return typeof value === 'boolean'
  if (typeof value !== 'number' || !(value >= kind.least && value <= kind.most)) return false
  return !kind.isWhole || Number.isInteger(value)
}

/** What is used of the host's schema library. */
interface SchemaLibrary {
  object(fields: Record<string, Schema>): Schema
  union(choices: readonly string[]): Schema
  string(): Schema
  boolean(): Schema
  number(): Schema
}
interface Schema {
  default(value: unknown): Schema
  description(text: string | Record<string, string>): Schema
  min(value: number): Schema
  max(value: number): Schema
  step(value: number): Schema
}

/**
 * The form that the host shows settings by. It refuses nothing: a host does not start with a row whose settings are
 * refused, while `readSettings` names them and goes on.
 */
export function schemaOf(library: SchemaLibrary): Schema {
  const fields = Object.entries(SETTINGS).map(([name, kind]) => {
    const text = { en: en.settings[name as Name], zh: zh.settings[name as Name] }
    return [name, fieldOf(library, kind).default(kind.default).description(text)]
  })
  const form = library.object(Object.fromEntries(fields))
  const takeAll = { version: 1, vendor: 'palimpsest', validate: (value: unknown) => ({ value: value ?? {} }) }
  return Object.defineProperty(form, '~standard', { value: takeAll })
}

function fieldOf(library: SchemaLibrary, kind: Choice<string> | Amount | Switch | Text): Schema {
  if ('choices' in kind) return library.union(kind.choices)
  if ('words' in kind) return library.string()
  if (!('least' in kind)) return library.boolean()
  const number = library.number().min(kind.least).max(kind.most)
  return kind.isWhole ? number.step(1) : number
}
