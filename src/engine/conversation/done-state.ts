/**
 * One line that tells what a block finished, what failed in it and what is left: what an agent must not lose of its work.
 *
 * Owns: its words in English and Chinese, what is left out when it grows too long. Leaves finding such states to `derive`,
 * where the line stands to `derived-views.ts`.
 */
import { DONE_STATES, type DoneState, type EventDraft } from '../../domain/event.ts'
import { cutToTokens } from '../../text/cut.ts'
import { languageOf } from '../../text/language.ts'
import { oneLine } from '../../text/one-line.ts'
import { placesIn, withoutPlaces } from '../../text/places.ts'
import { countTokens } from '../../text/tokens.ts'

/** What the line is made of: events of the block, in order of its turns. */
export type StatedEvent = Pick<EventDraft, 'type' | 'title' | 'summary'>

/** Places told of one piece of work. */
const MOST_PLACES = 3
/** Tokens of the words of one piece of work, beside its places: as many as leave room for all, else fewer. */
const WORDS = [16, 9, 5]

/**
 * The line within its tokens: `Done: … (src/net/retry.ts, a1b2c3d). Tried, failed: …. Open: ….`, in Chinese where the
 * states are told in it; the newest ones and how many more there are. Empty without any.
 */
export function doneStateLine(events: readonly StatedEvent[], maxTokens: number): string {
  const states = events.filter(isState)
  if (states.length === 0) return ''
  const isChinese = languageOf(states.map(({ title, summary }) => `${title} ${summary}`).join('\n')) === 'zh'
  const words = isChinese ? ZH : EN
  for (const tokens of WORDS) {
    const line = lineOf(states, states.length, tokens, words)
    if (countTokens(line) <= maxTokens) return line
  }
  const least = WORDS.at(-1) ?? 1
  for (let kept = states.length - 1; kept > 0; kept--) {
    const line = lineOf(states, kept, least, words)
    if (countTokens(line) <= maxTokens) return line
  }
  return cutToTokens(lineOf(states, 1, least, words), maxTokens)
}

/** Whether a line tells the same as one of the states does. */
export function isToldBy(events: readonly StatedEvent[], text: string): boolean {
  const line = oneLine(text)
  return events
    .filter(isState)
    .some(({ title, summary }) => title === line || oneLine(summary).includes(line))
}

type State = StatedEvent & { type: DoneState }
const isState = (event: StatedEvent): event is State => DONE_STATES.some(state => state === event.type)

interface Words {
  heading: Record<DoneState, string>
  between: string
  end: string
  places: (places: readonly string[]) => string
  more: (count: number) => string
}

const EN: Words = {
  heading: { done: 'Done: ', failed: 'Tried, failed: ', open: 'Open: ' },
  between: '; ',
  end: '. ',
  places: places => ` (${places.join(', ')})`,
  more: count => `+${count} more`,
}
const ZH: Words = {
  heading: { done: '已完成：', failed: '试过无效：', open: '未完成：' },
  between: '；',
  end: '。',
  places: places => `（${places.join('、')}）`,
  more: count => `另有 ${count} 项`,
}

function lineOf(states: readonly State[], kept: number, tokens: number, words: Words): string {
  const newest = states.slice(states.length - kept)
  const parts = DONE_STATES.flatMap(state => {
    const items = newest.filter(({ type }) => type === state).map(event => itemOf(event, tokens, words))
    return items.length > 0 ? `${words.heading[state]}${items.join(words.between)}${words.end}` : []
  })
  const hidden = states.length - kept
  return `${parts.join('')}${hidden > 0 ? words.more(hidden) + words.end : ''}`.trim()
}

function itemOf({ title, summary }: State, tokens: number, words: Words): string {
  const places = placesIn(`${title}\n${summary}`).slice(0, MOST_PLACES)
  const whole = title.endsWith('…') ? summary : title
  const text = withoutPlaces(oneLine(whole).replace(OPENING, '').replace(ENDING, '')) || oneLine(title)
  return cutToTokens(text, tokens) + (places.length > 0 ? words.places(places) : '')
}

/** What the headings say already. */
const OPENING =
  /^(?:done|still to do|to[- ]?do|open(?: items?)?|not (?:yet )?done(?: yet)?|remaining|待办|待做|剩下|未完成)\s*[:：]\s*|^(?:(?:i|we)(?:'ve| have)? )?(?:tried|attempted)(?: to)? |^我?(?:试|尝试)[过了]/iu
const ENDING =
  /,?\s*(?:but )?(?:it |that )?(?:did not|didn't) (?:help|work)[.!]*$|,\s*no (?:luck|effect)[.!]*$|[，,](?:但|也|还是|都)*(?:没用|没有用|没效果|不管用|不行|无效|不起作用)[。！]*$/iu
