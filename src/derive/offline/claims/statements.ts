/**
 * What a match of a rule says: claims with subject, relation and value.
 *
 * Owns: the relation that a tool or noun stands for, lists as values of their own, the side statements of a match (the
 * version beside the tool, the employer beside the job), and what its mood makes of them.
 */
import type { EventType } from '../../../domain/event.ts'
import type { Claim, Named } from '../../../domain/graph.ts'
import { ATTITUDE, FAVOURITE, type RelationKind, relationKind } from '../../../domain/relations.ts'
import { codePoints } from '../../../text/cut.ts'
import { isNameless, personOf, placeOrBody, type Reader, subjectOf, thingNamed } from './named.ts'
import type { Match, Stated } from './rule.ts'
import { relationOfNoun, relationOfTool } from './tools.ts'
import { isSpokenLanguage, isValueOf } from './values.ts'

/** Whose words are read. */
interface Context extends Reader {
  event: Stated
}

/** One claim before it is known whom it is about. */
interface Statement {
  relation: string
  value: string
  says: Claim['says']
  isChange: boolean
  /** Whom it is about, when that is not the subject of its clause. */
  of?: Named
}

/** Their values are times, so a time to come makes no plan of them. */
const TIMED: ReadonlySet<string> = new Set(['due-date', 'meets-at', 'birthday'])
/** To decide them is not yet to do them. */
const DONE_LATER: ReadonlySet<string> = new Set([
  'lives-in',
  'works-at',
  'studies-at',
  'partner',
  'pet',
  'located-in',
])
const OF_ANYONE: ReadonlySet<string> = new Set(['name'])
const NOT_DONE: ReadonlySet<EventType> = new Set(['plan', 'open'])
const LONGEST_RELATION = 64
const LONGEST_VALUE = 200
const FAILED: ReadonlySet<string> = new Set(['failed', '失败'])

/** The claims of a match; none when anything about it is open. */
export function claimsOfMatch(match: Match, context: Context): Claim[] {
  if (match.rule.personal && !isPersonal(context.event)) return []
  return statementsOf(match, context).flatMap(statement => claimOf(statement, match, context) ?? [])
}

/** Likings are idle talk elsewhere. */
function isPersonal({ scope, type }: Stated): boolean {
  return scope === 'user' || type === 'preference' || type === 'identity'
}

function statementsOf(match: Match, context: Context): Statement[] {
  const { rule, parts } = match
  if (rule.relation === 'tool') return toolStatements(match, context)
  const relation = relationOf(match, context)
  if (relation === undefined) return []
  const kind = relationKind(relation)
  const text = rule.value ?? parts.v ?? ''
  const values = kind?.mode === 'set' ? listOf(text, context) : [text]
  const beside = [
    ['works-at', parts.org],
    ['job', parts.job],
  ] as const
  const all = [
    ...values.map(value => [relation, value] as const),
    ...beside.flatMap(([other, value]) => (value ? [[other, value] as const] : [])),
  ]
  return all.flatMap(([each, value]) => statement(each, value, match, context) ?? [])
}

function relationOf({ rule, parts }: Match, { grammar }: Context): string | undefined {
  if (rule.relation === 'property') return grammar.properties.get(parts.c ?? '')
  if (rule.relation === 'favourite') return openRelation(FAVOURITE, parts.k)
  if (rule.relation === 'attitude') return openRelation(ATTITUDE, parts.v)
  return rule.relation
}

/** The relation that goes on with the thing's own name. */
function openRelation(kind: string, thing = ''): string | undefined {
  if (
    /^(?:the|this|that|these|those|it|to|how|when|where|why|what|you|your|my|our|being|a|an|working|him|her|them|us|me)(?: |$)|^[这那你他她它在用把被和先再跟]/.test(
      thing,
    )
  ) {
    return undefined
  }
  const slug = thing
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const relation = kind + slug
  return slug === '' || codePoints(relation) > LONGEST_RELATION ? undefined : relation
}

