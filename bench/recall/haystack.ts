/**
 * Foreign conversations to lose the file's own ones in: made-up people who speak its language.
 *
 * Owns: text by word chains of order two over the file's messages, the hard case, since it has the words and turns
 * of phrase of the answers; names; times. The same file and count give the same haystack. Leaves storing it to
 * `sessions.ts`.
 */
import type { MessageInput, TurnInput } from 'palimpsest-memory'
import { pick, seeded } from '../seeded.ts'
import type { Conversation, LocomoMessage } from './locomo.ts'
import type { Session } from './sessions.ts'

const SEED = 20_240_229
const FROM = Date.UTC(2022, 0, 1)
const TO = Date.UTC(2025, 0, 1)
const MINUTE_MS = 60_000
const MESSAGES_OF_SESSION = { least: 14, most: 26 }

const NAMES =
  'Amara Anselm Beatrix Benno Bogdan Celeste Chidi Corinna Dafne Dimitri Edda Efua Emeka Farid Fenja Gideon Greta Hamza Henrike Ibrahim Ingrid Isolde Jaromir Jelena Kaspar Keziah Lavinia Leif Lorcan Malik Marisol Nadia Nikolai Odette Olumide Orsolya Pascal Priya Quentin Rafaela Rashid Saoirse Selma Tadeo Thandi Ulrike Umberto Vesna Viggo Wanda Xenia Yusuf Zainab Zoltan'.split(
    ' ',
  )

/**
 * Foreign sessions in the order of time, from 2022 to the end of 2024, of about twenty messages each.
 *
 * @param conversations all that the file holds: the source of the words.
 * @param count messages in all.
 */
export function* foreignSessions(conversations: readonly Conversation[], count: number): Generator<Session> {
  const random = seeded(SEED)
  const say = foreignVoice(conversations, random)
  const names = unknownNames(conversations)
  for (let made = 0, number = 1; made < count; number++) {
    const { least, most } = MESSAGES_OF_SESSION
    const size = Math.min(count - made, least + 2 * Math.floor((random() * (most - least + 2)) / 2))
    const at = FROM + Math.floor(((TO - FROM) * made) / count / MINUTE_MS) * MINUTE_MS
    const speakers = twoOf(names, random)
    const messages = Array.from({ length: size }, (_, place): MessageInput => {
      const [speaker, other] = place % 2 === 0 ? speakers : [speakers[1], speakers[0]]
      return {
        role: place % 2 === 0 ? 'user' : 'assistant',
        content: say(other),
        at: at + place * MINUTE_MS,
        speaker,
        externalId: `foreign-${number}/${place + 1}`,
      }
    })
    yield { conversation: `foreign-${number}`, at, turns: inTurns(`foreign-${number}`, messages) }
    made += size
  }
}

/** Two messages a turn, a request and its answer; the last may lack the answer. */
function inTurns(thread: string, messages: readonly MessageInput[]): TurnInput[] {
  const requests = messages.filter(({ role }) => role === 'user')
  return requests.map((_, turn) => ({ thread, messages: messages.slice(2 * turn, 2 * turn + 2) }))
}

function twoOf(names: readonly string[], random: () => number): [string, string] {
  const one = pick(names, random)
  return [
    one,
    pick(
      names.filter(name => name !== one),
      random,
    ),
  ]
}

/** Names of ours that stand nowhere in the file. */
function unknownNames(conversations: readonly Conversation[]): string[] {
  const text = conversations.flatMap(({ messages }) => messages.map(message => message.text)).join('\n')
  const known = new Set(text.toLowerCase().match(/\p{L}+/gu))
  const speakers = new Set(conversations.flatMap(conversation => conversation.speakers))
  return NAMES.filter(name => !known.has(name.toLowerCase()) && !speakers.has(name))
}

/** Stands for a name in the chain: a private-use character, so no word of a message is taken for one. */
const NAME = '\u{E000}'
/** How often a message that stands in the file word for word is drawn anew. */
const DRAWS = 20

/**
 * Gives messages that nobody of the file wrote, one a call.
 *
 * A copy of a message that answers a question would be as right as the message itself, so copies are drawn again.
 */
function foreignVoice(
  conversations: readonly Conversation[],
  random: () => number,
): (other: string) => string {
  const speakers = new RegExp(
    `\\b(?:${conversations.flatMap(({ speakers }) => speakers).join('|')})\\b`,
    'gu',
  )
  const texts = conversations.flatMap(({ messages }) =>
    messages.map(({ text }) => text.trim().split(/\s+/).join(' ').replaceAll(speakers, NAME)),
  )
  const written = new Set(texts)
  const chain = wordChain(texts.filter(text => text !== ''))
  return other => {
    let text = drawText(chain, random)
    for (let draws = 1; draws < DRAWS && written.has(text); draws++) text = drawText(chain, random)
    return text.replaceAll(NAME, other)
  }
}

/** The words that followed two words, as often as they did; before the first word and after the last is ''. */
type WordChain = ReadonlyMap<string, readonly string[]>

function wordChain(texts: readonly string[]): WordChain {
  const chain = new Map<string, string[]>()
  for (const text of texts) {
    let [before, last] = ['', '']
    for (const word of [...text.split(' '), '']) {
      const followers = chain.get(`${before} ${last}`)
      if (followers) followers.push(word)
      else chain.set(`${before} ${last}`, [word])
      ;[before, last] = [last, word]
    }
  }
  return chain
}

function drawText(chain: WordChain, random: () => number): string {
  const words: string[] = []
  for (let [before, last] = ['', '']; ; ) {
    const word = pick(chain.get(`${before} ${last}`) ?? [''], random)
    if (word === '') return words.join(' ')
    words.push(word)
    ;[before, last] = [last, word]
  }
}

/** The sessions of both in the order of time, in which the foreign ones already are. */
export function* byTime(own: Iterable<Session>, foreign: Iterable<Session>): Generator<Session> {
  const waiting = [...own].sort((a, b) => b.at - a.at)
  for (const session of foreign) {
    for (let next = waiting.at(-1); next && next.at <= session.at; next = waiting.at(-1)) {
      waiting.pop()
      yield next
    }
    yield session
  }
  yield* waiting.reverse()
}

/** Every message of the sessions as the file has it, a foreign one as if it stood there. */
export function* messagesOf(
  sessions: Iterable<Session>,
  conversations: readonly Conversation[],
): Generator<LocomoMessage> {
  const own = new Map(conversations.flatMap(({ messages }) => messages.map(message => [message.id, message])))
  for (const { turns, at } of sessions) {
    for (const { externalId: id = '', speaker = '', content } of turns.flatMap(turn => turn.messages)) {
      yield own.get(id) ?? { id, date: sessionDate(at), speaker, text: content, caption: '' }
    }
  }
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** `1:56 pm on 8 May, 2023`. */
function sessionDate(at: number): string {
  const date = new Date(at)
  const hour = date.getUTCHours()
  const minutes = String(date.getUTCMinutes()).padStart(2, '0')
  const time = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'am' : 'pm'}`
  return `${time} on ${date.getUTCDate()} ${MONTH.format(date)}, ${date.getUTCFullYear()}`
}
