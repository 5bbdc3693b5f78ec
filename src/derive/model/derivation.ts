/**
 * One block, asked for in two stages.
 *
 * Owns: the order of the stages, and that an answer is not asked for twice because a later one failed.
 */
import type { EventDraft } from '../../domain/event.ts'
import { sha256Hex } from '../../domain/ids.ts'
import type { BlockToDerive, Derivation, Deriver } from '../deriver.ts'
import { Calls } from './calls.ts'
import type { ModelDeriverSettings } from './options.ts'
import { EVENTS_STAGE, type Summary, summaryStage } from './stages.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Summaries kept for a next attempt; more blocks than this do not fail at once. */
const MOST_KEPT = 16

/** `derive` of a model deriver. */
export function derivations({
  redact = withoutSecrets,
  ...settings
}: ModelDeriverSettings): Deriver['derive'] {
  const kept = new Map<string, Summary>()
  return async (block, signal, meter) => {
    if (!block.messages.some(isSpeech)) return withoutSpeech(block)
    const calls = new Calls({ ...settings, redact }, block, { signal, meter })
    // The timeline may have grown since; a summary does not depend on it.
    const key = sha256Hex(Buffer.from(JSON.stringify({ ...block, timeline: [] })))
    const known = kept.get(key) ?? (await calls.answer(summaryStage(block.sourceTokens)))
    keep(kept, key, known)
    const { shouldExtract, ...summary } = known
    const events: EventDraft[] = shouldExtract ? await calls.answer(EVENTS_STAGE) : []
    kept.delete(key)
    return { ...summary, events }
  }
}

function keep(kept: Map<string, Summary>, key: string, summary: Summary): void {
  kept.set(key, summary)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

const isSpeech = ({ role, content }: BlockToDerive['messages'][number]) =>
  (role === 'user' || role === 'assistant') && content !== null && content.trim() !== ''

/** Only tools spoke, or nobody: their names are all that can be told without taking their text for evidence. */
function withoutSpeech({ messages }: BlockToDerive): Derivation {
  const names = [...new Set(messages.flatMap(message => message.name ?? []))]
  return { title: names.join(', '), tags: names.slice(0, 6), summary: '', keyFacts: [], events: [] }
}
