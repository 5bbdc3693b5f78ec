/**
 * The order of events that entered: what they hold of the message, how much they weigh, what else fits.
 *
 * Owns: fusing the three, and the rule that relevance is never overwhelmed. Leaves relevance to `recall-gate.ts`, the
 * weight to `engine/events/weight.ts`.
 */
import type { EventType, MemoryEvent } from '../../domain/event.ts'
import { dateFit } from './messages.ts'
import type { DateRange } from './question.ts'

/** What orders one event. */
export interface Standing {
  /** Share of the message that it holds, 0 … 1. */
  held: number
  /** 0 … 1. */
  weight: number
  /** How many of participant, time and type fit the message, partly fitting times in part; 0 = none. */
  fit: number
}

/** Reciprocal-rank fusion: how little the first ranks are set apart (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RRF_K = 60

/**
 * The indexes of events in order, best first. Those that hold less than half of what the best holds come after all
 * that hold more, and so on by halves: only among events about as relevant do weight and fit decide.
 *
 * @param standings in the order that decides between equals.
 */
export function orderOf(standings: readonly Standing[]): number[] {
  const best = Math.max(0, ...standings.map(one => one.held))
  const bands = standings.map(({ held }) => Math.floor(Math.log2(best / held) + ROUNDING))
  const scores = standings.map(() => 0)
  for (const signal of ['held', 'weight', 'fit'] as const) {
    ranksBy(standings, signal).forEach((rank, index) => {
      scores[index] = (scores[index] as number) + (rank === 0 ? 0 : 1 / (RRF_K + rank))
    })
  }
  return standings
    .map((_, index) => index)
    .sort(
      (a, b) =>
        (bands[a] as number) - (bands[b] as number) || (scores[b] as number) - (scores[a] as number) || a - b,
    )
}

/** Sums of the same terms may differ in the last bits. */
const ROUNDING = 1e-9

/** Ranks from 1, equal values alike; 0 for those that the signal says nothing of. */
function ranksBy(standings: readonly Standing[], signal: keyof Standing): number[] {
  const values = [...new Set(standings.map(one => one[signal]))]
    .filter(value => value > 0)
    .sort((a, b) => b - a)
  return standings.map(one => values.indexOf(one[signal]) + 1)
}

/** What of a message can fit an event beside its words. */
export interface Structure {
  dates: readonly DateRange[]
  types: ReadonlySet<EventType>
}

/** How well an event fits: whether a participant is named, its time, its type. */
export function fitOf(event: MemoryEvent, { dates, types }: Structure, isParticipantNamed: boolean): number {
  return (isParticipantNamed ? 1 : 0) + timeFit(event, dates) + (types.has(event.type) ? 1 : 0)
}

/** 1 when a date named lies in the event's time, less when near it; its mention counts when it has no time. */
function timeFit({ time, mentionedAt }: MemoryEvent, dates: readonly DateRange[]): number {
  if (time !== null && time.start !== null && time.end !== null) {
    const [start, end] = [time.start, time.end]
    if (dates.some(date => date.start < end && start < date.end)) return 1
    return dateFit(start, dates)
  }
  return mentionedAt === null ? 0 : dateFit(mentionedAt, dates)
}

const TYPE_WORDS: Readonly<Record<EventType, RegExp>> = {
  decision: /\bdecisions?\b|\bdecided?\b|\bchose\b|\bagreed\b|决定|決定|选定|選定|拍板|定下/i,
  change: /\bchanged?\b|\bswitch(?:ed)?\b|\breplaced?\b|改成|换成|換成|更改|变更|變更/i,
  constraint: /\bconstraints?\b|\blimit(?:s|ations?)?\b|\ballowed\b|限制|约束|約束|禁止|不能|不许|不許/i,
  requirement: /\brequire(?:s|d|ments?)?\b|\bmust\b|要求|需求|必须|必須/i,
  preference: /\bprefer(?:s|red|ences?)?\b|\bfavou?rites?\b|偏好|喜欢|喜歡|习惯|習慣/i,
  plan: /\bplan(?:s|ned)?\b|\bschedules?d?\b|计划|計劃|計畫|打算|安排|予定/i,
  outcome: /\boutcomes?\b|\bresults?\b|结果|結果|成果/i,
  cause: /\bwhy\b|\bcauses?d?\b|\breasons?\b|为什么|為什麼|为何|為何|原因/i,
  identity: /\bwho am i\b|\bmy (?:name|job|profession)\b|我是谁|我是誰|我的名字|职业|職業/i,
  safety: /\ballerg(?:y|ies|ic)\b|\bmedications?\b|\bsafe\b|过敏|過敏|用药|用藥|忌口/i,
  done: /\bdone\b|\bfinished\b|\balready\b|\bcompleted?\b|完成|做完|已经|已經|搞定/i,
  failed: /\bfail(?:s|ed|ure)?\b|\btried\b|\bdidn't work\b|失败|失敗|试过|試過|没用|沒用/i,
  open: /\bleft to do\b|\bremaining\b|\bto-?dos?\b|\bopen (?:questions?|points?)\b|待办|待辦|还没|還沒|剩下|未完成/i,
}

/** Types of events that words of the message name. */
export function typesNamed(message: string): Set<EventType> {
  return new Set((Object.keys(TYPE_WORDS) as EventType[]).filter(type => TYPE_WORDS[type].test(message)))
}
