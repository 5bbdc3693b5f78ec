/**
 * The views a deriver makes, brought to their sizes: L0 title and tags, L1 short summary, L2 key facts.
 *
 * Owns: form and size of L0–L2 and their references to deeper views. Leaves what they say to the deriver.
 */

import { type Derivation, keyFactTokens, VIEW_SIZES } from '../../derive/deriver.ts'
import type { Level, View } from '../../domain/conversation.ts'
import { codePoints, cutToTokens } from '../../text/cut.ts'
import { countTokens } from '../../text/tokens.ts'
import { doneStateLine, isToldBy, type StatedEvent } from './done-state.ts'
import type { Source } from './render.ts'
import { textLevel, viewText } from './show.ts'

/**
 * L0, L1 and L2 of a block, in this order.
 *
 * Each is cut to its size: tags and facts leave from the end, what is still too long ends in `…`. One that would be
 * longer than the next deeper view, in code points, or equal to it, refers to it, so |L0| ≤ |L1| ≤ |L2| ≤ |L3|.
 * Where the deriver said nothing for a level, the next shallower one that says something stands in. L1 and L2 begin with
 * what was done, failed and is open, for which the rest gives way.
 *
 * @param states events of the block in order of its turns.
 * @param fixed stored views of the block, of which L3 and L4 count.
 * @param madeBy name and version of the deriver.
 */
export function derivedViews(
  derivation: Pick<Derivation, 'title' | 'tags' | 'summary' | 'keyFacts'>,
  fixed: readonly View[],
  source: Source,
  madeBy: string,
  states: readonly StatedEvent[] = [],
): View[] {
  const title = titleLine(derivation.title, derivation.tags)
  const summary = cutToTokens(derivation.summary.trim(), VIEW_SIZES.summaryTokens) || title
  const untold = derivation.keyFacts.filter(({ text }) => !isToldBy(states, text))
  const room = keyFactTokens(source.tokens)
  const line = doneStateLine(states, Math.floor(room / 2))
  const told = line === '' ? untold : [{ text: line }, ...untold]
  const facts =
    factLines(told.length > 1 || line === '' ? told : [...told, { text: summary }], room) || summary
  const l3l4 = fixed.filter(view => view.level === 3 || view.level === 4)
  const l2 = viewOf(2, facts, l3l4, source, madeBy)
  const l1 = viewOf(1, withStates(summary, states), [l2, ...l3l4], source, madeBy)
  const l0 = viewOf(0, title, [l1, l2, ...l3l4], source, madeBy)
  return [l0, l1, l2]
}

/** The text as the view of a level, or a reference; the next deeper view is the first of `deeperViews` or else L5. */
function viewOf(
  level: Level,
  text: string,
  deeperViews: readonly View[],
  source: Source,
  madeBy: string,
): View {
  const deeper = viewText(level, deeperViews, source.text)
  if (text !== '' && text !== deeper && codePoints(text) <= codePoints(deeper)) {
    return { level, text, sameAs: null, tokens: countTokens(text), madeBy }
  }
  const sameAs = textLevel(level, deeperViews)
  const tokens = deeperViews.find(view => view.level === sameAs)?.tokens ?? source.tokens
  return { level, text: null, sameAs, tokens, madeBy }
}

/** `Title · #tag #tag`, as many tags as fit beside the title. */
function titleLine(title: string, tags: readonly string[]): string {
  let line = cutToTokens(oneLine(title), VIEW_SIZES.titleTokens)
  let mark = line === '' ? '' : ' ·'
  for (const tag of uniqueTags(tags)) {
    const longer = `${line}${mark} #${tag}`.trimStart()
    if (countTokens(longer) > VIEW_SIZES.titleTokens) break
    line = longer
    mark = ''
  }
  return line
}

function uniqueTags(tags: readonly string[]): string[] {
  const tidy = tags.map(tag => oneLine(tag).replace(/^#+/, '').replaceAll(' ', '-')).filter(tag => tag !== '')
  return [...new Set(tidy)].slice(0, VIEW_SIZES.tags)
}

/** The summary after the line of states, which leaves it some room. */
function withStates(summary: string, states: readonly StatedEvent[]): string {
  const line = doneStateLine(states, Math.floor(VIEW_SIZES.summaryTokens * STATES_SHARE))
  if (line === '') return summary
  const room = VIEW_SIZES.summaryTokens - countTokens(`${line} `)
  const rest = isToldBy(states, summary) || room < LEAST_OF_SUMMARY ? '' : cutToTokens(summary, room)
  return rest === '' ? line : joined(line, rest)
}

/** Most of L1 that states may take, and the least of a summary that says something. */
const STATES_SHARE = 0.75
const LEAST_OF_SUMMARY = 6

const joined = (line: string, rest: string) =>
  /[\u3000-\u303f\uff00-\uffef]$/u.test(line) ? line + rest : `${line} ${rest}`

/** One line for each fact, `- fact`; facts leave from the end, and a first one that alone is too long is cut. */
function factLines(facts: readonly { text: string }[], maxTokens: number): string {
  let text = ''
  for (const fact of facts) {
    const line = oneLine(fact.text)
    if (line === '') continue
    const longer = text === '' ? `- ${line}` : `${text}\n- ${line}`
    if (countTokens(longer) > maxTokens) return text === '' ? cutToTokens(longer, maxTokens) : text
    text = longer
  }
  return text
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
