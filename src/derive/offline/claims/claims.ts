/**
 * The claims of one event, read out of its words by rule.
 *
 * Owns: which words are read, and what a match of a rule says of the state of things. Leaves the rules to `english.ts`
 * and `chinese.ts`, names to `named.ts`, values to `values.ts`. Errs towards saying nothing.
 */
import type { Claim } from '../../../domain/graph.ts'
import { languageOf } from '../../../text/language.ts'
import { sentences } from '../../../text/sentences.ts'
import { CHINESE } from './chinese.ts'
import { ENGLISH } from './english.ts'
import type { Clause, Grammar, Match, Rule, Stated } from './rule.ts'
import { claimsOfMatch } from './statements.ts'

/** A longer one is a list or a log. */
const LONGEST_SENTENCE = 400
/** One event that says more is a document. */
const MOST = 16

/** What its words say of the state of things; the title is read where the summary states nothing at all. */
export function claimsOf(event: Stated): Claim[] {
  if (event.time?.status === 'cancelled') return []
  const summary = read(event.summary, event)
  if (summary.claims.length > 0 || summary.isIdle) return distinct(summary.claims)
  return distinct(read(event.title, event).claims)
}

/** What a text gives, and whether one of its sentences takes back what the title may say flatly. */
function read(text: string, event: Stated): { claims: Claim[]; isIdle: boolean } {
  const claims: Claim[] = []
  let isIdle = ENGLISH.joke.test(text) || CHINESE.joke.test(text)
  if (isIdle) return { claims, isIdle }
  for (const sentence of sentences(text)) {
    const isProse = !sentence.code && sentence.text.length <= LONGEST_SENTENCE
    const grammar = isProse ? grammarOf(sentence.text) : undefined
    if (!grammar) continue
    if (grammar.idle.test(sentence.text)) {
      isIdle = true
      continue
    }
    for (const clause of grammar.clausesOf(sentence.text)) {
      isIdle ||= clause.mood.negated
      claims.push(...claimsOfClause(clause, { event, grammar }))
    }
    if (claims.length >= MOST) break
  }
  return { claims: claims.slice(0, MOST), isIdle }
}

function grammarOf(sentence: string): Grammar | undefined {
  const language = languageOf(sentence)
  if (language === 'zh') return CHINESE
  return language === 'en' ? ENGLISH : undefined
}

/** What the first rule says that finds something sound. */
function claimsOfClause(clause: Clause, reader: { event: Stated; grammar: Grammar }): Claim[] {
  for (const rule of reader.grammar.rules) {
    const match = matchOf(rule, clause, reader.grammar)
    const claims = match ? claimsOfMatch(match, reader) : []
    if (claims.length > 0) return claims
  }
  return []
}

function matchOf(rule: Rule, clause: Clause, grammar: Grammar): Match | undefined {
  if (clause.mood.negated && !rule.anyway) return undefined
  const found = rule.pattern.exec(clause.text)
  if (!found) return undefined
  const { source = clause.text } = clause
  const parts: Record<string, string | undefined> = {}
  for (const [name, span] of Object.entries(found.indices?.groups ?? {})) {
    if (span) parts[name] = source.slice(...span).trim()
  }
  parts.c = found.groups?.c
  const told = grammar.moodOf?.(found.groups?.pre ?? '', clause.text) ?? {}
  const mood = { ...clause.mood, ...told }
  return mood.negated && !rule.anyway ? undefined : { rule, parts, mood }
}

/** Each claim once; what ends is left out where the same words say what takes its place. */
function distinct(claims: readonly Claim[]): Claim[] {
  const byKey = new Map<string, Claim>()
  for (const claim of claims) {
    const key = [claim.subject.name, claim.relation, claim.value, claim.says].join('\n')
    if (!byKey.has(key)) byKey.set(key, claim)
  }
  const all = [...byKey.values()]
  const replaced = (claim: Claim) =>
    claim.says === 'ended' && claim.mode !== 'set' && all.some(other => isSuccessor(other, claim))
  return all.filter(claim => !replaced(claim)).map(claim => replacing(claim, all))
}

function isSuccessor(other: Claim, claim: Claim): boolean {
  return (
    other.says === 'holds' && other.subject.name === claim.subject.name && other.relation === claim.relation
  )
}

/** Beside an end of the same kind, what holds is a change whatever its own words. */
function replacing(claim: Claim, all: readonly Claim[]): Claim {
  if (claim.says !== 'holds' || claim.mode === 'set' || claim.isChange) return claim
  const isChange = all.some(other => other.says === 'ended' && isSuccessor(claim, other))
  return isChange ? { ...claim, isChange } : claim
}