function toolStatements(match: Match, context: Context): Statement[] {
  const { rule, parts } = match
  const { old } = parts
  const named = nounRelation(parts, context)
  const tools = listOf(parts.v ?? '', context).map(tool =>
    versionApart(tool.replace(/^(?:the|an?|our|my) /, '')),
  )
  const relations = tools.map(({ name }) => {
    const known = relationOfTool(name)
    if (!known && !(rule.loose || named || (old && relationOfTool(old)))) return undefined
    if (!isToolName(name, named !== undefined)) return undefined
    return named ?? known ?? (old ? relationOfTool(old) : undefined) ?? 'uses'
  })
  if (relations.includes(undefined)) return []
  const out: Statement[] = []
  for (const [at, { name, version }] of tools.entries()) {
    const own = relations[at] ?? 'uses'
    const isShared = relationKind(own)?.mode !== 'set' && relations.filter(other => other === own).length > 1
    const main = statement(isShared ? 'uses' : own, name, match, context)
    if (main) out.push(main)
    if (main && version)
      out.push({ ...main, relation: 'version', value: version, of: { name, type: 'tool' } })
  }
  const [first] = out
  if (old && first && isReplaced(old, first))
    out.unshift({ ...first, value: old, says: 'ended', isChange: true })
  return out
}

/** In a set the old value has to be ended by itself. */
function isReplaced(old: string, { relation, says }: Statement): boolean {
  return relationKind(relation)?.mode === 'set' && says === 'holds' && isToolName(old, true)
}

/** The relation of the noun that a tool is used as: “as our database”, “switched the editor to”. */
function nounRelation(parts: Match['parts'], { grammar }: Context): string | undefined {
  const subject = parts.s?.replace(grammar.determiner, '') ?? ''
  return relationOfNoun(parts.c ?? '') ?? relationOfNoun(subject)
}

/** Everyday words that are also names of tools: only where they are written as names. */
const EVERYDAY =
  /^(?:go|just|make|fly|render|spring|teams|linear|signal|matrix|shortcut|parcel|fish|solid|lit|remix|ember|phoenix|fiber|gin|drone|bamboo|semaphore|black|cursor|swift|dart|ruby|windows|oracle|express|mint|arch|notion|stripe|react|rust|nest|rails|nano|helix|kate|zed|java|chat|bun|node)$/
const LOWER_TOOLS = /^(?:bun|node|rust|react|express|rails|fish|java)$/

function isToolName(name: string, isNamed: boolean): boolean {
  if (EVERYDAY.test(name) && !LOWER_TOOLS.test(name)) return isNamed
  if (relationOfTool(name) !== undefined) return true
  if (isSpokenLanguage(name)) return false
  return codePoints(name) <= 60 && /^(?:@?\p{Lu}|\p{Ll}+\p{Lu}\S*$|\p{Ll}[\w-]*\.\p{Ll}\S*$)/u.test(name)
}

/** “Node 24” is Node in its version 24. */
function versionApart(text: string): { name: string; version?: string } {
  const parted = /^(.{2,40}?) (v?\d[\w.]*)$/.exec(text)
  const [, name = '', version = ''] = parted ?? []
  const isKnown = relationOfTool(text) !== undefined
  return !parted || isKnown || relationOfTool(name) === undefined ? { name: text } : { name, version }
}

function statement(relation: string, value: string, match: Match, { event }: Context): Statement | undefined {
  const { rule, mood } = match
  const isEnd = mood.ended || rule.says === 'ended'
  const isPlanned = event.time?.status === 'planned' || NOT_DONE.has(event.type)
  const isAhead =
    (mood.future && !isObligation(match, event)) ||
    (mood.underway && rule.isChange === true) ||
    (!TIMED.has(relation) && (mood.ahead || isPlanned))
  const isOpen = isAhead || rule.says === 'pending' || (mood.decided && DONE_LATER.has(relation))
  if (isEnd && (isOpen || (rule.isChange && rule.says !== 'ended'))) return undefined
  if (event.type === 'failed' && relation !== 'verified') return undefined
  const isOutcome = relation === 'verified' && FAILED.has(value)
  if (isOutcome && (mood.future || isEnd)) return undefined
  const isChange =
    relation !== 'verified' && !mood.restated && (isEnd || rule.isChange === true || mood.changed)
  if (event.type === 'cause' && !isChange) return undefined
  const says = isEnd ? 'ended' : isOpen && !isOutcome ? 'pending' : 'holds'
  return { relation, value: tidyValue(value), says, isChange }
}

