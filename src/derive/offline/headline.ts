/**
 * What a block is about: its title line.
 *
 * Owns: the choice of the title's sentence and what fits beside it. Leaves the tags themselves to `tags.ts`, how they
 * are shown to `engine/conversation`.
 */

import { cutToTokens } from '../../text/cut.ts'
import { isFiller } from '../../text/fillers.ts'
import { queryTerms } from '../../text/terms.ts'
import { countTokens } from '../../text/tokens.ts'
import { VIEW_SIZES } from '../deriver.ts'
import type { Said } from './sentences-of.ts'
import { tagsAmong } from './tags.ts'

/** Leaves room for tags beside it. */
const TITLE_TOKENS = 16
/** Fewer terms than this say nothing that could name a block. */
const TELLING_TERMS = 2

export interface Headline {
  title: string
  tags: readonly string[]
  /** The sentence that the title was taken from; absent when nothing was said. */
  said: Said | undefined
}

/**
 * Title and tags, together at most 24 tokens as shown. Empty when nothing was said.
 *
 * @param terms salient terms of the block, heaviest first.
 * @param facts sentences that made events: they tell more than others.
 */
export function headlineOf(
  said: readonly Said[],
  terms: readonly string[],
  facts: ReadonlySet<Said>,
): Headline {
  const chosen = mostTelling(said, facts)
  if (!chosen) return { title: '', tags: [], said: undefined }
  const title = shortened(withoutPleasantry(chosen))
  return { title, tags: fittingTags(title, tagsAmong(terms, VIEW_SIZES.tags)), said: chosen }
}

/** Cut where a clause ends, if that leaves enough of it. */
function shortened(line: string): string {
  const cut = cutToTokens(line, TITLE_TOKENS)
  if (cut === line) return line
  const clause = /^(.*[^\s])[,;:，；：、](?![\p{L}\p{N}]*$)/u.exec(cut.slice(0, -1))?.[1] ?? ''
  return clause.length * 2 > cut.length ? clause : cut
}

/** As many of the tags, in order, as fit beside the title. */
export function fittingTags(title: string, tags: readonly string[]): string[] {
  let line = `${title} ·`
  const kept: string[] = []
  for (const tag of tags) {
    line += ` #${tag}`
    if (countTokens(line) > VIEW_SIZES.titleTokens) break
    kept.push(tag)
  }
  return kept
}

/** The first request or fact of a person; else what holds most terms. */
function mostTelling(said: readonly Said[], facts: ReadonlySet<Said>): Said | undefined {
  const candidates = said.filter(sentence => !isFiller(sentence.text))
  const byUser = candidates.filter(({ message }) => message.role === 'user')
  const isTelling = (sentence: Said) =>
    queryTerms(withoutPleasantry(sentence)).length >= TELLING_TERMS &&
    (facts.has(sentence) || (sentence.table?.request.test(sentence.plain) ?? false))
  const first = byUser.find(isTelling)
  if (first) return first
  const pool = byUser.length > 0 ? byUser : candidates.length > 0 ? candidates : said
  const terms = (sentence: Said) => queryTerms(sentence.text).length
  return pool.reduce<Said | undefined>(
    (best, next) => (best && terms(best) >= terms(next) ? best : next),
    undefined,
  )
}

function withoutPleasantry({ text, table }: Said): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return (table ? line.replace(table.pleasantry, '') : line).replace(/[.。;；:：]+$/u, '').trim() || line
}
