/**
 * LoCoMo files as the recall bench reads them: messages, questions, and the messages that answer a question.
 *
 * Owns: reading evidence, and what it costs to show a message. What LoCoMo calls a turn is a message here, as
 * everywhere in this project. Leaves the way into the memory to `palimpsest-memory/transfer`. The search words of a
 * picture are never read: a real conversation has none.
 */

/** One message of a conversation. */
export interface LocomoMessage {
  /** Sample and message, `conv-26/D1:3`: the external id under which transfer stores it. */
  id: string
  /** Time of its session as the file writes it, `1:56 pm on 8 May, 2023`; empty when there is none. */
  date: string
  speaker: string
  text: string
  /** Caption of its picture; empty when there is none. */
  caption: string
}

/** A question that at least one message answers. */
export interface Question {
  conversation: string
  text: string
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  category: number
  /** Ids of the messages that answer it. */
  gold: ReadonlySet<string>
}

/** One sample of the file. Questions without usable evidence are left out. */
export interface Conversation {
  id: string
  speakers: readonly string[]
  /** In the order in which they were said. */
  messages: readonly LocomoMessage[]
  questions: readonly Question[]
}

interface RawSample {
  sample_id: string
  conversation: Record<string, unknown>
  qa: readonly { question: string; category: number; evidence?: unknown }[]
}

interface RawMessage {
  speaker: string
  dia_id: string
  text?: string
  blip_caption?: string
}

/** Reads the text of a LoCoMo file: a list of samples, or one sample. */
export function readLocomo(text: string): Conversation[] {
  return [JSON.parse(text) as RawSample | RawSample[]].flat().map(readSample)
}

function readSample({ sample_id: id, conversation, qa }: RawSample): Conversation {
  const messages = sessionNames(conversation).flatMap(name => readSession(id, conversation, name))
  const known = new Set(messages.map(message => message.id.slice(id.length + 1)))
  const questions = qa.map(({ question, category, evidence }) => ({
    conversation: id,
    text: question,
    category,
    gold: new Set(readEvidence(evidence, known).map(message => `${id}/${message}`)),
  }))
  return {
    id,
    speakers: [String(conversation.speaker_a), String(conversation.speaker_b)],
    messages,
    questions: questions.filter(({ gold }) => gold.size > 0),
  }
}

function sessionNames(conversation: RawSample['conversation']): string[] {
  return Object.keys(conversation)
    .filter(name => /^session_\d+$/.test(name))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
}

function readSession(sample: string, conversation: RawSample['conversation'], name: string): LocomoMessage[] {
  const date = String(conversation[`${name}_date_time`] ?? '')
  return (conversation[name] as readonly RawMessage[]).map(message => ({
    id: `${sample}/${message.dia_id}`,
    date,
    speaker: message.speaker,
    text: message.text ?? '',
    caption: message.blip_caption ?? '',
  }))
}

/**
 * The messages that a question's evidence names: those of `known`, each once, in the order written.
 *
 * Evidence was written by hand: one entry may name several messages (`D8:6; D9:17`), with a colon too many
 * (`D:11:26`) or a leading zero (`D30:05`). What names no message all the same is passed over.
 */
export function readEvidence(written: unknown, known: ReadonlySet<string>): string[] {
  const names = [written ?? []].flat().flatMap(entry => String(entry).split(/[\s,;]+/))
  return [...new Set(names.map(toMessageName))].filter(name => known.has(name))
}

function toMessageName(written: string): string {
  const [, session, place] = /^D:?0*(\d+):0*(\d+)$/i.exec(written) ?? []
  return session === undefined ? written : `D${session}:${place}`
}

/** Tokens of a message shown to a reader with date, speaker and caption, at four code units a token, and one more. */
export function shownTokens({ date, speaker, text, caption }: Omit<LocomoMessage, 'id'>): number {
  const shown = `[${date}] ${speaker}: ${text}${caption && ` [image: ${caption}]`}`
  return Math.ceil(shown.length / 4) + 1
}
