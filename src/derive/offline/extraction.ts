/**
 * What a block gives by extraction.
 *
 * Owns: how title, summary, key facts and events of a block come together. English and Chinese have events; other
 * languages get L0–L2 by extraction alone.
 */
import { DONE_STATES, type EventType } from '../../domain/event.ts'
import { cutToTokens } from '../../text/cut.ts'
import { queryTerms } from '../../text/terms.ts'
import { countTokens } from '../../text/tokens.ts'
import { type BlockToDerive, type Derivation, type KeyFact, keyFactTokens, VIEW_SIZES } from '../deriver.ts'
import { type Fact, factsOf } from './facts.ts'
import { fittingTags, headlineOf } from './headline.ts'
import { joinSentences, type Said, sentencesOf } from './sentences-of.ts'
import { salientTerms } from './tags.ts'

/** What leaves L2 last when it is full. */
const IMPORTANCE: readonly EventType[] = [
  'safety',
  'identity',
  'decision',
  'change',
  'constraint',
  'requirement',
  'preference',
  'cause',
  'outcome',
  'plan',
]
/** Where nothing was decided, this many sentences stand for the block. */
const INFORMATIVE = 5

/** Title, tags, summary, key facts and events of a block. */
export function derive(block: BlockToDerive): Derivation {
  const said = sentencesOf(block.messages)
  if (said.length === 0) return withoutSpeech(block)
  const terms = salientTerms(said)
  const facts = factsOf(said, terms, block.zone)
  // Of what is done, failed and open the views tell by themselves.
  const told = facts.filter(({ event }) => !DONE_STATES.some(state => state === event.type))
  const { title, tags, said: telling } = headlineOf(said, terms, new Set(facts.map(fact => fact.said)))
  return {
    title,
    tags,
    summary: summaryOf(telling, told),
    keyFacts: keyFactsOf(said, told, keyFactTokens(block.sourceTokens)),
    events: facts.map(fact => fact.event),
  }
}

/** Only tools spoke, or nobody: their names are all that can be told without taking their text for evidence. */
function withoutSpeech({ messages }: BlockToDerive): Derivation {
  const names = [...new Set(messages.flatMap(message => message.name ?? []))]
  const title = cutToTokens(names.join(', '), 14)
  return { title, tags: fittingTags(title, names.slice(0, 6)), summary: '', keyFacts: [], events: [] }
}

/** What was asked, then the weightiest facts that fit, in order of the conversation. */
function summaryOf(telling: Said | undefined, facts: readonly Fact[]): string {
  const ranked = [...(telling ? [telling] : []), ...byImportance(facts).map(fact => fact.said)]
  const chosen = fitting([...new Set(ranked)], VIEW_SIZES.summaryTokens, text => countTokens(` ${text}`))
  const order = new Map([telling, ...facts.map(fact => fact.said)].map((said, at) => [said, at]))
  const inOrder = chosen.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  return cutToTokens(
    joinSentences(inOrder.map(said => said.text)) || (telling?.text ?? ''),
    VIEW_SIZES.summaryTokens,
  )
}

function keyFactsOf(said: readonly Said[], facts: readonly Fact[], budget: number): KeyFact[] {
  const ranked = facts.length > 0 ? byImportance(facts).map(fact => fact.said) : mostInformative(said)
  const chosen = new Set(fitting(ranked, budget, text => countTokens(`\n- ${text}`)))
  const lines = said
    .filter(sentence => chosen.has(sentence))
    .map(({ text, message }) => ({ text, sources: [message.id] }))
  const [heaviest] = ranked
  if (lines.length > 0 || !heaviest) return lines
  return [{ text: cutToTokens(heaviest.text, budget - 3), sources: [heaviest.message.id] }]
}

function byImportance(facts: readonly Fact[]): Fact[] {
  const rank = ({ event }: Fact) => IMPORTANCE.indexOf(event.type)
  return facts.toSorted((a, b) => rank(a) - rank(b))
}

/** Sentences in the order given, each that still fits. */
function fitting(ranked: readonly Said[], budget: number, cost: (text: string) => number): Said[] {
  let left = budget
  return ranked.filter(({ text }) => {
    const price = cost(text)
    if (price > left) return false
    left -= price
    return true
  })
}

/** The sentences whose terms the block comes back to, per length. */
function mostInformative(said: readonly Said[]): Said[] {
  const frequency = new Map<string, number>()
  const termsOf = new Map(said.map(sentence => [sentence, queryTerms(sentence.text)]))
  for (const terms of termsOf.values()) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  }
  const weight = (sentence: Said) => {
    const terms = termsOf.get(sentence) ?? []
    return terms.reduce((sum, term) => sum + (frequency.get(term) ?? 0), 0) / (terms.length + INFORMATIVE)
  }
  return said.toSorted((a, b) => weight(b) - weight(a)).slice(0, INFORMATIVE)
}