/** What has to be used is used: it is asked of what is there, not announced. */
function isObligation({ rule }: Match, { type }: Stated): boolean {
  return rule.relation === 'tool' && !rule.isChange && (type === 'requirement' || type === 'constraint')
}

function tidyValue(value: string): string {
  return value
    .replace(/^(?:the|an?|on|by) (?=\S)/, '')
    .replace(/[.,;:，。；：]+$/, '')
    .trim()
}

function listOf(text: string, { grammar }: Context): string[] {
  return text
    .split(grammar.comma)
    .map(item =>
      item
        .replace(/^(?:some|a little|a bit of|fluent|basic|good|also) |^(?:一点儿?|一些|流利的?)/, '')
        .trim(),
    )
    .filter(item => item !== '')
}

function claimOf(found: Statement, match: Match, context: Context): Claim | undefined {
  const kind = relationKind(found.relation)
  if (!kind) return undefined
  const subject = found.of ?? whoseOf(match, found.relation, kind, context)
  if (!subject) return undefined
  const isEmptyEnd = found.says === 'ended' && found.value === ''
  const object = isEmptyEnd ? null : objectOf(found.value, kind, context)
  if (object === undefined || (!isEmptyEnd && !isSound(found, kind, context))) return undefined
  if (object && object.name === subject.name) return undefined
  return {
    event: context.event.id,
    subject,
    relation: found.relation,
    mode: kind.mode,
    value: object?.name ?? found.value,
    object,
    says: found.says,
    isChange: found.isChange,
  }
}

/** Whom a match is about: its own part, the owner of the noun, or who speaks. */
function whoseOf(
  { rule, parts }: Match,
  relation: string,
  kind: RelationKind,
  context: Context,
): Named | undefined {
  const { s = '', m, a } = parts
  const isTheirs = /^(?:their|his|her)\b/.test(s)
  const isKind = s === '' || (rule.relation === 'tool' && isBareNoun(s, context))
  if (isTheirs && !(isKind && a)) return undefined
  const isTheActors = a && isKind && (isTheirs || kind.subject === 'person')
  const named = isTheActors ? a : isKind ? (m ? (ownerOf(m) ?? m) : ownerOf(s)) : s
  return subjectOf(named ?? rule.subject ?? 'we', kind, context, OF_ANYONE.has(relation))
}

/** “the CI” in “switched the CI to” names the kind of thing that is changed, not whose it is. */
function isBareNoun(text: string, { grammar }: Context): boolean {
  return relationOfNoun(text.replace(grammar.determiner, '')) !== undefined && !/^CI$/i.test(text)
}

/** Whose a thing is by the word before it. */
function ownerOf(text: string): string | undefined {
  if (/^my\b/.test(text)) return 'I'
  if (/^(?:our|the|this)\b(?! user)/.test(text)) return 'we'
  return /^(?:我(?!们)|用户)/.exec(text)?.[0] ?? /^(.+)'s$/.exec(text)?.[1]
}

/** Null where the value is no node; undefined when it should be one and is none. */
function objectOf(value: string, kind: RelationKind, context: Context): Named | null | undefined {
  if (kind.object === null) return null
  if (kind.object === 'person') return personOf(value, context)
  if (kind.object === 'tool') return value === '' ? undefined : { name: value, type: 'tool' }
  if (kind.object === 'place' && relationOfTool(value) !== undefined) return undefined
  if (kind.object === 'project') return thingNamed(value, kind.object, context.grammar)
  return placeOrBody(value, kind.object, context.grammar)
}

function isSound({ relation, value }: Statement, kind: RelationKind, { grammar }: Context): boolean {
  if (value === '' || codePoints(value) > LONGEST_VALUE || !isValueOf(relation, value)) return false
  if (kind.mode === 'set' && isNameless(value, grammar)) return false
  return (
    kind.object !== null ||
    !/^(?:it|this|that|not|unknown|here|there|what|how|why|over|gone|done|back)\b/i.test(value)
  )
}
